//! Numbers of moves as the policy outputs of neural networks.
//!
//! Squares are seen from the mover's side: ranks are mirrored if Black is to move. Castling is the
//! king's move to the square of its rook, also in Chess960.

use super::blocks::ElementError;
use super::moves::{check_len, legal_move};
use super::records::{Output, Records, RowOptions, map, records, rows};
use crate::arguments::Natural;
use ferz::{Color, Move, PieceType, Square};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use std::sync::LazyLock;

/// A numbering of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    /// 1858 moves in the order of lc0: all moves of a queen or a knight on an empty board, by origin,
    /// then by target (1792); then the promotions to queen, rook and bishop by origin, target and
    /// piece in this order (66). A promotion to a knight has the number of its squares.
    Lc0,
    /// 4672 moves: 73 for each origin, as in AlphaZero. 7 distances in each of the directions N, NE,
    /// E, SE, S, SW, W, NW; 8 knight moves clockwise from NNE; promotions to a knight, a bishop or a
    /// rook towards the a-file, straight, towards the h-file. A promotion to a queen has the number
    /// of its squares.
    AlphaZero,
}

/// The number of moves of a queen and a knight in [`Policy::Lc0`].
const LC0_MOVES: usize = 1792;
/// The directions of a queen as steps of files and ranks, clockwise.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The moves of a knight as steps of files and ranks, clockwise.
const KNIGHT_MOVES: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The planes of AlphaZero for an origin.
const PLANES: usize = 73;

impl FromPyObject<'_, '_> for Policy {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match &*name.extract::<PyBackedStr>()? {
            "lc0" => Ok(Self::Lc0),
            "alphazero" => Ok(Self::AlphaZero),
            other => Err(PyValueError::new_err(format!(
                "expected the layout \"lc0\" or \"alphazero\", found {other:?}"
            ))),
        }
    }
}

impl Policy {
    /// Returns the number of moves.
    pub const fn len(self) -> usize {
        match self {
            Self::Lc0 => 1858,
            Self::AlphaZero => Square::COUNT * PLANES,
        }
    }

    /// Returns the number of a legal move of a side.
    pub fn index(self, mover: Color, mv: Move) -> usize {
        let seen = |square: Square| match mover {
            Color::White => square.index(),
            Color::Black => square.index() ^ 56,
        };
        let (from, to) = (seen(mv.from()), seen(mv.to()));
        match self {
            Self::Lc0 => lc0_index(from, to, mv.promotion()),
            Self::AlphaZero => PLANES * from + plane(from, to, mv.promotion()),
        }
    }
}

/// The number of each pair of squares in [`Policy::Lc0`].
static LC0_SQUARES: LazyLock<[[u16; 64]; 64]> = LazyLock::new(|| {
    let mut numbers = [[0; 64]; 64];
    let mut next = 0;
    for (from, numbers) in numbers.iter_mut().enumerate() {
        for (to, number) in numbers.iter_mut().enumerate() {
            if direction(from, to).is_some() || knight(from, to).is_some() {
                *number = next;
                next += 1;
            }
        }
    }
    assert_eq!(usize::from(next), LC0_MOVES);
    numbers
});

fn lc0_index(from: usize, to: usize, promotion: Option<PieceType>) -> usize {
    let piece = match promotion {
        Some(PieceType::Queen) => 0,
        Some(PieceType::Rook) => 1,
        Some(PieceType::Bishop) => 2,
        _ => return LC0_SQUARES[from][to].into(),
    };
    // Two targets from the a-file, then three from each file.
    let (from, to) = (from % 8, to % 8);
    let pair = if from == 0 { to } else { 2 * from + to };
    LC0_MOVES + 3 * pair + piece
}

/// Returns the plane of a move in [`Policy::AlphaZero`].
fn plane(from: usize, to: usize, promotion: Option<PieceType>) -> usize {
    let piece = match promotion {
        Some(PieceType::Knight) => Some(0),
        Some(PieceType::Bishop) => Some(1),
        Some(PieceType::Rook) => Some(2),
        _ => None,
    };
    if let Some(piece) = piece {
        return 64 + 3 * (to % 8 + 1 - from % 8) + piece;
    }
    match (direction(from, to), knight(from, to)) {
        (Some((direction, distance)), _) => 7 * direction + distance - 1,
        (None, Some(knight)) => 56 + knight,
        (None, None) => unreachable!("a legal move goes along a line or jumps as a knight"),
    }
}

/// Returns the steps of files and ranks between squares.
fn steps(from: usize, to: usize) -> (i8, i8) {
    let difference = |from: usize, to: usize| to as i8 - from as i8;
    (difference(from % 8, to % 8), difference(from / 8, to / 8))
}

/// Returns direction and distance of a queen's move.
fn direction(from: usize, to: usize) -> Option<(usize, usize)> {
    let (files, ranks) = steps(from, to);
    let distance = files.abs().max(ranks.abs());
    let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let step = (files.signum(), ranks.signum());
    let direction = DIRECTIONS.iter().position(|&direction| direction == step)?;
    on_line.then_some((direction, distance as usize))
}

/// Returns the number of a knight's move.
fn knight(from: usize, to: usize) -> Option<usize> {
    let step = steps(from, to);
    KNIGHT_MOVES.iter().position(|&knight| knight == step)
}

/// Writes for each position a row with true at the numbers of its legal moves.
#[pyfunction]
pub(super) fn legal_mask(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, bool>,
    layout: Policy,
    threads: Natural,
) -> PyResult<()> {
    rows(
        py,
        &positions,
        &mut output,
        RowOptions::new(threads, layout.len()),
        |_, position, output| {
            output.fill(false);
            for &mv in position.legal_moves().as_slice() {
                output[layout.index(position.side_to_move(), mv)] = true;
            }
            Ok(())
        },
    )
}

/// Writes the number of one legal move for each position.
#[pyfunction]
pub(super) fn move_indexes(
    py: Python<'_>,
    positions: Records<'_>,
    moves: PyReadonlyArray1<'_, u16>,
    mut output: Output<'_, u16>,
    layout: Policy,
    threads: Natural,
) -> PyResult<()> {
    let moves = moves.as_slice()?;
    check_len("moves", moves.len(), records(&positions)?.len())?;
    map(py, &positions, &mut output, threads, |index, position| {
        let mv = legal_move(index, position, moves[index])?;
        Ok(layout.index(position.side_to_move(), mv) as u16)
    })
}

/// Writes the legal move with a number for each position.
#[pyfunction]
pub(super) fn moves_from_indexes(
    py: Python<'_>,
    positions: Records<'_>,
    indexes: PyReadonlyArray1<'_, u16>,
    mut output: Output<'_, u16>,
    layout: Policy,
    threads: Natural,
) -> PyResult<()> {
    let indexes = indexes.as_slice()?;
    check_len("indexes", indexes.len(), records(&positions)?.len())?;
    map(py, &positions, &mut output, threads, |index, position| {
        let (mover, number) = (position.side_to_move(), usize::from(indexes[index]));
        let moves = position.legal_moves();
        let found = moves.iter().find(|&&mv| layout.index(mover, mv) == number);
        let fault = || format!("no legal move has the index {number} in {}", position.fen());
        Ok(found.ok_or_else(|| ElementError::new(index, fault()))?.bits())
    })
}
