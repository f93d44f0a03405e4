//! Playing below full strength: order of the levels, reported lines and reproducibility.

use super::common::search;
use ferz::{Color, Position};
use ferz_engine::bench::POSITIONS;
use ferz_engine::{Limits, PvLine, SearchSettings, Searcher, SearcherOptions, Skill};
use std::time::Duration;

fn at_level(level: u32) -> SearchSettings {
    SearchSettings { skill: Skill::from_level(level), ..SearchSettings::default() }
}

fn searcher(seed: u64) -> Searcher {
    let mut searcher =
        Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
    searcher.seed(seed);
    searcher
}

/// Returns the bench positions.
fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap())
}

#[test]
fn level_20_is_the_search_at_full_strength() {
    for pos in positions().take(5) {
        let limits = Limits::depth(8);
        let plain = search(&mut searcher(1), &pos, &limits, &SearchSettings::default()).0;
        assert_eq!(search(&mut searcher(2), &pos, &limits, &at_level(20)).0, plain);
    }
}

/// Returns the lines without the time.
fn timeless(lines: Vec<PvLine>) -> Vec<PvLine> {
    let without_time = |mut line: PvLine| {
        line.elapsed = Duration::ZERO;
        line
    };
    lines.into_iter().map(without_time).collect()
}

#[test]
fn lines_do_not_depend_on_the_move_played() {
    let mut others = 0;
    for pos in positions() {
        for multipv in [1, 3] {
            let settings = SearchSettings { multipv, ..at_level(2) };
            let run = |seed| search(&mut searcher(seed), &pos, &Limits::none(), &settings);
            let (first_result, first_lines) = run(7);
            let (second_result, second_lines) = run(8);
            assert_eq!(timeless(first_lines.clone()), timeless(second_lines));
            assert!(first_lines.iter().all(|line| line.multipv <= multipv));
            let last = &first_lines[first_lines.len() - multipv.min(first_lines.len())];
            others += usize::from(Some(last.pv[0]) != first_result.best);
            others += usize::from(Some(last.pv[0]) != second_result.best);
        }
    }
    assert!(others > 10, "moves that are not the best one: {others}");
}

#[test]
fn equal_seeds_give_equal_games() {
    let game = |seed| {
        let mut searcher = searcher(seed);
        let mut pos = Position::startpos();
        for _ in 0..20 {
            let result = search(&mut searcher, &pos, &Limits::none(), &at_level(3)).0;
            pos.do_move(result.best.unwrap());
        }
        pos.fen()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn node_limit_of_a_level_holds_with_several_threads() {
    let mut searcher =
        Searcher::new(SearcherOptions { threads: 3, hash_mib: 4, ..SearcherOptions::default() })
            .unwrap();
    for level in [0, 4] {
        let full = search(&mut searcher, &Position::startpos(), &Limits::none(), &at_level(level));
        let nodes = full.0.nodes;
        assert!((1_000..10_000).contains(&nodes), "{level}: {nodes}");
        // A lower node limit of the search applies.
        let limits = Limits::nodes(300);
        let limited = search(&mut searcher, &Position::startpos(), &limits, &at_level(level)).0;
        assert_eq!(limited.nodes, 300);
    }
}

/// Plays a game and returns White's result: 1, 0 or -1. A side resigns at a value below -1000.
fn game_result(levels: [u32; 2], opening: usize, seed: u64) -> i32 {
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
        let result = search(&mut searchers[us as usize], &pos, &Limits::none(), &settings).0;
        if result.value < -1000 {
            return for_white(-1);
        }
        pos.do_move(result.best.unwrap());
    }
    0
}

#[test]
fn level_5_beats_level_0() {
    let mut balance = 0;
    for game in 0..3 {
        balance += game_result([5, 0], game, 100) - game_result([0, 5], game, 200);
    }
    assert!(balance >= 3, "level 5 against level 0 in 6 games: {balance:+}");
}

#[test]
fn level_8_plays_the_best_move_more_often_than_level_0() {
    let best: Vec<_> = positions()
        .map(|pos| search(&mut searcher(0), &pos, &Limits::depth(10), &at_level(20)).0.best)
        .collect();
    let agreements = [0, 8].map(|level| {
        let mut searcher = searcher(5);
        let mut played = 0;
        for (pos, best) in positions().zip(&best) {
            for _ in 0..3 {
                searcher.clear();
                let result = search(&mut searcher, &pos, &Limits::none(), &at_level(level)).0;
                played += usize::from(result.best == *best);
            }
        }
        played
    });
    assert!(agreements[0] < agreements[1], "{agreements:?}");
}
