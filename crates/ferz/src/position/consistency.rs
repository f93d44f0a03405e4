//! Consistency check: incremental state and cached lines against recomputation.

use super::history::Slot;
use super::play::passed_square;
use super::{Board, Position};
use crate::setup::Setup;
use crate::types::{
    Bitboard, CastleSide, CastlingRights, Color, File, Move, Piece, PieceType, Square,
};

/// True if each move is followed by a consistency check.
const PARANOID: bool = cfg!(all(debug_assertions, feature = "paranoid"));

/// An inconsistency between the parts of a position. It can arise only in a release build, from an
/// illegal move or a wrong `gives_check` of [`Position::do_move_with`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// Bitboards and mailbox differ.
    #[error("the bitboards and the mailbox differ")]
    Board,
    /// A side does not have exactly one king.
    #[error("{0} does not have exactly one king")]
    Kings(Color),
    /// The key differs from its recomputation.
    #[error("the key differs from its recomputation")]
    Key,
    /// A counter that does not follow from the board before and the last move, or a game ply that
    /// contradicts the side to move.
    #[error("a move counter contradicts the last move or the side to move")]
    Counters,
    /// A last move or captured piece that contradicts the board.
    #[error("the last move or its captured piece contradicts the board")]
    LastMove,
    /// A castling right without king or rook on its square, or that the last move has not dropped.
    #[error("a castling right without its king or rook in place")]
    Castling,
    /// An en passant square without a pawn that can capture there, or one that does not follow from the
    /// last move.
    #[error("an en passant square contradicts the pawns or the last move")]
    EnPassant,
    /// The side not to move is in check.
    #[error("the side that is not to move is in check")]
    OpponentInCheck,
    /// Cached checkers, blockers, pinners or check squares differ from their recomputation.
    #[error("cached checkers, pins or check squares differ from the board")]
    Lines,
}

impl Board {
    /// Compares incremental state with its recomputation from the mailbox: sets, key, castling rooks and the
    /// parity of the game ply. An en passant square is tested for a legal capture; a missing one follows from
    /// the last move, which [`Position::check_consistency`] knows.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check_consistency(&self) -> Result<(), Inconsistency> {
        let mailbox = Setup { pieces: self.squares, ..Setup::empty() };
        if mailbox.sets() != self.pieces {
            return Err(Inconsistency::Board);
        }
        for color in Color::ALL {
            if self.count(Piece::new(color, PieceType::King)) != 1 {
                return Err(Inconsistency::Kings(color));
            }
        }
        self.check_castling()?;
        self.check_en_passant()?;
        if self.key != self.computed_key() {
            return Err(Inconsistency::Key);
        }
        if self.ply % 2 != self.side_to_move.index() as u32 {
            return Err(Inconsistency::Counters);
        }
        let them = !self.side_to_move;
        if (self.attackers_to(self.king(them)) & self.by_color(!them)).any() {
            return Err(Inconsistency::OpponentInCheck);
        }
        Ok(())
    }

    /// Each castling rook belongs to one right, whose king and rook are on the back rank.
    fn check_castling(&self) -> Result<(), Inconsistency> {
        let mut rooks = Bitboard::EMPTY;
        for (color, side) in CastleSide::BY_COLOR {
            let Some(rook) = self.castling_rook(color, side) else { continue };
            rooks = rooks.with(rook);
            let king = self.king(color);
            if self.piece_on(rook) != Some(Piece::new(color, PieceType::Rook))
                || king.rank() != rook.rank()
            {
                return Err(Inconsistency::Castling);
            }
        }
        if rooks == self.castling { Ok(()) } else { Err(Inconsistency::Castling) }
    }

    fn check_en_passant(&self) -> Result<(), Inconsistency> {
        let Some(to) = self.en_passant else { return Ok(()) };
        let us = self.side_to_move;
        let pushed = to.offset(-us.forward().offset());
        let origin = to.offset(us.forward().offset());
        let is_empty = |square| self.piece_on(square).is_none();
        let in_place = self.piece_on(pushed) == Some(Piece::new(!us, PieceType::Pawn))
            && is_empty(to)
            && is_empty(origin)
            && self.passed == Some(to);
        if in_place && self.has_legal_en_passant(us, to) {
            Ok(())
        } else {
            Err(Inconsistency::EnPassant)
        }
    }

    /// Returns the pinned pieces by definition: those without which a further slider attacks the
    /// king.
    fn pinned_by_definition(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let sliders = |occupied| self.pieces.sliders_to(king, occupied) & self.by_color(!color);
        let now = sliders(self.occupied());
        let own = self.by_color(color).without(king);
        own.squares().filter(|&s| (sliders(self.occupied().without(s)) - now).any()).collect()
    }
}

