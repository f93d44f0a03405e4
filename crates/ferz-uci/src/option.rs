//! Options of an engine: their declarations, and the command that sets them.

use crate::tokens::{OneLine, OptionText, Tokens, truncated};
use crate::{CommandError, ReplyError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The declaration of an option, one of the replies to `uci`.
///
/// ```
/// use ferz_uci::{OptionDeclaration, OptionKind, Reply};
///
/// let hash = OptionDeclaration {
///     name: "Hash".into(),
///     kind: OptionKind::Spin { default: 16, min: 1, max: 1024 },
/// };
/// let line = "option name Hash type spin default 16 min 1 max 1024";
/// assert_eq!(hash.to_string(), line);
/// assert_eq!(line.parse(), Ok(Reply::Option(hash)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDeclaration {
    /// The name, its tokens joined by single spaces. Names are compared without regard to case and
    /// cannot contain the token `value`.
    pub name: String,
    /// The type of the option with its default and range.
    pub kind: OptionKind,
}

/// The type of an option with its default and range. An empty text is written as `<empty>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// `check`: a Boolean value.
    Check {
        /// The default value.
        default: bool,
    },
    /// `spin`: an integer in a range.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// `combo`: one of several texts, none of which contains the token `var`.
    Combo {
        /// The default value.
        default: String,
        /// All values.
        vars: Vec<String>,
    },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text.
    String {
        /// The default value.
        default: String,
    },
}

/// Returns true for the five types of options.
fn is_type(token: &str) -> bool {
    matches!(token, "check" | "spin" | "combo" | "button" | "string")
}

