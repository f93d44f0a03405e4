//! Reading and writing chess: positions as FEN, moves as UCI and SAN, test suites as EPD.

mod cursor;
pub mod fen;
