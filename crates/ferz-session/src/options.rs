//! The engine's UCI options.
//!
//! Each option is declared once, in [`OPTIONS`], with its name, range, effect and the field of
//! [`OptionValues`] that it reads and sets. The `uci` reply, parsing and range checks read that table; the
//! defaults are those of [`OptionValues::default`].

use ferz::notation::truncated;
use ferz_engine::tablebase::TablebaseSettings;
use ferz_engine::{SearchSettings, Searcher, Skill};
use ferz_uci::{OptionDeclaration, OptionKind, SetOption};
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The values of the engine's options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OptionValues {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The number of principal variations.
    pub multipv: usize,
    /// Set if the GUI uses pondering. It has no effect: the engine ponders on `go ponder`.
    pub ponder: bool,
    /// Set if castling is written as king takes rook.
    pub chess960: bool,
    /// Set if win, draw and loss probabilities are reported.
    pub show_wdl: bool,
    /// Set if the GUI analyses: the moves of the opening book are not played.
    pub analyse_mode: bool,
    /// The file to which the session appends its input and output; empty for none.
    pub debug_log_file: String,
    /// Set if each search sends a comment for the game record, as OpenBench's match runner stores it.
    pub pgn_comment: bool,
    /// The time lost per move between the engine and the GUI's clock.
    pub move_overhead: Duration,
    /// Set if a network evaluates positions; otherwise the classical evaluation.
    pub use_nnue: bool,
    /// The file of the network; empty for the embedded one.
    pub eval_file: String,
    /// The folders of the tablebases, joined as in the `PATH` of the platform; empty for none.
    pub syzygy_path: String,
    /// The limits of tablebase probing.
    pub tablebases: TablebaseSettings,
    /// The skill level, from 0 to 20 (full strength).
    pub skill_level: u32,
    /// Set if the strength is limited to `elo`, which overrides the skill level.
    pub limit_strength: bool,
    /// The Elo rating of limited strength.
    pub elo: u32,
    /// Set if moves are taken from the opening book.
    pub own_book: bool,
    /// The file of the opening book in Polyglot's format; empty for none.
    pub book_file: String,
    /// The number of the last move that is taken from the book.
    pub book_depth: u16,
    /// Set if the book move with the greatest weight is always played, instead of a random one.
    pub best_book_move: bool,
    /// The number of nodes per millisecond of game time; 0 for wall-clock time.
    pub nodes_per_ms: u64,
}

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

