//! Proofs of gains and mates by searches that know material only.
//!
//! A search is a yes-or-no question: does the attacker end with at least so much material, whatever the defender
//! plays? The defender's moves are searched in full, so that a "yes" holds against each of them up to the depth of
//! the search; after that the defender captures or gives one check, and then both sides only capture. A search that
//! exceeds its nodes proves nothing.

use super::motifs::balance;
use crate::GameResult;
use ferz::{Color, Move, PieceType, Position, Rank, Square};

/// How a reason is proven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// All replies were searched to this number of plies, and all captures after them.
    AllReplies(u8),
    /// All replies to checks, captures and promotions were searched to this number of plies.
    Forcing(u8),
    /// The engine's best defences, this number of them, lose as much, or are worse than the best by what they save.
    Defences(u8),
    /// Each defence ends in mate.
    AllDefences,
    /// The engine announces the mate, and its line ends with it.
    Announced,
    /// The other side passes, and each defence ends in mate then.
    Passing,
    /// The rules of draws, at the end of a line that the engine scores as 0.
    Rules,
    /// A tablebase: the results before and after the move.
    Table([GameResult; 2]),
    /// The scores of the best and the second best move.
    Scores,
}

impl Proof {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllReplies(_) => "all-replies",
            Self::Forcing(_) => "forcing",
            Self::Defences(_) => "defences",
            Self::AllDefences => "all-defences",
            Self::Announced => "announced",
            Self::Passing => "passing",
            Self::Rules => "rules",
            Self::Table(_) => "table",
            Self::Scores => "scores",
        }
    }
}

/// The nodes of all searches for the gain of a line; a search of all replies to three plies needs some thousands.
pub(super) const GAIN_NODES: u32 = 100_000;

/// The nodes of a search for a quiet position.
const QUIET_NODES: u32 = 8_000;

/// The nodes of a search for what the defender wins back.
const SETTLED_NODES: u32 = 40_000;

/// The moves in a row that are only captures, checks too: more are no exchange.
const CAPTURES: u8 = 12;

/// A search for a gain of material.
pub(super) struct MaterialSearch {
    attacker: Color,
    /// The least balance of the attacker at the end, in pawns.
    target: i32,
    nodes: u32,
    /// True if the attacker plays checks, captures and promotions only.
    is_forcing: bool,
}

impl MaterialSearch {
    fn new(attacker: Color, target: i32, nodes: u32) -> Self {
        Self { attacker, target, nodes, is_forcing: false }
    }

    /// Returns true while nodes are left.
    fn count(&mut self) -> bool {
        self.nodes = self.nodes.saturating_sub(1);
        self.nodes > 0
    }

    /// Returns true if each move of the defender leaves the attacker with the target.
    fn defend(&mut self, position: &mut Position, plies: u8) -> bool {
        if !self.count() || position.is_repetition(2) {
            return false;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.in_check();
        }
        moves.into_iter().all(|mv| {
            position.do_move(mv);
            let holds = self.attack(position, plies - 1);
            position.undo_move();
            holds
        })
    }

    /// Returns true if a move of the attacker, or passing, keeps the target.
    fn attack(&mut self, position: &mut Position, plies: u8) -> bool {
        if !self.count() {
            return false;
        }
        if self.passes(position) {
            return true;
        }
        let is_last = plies < 2;
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.sort_by_key(|&mv| !(mv.is_capture() || mv.is_promotion()));
        moves.into_iter().any(|mv| {
            let is_forcing = mv.is_capture() || mv.is_promotion() || position.gives_check(mv);
            if self.is_forcing && !is_last && !is_forcing {
                return false;
            }
            position.do_move(mv);
            let holds = if is_last {
                self.defend_captures(position, CAPTURES)
            } else {
                self.defend(position, plies - 1)
            };
            position.undo_move();
            holds
        })
    }

    /// Returns true if the attacker has the target already and captures of the defender do not change that, even
    /// without another move of the attacker.
    fn passes(&mut self, position: &mut Position) -> bool {
        if position.in_check() || balance(position, self.attacker) < self.target {
            return false;
        }
        // A pass that stalemates or leaves the defender in check would say nothing.
        position.do_null_move();
        let holds = position.has_legal_move() && self.defend_captures(position, CAPTURES);
        position.undo_null_move();
        holds
    }

    /// Returns true if the defender cannot get below the target by captures.
    fn defend_captures(&mut self, position: &mut Position, plies: u8) -> bool {
        if !self.count() {
            return false;
        }
        let in_check = position.in_check();
        if !in_check && balance(position, self.attacker) < self.target {
            return false;
        }
        if plies == 0 {
            return balance(position, self.attacker) >= self.target;
        }
        let moves = exchanging_moves(position, plies);
        if moves.is_empty() {
            return in_check || position.has_legal_move();
        }
        moves.into_iter().all(|mv| {
            position.do_move(mv);
            let holds = self.attack_captures(position, plies - 1);
            position.undo_move();
            holds
        })
    }

