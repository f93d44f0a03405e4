//! The conditions on games as arguments of a command.

use crate::common::arguments::{PositionArgs, parse_line, read_position, side};
use crate::common::error::Error;
use crate::common::game_file::read_games;
use crate::common::sources::MoveArgs;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ferz::notation::ParseSanError;
use ferz::{Color, Move, Position};
use ferz_database::GameDate;
use ferz_database::selection::{
    EcoRange, EndgameCondition, EndgameKind, MaterialPattern, MoveConditions, NumberRanges,
    PatternCondition, PlayerName, Repertoire, RepertoireCondition, Selection, SideChoice,
    TagCondition, TagConditions, Termination,
};
use ferz_game::GameResult;
use ferz_game::pattern::PositionPattern;
use std::path::{Path, PathBuf};

/// The conditions on games.
#[derive(Args, Debug)]
pub(crate) struct SelectionArgs {
    #[command(flatten)]
    tags: TagConditionArgs,

    #[command(flatten)]
    moves: MoveConditionArgs,
}

/// The conditions on tags.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
struct TagConditionArgs {
    /// Name of a player or words of it, in any order and case; repeat it for both players, each of
    /// whom has one of the names
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<PlayerName>,

    /// Name of White or words of it
    #[arg(long, value_name = "NAME")]
    white: Vec<PlayerName>,

    /// Name of Black or words of it
    #[arg(long, value_name = "NAME")]
    black: Vec<PlayerName>,

    /// Condition on a tag, like 'WhiteElo >= 2500', 'Date < 2020', 'Event = Blitz' or 'Site ~
    /// london|paris'; repeat it for several. `~` finds a regular expression; case does not count
    #[arg(long = "tag", value_name = "CONDITION")]
    tags: Vec<TagCondition>,

    /// Minimum rating of both players
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,

    /// Maximum rating of both players
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u32>,

    #[command(flatten)]
    dates: DateArgs,
}

/// A range of dates.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct DateArgs {
    /// First date, like 2024, 2024.03 or 2024.03.15
    #[arg(long, value_name = "DATE")]
    pub(super) since: Option<GameDate>,

    /// Last date
    #[arg(long, value_name = "DATE")]
    pub(super) until: Option<GameDate>,
}

impl DateArgs {
    /// Refuses a range that contains no day.
    ///
    /// # Errors
    /// An error of usage for the name of the command.
    pub(super) fn check(self, command: &str) -> Result<(), Error> {
        let dates = self.since.zip(self.until);
        match dates.is_some_and(|(since, until)| since.earliest() > until.latest()) {
            true => Err(Error::usage("--since is after --until", command)),
            false => Ok(()),
        }
    }
}

/// The conditions on moves. The moves of a game are read only if one of them is given.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
struct MoveConditionArgs {
    /// Result: 1-0, 0-1, 1/2-1/2 or *; repeat it for several
    #[arg(long = "result", value_name = "RESULT")]
    results: Vec<GameResult>,

    /// Name of a player who won, or words of it
    #[arg(long, value_name = "NAME")]
    won: Option<PlayerName>,

    /// Name of a player who lost, or words of it
    #[arg(long, value_name = "NAME")]
    lost: Option<PlayerName>,

    /// Name of a player who drew, or words of it
    #[arg(long, value_name = "NAME")]
    drew: Option<PlayerName>,

    /// First moves of the game, in SAN or UCI notation, like "e4 c5" or "1. e4 c5 2. Nf3"
    #[arg(long = "moves", value_name = "MOVES", value_parser = first_moves)]
    first_moves: Option<FirstMoves>,

    /// Repertoire, a PGN file with variations, whose moves the game follows to the end of a line or of
    /// the game; transpositions count
    #[arg(long, value_name = "PGN")]
    follows: Option<PathBuf>,

    /// Side that leaves the repertoire of --follows, before a line ends
    #[arg(long, value_name = "SIDE", requires = "follows", value_parser = side_choice())]
    leaves: Option<SideChoice>,

