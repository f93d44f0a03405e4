//! Threats of mate: what would happen if the other side passed.

use super::gain::Line;
use super::motifs::{is_protected, type_on, value};
use super::proof::{most_allow_mate, threatened_mate};
use super::{Case, Concern, Proof, Reason, ReasonKind, WINNING};
use crate::svg::squares_of;
use ferz::{Move, Position, Square};

/// The least loss of expected score that a threat of mate explains: most threats cost nothing.
const THREAT_LOSS: f64 = 0.10;

/// A mate that is threatened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Threat {
    /// The mate, from the position in which the other side has passed.
    pub(super) mate: Vec<Move>,
    /// True if the same moves threaten it after the best move too, which has a better defence.
    pub(super) is_known: bool,
}

impl Case<'_> {
    /// The threat of mate that the answer to the move played makes, or that the best move would have made.
    pub(super) fn threat(&self, concern: Concern) -> Option<Reason> {
        let line = self.line(concern);
        let plies = threatening_plies(line)?;
        let mate = threatened_mate(&line.positions[plies])?;
        let moves = mate.len().div_ceil(2) as u32;
        // What most moves parry in passing explains nothing.
        if !self.loses(THREAT_LOSS) || !most_allow_mate(&line.positions[plies], moves) {
            return None;
        }
        // A threat that the move played makes too is not what was missed.
        if concern == Concern::Best && threatened_mate(&self.after).is_some() {
            return None;
        }
        let is_known = concern == Concern::Played && self.is_threatened_anyway(plies);
        // A threat that comes in any case has to find the side lost, to be what the move does not meet.
        if is_known && self.score_after > -WINNING {
            return None;
        }
        let from = squares_of(line.moves[plies - 1])[1];
        let at = squares_of(mate[0])[1];
        let attacked = attacked_piece(&line.positions[plies], from).filter(|&square| square != at);
        let squares = [from, at].into_iter().chain(attacked).collect();
        let reason = self.reason(ReasonKind::MateThreat, concern, plies, Proof::Passing);
        Some(Reason { squares, threat: Some(Threat { mate, is_known }), ..reason })
    }

    /// Returns true if the first moves of the refutation threaten mate after the best move too.
    fn is_threatened_anyway(&self, plies: usize) -> bool {
        let mut position = self.better.positions[self.better.moves.len().min(1)].clone();
        let mut moves = self.refutation.moves[..plies].iter();
        moves.all(|&mv| position.try_do_move(mv).is_ok()) && threatened_mate(&position).is_some()
    }
}

/// Returns the most valuable piece that the piece on a square attacks with profit, pawns apart.
fn attacked_piece(position: &Position, from: Square) -> Option<Square> {
    let enemies = position.attacks_from(from) & position.by_color(position.side_to_move());
    let worth = |&square: &Square| type_on(position, square).map_or(0, value);
    let attacker = worth(&from);
    let targets = enemies.squares().filter(|target| {
        let attacked = worth(target);
        attacked > attacker || attacked > 1 && !is_protected(position, *target)
    });
    targets.filter(|target| worth(target) > 1).max_by_key(worth)
}

/// Returns the plies of a line up to the move that could be a threat: its first move, or the next one of its side if a
/// check or an exchange comes before it. A move out of check makes no threat of its own, nor does one that is taken back.
pub(super) fn threatening_plies(line: &Line<'_>) -> Option<usize> {
    let is_exchange = |index: usize| {
        let (mv, answer) = (line.moves[index], line.moves.get(index + 1));
        mv.is_capture() && answer.is_some_and(|answer| answer.to() == mv.to())
    };
    let is_threat = |plies: usize| {
        plies < line.positions.len()
            && !line.positions[plies - 1].in_check()
            && !is_exchange(plies - 1)
            && threatened_mate(&line.positions[plies]).is_some()
    };
    let is_forced = || line.positions[1].in_check() || is_exchange(0);
    if is_threat(1) { Some(1) } else { (is_threat(3) && is_forced()).then_some(3) }
}
