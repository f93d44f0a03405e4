//! Gains of material along a line: how much, which pieces, and by which motif.

use super::COMPARED;
use super::motifs::{
    MATERIAL, balance, forked, is_trapped, skewered, type_on, uncovers_capture, uncovers_check,
    value,
};
use super::proof::{is_quiet, is_settled, threatened_mate};
use crate::svg::squares_of;
use ferz::{Bitboard, Color, Move, PieceType, Position, Square};

/// The pieces of a side that are missing, by type. A type can be negative after a promotion.
pub(super) type Pieces = [i32; MATERIAL.len()];

/// The positions of a line.
pub(super) struct Line<'a> {
    /// The position before the first move and after each.
    pub(super) positions: Vec<Position>,
    pub(super) moves: &'a [Move],
}

impl<'a> Line<'a> {
    /// Plays a line up to its first move that is not legal.
    pub(super) fn new(start: &Position, moves: &'a [Move]) -> Self {
        let mut positions = vec![start.clone()];
        for &mv in moves {
            let mut next = positions[positions.len() - 1].clone();
            if next.try_do_move(mv).is_err() {
                break;
            }
            positions.push(next);
        }
        let moves = &moves[..positions.len() - 1];
        Self { positions, moves }
    }

    /// Returns the square on which the piece of a move stood after the first `since` moves.
    pub(super) fn origin(&self, since: usize, ply: usize) -> Square {
        let back = |square, mv: &Move| if mv.to() == square { mv.from() } else { square };
        self.moves[since..ply].iter().rev().fold(self.moves[ply].from(), back)
    }

    /// Returns the last position.
    pub(super) fn end(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the positions after the first moves, [`COMPARED`] of them at most.
    fn near(&self) -> &[Position] {
        &self.positions[1..self.positions.len().min(COMPARED + 1)]
    }

    /// Returns the balance of a side where the line is quiet for the last time, from the first move on and within
    /// [`COMPARED`].
    pub(super) fn last_quiet_balance(&self, side: Color) -> Option<i32> {
        let quiet = self.near().iter().rev().find(|position| is_quiet(position))?;
        Some(balance(quiet, side))
    }

    /// Returns the greatest gain of a side above a balance that it keeps at all quiet positions to the end of the line or
    /// to [`COMPARED`], and the least number of moves that reach it and no more, but for a pawn of several: what is shown is
    /// what is kept. A gain of `enough` pawns needs not be exceeded.
    pub(super) fn gain(&self, side: Color, base: i32, enough: i32) -> Option<Gain> {
        let mut best: Option<Gain> = None;
        let mut least = i32::MAX;
        for (index, position) in self.near().iter().enumerate().rev() {
            if is_quiet(position) {
                let pawns = balance(position, side) - base;
                least = least.min(pawns);
                let is_kept = pawns == least || pawns == least + 1 && least > 1;
                if least > 0 && is_kept && best.is_none_or(|best| least >= best.pawns.min(enough)) {
                    best = Some(Gain { plies: index + 1, pawns: least });
                }
            }
        }
        // Moves after the last exchange show nothing.
        best.map(|gain| {
            let changes = |ply: &usize| {
                let mv = self.moves[*ply];
                mv.is_capture() || mv.is_promotion()
            };
            let last = (0..gain.plies).rev().find(changes);
            Gain { plies: last.map_or(gain.plies, |ply| ply + 1), ..gain }
        })
    }

    /// Returns the shortest beginning of the line after which a side is ahead of a balance by `pawns` or more, against each
    /// reply, and stays so at the quiet positions to the end of the line or to [`COMPARED`]. It ends with a capture or a
    /// promotion that no capture on its square answers: there a person sees what is won.
    pub(super) fn blow(&self, side: Color, base: i32, pawns: i32) -> Option<Gain> {
        let gains: Vec<_> =
            self.near().iter().map(|position| balance(position, side) - base).collect();
        // What is kept from each position on: the least at the quiet ones from there.
        let mut kept = vec![None; gains.len()];
        let mut least = None;
        for (index, position) in self.near().iter().enumerate().rev() {
            if is_quiet(position) {
                least = Some(least.map_or(gains[index], |least: i32| least.min(gains[index])));
            }
            kept[index] = least;
        }
        let ends = (0..gains.len()).filter_map(|index| {
            let (mv, kept) = (self.moves[index], kept[index]?);
            // A pawn of several may be lost again.
            let is_kept = gains[index] <= kept + i32::from(kept > 1);
            let gain = Gain { plies: index + 1, pawns: kept.min(gains[index]) };
            let answer = self.moves.get(index + 1);
            let is_end = (mv.is_capture() || mv.is_promotion())
                && answer.is_none_or(|answer| answer.to() != mv.to());
            (is_end && is_kept && gain.pawns >= pawns).then_some(gain)
        });
        let holds =
            |gain: &Gain, pawns: i32| is_settled(&self.positions[gain.plies], side, base + pawns);
        let mut ends = ends.skip_while(|gain| !holds(gain, pawns));
        let first = ends.next()?;
        // A move later all that the line shows may be safe, which then has words.
        let soon = ends.take_while(|gain| gain.plies <= first.plies + 2);
        let exact = std::iter::once(first).chain(soon).find(|gain| holds(gain, gain.pawns));
        Some(exact.unwrap_or(first))
    }

    /// Returns the pieces that each side has lost since `base`, without those that cancel out: first those of the
    /// enemy of `side`, then its own.
    pub(super) fn exchanged(&self, side: Color, base: &Position, plies: usize) -> [Pieces; 2] {
        let end = &self.positions[plies];
        let lost = |color| {
            MATERIAL.map(|piece| {
                base.pieces(color, piece).len() as i32 - end.pieces(color, piece).len() as i32
            })
        };
        let [mut won, mut paid] = [lost(!side), lost(side)];
        for index in 0..won.len() {
            let common = won[index].min(paid[index]);
            won[index] -= common;
            paid[index] -= common;
        }
        let [knight, bishop] = [PieceType::Knight.index(), PieceType::Bishop.index()];
        for (one, other) in [(knight, bishop), (bishop, knight)] {
            let common = won[one].min(paid[other]).max(0);
            won[one] -= common;
            paid[other] -= common;
        }
        [won, paid]
    }
}

/// A gain of material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gain {
    /// The moves of the line that make it.
    pub(super) plies: usize,
    /// The gain in pawns.
    pub(super) pawns: i32,
}

