//! Consistency check: incremental state and cached check information against recomputation.

use super::Position;
use super::board::Board;
use super::history::{History, State};
use super::incremental::Incremental;
use super::lazy::Lazy;
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, Move, Piece, PieceType, Square};

/// True if each move is checked for legality and followed by a consistency check.
pub(super) const PARANOID: bool = cfg!(all(debug_assertions, feature = "paranoid"));

/// An inconsistency between the parts of a position. It can arise only from an illegal move made in
/// a release build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// Bitboards and mailbox differ.
    #[error("the bitboards and the mailbox differ")]
    Board,
    /// A side does not have exactly one king.
    #[error("{0} does not have exactly one king")]
    Kings(Color),
    /// A key, the material or the piece-square score differs from its recomputation.
    #[error("an incremental key, score or material count differs from its recomputation")]
    Incremental,
    /// A counter that does not follow from the state before and the last move, or a game ply that
    /// contradicts the side to move.
    #[error("a move counter contradicts the last move or the side to move")]
    Counters,
    /// A last move or captured piece that contradicts the board.
    #[error("the last move or its captured piece contradicts the board")]
    LastMove,
    /// A castling right without king or rook on its square, or that the last move has not dropped.
    #[error("a castling right without its king or rook in place")]
    Castling,
    /// Castling data that differ from their recomputation from kings and rooks.
    #[error("castling paths differ from the squares of king and rook")]
    CastlingPaths,
    /// An en passant square without a pawn that can capture there.
    #[error("an en passant square that no pawn can capture on")]
    EnPassant,
    /// The side not to move is in check.
    #[error("the side that is not to move is in check")]
    OpponentInCheck,
    /// Cached checkers, blockers, pinners or check squares differ from their recomputation.
    #[error("cached checkers, pins or check squares differ from the board")]
    CheckInfo,
}

