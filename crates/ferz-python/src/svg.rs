//! Drawings of the pieces, for `ferz.svg`.

use crate::piece::Piece;
use ferz_game::svg::PieceSvg;
use pyo3::prelude::*;

/// Returns the drawing of a piece on a square of 100 by 100 units, as elements of SVG for a group with
/// `stroke-linejoin="round"`.
#[pyfunction]
pub(crate) fn svg_piece(piece: &Bound<'_, Piece>) -> String {
    PieceSvg(piece.get().piece).to_string()
}
