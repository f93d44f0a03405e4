//! The ends of games, by the rules of Lichess.

use crate::{Board, Position, Rules};
use core::fmt;
use ferz::{Bitboard, Color, Rank, Square};

/// The result of a finished game with its reason. `Display` writes the result: `1-0`, `0-1` or `1/2-1/2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// The rule that ended the game.
    pub reason: EndReason,
}

/// The reason of the end of a game. `Display` writes it in words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check: a win for it in Antichess.
    Stalemate,
    /// The aim of the variant is reached: a king in the centre or home, the third check, an exploded
    /// king, a captured horde, no pieces left.
    VariantEnd,
    /// Neither side can win.
    InsufficientMaterial,
    /// The plies without capture or pawn move of [`Rules::move_rule_plies`].
    MoveRule,
    /// The fifth occurrence of the position.
    FivefoldRepetition,
}

impl Outcome {
    const fn win(winner: Color, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    const fn draw(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }

    /// Returns the result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Writes the result: see [`Outcome::result`].
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.result())
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::VariantEnd => "end of the variant",
            Self::InsufficientMaterial => "insufficient material",
            Self::MoveRule => "too many moves without capture or pawn move",
            Self::FivefoldRepetition => "fivefold repetition",
        })
    }
}

/// The four squares that win in King of the Hill.
const HILL: Bitboard = Bitboard::of(Square::D4).with(Square::E4).with(Square::D5).with(Square::E5);

impl Board {
    /// Returns the outcome if the aim of the variant is reached, whether or not there would be legal
    /// moves in chess. Without it the game is never over in chess.
    pub fn variant_end(&self) -> Option<Outcome> {
        let us = self.side_to_move;
        let win = |winner| Outcome::win(winner, EndReason::VariantEnd);
        // The side that made the last move first: its aim ended the game.
        let sides = [!us, us].into_iter();
        let is_bare = |color| self.pieces.by_color(color).is_empty();
        match self.rules {
            Rules::Chess | Rules::Crazyhouse => None,
            Rules::KingOfTheHill => {
                let on_hill = |&color: &Color| self.king(color).is_some_and(|k| HILL.contains(k));
                sides.clone().find(on_hill).map(win)
            }
            Rules::ThreeCheck => sides.clone().find(|&color| self.checks_left[color] == 0).map(win),
            Rules::Atomic => sides.clone().find(|&color| self.king(!color).is_none()).map(win),
            Rules::Horde => is_bare(Color::White).then(|| win(Color::Black)),
            Rules::Antichess | Rules::Giveaway | Rules::Suicide => {
                [us, !us].into_iter().find(|&color| is_bare(color)).map(win)
            }
            Rules::RacingKings => self.race_end(),
        }
    }

    /// Returns the end of a race: Black may still draw with the move after White's last.
    fn race_end(&self) -> Option<Outcome> {
        let is_home = |color| self.king(color).is_some_and(|k| k.rank() == Rank::Eighth);
        match (is_home(Color::White), is_home(Color::Black)) {
            (false, false) => None,
            (true, true) => Some(Outcome::draw(EndReason::VariantEnd)),
            (false, true) => Some(Outcome::win(Color::Black, EndReason::VariantEnd)),
            (true, false) => (self.side_to_move == Color::White || !self.can_reach_goal())
                .then_some(Outcome::win(Color::White, EndReason::VariantEnd)),
        }
    }

    /// Returns the outcome if the game is over on the board, without counters and repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(end) = self.variant_end() {
            return Some(end);
        }
        if !self.has_legal_move() {
            return Some(self.outcome_without_moves());
        }
        let is_dead = Color::ALL.into_iter().all(|color| self.has_insufficient_material(color));
        is_dead.then_some(Outcome::draw(EndReason::InsufficientMaterial))
    }

    /// Returns the outcome of a position without legal moves.
    fn outcome_without_moves(&self) -> Outcome {
        let us = self.side_to_move;
        let count = |color| self.pieces.by_color(color).len();
        match self.rules {
            Rules::Antichess | Rules::Giveaway => Outcome::win(us, EndReason::Stalemate),
            Rules::Suicide => {
                let winner = match count(us).cmp(&count(!us)) {
                    core::cmp::Ordering::Less => Some(us),
                    core::cmp::Ordering::Equal => None,
                    core::cmp::Ordering::Greater => Some(!us),
                };
                Outcome { winner, reason: EndReason::Stalemate }
            }
            _ if self.in_check() => Outcome::win(!us, EndReason::Checkmate),
            _ => Outcome::draw(EndReason::Stalemate),
        }
    }
}

impl Position {
    /// Returns the outcome if the game is over. Draws that a player must claim do not end it.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_rule = || {
            let plies = self.board().rules().move_rule_plies()?;
            let is_draw = self.board().halfmove_clock() >= plies;
            is_draw.then_some(Outcome::draw(EndReason::MoveRule))
        };
        let by_repetition = || {
            let is_draw = self.repetition_count() >= 5;
            is_draw.then_some(Outcome::draw(EndReason::FivefoldRepetition))
        };
        self.board().outcome().or_else(by_rule).or_else(by_repetition)
    }
}
