//! The conditions on games as arguments of a command: a row of the table an option.

use super::error::Error;
use super::sources::MoveArgs;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use ferz_database::selection::{CONDITIONS, Condition, ConditionError, Selection};
use std::marker::PhantomData;

/// The games of a command, which determine its conditions.
pub(crate) trait ConditionUser {
    /// The conditions whose names are options of the command with other meanings.
    const OWN: &[&str] = &[];
    /// Set if an index answers the conditions. Those that it cannot answer are refused by their names.
    const IS_INDEX: bool = false;
}

/// The games of PGN files.
#[derive(Debug)]
pub(crate) struct FileGames;

impl ConditionUser for FileGames {}

/// The games of an index, of which a position is shown: `--moves` are moves from it.
#[derive(Debug)]
pub(crate) struct IndexGames;

impl ConditionUser for IndexGames {
    const OWN: &[&str] = &["moves"];
    const IS_INDEX: bool = true;
}

/// The games that are analysed in place of a position, which `--fen` and `--moves` give.
#[derive(Debug)]
pub(crate) struct AnalysedGames;

impl ConditionUser for AnalysedGames {
    const OWN: &[&str] = &["fen", "moves"];
}

/// Conditions on games, all of which must hold: those of [`CONDITIONS`] as options.
#[derive(Debug)]
pub(crate) struct ConditionArgs<U = FileGames> {
    selection: Selection,
    /// The conditions as they were given, such as `min-elo=2000`, in the order of the table.
    texts: Vec<String>,
    user: PhantomData<fn(U)>,
}

impl<U: ConditionUser> ConditionArgs<U> {
    /// Returns the conditions of a command with this name. Reads the repertoire, with the piece letters of `forms`.
    ///
    /// # Errors
    /// An error of usage if conditions contradict each other, and if the repertoire cannot be read.
    pub(crate) fn selection(&self, forms: MoveArgs, command: &str) -> Result<Selection, Error> {
        let mut selection = self.selection.clone();
        selection.check().map_err(|error| Error::usage(with_options(&error), command))?;
        match selection.read_repertoire(forms.letters()) {
            Err(ConditionError::Value { reason, .. }) => Err(Error::new(reason)),
            Err(error) => Err(Error::new(error)),
            Ok(()) => Ok(selection),
        }
    }

    /// Returns the conditions as they were given, such as `min-elo=2000`, in the order of the table.
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns the name of the first condition that is given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        self.selection.given().next().map(|condition| condition.name)
    }

    fn conditions() -> impl Iterator<Item = &'static Condition> {
        CONDITIONS.iter().filter(|condition| !U::OWN.contains(&condition.name))
    }
}

/// Returns the text of an error with the names of conditions as options.
fn with_options(error: &ConditionError) -> String {
    let ConditionError::Contradiction { first, relation, second } = error else {
        return error.to_string();
    };
    let words = second.split(' ').map(|word| {
        let is_name = CONDITIONS.iter().any(|it| it.name == word.trim_end_matches(','));
        if is_name { format!("--{word}") } else { word.to_owned() }
    });
    format!("--{first} {relation} {}", words.collect::<Vec<_>>().join(" "))
}

impl<U: ConditionUser> Args for ConditionArgs<U> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arguments = Self::conditions().map(argument::<U>);
        command.next_help_heading("Conditions").args(arguments).next_help_heading(None)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

/// Returns the option of a condition.
fn argument<U: ConditionUser>(condition: &'static Condition) -> Arg {
    let option = Arg::new(condition.name).long(condition.name).help(condition.help);
    let option = option.visible_aliases(condition.alias);
    if condition.value_name.is_empty() {
        return option.action(ArgAction::SetTrue);
    }
    let action = if condition.is_repeated { ArgAction::Append } else { ArgAction::Set };
    let option = option
        .value_name(condition.value_name)
        // Of all values only ranges begin with a hyphen: `-1500`.
        .allow_hyphen_values(condition.value_name == "RANGE")
        .action(action);
    let values = (condition.values)();
    if let Some(reason) = condition.index_lacks.filter(|_| U::IS_INDEX) {
        return option.hide(true).value_parser(move |_: &str| -> Result<String, String> {
            Err(format!("{reason}, which `ferz pgn filter` has"))
        });
    }
    if values.is_empty() {
        return option.value_parser(|text: &str| match value_fault(condition, text) {
            Some(fault) => Err(fault),
            None => Ok(text.to_owned()),
        });
    }
    let values = values.into_iter().map(|(name, help)| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    });
    option.value_parser(PossibleValuesParser::new(values))
}

/// Returns the fault of a value, without the name of the condition.
fn value_fault(condition: &Condition, text: &str) -> Option<String> {
    condition.set(&mut Selection::default(), text).err().map(|error| match error {
        ConditionError::Value { reason, .. } => reason,
        error => error.to_string(),
    })
}

impl<U: ConditionUser> FromArgMatches for ConditionArgs<U> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args =
            Self { selection: Selection::default(), texts: Vec::new(), user: PhantomData };
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for condition in Self::conditions() {
            let mut set = |value: &str| {
                let invalid = |error| clap::Error::raw(ErrorKind::ValueValidation, error);
                self.texts.push(format!("{}={value}", condition.name));
                condition.set(&mut self.selection, value).map_err(invalid)
            };
            if condition.value_name.is_empty() {
                if matches.get_flag(condition.name) {
                    set("true")?;
                }
                continue;
            }
            for value in matches.get_many::<String>(condition.name).into_iter().flatten() {
                set(value)?;
            }
        }
        Ok(())
    }
}
