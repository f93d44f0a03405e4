//! Positions of the crate bulletformat.

use super::{random_games, read, written};
use bulletformat::{BulletFormat, ChessBoard};
use ferz::{Color, Position};
use ferz_train::convert::DataFormat;
use ferz_train::format::PositionFilter;

/// The number of bytes of a position.
const SIZE: usize = size_of::<ChessBoard>();

/// Returns the positions of the games as the crate reads them from its text format: FEN, White's score,
/// White's result.
fn boards() -> Vec<ChessBoard> {
    let mut boards = Vec::new();
    for game in random_games() {
        let visited = game.visit(&PositionFilter::all(), |ply| {
            let (fen, score) = (ply.position.fen(), ply.score.unwrap());
            let text = format!("{fen} | {score} | {:.1}", ply.result.points());
            boards.push(text.parse::<ChessBoard>().unwrap());
        });
        visited.unwrap();
    }
    boards
}

#[test]
fn bytes_are_those_of_the_crate() {
    let boards = boards();
    assert!(boards.len() > 3000);
    let ours = written(&random_games(), DataFormat::Bulletformat);
    let theirs = ChessBoard::as_bytes_slice(&boards);
    assert_eq!(ours.len(), theirs.len());
    for (nth, (ours, theirs)) in ours.chunks(SIZE).zip(theirs.chunks(SIZE)).enumerate() {
        assert_eq!(ours, theirs, "position {nth}: {:?}", boards[nth]);
    }
}

#[test]
fn bytes_of_the_crate_are_read() {
    let boards = boards();
    let games = read(ChessBoard::as_bytes_slice(&boards), DataFormat::Bulletformat);
    let with_moves = |board: &&ChessBoard| {
        let bytes = ChessBoard::as_bytes_slice(std::slice::from_ref(*board));
        !read(bytes, DataFormat::Bulletformat).is_empty()
    };
    let boards: Vec<_> = boards.iter().filter(with_moves).collect();
    assert_eq!(games.len(), boards.len());
    for (game, board) in games.iter().zip(boards) {
        assert_eq!(game.scores, [board.score()]);
        assert_eq!(game.result.points(), board.result());
        assert_eq!(pieces(&game.start), board.into_iter().collect::<Vec<_>>());
        assert_eq!(game.start.king(Color::White).index(), usize::from(board.our_ksq()));
        assert_eq!(game.start.king(Color::Black).index(), usize::from(board.opp_ksq() ^ 56));
    }
}

/// Returns the codes of the pieces with their squares.
fn pieces(position: &Position) -> Vec<(u8, u8)> {
    let code = |square| {
        let piece = position.piece_on(square).unwrap();
        piece.piece_type().index() as u8 | (piece.color().index() as u8) << 3
    };
    position.occupied().into_iter().map(|square| (code(square), square.index() as u8)).collect()
}
