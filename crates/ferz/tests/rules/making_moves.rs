//! Making and undoing moves: predictions against the result, undone against original state,
//! incremental state against a new position.

use crate::reference::Reference;
use crate::walk::{all_starts, choose_move, walk};
use fastrand::Rng;
use ferz::{
    Bitboard, CastleSide, CastlingRights, Color, Move, Observer, Piece, PieceSums, PieceType,
    Position, Setup, SetupFaults, Square,
};

/// State that depends on the position alone, equal for a new position from its setup.
#[derive(PartialEq, Debug)]
struct Facts {
    setup: Setup,
    key: u64,
    sums: PieceSums,
    rights: CastlingRights,
    checkers: Bitboard,
    kings: [(Square, Bitboard, Bitboard, Bitboard); Color::COUNT],
    check_squares: [Bitboard; PieceType::COUNT],
    discovered_check_candidates: Bitboard,
    counts: [usize; Piece::COUNT],
    sets: [Bitboard; Piece::COUNT],
    rooks: [Option<Square>; 4],
    chess960: bool,
    game_ply: u32,
    outcome: Option<ferz::Outcome>,
}

impl Facts {
    fn of(p: &Position) -> Self {
        let rook =
            |right: usize| p.castling_rook(Color::ALL[right / 2], CastleSide::ALL[right % 2]);
        Self {
            setup: p.setup(),
            key: p.key(),
            sums: PieceSums::of(p),
            rights: p.castling_rights(),
            checkers: p.checkers(),
            kings: Color::ALL.map(|c| (p.king(c), p.blockers(c), p.pinners(c), p.pinned(c))),
            check_squares: PieceType::ALL.map(|piece_type| p.check_squares(piece_type)),
            discovered_check_candidates: p.discovered_check_candidates(),
            counts: Piece::ALL.map(|piece| p.count(piece)),
            sets: Piece::ALL.map(|piece| p.pieces(piece.color(), piece.piece_type())),
            rooks: core::array::from_fn(rook),
            chess960: p.is_chess960(),
            game_ply: p.game_ply(),
            outcome: p.outcome(),
        }
    }
}

/// State that depends on the history.
type History = (u16, u16, Option<Piece>, Option<Move>, usize, bool);

fn history(p: &Position) -> History {
    (
        p.rule50(),
        p.plies_from_null(),
        p.last_captured(),
        p.last_move(),
        p.repetition_count(),
        p.upcoming_repetition(4),
    )
}

#[test]
fn moves_lead_to_the_reference_position() {
    walk(&all_starts(), 500, 120, |position, _| {
        let reference = Reference::of(position);
        for &mv in &position.legal_moves() {
            position.do_move(mv);
            assert_eq!(
                Reference::of(position),
                reference.after(mv),
                "{mv:?} to {}",
                position.fen()
            );
            position.undo_move();
        }
    });
}

#[test]
fn predictions_equal_the_state_after_the_move() {
    walk(&all_starts(), 500, 120, |position, _| {
        for &mv in &position.legal_moves() {
            let (check, key) = (position.gives_check(mv), position.key_after(mv));
            let taken = if mv.is_en_passant() {
                Some(Piece::new(!position.side_to_move(), PieceType::Pawn))
            } else {
                position.piece_on(mv.to()).filter(|_| mv.is_capture())
            };
            let clock = position.rule50();
            let pawn = position.by_type(PieceType::Pawn).contains(mv.from());
            position.do_move(mv);
            let fen = || format!("{mv:?} to {}", position.fen());
            assert_eq!(
                check,
                Reference::of(position).checkers(position.side_to_move()).any(),
                "{}",
                fen()
            );
            assert_eq!(check, position.in_check(), "{}", fen());
            assert_eq!(key, position.key(), "{}", fen());
            assert_eq!(position.last_captured(), taken, "{}", fen());
            assert_eq!(position.last_move(), Some(mv), "{}", fen());
            let resets = pawn || taken.is_some();
            assert_eq!(position.rule50(), if resets { 0 } else { clock + 1 }, "{}", fen());
            position.undo_move();
        }
    });
}

#[test]
fn gives_check_is_correct_for_pseudo_legal_moves() {
    walk(&all_starts(), 400, 120, |position, _| {
        let reference = Reference::of(position);
        for mv in reference.pseudo_legal() {
            assert_eq!(
                position.gives_check(mv),
                reference.gives_check(mv),
                "{mv:?} at {}",
                position.fen()
            );
        }
    });
}

#[test]
fn undo_restores_the_state() {
    walk(&all_starts(), 400, 120, |position, _| {
        let before = (Facts::of(position), history(position));
        for &mv in &position.legal_moves() {
            position.do_move(mv);
            if !position.in_check() {
                position.do_null_move();
                position.undo_null_move();
            }
            assert_eq!(position.undo_move(), Some(mv));
            assert_eq!((Facts::of(position), history(position)), before, "after {mv:?}");
        }
        if !position.in_check() {
            position.do_null_move();
            assert_eq!(position.undo_move(), None, "a null move is not a move");
            position.undo_null_move();
            assert_eq!((Facts::of(position), history(position)), before, "after a null move");
        }
    });
}

#[test]
fn undoing_a_game_restores_each_position() {
    for start in all_starts().into_iter().take(if cfg!(miri) { 1 } else { usize::MAX }) {
        let mut random = Rng::with_seed(start.key());
        let mut position = start.clone();
        let mut seen = Vec::new();
        while let Some(mv) = choose_move(&position, &mut random)
            && seen.len() < if cfg!(miri) { 8 } else { 80 }
        {
            seen.push((Facts::of(&position), history(&position)));
            position.do_move(mv);
        }
        while let Some(before) = seen.pop() {
            position.undo_move();
            assert_eq!((Facts::of(&position), history(&position)), before);
        }
        assert_eq!(position.undo_move(), None, "nothing is left to take back");
        position.undo_null_move();
        assert!(position == start);
    }
}

