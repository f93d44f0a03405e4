//! Won endgames against a defending search. The mates are beyond the depth of the first search.

use ferz::{Color, Position};
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};

/// Nodes per move of both sides.
const NODES: u64 = 4000;

/// Plays until mate and returns the number of White's moves, or `None` after a draw.
fn moves_to_mate(fen: &str) -> Option<usize> {
    let mut pos = Position::from_fen(fen).unwrap();
    let mut searchers = [
        Searcher::new(SearcherOptions { hash_mib: 1, ..SearcherOptions::default() }).unwrap(),
        Searcher::new(SearcherOptions { hash_mib: 1, ..SearcherOptions::default() }).unwrap(),
    ];
    for ply in 0.. {
        if pos.is_checkmate() {
            return (pos.side_to_move() == Color::Black).then_some(ply / 2 + ply % 2);
        }
        let drawn = pos.is_insufficient_material() || pos.is_repetition(3);
        if drawn || pos.is_stalemate() || pos.is_fifty_move_draw() {
            return None;
        }
        let (limits, settings) = (Limits::nodes(NODES), SearchSettings::default());
        let searcher = &mut searchers[pos.side_to_move()];
        let result = searcher.search(&pos, &limits, &settings, &Control::default(), None).unwrap();
        pos.do_move(result.best?);
    }
    None
}

#[test]
fn bare_king_is_mated_within_50_moves() {
    for fen in [
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "8/8/3k4/8/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/7R/K7 b - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        // Bishop and knight, with the king in a corner of the other colour or in the centre.
        "k7/8/8/8/8/8/8/KBN5 w - - 0 1",
        "7k/8/5K2/6N1/8/8/8/5B2 w - - 0 1",
        "8/8/8/3k4/8/8/8/KNB5 w - - 0 1",
        // A pawn that must promote first.
        "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",
        "8/5k2/8/8/8/2P5/1B6/1K6 w - - 0 1",
    ] {
        assert!(moves_to_mate(fen).is_some_and(|moves| moves <= 50), "{fen}");
    }
}

#[test]
fn queen_wins_against_a_piece() {
    for fen in [
        "8/8/3kr3/8/8/8/8/KQ6 w - - 0 1",
        "8/8/3kb3/8/8/8/8/KQ6 w - - 0 1",
        "8/8/3kn3/8/8/8/8/KQ6 w - - 0 1",
    ] {
        assert!(moves_to_mate(fen).is_some(), "{fen}");
    }
}
