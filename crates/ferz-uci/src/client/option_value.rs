//! Values of options, checked against their declarations.

use super::OptionError;
use crate::{OptionDeclaration, OptionKind, SetOption};
use std::string::String;

/// A value for an option.
///
/// ```
/// use ferz_uci::client::OptionValue;
///
/// assert_eq!(OptionValue::from(true), OptionValue::Check(true));
/// assert_eq!(OptionValue::from(64), OptionValue::Spin(64));
/// assert_eq!(OptionValue::from("Solid"), OptionValue::Text("Solid".into()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OptionValue {
    /// The value of a `check` option.
    Check(bool),
    /// The value of a `spin` option.
    Spin(i64),
    /// The value of a `combo` or `string` option.
    Text(String),
    /// The press of a `button`.
    Press,
}

impl From<bool> for OptionValue {
    fn from(value: bool) -> Self {
        Self::Check(value)
    }
}

impl From<i64> for OptionValue {
    fn from(value: i64) -> Self {
        Self::Spin(value)
    }
}

impl From<&str> for OptionValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for OptionValue {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl OptionValue {
    /// Returns the value as text, as after `value` in `setoption`; empty for a button.
    fn text(&self) -> String {
        match self {
            Self::Check(value) => value.to_string(),
            Self::Spin(value) => value.to_string(),
            Self::Text(value) => value.clone(),
            Self::Press => String::new(),
        }
    }

    /// Parses a value of the type that a declaration has.
    ///
    /// # Errors
    /// [`OptionError::Type`] if the text is not of that type.
    pub fn parse(declaration: &OptionDeclaration, text: &str) -> Result<Self, OptionError> {
        let parsed = match &declaration.kind {
            OptionKind::Check { .. } => text.parse().ok().map(Self::Check),
            OptionKind::Spin { .. } => text.parse().ok().map(Self::Spin),
            OptionKind::Combo { .. } | OptionKind::String { .. } => Some(text.into()),
            OptionKind::Button => text.is_empty().then_some(Self::Press),
        };
        parsed.ok_or_else(|| type_error(declaration, text.to_owned()))
    }

    /// Returns the command that sets an option to this value.
    ///
    /// # Errors
    /// If the value has another type than the option, is out of range or not one of its texts.
    pub fn for_option(self, declaration: &OptionDeclaration) -> Result<SetOption, OptionError> {
        let name = declaration.name.clone();
        let value = match (&declaration.kind, &self) {
            (OptionKind::Button, Self::Press) => None,
            (OptionKind::Check { .. }, Self::Check(value)) => Some(value.to_string()),
            (&OptionKind::Spin { min, max, .. }, &Self::Spin(found)) => {
                if !(min..=max).contains(&found) {
                    return Err(OptionError::Range { name, min, max, found });
                }
                Some(found.to_string())
            }
            (OptionKind::Combo { vars, .. }, Self::Text(found)) => {
                match vars.iter().find(|var| var.eq_ignore_ascii_case(found)) {
                    Some(var) => Some(var.clone()),
                    None => {
                        let (vars, found) = (vars.clone(), found.clone());
                        return Err(OptionError::Choice { name, vars, found });
                    }
                }
            }
            (OptionKind::String { .. }, Self::Text(value)) => {
                if value.contains(['\n', '\r']) {
                    return Err(OptionError::LineBreak { name });
                }
                Some(value.clone())
            }
            _ => return Err(type_error(declaration, self.text())),
        };
        Ok(SetOption { name, value })
    }
}

fn type_error(declaration: &OptionDeclaration, found: String) -> OptionError {
    let expected = match declaration.kind {
        OptionKind::Check { .. } => "a check, true or false",
        OptionKind::Spin { .. } => "a spin, a number",
        OptionKind::Combo { .. } => "a combo, one of its texts",
        OptionKind::Button => "a button, which has no value",
        OptionKind::String { .. } => "a string",
    };
    OptionError::Type { name: declaration.name.clone(), expected, found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    fn declaration(line: &str) -> OptionDeclaration {
        match format!("option name {line}").parse() {
            Ok(Reply::Option(declaration)) => declaration,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn command(line: &str, value: impl Into<OptionValue>) -> Result<String, OptionError> {
        value.into().for_option(&declaration(line)).map(|set| set.to_string())
    }

    #[test]
    fn values_are_checked_against_the_declaration() {
        let hash = "Hash type spin default 16 min 1 max 1024";
        assert_eq!(command(hash, 1024).unwrap(), "setoption name Hash value 1024");
        let name = "Hash".to_owned();
        let range = OptionError::Range { name, min: 1, max: 1024, found: 1025 };
        assert_eq!(command(hash, 1025), Err(range));
        let error = command(hash, true).unwrap_err().to_string();
        assert_eq!(error, "option Hash: expected a spin, a number, found \"true\"");
        let error = command(hash, OptionValue::Press).unwrap_err().to_string();
        assert_eq!(error, "option Hash: expected a spin, a number, found \"\"");
        assert!(matches!(command(hash, "64"), Err(OptionError::Type { .. })));

        let style = "Style type combo default Normal var Solid var Normal";
        assert_eq!(command(style, "solid").unwrap(), "setoption name Style value Solid");
        let error = command(style, "wild").unwrap_err().to_string();
        assert_eq!(error, "option Style: expected one of Solid, Normal, found \"wild\"");

        let ponder = "Ponder type check default false";
        assert_eq!(command(ponder, true).unwrap(), "setoption name Ponder value true");
        assert!(matches!(command(ponder, 1), Err(OptionError::Type { .. })));

        let path = "Path type string default";
        assert_eq!(command(path, "").unwrap(), "setoption name Path value <empty>");
        assert_eq!(command(path, "/a b").unwrap(), "setoption name Path value /a b");
        let error = OptionError::LineBreak { name: "Path".to_owned() };
        assert_eq!(command(path, "a\nquit"), Err(error));

        let clear = "Clear Hash type button";
        assert_eq!(command(clear, OptionValue::Press).unwrap(), "setoption name Clear Hash");
        assert!(matches!(command(clear, "now"), Err(OptionError::Type { .. })));
    }

    #[test]
    fn texts_are_parsed_by_the_type_of_the_option() {
        let parse = |line: &str, text| OptionValue::parse(&declaration(line), text);
        assert_eq!(parse("H type spin default 1 min 1 max 2", "7"), Ok(OptionValue::Spin(7)));
        assert_eq!(parse("P type check default true", "false"), Ok(OptionValue::Check(false)));
        assert_eq!(parse("C type button", ""), Ok(OptionValue::Press));
        for (line, text) in [
            ("H type spin default 1 min 1 max 2", "7.5"),
            ("P type check default true", "yes"),
            ("C type button", "1"),
        ] {
            assert!(matches!(parse(line, text), Err(OptionError::Type { .. })), "{line}");
        }
    }
}
