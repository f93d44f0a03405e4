//! Moves of all pawns at once.

use super::{GenType, Generation, MoveSink};
use crate::attacks;
use crate::side::Side;
use crate::types::{Bitboard, Direction, Move, MoveFlag, PieceType, Square};
use core::ops::ControlFlow;

/// Generates the pawn moves.
#[inline(always)]
pub(super) fn pawn_moves<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let pawns = generation.position.pieces(C::US, PieceType::Pawn);
    let (promoting, others) = (pawns & C::RANK_7, pawns - C::RANK_7);
    if G::QUIETS {
        pushes::<C, G, S>(generation, others, sink)?;
    }
    if promoting.any() {
        promotions::<C, G, S>(generation, promoting, sink)?;
    }
    if G::CAPTURES {
        captures::<C, G, S>(generation, others, sink)?;
        en_passant::<C, G, S>(generation, others, sink)?;
    }
    ControlFlow::Continue(())
}

/// Returns the pawns that may move in a direction: the unpinned ones, and those pinned along it.
#[inline(always)]
fn movable<C: Side>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    direction: Direction,
) -> Bitboard {
    let pinned = pawns & generation.pinned;
    if pinned.is_empty() {
        return pawns;
    }
    let king = generation.position.king(C::US);
    let along =
        |from: Square| from.step(direction).is_some_and(|to| attacks::aligned(king, from, to));
    (pawns - pinned) | pinned.squares().filter(|&from| along(from)).collect()
}

/// Returns the allowed targets of moves without capture.
#[inline(always)]
fn empty<G: GenType>(generation: &Generation<'_>) -> Bitboard {
    let empty = !generation.position.occupied();
    if G::CAPTURES && G::QUIETS { empty & generation.targets } else { empty }
}

/// Returns the allowed targets of captures.
#[inline(always)]
fn enemies<C: Side, G: GenType>(generation: &Generation<'_>) -> Bitboard {
    let enemies = generation.position.by_color(C::THEM);
    if G::CAPTURES && G::QUIETS { enemies & generation.targets } else { enemies }
}

#[inline(always)]
fn pushes<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let pawns = movable::<C>(generation, pawns, C::UP);
    // The square that a double push passes need not be an allowed target.
    let passed = pawns.shift(C::UP) - position.occupied();
    let mut single = passed & empty::<G>(generation);
    let mut double = (passed & C::RANK_3).shift(C::UP) & empty::<G>(generation);
    if G::CHECKS {
        let king = position.king(C::THEM);
        // A pawn that leaves the line between slider and king gives a discovered check, unless it
        // stays on the king's file.
        let candidates = pawns & position.discovered_check_candidates();
        let uncovered = candidates.shift(C::UP) - Bitboard::file(king.file());
        let direct = attacks::pawn(C::THEM, king);
        single &= direct | uncovered;
        double &= direct | uncovered.shift(C::UP);
    }
    sink.pawns(single, C::UP.offset(), MoveFlag::Quiet)?;
    sink.pawns(double, 2 * C::UP.offset(), MoveFlag::DoublePush)
}

#[inline(always)]
fn captures<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let enemies = enemies::<C, G>(generation);
    for direction in [C::UP_WEST, C::UP_EAST] {
        let targets = movable::<C>(generation, pawns, direction).shift(direction) & enemies;
        sink.pawns(targets, direction.offset(), MoveFlag::Capture)?;
    }
    ControlFlow::Continue(())
}

#[inline(never)]
fn promotions<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let checks = if G::CHECKS { attacks::knight(position.king(C::THEM)) } else { Bitboard::ALL };
    let directions = [
        (C::UP, empty::<G>(generation), false),
        (C::UP_WEST, enemies::<C, G>(generation), true),
        (C::UP_EAST, enemies::<C, G>(generation), true),
    ];
    for (direction, allowed, captures) in directions {
        let targets =
            movable::<C>(generation, pawns, direction).shift(direction) & allowed & checks;
        if targets.any() {
            sink.promotions(targets, direction.offset(), captures, G::PROMOTIONS)?;
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn en_passant<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let Some(to) = position.en_passant() else { return ControlFlow::Continue(()) };
    // In check it must remove the checker or, in setups that no game leads to, block its line.
    let pushed = Bitboard::of(to.offset(-C::UP.offset()));
    let evades = || generation.checkers == pushed || generation.targets.contains(to);
    if (G::EVASIONS || G::LEGAL) && generation.checkers.any() && !evades() {
        return ControlFlow::Continue(());
    }
    for from in pawns & attacks::pawn(C::THEM, to) {
        if !G::LEGAL || position.en_passant_is_safe(C::US, from, to) {
            sink.single(Move::new(from, to, MoveFlag::EnPassant))?;
        }
    }
    ControlFlow::Continue(())
}
