//! Both colours play by the same rules, and without castling both sides.

use crate::plain::{MoveSet, set_of};
use crate::walk::{all_starts, walk};
use ferz::{Captures, Evasions, QuietChecks, Quiets};
use ferz::{CastleSide, Color, GenType, Move, Piece, Position, Setup, SetupFaults, Square};

fn forgiven(setup: &Setup) -> Position {
    // After a null move the counters and the checkers may fit no game.
    let harmless = SetupFaults::BAD_COUNTERS | SetupFaults::IMPOSSIBLE_CHECKERS;
    Position::from_setup_forgiving(setup, harmless).expect("as legal as its mirror image")
}

/// The position with the colours changed, mirrored top to bottom.
pub(crate) fn mirrored(position: &Position) -> Position {
    let setup = position.setup();
    let mut mirror = Setup::empty();
    for square in Square::ALL {
        let piece = setup.piece_on(square).map(|p| Piece::new(!p.color(), p.piece_type()));
        mirror.pieces[square.flip_rank().index()] = piece;
    }
    for color in Color::ALL {
        for side in CastleSide::ALL {
            let rook = setup.castling_rook(!color, side).map(Square::flip_rank);
            mirror.set_castling_rook(color, side, rook);
        }
    }
    mirror.side_to_move = !setup.side_to_move;
    mirror.en_passant = setup.en_passant.map(Square::flip_rank);
    mirror.halfmove_clock = setup.halfmove_clock;
    mirror.fullmove_number = setup.fullmove_number;
    forgiven(&mirror)
}

/// The position mirrored left to right, if no right to castle stands in the way.
fn reflected(position: &Position) -> Option<Position> {
    let setup = position.setup();
    if setup.castling.iter().any(Option::is_some) {
        return None;
    }
    let mut mirror = setup.clone();
    for square in Square::ALL {
        mirror.pieces[square.flip_file().index()] = setup.piece_on(square);
    }
    mirror.en_passant = setup.en_passant.map(Square::flip_file);
    Some(forgiven(&mirror))
}

fn flipped(mv: Move, flip: fn(Square) -> Square) -> Move {
    Move::new(flip(mv.from()), flip(mv.to()), mv.flag())
}

fn assert_same_moves<G: GenType>(p: &Position, mirror: &Position, flip: fn(Square) -> Square) {
    let own: MoveSet = set_of(p.generate::<G>().iter().map(|&mv| flipped(mv, flip)));
    let other = set_of(mirror.generate::<G>().iter().copied());
    assert_eq!(own, other, "{} and {}", p.fen(), mirror.fen());
}

fn assert_mirror(p: &Position, mirror: &Position, flip: fn(Square) -> Square) {
    assert_same_moves::<ferz::Legal>(p, mirror, flip);
    if p.in_check() {
        assert_same_moves::<Evasions>(p, mirror, flip);
    } else {
        assert_same_moves::<Captures>(p, mirror, flip);
        assert_same_moves::<Quiets>(p, mirror, flip);
        assert_same_moves::<QuietChecks>(p, mirror, flip);
    }
    for &mv in &p.legal_moves() {
        let other = flipped(mv, flip);
        assert_eq!(p.gives_check(mv), mirror.gives_check(other), "{mv:?} at {}", p.fen());
        assert_eq!(p.captured_by(mv), mirror.captured_by(other), "{mv:?} at {}", p.fen());
    }
    assert_eq!(p.outcome().is_some(), mirror.outcome().is_some(), "{}", p.fen());
}

/// What a move takes, by type.
trait CapturedBy {
    fn captured_by(&self, mv: Move) -> Option<ferz::PieceType>;
}

impl CapturedBy for Position {
    fn captured_by(&self, mv: Move) -> Option<ferz::PieceType> {
        self.piece_on(mv.to()).filter(|_| mv.is_capture()).map(Piece::piece_type)
    }
}

#[test]
fn the_colours_changed_everything_changes_sides_and_nothing_else() {
    walk(&all_starts(), 800, 120, |p, _| {
        let mirror = mirrored(p);
        assert_mirror(p, &mirror, Square::flip_rank);
        assert_eq!(p.psq(), -mirror.psq(), "{}", p.fen());
        for color in Color::ALL {
            assert_eq!(p.non_pawn_material(color), mirror.non_pawn_material(!color));
            let insufficient = mirror.has_insufficient_material(!color);
            assert_eq!(p.has_insufficient_material(color), insufficient, "{}", p.fen());
            for piece_type in ferz::PieceType::ALL {
                let (own, other) = (Piece::new(color, piece_type), Piece::new(!color, piece_type));
                assert_eq!(p.count(own), mirror.count(other));
            }
        }
        assert_ne!(p.key(), mirror.key(), "the turn is in the key");
    });
}

#[test]
fn the_wings_changed_nothing_changes_where_nobody_may_castle() {
    let mut reflections = 0;
    walk(&all_starts(), 800, 120, |p, _| {
        let Some(mirror) = reflected(p) else { return };
        reflections += 1;
        assert_mirror(p, &mirror, Square::flip_file);
        assert_eq!(p.psq(), mirror.psq(), "{}", p.fen());
        assert_eq!(p.material_key(), mirror.material_key(), "{}", p.fen());
    });
    assert!(cfg!(miri) || reflections > 10_000, "{reflections}");
}

#[test]
fn an_exchange_is_worth_the_same_to_both_colours() {
    walk(&all_starts(), 400, 120, |p, _| {
        let mirror = mirrored(p);
        for &mv in &p.legal_moves() {
            for threshold in [-500, -300, -100, -1, 0, 1, 50, 100, 300, 500, 900] {
                assert_eq!(
                    p.see_ge(mv, threshold),
                    mirror.see_ge(flipped(mv, Square::flip_rank), threshold),
                    "{mv:?}, {threshold}, at {}",
                    p.fen()
                );
            }
        }
    });
}