#[test]
fn incremental_state_equals_a_new_position() {
    walk(&all_starts(), 1200, 120, |position, _| {
        assert_eq!(position.check_consistency(), Ok(()));
        let setup = position.setup();
        // After a null move the counters do not fit a game.
        let ignored = SetupFaults::BAD_COUNTERS | SetupFaults::IMPOSSIBLE_CHECKERS;
        let mut fresh = Position::from_setup_ignoring(&setup, ignored)
            .unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
        assert_eq!(fresh.check_consistency(), Ok(()));
        // A right that has been lost leaves no trace in a setup, but the castling notation stays.
        fresh.set_chess960(position.is_chess960());
        let after = Facts { outcome: fresh.outcome(), ..Facts::of(position) };
        assert_eq!(Facts::of(&fresh), after);
    });
}

#[test]
fn positions_of_games_round_trip_as_fen() {
    let starts = all_starts();
    for game in 0..if cfg!(miri) { 1 } else { 600 } {
        let mut random = Rng::with_seed(game);
        let mut position = starts[game as usize % starts.len()].clone();
        for _ in 0..120 {
            let read: Position = position.fen().parse().expect("a game's FEN");
            assert!(read == position, "{}", position.fen());
            assert_eq!(read.key(), position.key(), "{}", position.fen());
            let Some(mv) = choose_move(&position, &mut random) else { break };
            position.do_move(mv);
        }
    }
}

#[test]
fn null_move_only_passes_the_turn() {
    walk(&all_starts(), 600, 120, |position, _| {
        if position.in_check() {
            return;
        }
        let mut expected = position.setup();
        expected.side_to_move = !expected.side_to_move;
        expected.en_passant = None;
        expected.halfmove_clock += 1;
        expected.fullmove_number += u16::from(expected.side_to_move == Color::White);
        position.do_null_move();
        assert_eq!(position.setup(), expected);
        assert_eq!((position.last_move(), position.last_captured()), (None, None));
        assert_eq!(position.plies_from_null(), 0);
        assert_eq!(position.check_consistency(), Ok(()));
        position.undo_null_move();
    });
}

#[test]
fn known_check_information_changes_no_observable_state() {
    walk(&all_starts(), 300, 120, |position, _| {
        for &mv in &position.legal_moves() {
            position.do_move(mv);
            let expected = (Facts::of(position), history(position));
            position.undo_move();
            position.do_move_with(mv, Some(position.gives_check(mv)), &mut ());
            assert_eq!((Facts::of(position), history(position)), expected, "{mv:?}");
            position.undo_move();
        }
    });
}

/// A mailbox updated by reports.
struct Mailbox([Option<Piece>; Square::COUNT]);

impl Observer for Mailbox {
    fn put(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square].replace(piece), None, "{piece} put on a piece on {square}");
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square].take(), Some(piece), "{piece} removed from {square}");
    }

    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.remove(piece, from);
        self.put(piece, to);
    }
}

#[test]
fn observed_mailbox_and_sums_equal_those_of_the_board_after_every_move() {
    let mut mailbox = Mailbox(Position::startpos().setup().pieces);
    walk(&all_starts(), 300, 120, |position, _| {
        for &mv in &position.legal_moves() {
            mailbox.0 = position.setup().pieces;
            let mut sums = PieceSums::of(position);
            position.do_move_with(mv, None, &mut (&mut mailbox, &mut sums));
            assert_eq!(mailbox.0, position.setup().pieces, "{mv:?} to {}", position.fen());
            assert_eq!(sums, PieceSums::of(position), "{mv:?} to {}", position.fen());
            assert_eq!(sums.material_key(), position.material_key());
            position.undo_move();
        }
    });
}

#[test]
fn castling_onto_the_rooks_square_reports_removals_first() {
    let mut position = Position::from_fen("5k2/8/8/8/8/8/8/5KR1 w G - 0 1").unwrap();
    let castling = position.parse_san("O-O").unwrap();
    let mut mailbox = Mailbox(position.setup().pieces);
    position.do_move_with(castling, None, &mut mailbox);
    assert_eq!(mailbox.0, position.setup().pieces);
}

#[test]
fn attacks_and_attackers_equal_the_reference() {
    walk(&all_starts(), 300, 120, |position, random| {
        let reference = Reference::of(position);
        for square in Square::ALL {
            let both = reference.attackers(square, Color::White)
                | reference.attackers(square, Color::Black);
            assert_eq!(position.attackers_to(square), both, "{square} at {}", position.fen());
            for from in both.squares() {
                assert!(position.attacks_from(from).contains(square), "{}", position.fen());
            }
            let counted = position.attacks_from(square).squares();
            assert!(counted.into_iter().all(|to| position.attackers_to(to).contains(square)));
        }
        // A removed piece blocks no lines and does not attack.
        let lifted = random.choice(position.occupied()).expect("kings are on the board");
        let (without, occupied) = (reference.without(lifted), position.occupied().without(lifted));
        for square in Square::ALL {
            let both =
                without.attackers(square, Color::White) | without.attackers(square, Color::Black);
            let found = position.sets().attackers_to(square, occupied).without(lifted);
            assert_eq!(found, both, "{square} without {lifted} at {}", position.fen());
        }
    });
}
