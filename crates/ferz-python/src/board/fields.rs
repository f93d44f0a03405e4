//! The fields of a position and the class attributes.

use super::Board;
use crate::arguments::{ColorArg, Natural, SquareArg, is_white};
use crate::square_set::MaskArg;
use ferz::Color;
use pyo3::prelude::*;

#[pymethods]
impl Board {
    /// The side to move, `True` for White.
    #[getter]
    fn turn(slf: PyRef<'_, Self>) -> bool {
        is_white(Self::state(&slf).turn)
    }

    #[setter]
    fn set_turn(mut slf: PyRefMut<'_, Self>, color: ColorArg) {
        Self::state_mut(&mut slf).turn = color.0;
    }

    /// The squares of the rooks with castling rights as an integer mask, whether or not king and
    /// rook are in place: see `clean_castling_rights()`.
    #[getter]
    fn castling_rights(slf: PyRef<'_, Self>) -> u64 {
        Self::state(&slf).castling_rights.0
    }

    #[setter]
    fn set_castling_rights(mut slf: PyRefMut<'_, Self>, mask: MaskArg) {
        Self::state_mut(&mut slf).castling_rights = mask.0;
    }

    /// The square passed by a double push in the last move, or `None`. It is set even if no capture
    /// is possible: see `has_legal_en_passant()`.
    #[getter]
    fn ep_square(slf: PyRef<'_, Self>) -> Option<u8> {
        Self::state(&slf).ep_square.map(|square| square as u8)
    }

    #[setter]
    fn set_ep_square(mut slf: PyRefMut<'_, Self>, square: Option<SquareArg>) {
        Self::state_mut(&mut slf).ep_square = square.map(|argument| argument.0);
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(slf: PyRef<'_, Self>) -> u32 {
        Self::state(&slf).halfmove_clock
    }

    #[setter]
    fn set_halfmove_clock(mut slf: PyRefMut<'_, Self>, plies: Natural<u32>) {
        Self::state_mut(&mut slf).halfmove_clock = plies.0;
    }

    /// The number of the current move: 1 at the start, incremented after each move of Black.
    #[getter]
    fn fullmove_number(slf: PyRef<'_, Self>) -> u32 {
        Self::state(&slf).fullmove_number
    }

    #[setter]
    fn set_fullmove_number(mut slf: PyRefMut<'_, Self>, number: Natural<u32>) {
        Self::state_mut(&mut slf).fullmove_number = number.0;
    }

    /// True if castling is written as king takes rook.
    #[getter]
    fn chess960(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).chess960
    }

    #[setter]
    fn set_chess960(mut slf: PyRefMut<'_, Self>, chess960: bool) {
        Self::state_mut(&mut slf).chess960 = chess960;
    }

    /// Returns the number of plies since the start of the game, from the move number.
    fn ply(slf: PyRef<'_, Self>) -> i64 {
        let state = Self::state(&slf);
        2 * (i64::from(state.fullmove_number) - 1) + i64::from(state.turn == Color::Black)
    }
}

/// Declares class attributes.
macro_rules! class_attributes {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)+) => {
        #[pymethods]
        impl Board {
            $(
                $(#[$doc])*
                #[classattr]
                fn $name() -> $type {
                    $value
                }
            )+
        }
    };
}

class_attributes! {
    /// The names of the game in the `Variant` tag of PGN.
    aliases: Vec<&'static str> = vec!["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"];
    /// The name of the game in the UCI protocol.
    uci_variant: Option<&'static str> = Some("chess");
    /// The name of the game in the XBoard protocol.
    xboard_variant: Option<&'static str> = Some("normal");
    /// The FEN of the initial position.
    starting_fen: &'static str = crate::state::STARTING_FEN;
    /// The suffix of Syzygy WDL tables.
    tbw_suffix: Option<&'static str> = Some(".rtbw");
    /// The suffix of Syzygy DTZ tables.
    tbz_suffix: Option<&'static str> = Some(".rtbz");
    /// The first bytes of Syzygy WDL tables.
    tbw_magic: Option<&'static [u8]> = Some(b"\x71\xe8\x23\x5d");
    /// The first bytes of Syzygy DTZ tables.
    tbz_magic: Option<&'static [u8]> = Some(b"\xd7\x66\x0c\xa5");
    /// The suffix of WDL tables without pawns, if it differs.
    pawnless_tbw_suffix: Option<&'static str> = None;
    /// The suffix of DTZ tables without pawns, if it differs.
    pawnless_tbz_suffix: Option<&'static str> = None;
    /// The first bytes of WDL tables without pawns, if they differ.
    pawnless_tbw_magic: Option<&'static [u8]> = None;
    /// The first bytes of DTZ tables without pawns, if they differ.
    pawnless_tbz_magic: Option<&'static [u8]> = None;
    /// True if kings may be next to each other; never in chess.
    connected_kings: bool = false;
    /// True if each side has one king.
    one_king: bool = true;
    /// True if captures are compulsory; never in chess.
    captures_compulsory: bool = false;
}
