//! The position and the conditions of `explore show` and `explore games`.

use crate::common::arguments::{PositionArgs, StartArgs};
use crate::common::error::Error;
use crate::common::output::print_message;
use crate::common::player_names::{no_game, several_players};
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use ferz::{Move, Position};
use ferz_database::index::{Filter, FilterCondition, FilterError, FoundPlayers, Index};
use std::path::PathBuf;

/// An index, and a position of its games.
#[derive(Args, Debug)]
pub(super) struct ExploredPositionArgs {
    /// Folder of the index
    #[arg(value_name = "INDEX")]
    pub(super) index: PathBuf,

    /// Moves from the start, in SAN or UCI notation, or a FEN [default: the start position]
    #[arg(value_name = "POSITION", num_args = 0..)]
    words: Vec<String>,

    /// Moves to play after the position
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl ExploredPositionArgs {
    /// Returns the start and the moves from it.
    ///
    /// # Errors
    /// If a move is not legal, or the words are no position.
    pub(super) fn line(&self, command: &str) -> Result<(Position, Vec<Move>), Error> {
        // Harmless faults are accepted: a position is found by its key.
        const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };
        let words = self.words.join(" ");
        let first = words.split_ascii_whitespace().next().unwrap_or_default();
        let is_placement = first.contains('/')
            && first.bytes().all(|byte| b"pnbrqkPNBRQK/12345678".contains(&byte));
        let is_fen = is_placement || first == "startpos";
        let start = if is_fen {
            StartArgs { words: self.words.clone(), fen: None, moves: self.moves.clone() }
        } else {
            StartArgs { words: Vec::new(), fen: None, moves: format!("{words} {}", self.moves) }
        };
        start.line(LENIENT, command)
    }
}

/// Conditions on games, all of which must hold: those of [`Filter::CONDITIONS`] as options.
#[derive(Debug)]
pub(super) struct ExploreFilterArgs {
    filter: Filter,
}

impl ExploreFilterArgs {
    /// Returns the conditions.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(super) fn filter(&self, command: &str) -> Result<Filter, Error> {
        match self.filter.check() {
            Ok(()) => Ok(self.filter.clone()),
            Err(FilterError::Contradiction { first, relation, second }) => {
                let reason = format_args!("--{first} {relation} --{second}");
                Err(Error::usage(reason, command))
            }
            Err(error) => Err(Error::usage(error, command)),
        }
    }
}

impl Args for ExploreFilterArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arguments = Filter::CONDITIONS.iter().map(argument);
        command.next_help_heading("Conditions").args(arguments)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

/// Returns the players whom the names of a filter have found among the games of a position. Prints on standard error
/// those of a name that has found several, and that no game was found, with the names that no player has.
///
/// # Errors
/// If the index cannot be read.
pub(super) fn find_players(
    index: &Index,
    position: &Position,
    filter: &Filter,
    games: u64,
) -> Result<Vec<FoundPlayers>, Error> {
    let found = index.find_players(position, filter)?;
    if games == 0 && !filter.accepts_all() {
        let mut unknown = Vec::new();
        for FoundPlayers { name, .. } in &found {
            if !index.has_player(name)? {
                unknown.push(name);
            }
        }
        print_message(format_args!("ferz: {}", no_game(unknown)));
    }
    for FoundPlayers { name, players } in &found {
        if let Some(message) = several_players(name, players, true) {
            print_message(message);
        }
    }
    Ok(found)
}

/// Returns the option of a condition.
fn argument(condition: &'static FilterCondition) -> Arg {
    let action = if condition.is_repeated { ArgAction::Append } else { ArgAction::Set };
    let argument = Arg::new(condition.name)
        .long(condition.name)
        .value_name(condition.value_name)
        .help(condition.help)
        // Of all values only ranges begin with a hyphen: `-1500`.
        .allow_hyphen_values(condition.value_name == "RANGE")
        .action(action);
    if condition.values.is_empty() {
        argument.value_parser(move |text: &str| match value_fault(condition, text) {
            Some(fault) => Err(fault),
            None => Ok(text.to_owned()),
        })
    } else {
        argument.value_parser(PossibleValuesParser::new(condition.values))
    }
}

/// Returns the fault of a value, without the name of the condition.
fn value_fault(condition: &FilterCondition, text: &str) -> Option<String> {
    condition.set(&mut Filter::default(), text).err().map(|error| match error {
        FilterError::Value { reason, .. } => reason,
        error => error.to_string(),
    })
}

impl FromArgMatches for ExploreFilterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self { filter: Filter::default() };
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for condition in Filter::CONDITIONS {
            for value in matches.get_many::<String>(condition.name).into_iter().flatten() {
                let invalid = |error| clap::Error::raw(ErrorKind::ValueValidation, error);
                condition.set(&mut self.filter, value).map_err(invalid)?;
            }
        }
        Ok(())
    }
}