impl Position {
    /// Compares all incremental and cached state with its recomputation from the board. Debug
    /// builds with the feature `paranoid` do so after each move made or undone.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check_consistency(&self) -> Result<(), Inconsistency> {
        self.check_board()?;
        self.check_incremental()?;
        self.check_counters()?;
        self.check_last_move()?;
        self.check_castling()?;
        self.check_en_passant()?;
        self.check_check_info()
    }

    #[inline(always)]
    pub(super) fn paranoid_check(&self) {
        if PARANOID && let Err(inconsistency) = self.check_consistency() {
            panic!("{inconsistency} after {:?} in {self:?}", self.last_move());
        }
    }

    fn check_board(&self) -> Result<(), Inconsistency> {
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if let Some(piece) = self.piece_on(square) {
                board.put(piece, square, &mut ());
            }
        }
        if board != self.board {
            return Err(Inconsistency::Board);
        }
        let wrong_count = |color: &Color| self.count(Piece::new(*color, PieceType::King)) != 1;
        Color::ALL
            .into_iter()
            .find(wrong_count)
            .map_or(Ok(()), |color| Err(Inconsistency::Kings(color)))
    }

    fn check_incremental(&self) -> Result<(), Inconsistency> {
        let mut incremental = Incremental::EMPTY;
        let mut board = Board::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                board.put(piece, square, &mut incremental);
            }
        }
        let (rights, en_passant) = (self.castling_rights(), self.en_passant());
        incremental.complete_key(rights, en_passant, self.side_to_move);
        if incremental == self.state().incremental {
            Ok(())
        } else {
            Err(Inconsistency::Incremental)
        }
    }

    fn check_counters(&self) -> Result<(), Inconsistency> {
        let state = self.state();
        let (rule50, plies_from_null) = match self.previous_state() {
            None => (state.rule50, 0),
            Some(old) => {
                let zeroing = state.last_move.is_some_and(|mv| {
                    let reached = self.piece_on(mv.to()).map(Piece::piece_type);
                    mv.is_capture() || mv.is_promotion() || reached == Some(PieceType::Pawn)
                });
                let next = |counter: u16, reset| if reset { 0 } else { counter.saturating_add(1) };
                let null_move = state.last_move.is_none();
                (next(old.rule50, zeroing), next(old.plies_from_null, null_move))
            }
        };
        let turn = self.game_ply() % 2 == self.side_to_move.index() as u32;
        if turn && (state.rule50, state.plies_from_null) == (rule50, plies_from_null) {
            Ok(())
        } else {
            Err(Inconsistency::Counters)
        }
    }

    /// Checks the board after the last move against it: the pieces it moved and captured.
    fn check_last_move(&self) -> Result<(), Inconsistency> {
        let state = self.state();
        let consistent = match (self.previous_state(), state.last_move) {
            (Some(_), Some(mv)) => {
                let them = !self.side_to_move;
                let left = self.piece_on(mv.from()).is_none();
                let reached = self.piece_on(mv.to()).is_some_and(|piece| {
                    let promoted = mv.promotion().is_none_or(|p| p == piece.piece_type());
                    piece.color() == them && promoted
                });
                let captured = match state.captured {
                    None => !mv.is_capture(),
                    Some(piece) => {
                        let pawn = piece.piece_type() == PieceType::Pawn;
                        mv.is_capture() && piece.color() != them && (pawn || !mv.is_en_passant())
                    }
                };
                captured && (mv.is_castling() || left && reached)
            }
            (Some(_), None) => state.captured.is_none(),
            (None, last_move) => last_move.is_none() && state.captured.is_none(),
        };
        if consistent { Ok(()) } else { Err(Inconsistency::LastMove) }
    }

    /// Returns the state before the last move, or `None` in the initial position.
    fn previous_state(&self) -> Option<&State> {
        (self.history.plies() > 0).then(|| self.history.back(1))
    }

    fn check_castling(&self) -> Result<(), Inconsistency> {
        if let Some(old) = self.previous_state() {
            let kept = |mv: Move| old.castling - self.castling_paths.lost(mv.from(), mv.to());
            if self.castling_rights() != self.last_move().map_or(old.castling, kept) {
                return Err(Inconsistency::Castling);
            }
        }
        for (color, side) in CastleSide::BY_COLOR {
            if !self.castling_rights().contains(CastlingRights::of(color, side)) {
                continue;
            }
            let rook = Piece::new(color, PieceType::Rook);
            let in_place = self.castling_path(color, side).is_some_and(|path| {
                self.king(color) == path.king_from && self.piece_on(path.rook_from) == Some(rook)
            });
            if !in_place {
                return Err(Inconsistency::Castling);
            }
        }
        if self.castling_paths.is_consistent() { Ok(()) } else { Err(Inconsistency::CastlingPaths) }
    }

    fn check_en_passant(&self) -> Result<(), Inconsistency> {
        let Some(to) = self.en_passant() else { return Ok(()) };
        let us = self.side_to_move;
        let pushed = to.offset(-us.forward().offset());
        let origin = to.offset(us.forward().offset());
        let is_empty = |square| self.piece_on(square).is_none();
        let in_place = self.piece_on(pushed) == Some(Piece::new(!us, PieceType::Pawn))
            && is_empty(to)
            && is_empty(origin)
            && self.en_passant_target() == Some(to);
        if in_place && self.board.has_legal_en_passant(us, to) {
            Ok(())
        } else {
            Err(Inconsistency::EnPassant)
        }
    }

    fn check_check_info(&self) -> Result<(), Inconsistency> {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let attackers = |king| self.attackers_to(self.king(king)) & self.by_color(!king);
        if attackers(them).any() {
            return Err(Inconsistency::OpponentInCheck);
        }
        // Cached check information against a fresh computation.
        let uncomputed = State {
            no_check: false,
            king_info: Lazy::new(),
            check_info: Lazy::new(),
            ..self.state().clone()
        };
        let fresh = Self {
            board: self.board.clone(),
            castling_paths: self.castling_paths.clone(),
            history: History::new(uncomputed),
            ..*self
        };
        let check_data = |p: &Self| {
            let check_squares = PieceType::ALL.map(|piece_type| p.check_squares(piece_type));
            let sides = Color::ALL.map(|color| (p.blockers(color), p.pinners(color)));
            (p.checkers(), check_squares, sides)
        };
        let expected = self.pinned_by_definition(us);
        if self.checkers() == attackers(us)
            && check_data(self) == check_data(&fresh)
            && self.pinned(us) == expected
        {
            Ok(())
        } else {
            Err(Inconsistency::CheckInfo)
        }
    }

    /// Returns the pinned pieces by definition: those without which a further slider attacks the
    /// king.
    fn pinned_by_definition(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let sliders = |occupied| self.board.sliders_to(king, occupied) & self.by_color(!color);
        let now = sliders(self.occupied());
        let own = self.by_color(color).without(king);
        own.squares().filter(|&s| (sliders(self.occupied().without(s)) - now).any()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::zobrist;
    use super::*;
    use crate::Setup;
    use crate::types::{MoveFlag, Score};

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
    fn assert_found(start: Position, corrupt: fn(&mut State), expected: Inconsistency, name: &str) {
        let mut position = start;
        corrupt(position.history.current_mut());
        assert_eq!(position.check_consistency(), Err(expected), "{name}");
    }

    #[test]
    fn each_corrupted_sum_and_key_is_found() {
        type Corrupt = fn(&mut Incremental);
        let corruptions: [(&str, Corrupt); 6] = [
            ("key", |i| i.sums.key ^= 1),
            ("pawn key", |i| i.sums.pawn_key ^= 1 << 63),
            ("material key", |i| i.material.key += 1),
            ("middlegame score", |i| i.sums.psq += Score::new(1, 0)),
            ("endgame score", |i| i.sums.psq += Score::new(0, -1)),
            ("non-pawn material", |i| i.material.non_pawn += 1 << 32),
        ];
        for (name, corrupt) in corruptions {
            let mut position = pushed();
            corrupt(&mut position.history.current_mut().incremental);
            assert_eq!(position.check_consistency(), Err(Inconsistency::Incremental), "{name}");
        }
        let mut position = pushed();
        position.side_to_move = !position.side_to_move;
        assert_eq!(position.check_consistency(), Err(Inconsistency::Incremental));
    }

    #[test]
    fn each_corrupted_counter_is_found() {
        use Inconsistency::Counters;
        assert_found(pushed(), |state| state.rule50 = 4, Counters, "after a pawn move");
        assert_found(captured(), |state| state.rule50 = 8, Counters, "after a capture");
        let quiet = || played("4k3/8/8/3p4/4P3/8/8/4K2R w K - 7 5", "e1e2");
        assert_found(quiet(), |state| state.rule50 = 7, Counters, "not incremented");
        assert_found(quiet(), |state| state.rule50 = 0, Counters, "reset");
        assert_found(quiet(), |state| state.plies_from_null = 0, Counters, "null move counter");
        assert_found(quiet(), |state| state.last_move = None, Counters, "no last move");
        let mut null = quiet();
        null.do_null_move();
        assert_found(null, |state| state.plies_from_null = 2, Counters, "after a null move");
        assert_found(Position::startpos(), |state| state.plies_from_null = 1, Counters, "at first");
        let mut position = pushed();
        position.first_ply += 1;
        assert_eq!(position.check_consistency(), Err(Counters));
    }

    #[test]
    fn each_corrupted_part_of_the_last_move_is_found() {
        use Inconsistency::LastMove;
        let white_queen = |state: &mut State| state.captured = Some(Piece::WhiteQueen);
        assert_found(captured(), white_queen, LastMove, "colour of the captured piece");
        assert_found(captured(), |state| state.captured = None, LastMove, "no captured piece");
        assert_found(
            pushed(),
            |state| state.captured = Some(Piece::BlackPawn),
            LastMove,
            "captured by a push",
        );
        assert_found(
            captured(),
            |state| state.last_move = Some(Move::new(Square::E4, Square::F5, MoveFlag::Capture)),
            LastMove,
            "target",
        );
        assert_found(
            captured(),
            |state| state.last_move = Some(Move::new(Square::E1, Square::D5, MoveFlag::Capture)),
            LastMove,
            "origin",
        );
        let at_first = |state: &mut State| {
            state.last_move = Some(Move::new(Square::E2, Square::E4, MoveFlag::DoublePush));
        };
        assert_found(Position::startpos(), at_first, LastMove, "in the initial position");
    }

    #[test]
    fn corrupted_rights_and_kings_are_found() {
        use Inconsistency::Castling;
        let rights = |state: &mut State, rights| {
            state.incremental.sums.key ^=
                zobrist::castling(state.castling) ^ zobrist::castling(rights);
            state.castling = rights;
        };
        // A right dropped without a move of its pieces, and one kept after such a move.
        let mut dropped = pushed();
        rights(dropped.history.current_mut(), CastlingRights::WHITE_KING);
        assert_eq!(dropped.check_consistency(), Err(Castling));
        let mut kept = played("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2");
        rights(kept.history.current_mut(), CastlingRights::WHITE_KING);
        assert_eq!(kept.check_consistency(), Err(Castling));
        // A right of the initial position without its rook.
        let mut initial = Position::startpos();
        initial.board.remove(
            Piece::WhiteRook,
            Square::H1,
            &mut initial.history.current_mut().incremental,
        );
        assert_eq!(initial.check_consistency(), Err(Castling));

        for color in Color::ALL {
            let (king, square) = (Piece::new(color, PieceType::King), pushed().king(color));
            let mut without = pushed();
            without.board.remove(king, square, &mut ());
            assert_eq!(without.check_consistency(), Err(Inconsistency::Kings(color)));
            let mut second = pushed();
            second.board.put(king, Square::B5, &mut ());
            assert_eq!(second.check_consistency(), Err(Inconsistency::Kings(color)));
        }
    }

    #[test]
    fn corrupted_en_passant_squares_are_found() {
        let set = |square: Square| {
            let mut position = pushed();
            assert_eq!(position.en_passant(), Some(Square::A3));
            let state = position.history.current_mut();
            state.incremental.sums.key ^= zobrist::en_passant(crate::File::A);
            state.incremental.sums.key ^= zobrist::en_passant(square.file());
            state.en_passant = Some(square);
            position.check_consistency()
        };
        assert_eq!(set(Square::A3), Ok(()));
        for square in [Square::B3, Square::H3, Square::A6, Square::C3] {
            assert_eq!(set(square), Err(Inconsistency::EnPassant), "{square}");
        }
    }

    #[test]
    fn a_corrupted_en_passant_square_of_the_setup_is_found() {
        let mut position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        assert_eq!(position.check_consistency(), Ok(()));
        position.setup_en_passant = Some(Square::C6);
        assert_eq!(position.check_consistency(), Err(Inconsistency::EnPassant));
    }

    #[test]
    fn corrupted_check_information_is_found() {
        use Inconsistency::CheckInfo;
        let filled = |state: &mut State, word: usize| {
            let mut words = [0; 3];
            words[word] = Bitboard::of(Square::E5).0;
            state.king_info = Lazy::new();
            state.king_info.get_or_compute(|| words);
        };
        for word in 0..3 {
            let mut position = pushed();
            filled(position.history.current_mut(), word);
            assert_eq!(position.check_consistency(), Err(CheckInfo), "king information {word}");
        }
        for word in 0..4 {
            let mut position = pushed();
            let them = !position.side_to_move;
            let mut words = [
                position.blockers(them).0,
                position.pinners(them).0,
                position.check_squares(PieceType::Bishop).0,
                position.check_squares(PieceType::Rook).0,
            ];
            words[word] ^= Bitboard::of(Square::H1).0;
            let state = position.history.current_mut();
            state.check_info = Lazy::new();
            state.check_info.get_or_compute(|| words);
            assert_eq!(position.check_consistency(), Err(CheckInfo), "check information {word}");
        }
        let check = played("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
        assert!(check.in_check());
        assert_found(check, |state| state.no_check = true, CheckInfo, "no check");
        let capturable: Setup = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1".parse().unwrap();
        let position = Position::from_accepted(&capturable);
        assert_eq!(position.check_consistency(), Err(Inconsistency::OpponentInCheck));
    }
}