impl OptionDeclaration {
    /// Parses the tokens after `option`.
    pub(crate) fn parse(
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Self, ReplyError> {
        match tokens.next() {
            Some("name") => {}
            Some(token) => return Err(ReplyError::ExpectedName(truncated(token))),
            None => return Err(ReplyError::MissingValue("option")),
        }
        // A name may contain `type`, as in `type of game`: only a type after it ends the name.
        let name =
            tokens.text_until(|after, token| token == "type" && after.peek().is_some_and(is_type));
        if name.is_empty() {
            return Err(ReplyError::MissingValue("name"));
        }
        tokens.next();
        let kind = match tokens.next() {
            Some("check") => OptionKind::check(tokens, ignored)?,
            Some("spin") => OptionKind::spin(tokens, ignored)?,
            Some("combo") => OptionKind::combo(tokens, ignored)?,
            Some("button") => OptionKind::Button,
            Some("string") => OptionKind::string(tokens, ignored),
            _ => return Err(ReplyError::MissingValue("type")),
        };
        Ok(Self { name, kind })
    }
}

impl OptionKind {
    fn check(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Result<Self, ReplyError> {
        skip_to_default(tokens, ignored)?;
        match tokens.next() {
            Some("true") => Ok(Self::Check { default: true }),
            Some("false") => Ok(Self::Check { default: false }),
            Some(token) => Err(ReplyError::BadCheck(truncated(token))),
            None => Err(ReplyError::MissingValue("default")),
        }
    }

    fn spin(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Result<Self, ReplyError> {
        const MISSING: fn(&'static str) -> ReplyError = ReplyError::MissingValue;
        let (mut default, mut min, mut max) = (None, None, None);
        while let Some(token) = tokens.next() {
            match token {
                "default" => default = Some(tokens.number("default", MISSING)?),
                "min" => min = Some(tokens.number("min", MISSING)?),
                "max" => max = Some(tokens.number("max", MISSING)?),
                _ => ignored(token),
            }
        }
        Ok(Self::Spin {
            default: default.ok_or(MISSING("default"))?,
            min: min.ok_or(MISSING("min"))?,
            max: max.ok_or(MISSING("max"))?,
        })
    }

    fn combo(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Result<Self, ReplyError> {
        let (mut default, mut vars) = (None, Vec::new());
        while let Some(token) = tokens.next() {
            match token {
                "default" => {
                    let text = tokens.text_until(|_, token| token == "var");
                    default = Some(OptionText::parse(&text).to_string());
                }
                "var" => {
                    // After the default, `default` can only be part of a value.
                    let expects_default = default.is_none();
                    let text = tokens.text_until(|_, token| {
                        token == "var" || (token == "default" && expects_default)
                    });
                    vars.push(OptionText::parse(&text).to_string());
                }
                _ => ignored(token),
            }
        }
        let default = default.ok_or(ReplyError::MissingValue("default"))?;
        Ok(Self::Combo { default, vars })
    }

    /// Parses a `string` option. A missing default is the empty text.
    fn string(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Self {
        let default = match skip_to_default(tokens, ignored) {
            Ok(()) => OptionText::parse(tokens.rest()).to_string(),
            Err(_) => String::new(),
        };
        Self::String { default }
    }
}

/// Consumes the tokens up to and including `default`.
fn skip_to_default(
    tokens: &mut Tokens<'_>,
    ignored: &mut dyn FnMut(&str),
) -> Result<(), ReplyError> {
    for token in tokens {
        if token == "default" {
            return Ok(());
        }
        ignored(token);
    }
    Err(ReplyError::MissingValue("default"))
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", OneLine(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {}", OptionText(default))?;
                vars.iter().try_for_each(|var| write!(f, " var {}", OptionText(var)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", OptionText(default)),
        }
    }
}

/// The arguments of `setoption`: the name of an option and its new value.
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
    /// The name as sent, its tokens joined by single spaces. It cannot contain the token `value`.
    pub name: String,
    /// The text after `value`, trimmed; `None` for a button. An empty value is written as
    /// `<empty>`.
    pub value: Option<String>,
}

impl SetOption {
    /// Returns true if this is the name of the option, in any case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Parses the tokens after `setoption`.
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, CommandError> {
        match tokens.next() {
            Some("name") => {}
            Some(token) => return Err(CommandError::ExpectedName(truncated(token))),
            None => return Err(CommandError::MissingValue("setoption")),
        }
        let name = tokens.text_until(|_, token| token == "value");
        if name.is_empty() {
            return Err(CommandError::MissingValue("name"));
        }
        let value = tokens.next().map(|_value| OptionText::parse(tokens.rest()).to_string());
        Ok(Self { name, value })
    }
}

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
    use crate::{BadNumber, Command, Reply};

    fn option(line: &str) -> Result<OptionDeclaration, ReplyError> {
        match line.parse()? {
            Reply::Option(option) => Ok(option),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn declarations_in_canonical_order_round_trip() {
        for line in [
            "option name Nullmove type check default true",
            "option name Selectivity type spin default 2 min -3 max 33554432",
            "option name Style of play type combo default Normal var Solid var Normal var Risky",
            "option name Book type combo default <empty> var <empty> var my default book",
            "option name Clear Hash type button",
            "option name NalimovPath type string default c:\\my  tables",
            "option name SyzygyPath type string default <empty>",
            "option name type of type type check default false",
        ] {
            assert_eq!(option(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn other_orders_and_missing_texts_are_parsed() {
        for (line, canonical) in [
            ("name X type spin max 3 min 1 default 2", "name X type spin default 2 min 1 max 3"),
            ("name X type combo var a var b default a", "name X type combo default a var a var b"),
            ("name X type string", "name X type string default <empty>"),
            ("name X type string default", "name X type string default <empty>"),
            ("name X type button default 3", "name X type button"),
            ("name  X\tY type check foo default false bar", "name X Y type check default false"),
        ] {
            let read = option(&format!("option {line}")).unwrap();
            assert_eq!(read.to_string(), format!("option {canonical}"));
        }
    }

    #[test]
    fn declaration_errors_name_the_invalid_token() {
        for (line, missing) in [
            ("option", "option"),
            ("option name", "name"),
            ("option name type check default true", "name"),
            ("option name X", "type"),
            ("option name X type file default y", "type"),
            ("option name X type check", "default"),
            ("option name X type check default", "default"),
            ("option name X type spin default 1 min 0", "max"),
            ("option name X type spin default 1 min 0 max", "max"),
            ("option name X type combo var a", "default"),
        ] {
            assert_eq!(option(line), Err(ReplyError::MissingValue(missing)), "{line}");
        }
        let bad = BadNumber { keyword: "min", token: "max".into() };
        let error = option("option name X type spin default 1 min max 3");
        assert_eq!(error, Err(ReplyError::BadNumber(bad)));
        let error = option("option name X type check default yes");
        assert_eq!(error, Err(ReplyError::BadCheck("yes".into())));
        let error = option("option X type button");
        assert_eq!(error, Err(ReplyError::ExpectedName("X".into())));
    }

    fn set_option(line: &str) -> Result<(String, Option<String>), CommandError> {
        match line.parse()? {
            Command::SetOption(set) => Ok((set.name, set.value)),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn names_and_values_are_parsed() {
        for (line, name, value) in [
            ("setoption name Hash value 64", "Hash", Some("64")),
            ("setoption name Clear  Hash", "Clear Hash", None),
            ("setoption name Clear Hash value", "Clear Hash", Some("")),
            ("setoption name P value <empty>\r\n", "P", Some("")),
            ("setoption name P value C:\\a  b;D:\\ç ", "P", Some("C:\\a  b;D:\\ç")),
            ("setoption name P value value name value", "P", Some("value name value")),
            ("setoption name name value 3", "name", Some("3")),
        ] {
            assert_eq!(set_option(line), Ok((name.into(), value.map(Into::into))), "{line}");
        }
    }

    #[test]
    fn names_are_compared_without_case() {
        let set = SetOption { name: "Clear Hash".into(), value: None };
        assert!(set.is("clear hash") && set.is("CLEAR HASH"));
        assert!(!set.is("Clear") && !set.is("ClearHash") && !set.is(""));
    }

    #[test]
    fn setoption_errors_name_the_missing_token() {
        assert_eq!(set_option("setoption"), Err(CommandError::MissingValue("setoption")));
        assert_eq!(set_option("setoption name"), Err(CommandError::MissingValue("name")));
        assert_eq!(set_option("setoption name value 3"), Err(CommandError::MissingValue("name")));
        assert_eq!(set_option("setoption Hash 3"), Err(CommandError::ExpectedName("Hash".into())));
    }
}
