//! The files in `crates/ferz-train/tests/train/data`, by which the tests of `ferz-train` prove the formats
//! without the crates.

use bulletformat::{BulletFormat, ChessBoard};
use std::fmt::Write as _;
use std::path::Path;
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::piece::Colour;
use viriformat::dataformat::{Filter, Game};

/// Start position, moves as the crate writes them with White's scores, and outcome.
type FixedGame = (&'static str, &'static [(&'static str, i16)], GameOutcome);

/// En passant, castling of both sides and a promotion with a capture; castling in Chess960.
const GAMES: [FixedGame; 2] = [
    (
        "r3k2r/1P4pp/8/8/4p3/8/3P3P/R3K2R w HAha - 5 20",
        &[
            ("d2d4", 120),
            ("e4d3", 95),
            ("e1a1", 310),
            ("e8h8", 280),
            ("b7a8r", 31_990),
            ("f8a8", 0),
        ],
        GameOutcome::WhiteWin(WinType::Adjudication),
    ),
    (
        "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 9 70",
        &[("c1h1", -12), ("c8b8", -31_999), ("g1g2", 7)],
        GameOutcome::Draw(DrawType::Adjudication),
    ),
];

/// Returns the files by name: games and positions by the crates, and the same games as text with the FENs
/// and moves of the crate.
fn files() -> [(&'static str, Vec<u8>); 3] {
    let (mut viri, mut boards, mut plain) = (Vec::new(), Vec::<ChessBoard>::new(), String::new());
    for (fen, moves, outcome) in GAMES {
        let mut board = Board::new();
        board.set_from_fen(fen, true).unwrap();
        let mut game = Game::new(&board);
        let white_result = i16::from(outcome.as_packed_u8()) - 1;
        for &(text, score) in moves {
            let legal = board.legal_moves();
            let mv = *legal.iter().find(|mv| mv.display(true).to_string() == text).expect(text);
            let sign = if board.turn() == Colour::White { 1 } else { -1 };
            writeln!(plain, "fen {board}\nmove {text}\nscore {}", sign * score).unwrap();
            writeln!(plain, "ply {}\nresult {}\ne", board.ply(), sign * white_result).unwrap();
            game.add_move(mv, score);
            assert!(board.make_move_simple(mv));
        }
        game.set_outcome(outcome);
        game.serialise_into(&mut viri).unwrap();
        let push = |board| {
            boards.push(board);
            Ok(())
        };
        game.splat_to_bulletformat(push, &Filter::UNRESTRICTED).unwrap();
    }
    let bullet = ChessBoard::as_bytes_slice(&boards).to_vec();
    [("oracle.vf", viri), ("oracle.bullet", bullet), ("oracle.plain", plain.into_bytes())]
}

#[test]
fn the_fixtures_are_what_the_crates_write() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/ferz-train/tests/train/data");
    for (name, bytes) in files() {
        let path = folder.join(name);
        if std::env::var_os("FERZ_WRITE_FIXTURES").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{name}");
    }
}
