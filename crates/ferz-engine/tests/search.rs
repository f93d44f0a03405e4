//! The search finds mates and draws, obeys its limits, and repeats itself exactly.

mod common;

use common::search as search_with;
use ferz::{Move, Position};
use ferz_engine::value::{is_mate, moves_to_mate};
use ferz_engine::{Control, Limits, Line, SearchResult, SearchSettings, Searcher};
use std::time::{Duration, Instant};

fn searcher() -> Searcher {
    Searcher::new(1, 8).unwrap()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn search(fen: &str, limits: &Limits) -> (SearchResult, Vec<Line>) {
    search_with(&mut searcher(), &position(fen), limits, &SearchSettings::default())
}

#[test]
fn mates_in_one_to_five_are_found() {
    for (moves, fen) in [
        (1, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"),
        (1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"),
        (1, "7K/5k2/8/8/8/8/8/6r1 b - - 0 1"),
        (1, "8/8/8/8/8/5K2/7Q/5k2 b - - 0 1"),
        (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
        (2, "8/8/8/8/8/k1K5/8/7Q b - - 0 1"),
        (2, "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1"),
        (2, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"),
        (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
        (3, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1"),
        (4, "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1"),
        (4, "8/8/8/8/8/2k5/1r6/K7 b - - 0 1"),
        (4, "3k4/8/3K4/8/8/8/8/R7 b - - 0 1"),
        (5, "8/8/8/8/8/8/4k1K1/r7 w - - 0 1"),
    ] {
        let limits = Limits { mate: Some(moves), depth: Some(30), ..Limits::none() };
        let (outcome, lines) = search(fen, &limits);
        let found = moves_to_mate(outcome.value);
        assert!(found.is_some_and(|found| found.unsigned_abs() <= moves), "{fen}: {outcome:?}");
        let last = lines.last().unwrap();
        let mut pos = position(fen);
        last.pv.iter().for_each(|&mv| pos.do_move(mv));
        assert!(pos.is_checkmate(), "{fen}: {:?}", last.pv);
        assert_eq!(
            last.pv.len() as u32,
            2 * found.unwrap().unsigned_abs() - u32::from(found > Some(0))
        );
    }
}

#[test]
fn draws_are_seen() {
    for fen in [
        // Stalemate at once or by force, bare kings, a fortress, perpetual check.
        "8/8/8/8/8/6k1/8/5K1B w - - 0 1",
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "3qk3/8/8/8/8/8/8/4K2R w K - 0 1",
        // The next move ends the game by the fifty-move rule.
        "8/8/8/3k4/8/8/8/K6R w - - 99 100",
        "8/8/8/3k4/8/8/8/K6R b - - 99 100",
    ] {
        let (outcome, _) = search(fen, &Limits::depth(10));
        assert_eq!(outcome.value, 0, "{fen}: {outcome:?}");
    }
}

#[test]
fn a_repetition_saves_the_weaker_side() {
    // White is a queen down but checks for ever.
    let (outcome, _) = search("6k1/5ppp/8/4Q3/8/8/qr3PPP/6K1 w - - 0 1", &Limits::depth(12));
    assert!(outcome.value >= -5, "{outcome:?}");
}

#[test]
fn without_a_move_there_is_still_a_line() {
    let (outcome, lines) = search("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(5));
    assert_eq!((outcome.best, moves_to_mate(outcome.value)), (None, Some(0)));
    assert_eq!(lines.len(), 1);
    let (outcome, lines) = search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(5));
    assert_eq!((outcome.best, outcome.value, lines.len()), (None, 0, 1));
}

#[test]
fn one_thread_repeats_itself_exactly() {
    let run = || {
        let mut searcher = searcher();
        let settings = SearchSettings::default();
        [Limits::depth(10), Limits::nodes(20_000), Limits::nodes(1), Limits::nodes(777)]
            .map(|limits| search_with(&mut searcher, &Position::startpos(), &limits, &settings).0)
    };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    assert_eq!(first.map(|outcome| outcome.nodes)[1..], [20_000, 1, 777]);
}

#[test]
fn a_soft_limit_ends_with_an_iteration() {
    let settings = SearchSettings::default();
    for fen in ferz_engine::bench::POSITIONS.iter().take(12) {
        let pos = position(fen);
        let limits = Limits::soft_nodes(2000, u64::MAX);
        let (outcome, _) = search_with(&mut searcher(), &pos, &limits, &settings);
        assert!(outcome.nodes >= 2000, "{fen}");
        // The iteration is whole: a search of that depth is the same search.
        let to_depth =
            |depth| search_with(&mut searcher(), &pos, &Limits::depth(depth), &settings).0;
        assert_eq!(to_depth(outcome.depth), outcome, "{fen}");
        assert!(to_depth(outcome.depth - 1).nodes < 2000, "{fen}: it ended too late");
        let (cut, _) =
            search_with(&mut searcher(), &pos, &Limits::soft_nodes(2000, 2001), &settings);
        assert!(cut.nodes <= 2001, "{fen}: {} nodes", cut.nodes);
    }
}

#[test]
fn a_quiet_search_finds_the_same() {
    let limits = Limits::nodes(3000);
    for fen in ["7k/8/8/8/8/8/R7/K7 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let quiet = searcher().search_silent(&position(fen), &limits, &Control::default());
        assert_eq!(quiet, search(fen, &limits).0, "{fen}");
    }
}

#[test]
fn several_lines_are_told_best_first() {
    let pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let settings = SearchSettings { multipv: 4, ..SearchSettings::default() };
    let (outcome, lines) = search_with(&mut searcher(), &pos, &Limits::depth(8), &settings);
    let last: Vec<_> = lines.iter().rev().take(4).rev().collect();
    assert_eq!(last.iter().map(|line| line.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.value >= b.value), "{last:?}");
    assert_eq!(Some(last[0].pv[0]), outcome.best);
    let mut firsts: Vec<Move> = last.iter().map(|line| line.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn what_is_known_of_old_stays_behind_what_was_searched_last() {
    let settings = SearchSettings { multipv: 3, ..SearchSettings::default() };
    for fen in &ferz_engine::bench::POSITIONS[1..9] {
        let pos = position(fen);
        for nodes in (300..11_000).step_by(211) {
            let limits = Limits::nodes(nodes);
            let (outcome, lines) = search_with(&mut searcher(), &pos, &limits, &settings);
            let last = &lines[lines.len() - 3..];
            assert_eq!([last[0].multipv, last[1].multipv, last[2].multipv], [1, 2, 3]);
            assert!(last.is_sorted_by(|a, b| a.depth >= b.depth), "{fen} {nodes}: {last:?}");
            assert_eq!(Some(last[0].pv[0]), outcome.best, "{fen} {nodes}");
        }
    }
}

#[test]
fn a_limit_of_nodes_is_met_exactly() {
    for fen in &ferz_engine::bench::POSITIONS[1..9] {
        for nodes in (100..6000).step_by(73) {
            let (outcome, _) = search(fen, &Limits::nodes(nodes));
            assert_eq!(outcome.nodes, nodes, "{fen}");
        }
    }
}

#[test]
fn bishops_of_one_colour_draw_however_many() {
    // The bishops stand on light squares, and taking the knight leaves nothing else.
    let pos = position("8/8/3k4/8/8/8/6n1/K2B1B1B w - - 0 1");
    let taking = Limits { search_moves: vec![pos.parse_uci("h1g2").unwrap()], ..Limits::depth(6) };
    let (outcome, lines) = search_with(&mut searcher(), &pos, &taking, &SearchSettings::default());
    assert_eq!(outcome.value, 0);
    assert!(lines.iter().all(|line| line.pv.len() == 1), "{lines:?}");
}

#[test]
fn only_the_wished_moves_are_searched() {
    let pos = Position::startpos();
    let wished = ["a2a3", "h2h4"].map(|text| pos.parse_uci(text).unwrap());
    let limits = Limits { search_moves: wished.to_vec(), ..Limits::depth(8) };
    let settings = SearchSettings { multipv: 5, ..SearchSettings::default() };
    let (outcome, lines) = search_with(&mut searcher(), &pos, &limits, &settings);
    assert!(wished.contains(&outcome.best.unwrap()));
    assert!(lines.iter().all(|line| wished.contains(&line.pv[0]) && line.multipv <= 2));
}

#[test]
fn threads_share_the_work_and_agree_on_a_mate() {
    let mut searcher = Searcher::new(3, 8).unwrap();
    let pos = position("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1");
    let limits = Limits::depth(12);
    let (outcome, _) = search_with(&mut searcher, &pos, &limits, &SearchSettings::default());
    assert!(is_mate(outcome.value) && outcome.value > 0, "{outcome:?}");
    let limits = Limits::nodes(100_000);
    let (outcome, _) =
        search_with(&mut searcher, &Position::startpos(), &limits, &SearchSettings::default());
    assert!(outcome.nodes >= 100_000);
}

#[test]
fn threads_complete_the_depth_asked_for_once_and_none_beyond() {
    let mut searcher = Searcher::new(3, 8).unwrap();
    let pos = position("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    for multipv in [1, 3] {
        let settings = SearchSettings { multipv, ..SearchSettings::default() };
        let (outcome, lines) = search_with(&mut searcher, &pos, &Limits::depth(11), &settings);
        assert_eq!(outcome.depth, 11);
        let told: Vec<_> = lines.iter().map(|line| (line.depth, line.multipv)).collect();
        assert!(told.is_sorted_by(|a, b| a < b) && told.last() == Some(&(11, multipv)), "{told:?}");
        let last = &lines[lines.len() - multipv..];
        let first_moves: std::collections::HashSet<_> = last.iter().map(|l| l.pv[0]).collect();
        assert_eq!(first_moves.len(), multipv);
        assert!(last.iter().is_sorted_by_key(|line| std::cmp::Reverse(line.value)));
        assert_eq!(outcome.best, Some(last[0].pv[0]));
    }
}

/// How long a search without limit goes on after it has been told to stop.
fn stop_latency(threads: usize) -> Duration {
    let mut searcher = Searcher::new(threads, 8).unwrap();
    let control = Control::default();
    let (pos, limits) = (Position::startpos(), Limits::none());
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let settings = SearchSettings::default();
            let outcome = searcher.search(&pos, &limits, &settings, &control, &mut |_| {});
            (outcome, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        control.stop();
        let (outcome, ended) = search.join().unwrap();
        assert!(outcome.best.is_some());
        ended - asked
    })
}

#[test]
fn a_stopped_search_ends_at_once() {
    for threads in [1, 2] {
        // The quickest of a few tries: a busy machine may hold up any single one.
        assert!((0..8).any(|_| stop_latency(threads) < Duration::from_millis(50)));
    }
}

#[test]
fn an_exact_time_is_kept() {
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    for ms in [1, 20, 150] {
        let time_used = || {
            let limits = Limits::move_time(Duration::from_millis(ms));
            search(fen, &limits);
            limits.start.elapsed()
        };
        assert!((0..8).any(|_| time_used() < Duration::from_millis(ms + 20)));
    }
}
