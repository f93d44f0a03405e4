use super::*;
use ferz::{Piece, Position, Setup, SetupFaults, Square};
use std::collections::{HashSet, VecDeque};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn blocked_positions_are_dead_without_search() {
    let rows = [
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        // Bishops on the wrong colour behind a closed wall of pawns.
        "4k3/4b3/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - - 0 1",
        "8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 b - - 0 1",
    ];
    for fen in rows {
        assert_eq!(deadness(&position(fen), 0), Deadness::Dead, "{fen}");
    }
}

#[test]
fn helpmates_are_found() {
    let rows = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1",
        "8/8/8/5k2/8/8/8/R3K3 b Q - 0 1",
        "8/8/8/4k3/8/8/8/NN2K3 w - - 0 1",
        "8/8/8/4k2p/8/8/8/N3K3 w - - 0 1",
        "8/8/4k3/7n/8/8/8/B3K3 w - - 0 1",
        "8/8/8/4k2b/8/8/8/N3K3 b - - 0 1",
        "r1bqkbnr/pp1p1ppp/2n1p3/2p5/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4",
    ];
    for fen in rows {
        assert_eq!(
            winnability(&position(fen), Color::White, 200_000),
            Winnability::Winnable,
            "{fen}"
        );
    }
}

#[test]
fn limits_of_the_search_are_reported() {
    let startpos = Position::startpos();
    assert_eq!(winnability(&startpos, Color::White, 1), Winnability::Unknown);
    assert_eq!(deadness(&startpos, 0), Deadness::Unknown);
    assert_eq!(deadness(&startpos, 50_000), Deadness::NotDead);
}

/// Visits the positions that can arise, at most `limit`, without analysis, material or order.
/// Returns for each side if it checkmated, and true if all positions were visited.
fn visit_all(root: &Position, limit: usize) -> ([bool; 2], bool) {
    let mut can_mate = [false; 2];
    let mut visited = HashSet::from([root.key()]);
    let mut open = VecDeque::from([root.clone()]);
    while let Some(mut position) = open.pop_front() {
        if position.is_checkmate() {
            can_mate[!position.side_to_move()] = true;
        }
        let moves: Vec<_> = position.legal_moves().iter().copied().collect();
        for mv in moves {
            position.do_move(mv);
            if visited.insert(position.key()) {
                if visited.len() > limit {
                    return (can_mate, false);
                }
                open.push_back(position.clone());
            }
            position.undo_move();
        }
    }
    (can_mate, true)
}

/// Returns a random position with blocked pairs of pawns on every other file and a few pieces, if it
/// is legal.
fn random_blocked_position(random: &mut fastrand::Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    let base = random.usize(2..5);
    for file in (random.usize(..2)..8).step_by(2) {
        let rank = if random.u8(..8) == 0 { random.usize(2..5) } else { base };
        setup.pieces[rank * 8 + file] = Some(Piece::WhitePawn);
        setup.pieces[rank * 8 + 8 + file] = Some(Piece::BlackPawn);
    }
    let mut put = |random: &mut fastrand::Rng, piece| {
        let square = Square::wrapping(random.usize(..64));
        if setup.piece_on(square).is_none() {
            setup.pieces[square] = Some(piece);
        }
    };
    put(random, Piece::WhiteKing);
    put(random, Piece::BlackKing);
    for piece in [Piece::WhiteBishop, Piece::BlackBishop, Piece::WhiteKnight] {
        if random.u8(..3) == 0 {
            put(random, piece);
        }
    }
    setup.side_to_move = Color::wrapping(random.usize(..2));
    Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok()
}

#[test]
fn answers_agree_with_an_exhaustive_search() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut complete, mut unwinnable, mut winnable) = (0, 0, 0);
    for _ in 0..250 {
        let Some(position) = random_blocked_position(&mut random) else { continue };
        let (can_mate, is_complete) = visit_all(&position, 5_000);
        complete += usize::from(is_complete);
        for side in Color::ALL {
            match winnability(&position, side, 20_000) {
                Winnability::Unwinnable => {
                    assert!(!can_mate[side], "{position:?} {side}");
                    unwinnable += 1;
                }
                Winnability::Winnable => {
                    assert!(can_mate[side] || !is_complete, "{position:?} {side}");
                    winnable += 1;
                }
                Winnability::Unknown => assert!(!is_complete, "{position:?} {side}"),
            }
        }
    }
    assert!(
        complete >= 5 && unwinnable >= 15 && winnable >= 100,
        "{complete} {unwinnable} {winnable}"
    );
}