impl Position {
    #[inline(always)]
    pub(super) fn paranoid_check(&self) {
        if PARANOID && let Err(inconsistency) = self.check_consistency() {
            panic!("{inconsistency} after {:?} in {self:?}", self.last_move());
        }
    }

    /// Compares the board ([`Board::check_consistency`]) and the cached lines with their recomputation, and
    /// the last move with the board before it. Debug builds with the feature `paranoid` do so after each move made or
    /// undone.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check_consistency(&self) -> Result<(), Inconsistency> {
        let slot = self.history.current();
        match self.history.plies() {
            0 if slot.last_move.is_some() || slot.captured.is_some() => {
                return Err(Inconsistency::LastMove);
            }
            0 if slot.plies_from_null != 0 => return Err(Inconsistency::Counters),
            0 => {}
            _ => check_last_move(self.history.back(1), slot)?,
        }
        self.board().check_consistency()?;
        self.check_lines()
    }

    fn check_lines(&self) -> Result<(), Inconsistency> {
        let (us, board) = (self.side_to_move(), self.board());
        let equal =
            PieceType::ALL.into_iter().all(|piece_type| {
                self.check_squares(piece_type) == board.check_squares(piece_type)
            }) && Color::ALL.into_iter().all(|color| {
                self.blockers(color) == board.blockers(color)
                    && self.pinners(color) == board.pinners(color)
            }) && self.checkers() == board.attackers_to(board.king(us)) & board.by_color(!us)
                && self.pinned(us) == board.pinned_by_definition(us);
        if equal { Ok(()) } else { Err(Inconsistency::Lines) }
    }
}

/// Compares a board with the one before and the move between them.
fn check_last_move(old: &Slot, new: &Slot) -> Result<(), Inconsistency> {
    check_moved(old, new)?;
    check_passed(old, new)
}

/// Compares the en passant square with the double push that the last move is or is not.
fn check_passed(old: &Slot, new: &Slot) -> Result<(), Inconsistency> {
    let (us, board) = (old.board.side_to_move, &new.board);
    let is_double_push = |mv: &Move| {
        let pawn = Piece::new(us, PieceType::Pawn);
        let ranks = mv.from().rank().index().abs_diff(mv.to().rank().index());
        old.board.piece_on(mv.from()) == Some(pawn) && ranks == 2
    };
    let passed = new.last_move.filter(is_double_push).map(|mv| passed_square(mv.to(), us));
    let capturable = passed.filter(|&square| board.has_legal_en_passant(!us, square));
    if (board.passed, board.en_passant) == (passed, capturable) {
        Ok(())
    } else {
        Err(Inconsistency::EnPassant)
    }
}

/// Compares the squares, castling rights and counters, square by square.
fn check_moved(old: &Slot, new: &Slot) -> Result<(), Inconsistency> {
    let (before, after) = (&old.board, &new.board);
    let us = before.side_to_move;
    let Some(mv) = new.last_move else {
        let same = before.squares == after.squares && before.castling == after.castling;
        let counted = after.rule50 == before.rule50 + 1 && new.plies_from_null == 0;
        return match (same && new.captured.is_none(), counted) {
            (false, _) => Err(Inconsistency::LastMove),
            (true, false) => Err(Inconsistency::Counters),
            (true, true) => Ok(()),
        };
    };
    let moved = before.piece_on(mv.from());
    if squares_after(before, mv) != after.squares || new.captured != before.captured_by(mv) {
        return Err(Inconsistency::LastMove);
    }
    let king_moves = moved == Some(Piece::new(us, PieceType::King));
    let keeps = |&(color, side): &(Color, CastleSide)| {
        before.castling_rook(color, side).is_some_and(|rook| {
            !(king_moves && color == us) && rook != mv.from() && rook != mv.to()
        })
    };
    let rights = CastleSide::BY_COLOR.into_iter().filter(keeps);
    let rights = rights
        .fold(CastlingRights::NONE, |all, (color, side)| all | CastlingRights::of(color, side));
    if after.castling_rights() != rights {
        return Err(Inconsistency::Castling);
    }
    let pawn = moved.is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
    let zeroing = mv.is_capture() || pawn;
    let rule50 = if zeroing { 0 } else { before.rule50 + 1 };
    let counted = after.rule50 == rule50
        && after.ply == before.ply + 1
        && new.plies_from_null == old.plies_from_null + 1;
    if counted { Ok(()) } else { Err(Inconsistency::Counters) }
}

