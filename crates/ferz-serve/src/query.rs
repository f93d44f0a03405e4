//! The query of an address: `play=e2e4%2Ce7e5&moves=12`.

use crate::api::Refusal;
use std::str::FromStr;

/// The parameters of a query. Unknown ones are left alone, as front ends send many.
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Reads a query, the part of an address after `?`. Any text is one: what is not percent-encoded text of UTF-8 has
    /// replacement characters.
    pub fn new(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        });
        Self(pairs.collect())
    }

    /// Returns the last value of a parameter; `None` if it is empty too.
    pub fn get(&self, name: &str) -> Option<&str> {
        let value = self.0.iter().rev().find(|(other, _)| other == name)?.1.trim();
        Some(value).filter(|value| !value.is_empty())
    }

    /// Returns the values of a list: separated by commas, or of a name that is repeated, also as `name[]`.
    pub fn list<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let is_named = move |other: &str| other.strip_suffix("[]").unwrap_or(other) == name;
        let values = self.0.iter().filter(move |(other, _)| is_named(other));
        let parts = values.flat_map(|(_, value)| value.split(','));
        parts.map(str::trim).filter(|part| !part.is_empty())
    }

    /// Returns the value of a parameter.
    ///
    /// # Errors
    /// If it is not of its type.
    pub fn parsed<T: FromStr<Err: std::fmt::Display>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, Refusal> {
        let invalid = |error| Refusal::Invalid(format!("{name}: {error}"));
        self.get(name).map(|text| text.parse().map_err(invalid)).transpose()
    }
}

/// Decodes a part of a form: `%2C` is a byte, `+` a space. A `%` without two digits is kept.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match (first, escaped(after)) {
            (b'%', Some(byte)) => {
                rest = &after[2..];
                byte
            }
            (b'+', _) => b' ',
            (byte, _) => *byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the byte of two hexadecimal digits at the start of a text.
fn escaped(text: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let [high, low] = text.first_chunk()?.map(digit);
    u8::try_from(high? << 4 | low?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let query = Query::new(
            "fen=a%20b+c&play=e2e4%2ce7e5&&x&moves=&moves=1%&=5&moves=%zz&%66=%C3%A9%ff%+",
        );
        assert_eq!(query.get("fen"), Some("a b c"));
        assert_eq!(query.list("play").collect::<Vec<_>>(), ["e2e4", "e7e5"]);
        assert_eq!(query.get("moves"), Some("%zz"));
        assert_eq!(query.get(""), Some("5"));
        assert_eq!(query.get("f"), Some("\u{e9}\u{fffd}%"));
        assert_eq!((query.get("x"), query.get("y")), (None, None));
        let query = Query::new("moves=7&moves=+12+");
        assert_eq!(query.parsed::<u8>("moves").unwrap(), Some(12));
        assert_eq!(query.parsed::<u8>("none").unwrap(), None);
        assert!(Query::new("moves=-1").parsed::<u8>("moves").is_err());
    }

    #[test]
    fn lists_have_both_forms() {
        for text in ["s=a,b", "s=a&s=b", "s[]=a&s%5B%5D=b", "s=,a%2C%20b,", "s=a&t=c&s[]=b"] {
            assert_eq!(Query::new(text).list("s").collect::<Vec<_>>(), ["a", "b"], "{text}");
        }
        assert_eq!(Query::new("s=").list("s").count(), 0);
    }
}
