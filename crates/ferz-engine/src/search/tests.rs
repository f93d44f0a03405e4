//! Tests of the search that need a thread or a picker.

use super::history::{Histories, MoveHistory, PieceTo, QuietKey, is_noisy};
use super::mate::MateSearch;
use super::parallel::{OpenNode, PvResult, next_path, path_before_root};
use super::picker::{Picker, Source};
use super::root_moves::RootMoves;
use super::thread::{POLL_INTERVAL, Root, Shared, Worker};
use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::tt::{TranspositionTable, TtEntry};
use crate::value::{Bound, INFINITE, MAX_PLY, Value, mate_in};
use ferz::{Bitboard, Move, PieceType, Position};
use std::sync::atomic::Ordering::Relaxed;

#[test]
fn evaluation_from_the_table_is_scaled_by_the_current_fifty_move_counter() {
    let fens = ["0 40", "60 70"].map(|end| format!("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - {end}"));
    let positions = fens.map(|fen| Position::from_fen(&fen).unwrap());
    assert_eq!(positions[0].key(), positions[1].key());
    let (limits, control) = (Limits::depth(1), Control::default());
    let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
    let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
    let mut evaluator = Evaluator::new(None);
    let [first, later] = positions.map(|pos| {
        let root = RootMoves::new(&pos, &[]);
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        let entry = tt.probe(pos.key());
        let (raw, static_eval, _) = worker.static_eval(0, entry);
        worker.store_tt_entry(TtEntry::of_eval(raw, false));
        assert_eq!(entry.is_some(), pos.rule50() == 60);
        (raw, static_eval)
    });
    assert_eq!(first.0, later.0);
    assert_eq!((first.1, later.1), (first.0, first.0 * 160 / 220));
    assert!(later.1 < first.1);
}

#[test]
fn any_thread_stops_all_threads_at_the_node_limit() {
    let pos = Position::startpos();
    let limits = Limits { nodes: Some(2000), ..Limits::depth(9) };
    let (control, histories) = (Control::default(), [Histories::new()]);
    let tt = TranspositionTable::new(1).unwrap();
    let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
    let mut evaluator = Evaluator::new(None);
    let root = RootMoves::new(&pos, &[]);
    let mut second = Worker::new(&shared, &mut evaluator, None, 1, &pos, root);
    assert!(!second.iterate(MAX_PLY, &mut MateSearch::default()));
    assert!(second.stopped && shared.stop_all.load(Relaxed));
    assert!((2000..2000 + POLL_INTERVAL).contains(&shared.totals.nodes()));
}

