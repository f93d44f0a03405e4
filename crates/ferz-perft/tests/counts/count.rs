//! Counting kernel against the generator of the rules in random games, and against known counts.

use fastrand::Rng;
use ferz::{Move, Position, Setup};
use ferz_perft::Table;
use std::collections::HashMap;

/// Visits the positions of random games from this start, each of at most `plies` plies.
fn random_games(
    start: &Position,
    games: usize,
    plies: usize,
    rng: &mut Rng,
    mut visit: impl FnMut(&mut Position, &mut Rng),
) {
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..plies {
            visit(&mut position, rng);
            let moves: Vec<Move> = position.legal_moves().to_vec();
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[rng.usize(..moves.len())]);
        }
    }
}

/// Compares the counts of all depths up to two plies, sometimes up to three or four.
fn assert_equal_counts(position: &mut Position, rng: &mut Rng, table: &Table) {
    let deepest = match rng.usize(..400) {
        0 => 4,
        1..=25 => 3,
        _ => 2,
    };
    for depth in 0..=deepest {
        let bulk = u128::from(ferz_perft::bulk(position, depth));
        assert_eq!(ferz_perft::count(position, depth), bulk, "{depth} plies below {position:?}");
        assert_eq!(ferz_perft::count_hashed(position, depth, table), bulk, "hashed, {position:?}");
    }
}

#[test]
fn count_equals_list_in_standard_games() {
    let table = Table::new(1).unwrap();
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ];
    let mut rng = Rng::with_seed(20_261_121);
    for fen in starts {
        let start = Position::from_fen(fen).unwrap();
        random_games(&start, 25, 120, &mut rng, |p, rng| assert_equal_counts(p, rng, &table));
    }
}

#[test]
fn count_equals_list_in_chess960_games() {
    let table = Table::new(1).unwrap();
    let mut rng = Rng::with_seed(960);
    for _ in 0..60 {
        let (white, black) = (rng.u16(..960), rng.u16(..960));
        let single = Setup::chess960(white).unwrap();
        let double = Setup::double_chess960(white, black).unwrap();
        for setup in [single, double] {
            let start = Position::from_setup(&setup).unwrap();
            random_games(&start, 1, 120, &mut rng, |p, rng| assert_equal_counts(p, rng, &table));
        }
    }
}

#[test]
fn the_start_position_has_the_known_counts_to_depth_8() {
    let table = Table::new(256).unwrap();
    let known = [1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860, 84_998_978_956];
    for (depth, leaves) in (0..).zip(known) {
        let start = Position::startpos();
        assert_eq!(
            ferz_perft::count_hashed(&start, depth, &table),
            leaves,
            "hashed, depth {depth}"
        );
        if depth <= 7 {
            assert_eq!(ferz_perft::count(&start, depth), leaves, "depth {depth}");
        }
    }
}

#[test]
fn kiwipete_has_the_known_counts_to_depth_6() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Position::from_fen(fen).unwrap();
    let known = [1, 48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685];
    for (depth, leaves) in (0..).zip(known) {
        assert_eq!(ferz_perft::count(&position, depth), leaves, "depth {depth}");
    }
}

/// Counts leaves with one map from position key to count for each depth.
fn leaves_by_key(position: &mut Position, seen: &mut [HashMap<u64, u128>]) -> u128 {
    let Some((last, above)) = seen.split_last_mut() else { return 1 };
    if let Some(&leaves) = last.get(&position.key()) {
        return leaves;
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        position.do_move(mv);
        leaves += leaves_by_key(position, above);
        position.undo_move();
    }
    last.insert(position.key(), leaves);
    leaves
}

#[test]
fn counts_above_64_bits_are_exact() {
    // Two kings and blocked pawns: few positions, many lines.
    let mut position = Position::from_fen("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1").unwrap();
    let depth = 30;
    let expected = leaves_by_key(&mut position, &mut vec![HashMap::new(); depth as usize]);
    assert!(expected > u128::from(u64::MAX));
    let table = Table::new(64).unwrap();
    assert_eq!(ferz_perft::count_hashed(&position, depth, &table), expected);
}

#[test]
fn threads_that_share_a_table_count_the_same() {
    let table = Table::new(4).unwrap();
    let start = Position::startpos();
    let leaves: u128 = std::thread::scope(|scope| {
        let handles: Vec<_> = start
            .legal_moves()
            .iter()
            .map(|&mv| {
                let mut position = start.clone();
                position.do_move(mv);
                let table = &table;
                scope.spawn(move || ferz_perft::count_hashed(&position, 5, table))
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).sum()
    });
    assert_eq!(leaves, 119_060_324);
}
