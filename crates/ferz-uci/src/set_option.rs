use crate::CommandError;
use crate::tokens::{OneLine, OptionText, Tokens, clipped};
use alloc::string::{String, ToString};
use core::fmt;

/// What `setoption` says: an option's name and the value it gets.
///
/// ```
/// use ferz_uci::Command;
///
/// let line = "setoption name Move Overhead value 30";
/// let Command::SetOption(set) = line.parse()? else { unreachable!() };
/// assert!(set.is("move overhead"));
/// assert_eq!(set.value.as_deref(), Some("30"));
/// # Ok::<(), ferz_uci::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SetOption {
    /// The option's name as sent, its words joined by single spaces. It cannot contain the word
    /// `value`.
    pub name: String,
    /// All that follows `value`, less the blanks at its ends; `None` for a button. Written, an
    /// empty value is `<empty>`, as UCI has it.
    pub value: Option<String>,
}

impl SetOption {
    /// Whether this option is meant: names do not tell upper from lower case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Reads what follows the word `setoption`.
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, CommandError> {
        match tokens.next() {
            Some("name") => {}
            Some(word) => return Err(CommandError::ExpectedName(clipped(word))),
            None => return Err(CommandError::MissingValue("setoption")),
        }
        let name = tokens.text_until(|_, word| word == "value");
        if name.is_empty() {
            return Err(CommandError::MissingValue("name"));
        }
        let value = tokens.next().map(|_value| OptionText::read(tokens.rest()).to_string());
        Ok(Self { name, value })
    }
}

/// Writes the whole command.
impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", OneLine(&self.name))?;
        match &self.value {
            Some(value) => write!(f, " value {}", OptionText(value)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    fn set(line: &str) -> Result<(String, Option<String>), CommandError> {
        match line.parse()? {
            Command::SetOption(set) => Ok((set.name, set.value)),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn names_and_values_of_any_shape() {
        for (line, name, value) in [
            ("setoption name Hash value 64", "Hash", Some("64")),
            ("setoption name Clear  Hash", "Clear Hash", None),
            ("setoption name Clear Hash value", "Clear Hash", Some("")),
            ("setoption name P value <empty>\r\n", "P", Some("")),
            ("setoption name P value C:\\a  b;D:\\ç ", "P", Some("C:\\a  b;D:\\ç")),
            ("setoption name P value value name value", "P", Some("value name value")),
            ("setoption name name value 3", "name", Some("3")),
        ] {
            assert_eq!(set(line), Ok((name.into(), value.map(Into::into))), "{line}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(set("setoption"), Err(CommandError::MissingValue("setoption")));
        assert_eq!(set("setoption name"), Err(CommandError::MissingValue("name")));
        assert_eq!(set("setoption name value 3"), Err(CommandError::MissingValue("name")));
        assert_eq!(set("setoption Hash 3"), Err(CommandError::ExpectedName("Hash".into())));
    }
}
