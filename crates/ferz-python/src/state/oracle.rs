//! Comparison of the rules for any board with `ferz::Position` in random games.

use super::generate::Masks;
use super::{EnPassantStyle, State};
use crate::chess_move::Move;
use ferz::{Color, Position, Setup};

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

fn key(mv: Move) -> (usize, usize, Option<ferz::PieceType>) {
    (mv.from.index(), mv.to.index(), mv.promotion)
}

/// Compares everything that both sides compute, and returns the moves as pairs.
fn compare(state: &State, position: &Position) -> Vec<(Move, ferz::Move)> {
    let mut moves = state.legal_moves(Masks::ALL);
    assert_eq!(moves, state.legal_by_filter(Masks::ALL), "{position}");
    assert_eq!(moves.len(), state.count_legal_moves(), "{position}");
    let mut expected: Vec<(Move, ferz::Move)> =
        position.legal_moves().into_iter().map(|mv| (state.move_of(mv), mv)).collect();
    moves.sort_by_key(|&mv| key(mv));
    expected.sort_by_key(|&(mv, _)| key(mv));
    assert!(moves.iter().eq(expected.iter().map(|(mv, _)| mv)), "{position}");

    assert_eq!(state.default_fen(), position.fen());
    assert_eq!(state.checkers(), position.checkers(), "{position}");
    assert_eq!(state.has_legal_move(), position.has_legal_move());
    assert_eq!(state.legal_ep_square(), position.en_passant());
    assert_eq!(state.status(), 0, "{position}");
    for color in Color::ALL {
        let insufficient = position.has_insufficient_material(color);
        assert_eq!(state.has_insufficient_material(color), insufficient, "{position}");
    }
    for &(mv, ferz_move) in &expected {
        assert!(state.is_legal(mv) && state.is_pseudo_legal(mv) && !state.is_into_check(mv));
        assert_eq!(state.gives_check(mv), position.gives_check(ferz_move), "{mv} in {position}");
        assert_eq!(state.is_capture(mv), ferz_move.is_capture());
        assert_eq!(state.is_castling(mv), ferz_move.is_castling());
        assert_eq!(state.is_en_passant(mv), ferz_move.is_en_passant());
        let san = position.san(ferz_move).to_string();
        let written = { *state }.write_and_make(mv, false);
        assert_eq!(written.as_deref(), Some(&*san), "{mv} in {position}");
        assert_eq!(state.parse_san(&san), Ok(mv), "{san} in {position}");
        assert_eq!(state.find_in(mv, position), Some(ferz_move));
        assert_eq!(position.uci(ferz_move).to_string(), mv.to_string());
    }
    let mut read = State { chess960: state.chess960, ..State::empty() };
    assert_eq!(read.set_fen(&state.fen(state.chess960, EnPassantStyle::Fen, false)), Ok(()));
    assert!(read.repeats(state) && read.position().as_ref() == Ok(position));
    expected
}

fn play(position: Position, seed: u64, plies: usize) -> usize {
    let (mut state, mut position) = (State::of_position(&position), position);
    let mut random = Random(seed);
    for ply in 0..plies {
        let moves = compare(&state, &position);
        if moves.is_empty() || position.outcome().is_some() {
            return ply;
        }
        let (mv, ferz_move) = moves[random.below(moves.len())];
        state.make(mv);
        position.do_move(ferz_move);
        assert_eq!(state.ep_square, position.en_passant_target());
    }
    plies
}

#[test]
fn random_games_of_standard_chess_agree() {
    let plies: usize = (1..20).map(|seed| play(Position::startpos(), seed * 7919, 150)).sum();
    assert!(plies > 1000);
}

#[test]
fn random_games_of_double_chess960_agree() {
    for seed in 1..30 {
        let (white, black) = ((seed * 331 % 960) as u16, (seed * 547 % 960) as u16);
        let Some(setup) = Setup::double_chess960(white, black) else { panic!("{white} {black}") };
        let Ok(mut position) = Position::from_setup(&setup) else { panic!("{white} {black}") };
        position.set_chess960(true);
        play(position, seed * 104_729, 80);
    }
}

#[test]
fn positions_with_special_moves_agree() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        "8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        let Ok(position) = fen.parse::<Position>() else { panic!("{fen}") };
        for seed in 1..10 {
            play(position.clone(), seed * 15_485_863, 60);
        }
    }
}

/// Fields that contradict each other, as Python can assign them, cause no panic.
#[test]
fn contradictions_do_not_panic() {
    let mut random = Random(88_172_645_463_325_252);
    for _ in 0..2000 {
        let mut state = State::start();
        let mut mask = || {
            ferz::Bitboard(
                random.below(usize::MAX) as u64 ^ (random.below(usize::MAX) as u64) << 20,
            )
        };
        for pieces in &mut state.by_type {
            *pieces ^= mask() & mask();
        }
        state.by_color = [mask(), mask()];
        state.occupied = mask();
        state.promoted = mask();
        state.castling_rights = mask();
        state.ep_square = mask().first();
        state.chess960 = mask().len() % 2 == 0;
        state.turn = Color::wrapping(mask().len());
        let _ = (state.status(), state.default_fen(), state.setup(), state.position());
        for mv in state.pseudo_legal(Masks::ALL) {
            let _ = (state.is_legal(mv), { state }.write_and_make(mv, true));
            let _ = state.write_and_make(mv, false);
        }
    }
}
