//! The engine's options, each declared once in one table: its name, its values, its default, and
//! what setting it changes. Printing, parsing, range checks and applying all read that table.

mod table;

pub use table::OPTIONS;

use crate::search::skill::Skill;
use crate::searcher::SearchSettings;
use crate::tablebase::TablebaseSettings;
use ferz_uci::{OptionDeclaration, OptionKind, SetOption};
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What the options are set to. [`Default`] reads the defaults from [`OPTIONS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// The number of search threads.
    pub threads: usize,
    /// How many lines to report.
    pub multipv: usize,
    /// Whether the GUI may let the engine think on the opponent's time. A GUI looks for the option
    /// before it sends `go ponder`; the engine ponders whenever it is told to.
    pub ponder: bool,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether to tell the chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// The time lost between the engine and the clock, a move.
    pub move_overhead: Duration,
    /// The folders of the tablebases, joined as the platform joins paths; empty for none.
    pub syzygy_path: String,
    /// When to ask tablebases.
    pub tablebases: TablebaseSettings,
    /// The level to play at, from 0 to 20, which is full strength.
    pub skill_level: u32,
    /// Whether to play as strongly as `elo` says, whatever the level.
    pub limit_strength: bool,
    /// How strongly to play if that is limited.
    pub elo: u32,
    /// How many nodes stand for a millisecond; 0 to go by the clock.
    pub nodes_per_ms: u64,
}

impl Settings {
    /// As the search wants them.
    pub fn search_settings(&self) -> SearchSettings {
        let strength = match self.limit_strength {
            true => Skill::from_elo(self.elo),
            false => Skill::from_level(self.skill_level),
        };
        SearchSettings {
            multipv: self.multipv,
            move_overhead: self.move_overhead,
            skill: strength,
            nodes_per_ms: NonZeroU64::new(self.nodes_per_ms),
            tablebases: self.tablebases,
        }
    }

    /// Sets an option as told, if the table has it and the value fits.
    ///
    /// # Errors
    /// If there is no such option or the value is none of its values; nothing changes then.
    pub fn apply(&mut self, told: &SetOption) -> Result<Effect, OptionError> {
        match OPTIONS.iter().find(|option| told.is(option.name)) {
            Some(option) => option.apply(self, told.value.as_deref()),
            #[cfg(feature = "tune")]
            None => tune::apply(told),
            #[cfg(not(feature = "tune"))]
            None => Err(OptionError::Unknown { name: told.name.clone() }),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            hash_mib: 1,
            threads: 1,
            multipv: 1,
            ponder: false,
            chess960: false,
            show_wdl: false,
            move_overhead: Duration::ZERO,
            syzygy_path: String::new(),
            tablebases: TablebaseSettings::default(),
            skill_level: Skill::MAX_LEVEL,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            nodes_per_ms: 0,
        };
        for option in OPTIONS {
            option.reset(&mut settings);
        }
        settings
    }
}

/// How UCI declares every option, in a build for tuning the search's parameters too.
pub fn declarations() -> impl Iterator<Item = OptionDeclaration> {
    let options = OPTIONS.iter().map(EngineOption::declaration);
    #[cfg(feature = "tune")]
    let options = options.chain(tune::declarations());
    options
}

/// The parameters of the search as options.
#[cfg(feature = "tune")]
mod tune {
    use super::{Effect, OptionDeclaration, OptionError, OptionKind, SetOption, number};
    use crate::params::PARAMETERS;

    pub(super) fn declarations() -> impl Iterator<Item = OptionDeclaration> {
        PARAMETERS.iter().map(|p| OptionDeclaration {
            name: p.name.to_owned(),
            kind: OptionKind::Spin {
                default: p.default.into(),
                min: p.min.into(),
                max: p.max.into(),
            },
        })
    }

    pub(super) fn apply(told: &SetOption) -> Result<Effect, OptionError> {
        let parameter = PARAMETERS
            .iter()
            .find(|parameter| parameter.names().any(|name| told.is(name)))
            .ok_or_else(|| OptionError::Unknown { name: told.name.clone() })?;
        let name = parameter.name;
        let value = told.value.as_deref().ok_or(OptionError::MissingValue { name })?;
        let range = i64::from(parameter.min)..=i64::from(parameter.max);
        parameter.set(number(name, value, range)? as i32);
        Ok(Effect::None)
    }
}

/// What must be done after an option has been set, beyond noting its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// The table gets its new size.
    ResizeTable,
    /// The threads get their new number.
    SetThreads,
    /// The table is emptied.
    ClearTable,
    /// The position writes castling the other way.
    WriteCastling,
    /// The tablebases of the new path are opened.
    OpenTablebases,
}

/// An option of the engine.
pub struct EngineOption {
    /// Its name, which does not tell upper from lower case.
    pub name: &'static str,
    /// Its values and what they change.
    pub kind: Kind,
    /// What must be done after it has been set.
    pub effect: Effect,
}

/// The values of an option and what they change.
pub enum Kind {
    /// True or false.
    Check {
        /// The value at the start.
        default: bool,
        /// Notes a value.
        set: fn(&mut Settings, bool),
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// Notes a value.
        set: fn(&mut Settings, i64),
    },
    /// Any text, the empty one too.
    Text {
        /// The value at the start.
        default: &'static str,
        /// Notes a value.
        set: fn(&mut Settings, &str),
    },
    /// No value, but something that happens.
    Button,
    /// A text that is there to be read; setting it changes nothing.
    Fixed {
        /// The text.
        text: &'static str,
    },
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// The table has no such option.
    #[error("no option is called {name:?}")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// An option other than a button was given no value.
    #[error("option {name} needs a value")]
    MissingValue {
        /// The option.
        name: &'static str,
    },
    /// The value is neither true nor false.
    #[error("option {name} is true or false, not {value:?}")]
    NotABool {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
    },
    /// The value is no whole number within the option's range.
    #[error("option {name} is a number from {min} to {max}, not {value:?}")]
    NotInRange {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
}

impl EngineOption {
    /// How UCI declares it.
    pub fn declaration(&self) -> OptionDeclaration {
        let kind = match self.kind {
            Kind::Check { default, .. } => OptionKind::Check { default },
            Kind::Spin { default, min, max, .. } => OptionKind::Spin { default, min, max },
            Kind::Text { default, .. } => OptionKind::String { default: default.to_owned() },
            Kind::Button => OptionKind::Button,
            Kind::Fixed { text } => OptionKind::String { default: text.to_owned() },
        };
        OptionDeclaration { name: self.name.to_owned(), kind }
    }

    /// Notes the value at the start.
    fn reset(&self, settings: &mut Settings) {
        match self.kind {
            Kind::Check { default, set } => set(settings, default),
            Kind::Spin { default, set, .. } => set(settings, default),
            Kind::Text { default, set } => set(settings, default),
            Kind::Button | Kind::Fixed { .. } => {}
        }
    }

    /// Notes a value given as text.
    fn apply(&self, settings: &mut Settings, value: Option<&str>) -> Result<Effect, OptionError> {
        let name = self.name;
        let needed = || value.ok_or(OptionError::MissingValue { name });
        match self.kind {
            Kind::Check { set, .. } => {
                let value = needed()?;
                let on = value
                    .to_ascii_lowercase()
                    .parse()
                    .map_err(|_| OptionError::NotABool { name, value: shortened(value) })?;
                set(settings, on);
            }
            Kind::Spin { min, max, set, .. } => {
                set(settings, number(name, needed()?, min..=max)?);
            }
            Kind::Text { set, .. } => set(settings, needed()?),
            Kind::Button | Kind::Fixed { .. } => {}
        }
        Ok(self.effect)
    }
}

/// The number that a value is, if it lies in the option's range.
fn number(name: &'static str, value: &str, range: RangeInclusive<i64>) -> Result<i64, OptionError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| OptionError::NotInRange {
        name,
        value: shortened(value),
        min: *range.start(),
        max: *range.end(),
    })
}

/// As much of a text as an error needs to show.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(
        settings: &mut Settings,
        name: &str,
        value: Option<&str>,
    ) -> Result<Effect, OptionError> {
        settings.apply(&SetOption { name: name.into(), value: value.map(Into::into) })
    }

    #[test]
    fn defaults_come_from_the_table() {
        let settings = Settings::default();
        assert_eq!((settings.hash_mib, settings.threads, settings.multipv), (16, 1, 1));
        assert_eq!(settings.move_overhead, Duration::from_millis(10));
    }

    #[test]
    fn values_are_applied_and_names_have_no_case() {
        let mut settings = Settings::default();
        assert_eq!(set(&mut settings, "hash", Some("64")), Ok(Effect::ResizeTable));
        assert_eq!(set(&mut settings, "UCI_SHOWWDL", Some("True")), Ok(Effect::None));
        assert_eq!(set(&mut settings, "Clear Hash", None), Ok(Effect::ClearTable));
        assert!(settings.show_wdl && settings.hash_mib == 64);
    }

    #[test]
    fn a_text_is_kept_as_it_is_and_may_be_empty() {
        let mut settings = Settings::default();
        for path in ["/one place:/another  Place", ""] {
            let effect = set(&mut settings, "syzygypath", Some(path));
            assert_eq!(effect, Ok(Effect::OpenTablebases));
            assert_eq!(settings.syzygy_path, path);
        }
    }

    #[test]
    fn every_option_refuses_what_does_not_fit_and_changes_nothing() {
        let mut settings = Settings::default();
        for option in OPTIONS {
            let bad: Vec<Option<String>> = match option.kind {
                Kind::Check { .. } => vec![None, Some("maybe".into()), Some(String::new())],
                Kind::Spin { min, max, .. } => [min - 1, max + 1]
                    .iter()
                    .map(|n| Some(n.to_string()))
                    .chain([None, Some("x".into()), Some("1.5".into()), Some("1 2".into())])
                    .collect(),
                Kind::Text { .. } => vec![None],
                Kind::Button | Kind::Fixed { .. } => vec![],
            };
            for value in bad {
                assert!(set(&mut settings, option.name, value.as_deref()).is_err(), "{value:?}");
            }
        }
        assert!(set(&mut settings, "Nothing", Some("1")).is_err());
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn a_limited_elo_stands_above_the_level() {
        let mut settings = Settings::default();
        assert!(settings.search_settings().skill.is_full());
        assert_eq!(settings.search_settings().nodes_per_ms, None);
        assert_eq!(set(&mut settings, "Skill Level", Some("7")), Ok(Effect::None));
        assert_eq!(settings.search_settings().skill, Skill::from_level(7));
        assert_eq!(set(&mut settings, "UCI_Elo", Some("1500")), Ok(Effect::None));
        assert_eq!(settings.search_settings().skill, Skill::from_level(7));
        assert_eq!(set(&mut settings, "UCI_LimitStrength", Some("true")), Ok(Effect::None));
        assert_eq!(settings.search_settings().skill, Skill::from_elo(1500));
    }

    #[test]
    fn declarations_carry_the_table() {
        let lines: Vec<String> = declarations().map(|option| option.to_string()).collect();
        let hash = "option name Hash type spin default 16 min 1 max 33554432";
        assert!(lines.iter().any(|line| line == hash), "{lines:?}");
        assert!(lines.iter().any(|line| line == "option name Clear Hash type button"));
        let path = "option name SyzygyPath type string default <empty>";
        assert!(lines.iter().any(|line| line == path));
    }
}
