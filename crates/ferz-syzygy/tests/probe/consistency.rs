//! The outcome and the distance of a position against those of its successors.

use super::random::random_position;
use super::{all_four_men_tables, small_tables};
use fastrand::Rng;
use ferz::{PieceType, Position};
use ferz_syzygy::{Tablebases, Wdl};

/// Materials of which every move leads to one of the small tables.
const SMALL: &[&str] = &["KQvK", "KRvK", "KBNvK", "KQvKR", "KBvK"];
const ALL: &[&str] = &[
    "KQvK", "KRvK", "KPvK", "KBBvK", "KBNvK", "KBPvK", "KBvKN", "KBvKP", "KNNvK", "KNPvK", "KNvKN",
    "KNvKP", "KPPvK", "KPvKP", "KQPvK", "KQQvK", "KQRvK", "KQvKB", "KQvKN", "KQvKP", "KQvKQ",
    "KQvKR", "KRPvK", "KRRvK", "KRvKB", "KRvKN", "KRvKP", "KRvKR", "KRNvK", "KRBvK",
];

/// Returns the outcome and the distance that follow from probes of the successors.
fn by_moves(tables: &Tablebases, pos: &mut Position) -> (Wdl, i32) {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return if pos.in_check() { (Wdl::Loss, -1) } else { (Wdl::Draw, 0) };
    }
    let mut successors = Vec::new();
    for &mv in moves.iter() {
        let is_pawn =
            pos.piece_on(mv.from()).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        pos.do_move(mv);
        let wdl = -tables.wdl(pos).unwrap();
        let dtz = -tables.dtz(pos).unwrap();
        assert_eq!(Wdl::from_dtz(dtz), wdl, "{pos:?}");
        // Zeroing moves and mates have a distance of one ply.
        let is_one_ply = mv.is_capture() || is_pawn || pos.is_checkmate();
        pos.undo_move();
        successors.push((wdl, if is_one_ply { dtz.signum() } else { dtz + dtz.signum() }));
    }
    let best = successors.iter().map(|&(wdl, _)| wdl).max().unwrap();
    let distances = successors.iter().filter(|&&(wdl, _)| wdl == best).map(|&(_, dtz)| dtz);
    (best, distances.min().unwrap())
}

fn check(tables: &Tablebases, names: &[&str], positions_each: usize) {
    let mut rng = Rng::with_seed(0x5A);
    let mut outcomes = [0; 5];
    for name in names {
        for _ in 0..positions_each {
            let mut pos = random_position(&mut rng, name);
            let (wdl, dtz) = (tables.wdl(&pos).unwrap(), tables.dtz(&pos).unwrap());
            let (wdl_by_moves, dtz_by_moves) = by_moves(tables, &mut pos);
            assert_eq!(wdl, wdl_by_moves, "{pos:?}");
            // Tables that store moves instead of plies may be off by one ply.
            assert!(dtz.abs_diff(dtz_by_moves) <= 1, "{pos:?}: {dtz} {dtz_by_moves}");
            outcomes[wdl as usize] += 1;
        }
    }
    let [loss, _, draw, _, win] = outcomes;
    let least = loss.min(draw).min(win);
    assert!(least > positions_each, "too few of one outcome: {outcomes:?}");
}

#[test]
fn best_successor_determines_outcome_with_small_tables() {
    check(&small_tables(), SMALL, 1000);
}

#[test]
fn best_successor_determines_outcome_with_all_tables() {
    if let Some(tables) = all_four_men_tables("best_successor_determines_outcome_with_all_tables") {
        check(&tables, ALL, 300);
    }
}

#[test]
fn color_flipped_positions_probe_the_same() {
    let tables = small_tables();
    let mut rng = Rng::with_seed(0xC0);
    for name in SMALL {
        for _ in 0..300 {
            let pos = random_position(&mut rng, name);
            let mut setup = pos.setup();
            setup.side_to_move = !setup.side_to_move;
            setup.pieces = std::array::from_fn(|square| {
                let piece = pos.piece_on(ferz::Square::wrapping(square).flip_rank())?;
                Some(ferz::Piece::new(!piece.color(), piece.piece_type()))
            });
            let flipped = Position::from_setup(&setup).unwrap();
            assert_eq!(tables.wdl(&pos), tables.wdl(&flipped), "{pos:?}");
            assert_eq!(tables.dtz(&pos), tables.dtz(&flipped), "{pos:?}");
        }
    }
}

#[test]
fn concurrent_probes_equal_sequential_ones() {
    let mut rng = Rng::with_seed(0x77);
    let positions: Vec<Position> =
        (0..2000).map(|i| random_position(&mut rng, SMALL[i % SMALL.len()])).collect();
    // All threads probe the same positions.
    let probe_all = |tables: &Tablebases| -> Vec<_> {
        let probe = |pos| (tables.wdl(pos), tables.dtz(pos), tables.best_move(pos));
        positions.iter().map(probe).collect()
    };
    let expected = probe_all(&small_tables());
    // New tables, so that the threads open the files concurrently.
    let tables = small_tables();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| probe_all(&tables))).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == expected);
        }
    });
}
