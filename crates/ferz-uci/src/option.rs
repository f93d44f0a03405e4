use crate::ReplyError;
use crate::tokens::{OneLine, OptionText, Tokens, clipped};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// What `option` says: an option that the engine has, answered to `uci`.
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
    /// The option's name, its words joined by single spaces. Names do not tell upper from lower
    /// case, and none contains the word `value`.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// What values an option takes, and its default. Written, an empty text is `<empty>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// `check`: true or false.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// `spin`: a whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// `combo`: one text of several. None of them contains the word `var`.
    Combo {
        /// The value at the start.
        default: String,
        /// All values.
        vars: Vec<String>,
    },
    /// `button`: no value, but something that happens.
    Button,
    /// `string`: any text.
    String {
        /// The value at the start.
        default: String,
    },
}

/// The five words that may follow `type`.
fn is_type(word: &str) -> bool {
    matches!(word, "check" | "spin" | "combo" | "button" | "string")
}

impl OptionDeclaration {
    /// Reads what follows the word `option`.
    pub(crate) fn parse(
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Self, ReplyError> {
        match tokens.next() {
            Some("name") => {}
            Some(word) => return Err(ReplyError::ExpectedName(clipped(word))),
            None => return Err(ReplyError::MissingValue("option")),
        }
        // A name may contain the word `type`, as in `Type of game`: the kind has to follow it.
        let name =
            tokens.text_until(|after, word| word == "type" && after.peek().is_some_and(is_type));
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
            Some(word) => Err(ReplyError::BadCheck(clipped(word))),
            None => Err(ReplyError::MissingValue("default")),
        }
    }

    fn spin(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Result<Self, ReplyError> {
        const MISSING: fn(&'static str) -> ReplyError = ReplyError::MissingValue;
        let (mut default, mut min, mut max) = (None, None, None);
        while let Some(word) = tokens.next() {
            match word {
                "default" => default = Some(tokens.number("default", MISSING)?),
                "min" => min = Some(tokens.number("min", MISSING)?),
                "max" => max = Some(tokens.number("max", MISSING)?),
                _ => ignored(word),
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
        while let Some(word) = tokens.next() {
            match word {
                "default" => {
                    let text = tokens.text_until(|_, word| word == "var");
                    default = Some(OptionText::read(&text).to_string());
                }
                "var" => {
                    // The word may also be part of a value once the default is known.
                    let awaits_default = default.is_none();
                    let text = tokens.text_until(|_, word| {
                        word == "var" || (word == "default" && awaits_default)
                    });
                    vars.push(OptionText::read(&text).to_string());
                }
                _ => ignored(word),
            }
        }
        let default = default.ok_or(ReplyError::MissingValue("default"))?;
        Ok(Self::Combo { default, vars })
    }

    /// Engines that leave the default out mean the empty text.
    fn string(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Self {
        let default = match skip_to_default(tokens, ignored) {
            Ok(()) => OptionText::read(tokens.rest()).to_string(),
            Err(_) => String::new(),
        };
        Self::String { default }
    }
}

/// Reads on until after the word `default`.
fn skip_to_default(
    tokens: &mut Tokens<'_>,
    ignored: &mut dyn FnMut(&str),
) -> Result<(), ReplyError> {
    for word in tokens {
        if word == "default" {
            return Ok(());
        }
        ignored(word);
    }
    Err(ReplyError::MissingValue("default"))
}

/// Writes the whole reply.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BadNumber, Reply};

    fn option(line: &str) -> Result<OptionDeclaration, ReplyError> {
        match line.parse()? {
            Reply::Option(option) => Ok(option),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn a_line_in_canonical_order_is_kept() {
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
    fn other_orders_and_left_out_texts_are_read() {
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
    fn what_is_wrong_is_named() {
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
}