    /// ECO code, range or volume, like B90, B20-B99 or B, found by the positions; repeat it for
    /// several
    #[arg(long, value_name = "ECO")]
    eco: Vec<EcoRange>,

    /// Minimum length in plies
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,

    /// Maximum length in plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// The way in which the game ended; repeat it for several
    #[arg(long = "termination", value_name = "KIND", value_parser = termination())]
    terminations: Vec<Termination>,

    /// Kind of endgame that is played for --endgame-plies; repeat it for several, of which one is played
    #[arg(long = "endgame", visible_alias = "ending", value_name = "KIND", value_parser = endgame())]
    endgames: Vec<EndgameKind>,

    /// Minimum number of plies that are played with the material of the endgame, in all: 10 are five moves
    /// of each side, so that a passing exchange does not count
    #[arg(long, value_name = "N", default_value_t = EndgameCondition::DEFAULT_PLIES,
        requires = "endgames", value_parser = clap::value_parser!(u32).range(1..))]
    endgame_plies: u32,

    /// Material that occurs in a position, like KRPvKR, with numbers and ranges like KR2P*vKRP1-3; `*` is
    /// any number, `+` one or more
    #[arg(long, value_name = "PIECES")]
    material: Option<MaterialPattern>,

    /// Side that has the first part of the material; `either` without it
    #[arg(long, value_name = "SIDE", requires = "material", value_parser = side_choice())]
    material_of: Option<SideChoice>,

    /// Number of all pieces of a position, kings and pawns included, like 5, 3-7 or -7
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    piece_count: Option<NumberRanges>,

    /// Position that occurs, with any counters; repeat it for several, of which one occurs
    #[arg(long = "fen", value_name = "FEN", value_parser = strict_position)]
    positions: Vec<Position>,

    /// Pieces on squares of a position, like `Nf5,Pe4,_h7` or a board with `?` and `*`; see below
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<PositionPattern>,

    /// Number of consecutive positions in which the pattern holds
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pattern",
        value_parser = clap::value_parser!(u32).range(1..))]
    pattern_plies: u32,

    /// Side to move in the first of these positions
    #[arg(long, value_name = "SIDE", requires = "pattern", value_parser = side())]
    pattern_turn: Option<Color>,

    /// Accept the pattern with colours exchanged and the board flipped too
    #[arg(long, requires = "pattern")]
    either_color: bool,
}

/// Moves from the initial position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FirstMoves(Vec<Move>);

/// Parses moves from the initial position.
fn first_moves(text: &str) -> Result<FirstMoves, ParseSanError> {
    parse_line(text, &Position::startpos()).map(FirstMoves)
}

/// Returns the parser of a termination.
fn termination() -> impl TypedValueParser<Value = Termination> {
    let values =
        Termination::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.description()));
    PossibleValuesParser::new(values).try_map(|name| name.parse())
}

/// Returns the parser of a kind of endgame.
fn endgame() -> impl TypedValueParser<Value = EndgameKind> {
    let values =
        EndgameKind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.description()));
    PossibleValuesParser::new(values).try_map(|name| name.parse())
}

/// Returns the parser of the side that a condition is about.
fn side_choice() -> impl TypedValueParser<Value = SideChoice> {
    let player = "The player of --won, --lost or --drew, else of the first --player";
    let values = [
        PossibleValue::new("white"),
        PossibleValue::new("black"),
        PossibleValue::new("player").help(player),
        PossibleValue::new("either"),
    ];
    PossibleValuesParser::new(values).map(|name| match name.as_str() {
        "white" => SideChoice::White,
        "black" => SideChoice::Black,
        "player" => SideChoice::Player,
        _ => SideChoice::Either,
    })
}

/// Parses a FEN without faults.
fn strict_position(fen: &str) -> Result<Position, Error> {
    read_position(fen, PositionArgs { chess960: false, lenient: false })
}

