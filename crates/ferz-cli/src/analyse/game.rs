//! The analysis of a game of a PGN file.

use super::{AnalyseArgs, search_engine};
use crate::common::arguments::GameNumber;
use crate::common::conditions::AnalysedGames;
use crate::common::game_analysis::{AnalysisJob, GameReport, explain};
use crate::common::game_file::{SelectedGame, read_game};
use crate::common::output;
use crate::common::prelude::*;
use crate::common::terminal::has_colors;
use crate::common::terminal_board::BoardStyle;
use crate::syzygy::open_tables;
use ferz_database::selection::Selection;
use ferz_game::analysis::reasons::ExplainedMove;
use ferz_game::analysis::{AnalysisOptions, GameAnalysis, GameReview};
use ferz_game::pgn::{PgnError, PgnErrorKind, PgnGame};
use ferz_session::port::{AnalysisSource, GameObject, SearchEngine};

/// The options of the analysis of a game.
#[derive(Args, Debug)]
#[command(next_help_heading = "Games (with a PGN file)")]
pub(crate) struct GameArgs {
    /// Number of the game in the file, or `last` [default: 1]
    #[arg(long = "game", id = "game", value_name = "N", allow_negative_numbers = true)]
    pub(super) number: Option<GameNumber>,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// List the moves of one side only; with --player, analyse the games with this side
    #[arg(long, value_name = "SIDE", value_parser = side())]
    pub(super) side: Option<Color>,

    /// Number of worst moves whose positions are drawn [default: 1]
    #[arg(long, value_name = "N")]
    pub(super) boards: Option<usize>,

    #[command(flatten)]
    pub(super) conditions: ConditionArgs<AnalysedGames>,
}

impl GameArgs {
    /// Returns the first option that is given.
    pub(super) fn given(&self) -> Option<String> {
        let options = [
            (self.number.is_some(), "game"),
            (self.moves.is_given(), "pieces"),
            (self.side.is_some(), "side"),
            (self.boards.is_some(), "boards"),
        ];
        let given = options.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
        given.or_else(|| self.conditions.first_given()).map(|name| format!("--{name}"))
    }

    /// Returns the conditions on the games of a player; `None` for a single game.
    ///
    /// # Errors
    /// If conditions contradict each other or need a player, or an option is one of a single game.
    pub(super) fn selection(&self) -> Result<Option<Selection>, Error> {
        let Some(first) = self.conditions.first_given() else { return Ok(None) };
        let selection = self.conditions.selection(self.moves, COMMAND)?;
        let of_game = [(self.number.is_some(), "--game"), (self.boards.is_some(), "--boards")];
        let reason = match of_game.into_iter().find(|(is_given, _)| *is_given) {
            _ if selection.players.is_empty() => format!("--{first} needs --player"),
            Some((_, option)) => format!("{option} is for a single game, --{first} for several"),
            None => return Ok(Some(selection)),
        };
        Err(Error::usage(reason, COMMAND))
    }
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz analyse";

/// Analyses a game and prints where each side lost expected score.
///
/// # Errors
/// If the file cannot be read or has no such game, the options contradict each other, or the engine
/// fails; [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &AnalyseArgs, path: &Path) -> Result<(), Error> {
    check(args, path)?;
    let (game, number) = read(path, &args.game)?;
    let control = interrupt::control();
    let mut search_engine = start_engine(args)?;
    let options = AnalysisOptions::default();
    let file = path.display().to_string();
    let name = format!("{file}, game {number}");
    let started = Instant::now();
    let job = AnalysisJob { tree: &game.tree, name: &name, limits: args.limits, options };
    let (analysis, nodes) = job.run(&mut search_engine, &control)?;
    let explained = explain(&mut search_engine, &game.tree, &analysis, args.limits, &control)?;
    if args.json {
        let engine = search_engine.name();
        let info = AnalysisSource { file: &file, game: number, engine, nodes, chart: None };
        writeln!(stdout(), "{}", json_text(&GameObject::new(info, &game, &analysis, &explained))?)?;
        return interrupt::check();
    }
    print_report(&args.game, &game, &analysis, &explained, &options)?;
    let (nodes, time) = (scaled(nodes.into()), duration(started.elapsed()));
    let positions = counted(analysis.positions().len(), "position");
    writeln!(stdout(), "\n{}: {positions}, {nodes} nodes in {time}", search_engine.name())?;
    interrupt::check()
}

