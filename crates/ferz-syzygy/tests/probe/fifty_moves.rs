//! Wins and losses at the counter that the fifty-move rule still allows, against searches of the game.

use super::random::random_position;
use super::{all_four_men_tables, position, small_tables};
use fastrand::Rng;
use ferz::{Position, Setup};
use ferz_syzygy::{DtzMove, FiftyMoveRule, Tablebases, Wdl};

fn at_counter(pos: &Position, counter: u16) -> Position {
    let setup = Setup { halfmove_clock: counter, fullmove_number: 200, ..pos.setup() };
    Position::from_setup(&setup).unwrap()
}

fn best_outcome(tables: &Tablebases, pos: &Position) -> Wdl {
    tables.best_move(pos).unwrap().expect("the game is not over").wdl
}

#[test]
fn rounded_distances_do_not_reach_the_counter_of_a_draw() {
    let tables = small_tables();
    for (board, dtz, counter, before, after) in [
        ("K7/2k5/3n4/8/2b5/8/8/8 w", -3, 97, Wdl::Loss, Wdl::BlessedLoss),
        ("8/8/6k1/3B4/3K4/4N3/8/8 w", 46, 54, Wdl::Win, Wdl::CursedWin),
    ] {
        assert_eq!(tables.dtz(&position(&format!("{board} - - 0 1"))), Ok(dtz));
        for counter in [0, counter - 1] {
            let pos = position(&format!("{board} - - {counter} 128"));
            assert_eq!(best_outcome(&tables, &pos), before, "{counter}");
        }
        for counter in counter..=101 {
            let pos = position(&format!("{board} - - {counter} 128"));
            let ranked = tables.rank_moves(&pos, &pos.legal_moves(), FiftyMoveRule::Applied);
            let ranked = ranked.unwrap();
            assert_eq!(ranked[0].wdl, after, "{counter}");
            let decided = |mv: &&DtzMove| matches!(mv.wdl, Wdl::Win | Wdl::Loss);
            assert!(!ranked.iter().any(|mv| decided(&mv)), "{ranked:?}");
        }
    }
}

/// Returns the side that wins under the fifty-move rule by the rules alone, from the view of the side
/// to move. Captures and pawn moves end the search with the outcome of the tables, with which a game
/// of a counter of zero continues.
fn solve(tables: &Tablebases, pos: &mut Position) -> i32 {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return -i32::from(pos.in_check());
    }
    if pos.rule50() >= 100 {
        return 0;
    }
    let mut best = -1;
    for &mv in moves.iter() {
        pos.do_move(mv);
        let value = if pos.rule50() == 0 && !pos.is_checkmate() {
            let wdl = tables.wdl(pos).unwrap().with_fifty_move_rule();
            -wdl.value().signum()
        } else {
            -solve(tables, pos)
        };
        pos.undo_move();
        best = best.max(value);
        if best == 1 {
            break;
        }
    }
    best
}

/// Compares the outcome of random positions near the border with a search of all moves.
fn check_near_border(tables: &Tablebases, names: &[&str], positions_each: usize) {
    let mut rng = Rng::with_seed(0x50);
    for name in names {
        for _ in 0..positions_each {
            let (pos, dtz) = loop {
                let pos = random_position(&mut rng, name);
                let dtz = tables.dtz(&pos).unwrap().abs();
                if (1..5).contains(&dtz) && !pos.legal_moves().is_empty() {
                    break (pos, dtz as u16);
                }
            };
            for counter in 99 - dtz..=101 - dtz {
                let mut pos = at_counter(&pos, counter);
                let outcome = best_outcome(tables, &pos);
                let expected = solve(tables, &mut pos);
                let found = outcome.with_fifty_move_rule().value().signum();
                assert_eq!(found, expected, "{} at {counter}: {dtz}", pos.fen());
            }
        }
    }
}

#[test]
fn outcomes_near_the_border_are_those_of_a_search_with_small_tables() {
    check_near_border(&small_tables(), &["KBNvK", "KQvKR", "KRvK"], 20);
}

#[test]
fn outcomes_near_the_border_are_those_of_a_search_with_all_tables() {
    let name = "outcomes_near_the_border_are_those_of_a_search_with_all_tables";
    let Some(tables) = all_four_men_tables(name) else { return };
    let names = ["KBBvK", "KNPvK", "KQvKP", "KRvKB", "KRvKP", "KQQvK", "KRPvK", "KPvKP", "KBPvK"];
    check_near_border(&tables, &names, 10);
}

/// Without pawns, and where the loser cannot capture and still lose, the winner zeroes or mates: the
/// exact distance is odd if the winner is to move and even if the loser is.
#[test]
fn a_value_counts_as_exact_if_its_parity_is_that_of_the_winner() {
    let tables = small_tables();
    let mut rng = Rng::with_seed(0x51);
    let mut counts = [0; 2];
    for name in ["KBNvK", "KQvKR", "KRvK", "KQvK"] {
        for _ in 0..150 {
            let (pos, dtz) = loop {
                let pos = random_position(&mut rng, name);
                let dtz = tables.dtz(&pos).unwrap();
                if dtz.abs() > 1 && !pos.legal_moves().is_empty() {
                    break (pos, dtz);
                }
            };
            let exact = (dtz > 0) == (dtz % 2 != 0);
            let outcome = best_outcome(&tables, &at_counter(&pos, 100 - dtz.unsigned_abs() as u16));
            let expected = match dtz > 0 {
                true if exact => Wdl::Win,
                true => Wdl::CursedWin,
                false if exact => Wdl::Loss,
                false => Wdl::BlessedLoss,
            };
            assert_eq!(outcome, expected, "{}: {dtz}", pos.fen());
            counts[usize::from(exact)] += 1;
        }
    }
    assert!(counts.into_iter().min() > Some(50), "{counts:?}");
}