impl SelectionArgs {
    /// Returns the conditions. Reads the repertoire, with the piece letters of `forms`.
    ///
    /// # Errors
    /// An error of usage for the name of the command if conditions contradict each other, and if the
    /// repertoire cannot be read.
    pub(super) fn selection(&self, forms: MoveArgs, command: &str) -> Result<Selection, Error> {
        self.check_ranges(command)?;
        let selection =
            Selection { tags: self.tags.conditions(), moves: self.moves.conditions(forms)? };
        for (option, choice) in
            [("--material-of", self.moves.material_of), ("--leaves", self.moves.leaves)]
        {
            if choice == Some(SideChoice::Player) && !selection.has_player() {
                let names = "--won, --lost, --drew or --player";
                let reason = format_args!("{option} player needs {names}");
                return Err(Error::usage(reason, command));
            }
        }
        Ok(selection)
    }

    /// Refuses ranges that contain nothing.
    fn check_ranges(&self, command: &str) -> Result<(), Error> {
        let is_above =
            |min: Option<u32>, max: Option<u32>| min.zip(max).is_some_and(|(min, max)| min > max);
        let TagConditionArgs { min_elo, max_elo, dates, .. } = self.tags;
        let MoveConditionArgs { min_plies, max_plies, .. } = self.moves;
        dates.check(command)?;
        for (is_empty, reason) in [
            (is_above(min_elo, max_elo), "--min-elo is above --max-elo"),
            (is_above(min_plies, max_plies), "--min-plies is above --max-plies"),
        ] {
            if is_empty {
                return Err(Error::usage(reason, command));
            }
        }
        Ok(())
    }
}

impl TagConditionArgs {
    fn conditions(&self) -> TagConditions {
        TagConditions {
            players: self.players.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            tags: self.tags.clone(),
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            since: self.dates.since,
            until: self.dates.until,
        }
    }
}

impl MoveConditionArgs {
    fn conditions(&self, forms: MoveArgs) -> Result<MoveConditions, Error> {
        let repertoire = self.follows.as_deref().map(|path| read_repertoire(path, forms));
        let first_moves = self.first_moves.as_ref().map(|FirstMoves(moves)| moves.clone());
        let owner = self.material_of.unwrap_or_default();
        let has_endgame = !self.endgames.is_empty();
        Ok(MoveConditions {
            results: self.results.clone(),
            won: self.won.clone(),
            lost: self.lost.clone(),
            drew: self.drew.clone(),
            first_moves: first_moves.unwrap_or_default(),
            repertoire: repertoire
                .transpose()?
                .map(|repertoire| RepertoireCondition { repertoire, leaves: self.leaves }),
            eco: self.eco.clone(),
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            terminations: self.terminations.clone(),
            endgame: has_endgame.then(|| EndgameCondition {
                kinds: self.endgames.clone(),
                plies: self.endgame_plies,
            }),
            material: self.material.clone().map(|material| (material, owner)),
            piece_count: self.piece_count.clone(),
            positions: self.positions.iter().map(|position| position.key()).collect(),
            pattern: self.pattern.clone().map(|pattern| PatternCondition {
                pattern,
                plies: self.pattern_plies,
                turn: self.pattern_turn,
                either_color: self.either_color,
            }),
        })
    }
}

/// Reads the games of a repertoire with their variations.
///
/// # Errors
/// If the file cannot be read, a game has an error, or there is no move.
fn read_repertoire(path: &Path, forms: MoveArgs) -> Result<Repertoire, Error> {
    let mut repertoire = Repertoire::default();
    read_games(path, forms, &mut |game, error| match error {
        Some(error) => Err(Error::new(error)),
        None => {
            repertoire.add(&game.tree);
            Ok(())
        }
    })?;
    match repertoire.is_empty() {
        true => Err(Error::file(path, "found no move of a repertoire")),
        false => Ok(repertoire),
    }
}