/// Returns the mailbox after a move by the definition of the move.
fn squares_after(before: &Board, mv: Move) -> [Option<Piece>; Square::COUNT] {
    let mut squares = before.squares;
    let us = before.side_to_move;
    let moved = squares[mv.from()].take();
    if mv.is_castling() {
        let rook = squares[mv.to()].take();
        let (king_file, rook_file) =
            if mv.to() > mv.from() { (File::G, File::F) } else { (File::C, File::D) };
        squares[Square::new(king_file, mv.from().rank())] = moved;
        squares[Square::new(rook_file, mv.from().rank())] = rook;
        return squares;
    }
    if mv.is_en_passant() {
        squares[Square::new(mv.to().file(), mv.from().rank())] = None;
    }
    squares[mv.to()] = mv.promotion().map(|piece_type| Piece::new(us, piece_type)).or(moved);
    squares
}

#[cfg(test)]
mod tests {
    use super::super::view::Lines;
    use super::super::zobrist;
    use super::*;
    use crate::Setup;
    use crate::types::MoveFlag;

    /// Returns a position after a double push that can be captured en passant, with all rights.
    fn pushed() -> Position {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 5";
        played(fen, "a2a4")
    }

    /// Returns a position after a capture.
    fn captured() -> Position {
        played("4k3/8/8/3p4/4P3/8/8/4K2R w K - 7 5", "e4d5")
    }

    fn played(fen: &str, uci: &str) -> Position {
        let mut position = Position::from_fen(fen).unwrap();
        position.do_move(position.parse_uci(uci).unwrap());
        assert_eq!(position.check_consistency(), Ok(()));
        position
    }

    /// Asserts that a corruption of the state is found.
    fn assert_found(start: Position, corrupt: fn(&mut Slot), expected: Inconsistency, name: &str) {
        let mut position = start;
        corrupt(position.history.current_mut());
        assert_eq!(position.check_consistency(), Err(expected), "{name}");
    }

    #[test]
    fn each_corrupted_array_is_found() {
        for square in Square::ALL {
            let changed = |corrupt: &dyn Fn(&mut Board)| {
                let mut board = Board::startpos();
                corrupt(&mut board);
                board.check_consistency()
            };
            let bit = Bitboard::of(square);
            for piece in Piece::ALL {
                let found = changed(&|board| board.pieces.toggle(piece, bit));
                assert_eq!(found, Err(Inconsistency::Board), "{piece} on {square}");
            }
            let other = match Board::startpos().piece_on(square) {
                None => Some(Piece::WhiteQueen),
                Some(_) => None,
            };
            let found = changed(&|board| board.squares[square] = other);
            assert_eq!(found, Err(Inconsistency::Board), "mailbox on {square}");
        }
    }

    #[test]
    fn a_corrupted_key_or_side_is_found() {
        assert_found(pushed(), |slot| slot.board.key ^= 1, Inconsistency::Key, "key");
        let flip = |slot: &mut Slot| {
            slot.board.side_to_move = !slot.board.side_to_move;
            slot.board.key ^= zobrist::WHITE_TO_MOVE;
        };
        assert_found(Position::startpos(), flip, Inconsistency::Counters, "side to move");
    }

    #[test]
    fn each_corrupted_counter_is_found() {
        use Inconsistency::Counters;
        assert_found(pushed(), |slot| slot.board.rule50 = 4, Counters, "after a pawn move");
        assert_found(captured(), |slot| slot.board.rule50 = 8, Counters, "after a capture");
        let quiet = || played("4k3/8/8/3p4/4P3/8/8/4K2R w K - 7 5", "e1e2");
        assert_found(quiet(), |slot| slot.board.rule50 = 7, Counters, "not incremented");
        assert_found(quiet(), |slot| slot.board.rule50 = 0, Counters, "reset");
        assert_found(quiet(), |slot| slot.plies_from_null = 0, Counters, "null move counter");
        assert_found(quiet(), |slot| slot.board.ply += 1, Counters, "game ply");
        assert_found(
            quiet(),
            |slot| slot.last_move = None,
            Inconsistency::LastMove,
            "no last move",
        );
        let mut null = quiet();
        null.do_null_move();
        assert_found(null, |slot| slot.plies_from_null = 2, Counters, "after a null move");
        assert_found(Position::startpos(), |slot| slot.plies_from_null = 1, Counters, "at first");
    }

    #[test]
    fn a_missing_en_passant_square_is_found() {
        let drop_square = |slot: &mut Slot| {
            slot.board.key ^= zobrist::en_passant_square(slot.board.en_passant);
            slot.board.en_passant = None;
        };
        assert_found(pushed(), drop_square, Inconsistency::EnPassant, "en passant square");
    }