/// A result of another thread: the moves to its node, depth, value and line.
type Published<'a> = (&'a [&'a str], i32, Value, &'a [&'a str]);

/// Searches a position to a depth in whose last iteration another thread has published a
/// result. Returns the depth reached, and value and line of the root.
fn search_after(
    fen: &str,
    depth: u32,
    (moves, published_depth, value, line): Published,
) -> (i32, Value, Vec<String>) {
    let pos = Position::from_fen(fen).unwrap();
    let (limits, control) = (Limits::depth(depth), Control::default());
    let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
    let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
    let mut after = pos.clone();
    let before_root = path_before_root(0, depth as i32, -INFINITE, INFINITE);
    let mut path = next_path(before_root, after.key());
    let root_node = OpenNode { path, depth: depth as i32, alpha: -INFINITE, beta: INFINITE };
    for uci in moves {
        after.do_move(after.parse_uci(uci).unwrap());
        path = next_path(path, after.key());
    }
    let line = line.iter().map(|uci| {
        let mv = after.parse_uci(uci).unwrap();
        after.do_move(mv);
        mv
    });
    let (line, bound) = (line.collect(), Some(Bound::Exact));
    let shared_pv = shared.shared_pv.as_ref().unwrap();
    let depth = published_depth;
    shared_pv.publish(PvResult { path, depth, value, bound, seldepth: 50, line });
    let mut evaluator = Evaluator::new(None);
    let root = RootMoves::new(&pos, &[]);
    let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
    worker.iterate(MAX_PLY, &mut MateSearch::default());
    assert!(!worker.stopped && worker.pv_progress.open.is_empty());
    let best = worker.root.best();
    assert!(best.seldepth >= best.pv().len(), "{best:?}");
    let found = shared_pv.find(&root_node).unwrap();
    assert_eq!((found.value, &found.line), (best.last_value(), &best.pv()));
    let line = best.pv().iter().map(|&mv| pos.uci(mv).to_string()).collect();
    (worker.iteration.completed, best.last_value(), line)
}

#[test]
fn iteration_completed_by_another_thread_is_adopted() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let published = (&[][..], 4, 123, &["a2a4", "h7h5"][..]);
    let line = ["a2a4", "h7h5"].map(String::from).to_vec();
    assert_eq!(search_after(fen, 4, published), (4, 123, line));
}

#[test]
fn inner_node_completed_by_another_thread_is_adopted_if_deep_enough() {
    // Only Kg1 is legal.
    let fen = "7k/8/8/8/8/7q/8/7K w - - 0 1";
    let published = (&["h1g1"][..], 40, -77, &["h8h7", "g1f2"][..]);
    let line = ["h1g1", "h8h7", "g1f2"].map(String::from).to_vec();
    assert_eq!(search_after(fen, 4, published), (4, 77, line));
    let too_shallow = (&["h1g1"][..], 2, -77, &["h8h7", "g1f2"][..]);
    let (depth, value, _) = search_after(fen, 4, too_shallow);
    assert!(depth == 4 && value < -500, "{depth} {value}");
}

#[test]
fn root_that_fails_low_publishes_the_line_of_its_first_move() {
    let (pos, depth) = (Position::startpos(), 4);
    let (limits, control) = (Limits::depth(depth as u32), Control::default());
    let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
    let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
    let mut evaluator = Evaluator::new(None);
    let root = RootMoves::new(&pos, &[]);
    let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
    let (alpha, beta) = (500, 520);
    assert!(worker.search::<Root>(0, alpha, beta, depth, false) <= alpha);
    let path = next_path(path_before_root(0, depth, alpha, beta), pos.key());
    let found = shared.shared_pv.as_ref().unwrap().find(&OpenNode { path, depth, alpha, beta });
    assert_eq!(found.unwrap().line, worker.root.best().pv());
}

#[test]
fn move_claimed_by_another_thread_is_deferred_and_still_searched() {
    let pos = Position::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
    let (limits, control) = (Limits::depth(6), Control::default());
    let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
    let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
    let root = RootMoves::new(&pos, &[]);
    let searching = shared.searching.as_ref().unwrap();
    let mate = pos.parse_uci("a1a6").unwrap();
    let key = pos.key_after(mate);
    let _other_claim = searching.claim(key);
    let mut evaluator = Evaluator::new(None);
    let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
    worker.iterate(MAX_PLY, &mut MateSearch::default());
    assert_eq!(worker.root.best().mv, mate);
    assert_eq!(worker.root.best().last_value(), mate_in(3));
    assert!(searching.is_searched(key));
}

fn no_key() -> QuietKey {
    QuietKey::new([PieceTo::NONE; 3], 0, Bitboard::EMPTY)
}

/// Returns the legal moves of a picker in its order.
fn picked(pos: &Position, tt_move: Option<Move>, killers: [Option<Move>; 2]) -> Vec<Move> {
    let (history, mut moves) = (MoveHistory::new(), Vec::new());
    let mut source = Source { pos, history: &history, moves: &mut moves };
    let mut picker = Picker::new(&source, tt_move, killers, no_key());
    let mut all = Vec::new();
    while let Some(mv) = picker.next(&mut source) {
        if pos.keeps_king_safe(mv) {
            all.push(mv);
        }
    }
    picker.finish(&mut moves);
    assert!(moves.is_empty());
    all
}

/// Counts leaves by picking; each picker's moves must equal the generator's. Table move and
/// killers are moves made at earlier nodes, so that some are possible and some are not.
fn perft(pos: &mut Position, depth: u32, earlier: &mut [Option<Move>; 3]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = picked(pos, earlier[0], [earlier[1], earlier[2]]);
    let mut sorted = moves.clone();
    let mut legal = pos.legal_moves().to_vec();
    sorted.sort();
    legal.sort();
    assert_eq!(sorted, legal, "{}", pos.fen());
    let mut nodes = 0;
    for mv in moves {
        *earlier = [Some(mv), earlier[0], earlier[1]];
        pos.do_move(mv);
        nodes += perft(pos, depth - 1, earlier);
        pos.undo_move();
    }
    nodes
}

#[test]
fn picker_perft_equals_generator_perft() {
    for (fen, nodes) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2812),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 62_379),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 12_189),
    ] {
        let mut pos = Position::from_fen(fen).unwrap();
        assert_eq!(perft(&mut pos, 3, &mut [None; 3]), nodes, "{fen}");
    }
}

#[test]
fn winning_captures_are_picked_first_and_losing_captures_last() {
    let pos = Position::from_fen("4k3/8/2p5/3p1q2/2P3N1/8/8/1R1QK3 w - - 0 1").unwrap();
    let moves = picked(&pos, None, [None; 2]);
    let text: Vec<_> = moves.iter().map(|&mv| pos.uci(mv).to_string()).collect();
    assert_eq!(&text[..1], ["c4d5"]);
    assert_eq!(text.last().map(String::as_str), Some("d1d5"));
}

#[test]
fn any_16_bits_are_safe_as_a_tt_move() {
    let pos = Position::startpos();
    let legal = pos.legal_count();
    for bits in (0..=u16::MAX).filter(|bits| bits % 7 == 0) {
        assert_eq!(picked(&pos, Move::from_bits(bits), [None; 2]).len(), legal);
    }
}

