//! `explore games`: copies the games with a position.

use super::filter::{ExploredPositionArgs, find_players};
use crate::common::conditions::IndexGames;
use crate::common::prelude::*;
use ferz_database::index::Index;

#[derive(Args, Debug)]
pub(crate) struct ExploreGamesArgs {
    #[command(flatten)]
    position: ExploredPositionArgs,

    #[command(flatten)]
    conditions: ConditionArgs<IndexGames>,

    #[command(flatten)]
    out: GameOutputArgs,
}

/// Copies the texts of games in the order of the index.
///
/// # Errors
/// If no text is stored, a file cannot be read or written, or the index is damaged.
pub(super) fn run(args: &ExploreGamesArgs) -> Result<(), Error> {
    let (mut position, moves) = args.position.line("ferz explore games")?;
    moves.into_iter().for_each(|mv| position.do_move(mv));
    let selection = args.conditions.selection(MoveArgs::default(), "ferz explore games")?;
    let index = Index::open(&args.position.index)?;
    let games = index.find_games(&position, &selection)?;
    let mut out = GameOutput::new(args.out.path(), &[])?;
    let (mut copied, mut missing) = (0, 0);
    let read = games.iter().try_for_each(|&game| {
        interrupt::check()?;
        match index.text(game)? {
            Some(text) => {
                out.write(text.trim_ascii_end())?;
                copied += 1;
            }
            None => missing += 1,
        }
        Ok(())
    });
    if missing > 0 {
        let games = counted(missing, "game");
        let reason = "added with --no-text";
        if copied == 0 && read.is_ok() {
            return Err(Error::new(format_args!("the index has no text of {games}, {reason}")));
        }
        print_message(format_args!("ferz: {games} without text, {reason}"));
    }
    out.finish(read)?;
    find_players(&index, &position, &selection, games.len() as u64)?;
    if games.is_empty() && selection.accepts_all() {
        print_message("ferz: found no game");
    }
    match args.out.path() {
        Some(_) => Ok(writeln!(stdout(), "{}", counted(copied, "game"))?),
        None => Ok(()),
    }
}
