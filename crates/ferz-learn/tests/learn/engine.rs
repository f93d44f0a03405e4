//! The rungs of the engine: what each must do, and what a feature must not change.

use ferz::Position;
use ferz_learn::bitboards::Bitboards;
use ferz_learn::board::Board;
use ferz_learn::engine::Features;
use ferz_learn::engine::limits::Limits;
use ferz_learn::engine::node::MATE;
use ferz_learn::engine::openings::{Openings, fen};
use ferz_learn::engine::search::Search;
use ferz_learn::types::Move;
use ferz_learn::uci::move_text;
use std::sync::atomic::Ordering;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const OPENING: &str = "rnbqkbnr/ppp2p1p/3pp1p1/8/5P2/4P1P1/PPPP3P/RNBQKBNR w KQkq - 0 4";

fn think(features: &str, fen: &str, limits: Limits) -> (Move, i32, u64) {
    let mut search = Search::new(features.parse().unwrap());
    let board = Bitboards::from_fen(fen).unwrap();
    let (mv, value) = search.think(&board, &[], limits, |_| {}).unwrap();
    (mv, value, search.watch.nodes)
}

#[test]
fn every_rung_finds_mates() {
    let sacrifice = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
    for rung in 1..=7 {
        for (fen, depth, mv, plies) in [
            ("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", 2, "b1b8", 1),
            (sacrifice, 4, "b3b8", 3),
            ("7k/5Q2/6K1/8/8/8/8/8 w - - 99 80", 3, "", 1),
        ] {
            let (found, value, _) = think(&rung.to_string(), fen, Limits::of_depth(depth));
            assert_eq!(value, MATE - plies, "rung {rung}, {fen}");
            assert!(mv.is_empty() || found.to_string() == mv, "rung {rung}, {found}");
        }
    }
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    for rung in 1..=7 {
        let (_, value, _) =
            think(&rung.to_string(), "8/8/8/3k4/8/8/4R3/4K3 w - - 99 80", Limits::of_depth(2));
        assert_eq!(value, 0, "rung {rung}");
    }
}

/// What sorts, remembers or narrows windows finds the value of plain alpha-beta. Up to depth 4 no
/// position of the tree occurs at two depths, so that no entry of another depth is used.
#[test]
fn features_that_must_not_change_the_value_do_not() {
    for (fen, last) in [(ENDGAME, 4), (OPENING, 3)] {
        for depth in 1..=last {
            let value = |features| think(features, fen, Limits::of_depth(depth)).1;
            let plain = value("1");
            for features in
                ["2", "1,table,table-move", "1,killers,history", "1,pvs", "2,pvs,aspiration"]
            {
                assert_eq!(value(features), plain, "{features}, depth {depth}, {fen}");
            }
        }
    }
}

#[test]
fn each_part_of_the_order_saves_nodes() {
    let nodes = |features: &str| -> u64 { think(features, OPENING, Limits::of_depth(4)).2 };
    let counts = ["1", "2", "2,table-move", "2,table-move,captures", "3", "4"].map(nodes);
    assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
}

/// `ferz` is the referee. The board of a search stops anywhere in the tree, so that moves after a
/// search that was cut short must be legal too.
#[test]
fn every_rung_plays_legal_moves_and_keeps_its_limits() {
    for (rung, opening) in (1..=7).zip(Openings::new(7)) {
        let mut board = Bitboards::from_fen(&opening).unwrap();
        let mut referee = Position::from_fen(&opening).unwrap();
        let mut search = Search::new(Features::rung(rung));
        let mut keys = Vec::new();
        for _ in 0..60 {
            let Some((mv, _)) = search.think(&board, &keys, Limits::of_nodes(400), |_| {}) else {
                break;
            };
            assert!(search.watch.nodes <= 401, "{}", search.watch.nodes);
            keys.push(board.key());
            board.do_move(mv);
            let legal = referee.parse_uci(&move_text(mv, false)).expect("a legal move");
            referee.do_move(legal);
            assert_eq!(fen(&board).split(' ').next(), referee.fen().split(' ').next());
        }
    }
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_move() {
    for rung in 1..=7 {
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        let (mv, ..) = think(&rung.to_string(), KIWIPETE, limits);
        assert!(<Bitboards>::from_fen(KIWIPETE).unwrap().legal_moves().contains(&mv));
    }
}
