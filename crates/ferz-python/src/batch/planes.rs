//! Positions as planes of 64 squares, the inputs of convolutional networks.

use super::records::{Output, Records, RowOptions, rows};
use crate::arguments::Natural;
use ferz::{Bitboard, CastleSide, Color, PieceType, Position};
use half::f16;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

const SQUARES: usize = 64;
/// The planes of the pieces.
const PIECE_PLANES: usize = 12;
/// The unit of the counters.
const COUNTER_UNIT: f32 = 100.0;

/// The order and the view of planes. Squares are numbered a1 = 0 to h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// White's pieces (pawns, knights, bishops, rooks, queens, king), those of Black, ones if White
    /// is to move, the rooks with the castling rights K, Q, k, q, the en passant square.
    White,
    /// As `White` with the mover for White: ranks are mirrored and colours exchanged if Black is to
    /// move. The plane of the side is the same, ones if White is to move.
    Mover,
    /// The pieces as in `Mover`; then constant planes: ones if White is to move, fullmove number /
    /// 100, castling rights of the mover K, Q and of the opponent K, Q, halfmove clock / 100.
    AlphaZero,
}

impl FromPyObject<'_, '_> for Layout {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match &*name.extract::<PyBackedStr>()? {
            "white" => Ok(Self::White),
            "mover" => Ok(Self::Mover),
            "alphazero" => Ok(Self::AlphaZero),
            other => Err(PyValueError::new_err(format!(
                "expected the layout \"white\", \"mover\" or \"alphazero\", found {other:?}"
            ))),
        }
    }
}

impl Layout {
    /// The number of planes without and with planes for counters.
    const fn planes(self, counters: bool) -> usize {
        match self {
            Self::White | Self::Mover => 18 + 2 * counters as usize,
            Self::AlphaZero => 19,
        }
    }
}

/// A type of the elements of planes.
trait Element: Copy + Send {
    const ZERO: Self;
    const ONE: Self;

    /// Converts a counter. Types of bits have no planes of counters.
    fn number(value: f32) -> Self;
}

macro_rules! elements {
    ($($type:ty: $zero:expr, $one:expr, $number:expr;)+) => {
        $(impl Element for $type {
            const ZERO: Self = $zero;
            const ONE: Self = $one;

            fn number(value: f32) -> Self {
                $number(value)
            }
        })+
    };
}

elements! {
    bool: false, true, |value| value != 0.0;
    i8: 0, 1, |value| value as Self;
    f16: Self::ZERO, Self::ONE, Self::from_f32;
    f32: 0.0, 1.0, |value| value;
}

/// An array that receives planes, by the type of its elements.
#[derive(FromPyObject)]
pub(super) enum PlaneOutput<'py> {
    Bool(Output<'py, bool>),
    Int8(Output<'py, i8>),
    Half(Output<'py, f16>),
    Float(Output<'py, f32>),
}

/// Writes planes, with counters if `counters` is set or if the layout has them.
#[pyfunction]
pub(super) fn planes(
    py: Python<'_>,
    positions: Records<'_>,
    output: PlaneOutput<'_>,
    layout: Layout,
    counters: bool,
    threads: Natural,
) -> PyResult<()> {
    let options = RowOptions::new(threads, SQUARES * layout.planes(counters));
    match output {
        PlaneOutput::Bool(mut out) => write(py, &positions, &mut out, options, layout, counters),
        PlaneOutput::Int8(mut out) => write(py, &positions, &mut out, options, layout, counters),
        PlaneOutput::Half(mut out) => write(py, &positions, &mut out, options, layout, counters),
        PlaneOutput::Float(mut out) => write(py, &positions, &mut out, options, layout, counters),
    }
}

fn write<T: Element + numpy::Element + Send>(
    py: Python<'_>,
    positions: &Records<'_>,
    output: &mut Output<'_, T>,
    options: RowOptions,
    layout: Layout,
    counters: bool,
) -> PyResult<()> {
    rows(py, positions, output, options, |_, position, output| {
        write_bits(position, layout, output);
        let mut fill = |plane: usize, counter: u16| {
            let value = T::number(f32::from(counter) / COUNTER_UNIT);
            output[SQUARES * plane..][..SQUARES].fill(value);
        };
        let (halfmove_clock, fullmove_number) = (position.rule50(), position.fullmove_number());
        match layout {
            Layout::AlphaZero => {
                fill(PIECE_PLANES + 1, fullmove_number);
                fill(PIECE_PLANES + 6, halfmove_clock);
            }
            Layout::White | Layout::Mover if counters => {
                fill(18, halfmove_clock);
                fill(19, fullmove_number);
            }
            Layout::White | Layout::Mover => {}
        }
        Ok(())
    })
}

/// Writes all planes but those of counters.
fn write_bits<T: Element>(position: &Position, layout: Layout, output: &mut [T]) {
    output.fill(T::ZERO);
    let us = match layout {
        Layout::White => Color::White,
        Layout::Mover | Layout::AlphaZero => position.side_to_move(),
    };
    let flip = if us == Color::Black { 56 } else { 0 };
    let mut mark = |plane: usize, squares: Bitboard| {
        for square in squares {
            output[SQUARES * plane + (square.index() ^ flip)] = T::ONE;
        }
    };
    for (nth, color) in [us, !us].into_iter().enumerate() {
        for piece_type in PieceType::ALL {
            mark(6 * nth + piece_type.index(), position.pieces(color, piece_type));
        }
    }
    let all_if = |condition: bool| if condition { Bitboard(!0) } else { Bitboard::EMPTY };
    mark(PIECE_PLANES, all_if(position.side_to_move() == Color::White));
    let rights = [us, !us].into_iter().flat_map(|color| {
        CastleSide::ALL.into_iter().map(move |side| position.castling_rook(color, side))
    });
    for (nth, rook) in rights.enumerate() {
        match layout {
            Layout::White | Layout::Mover => mark(13 + nth, rook.into_iter().collect()),
            Layout::AlphaZero => mark(14 + nth, all_if(rook.is_some())),
        }
    }
    if layout != Layout::AlphaZero {
        mark(17, position.en_passant().into_iter().collect());
    }
}
