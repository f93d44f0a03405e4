//! Contempt: what a draw by the rules costs the side to move at the root.

use ferz::Position;
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::{Control, Limits, SearchResult, SearchSettings, Searcher, SearcherOptions};

/// Searches a position after moves from a cleared table. Returns the best move in SAN too.
fn search(fen: &str, moves: &str, contempt: i32) -> (SearchResult, String) {
    let mut searcher =
        Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
    let mut pos = Position::from_fen(fen).unwrap();
    for san in moves.split_whitespace() {
        pos.do_move(pos.parse_san(san).unwrap());
    }
    let settings = SearchSettings { contempt, ..SearchSettings::default() };
    let control = Control::default();
    let result = searcher.search(&pos, &Limits::depth(10), &settings, &control, None).unwrap();
    let best = pos.san(result.best.unwrap()).to_string();
    (result, best)
}

#[test]
fn the_side_to_move_avoids_a_repetition_or_seeks_it() {
    let best = |fen: &str, moves: &str, contempt| search(fen, moves, contempt).1;
    // White lacks a pawn, worth about forty centipawns.
    let without_pawn = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
    let repeated = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6";
    assert_eq!(best(without_pawn, repeated, 0), "Ng1");
    assert_ne!(best(without_pawn, repeated, 100), "Ng1");
    // Black has won the tempo that White has lost.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let black_better = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    assert_ne!(best(start, black_better, 0), "Ng8");
    assert_eq!(best(start, black_better, -100), "Ng8");
}

#[test]
fn draws_have_the_value_of_the_contempt() {
    for (contempt, value) in [(0, 0), (30, -30), (-30, 30), (1_000, -100)] {
        let (result, _) = search("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", contempt);
        assert_eq!(centipawns(result.value), value, "{contempt}");
    }
}
