//! Keys: published Polyglot keys, and the information that a key contains.

use crate::walk::{all_starts, position, walk};
use ferz::{Piece, PieceSums, PieceType, Position, Square};
use std::collections::HashMap;

fn after(moves: &str) -> Position {
    let mut position = Position::startpos();
    for text in moves.split_whitespace() {
        let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{moves}: {error}"));
        position.do_move(mv);
    }
    position
}

#[test]
fn keys_equal_published_polyglot_keys() {
    let rows = [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ];
    for (moves, key) in rows {
        let position = after(moves);
        assert_eq!(position.polyglot_key(), key, "after {moves:?}");
        assert_eq!(position.key(), key, "every en passant capture of the table is legal");
        assert_eq!(super::walk::position(&position.fen()).key(), key, "read after {moves:?}");
    }
}

#[test]
fn key_and_fen_contain_en_passant_only_with_a_legal_capture() {
    // The capture would expose the king on the rank. The second key is that of Polyglot's format.
    let pinned = position("8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1");
    assert_eq!(pinned.fen(), "8/8/8/8/k2Pp2Q/8/8/4K3 b - - 0 1");
    assert_eq!(pinned.en_passant(), None);
    assert_eq!(pinned.en_passant_target(), Some(Square::D3));
    assert_eq!(pinned.key(), 0x9f26_fb30_4473_8771);
    assert_eq!(pinned.polyglot_key(), 0x83bf_25e3_78cb_17d0);

    let mut pushed = position("8/8/8/8/k3p2Q/8/3P4/4K3 w - - 0 1");
    pushed.do_move(pushed.parse_uci("d2d4").unwrap());
    assert_eq!((pushed.key(), pushed.polyglot_key()), (pinned.key(), pinned.polyglot_key()));
}

#[test]
fn polyglot_key_contains_the_file_of_every_attacked_en_passant_square() {
    let mut illegal = 0;
    walk(&all_starts(), 1600, 120, |position, _| {
        let mut setup = position.setup();
        setup.en_passant = position.en_passant_target();
        let read = Position::from_setup(&setup).unwrap();
        assert_eq!(read.polyglot_key(), position.polyglot_key(), "{}", position.fen());
        assert_eq!(read.key(), position.key(), "{}", position.fen());
        let differs = position.key() != position.polyglot_key();
        let attacked = setup.capturable_en_passant().is_some();
        assert_eq!(differs, attacked && position.en_passant().is_none(), "{}", position.fen());
        illegal += usize::from(differs);
    });
    assert!(cfg!(miri) || illegal > 0, "no illegal en passant capture was seen");
}

#[test]
fn transpositions_have_equal_keys() {
    let orders = ["e2e3 e7e6 g1f3 g8f6", "g1f3 g8f6 e2e3 e7e6", "e2e3 g8f6 g1f3 e7e6"];
    let keys = orders.map(|moves| after(moves).key());
    assert_eq!(keys, [keys[0]; 3]);
    // Without a pawn that can capture, the double push leaves no en passant square in the key.
    assert_eq!(after("e2e4").key(), after("e2e3 e7e6 e3e4 e6e5").key() ^ keys_differ());
}

/// Returns the key of the push from e7 to e5, with the change of the side to move.
fn keys_differ() -> u64 {
    after("e2e4").key() ^ after("e2e4 e7e5").key()
}

#[test]
fn different_positions_have_different_keys() {
    let mut known: HashMap<u64, String> = HashMap::new();
    walk(&all_starts(), 800, 120, |position, _| {
        let shredder = position.setup().fen(ferz::notation::FenStyle::Shredder).to_string();
        // The key contains the rights by side; the rooks' files are part of the board.
        let mut fields = shredder.split(' ');
        let rights = position.castling_rights().bits();
        let board = fields.next().unwrap_or_default();
        let text = format!(
            "{board} {} {rights} {:?}",
            position.side_to_move(),
            position.en_passant().map(|square| square.file())
        );
        let before = known.insert(position.key(), text.clone());
        assert!(before.as_ref().is_none_or(|before| *before == text), "{before:?} and {text}");
    });
}

#[test]
fn pawn_keys_depend_on_pawns_and_material_keys_count_pieces() {
    walk(&all_starts(), 600, 120, |position, _| {
        let count = |piece: Piece| (position.count(piece) as u64) << (5 * piece.index());
        let material: u64 = Piece::ALL.into_iter().map(count).sum();
        assert_eq!(position.material_key(), material, "{}", position.fen());
        let pawnless = position.by_type(PieceType::Pawn).is_empty();
        assert_eq!(PieceSums::of(position).pawn_key() == 0, pawnless, "{}", position.fen());
    });
    let pawn_key = |fen| PieceSums::of(&position(fen)).pawn_key();
    let same_pawns = ["4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "3qk3/p7/8/8/8/8/P7/R3K3 b - - 0 1"];
    let [a, b] = same_pawns.map(pawn_key);
    assert_eq!(a, b);
    assert_ne!(a, pawn_key("4k3/p7/8/8/8/P7/8/4K3 w - - 0 1"));
}
