//! Playing below full strength: weaker level by level, true to what is told, and repeatable.

mod common;

use common::search;
use ferz::{Color, Position};
use ferz_engine::bench::POSITIONS;
use ferz_engine::{Limits, SearchSettings, Searcher, Skill};

fn at_level(level: u32) -> SearchSettings {
    SearchSettings { skill: Skill::from_level(level), ..SearchSettings::default() }
}

fn searcher(seed: u64) -> Searcher {
    let mut searcher = Searcher::new(1, 4).unwrap();
    searcher.seed(seed);
    searcher
}

/// The bench positions that have a choice of moves.
fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap())
}

#[test]
fn the_highest_level_is_the_search_as_it_is() {
    for pos in positions().take(5) {
        let limits = Limits::depth(8);
        let plain = search(&mut searcher(1), &pos, &limits, &SearchSettings::default()).0;
        assert_eq!(search(&mut searcher(2), &pos, &limits, &at_level(20)).0, plain);
    }
}

#[test]
fn the_last_line_begins_with_the_move_played() {
    let mut searcher = searcher(7);
    let mut others = 0;
    for pos in positions() {
        for multipv in [1, 3] {
            let settings = SearchSettings { multipv, ..at_level(2) };
            let (outcome, lines) = search(&mut searcher, &pos, &Limits::none(), &settings);
            let (last, rest) = lines.split_last().unwrap();
            assert!(lines.iter().all(|line| line.multipv <= multipv));
            if multipv == 1 || Some(last.pv[0]) == outcome.best {
                assert_eq!((Some(last.pv[0]), last.value), (outcome.best, outcome.value));
            }
            others += usize::from(rest.iter().all(|line| Some(line.pv[0]) != outcome.best));
        }
    }
    assert!(others > 5, "a worse move is played now and then: {others}");
}

#[test]
fn one_seed_gives_one_game_and_another_a_different_one() {
    let game = |seed| {
        let mut searcher = searcher(seed);
        let mut pos = Position::startpos();
        for _ in 0..20 {
            let outcome = search(&mut searcher, &pos, &Limits::none(), &at_level(3)).0;
            pos.do_move(outcome.best.unwrap());
        }
        pos.fen()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn a_level_has_its_nodes_on_any_number_of_threads() {
    let mut searcher = Searcher::new(3, 4).unwrap();
    for level in [0, 4] {
        let most = search(&mut searcher, &Position::startpos(), &Limits::none(), &at_level(level));
        let most = most.0.nodes;
        assert!((1_000..10_000).contains(&most), "{level}: {most}");
        // What `go` asks for stands if it is less.
        let limits = Limits::nodes(300);
        let few = search(&mut searcher, &Position::startpos(), &limits, &at_level(level)).0;
        assert_eq!(few.nodes, 300);
    }
}

/// How White fares at one level against Black at another: 1, 0 or -1. A side that sees itself lost
/// by ten pawns gives up.
fn result(levels: [u32; 2], opening: usize, seed: u64) -> i32 {
    let mut searchers = [searcher(seed), searcher(seed + 1)];
    let mut pos = Position::startpos();
    for i in 0..4 {
        let moves = pos.legal_moves();
        pos.do_move(moves[(opening * 7 + i * 3) % moves.len()]);
    }
    for _ in 0..200 {
        let us = pos.side_to_move();
        let for_white = |value: i32| if us == Color::White { value } else { -value };
        if pos.outcome().is_some() || pos.is_repetition(3) || pos.is_fifty_move_draw() {
            return if pos.is_checkmate() { for_white(-1) } else { 0 };
        }
        let settings = at_level(levels[us as usize]);
        let outcome = search(&mut searchers[us as usize], &pos, &Limits::none(), &settings).0;
        if outcome.value < -1000 {
            return for_white(-1);
        }
        pos.do_move(outcome.best.unwrap());
    }
    0
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    let mut balance = 0;
    for game in 0..3 {
        balance += result([5, 0], game, 100) - result([0, 5], game, 200);
    }
    assert!(balance >= 3, "level 5 against level 0 in 6 games: {balance:+}");
}

#[test]
fn a_high_level_plays_the_best_move_more_often_than_a_low_one() {
    let best: Vec<_> = positions()
        .map(|pos| search(&mut searcher(0), &pos, &Limits::depth(10), &at_level(20)).0.best)
        .collect();
    let agreements = [0, 8].map(|level| {
        let mut searcher = searcher(5);
        let mut played = 0;
        for (pos, best) in positions().zip(&best) {
            for _ in 0..3 {
                searcher.clear();
                let outcome = search(&mut searcher, &pos, &Limits::none(), &at_level(level)).0;
                played += usize::from(outcome.best == *best);
            }
        }
        played
    });
    assert!(agreements[0] < agreements[1], "{agreements:?}");
}
