//! Games of the crate viriformat. In a debug build it checks each position and move that it reads.

use super::{random_games, read, written};
use bulletformat::{BulletFormat, ChessBoard};
use fastrand::Rng;
use ferz::{CastleSide, Color, Position};
use ferz_train::convert::DataFormat;
use ferz_train::format::{PositionFilter, ResultCode, TrainingGame};
use std::io::BufRead;
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::piece::{Colour, PieceType};
use viriformat::dataformat::{Filter, Game, WDL};

/// Reads all games of a file by the crate.
fn read_by_crate(mut bytes: &[u8]) -> Vec<Game> {
    let mut games = Vec::new();
    while !bytes.fill_buf().unwrap().is_empty() {
        games.push(Game::deserialise_from(&mut bytes, Vec::new()).unwrap());
    }
    games
}

/// Checks that a position of the crate is one of Ferz.
fn assert_same(board: &Board, position: &Position) {
    let colours = [(Colour::White, Color::White), (Colour::Black, Color::Black)];
    for (theirs, ours) in colours {
        let text = position.fen();
        assert_eq!(board.pieces.occupied_co(theirs).inner(), position.by_color(ours).0, "{text}");
        let rights = board.castling_rights();
        let sides = [
            (rights.kingside(theirs), CastleSide::KingSide),
            (rights.queenside(theirs), CastleSide::QueenSide),
        ];
        for (rook, side) in sides {
            let ours = position.castling_rook(ours, side).map(|square| square.index() as u8);
            assert_eq!(rook.map(|square| square.inner()), ours, "{text}");
        }
    }
    for (theirs, ours) in [
        (PieceType::Pawn, ferz::PieceType::Pawn),
        (PieceType::Knight, ferz::PieceType::Knight),
        (PieceType::Bishop, ferz::PieceType::Bishop),
        (PieceType::Rook, ferz::PieceType::Rook),
        (PieceType::Queen, ferz::PieceType::Queen),
        (PieceType::King, ferz::PieceType::King),
    ] {
        assert_eq!(board.pieces.of_type(theirs).inner(), position.by_type(ours).0);
    }
    assert_eq!(board.turn() == Colour::White, position.side_to_move() == Color::White);
    assert_eq!(u16::from(board.fifty_move_counter()), position.rule50());
    assert_eq!(board.ply() as u32, position.game_ply());
    // The crate keeps the square without a capture too.
    if let Some(square) = position.en_passant() {
        assert_eq!(board.ep_sq().map(|square| usize::from(square.inner())), Some(square.index()));
    }
}

fn assert_same_game(theirs: &Game, ours: &TrainingGame) {
    let result = match theirs.outcome() {
        WDL::Win => ResultCode::WhiteWins,
        WDL::Draw => ResultCode::Draw,
        WDL::Loss => ResultCode::BlackWins,
    };
    assert_eq!((result, theirs.len()), (ours.result, ours.moves.len()));
    let mut replay = ours.replay();
    theirs.visit_positions(|board, score| {
        let ply = replay.next_ply().unwrap().unwrap();
        assert_same(board, ply.position);
        assert_eq!(ply.score.map(i32::from), Some(score));
    });
    assert!(replay.next_ply().unwrap().is_none());
}

#[test]
fn the_crate_reads_our_games() {
    let ours = random_games();
    let theirs = read_by_crate(&written(&ours, DataFormat::Viriformat));
    assert_eq!(theirs.len(), ours.len());
    for (theirs, ours) in theirs.iter().zip(&ours) {
        assert_same_game(theirs, ours);
    }
}

#[test]
fn games_of_the_crate_are_read_and_written() {
    let rng = &mut Rng::with_seed(9);
    let mut bytes = Vec::new();
    for number in 0..40 {
        let mut board = Board::default();
        match number % 3 {
            0 => {}
            1 => board.set_frc_idx(rng.usize(..960)),
            _ => board.set_dfrc_idx(rng.usize(..960 * 960)),
        }
        random_game_of_crate(board, rng).serialise_into(&mut bytes).unwrap();
    }
    let ours = read(&bytes, DataFormat::Viriformat);
    let theirs = read_by_crate(&bytes);
    assert_eq!(ours.len(), theirs.len());
    for (theirs, ours) in theirs.iter().zip(&ours) {
        assert_same_game(theirs, ours);
    }
    assert!(written(&ours, DataFormat::Viriformat) == bytes);
}

fn random_game_of_crate(mut board: Board, rng: &mut Rng) -> Game {
    let mut game = Game::new(&board);
    for _ in 0..rng.usize(1..150) {
        let moves = board.legal_moves();
        let Some(&mv) = rng.choice(&moves) else { break };
        game.add_move(mv, rng.i16(-32_000..32_000));
        board.make_move_simple(mv);
    }
    let outcomes = [
        GameOutcome::WhiteWin(WinType::Adjudication),
        GameOutcome::BlackWin(WinType::Mate),
        GameOutcome::Draw(DrawType::Repetition),
    ];
    game.set_outcome(*rng.choice(&outcomes).unwrap());
    game
}

/// Games in our viriformat, converted by the crate, are the positions that we write in bulletformat.
#[test]
fn both_ways_to_bulletformat_agree() {
    let games = random_games();
    let mut boards: Vec<ChessBoard> = Vec::new();
    for game in read_by_crate(&written(&games, DataFormat::Viriformat)) {
        let push = |board| {
            boards.push(board);
            Ok(())
        };
        game.splat_to_bulletformat(push, &Filter::UNRESTRICTED).unwrap();
    }
    let count: usize = games
        .iter()
        .map(|game| {
            let mut count = 0;
            game.visit(&PositionFilter::all(), |_| count += 1).unwrap();
            count
        })
        .sum();
    assert_eq!(boards.len(), count);
    let ours = written(&games, DataFormat::Bulletformat);
    assert!(ours == ChessBoard::as_bytes_slice(&boards));
}
