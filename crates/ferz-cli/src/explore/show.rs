//! `explore show`: the moves of a position.

use super::filter::{ExploredPositionArgs, find_players};
use super::table::{ExploredPlayer, TableParts, table};
use crate::common::conditions::IndexGames;
use crate::common::prelude::*;
use ferz_database::facts::PlayerName;
use ferz_database::index::{ExploredReport, FoundPlayers, Index, Shown};
use ferz_game::openings::OpeningClassifier;
use std::collections::BTreeSet;

#[derive(Args, Debug)]
pub(crate) struct ExploreShowArgs {
    #[command(flatten)]
    position: ExploredPositionArgs,

    #[command(flatten)]
    conditions: ConditionArgs<IndexGames>,

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
pub(super) fn run(args: &ExploreShowArgs) -> Result<(), Error> {
    let (start, moves) = args.position.line("ferz explore show")?;
    let (mut position, mut opening) = (start.clone(), OpeningClassifier::new());
    opening.add(&position);
    for &mv in &moves {
        position.do_move(mv);
        opening.add(&position);
    }
    let selection = args.conditions.selection(MoveArgs::default(), "ferz explore show")?;
    let index = Index::open(&args.position.index)?;
    let games = usize::from(args.games.unwrap_or(if args.json { 4 } else { 0 }));
    let shown = Shown { top_games: games, recent_games: games, by_month: false };
    let mut explored = index.explore(&position, &selection, shown)?;
    let found = find_players(&index, &position, &selection, explored.counts.games)?;
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
        side: selection.color.unwrap_or(position.side_to_move()),
        player: explored.by_color.map(|by_color| ExploredPlayer {
            name: found_name(&selection.players, &found),
            by_color,
        }),
    };
    let columns = columns().unwrap_or(DEFAULT_COLUMNS);
    Ok(stdout().write_all(table(&parts, columns).as_bytes())?)
}

/// Returns the name of the player whom names have found; the names themselves if they have found several.
fn found_name(names: &[PlayerName], found: &[FoundPlayers]) -> String {
    let of_names = found.iter().filter(|found| names.contains(&found.name));
    let players: BTreeSet<_> = of_names.flat_map(|found| found.players.keys()).collect();
    match players.iter().collect::<Vec<_>>().as_slice() {
        [player] => player.to_string(),
        _ => names.iter().map(PlayerName::as_str).collect::<Vec<_>>().join(" or "),
    }
}
