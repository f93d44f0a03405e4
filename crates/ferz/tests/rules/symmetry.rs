//! Symmetry of the rules in the colours, and in the files without castling.

use crate::reference::{MoveSet, set_of};
use crate::walk::{all_starts, walk};
use ferz::{Captures, Evasions, QuietChecks, Quiets};
use ferz::{Color, GenType, Move, PhaseScore, Piece, PieceSums, Position, Square};

fn psq(position: &Position) -> PhaseScore {
    PieceSums::of(position).psq()
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
        let piece_type = |piece: Option<Piece>| piece.map(Piece::piece_type);
        let (taken, moved) = (mirror.captured_by(other), mirror.piece_on(other.from()));
        assert_eq!(piece_type(p.captured_by(mv)), piece_type(taken), "{mv:?} at {}", p.fen());
        assert_eq!(piece_type(p.piece_on(mv.from())), piece_type(moved), "{mv:?} at {}", p.fen());
    }
    assert_eq!(p.outcome().is_some(), mirror.outcome().is_some(), "{}", p.fen());
}

#[test]
fn flip_colors_exchanges_the_sides() {
    walk(&all_starts(), 800, 120, |p, _| {
        let mirror = Position::from(p.flip_colors());
        assert_mirror(p, &mirror, Square::flip_rank);
        assert_eq!(psq(p), -psq(&mirror), "{}", p.fen());
        for color in Color::ALL {
            let [own, other] = [PieceSums::of(p), PieceSums::of(&mirror)];
            assert_eq!(own.non_pawn_material(color), other.non_pawn_material(!color));
            let insufficient = mirror.has_insufficient_material(!color);
            assert_eq!(p.has_insufficient_material(color), insufficient, "{}", p.fen());
            for piece_type in ferz::PieceType::ALL {
                let (own, other) = (Piece::new(color, piece_type), Piece::new(!color, piece_type));
                assert_eq!(p.count(own), mirror.count(other));
            }
        }
        assert_ne!(p.key(), mirror.key(), "the turn is in the key");
        assert_eq!(p.legal_count(), mirror.legal_count(), "{}", p.fen());
        assert_eq!(mirror.check_consistency(), Ok(()));
        assert_eq!(p.is_chess960(), mirror.is_chess960(), "{}", p.fen());
    });
}

#[test]
fn mirror_files_mirrors_moves_without_castling() {
    let mut reflections = 0;
    walk(&all_starts(), 800, 120, |p, _| {
        let mirror = Position::from(p.mirror_files());
        assert!(mirror.castling_rights().is_empty());
        assert!(mirror.mirror_files().castling_rights().is_empty());
        assert_eq!(mirror.check_consistency(), Ok(()));
        if !p.castling_rights().is_empty() {
            return;
        }
        assert_eq!(mirror.mirror_files().fen(), p.fen());
        reflections += 1;
        assert_mirror(p, &mirror, Square::flip_file);
        assert_eq!(psq(p), psq(&mirror), "{}", p.fen());
        assert_eq!(p.material_key(), mirror.material_key(), "{}", p.fen());
    });
    assert!(cfg!(miri) || reflections > 10_000, "{reflections}");
}

#[test]
fn rotate_turns_the_board_and_exchanges_the_sides() {
    let mut rotations = 0;
    let turned = |square: Square| Square::wrapping(63 - square.index());
    walk(&all_starts(), 800, 120, |p, _| {
        let rotated = Position::from(p.rotate());
        assert_eq!(rotated.check_consistency(), Ok(()));
        assert_eq!(rotated.side_to_move(), !p.side_to_move());
        for square in Square::ALL {
            let piece =
                p.piece_on(square).map(|piece| Piece::new(!piece.color(), piece.piece_type()));
            assert_eq!(rotated.piece_on(turned(square)), piece, "{square} of {}", p.fen());
        }
        if p.castling_rights().is_empty() {
            assert_eq!(rotated.rotate().setup(), p.setup());
            assert_mirror(p, &rotated, |square| Square::wrapping(63 - square.index()));
            rotations += 1;
        }
    });
    assert!(cfg!(miri) || rotations > 10_000, "{rotations}");
}

#[test]
fn see_is_symmetric_in_the_colors() {
    walk(&all_starts(), 400, 120, |p, _| {
        let mirror = Position::from(p.flip_colors());
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

#[test]
fn flipping_colors_twice_restores_the_position() {
    walk(&all_starts(), 400, 120, |p, _| {
        assert_eq!(p.flip_colors().flip_colors().setup(), p.setup());
        assert_eq!(p.flip_colors().flip_colors().key(), p.key());
    });
}
