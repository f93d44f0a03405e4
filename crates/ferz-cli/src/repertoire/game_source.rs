//! The games that a repertoire is compared with: PGN files or an index.

use crate::common::collector::collect_games;
use crate::common::conditions::ConditionUser;
use crate::common::prelude::*;
use ferz_database::collector::{CollectedGame, GameParts, MoveChoice, TagChoice};
use ferz_database::repertoire::Repertoire;
use ferz_database::selection::Selection;

/// The games that are compared with a repertoire, whose side `--color` is.
#[derive(Debug)]
pub(super) struct ComparedGames;

impl ConditionUser for ComparedGames {
    const OWN: &[&str] = &["color", "follows", "leaves"];
}

/// PGN files with games, and conditions on them.
#[derive(Args, Debug)]
pub(super) struct GameSourceArgs {
    /// PGN files with games, plain or compressed
    #[arg(long, value_name = "PGN", num_args = 1..)]
    pub(super) games: Vec<PathBuf>,

    /// Number of threads; the output does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    threads: u16,

    #[command(flatten)]
    pub(super) conditions: ConditionArgs<ComparedGames>,
}

impl GameSourceArgs {
    /// The number of errors of games that are printed.
    const MAX_ERRORS: u64 = 100;

    /// Reads the games without an error that meet the conditions, and passes them to `consume` with their positions
    /// in the repertoire. Returns their number.
    ///
    /// # Errors
    /// If a file cannot be read, and [`Error::Interrupted`] after Ctrl-C.
    pub(super) fn read(
        &self,
        repertoire: &Repertoire,
        moves: MoveArgs,
        selection: &Selection,
        consume: &mut dyn FnMut(&CollectedGame),
    ) -> Result<u64, Error> {
        let (files, threads) = (self.games.clone(), self.threads);
        let source = SourceArgs { files, threads, max_errors: Self::MAX_ERRORS, strict: false };
        let (sources, tests) = (source.sources(), selection.tests());
        let mut names = NameReport::new(selection);
        let parts = GameParts {
            tags: TagChoice::All,
            moves: MoveChoice::Plies,
            variants: false,
            tests: Some(&tests),
            repertoire: Some(repertoire),
        };
        let mut met = 0;
        collect_games(&sources, moves, parts, &mut |_, chunk| {
            for game in chunk.games {
                names.add(game.known);
                match game.error {
                    Some(error) => sources.report_all([*error], chunk.games_before),
                    None if game.is_match => {
                        met += 1;
                        names.add_players(&game.tags, game.result());
                        consume(&game);
                    }
                    None => {}
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        names.print(false, met);
        Ok(met)
    }
}
