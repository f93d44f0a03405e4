//! The declaration of one option: name, values, default, and effect.

use super::values::OptionValues;
use ferz_uci::{OptionDeclaration, OptionKind};
use std::ops::RangeInclusive;

/// The action required after an option is set, besides storing its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Effect {
    /// No action.
    None,
    /// Resize the hash table.
    ResizeTable,
    /// Change the number of threads.
    SetThreads,
    /// Clear the hash table.
    ClearTable,
    /// Change the castling notation of the position.
    SetCastlingNotation,
    /// Open the tablebases of the new path.
    OpenTablebases,
    /// Load the network of the new file.
    LoadNetwork,
    /// Change between the network and the classical evaluation.
    SelectEvaluation,
    /// Open the opening book.
    OpenBook,
    /// Open the log of the session.
    OpenLog,
}

/// The declaration of an option.
pub struct EngineOption {
    /// The name, case-insensitive.
    pub name: &'static str,
    /// The kind of value.
    pub kind: ValueKind,
    /// The action required after the option is set.
    pub effect: Effect,
}

/// The kind of an option's value, with its default and setter.
pub enum ValueKind {
    /// True or false.
    Check {
        /// The default value.
        default: bool,
        /// Stores a value.
        set: fn(&mut OptionValues, bool),
    },
    /// A whole number.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// Stores a value.
        set: fn(&mut OptionValues, i64),
    },
    /// A text, which may be empty.
    Text {
        /// The default value.
        default: &'static str,
        /// Stores a value.
        set: fn(&mut OptionValues, &str),
    },
    /// An action without a value.
    Button,
    /// A read-only text. Setting it has no effect.
    Fixed {
        /// The text.
        text: &'static str,
    },
}

/// The reason that an option is not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetOptionError {
    /// There is no such option.
    #[error("unknown option {name:?}")]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value of an option other than a button is missing.
    #[error("option {name}: missing value")]
    MissingValue {
        /// The name of the option.
        name: &'static str,
    },
    /// The value is neither true nor false.
    #[error("option {name}: expected true or false, found {value:?}")]
    NotABool {
        /// The name of the option.
        name: &'static str,
        /// The value found.
        value: String,
    },
    /// The value is not a whole number in the option's range.
    #[error("option {name}: expected a number from {min} to {max}, found {value:?}")]
    NotInRange {
        /// The name of the option.
        name: &'static str,
        /// The value found.
        value: String,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
}

impl EngineOption {
    /// Returns the UCI declaration.
    pub fn declaration(&self) -> OptionDeclaration {
        let kind = match self.kind {
            ValueKind::Check { default, .. } => OptionKind::Check { default },
            ValueKind::Spin { default, min, max, .. } => OptionKind::Spin { default, min, max },
            ValueKind::Text { default, .. } => OptionKind::String { default: default.to_owned() },
            ValueKind::Button => OptionKind::Button,
            ValueKind::Fixed { text } => OptionKind::String { default: text.to_owned() },
        };
        OptionDeclaration { name: self.name.to_owned(), kind }
    }

    /// Stores the default value.
    pub(super) fn reset(&self, values: &mut OptionValues) {
        match self.kind {
            ValueKind::Check { default, set } => set(values, default),
            ValueKind::Spin { default, set, .. } => set(values, default),
            ValueKind::Text { default, set } => set(values, default),
            ValueKind::Button | ValueKind::Fixed { .. } => {}
        }
    }

    /// Parses and stores a value.
    ///
    /// # Errors
    /// If the value is missing or invalid; nothing is stored.
    pub(super) fn apply(
        &self,
        values: &mut OptionValues,
        value: Option<&str>,
    ) -> Result<Effect, SetOptionError> {
        let name = self.name;
        let required = || value.ok_or(SetOptionError::MissingValue { name });
        match self.kind {
            ValueKind::Check { set, .. } => {
                let value = required()?;
                let on = value
                    .to_ascii_lowercase()
                    .parse()
                    .map_err(|_| SetOptionError::NotABool { name, value: truncated(value) })?;
                set(values, on);
            }
            ValueKind::Spin { min, max, set, .. } => {
                set(values, parse_number(name, required()?, min..=max)?);
            }
            ValueKind::Text { set, .. } => set(values, required()?),
            ValueKind::Button | ValueKind::Fixed { .. } => {}
        }
        Ok(self.effect)
    }
}

/// Parses a number in the option's range.
pub(super) fn parse_number(
    name: &'static str,
    value: &str,
    range: RangeInclusive<i64>,
) -> Result<i64, SetOptionError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| SetOptionError::NotInRange {
        name,
        value: truncated(value),
        min: *range.start(),
        max: *range.end(),
    })
}

/// Truncates a value for an error text.
fn truncated(text: &str) -> String {
    text.chars().take(40).collect()
}