/// The kind of an option's value, with its getter and setter.
pub enum ValueKind {
    /// True or false.
    Check {
        /// Returns the value.
        get: fn(&OptionValues) -> bool,
        /// Stores a value.
        set: fn(&mut OptionValues, bool),
    },
    /// A whole number.
    Spin {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// Returns the value.
        get: fn(&OptionValues) -> i64,
        /// Stores a value.
        set: fn(&mut OptionValues, i64),
    },
    /// A text, by default empty.
    Text {
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

const MAX_LEVEL: i64 = Skill::MAX_LEVEL as i64;

/// The options, in the order in which `uci` lists them.
pub static OPTIONS: &[EngineOption] = &[
    spin(
        "Hash",
        1..=Searcher::HASH_MIB_MAX as i64,
        |values| values.hash_mib as i64,
        |values, mib| values.hash_mib = mib as usize,
    )
    .then(Effect::ResizeTable),
    spin(
        "Threads",
        1..=1024,
        |values| values.threads as i64,
        |values, threads| values.threads = threads as usize,
    )
    .then(Effect::SetThreads),
    spin(
        "MultiPV",
        1..=256,
        |values| values.multipv as i64,
        |values, lines| values.multipv = lines as usize,
    ),
    check("Ponder", |values| values.ponder, |values, on| values.ponder = on),
    spin(
        "Move Overhead",
        0..=5000,
        |values| values.move_overhead.as_millis() as i64,
        |values, millis| values.move_overhead = Duration::from_millis(millis.unsigned_abs()),
    ),
    spin(
        "nodestime",
        0..=10_000,
        |values| values.nodes_per_ms as i64,
        |values, nodes| values.nodes_per_ms = nodes.unsigned_abs(),
    ),
    spin(
        "Skill Level",
        0..=MAX_LEVEL,
        |values| values.skill_level.into(),
        |values, level| values.skill_level = level as u32,
    ),
    check(
        "UCI_LimitStrength",
        |values| values.limit_strength,
        |values, on| values.limit_strength = on,
    ),
    spin(
        "UCI_Elo",
        Skill::MIN_ELO as i64..=Skill::MAX_ELO as i64,
        |values| values.elo.into(),
        |values, elo| values.elo = elo as u32,
    ),
    EngineOption { name: "Clear Hash", kind: ValueKind::Button, effect: Effect::ClearTable },
    check("UCI_Chess960", |values| values.chess960, |values, on| values.chess960 = on)
        .then(Effect::SetCastlingNotation),
    check("UCI_ShowWDL", |values| values.show_wdl, |values, on| values.show_wdl = on),
    check("UCI_AnalyseMode", |values| values.analyse_mode, |values, on| values.analyse_mode = on),
    check("PgnComment", |values| values.pgn_comment, |values, on| values.pgn_comment = on),
    check("Use NNUE", |values| values.use_nnue, |values, on| values.use_nnue = on)
        .then(Effect::SelectEvaluation),
    text("EvalFile", |values, path| path.clone_into(&mut values.eval_file))
        .then(Effect::LoadNetwork),
    text("SyzygyPath", |values, path| path.clone_into(&mut values.syzygy_path))
        .then(Effect::OpenTablebases),
    spin(
        "SyzygyProbeDepth",
        1..=100,
        |values| values.tablebases.probe_depth.into(),
        |values, depth| values.tablebases.probe_depth = depth as i32,
    ),
    spin(
        "SyzygyProbeLimit",
        0..=7,
        |values| values.tablebases.probe_limit as i64,
        |values, men| values.tablebases.probe_limit = men as usize,
    ),
    check(
        "Syzygy50MoveRule",
        |values| values.tablebases.fifty_move_rule,
        |values, on| values.tablebases.fifty_move_rule = on,
    ),
    check("OwnBook", |values| values.own_book, |values, on| values.own_book = on),
    text("BookFile", |values, path| path.clone_into(&mut values.book_file)).then(Effect::OpenBook),
    spin(
        "BookDepth",
        1..=1000,
        |values| values.book_depth.into(),
        |values, moves| values.book_depth = moves as u16,
    ),
    check(
        "Best Book Move",
        |values| values.best_book_move,
        |values, on| values.best_book_move = on,
    ),
    text("Debug Log File", |values, path| path.clone_into(&mut values.debug_log_file))
        .then(Effect::OpenLog),
    EngineOption {
        name: "UCI_EngineAbout",
        kind: ValueKind::Fixed { text: ferz_engine::ABOUT },
        effect: Effect::None,
    },
];

/// Returns an option that is true or false.
const fn check(
    name: &'static str,
    get: fn(&OptionValues) -> bool,
    set: fn(&mut OptionValues, bool),
) -> EngineOption {
    EngineOption { name, kind: ValueKind::Check { get, set }, effect: Effect::None }
}

/// Returns an option that is a whole number in a range.
const fn spin(
    name: &'static str,
    range: RangeInclusive<i64>,
    get: fn(&OptionValues) -> i64,
    set: fn(&mut OptionValues, i64),
) -> EngineOption {
    let (min, max) = (*range.start(), *range.end());
    EngineOption { name, kind: ValueKind::Spin { min, max, get, set }, effect: Effect::None }
}

/// Returns an option that is a text, by default empty.
const fn text(name: &'static str, set: fn(&mut OptionValues, &str)) -> EngineOption {
    EngineOption { name, kind: ValueKind::Text { set }, effect: Effect::None }
}

/// The defaults of the options.
impl Default for OptionValues {
    fn default() -> Self {
        Self {
            hash_mib: 16,
            threads: 1,
            multipv: 1,
            ponder: false,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            debug_log_file: String::new(),
            pgn_comment: false,
            move_overhead: SearchSettings::MOVE_OVERHEAD,
            use_nnue: true,
            eval_file: String::new(),
            syzygy_path: String::new(),
            tablebases: TablebaseSettings::DEFAULT,
            skill_level: Skill::MAX_LEVEL,
            limit_strength: false,
            elo: 2000,
            own_book: false,
            book_file: String::new(),
            book_depth: 255,
            best_book_move: false,
            nodes_per_ms: 0,
        }
    }
}

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

    /// Returns the settings of the search.
    pub fn search_settings(&self) -> SearchSettings {
        let skill = match self.limit_strength {
            true => Skill::from_elo(self.elo),
            false => Skill::from_level(self.skill_level),
        };
        SearchSettings {
            multipv: self.multipv,
            move_overhead: self.move_overhead,
            skill,
            nodes_per_ms: NonZeroU64::new(self.nodes_per_ms),
            tablebases: self.tablebases,
        }
    }
}

impl EngineOption {
    /// Returns the option with an action that follows when it is set.
    const fn then(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    /// Returns the UCI declaration.
    pub fn declaration(&self) -> OptionDeclaration {
        let defaults = OptionValues::default();
        let kind = match self.kind {
            ValueKind::Check { get, .. } => OptionKind::Check { default: get(&defaults) },
            ValueKind::Spin { min, max, get, .. } => {
                OptionKind::Spin { default: get(&defaults), min, max }
            }
            ValueKind::Text { .. } => OptionKind::String { default: String::new() },
            ValueKind::Button => OptionKind::Button,
            ValueKind::Fixed { text } => OptionKind::String { default: text.to_owned() },
        };
        OptionDeclaration { name: self.name.to_owned(), kind }
    }

    /// Parses and stores a value.
    ///
    /// # Errors
    /// If the value is missing or invalid; nothing is stored.
    fn apply(
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
            ValueKind::Text { set } => set(values, required()?),
            ValueKind::Button | ValueKind::Fixed { .. } => {}
        }
        Ok(self.effect)
    }
}

/// Parses a number in the option's range.
fn parse_number(
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
    use super::{Effect, SetOptionError, parse_number};
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
            .find(|parameter| command.is(parameter.name))
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

    /// Every value is set to another and back, so that getter and setter are those of one field.
    #[test]
    fn every_option_sets_the_field_that_it_returns() {
        for option in OPTIONS {
            let defaults = OptionValues::default();
            let mut values = defaults.clone();
            match option.kind {
                ValueKind::Check { get, set } => {
                    set(&mut values, !get(&defaults));
                    assert_eq!(get(&values), !get(&defaults), "{}", option.name);
                    set(&mut values, get(&defaults));
                }
                ValueKind::Spin { min, max, get, set } => {
                    assert!((min..=max).contains(&get(&defaults)), "{}", option.name);
                    for number in [min, max] {
                        set(&mut values, number);
                        assert_eq!(get(&values), number, "{}", option.name);
                    }
                    set(&mut values, get(&defaults));
                }
                ValueKind::Text { set } => {
                    set(&mut values, "path");
                    assert_ne!(values, defaults, "{}", option.name);
                    set(&mut values, "");
                }
                ValueKind::Button | ValueKind::Fixed { .. } => {}
            }
            assert_eq!(values, defaults, "{}", option.name);
        }
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
    fn parameters_are_options() {
        let mut values = OptionValues::default();
        for parameter in ferz_engine::params::PARAMETERS {
            let (name, value) = (parameter.name, parameter.default.to_string());
            assert_eq!(set(&mut values, name, Some(&value)), Ok(Effect::None), "{name}");
        }
    }
}
