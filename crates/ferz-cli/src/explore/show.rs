//! `explore show`: the moves of a position.

use super::filter::{ExploreFilterArgs, ExploredPositionArgs, find_players};
use super::json::ExploredReport;
use super::table::{ExploredPlayer, TableParts, table};
use crate::common::error::Error;
use crate::common::json::print_json;
use crate::common::text::{DEFAULT_COLUMNS, columns};
use clap::Args;
use ferz_database::index::{Filter, FoundPlayers, Index};
use ferz_database::selection::PlayerName;
use ferz_game::openings::OpeningClassifier;
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: ExploredPositionArgs,

    #[command(flatten)]
    conditions: ExploreFilterArgs,

    /// Number of moves to show, the most frequent first
    #[arg(long, value_name = "N", default_value_t = 12)]
    max_moves: usize,

    /// Number of games of the best rated players, and of those of the last dates, to show
    /// [default: 0, with --json 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1000))]
    games: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the moves of a position.
///
/// # Errors
/// If the index cannot be read, or the words are no position.
pub(super) fn run(args: &ShowArgs) -> Result<(), Error> {
    let (start, moves) = args.position.line("ferz explore show")?;
    let (mut position, mut opening) = (start.clone(), OpeningClassifier::new());
    opening.add(&position);
    for &mv in &moves {
        position.do_move(mv);
        opening.add(&position);
    }
    let conditions = args.conditions.filter("ferz explore show")?;
    let index = Index::open(&args.position.index)?;
    let games = usize::from(args.games.unwrap_or(if args.json { 4 } else { 0 }));
    let filter = Filter { top_games: games, recent_games: games, ..conditions };
    let mut explored = index.explore(&position, &filter)?;
    let found = find_players(&index, &position, &filter, explored.counts.games)?;
    if args.json {
        explored.moves.truncate(args.max_moves);
        let opening = opening.opening();
        return print_json(&ExploredReport::new(&index, &position, explored, opening, None)?);
    }
    let line = start.numbered_san_line(&moves).unwrap_or_default();
    let parts = TableParts {
        position: &position,
        line: &line,
        opening: opening.opening(),
        explored: &explored,
        max_moves: args.max_moves,
        min_games: index.min_games(),
        side: filter.color.unwrap_or(position.side_to_move()),
        player: explored.by_color.map(|by_color| ExploredPlayer {
            name: filter.player.as_ref().map(|name| found_name(name, &found)).unwrap_or_default(),
            by_color,
        }),
    };
    let columns = columns().unwrap_or(DEFAULT_COLUMNS);
    Ok(stdout().write_all(table(&parts, columns).as_bytes())?)
}

/// Returns the name of the player whom a name has found; the name itself if it has found several.
fn found_name(name: &PlayerName, found: &[FoundPlayers]) -> String {
    let mut of_name = found.iter().filter(|found| found.name == *name);
    match of_name.next().map(|found| found.players.keys().collect::<Vec<_>>()).as_deref() {
        Some([player]) => player.to_string(),
        _ => name.as_str().to_owned(),
    }
}
