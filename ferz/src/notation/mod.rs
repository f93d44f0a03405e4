//! Reading and writing chess.