    /// Returns true if the attacker has the target or reaches it by captures.
    fn attack_captures(&mut self, position: &mut Position, plies: u8) -> bool {
        if !self.count() {
            return false;
        }
        let in_check = position.in_check();
        if balance(position, self.attacker) >= self.target && (!in_check || plies == 0) {
            return in_check || position.has_legal_move();
        }
        if plies == 0 {
            return false;
        }
        exchanging_moves(position, plies).into_iter().any(|mv| {
            position.do_move(mv);
            let holds = self.defend_captures(position, plies - 1);
            position.undo_move();
            holds
        })
    }
}

/// Returns the moves of an exchange: captures, all moves in check, and checks if it begins here. A check gains the
/// time to take material back, or saves the piece that gives it.
fn exchanging_moves(position: &Position, plies: u8) -> Vec<Move> {
    if position.in_check() {
        return position.legal_moves().into_iter().collect();
    }
    if plies < CAPTURES {
        return position.legal_captures().into_iter().collect();
    }
    let moves = position.legal_moves().into_iter();
    moves.filter(|&mv| mv.is_capture() || position.gives_check(mv)).collect()
}

/// Returns true if the side to move cannot gain material by captures, nor by a check and captures.
pub(super) fn is_quiet(position: &Position) -> bool {
    let side = position.side_to_move();
    if position.in_check() {
        return false;
    }
    let mut search = MaterialSearch::new(side, balance(position, side) + 1, QUIET_NODES);
    // A search without result leaves the question open, which is not quiet.
    !search.attack_captures(&mut position.clone(), CAPTURES) && search.nodes > 0
}

/// Proves that after a move of the attacker, with the defender to move, the attacker ends with a balance of at least
/// `target` pawns. Searches all replies first and forcing lines then, with at most `nodes`, from which the nodes
/// searched are subtracted.
pub(super) fn prove_gain(after: &Position, target: i32, nodes: &mut u32) -> Option<Proof> {
    let attacker = !after.side_to_move();
    for (plies, is_forcing) in [(1, false), (3, false), (5, true), (7, true)] {
        // Half for each search, so that a hard one leaves some for the next.
        let share = *nodes / 2;
        let mut search = MaterialSearch::new(attacker, target, share);
        search.is_forcing = is_forcing;
        let holds = search.defend(&mut after.clone(), plies);
        *nodes -= share - search.nodes;
        if holds {
            let proof = if is_forcing { Proof::Forcing } else { Proof::AllReplies };
            return Some(proof(plies));
        }
    }
    None
}

/// Returns true if the attacker, who has the target, keeps it against each move of the defender: no quiet move wins material
/// back by a threat. Both sides only capture after that, or give one check.
pub(super) fn is_settled(position: &Position, attacker: Color, target: i32) -> bool {
    let mut search = MaterialSearch::new(attacker, target, SETTLED_NODES);
    let mut position = position.clone();
    if position.side_to_move() == attacker {
        search.attack(&mut position, 2)
    } else {
        search.defend(&mut position, 1)
    }
}

/// Returns true if the attacker has the target or gets it by captures, and captures of the other side do not change that.
pub(super) fn has_target(position: &Position, attacker: Color, target: i32) -> bool {
    let mut search = MaterialSearch::new(attacker, target, QUIET_NODES);
    let mut position = position.clone();
    if position.side_to_move() == attacker {
        search.attack_captures(&mut position, CAPTURES)
    } else {
        search.defend_captures(&mut position, CAPTURES)
    }
}

/// The nodes of the search for a promotion.
const PROMOTION_NODES: u32 = 50_000;

/// Proves that a pawn of the side that has moved promotes and is not captured then, whatever the other side plays: it only
/// pushes and captures with the pawn, and gets out of check.
pub(super) fn prove_promotion(after: &Position, pawn: Square) -> bool {
    let side = !after.side_to_move();
    let rank = pawn.relative_to(side).rank().index() as u32;
    // One move more for each way out of check.
    let moves = Rank::Eighth.index() as u32 - rank + 2;
    cannot_stop(&mut after.clone(), pawn, moves, &mut PROMOTION_NODES.clone())
}

/// Returns true if no move of the side to move stops the pawn.
fn cannot_stop(position: &mut Position, pawn: Square, moves: u32, nodes: &mut u32) -> bool {
    let replies = position.legal_moves();
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            position.do_move(reply);
            let promotes = promotes(position, pawn, moves, nodes);
            position.undo_move();
            promotes
        })
}

