//! The queries that a board and a position both answer: a [`Board`] computes checkers, pins and check
//! squares at each call, a [`Position`] caches them.

use super::{Board, IllegalMove, Position, View};
use crate::movegen::{GenType, MoveList, MoveSink};
use crate::notation::san::{ParseSanError, ParseSanProblem, San, SanPattern};
use crate::notation::uci::{ParseUciMoveError, UciMove};
use crate::types::{Bitboard, Color, Move, PieceType};
use core::convert::Infallible;
use core::ops::ControlFlow;

macro_rules! queries {
    ($type:ty) => {
        /// Checks, pins and legality.
        impl $type {
            /// Returns the pieces that give check to the side to move.
            #[inline]
            pub fn checkers(&self) -> Bitboard {
                self.view().checkers()
            }

            /// Returns true if the side to move is in check.
            #[inline]
            pub fn in_check(&self) -> bool {
                self.view().in_check()
            }

            /// Returns the pieces of either colour that are alone between a king and an enemy slider.
            /// Those of the king's colour are pinned; those of the other colour give a discovered
            /// check when they leave the line.
            #[inline]
            pub fn blockers(&self, color: Color) -> Bitboard {
                self.view().blockers(color)
            }

            /// Returns the enemy sliders that pin a piece of this colour to its king.
            #[inline]
            pub fn pinners(&self, color: Color) -> Bitboard {
                self.view().pinners(color)
            }

            /// Returns the pieces of this colour that are pinned to their king.
            #[inline]
            pub fn pinned(&self, color: Color) -> Bitboard {
                self.view().pinned(color)
            }

            /// Returns the squares from which a piece of this type gives check to the side not to
            /// move. Empty for a king.
            #[inline]
            pub fn check_squares(&self, piece_type: PieceType) -> Bitboard {
                self.view().check_squares(piece_type)
            }

            /// Returns the pieces of the side to move that give a discovered check when they leave
            /// their line.
            #[inline]
            pub fn discovered_check_candidates(&self) -> Bitboard {
                self.view().discovered_check_candidates()
            }

            /// Returns true if the generator would emit this move here: among the
            /// [`Evasions`](crate::Evasions) in check, else among the
            /// [`NonEvasions`](crate::NonEvasions). Accepts any [`Move`], for example one from a hash
            /// table.
            ///
            /// The move may still leave the king in check: see
            /// [`keeps_king_safe`](Self::keeps_king_safe).
            #[inline]
            pub fn is_pseudo_legal(&self, mv: Move) -> bool {
                self.view().is_pseudo_legal(mv)
            }

            /// Returns true if a pseudo-legal move does not leave its own king in check. The result
            /// has no meaning for other moves: [`is_legal`](Self::is_legal) accepts any.
            #[inline]
            pub fn keeps_king_safe(&self, mv: Move) -> bool {
                self.view().keeps_king_safe(mv)
            }

            /// Returns true if a move is legal. Accepts any [`Move`]: tests
            /// [`is_pseudo_legal`](Self::is_pseudo_legal), then
            /// [`keeps_king_safe`](Self::keeps_king_safe).
            #[inline]
            pub fn is_legal(&self, mv: Move) -> bool {
                self.view().is_legal(mv)
            }

            /// Returns true if a pseudo-legal move gives check.
            ///
            /// # Panics
            /// If there is no piece on the move's origin.
            #[inline]
            pub fn gives_check(&self, mv: Move) -> bool {
                self.view().gives_check(mv)
            }

            /// Returns true if a move is legal and gives checkmate. Accepts any [`Move`].
            pub fn gives_mate(&self, mv: Move) -> bool {
                self.is_legal(mv) && self.gives_check(mv) && !self.after(mv).has_legal_move()
            }

            /// Returns true if a pseudo-legal move wins at least `threshold` centipawns by the
            /// captures on its target square. Both sides capture with their least valuable attacker
            /// and may stop at any time. With threshold 0 the result is false for moves that lose
            /// material.
            ///
            /// A pinned piece takes no part while a pinner of its side's pieces is on the board.
            /// Checks are ignored, and castling has the value 0. The piece values are
            /// [`SEE_VALUE`](crate::position::SEE_VALUE). The algorithm is the swap algorithm with
            /// early termination.
            ///
            /// # Panics
            /// If there is no piece on the move's origin.
            #[inline]
            pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
                self.view().see_ge(mv, threshold)
            }

            /// Returns true if the side to move is checkmated.
            pub fn is_checkmate(&self) -> bool {
                self.in_check() && !self.has_legal_move()
            }

            /// Returns true if the side to move has no legal move and is not in check.
            pub fn is_stalemate(&self) -> bool {
                !self.in_check() && !self.has_legal_move()
            }
        }

        /// Move generation.
        impl $type {
            /// Returns the moves of one type: `position.generate::<Captures>()`. In check every type
            /// is limited to the [`Evasions`](crate::Evasions).
            #[inline]
            pub fn generate<G: GenType>(&self) -> MoveList {
                let mut list = MoveList::new();
                self.generate_onto::<G>(&mut list);
                list
            }

            /// Appends the moves of one type to a list. Unlike [`generate`](Self::generate) it copies
            /// no list on return.
            #[inline]
            pub fn generate_onto<G: GenType>(&self, list: &mut MoveList) {
                self.view().generate_onto::<G>(list);
            }

            /// Generates the moves of one type into a sink that does not stop.
            #[inline]
            pub fn generate_into<G: GenType, S: MoveSink<Stop = Infallible>>(&self, sink: &mut S) {
                match self.view().generate_into::<G, S>(sink) {
                    ControlFlow::Continue(()) => {}
                }
            }

            /// Generates the moves of one type into a sink until it stops. Returns the sink's value
            /// as [`ControlFlow::Break`] if it stopped.
            #[inline]
            pub fn try_generate_into<G: GenType, S: MoveSink>(
                &self,
                sink: &mut S,
            ) -> ControlFlow<S::Stop> {
                self.view().generate_into::<G, S>(sink)
            }

            /// Returns all legal moves, at most 218 in positions that can occur in a game.
            #[inline]
            pub fn legal_moves(&self) -> MoveList {
                self.view().legal_moves()
            }

            /// Counts the legal moves without writing them to a list.
            #[inline]
            pub fn legal_count(&self) -> usize {
                self.view().legal_count()
            }

            /// Returns true if there is a legal move. Stops at the first.
            #[inline]
            pub fn has_legal_move(&self) -> bool {
                self.view().has_legal_move()
            }

            /// Calls `visit` for each legal move until it returns [`ControlFlow::Break`].
            ///
            /// ```
            /// use core::ops::ControlFlow;
            /// use ferz::{Move, Position, Square};
            ///
            /// let position = Position::startpos();
            /// let to_e4 = |mv: Move| match mv.to() {
            ///     Square::E4 => ControlFlow::Break(mv),
            ///     _ => ControlFlow::Continue(()),
            /// };
            /// let found = position.for_each_legal(to_e4).break_value();
            /// assert_eq!(found.map(|mv| position.uci(mv).to_string()), Some("e2e4".into()));
            /// ```
            #[inline]
            pub fn for_each_legal<B>(
                &self,
                visit: impl FnMut(Move) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().for_each_legal(visit)
            }
        }

        /// Moves as text.
        impl $type {
            /// Returns a value that displays a legal move in SAN, with minimal disambiguation and its
            /// check or checkmate mark. A move that is not legal is written in UCI notation:
            /// [`try_san`](Self::try_san) refuses it.
            pub fn san(&self, mv: Move) -> San<'_> {
                San::new(self.view(), mv)
            }

            /// Returns a value that displays a move in SAN, as [`san`](Self::san) does, if it is
            /// legal.
            ///
            /// # Errors
            /// [`IllegalMove`] for a move that is not legal in this position.
            pub fn try_san(&self, mv: Move) -> Result<San<'_>, IllegalMove> {
                if self.is_legal(mv) { Ok(self.san(mv)) } else { Err(IllegalMove(mv)) }
            }

            /// Returns the legal move written as `text` in SAN. The [module](crate::notation::san)
            /// lists the accepted variants.
            ///
            /// # Errors
            /// If the text is malformed, or does not match exactly one legal move.
            pub fn parse_san(&self, text: &str) -> Result<Move, ParseSanError> {
                self.view().parse_san(text)
            }

            /// Returns the legal move that matches a pattern. Generates no moves: tests only the
            /// pieces of the pattern's type that can reach the target.
            ///
            /// # Errors
            /// If the pattern does not match exactly one legal move.
            #[inline]
            pub fn find_san(&self, pattern: &SanPattern) -> Result<Move, ParseSanProblem> {
                self.view().find_san(pattern)
            }

            /// Returns the legal move written as `text` in UCI notation.
            ///
            /// # Errors
            /// If the text is not a move in UCI notation, or not a legal move here. The null move
            /// `0000` is never legal.
            pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciMoveError> {
                self.find_uci(text.parse()?)
            }

            /// Returns the legal move that `uci_move` names in this position.
            ///
            /// # Errors
            /// [`ParseUciMoveError::NoSuchMove`] if there is none.
            pub fn find_uci(&self, uci_move: UciMove) -> Result<Move, ParseUciMoveError> {
                self.view().find_uci(uci_move)
            }
        }
    };
}

queries!(Board);
queries!(Position);

impl Board {
    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        View { board: self, lines: None }
    }
}

impl Position {
    #[inline(always)]
    fn view(&self) -> View<'_> {
        let top = self.history.current();
        View { board: &top.board, lines: Some(&top.lines) }
    }
}
