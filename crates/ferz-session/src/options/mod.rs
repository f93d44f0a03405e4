//! The engine's UCI options.
//!
//! Each option is declared once, in [`OPTIONS`], with its name, values, default and effect. The `uci`
//! reply, parsing, range checks and defaults read that table.

mod option;
mod table;
mod values;

pub use option::{Effect, EngineOption, SetOptionError, ValueKind};
pub use table::OPTIONS;
pub use values::OptionValues;

use ferz_engine::Skill;
use ferz_engine::tablebase::TablebaseSettings;
use ferz_uci::{OptionDeclaration, SetOption};
use std::time::Duration;

impl OptionValues {
    /// Sets an option and returns the required action.
    ///
    /// # Errors
    /// If the option is unknown or the value invalid; nothing changes.
    pub fn apply(&mut self, command: &SetOption) -> Result<Effect, SetOptionError> {
        match OPTIONS.iter().find(|option| command.is(option.name)) {
            Some(option) => option.apply(self, command.value.as_deref()),
            #[cfg(feature = "tune")]
            None => tune::apply(command),
            #[cfg(not(feature = "tune"))]
            None => Err(SetOptionError::Unknown { name: command.name.clone() }),
        }
    }
}

/// The defaults of [`OPTIONS`].
impl Default for OptionValues {
    fn default() -> Self {
        let mut values = Self {
            hash_mib: 1,
            threads: 1,
            multipv: 1,
            ponder: false,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            debug_log_file: String::new(),
            pgn_comment: false,
            move_overhead: Duration::ZERO,
            use_nnue: true,
            eval_file: String::new(),
            syzygy_path: String::new(),
            tablebases: TablebaseSettings::default(),
            skill_level: Skill::MAX_LEVEL,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            own_book: false,
            book_file: String::new(),
            book_depth: 1,
            best_book_move: false,
            nodes_per_ms: 0,
        };
        for option in OPTIONS {
            option.reset(&mut values);
        }
        values
    }
}

/// Returns the UCI declarations of all options, in tuning builds with the search parameters.
pub fn declarations() -> impl Iterator<Item = OptionDeclaration> {
    let options = OPTIONS.iter().map(EngineOption::declaration);
    #[cfg(feature = "tune")]
    let options = options.chain(tune::declarations());
    options
}

/// The search parameters as options of tuning builds.
#[cfg(feature = "tune")]
mod tune {
    use super::option::{Effect, SetOptionError, parse_number};
    use ferz_engine::params::PARAMETERS;
    use ferz_uci::{OptionDeclaration, OptionKind, SetOption};

    pub(super) fn declarations() -> impl Iterator<Item = OptionDeclaration> {
        PARAMETERS.iter().map(|parameter| OptionDeclaration {
            name: parameter.name.to_owned(),
            kind: OptionKind::Spin {
                default: parameter.default.into(),
                min: parameter.min.into(),
                max: parameter.max.into(),
            },
        })
    }

    pub(super) fn apply(command: &SetOption) -> Result<Effect, SetOptionError> {
        let parameter = PARAMETERS
            .iter()
            .find(|parameter| parameter.names().any(|name| command.is(name)))
            .ok_or_else(|| SetOptionError::Unknown { name: command.name.clone() })?;
        let name = parameter.name;
        let value = command.value.as_deref().ok_or(SetOptionError::MissingValue { name })?;
        let range = i64::from(parameter.min)..=i64::from(parameter.max);
        parameter.set(parse_number(name, value, range)? as i32);
        Ok(Effect::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(
        values: &mut OptionValues,
        name: &str,
        value: Option<&str>,
    ) -> Result<Effect, SetOptionError> {
        values.apply(&SetOption { name: name.into(), value: value.map(Into::into) })
    }

    #[test]
    fn defaults_match_the_table() {
        let values = OptionValues::default();
        assert_eq!((values.hash_mib, values.threads, values.multipv), (16, 1, 1));
        assert_eq!(values.move_overhead, Duration::from_millis(10));
    }

    #[test]
    fn values_are_applied_and_names_are_case_insensitive() {
        let mut values = OptionValues::default();
        assert_eq!(set(&mut values, "hash", Some("64")), Ok(Effect::ResizeTable));
        assert_eq!(set(&mut values, "UCI_SHOWWDL", Some("True")), Ok(Effect::None));
        assert_eq!(set(&mut values, "Clear Hash", None), Ok(Effect::ClearTable));
        assert!(values.show_wdl && values.hash_mib == 64);
    }

    #[test]
    fn text_values_are_stored_verbatim_and_may_be_empty() {
        let mut values = OptionValues::default();
        for path in ["/one place:/another  Place", ""] {
            let effect = set(&mut values, "syzygypath", Some(path));
            assert_eq!(effect, Ok(Effect::OpenTablebases));
            assert_eq!(values.syzygy_path, path);
        }
    }

    #[test]
    fn invalid_values_are_errors_and_change_nothing() {
        let mut values = OptionValues::default();
        for option in OPTIONS {
            let invalid: Vec<Option<String>> = match option.kind {
                ValueKind::Check { .. } => vec![None, Some("maybe".into()), Some(String::new())],
                ValueKind::Spin { min, max, .. } => [min - 1, max + 1]
                    .iter()
                    .map(|n| Some(n.to_string()))
                    .chain([None, Some("x".into()), Some("1.5".into()), Some("1 2".into())])
                    .collect(),
                ValueKind::Text { .. } => vec![None],
                ValueKind::Button | ValueKind::Fixed { .. } => vec![],
            };
            for value in invalid {
                assert!(set(&mut values, option.name, value.as_deref()).is_err(), "{value:?}");
            }
        }
        assert!(set(&mut values, "Nothing", Some("1")).is_err());
        assert_eq!(values, OptionValues::default());
    }

    #[test]
    fn limited_elo_overrides_the_skill_level() {
        let mut values = OptionValues::default();
        assert!(values.search_settings().skill.is_full());
        assert_eq!(values.search_settings().nodes_per_ms, None);
        assert_eq!(set(&mut values, "Skill Level", Some("7")), Ok(Effect::None));
        assert_eq!(values.search_settings().skill, Skill::from_level(7));
        assert_eq!(set(&mut values, "UCI_Elo", Some("1500")), Ok(Effect::None));
        assert_eq!(values.search_settings().skill, Skill::from_level(7));
        assert_eq!(set(&mut values, "UCI_LimitStrength", Some("true")), Ok(Effect::None));
        assert_eq!(values.search_settings().skill, Skill::from_elo(1500));
    }

    #[test]
    fn declarations_match_the_table() {
        let lines: Vec<String> = declarations().map(|option| option.to_string()).collect();
        let hash = "option name Hash type spin default 16 min 1 max 33554432";
        assert!(lines.iter().any(|line| line == hash), "{lines:?}");
        assert!(lines.iter().any(|line| line == "option name Clear Hash type button"));
        let path = "option name SyzygyPath type string default <empty>";
        assert!(lines.iter().any(|line| line == path));
    }

    #[cfg(feature = "tune")]
    #[test]
    fn parameters_are_options_under_both_names() {
        let mut values = OptionValues::default();
        for parameter in ferz_engine::params::PARAMETERS {
            for name in parameter.names() {
                let value = parameter.default.to_string();
                assert_eq!(set(&mut values, name, Some(&value)), Ok(Effect::None), "{name}");
            }
        }
    }
}