/// Returns the legal moves of a quiescence picker in its order. Skips quiet moves after
/// `quiets_max` of them.
fn picked_in_quiescence(
    pos: &Position,
    tt_move: Option<Move>,
    checks: bool,
    quiets_max: usize,
) -> Vec<Move> {
    let (history, mut moves) = (MoveHistory::new(), Vec::new());
    let mut source = Source { pos, history: &history, moves: &mut moves };
    let mut picker = Picker::quiescence(&source, tt_move, no_key(), checks);
    let (mut all, mut quiets) = (Vec::new(), 0);
    while let Some(mv) = picker.next(&mut source) {
        if pos.keeps_king_safe(mv) {
            all.push(mv);
            quiets += usize::from(!is_noisy(mv));
        }
        if quiets >= quiets_max {
            picker.skip_quiets();
        }
    }
    picker.finish(&mut moves);
    assert!(moves.is_empty());
    all
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// Returns true for captures and promotions of the capture stage: quiescence search promotes to queens.
fn is_capture_stage(mv: Move) -> bool {
    is_noisy(mv) && mv.promotion().is_none_or(|to| to == PieceType::Queen)
}

/// Returns true for moves of the check stage: quiet checks, and promotions to a checking knight.
fn is_check_stage(pos: &Position, mv: Move) -> bool {
    let mut after = pos.clone();
    after.do_move(mv);
    match mv.promotion() {
        None => !mv.is_capture() && after.in_check(),
        Some(to) => to == PieceType::Knight && after.checkers().contains(mv.to()),
    }
}

/// Compares the quiescence picker with the legal moves at every node of a tree. Counts captures, checks,
/// and positions in check.
fn check_quiescence_picker(pos: &mut Position, depth: u32, counts: &mut [usize; 3]) {
    let legal = pos.legal_moves().to_vec();
    let in_check = pos.in_check();
    let expected = |tt_move: Option<Move>, checks: bool| {
        let stages = |mv| is_capture_stage(mv) || (checks && is_check_stage(pos, mv));
        // The table move is not restricted to queen promotions.
        let is_picked =
            |mv: &&Move| in_check || stages(**mv) || (is_noisy(**mv) && tt_move == Some(**mv));
        sorted(legal.iter().filter(is_picked).copied().collect())
    };
    let fen = pos.fen();
    for checks in [false, true] {
        let found = picked_in_quiescence(pos, None, checks, usize::MAX);
        assert_eq!(sorted(found.clone()), expected(None, checks), "{fen}");
        let captures = found.iter().take_while(|mv| is_capture_stage(**mv)).count();
        let later = &found[captures..];
        assert!(in_check || !later.iter().any(|mv| is_capture_stage(*mv)), "{fen}");
        if checks {
            counts[0] += captures;
            counts[1] += usize::from(!in_check) * later.len();
            counts[2] += usize::from(in_check);
        }
    }
    for &tt_move in &legal {
        let found = picked_in_quiescence(pos, Some(tt_move), true, usize::MAX);
        assert_eq!(sorted(found.clone()), expected(Some(tt_move), true), "{fen} {tt_move:?}");
        if in_check || is_noisy(tt_move) {
            assert_eq!(found[0], tt_move, "{fen}");
        }
    }
    for mv in legal.into_iter().filter(|_| depth > 0) {
        pos.do_move(mv);
        check_quiescence_picker(pos, depth - 1, counts);
        pos.undo_move();
    }
}

#[test]
fn quiescence_picks_captures_then_quiet_checks_and_all_evasions() {
    let mut counts = [0; 3];
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        let mut pos = Position::from_fen(fen).unwrap();
        check_quiescence_picker(&mut pos, 1, &mut counts);
    }
    // Captures, quiet checks, and positions in check occur.
    assert!(counts[0] > 500 && counts[1] > 100 && counts[2] > 3, "{counts:?}");
}

#[test]
fn skipped_quiets_end_the_check_stage_but_not_captures() {
    for checking in ["5k2/8/8/8/8/8/1p6/R2QK3 w Q - 0 1", "3r2k1/8/8/8/3Q4/8/8/3RK3 w - - 0 1"] {
        let pos = Position::from_fen(checking).unwrap();
        let all = picked_in_quiescence(&pos, None, true, usize::MAX);
        let noisy = all.iter().filter(|mv| is_noisy(**mv)).count();
        assert!(all.len() > noisy + 1, "{checking}");
        let one_quiet = picked_in_quiescence(&pos, None, true, 1);
        assert_eq!(one_quiet, all[..=noisy], "{checking}");
    }
}

#[test]
fn prob_cut_picks_only_captures_of_sufficient_exchange_value() {
    let pos = Position::from_fen("4k3/8/2p5/3p1q2/2P3N1/8/8/1R1QK3 w - - 0 1").unwrap();
    let (history, mut moves) = (MoveHistory::new(), Vec::new());
    let mut source = Source { pos: &pos, history: &history, moves: &mut moves };
    let mut picker = Picker::prob_cut(&source, None, 500);
    assert_eq!(picker.next(&mut source), None);
    let mut picker = Picker::prob_cut(&source, None, 0);
    assert_eq!(picker.next(&mut source).map(|mv| pos.uci(mv).to_string()).as_deref(), Some("c4d5"));
    assert_eq!(picker.next(&mut source), None);
}
