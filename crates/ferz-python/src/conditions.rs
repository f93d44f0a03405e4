//! Conditions on games by keyword: those of the table of `ferz_database::selection`.

use crate::arguments::clipped;
use ferz_database::selection::{CONDITIONS, Condition, ConditionError, Selection};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

/// Returns the selection of conditions by keyword, of which None is none.
///
/// # Errors
/// `TypeError` for unknown names and a colour of another type, `ValueError` for values that are no such condition and
/// for conditions that contradict each other.
pub(crate) fn selection(conditions: &Bound<'_, PyDict>) -> PyResult<Selection> {
    let mut selection = Selection::default();
    let invalid = |error: ConditionError| PyValueError::new_err(spelled(&error));
    for (name, value) in conditions {
        let name: String = name.extract()?;
        let condition =
            Condition::find(&name).map_err(|error| PyTypeError::new_err(spelled(&error)))?;
        if value.is_none() {
            continue;
        }
        let mut set = |value: &Bound<'_, PyAny>| {
            let text = text_of(condition, value)?;
            condition.set(&mut selection, &text).map_err(invalid)
        };
        if condition.is_repeated && !value.is_instance_of::<PyString>() {
            let values = value.try_iter().map_err(|_| {
                let found = clipped(&value.to_string());
                PyTypeError::new_err(format!("{name}: expected a text or several, found {found}"))
            })?;
            let mut values = values.peekable();
            if values.peek().is_none() {
                // All games and none are both a possible reading.
                let reason = "found no value, expected one or more, or None for no condition";
                return Err(PyValueError::new_err(format!("{name}: {reason}")));
            }
            values.try_for_each(|value| set(&value?))?;
        } else {
            set(&value)?;
        }
    }
    selection.check().and_then(|()| selection.read_repertoire(None)).map_err(invalid)?;
    Ok(selection)
}

/// Returns an error with the names of keywords, which have `_` in place of the `-` of options.
fn spelled(error: &ConditionError) -> String {
    let names = CONDITIONS.iter().map(|condition| condition.name);
    names.fold(error.to_string(), |text, name| text.replace(name, &name.replace('-', "_")))
}

/// Returns the text of a value. A side of White or Black is a colour of Python, which no text is.
fn text_of(condition: &Condition, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if matches!(condition.name, "color" | "pattern-turn") {
        let is_white = value.cast::<PyBool>().map(|value| value.is_true()).map_err(|_| {
            let name = condition.name.replace('-', "_");
            PyTypeError::new_err(format!("{name}: expected ferz.WHITE or ferz.BLACK"))
        })?;
        return Ok(if is_white { "white" } else { "black" }.to_owned());
    }
    Ok(value.str()?.to_str()?.to_owned())
}
