//! Python's text as bytes and back, with the lone surrogates that a lenient decoder leaves.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// The error handler that encodes surrogates as three bytes and decodes them again.
const HANDLER: &str = "surrogatepass";

/// Appends a text in UTF-8 to bytes.
pub(crate) fn append_text(text: &Bound<'_, PyString>, bytes: &mut Vec<u8>) -> PyResult<()> {
    match text.encode_utf8() {
        Ok(text) => bytes.extend_from_slice(text.as_bytes()),
        Err(_) => {
            let encoded = text.call_method1("encode", ("utf-8", HANDLER))?;
            bytes.extend_from_slice(encoded.cast::<pyo3::types::PyBytes>()?.as_bytes());
        }
    }
    Ok(())
}

/// Returns the text of bytes that [`append_text`] has written.
pub(crate) fn to_text<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(PyString::new(py, text)),
        Err(_) => {
            let bytes = pyo3::types::PyBytes::new(py, bytes);
            let text = bytes.call_method1("decode", ("utf-8", HANDLER))?;
            Ok(text.cast_into::<PyString>()?)
        }
    }
}
