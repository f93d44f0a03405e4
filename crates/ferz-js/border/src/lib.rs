//! The border between JavaScript and the modules: plain functions of numbers.
//!
//! The host writes its text, or 32-bit words and then text, at the address that `input` returns, and calls a
//! function. The function leaves words and a text behind, of which `output` returns the table: address and
//! number of the words, address and length of the text. A call replaces what the last one left. There are
//! no threads: the cells are never in use twice.
//!
//! This is simpler than generated bindings: a program of the same version as a crate is not needed, and the
//! host decides when a text is decoded.

pub mod utf16;

use std::cell::RefCell;
use std::fmt::{self, Display, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Output> = const { RefCell::new(Output { words: Vec::new(), text: String::new() }) };
}

/// Addresses and lengths of the output, and 1 while a function runs.
static TABLE: [AtomicU32; 5] = [const { AtomicU32::new(0) }; 5];

/// Marks that a function runs. The mark stays if the function is ended from outside, by an exhausted stack of the host
/// or a trap: then cells stay in use, and the host has to make the module anew.
pub fn running<R>(run: impl FnOnce() -> R) -> R {
    let outer = TABLE[4].swap(1, Relaxed);
    let result = run();
    TABLE[4].store(outer, Relaxed);
    result
}

/// The results of a function beside the number that it returns.
#[derive(Debug, Default)]
pub struct Output {
    /// Numbers.
    pub words: Vec<u32>,
    /// Text.
    pub text: String,
}

impl Output {
    /// Appends a value as text.
    pub fn write(&mut self, value: impl Display) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{value}");
    }

    /// Appends a 64-bit number as two words, the lower one first.
    pub fn push64(&mut self, number: u64) {
        self.words.extend([number as u32, (number >> 32) as u32]);
    }

    /// Replaces the text by an error.
    pub fn fail(&mut self, error: &Json) {
        self.words.clear();
        self.text.clone_from(&error.0);
    }
}

/// Makes room for the input of the next call and returns its address.
pub fn input(bytes: usize) -> *mut u8 {
    running(|| {
        INPUT.with_borrow_mut(|input| {
            input.clear();
            // A large input does not hold its memory for ever.
            if input.capacity() > 1 << 22 && bytes < 1 << 20 {
                *input = Vec::new();
            }
            input.resize(bytes, 0);
            input.as_mut_ptr()
        })
    })
}

/// Returns the address of the table of the last output.
pub fn output() -> *const AtomicU32 {
    TABLE.as_ptr()
}

/// Runs a function on the input, and publishes its output.
pub fn call<R>(run: impl FnOnce(&[u8], &mut Output) -> R) -> R {
    running(|| {
        INPUT.with_borrow(|input| OUTPUT.with_borrow_mut(|output| publish(input, output, run)))
    })
}

fn publish<R>(input: &[u8], output: &mut Output, run: impl FnOnce(&[u8], &mut Output) -> R) -> R {
    output.words.clear();
    output.text.clear();
    let result = run(input, output);
    let (words, text) = (&output.words, &output.text);
    let table = [words.as_ptr() as usize, words.len(), text.as_ptr() as usize, text.len()];
    for (cell, value) in TABLE.iter().zip(table) {
        cell.store(value as u32, Relaxed);
    }
    result
}

/// Returns an input as text. The host encodes valid UTF-8; anything else is replaced.
pub fn text(input: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(input)
}

/// Divides an input into its words and the text behind them. Fewer bytes than words end the words.
pub fn words(input: &[u8], count: usize) -> (Vec<u32>, &[u8]) {
    let (head, tail) = input.split_at(count.saturating_mul(4).min(input.len()));
    (head.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect(), tail)
}

/// Returns `count` words of the input behind the first `skipped` ones, before a call.
pub fn input_words(skipped: usize, count: usize) -> Vec<u32> {
    INPUT.with_borrow(|input| words(input.get(4 * skipped..).unwrap_or_default(), count).0)
}

/// A JSON object being written, for errors and other rare results.
#[derive(Clone, Debug)]
pub struct Json(String);

impl Json {
    /// Creates an object with the name of its kind and a message.
    pub fn error(name: &str, message: impl Display) -> Self {
        Self::object().with("name", name).with("message", message)
    }

    /// Creates an empty object.
    pub fn object() -> Self {
        Self("{}".to_owned())
    }

    /// Adds a value that is JSON. Not generic, since it is called for many types.
    fn member(mut self, key: &str, value: &dyn Display) -> Self {
        self.0.pop();
        if self.0.len() > 1 {
            self.0.push(',');
        }
        // Writing to a string does not fail.
        let _ = write!(self.0, "\"{key}\":{value}}}");
        self
    }

    /// Adds a text.
    #[must_use]
    pub fn with(self, key: &str, value: impl Display) -> Self {
        self.member(key, &Quoted(&value.to_string()))
    }

    /// Adds a number or anything else that JSON writes as `Display` does.
    #[must_use]
    pub fn with_raw(self, key: &str, value: impl Display) -> Self {
        self.member(key, &value)
    }

    /// Adds a list of values that are JSON.
    #[must_use]
    pub fn with_list<T: Display>(self, key: &str, values: impl IntoIterator<Item = T>) -> Self {
        let mut list = String::from("[");
        for (index, value) in values.into_iter().enumerate() {
            let separator = if index > 0 { "," } else { "" };
            let _ = write!(list, "{separator}{value}");
        }
        list.push(']');
        self.member(key, &list)
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that `Display` writes as a JSON string.
pub struct Quoted<'a>(pub &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\n' => f.write_str("\\n")?,
                control if control < ' ' => write!(f, "\\u{:04x}", control as u32)?,
                other => f.write_char(other)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_json() {
        let json = Json::error("FenError", "\"x\"\n\u{1}")
            .with_raw("field", 2)
            .with_list("faults", ["\"a\"", "\"b\""]);
        let expected =
            r#"{"name":"FenError","message":"\"x\"\n\u0001","field":2,"faults":["a","b"]}"#;
        assert_eq!(json.to_string(), expected);
        assert_eq!(Json::object().to_string(), "{}");
    }

    #[test]
    fn output_is_published() {
        let address = input(5);
        assert!(!address.is_null());
        let length = call(|input, output| {
            assert_eq!(TABLE[4].load(Relaxed), 1);
            output.push64(1 << 32 | 2);
            output.write("text");
            input.len()
        });
        assert_eq!(length, 5);
        assert_eq!(TABLE[1].load(Relaxed), 2);
        assert_eq!(TABLE[3].load(Relaxed), 4);
        assert_eq!(TABLE[4].load(Relaxed), 0);
        assert_eq!(words(&[1, 0, 0, 0, 65], 1), (vec![1], &b"A"[..]));
        assert_eq!(words(&[1, 0], 9), (vec![], &b""[..]));
    }
}
