//! Mates, draws, limits and reproducibility of the search.

use super::common::search as search_with;
use ferz::{Move, Position};
use ferz_engine::eval::default_network;
use ferz_engine::value::{Bound, is_mate, moves_to_mate};
use ferz_engine::{
    Control, Limits, PvLine, Report, SearchError, SearchResult, SearchSettings, Searcher,
    SearcherOptions,
};
use ferz_nnue::Kernel;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn searcher() -> Searcher {
    Searcher::new(SearcherOptions { hash_mib: 8, ..SearcherOptions::default() }).unwrap()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn search(fen: &str, limits: &Limits) -> (SearchResult, Vec<PvLine>) {
    search_with(&mut searcher(), &position(fen), limits, &SearchSettings::default())
}

#[test]
fn mates_in_1_to_5_are_found() {
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
        let (result, lines) = search(fen, &limits);
        let found = moves_to_mate(result.value);
        assert!(found.is_some_and(|found| found.unsigned_abs() <= moves), "{fen}: {result:?}");
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

fn search_for_mate(fen: &str, moves: u32) -> (Option<i32>, SearchResult, Vec<PvLine>) {
    let (result, lines) = search(fen, &Limits { mate: Some(moves), ..Limits::none() });
    (moves_to_mate(result.value), result, lines)
}

#[test]
fn mate_that_the_selective_search_prunes_is_proven() {
    for (mate, fen) in [
        (2_i32, "n1N3br/2p1Bpkr/1pP2R1b/pP3Pp1/P5P1/1P1p4/p2P4/K7 w - - 0 1"),
        (2, "2N2B2/2N1r3/8/3nQ2R/1k6/8/2B5/R3K3 w Q - 0 1"),
        (-3, "8/3p4/2pP4/2k1P3/7p/3RN3/2PP3K/1R6 b - - 0 1"),
    ] {
        let (found, _, lines) = search_for_mate(fen, mate.unsigned_abs());
        assert_eq!(found, Some(mate), "{fen}");
        let (mut pos, last) = (position(fen), lines.last().unwrap());
        last.pv.iter().for_each(|&mv| pos.do_move(mv));
        assert!(pos.is_checkmate() && last.bound == Bound::Exact, "{fen}: {:?}", last.pv);
        assert_eq!(last.pv.len() as i32, 2 * mate.abs() - i32::from(mate > 0), "{fen}");
    }
}

#[test]
fn search_for_a_mate_that_does_not_exist_ends_once_it_is_refuted() {
    for (moves, fen) in [
        (3, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        // A mate in 2 that the fifty-move rule prevents, and one that takes a move too many.
        (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 98 80"),
        (1, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
        (2, "8/8/8/8/8/8/4k1K1/r7 w - - 0 1"),
    ] {
        let (found, result, _) = search_for_mate(fen, moves);
        assert!(found.is_none_or(|found| found.unsigned_abs() > moves), "{fen}: {result:?}");
        assert!(result.best.is_some());
    }
}

#[test]
fn mate_search_keeps_the_node_limit_and_the_search_moves() {
    // Without 1.Ra6 there is no mate in 2.
    let pos = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let legal = pos.legal_moves();
    let others = legal.iter().copied().filter(|&mv| pos.uci(mv).to_string() != "a1a6");
    let limits = Limits { mate: Some(2), search_moves: others.collect(), ..Limits::none() };
    let (result, _) = search_with(&mut searcher(), &pos, &limits, &SearchSettings::default());
    assert_ne!(moves_to_mate(result.value), Some(2));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (result, _) = search(start, &Limits { mate: Some(9), ..Limits::nodes(70_000) });
    assert_eq!(result.nodes, 70_000);
}

#[test]
fn earlier_search_does_not_hide_a_mate() {
    // 1.Ra6 mates in 2.
    let pos = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut searcher = searcher();
    for depth in [4, 6, 10, 20] {
        let limits = Limits::depth(depth);
        let (result, _) = search_with(&mut searcher, &pos, &limits, &SearchSettings::default());
        assert!(depth < 20 || moves_to_mate(result.value) == Some(2), "{result:?}");
    }
}

#[test]
fn analysis_proves_the_shortest_mate_whatever_was_searched_before() {
    // After most of the shallow searches the selective search misses these mates in 4 million nodes.
    for (mate, fen) in [
        (4, "r3k3/2Qp3R/1p6/1b2K3/4p3/8/5p2/8 w q - 0 1"),
        (4, "2n5/8/2P2K2/pP1N4/2PkNp2/3B4/4P2b/8 w - - 0 1"),
    ] {
        let pos = position(fen);
        for depth in [4, 6, 10] {
            let mut searcher = searcher();
            let mut search = |limits: &Limits| {
                search_with(&mut searcher, &pos, limits, &SearchSettings::default())
            };
            search(&Limits::depth(depth));
            let (result, lines) = search(&Limits::nodes(4_000_000));
            assert_eq!(moves_to_mate(result.value), Some(mate), "{fen}: {result:?}");
            assert!(result.nodes < 4_000_000, "{fen}: {result:?}");
            let (mut after, last) = (pos.clone(), lines.last().unwrap());
            last.pv.iter().for_each(|&mv| after.do_move(mv));
            assert!(after.is_checkmate() && last.pv[0] == result.best.unwrap(), "{last:?}");
        }
    }
}

#[test]
fn analysis_ends_once_no_mate_is_shorter_but_lines_and_depths_are_completed() {
    // Mated in 3, which every search finds at once; without an end the depth would reach its maximum.
    let pos = position("8/3p4/2pP4/2k1P3/7p/3RN3/2PP3K/1R6 b - - 0 1");
    let search = |limits: &Limits, multipv| {
        let settings = SearchSettings { multipv, ..SearchSettings::default() };
        search_with(&mut searcher(), &pos, limits, &settings).0
    };
    let result = search(&Limits::nodes(2_000_000), 1);
    assert_eq!(moves_to_mate(result.value), Some(-3), "{result:?}");
    assert!(result.nodes < 200_000 && result.depth < 150, "{result:?}");
    assert_eq!(search(&Limits::nodes(300_000), 2).nodes, 300_000);
    assert_eq!(search(&Limits::depth(150), 1).depth, 150);
}

#[test]
fn a_loss_of_the_first_moves_alone_is_not_reported() {
    // The first move of an iteration loses by mate before the others are searched. The position itself
    // is mated in many more moves.
    let pos = position("kB5K/2P4B/P4rP1/4r3/2N1n3/1RP4N/3b4/6RQ b - - 0 1");
    for nodes in (112_000..125_000).step_by(700) {
        let settings = SearchSettings::default();
        let (result, lines) = search_with(&mut searcher(), &pos, &Limits::nodes(nodes), &settings);
        let last = lines.last().unwrap();
        assert_eq!(moves_to_mate(last.value), None, "{nodes}: {last:?}");
        assert_eq!((result.value, result.best), (last.value, Some(last.pv[0])), "{nodes}");
    }
}

#[test]
fn draws_have_value_0() {
    for fen in [
        // Stalemate at once or by force, bare kings, a fortress, perpetual check.
        "8/8/8/8/8/6k1/8/5K1B w - - 0 1",
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "3qk3/8/8/8/8/8/8/4K2R w K - 0 1",
        // The next move ends the game by the fifty-move rule.
        "8/8/8/3k4/8/8/8/K6R w - - 99 100",
        "8/8/8/3k4/8/8/8/K6R b - - 99 100",
    ] {
        let (result, _) = search(fen, &Limits::depth(10));
        assert_eq!(result.value, 0, "{fen}: {result:?}");
    }
}

#[test]
fn perpetual_check_is_a_draw() {
    // White is a queen down but has a perpetual check.
    let (result, _) = search("6k1/5ppp/8/4Q3/8/8/qr3PPP/6K1 w - - 0 1", &Limits::depth(12));
    assert!(result.value >= -5, "{result:?}");
}

#[test]
fn position_without_moves_has_one_line() {
    let (result, lines) = search("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(5));
    assert_eq!((result.best, moves_to_mate(result.value)), (None, Some(0)));
    assert_eq!(lines.len(), 1);
    let (result, lines) = search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(5));
    assert_eq!((result.best, result.value, lines.len()), (None, 0, 1));
}

#[test]
fn search_by_one_thread_is_reproducible() {
    let run = || {
        let mut searcher = searcher();
        let settings = SearchSettings::default();
        [Limits::depth(10), Limits::nodes(20_000), Limits::nodes(1), Limits::nodes(777)]
            .map(|limits| search_with(&mut searcher, &Position::startpos(), &limits, &settings).0)
    };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    assert_eq!(first.map(|result| result.nodes)[1..], [20_000, 1, 777]);
}

#[test]
fn soft_node_limit_ends_after_a_whole_iteration() {
    let settings = SearchSettings::default();
    for fen in ferz_engine::bench::POSITIONS.iter().take(12) {
        let pos = position(fen);
        let limits = Limits::soft_nodes(2000, u64::MAX);
        let (result, _) = search_with(&mut searcher(), &pos, &limits, &settings);
        assert!(result.nodes >= 2000, "{fen}");
        // A search limited to that depth is the same search.
        let to_depth =
            |depth| search_with(&mut searcher(), &pos, &Limits::depth(depth), &settings).0;
        assert_eq!(to_depth(result.depth), result, "{fen}");
        assert!(to_depth(result.depth - 1).nodes < 2000, "{fen}: it ended too late");
        let (cut, _) =
            search_with(&mut searcher(), &pos, &Limits::soft_nodes(2000, 2001), &settings);
        assert!(cut.nodes <= 2001, "{fen}: {} nodes", cut.nodes);
    }
}

#[test]
fn silent_search_has_the_same_result() {
    let limits = Limits::nodes(3000);
    for fen in ["7k/8/8/8/8/8/R7/K7 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let silent = searcher()
            .search(&position(fen), &limits, &SearchSettings::default(), &Control::default(), None)
            .unwrap();
        assert_eq!(silent, search(fen, &limits).0, "{fen}");
    }
}

#[test]
fn multipv_lines_are_reported_best_first() {
    let pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let settings = SearchSettings { multipv: 4, ..SearchSettings::default() };
    let (result, lines) = search_with(&mut searcher(), &pos, &Limits::depth(8), &settings);
    let last: Vec<_> = lines.iter().rev().take(4).rev().collect();
    assert_eq!(last.iter().map(|line| line.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.value >= b.value), "{last:?}");
    assert_eq!(Some(last[0].pv[0]), result.best);
    let mut firsts: Vec<Move> = last.iter().map(|line| line.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn last_lines_are_sorted_by_score_and_numbered_from_the_best_move_on() {
    let settings = SearchSettings { multipv: 3, ..SearchSettings::default() };
    for fen in &ferz_engine::bench::POSITIONS[1..9] {
        let pos = position(fen);
        // Enough nodes for three lines of the first iteration.
        for nodes in (1000..11_000).step_by(197) {
            let limits = Limits::nodes(nodes);
            let (result, lines) = search_with(&mut searcher(), &pos, &limits, &settings);
            let last = &lines[lines.len() - 3..];
            assert_eq!([last[0].multipv, last[1].multipv, last[2].multipv], [1, 2, 3]);
            assert!(last.is_sorted_by(|a, b| a.value >= b.value), "{fen} {nodes}: {last:?}");
            assert_eq!(Some(last[0].pv[0]), result.best, "{fen} {nodes}");
            assert_eq!(last[0].value, result.value, "{fen} {nodes}");
        }
    }
}

#[test]
fn last_line_of_a_stopped_search_keeps_its_bound() {
    let mut bounds = 0;
    for fen in &ferz_engine::bench::POSITIONS[1..9] {
        for nodes in (2000..20_000).step_by(1997) {
            let (_, lines) = search(fen, &Limits::nodes(nodes));
            let (last, earlier) = lines.split_last().unwrap();
            // Reports of the first seconds have exact values only.
            assert!(earlier.iter().all(|line| line.bound == Bound::Exact));
            bounds += usize::from(last.bound != Bound::Exact);
        }
    }
    assert!(bounds > 3, "searches that were stopped after a fail high or low: {bounds}");
}

#[test]
fn search_of_illegal_moves_only_is_an_error() {
    let pos = Position::startpos();
    let black_move = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let illegal = black_move.parse_uci("e7e5").unwrap();
    let limits = Limits { search_moves: vec![illegal], ..Limits::depth(3) };
    let (settings, control) = (SearchSettings::default(), Control::default());
    let mut reports = 0;
    let result = searcher().search(&pos, &limits, &settings, &control, Some(&mut |_| reports += 1));
    assert_eq!((result, reports), (Err(SearchError::NoLegalSearchMove), 0));
    // One legal move suffices.
    let legal = pos.parse_uci("a2a3").unwrap();
    let limits = Limits { search_moves: vec![illegal, legal], ..limits };
    let result = searcher().search(&pos, &limits, &settings, &control, None);
    assert_eq!(result.unwrap().best, Some(legal));
}

#[test]
fn stop_of_an_earlier_search_refuses_the_next_one() {
    let (mut searcher, pos, control) = (searcher(), Position::startpos(), Control::default());
    control.stop();
    assert!(
        searcher
            .search(&pos, &Limits::depth(5), &SearchSettings::default(), &control, None)
            .is_ok()
    );
    let refused =
        searcher.search(&pos, &Limits::depth(5), &SearchSettings::default(), &control, None);
    assert_eq!(refused, Err(SearchError::StoppedControl));
    control.reset();
    assert_eq!(
        searcher
            .search(&pos, &Limits::depth(5), &SearchSettings::default(), &control, None)
            .unwrap()
            .depth,
        5
    );
}

#[test]
fn node_limit_is_exact() {
    for fen in &ferz_engine::bench::POSITIONS[1..9] {
        for nodes in (100..6000).step_by(73) {
            let (result, _) = search(fen, &Limits::nodes(nodes));
            assert_eq!(result.nodes, nodes, "{fen}");
        }
    }
}

#[test]
fn bishops_on_squares_of_one_color_draw() {
    // All bishops stand on light squares, and the only move captures the knight.
    let pos = position("8/8/3k4/8/8/8/6n1/K2B1B1B w - - 0 1");
    let capture = Limits { search_moves: vec![pos.parse_uci("h1g2").unwrap()], ..Limits::depth(6) };
    let (result, lines) = search_with(&mut searcher(), &pos, &capture, &SearchSettings::default());
    assert_eq!(result.value, 0);
    assert!(lines.iter().all(|line| line.pv.len() == 1), "{lines:?}");
}

#[test]
fn only_search_moves_are_searched() {
    let pos = Position::startpos();
    let selected = ["a2a3", "h2h4"].map(|text| pos.parse_uci(text).unwrap());
    let limits = Limits { search_moves: selected.to_vec(), ..Limits::depth(8) };
    let settings = SearchSettings { multipv: 5, ..SearchSettings::default() };
    let (result, lines) = search_with(&mut searcher(), &pos, &limits, &settings);
    assert!(selected.contains(&result.best.unwrap()));
    assert!(lines.iter().all(|line| selected.contains(&line.pv[0]) && line.multipv <= 2));
}

#[test]
fn search_by_three_threads_finds_a_mate() {
    let mut searcher =
        Searcher::new(SearcherOptions { threads: 3, hash_mib: 8, ..SearcherOptions::default() })
            .unwrap();
    let pos = position("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1");
    let limits = Limits::depth(12);
    let (result, _) = search_with(&mut searcher, &pos, &limits, &SearchSettings::default());
    assert!(is_mate(result.value) && result.value > 0, "{result:?}");
    let limits = Limits::nodes(100_000);
    let (result, _) =
        search_with(&mut searcher, &Position::startpos(), &limits, &SearchSettings::default());
    assert!(result.nodes >= 100_000);
}

#[test]
fn threads_complete_the_depth_limit_once_and_no_depth_beyond() {
    let mut searcher =
        Searcher::new(SearcherOptions { threads: 3, hash_mib: 8, ..SearcherOptions::default() })
            .unwrap();
    let pos = position("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    for multipv in [1, 3] {
        let settings = SearchSettings { multipv, ..SearchSettings::default() };
        let (result, lines) = search_with(&mut searcher, &pos, &Limits::depth(11), &settings);
        assert_eq!(result.depth, 11);
        let reported: Vec<_> = lines.iter().map(|line| (line.depth, line.multipv)).collect();
        assert!(reported.is_sorted_by(|a, b| a < b), "{reported:?}");
        assert_eq!(reported.last(), Some(&(11, multipv)), "{reported:?}");
        let last = &lines[lines.len() - multipv..];
        let first_moves: std::collections::HashSet<_> = last.iter().map(|l| l.pv[0]).collect();
        assert_eq!(first_moves.len(), multipv);
        assert!(last.iter().is_sorted_by_key(|line| std::cmp::Reverse(line.value)));
        assert_eq!(result.best, Some(last[0].pv[0]));
    }
}

/// Returns the time from the stop of a search without limits to its end.
fn stop_latency(threads: usize) -> Duration {
    let mut searcher =
        Searcher::new(SearcherOptions { threads, hash_mib: 8, ..SearcherOptions::default() })
            .unwrap();
    let control = Control::default();
    let (pos, limits) = (Position::startpos(), Limits::none());
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let settings = SearchSettings::default();
            let result = searcher.search(&pos, &limits, &settings, &control, None).unwrap();
            (result, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(100));
        let stopped = Instant::now();
        control.stop();
        let (result, ended) = search.join().unwrap();
        assert!(result.best.is_some());
        ended - stopped
    })
}

#[test]
fn stopped_search_ends_within_50_ms() {
    for threads in [1, 2] {
        // The fastest of some tries, since a loaded machine may delay any of them.
        assert!((0..8).any(|_| stop_latency(threads) < Duration::from_millis(50)));
    }
}

#[test]
fn move_time_is_kept_within_20_ms() {
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    for ms in [1, 20, 150] {
        let time_used = || {
            let start = Instant::now();
            search(fen, &Limits::move_time(Duration::from_millis(ms)));
            start.elapsed()
        };
        assert!((0..8).any(|_| time_used() < Duration::from_millis(ms + 20)));
    }
}

#[test]
fn searches_are_equal_for_every_kernel_of_this_machine() {
    let fens = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    let search = |kernel: Kernel, fen: &str| {
        let network = Arc::new(default_network().as_ref().clone().with_kernel(kernel));
        assert_eq!(network.kernel().name(), kernel.name());
        let mut searcher =
            Searcher::new(SearcherOptions { network: Some(network), ..SearcherOptions::default() })
                .unwrap();
        let (result, lines) = search_with(
            &mut searcher,
            &position(fen),
            &Limits::depth(9),
            &SearchSettings::default(),
        );
        (result.nodes, result.value, lines.last().unwrap().pv.clone())
    };
    for fen in fens {
        let expected = search(Kernel::scalar(), fen);
        for kernel in Kernel::available() {
            assert_eq!(search(kernel, fen), expected, "{} {fen}", kernel.name());
        }
    }
}

#[test]
fn setting_the_same_network_again_keeps_the_tables() {
    let pos = Position::startpos();
    let nodes = |searcher: &mut Searcher| {
        let settings = SearchSettings::default();
        search_with(searcher, &pos, &Limits::depth(8), &settings).0.nodes
    };
    let [mut changed, mut unchanged] = [(); 2].map(|()| searcher());
    let first = nodes(&mut changed);
    assert_eq!(nodes(&mut unchanged), first);
    changed.set_network(Some(Arc::new(default_network().as_ref().clone())));
    let second = nodes(&mut changed);
    assert_eq!(nodes(&mut unchanged), second);
    assert_ne!(second, first, "the tables save nodes");
    changed.set_network(None);
    changed.set_network(Some(default_network()));
    assert_eq!(nodes(&mut changed), first);
}

#[test]
fn searches_without_move_pruning_have_more_nodes() {
    let nodes = |move_pruning: bool| -> u64 {
        [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/2N1BP2/PPPQ2PP/R3KB1R w KQ - 1 9",
        ]
        .map(|fen| {
            let mut searcher =
                Searcher::new(SearcherOptions { move_pruning, ..SearcherOptions::default() })
                    .unwrap();
            let result = searcher.search(
                &position(fen),
                &Limits::depth(9),
                &SearchSettings::default(),
                &Control::default(),
                None,
            );
            result.unwrap().nodes
        })
        .into_iter()
        .sum()
    };
    let [with, without] = [nodes(true), nodes(false)];
    assert!(without > with * 5 / 4, "{without} nodes instead of {with}");
}

#[test]
fn search_needs_no_stack_of_its_caller() {
    let pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let run = move || {
        let mut reports = 0;
        let (settings, control) = (SearchSettings::default(), Control::default());
        let mut report = |_| reports += 1;
        let result =
            searcher().search(&pos, &Limits::depth(8), &settings, &control, Some(&mut report));
        assert!(reports > 8);
        result.unwrap()
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10);
    assert_eq!(thread.spawn(run).unwrap().join().unwrap().depth, 8);
}

#[test]
fn search_on_the_current_thread_has_the_same_result() {
    let (settings, limits) =
        (SearchSettings { multipv: 2, ..Default::default() }, Limits::depth(7));
    let pos = Position::startpos();
    let here = || {
        let control = Control::default();
        searcher().search_on_current_thread(&pos, &limits, &settings, &control, None)
    };
    let there = searcher().search(&pos, &limits, &settings, &Control::default(), None).unwrap();
    let thread = std::thread::Builder::new().stack_size(Searcher::STACK_SIZE);
    std::thread::scope(|scope| {
        let here = thread.spawn_scoped(scope, here).unwrap().join().unwrap();
        assert_eq!(here.as_ref(), Ok(&there));
    });
    assert_eq!(there.lines.len(), 2);
    assert_eq!((there.lines[0].pv[0], there.lines[0].value), (there.best.unwrap(), there.value));
}

#[test]
fn panic_of_the_report_is_that_of_the_search() {
    let run = || {
        let mut report = |_| panic!("report");
        let (settings, control) = (SearchSettings::default(), Control::default());
        let limits = Limits::nodes(1_000_000);
        let _ = searcher().search(
            &Position::startpos(),
            &limits,
            &settings,
            &control,
            Some(&mut report),
        );
    };
    assert!(std::panic::catch_unwind(run).is_err());
}

/// The scope of the threads waits for those beside thread 0, which would search for ever.
#[test]
fn panic_of_thread_0_stops_the_others() {
    let search = || {
        let options = SearcherOptions { threads: 2, hash_mib: 1, ..SearcherOptions::default() };
        let mut searcher = Searcher::new(options).unwrap();
        let mut report = |report: Report| {
            // The other thread starts after the first iteration.
            assert!(!matches!(report, Report::Line(line) if line.depth > 5), "of a test");
        };
        let (settings, control) = (SearchSettings::default(), Control::default());
        let limits = Limits { infinite: true, ..Limits::default() };
        let _ = searcher.search_on_current_thread(
            &Position::startpos(),
            &limits,
            &settings,
            &control,
            Some(&mut report),
        );
    };
    let thread = std::thread::Builder::new().stack_size(Searcher::STACK_SIZE).spawn(search);
    assert!(thread.unwrap().join().is_err());
}
