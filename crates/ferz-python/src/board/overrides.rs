//! Classes that override rules: their boards use the functions of the package's module for rules, which
//! call the overridden methods.

use super::Board;
use crate::package;
use pyo3::prelude::*;

/// The methods on which others depend.
const RULES: [&str; 12] = [
    "generate_legal_moves",
    "generate_pseudo_legal_moves",
    "is_legal",
    "is_pseudo_legal",
    "is_into_check",
    "is_check",
    "is_checkmate",
    "is_insufficient_material",
    "is_variant_end",
    "is_variant_win",
    "is_variant_loss",
    "is_variant_draw",
];

/// Returns true if the class of a board overrides one of some methods.
pub(super) fn overrides(board: &Bound<'_, Board>, methods: &[&str]) -> PyResult<bool> {
    if Board::is_exact(board) {
        return Ok(false);
    }
    let (class, base) = (board.get_type(), board.py().get_type::<Board>());
    for &name in methods {
        if !class.getattr(name)?.is(base.getattr(name)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the module for rules if the class of a board overrides rules.
pub(super) fn custom_rules<'py>(
    board: &Bound<'py, Board>,
) -> PyResult<Option<&'py Bound<'py, PyModule>>> {
    if overrides(board, &RULES)? { package::rules(board.py()).map(Some) } else { Ok(None) }
}
