//! `pgn merge`: games as one tree of variations.

use crate::common::prelude::*;
use ferz_database::MergedGames;
use ferz_game::pgn::{GameBuilder, WriteOptions};

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) move_forms: MoveArgs,

    #[command(flatten)]
    pub(super) out: SummaryArgs,

    /// Number of plies after which games are cut off
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<usize>,

    /// Leave out moves of fewer games; 1 leaves out the variations that no game played
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) min_games: u64,
}

/// JSON object of the numbers of games and moves.
#[derive(Default, Serialize)]
struct MergeReport {
    games: u64,
    errors: u64,
    /// The start positions, each with a tree.
    trees: u64,
    /// The different moves of all trees that are written.
    moves: u64,
}

/// Writes the trees.
///
/// # Errors
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &MergeArgs) -> Result<(), Error> {
    args.out.check("ferz pgn merge")?;
    let sources = args.source.sources();
    let mut out = GameOutput::new(args.out.path(), &args.source.files)?;
    let (mut merged, mut totals) = (MergedGames::new(), MergeReport::default());
    let builder = || args.move_forms.player(GameBuilder::new());
    let read = sources.read(builder, |_, mut chunk| {
        for (mut game, error) in chunk.visitor.visitor_mut().take_all() {
            totals.games += 1;
            if let Some(error) = error {
                totals.errors += 1;
                sources.report_all([error], chunk.games_before);
                continue;
            }
            if let Some(plies) = args.plies {
                game.tree.truncate(plies);
            }
            merged.add(&game.tree);
        }
        Ok(ControlFlow::Continue(()))
    });
    // A tree of a part of the games would look like one of all.
    let written = read.and_then(|()| {
        let games = merged.games(args.min_games);
        totals.trees = games.len() as u64;
        totals.moves = games.iter().map(|game| game.tree.len() as u64).sum();
        games.iter().try_for_each(|game| {
            out.write(WriteOptions::default().to_string(game).trim_end().as_bytes())
        })
    });
    out.finish(written)?;
    let (games, trees) = (counted(totals.games, "game"), counted(totals.trees, "tree"));
    let rest = counts([(totals.moves, "move"), (totals.errors, "error")]);
    args.out.print(&totals, format_args!("{games} in {trees} of {rest}"))
}