    #[test]
    fn each_corrupted_part_of_the_last_move_is_found() {
        use Inconsistency::LastMove;
        let white_queen = |slot: &mut Slot| slot.captured = Some(Piece::WhiteQueen);
        assert_found(captured(), white_queen, LastMove, "colour of the captured piece");
        assert_found(captured(), |slot| slot.captured = None, LastMove, "no captured piece");
        assert_found(
            pushed(),
            |slot| slot.captured = Some(Piece::BlackPawn),
            LastMove,
            "captured by a push",
        );
        assert_found(
            captured(),
            |slot| slot.last_move = Some(Move::new(Square::E4, Square::F5, MoveFlag::Capture)),
            LastMove,
            "target",
        );
        assert_found(
            captured(),
            |slot| slot.last_move = Some(Move::new(Square::E1, Square::D5, MoveFlag::Capture)),
            LastMove,
            "origin",
        );
        let at_first = |slot: &mut Slot| {
            slot.last_move = Some(Move::new(Square::E2, Square::E4, MoveFlag::DoublePush));
        };
        assert_found(Position::startpos(), at_first, LastMove, "in the initial position");
    }

    #[test]
    fn corrupted_rights_and_kings_are_found() {
        use Inconsistency::Castling;
        let set = |position: &mut Position, rooks: Bitboard| {
            let board = &mut position.history.current_mut().board;
            board.key ^= zobrist::castling(board.castling_rights());
            board.castling = rooks;
            board.key ^= zobrist::castling(board.castling_rights());
        };
        // A right dropped without a move of its pieces, and one kept after such a move.
        let mut dropped = pushed();
        set(&mut dropped, Bitboard::of(Square::H1));
        assert_eq!(dropped.check_consistency(), Err(Castling));
        let mut kept = played("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2");
        set(&mut kept, Bitboard::of(Square::H1));
        assert_eq!(kept.check_consistency(), Err(Castling));
        // A right of the initial position without its rook.
        let mut initial = Board::startpos();
        initial.remove(Piece::WhiteRook, Square::H1);
        assert_eq!(initial.check_consistency(), Err(Castling));

        for color in Color::ALL {
            let (king, square) = (Piece::new(color, PieceType::King), pushed().king(color));
            let mut without = *pushed().board();
            without.remove(king, square);
            assert_eq!(without.check_consistency(), Err(Inconsistency::Kings(color)));
            let mut second = *pushed().board();
            second.put(king, Square::B5);
            assert_eq!(second.check_consistency(), Err(Inconsistency::Kings(color)));
        }
    }

    #[test]
    fn corrupted_en_passant_squares_are_found() {
        let set = |square: Square| {
            let mut board = *pushed().board();
            assert_eq!(board.en_passant(), Some(Square::A3));
            board.key ^= zobrist::en_passant(File::A) ^ zobrist::en_passant(square.file());
            board.en_passant = Some(square);
            board.check_consistency()
        };
        assert_eq!(set(Square::A3), Ok(()));
        for square in [Square::B3, Square::H3, Square::A6, Square::C3] {
            assert_eq!(set(square), Err(Inconsistency::EnPassant), "{square}");
        }
        let mut board: Board = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().unwrap();
        assert_eq!(board.check_consistency(), Ok(()));
        board.passed = Some(Square::C6);
        assert_eq!(board.check_consistency(), Err(Inconsistency::EnPassant));
    }

    #[test]
    fn corrupted_lines_are_found() {
        for word in 0..3 {
            let mut position = pushed();
            let mut words = [0; 3];
            words[word] = Bitboard::of(Square::E5).0;
            position.history.current_mut().lines = Lines::unknown();
            position.history.current().lines.our_king(|| words);
            assert_eq!(position.check_consistency(), Err(Inconsistency::Lines), "our king, {word}");
        }
        for word in 0..4 {
            let mut position = pushed();
            let them = !position.side_to_move();
            let mut words = [
                position.blockers(them).0,
                position.pinners(them).0,
                position.check_squares(PieceType::Bishop).0,
                position.check_squares(PieceType::Rook).0,
            ];
            words[word] ^= Bitboard::of(Square::H1).0;
            position.history.current_mut().lines = Lines::unknown();
            position.history.current().lines.their_king(|| words);
            assert_eq!(position.check_consistency(), Err(Inconsistency::Lines), "their {word}");
        }
        let check = played("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
        assert!(check.in_check());
        assert_found(check, |slot| slot.lines.invalidate(true), Inconsistency::Lines, "no check");
        let capturable: Setup = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1".parse().unwrap();
        let board = Board::from_accepted(&capturable);
        assert_eq!(board.check_consistency(), Err(Inconsistency::OpponentInCheck));
    }
}