/// The motif of a gain, with its squares: first that of the piece which makes it, then the targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Motif {
    /// A capture by the first move.
    Capture { target: Square },
    /// The piece that has just moved to `from` attacks the targets, and captures one of them.
    Fork { from: Square, targets: Vec<Square> },
    /// A slider attacks a piece and the one behind it.
    Skewer { from: Square, front: Square, behind: Square },
    /// A move from `from` opens the line of the piece on `slider`.
    Discovered { from: Square, slider: Square, target: Square },
    /// A piece that cannot leave its line.
    Pin { pinned: Square, target: Square },
    /// The guard of `target` is captured.
    GuardCaptured { guard: Square, target: Square },
    /// The guard of `target` has to capture elsewhere.
    Overloaded { guard: Square, targets: [Square; 2] },
    /// A move threatens mate: its square, that of the mate, and that of a piece it attacks and captures next.
    MateThreat { squares: Vec<Square>, mate: Vec<Move> },
    /// A piece without a safe square.
    Trapped { square: Square },
    /// The pawn that stands on `pawn` before the line promotes on `square`.
    Promotion { pawn: Square, square: Square },
}

/// Returns the motif of a gain of `side` within these moves of a line, which it begins, and the number of the moves after
/// which its pieces stand on their squares. The key is its most valuable capture; the motif has to lead to it.
pub(super) fn motif(line: &Line<'_>, side: Color, plies: usize) -> Option<(Motif, usize)> {
    if let Some(ply) = (0..plies).step_by(2).find(|&ply| line.moves[ply].is_promotion()) {
        let square = line.moves[ply].to();
        return Some((Motif::Promotion { pawn: line.origin(0, ply), square }, ply));
    }
    // Of captures on one square, one after the other, each is worth the difference to those of the other side.
    let worth = |ply: usize| {
        let captured = |other: usize| {
            let (mv, position) = (line.moves[other], &line.positions[other]);
            let piece =
                position.board().captured_by(mv).filter(|_| mv.to() == line.moves[ply].to());
            piece.map_or(0, |piece| value(piece.piece_type()))
        };
        let before = if ply > 0 { captured(ply - 1) } else { 0 };
        let answer = if ply + 1 < line.moves.len() { captured(ply + 1) } else { 0 };
        captured(ply) - before - answer
    };
    // The first of equal captures.
    let key =
        (0..plies).step_by(2).rev().max_by_key(|&ply| worth(ply)).filter(|&ply| worth(ply) > 0)?;
    if key == 0 {
        return Some((capture(line, side), 0));
    }
    (0..key).step_by(2).find_map(|ply| {
        let motif = preparation(line, side, ply, key)?;
        let is_before = matches!(motif, Motif::GuardCaptured { .. } | Motif::Overloaded { .. });
        Some((motif, if is_before { ply } else { ply + 1 }))
    })
}

