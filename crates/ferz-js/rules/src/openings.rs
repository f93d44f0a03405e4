//! Names of openings, from a table that the host loads when it first needs it.

use crate::game::with_game;
use crate::position::with;
use ferz::Position;
use ferz_game::openings::read_lines;
use ferz_js_border::{Output, call, text};
use std::cell::RefCell;

thread_local! {
    /// The openings, each with the key of its position and, separated by a tab, its code and name. Ordered by keys.
    static OPENINGS: RefCell<Vec<(u64, Box<str>)>> = const { RefCell::new(Vec::new()) };
}

/// Reads the table of openings from the input (see [`read_lines`]). Returns the number of openings, 0 if the text is no
/// table.
#[unsafe(no_mangle)]
pub extern "C" fn openings_set() -> usize {
    call(|input, _| {
        let mut openings = Vec::new();
        let read = read_lines(&text(input), |_, keys, eco, name| {
            openings.push((*keys.last()?, format!("{eco}\t{name}").into()));
            Some(())
        });
        if read.is_none() {
            return 0;
        }
        openings.sort_unstable_by_key(|&(key, _)| key);
        let count = openings.len();
        OPENINGS.set(openings);
        count
    })
}

/// Returns the index of the opening of exactly this position.
fn find(position: &Position) -> Option<usize> {
    OPENINGS.with_borrow(|openings| {
        openings.binary_search_by_key(&position.key(), |&(key, _)| key).ok()
    })
}

/// Writes the code and the name of an opening, separated by a tab.
fn write(index: usize, output: &mut Output) {
    OPENINGS.with_borrow(|openings| output.text.push_str(&openings[index].1));
}

/// Writes the opening of exactly this position: code, a tab and name. 0 without one.
#[unsafe(no_mangle)]
pub extern "C" fn position_opening(slot: u32) -> i32 {
    with(slot, |position, _, output| {
        let found = find(position);
        found.into_iter().for_each(|index| write(index, output));
        i32::from(found.is_some())
    })
}

/// Writes the opening of the main line of a game: its code, name and the number of plies to it, separated by tabs.
/// 0 without one.
#[unsafe(no_mangle)]
pub extern "C" fn game_opening(count: usize) -> i32 {
    with_game(count, 0, |game, output| {
        let mut position = game.tree.start();
        let mut last = find(&position).map(|opening| (opening, 0));
        for (index, node) in game.tree.main_line().enumerate() {
            match game.tree.mv(node) {
                Some(mv) => position.do_move(mv),
                None => position.do_null_move(),
            }
            // A position that occurs again counts where it occurred first.
            if let Some(opening) = find(&position)
                && last.is_none_or(|(last, _)| last != opening)
            {
                last = Some((opening, index + 1));
            }
        }
        if let Some((opening, plies)) = last {
            write(opening, output);
            output.write(format_args!("\t{plies}"));
        }
        i32::from(last.is_some())
    })
}