/// Starts the engine of the arguments, with the tablebases.
///
/// # Errors
/// If it cannot be started, or there is no tablebase.
pub(super) fn start_engine(args: &AnalyseArgs) -> Result<SearchEngine, Error> {
    let hash = NonZeroUsize::new(GameReview::HASH_MIB).expect("a table has memory");
    let mut search_engine = search_engine(args, hash)?;
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?.map(Arc::new);
    if let SearchEngine::BuiltIn(searcher) = &mut search_engine {
        searcher.set_tablebases(tables);
        output::exit_when_closed();
    }
    Ok(search_engine)
}

/// Checks the options and the number of arguments.
///
/// # Errors
/// If an option is one of positions or contradicts another, or the words are several files.
pub(super) fn check(args: &AnalyseArgs, path: &Path) -> Result<(), Error> {
    let is_several = args.start.words.len() > 1 && !path.exists();
    let refused = [
        (
            is_several,
            "found several arguments, expected one PGN file, in quotes if its name has spaces; \
             `ferz pgn annotate` analyses all games of several files",
        ),
        (args.multipv > 1, "--multipv is for positions, not for games"),
        (!args.start.moves.is_empty(), "--moves is for positions, not for games"),
        (args.start.fen.is_some(), "--fen is for positions, not for games"),
        (
            args.json && args.game.side.is_some() && args.game.conditions.first_given().is_none(),
            "--json has the moves of both sides: no --side",
        ),
    ];
    match refused.into_iter().find(|&(is_given, _)| is_given) {
        Some((_, reason)) => Err(Error::usage(reason, COMMAND)),
        None => Ok(()),
    }
}

/// Reads a game with at least one move, and its number. Prints its error, and that the file has more games
/// if none is selected.
///
/// # Errors
/// If the file cannot be read, or has no such game.
fn read(path: &Path, args: &GameArgs) -> Result<(PgnGame, u64), Error> {
    let selected = args.number.unwrap_or(GameNumber::Number(1));
    let SelectedGame { game, error, number, has_more } = read_game(path, selected, args.moves)?;
    let hint = match &error {
        Some(PgnError { kind: PgnErrorKind::PieceLetters { code, .. }, .. }) => {
            format!("; --pieces {code} reads it")
        }
        _ => String::new(),
    };
    match error {
        Some(error) if game.tree.is_empty() => {
            return Err(Error::new(format_args!("{error}{hint}")));
        }
        Some(error) => {
            print_message(format_args!("ferz: {error} (analysed up to this move{hint})"));
        }
        None if game.tree.is_empty() => {
            return Err(Error::file(path, format_args!("game {number} has no moves")));
        }
        None => {}
    }
    if has_more && args.number.is_none() {
        print_message("ferz: analysing the first of several games; --game N selects one");
    }
    Ok((game, number))
}

/// Prints the report of the game.
fn print_report(
    args: &GameArgs,
    game: &PgnGame,
    analysis: &GameAnalysis,
    explained: &[ExplainedMove],
    options: &AnalysisOptions,
) -> Result<(), Error> {
    let side = args.side.map(|side| [side]);
    let report = GameReport {
        game,
        analysis,
        explained,
        thresholds: options.thresholds,
        sides: side.as_ref().map_or(&Color::ALL[..], |side| side),
        max_moves: usize::MAX,
        boards: args.boards.unwrap_or(1),
        style: BoardStyle::choose(false, has_colors()),
        columns: columns().unwrap_or(DEFAULT_COLUMNS),
    };
    let mut out = BufWriter::new(stdout().lock());
    report.write(&mut out)?;
    Ok(out.flush()?)
}
