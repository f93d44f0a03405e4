//! What a position's outcome and distance must be, given those one move on.

use super::random::Random;
use super::{all_of_four, few};
use ferz::{PieceType, Position};
use ferz_syzygy::{Tablebases, Wdl};

/// Materials whose every move leads to the tables that are always there.
const FEW: &[&str] = &["KQvK", "KRvK", "KBNvK", "KQvKR", "KBvK"];
const ALL: &[&str] = &[
    "KQvK", "KRvK", "KPvK", "KBBvK", "KBNvK", "KBPvK", "KBvKN", "KBvKP", "KNNvK", "KNPvK", "KNvKN",
    "KNvKP", "KPPvK", "KPvKP", "KQPvK", "KQQvK", "KQRvK", "KQvKB", "KQvKN", "KQvKP", "KQvKQ",
    "KQvKR", "KRPvK", "KRRvK", "KRvKB", "KRvKN", "KRvKP", "KRvKR", "KRNvK", "KRBvK",
];

/// The best of the moves, as their outcomes tell it, and the distance that follows from theirs.
fn by_moves(tables: &Tablebases, pos: &mut Position) -> (Wdl, i32) {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return if pos.in_check() { (Wdl::Loss, -1) } else { (Wdl::Draw, 0) };
    }
    let mut children = Vec::new();
    for &m in moves.iter() {
        let pawn =
            pos.piece_on(m.from()).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        pos.do_move(m);
        let wdl = -tables.wdl(pos).unwrap();
        let dtz = -tables.dtz(pos).unwrap();
        assert_eq!(Wdl::of_dtz(dtz), wdl, "{pos:?}");
        // A mate and a zeroing move are one ply away.
        let at_once = m.is_capture() || pawn || pos.is_checkmate();
        pos.undo_move();
        children.push((wdl, if at_once { dtz.signum() } else { dtz + dtz.signum() }));
    }
    let best = children.iter().map(|&(wdl, _)| wdl).max().unwrap();
    let distances = children.iter().filter(|&&(wdl, _)| wdl == best).map(|&(_, dtz)| dtz);
    (best, distances.min().unwrap())
}

fn check(tables: &Tablebases, names: &[&str], each: usize) {
    let mut random = Random::new(0x5A);
    let mut seen = [0; 5];
    for name in names {
        for _ in 0..each {
            let mut pos = random.position(name);
            let (wdl, dtz) = (tables.wdl(&mut pos).unwrap(), tables.dtz(&mut pos).unwrap());
            let (wdl_by_moves, dtz_by_moves) = by_moves(tables, &mut pos);
            assert_eq!(wdl, wdl_by_moves, "{pos:?}");
            // Most tables count moves, so plies may be wrong by one.
            assert!(dtz.abs_diff(dtz_by_moves) <= 1, "{pos:?}: {dtz} {dtz_by_moves}");
            seen[wdl as usize] += 1;
        }
    }
    let [loss, _, draw, _, win] = seen;
    assert!(loss > each && draw > each && win > each, "all outcomes came up: {seen:?}");
}

#[test]
fn the_best_move_makes_the_outcome_with_few_tables() {
    check(&few(), FEW, 1000);
}

#[test]
fn the_best_move_makes_the_outcome_with_all_tables() {
    if let Some(tables) = all_of_four("the_best_move_makes_the_outcome_with_all_tables") {
        check(&tables, ALL, 300);
    }
}

#[test]
fn colours_make_no_difference() {
    let tables = few();
    let mut random = Random::new(0xC0);
    for name in FEW {
        for _ in 0..300 {
            let mut pos = random.position(name);
            let mut setup = pos.setup();
            setup.side_to_move = !setup.side_to_move;
            setup.pieces = std::array::from_fn(|square| {
                let piece = pos.piece_on(ferz::Square::wrapping(square).flip_rank())?;
                Some(ferz::Piece::new(!piece.color(), piece.piece_type()))
            });
            let mut mirrored = Position::from_setup(&setup).unwrap();
            assert_eq!(tables.wdl(&mut pos), tables.wdl(&mut mirrored), "{pos:?}");
            assert_eq!(tables.dtz(&mut pos), tables.dtz(&mut mirrored), "{pos:?}");
        }
    }
}

#[test]
fn threads_get_the_answers_of_one() {
    let mut random = Random::new(0x77);
    let positions: Vec<Position> = (0..2000).map(|i| random.position(FEW[i % FEW.len()])).collect();
    let answers = |tables: &Tablebases| -> Vec<_> {
        let mut positions = positions.clone();
        positions.iter_mut().map(|pos| (tables.wdl(pos), tables.dtz(pos))).collect()
    };
    let expected = answers(&few());
    // Fresh tables, which the threads all want to read first.
    let tables = few();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| answers(&tables))).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == expected);
        }
    });
}
