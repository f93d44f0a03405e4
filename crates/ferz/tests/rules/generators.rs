//! Legal moves of random games, against two independent generators. Each side keeps its own board
//! through the game.

use crate::peers::{
    chess_board, chess_move, chess_moves, cozy_board, cozy_move, cozy_moves, own_code,
    own_code_standard,
};
use crate::reference::MoveSet;
use crate::walk::{self, Coverage, choose_move};
use fastrand::Rng;
use ferz::{Outcome, Position, Setup};

const PLIES: usize = if cfg!(miri) { 8 } else { 160 };

fn games(count: u64) -> std::ops::Range<u64> {
    0..if cfg!(miri) { 1 } else { count }
}

fn own_moves(position: &Position, code: fn(ferz::Move) -> u16) -> MoveSet {
    let moves = position.legal_moves();
    let set: MoveSet = moves.iter().map(|&mv| code(mv)).collect();
    assert_eq!(set.len(), moves.len(), "a move comes twice at {}", position.fen());
    set
}

fn assert_same_as_cozy(position: &Position, board: &cozy_chess::Board) {
    assert_eq!(own_moves(position, own_code), cozy_moves(board), "{}", position.fen());
    assert_eq!(position.checkers().0, board.checkers().0, "{}", position.fen());
    assert_eq!(
        position.blockers(position.side_to_move()).0,
        board.pinned().0,
        "{}",
        position.fen()
    );
}

fn play_against_cozy(starts: &[Position], count: u64) {
    let mut coverage = Coverage::new();
    for game in games(count) {
        let mut random = Rng::with_seed(game ^ 0xC022);
        let mut position = starts[game as usize % starts.len()].clone();
        let mut board = cozy_board(&position);
        for _ in 0..PLIES {
            assert_same_as_cozy(&position, &board);
            let mv = choose_move(&position, &mut random);
            coverage.count(&position, mv);
            let Some(mv) = mv else { break };
            position.do_move(mv);
            board.play_unchecked(cozy_move(mv));
        }
    }
    coverage.assert_complete();
}

#[test]
fn standard_games_equal_cozy_chess() {
    play_against_cozy(&walk::standard(), 3000);
}

#[test]
fn chess960_games_equal_cozy_chess() {
    let starts: Vec<Position> = (0..960)
        .map(|number| Setup::chess960(number).expect("numbers below 960"))
        .map(|setup| Position::from_setup(&setup).expect("a start is legal"))
        .collect();
    play_against_cozy(&starts, 2880);
}

#[test]
fn double_chess960_games_equal_cozy_chess() {
    let starts: Vec<Position> = (0..960)
        .map(|n| Setup::double_chess960(n, (n + 17) * 7 % 960).expect("numbers below 960"))
        .map(|setup| Position::from_setup(&setup).expect("a start is legal"))
        .chain(walk::chess960())
        .collect();
    play_against_cozy(&starts, 2880);
}

#[test]
fn standard_games_and_outcomes_equal_chess() {
    let starts = walk::standard();
    let mut coverage = Coverage::new();
    for game in games(3000) {
        let mut random = Rng::with_seed(game ^ 0xC4E5);
        let mut position = starts[game as usize % starts.len()].clone();
        let mut board = chess_board(&position);
        for _ in 0..PLIES {
            let fen = || position.fen();
            assert_eq!(own_moves(&position, own_code_standard), chess_moves(&board), "{}", fen());
            let status = match position.outcome() {
                Some(Outcome::Checkmate { .. }) => chess::BoardStatus::Checkmate,
                _ if position.is_stalemate() => chess::BoardStatus::Stalemate,
                _ => chess::BoardStatus::Ongoing,
            };
            assert_eq!(board.status(), status, "{}", fen());
            let mv = choose_move(&position, &mut random);
            coverage.count(&position, mv);
            let Some(mv) = mv else { break };
            position.do_move(mv);
            board = board.make_move_new(chess_move(mv));
        }
    }
    coverage.assert_complete();
}
