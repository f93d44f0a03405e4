//! `ferz train selfplay`: plays games and appends them to a file.

use super::games::{GameRecorder, TrainSearchArgs, load_network};
use crate::common::arguments::OpeningArgs;
use crate::common::prelude::*;
use ferz::SetupFaults;
use ferz_nnue::Network;
use ferz_train::format::GameFile;
use ferz_train::selfplay::{
    OpeningSource, Rejections, Runner, RunnerError, SelfplaySettings, opening_key,
};
use std::collections::HashSet;

#[derive(Args, Debug)]
pub(crate) struct SelfplayArgs {
    /// Append the games to this file, and create it if necessary
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Stop after N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,

    /// Stop after the game in which the number of scored positions reaches N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: Option<u64>,

    #[command(flatten)]
    pub(crate) search: TrainSearchArgs,

    /// Random plies at the start of a game; half of the games have N + 1, unless N is 0
    #[arg(long, value_name = "N", default_value = "8",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) random_plies: u8,

    /// Share of random moves, 0 to 1, after those at the start, up to ply 30
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = number(0.0..=1.0),
        allow_negative_numbers = true)]
    pub(crate) random_moves: f64,

    /// Random seed [default: random]; with one thread, the same seed writes the same file
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) openings: OpeningArgs,

    /// Share of games, 0 to 1, that start from a position of --openings, of those without Chess960 at
    /// most; the rest start from the standard position
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = number(0.0..=1.0),
        requires = "openings", allow_negative_numbers = true)]
    pub(crate) openings_share: f64,

    /// Random plies after a position of --openings [default: those of --random-plies]
    #[arg(long, value_name = "N", requires = "openings",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) openings_plies: Option<u8>,

    /// Share of games, 0 to 1, that start from a random arrangement of double Chess960
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = number(0.0..=1.0),
        allow_negative_numbers = true)]
    pub(crate) chess960: f64,
}

/// Plays the requested number of games and prints a summary.
///
/// # Errors
/// If the file, the network or the openings cannot be read or written, no new opening is found, or
/// Ctrl-C was pressed before the requested number was reached. Finished games stay in the file.
/// Without a new opening the summary is printed before.
pub(crate) fn run(args: &SelfplayArgs) -> Result<(), Error> {
    let network = load_network(args.search.evalfile.as_deref())?;
    let openings = OpeningSource {
        book: args.openings.positions(SetupFaults::NONE)?,
        book_share: args.openings_share,
        book_plies: args.openings_plies.unwrap_or(args.random_plies).into(),
        chess960: args.chess960,
        random_plies: args.random_plies.into(),
    };
    let (mut played, mut games) = (HashSet::new(), 0);
    let file = GameFile::open(&args.out, |game| {
        games += 1;
        // Ignores an opening with an illegal move: it cannot occur again.
        played.extend(opening_key(&game));
    })?;
    let settings = settings(args, games, &network);
    let write_error = |error| Error::file(&args.out, error);
    let writer = file.append(&settings.to_json()).map_err(write_error)?;

    let control = interrupt::control();
    let mut recorder = GameRecorder::new(writer, args.games.or(args.positions));
    let mut written = Ok(());
    let runner = Runner::new(&settings, &openings, &control, network, played);
    let result = runner.run(|game| {
        written = recorder.write(&game);
        let (games, positions) = (recorder.games, recorder.positions);
        recorder.bar.set_position(if args.games.is_some() { games } else { positions });
        let is_last = written.is_err()
            || args.games.is_some_and(|max| games >= max)
            || args.positions.is_some_and(|max| positions >= max);
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Ok(rejections) | Err(RunnerError::Exhausted { rejections }) = result {
        let summary = written.and_then(|()| recorder.finish()).map_err(write_error)?;
        let Rejections { lopsided, unusable } = rejections;
        writeln!(
            stdout(),
            "{summary}; openings rejected: {lopsided} lopsided, {unusable} repeated or finished"
        )?;
    }
    result?;
    let has_end = args.games.is_some() || args.positions.is_some();
    if has_end { interrupt::check() } else { Ok(()) }
}

fn settings(args: &SelfplayArgs, first_game: u64, network: &Network) -> SelfplaySettings {
    SelfplaySettings {
        nodes: args.search.nodes,
        move_pruning: args.search.move_pruning,
        random_plies: args.random_plies.into(),
        random_moves: args.random_moves,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        first_game,
        chess960: args.chess960,
        openings: args
            .openings
            .file
            .as_deref()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned()),
        openings_share: args.openings_share,
        openings_plies: args.openings_plies.map(Into::into),
        first_opening: args.openings.first_index(),
        hash_mib: args.search.hash.into(),
        threads: args.search.threads.into(),
        ..SelfplaySettings::default()
    }
    .with_network(network)
}