/// Returns the motif of a gain by the first move.
fn capture(line: &Line<'_>, side: Color) -> Motif {
    let (start, target) = (&line.positions[0], line.moves[0].to());
    let guards = start.attackers_to(target) & start.by_color(!side);
    let held = guards.squares().find(|&guard| start.pinned(!side).contains(guard));
    // The plainest of guards that are all pinned; a capturer of less value needs no pin.
    let attacker = type_on(start, line.moves[0].from()).map_or(0, value);
    match held {
        Some(pinned)
            if guards.is_subset(start.pinned(!side))
                && type_on(start, target).is_some_and(|piece| value(piece) <= attacker) =>
        {
            Motif::Pin { pinned, target }
        }
        _ => Motif::Capture { target },
    }
}

/// Returns the motif by which a move prepares the key capture.
fn preparation(line: &Line<'_>, side: Color, ply: usize, key: usize) -> Option<Motif> {
    let (mv, captures) = (line.moves[ply], line.moves[key]);
    let (before, after) = (&line.positions[ply], &line.positions[ply + 1]);
    let from = mv.to();
    // The target stands there since the preparation.
    let stands = line.moves[ply + 1..key].iter().all(|mv| mv.to() != captures.to());
    let forked = forked(after, from);
    if captures.from() == from && stands && forked.contains(captures.to()) {
        return Some(Motif::Fork { from, targets: forked.squares().collect() });
    }
    let behind = skewered(after, from).find(|&(_, behind)| behind == captures.to());
    if let Some((front, behind)) = behind.filter(|_| captures.from() == from && stands) {
        return Some(Motif::Skewer { from, front, behind });
    }
    let next = ply + 2 == key;
    if next && uncovers_capture(mv, captures) && stands {
        let (slider, target) = (captures.from(), captures.to());
        return Some(Motif::Discovered { from: mv.from(), slider, target });
    }
    if next && uncovers_check(after, mv) && captures.from() == from {
        let slider = after.checkers().first()?;
        return Some(Motif::Discovered { from: mv.from(), slider, target: captures.to() });
    }
    if stands && is_trapped(after, captures.to()) {
        return Some(Motif::Trapped { square: captures.to() });
    }
    let target = captures.to();
    if stands && after.pinned(!side).contains(target) {
        return Some(Motif::Pin { pinned: target, target });
    }
    let threat = || mate_threat(line, ply, key);
    if !stands || !next {
        return threat();
    }
    let guarded = |guard: Square| {
        before.by_color(!side).contains(guard) && before.attackers_to(target).contains(guard)
    };
    if mv.is_capture() && guarded(mv.to()) && before.by_color(!side).contains(target) {
        return Some(Motif::GuardCaptured { guard: mv.to(), target });
    }
    let reply = line.moves[ply + 1];
    let guards =
        |position: &Position, square| position.attackers_to(square) & position.by_color(!side);
    // Another guard of either square could take the task over.
    let is_sole = |guard| {
        let guard = Bitboard::of(guard);
        guards(before, target) == guard && guards(after, from) == guard
    };
    if reply.to() == from && is_sole(reply.from()) && before.by_color(!side).contains(target) {
        return Some(Motif::Overloaded { guard: reply.from(), targets: [from, target] });
    }
    threat()
}

/// Returns the threat of mate by a move, with the piece that it attacks too, if that is captured next. Between the threat
/// and the key capture the other side gives one check at most.
fn mate_threat(line: &Line<'_>, ply: usize, key: usize) -> Option<Motif> {
    let (mv, captures, after) = (line.moves[ply], line.moves[key], &line.positions[ply + 1]);
    let is_soon = key == ply + 2 || key == ply + 4 && line.positions[ply + 2].in_check();
    let is_exchange = mv.is_capture() && line.moves[ply + 1].to() == mv.to();
    if !is_soon || is_exchange || line.positions[ply].in_check() {
        return None;
    }
    let mate = threatened_mate(after)?;
    let from = squares_of(mv)[1];
    let attacks = captures.from() == from && after.attacks_from(from).contains(captures.to());
    let is_there = attacks && after.by_color(after.side_to_move()).contains(captures.to());
    let target = is_there.then_some(captures.to());
    let squares = [from, squares_of(mate[0])[1]].into_iter().chain(target).collect();
    Some(Motif::MateThreat { squares, mate })
}
