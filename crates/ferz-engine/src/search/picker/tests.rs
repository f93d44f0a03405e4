//! Tests of the move picker against the generator.

use super::*;
use crate::search::history_entry::PieceTo;

fn no_key() -> QuietKey {
    QuietKey::new([PieceTo::NONE; 3], 0)
}

/// Returns the legal moves of a picker in its order.
fn picked(pos: &Position, tt_move: Option<Move>, killers: [Option<Move>; 2]) -> Vec<Move> {
    let (history, mut moves) = (History::new(), Vec::new());
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
    let (history, mut moves) = (History::new(), Vec::new());
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
    let (history, mut moves) = (History::new(), Vec::new());
    let mut source = Source { pos: &pos, history: &history, moves: &mut moves };
    let mut picker = Picker::prob_cut(&source, None, no_key(), 500);
    assert_eq!(picker.next(&mut source), None);
    let mut picker = Picker::prob_cut(&source, None, no_key(), 0);
    assert_eq!(picker.next(&mut source).map(|mv| pos.uci(mv).to_string()).as_deref(), Some("c4d5"));
    assert_eq!(picker.next(&mut source), None);
}