/// Returns true if the side to move promotes the pawn with at most this number of moves, to a piece that is not captured.
fn promotes(position: &mut Position, pawn: Square, moves: u32, nodes: &mut u32) -> bool {
    let is_there = position.pieces(position.side_to_move(), PieceType::Pawn).contains(pawn);
    *nodes = nodes.saturating_sub(1);
    if !is_there || moves == 0 || *nodes == 0 {
        return false;
    }
    let in_check = position.in_check();
    position.legal_moves().into_iter().filter(|mv| in_check || mv.from() == pawn).any(|mv| {
        let has_moved = mv.from() == pawn;
        let pawn = if has_moved { mv.to() } else { pawn };
        position.do_move(mv);
        let promotes = if has_moved && mv.is_promotion() {
            position.legal_captures().into_iter().all(|reply| reply.to() != pawn)
        } else {
            cannot_stop(position, pawn, moves - 1, nodes)
        };
        position.undo_move();
        promotes
    })
}

/// The nodes of the search for a mate.
const MATE_NODES: u32 = 100_000;

/// Proves that the side to move mates within this number of moves. The moves of `line` are tried first.
pub(super) fn prove_mate(position: &Position, moves: u32, line: &[Move]) -> bool {
    let mut nodes = MATE_NODES;
    mates(&mut position.clone(), moves, line, &mut nodes)
}

/// The moves of a mate that is a threat which a person sees.
const THREATENED: u32 = 3;

/// Returns the mate that the side which has just moved threatens, as it comes if the other one passes; `None` in check,
/// which cannot be passed over.
pub(super) fn threatened_mate(position: &Position) -> Option<Vec<Move>> {
    mating_line(&passed(position)?, THREATENED, &mut MATE_NODES.clone())
}

/// Returns the position after a pass, and `None` in check.
pub(super) fn passed(position: &Position) -> Option<Position> {
    let mut passed = (!position.in_check()).then(|| position.clone())?;
    passed.do_null_move();
    Some(passed)
}

/// Returns true if at least half of the legal moves allow a mate by checks in so many moves. Those on which the search
/// exceeds its nodes do not.
pub(super) fn most_allow_mate(position: &Position, moves: u32) -> bool {
    let replies = position.legal_moves();
    let mut nodes = MATE_NODES;
    let mut allows = |&&mv: &&Move| {
        let mut next = position.clone();
        next.do_move(mv);
        mates(&mut next, moves, &[], &mut nodes)
    };
    2 * replies.iter().filter(&mut allows).count() >= replies.len()
}

/// Returns the shortest mate by checks within this number of moves, with a defence that lasts longest.
fn mating_line(position: &Position, moves: u32, nodes: &mut u32) -> Option<Vec<Move>> {
    let mut mates_in = |&moves: &u32| mates(&mut position.clone(), moves, &[], nodes);
    let moves = (1..=moves).find(&mut mates_in)?;
    let checks = position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv));
    checks.into_iter().find_map(|mv| {
        let mut after = position.clone();
        after.do_move(mv);
        let mut longest = vec![mv];
        for reply in after.legal_moves() {
            let mut next = after.clone();
            next.do_move(reply);
            let rest = mating_line(&next, moves - 1, nodes)?;
            if rest.len() + 2 > longest.len() {
                longest = [&[mv, reply], &rest[..]].concat();
            }
        }
        Some(longest)
    })
}

fn mates(position: &mut Position, moves: u32, line: &[Move], nodes: &mut u32) -> bool {
    if moves == 0 || *nodes == 0 {
        return false;
    }
    let mut candidates: Vec<Move> = position.legal_moves().into_iter().collect();
    // Quiet moves are tried where the line has one, which the proof of long mates could not afford everywhere.
    candidates.retain(|&mv| Some(&mv) == line.first() || position.gives_check(mv));
    candidates.sort_by_key(|mv| Some(mv) != line.first());
    candidates.into_iter().any(|mv| {
        *nodes = nodes.saturating_sub(1);
        let follows = Some(&mv) == line.first();
        position.do_move(mv);
        let replies = position.legal_moves();
        let mated = if replies.is_empty() {
            position.in_check()
        } else {
            moves > 1
                && replies.into_iter().all(|reply| {
                    let rest = match line.get(1) {
                        Some(&expected) if follows && expected == reply => &line[2..],
                        _ => &[],
                    };
                    position.do_move(reply);
                    let mated = mates(position, moves - 1, rest, nodes);
                    position.undo_move();
                    mated
                })
        };
        position.undo_move();
        mated
    })
}
