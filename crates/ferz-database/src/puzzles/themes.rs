//! The themes of a puzzle, by rules on its moves.
//!
//! The rules are those of the literature, for instance "The Art of Attack" and the problemists' terms as the
//! chessprogramming wiki explains them, made exact so that a program can decide them. Each is a function on the
//! moves of the solver; the test compares them with the column `Themes` of Lichess's puzzles. Motifs are those of
//! [`motifs`], which name the reasons of a review too.

use super::{Puzzle, Theme};
use ferz::{Color, Move, Piece, PieceType, Position, Rank};
use ferz_game::analysis::GamePhase;
use ferz_game::analysis::reasons::motifs;

/// A move of the solver with the positions around it and the reply.
struct Turn {
    before: Position,
    mv: Move,
    piece: PieceType,
    after: Position,
    /// The reply and the position after it; none after the last move.
    reply: Option<(Move, Position)>,
}

/// Returns the turns of the solver.
fn turns(puzzle: &Puzzle) -> Vec<Turn> {
    let mut before = puzzle.position();
    let mut turns = Vec::new();
    for pair in puzzle.solution().chunks(2) {
        let mv = pair[0];
        let piece = before.piece_on(mv.from()).map_or(PieceType::King, Piece::piece_type);
        let after = next(&before, mv);
        let reply = pair.get(1).map(|&reply| (reply, next(&after, reply)));
        let following = reply.as_ref().map_or(after.clone(), |(_, position)| position.clone());
        turns.push(Turn { before, mv, piece, after, reply });
        before = following;
    }
    turns
}

fn next(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    position.do_move(mv);
    position
}

/// A rule: true if the turns of the solver show a theme.
type Rule = fn(&[Turn], Color) -> bool;

impl Puzzle {
    /// Returns the themes that the moves show, in alphabetical order. [`Theme::Advantage`] and
    /// [`Theme::Crushing`] need an evaluation and are not among them.
    pub fn find_themes(&self) -> Vec<Theme> {
        let turns = turns(self);
        let solver = self.solver();
        let mut themes = vec![length(turns.len())];
        themes.extend(mates(&turns));
        themes.push(phase(&turns[0].before));
        themes.extend(endgame_kind(&turns));
        let rules: [(Theme, Rule); 11] = [
            (Theme::AdvancedPawn, has_advanced_pawn),
            (Theme::Attraction, has_attraction),
            (Theme::Castling, |turns, _| turns.iter().any(|turn| turn.mv.is_castling())),
            (Theme::DiscoveredAttack, has_discovered_attack),
            (Theme::DoubleCheck, |turns, _| {
                turns.iter().any(|turn| turn.after.checkers().more_than_one())
            }),
            (Theme::EnPassant, |turns, _| turns.iter().any(|turn| turn.mv.is_en_passant())),
            (Theme::Fork, has_fork),
            (Theme::Promotion, |turns, _| turns.iter().any(|turn| turn.mv.is_promotion())),
            (Theme::Sacrifice, has_sacrifice),
            (Theme::BackRankMate, is_back_rank_mate),
            (Theme::UnderPromotion, has_under_promotion),
        ];
        let found = rules.into_iter().filter(|(_, rule)| rule(&turns, solver));
        themes.extend(found.map(|(theme, _)| theme));
        themes.sort_unstable_by_key(|theme| theme.name());
        themes
    }
}

fn length(moves: usize) -> Theme {
    match moves {
        1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    }
}

/// Returns the themes of a mate by its number of moves.
fn mates(turns: &[Turn]) -> Vec<Theme> {
    let last = &turns[turns.len() - 1].after;
    if !last.is_checkmate() {
        return Vec::new();
    }
    let by_moves = match turns.len() {
        1 => Theme::MateIn1,
        2 => Theme::MateIn2,
        3 => Theme::MateIn3,
        4 => Theme::MateIn4,
        _ => Theme::MateIn5,
    };
    let mut themes = vec![Theme::Mate, by_moves];
    if motifs::is_smothered(last) {
        themes.push(Theme::SmotheredMate);
    }
    themes
}

fn phase(position: &Position) -> Theme {
    match GamePhase::of(position) {
        GamePhase::Opening => Theme::Opening,
        GamePhase::Middlegame => Theme::Middlegame,
        GamePhase::Endgame => Theme::Endgame,
    }
}

/// Returns the kind of an endgame by its pieces besides kings and pawns, which are the same during the whole
/// solution.
fn endgame_kind(turns: &[Turn]) -> Option<Theme> {
    let kind = |position: &Position| {
        let has = |piece_type| position.by_type(piece_type).any();
        let pieces = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
        match pieces.map(has) {
            [false, false, false, false] => Some(Theme::PawnEndgame),
            [true, false, false, false] => Some(Theme::KnightEndgame),
            [false, true, false, false] => Some(Theme::BishopEndgame),
            [false, false, true, false] => Some(Theme::RookEndgame),
            [false, false, false, true] => Some(Theme::QueenEndgame),
            [false, false, true, true] if position.by_type(PieceType::Queen).len() == 1 => {
                Some(Theme::QueenRookEndgame)
            }
            _ => None,
        }
    };
    let first = kind(&turns[0].before)?;
    (kind(&turns[0].after) == Some(first)).then_some(first)
}

fn has_advanced_pawn(turns: &[Turn], solver: Color) -> bool {
    turns.iter().any(|turn| {
        turn.piece == PieceType::Pawn && solver.relative_rank(turn.mv.to().rank()) >= Rank::Seventh
    })
}

fn has_under_promotion(turns: &[Turn], _: Color) -> bool {
    turns.iter().any(|turn| turn.mv.promotion().is_some_and(|piece| piece != PieceType::Queen))
}

/// A move, not the last, forks.
fn has_fork(turns: &[Turn], _: Color) -> bool {
    let before_last = &turns[..turns.len() - 1];
    before_last.iter().any(|turn| motifs::forked(&turn.after, turn.mv.to()).any())
}

/// After a later move of its own the solver is still at least two pawns behind the start, so that the loss is
/// no part of an exchange, and the enemy does not promote.
fn has_sacrifice(turns: &[Turn], solver: Color) -> bool {
    let start = motifs::balance(&turns[0].before, solver);
    let promotes =
        turns.iter().any(|turn| turn.reply.as_ref().is_some_and(|(mv, _)| mv.is_promotion()));
    !promotes && turns[1..].iter().any(|turn| motifs::balance(&turn.after, solver) - start <= -2)
}

/// The reply captures on the square that the solver moved to, and the next moves attack the piece there.
fn has_attraction(turns: &[Turn], _: Color) -> bool {
    turns.iter().enumerate().any(|(index, turn)| {
        let Some((reply, _)) = turn.reply else { return false };
        let square = turn.mv.to();
        if reply.to() != square {
            return false;
        }
        let Some(next) = turns.get(index + 1) else { return false };
        let Some(lured) = next.before.piece_on(square).map(Piece::piece_type) else { return false };
        match lured {
            PieceType::King => next.after.in_check(),
            PieceType::Queen | PieceType::Rook => {
                let attacks = next.after.attackers_to(square).contains(next.mv.to());
                attacks && turns.get(index + 2).is_some_and(|turn| turn.mv.to() == square)
            }
            _ => false,
        }
    })
}

/// The moved piece uncovers a check, or a line along which the next move captures.
fn has_discovered_attack(turns: &[Turn], _: Color) -> bool {
    let checks = turns.iter().any(|turn| motifs::uncovers_check(&turn.after, turn.mv));
    checks
        || turns.windows(2).any(|pair| {
            let [first, second] = pair else { return false };
            motifs::uncovers_capture(first.mv, second.mv)
        })
}

fn is_back_rank_mate(turns: &[Turn], _: Color) -> bool {
    motifs::is_back_rank_mate(&turns[turns.len() - 1].after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::PuzzleColumns;
    use std::collections::BTreeMap;

    /// Rows of Lichess's puzzle database (CC0), which show all themes but the rarest.
    const ROWS: &str = include_str!("../../tests/puzzles.csv");

    /// Counts the puzzles that have a theme by Lichess and here, by Lichess alone, and here alone.
    fn compare(rows: &str) -> BTreeMap<Theme, [u32; 3]> {
        let mut counts = BTreeMap::<Theme, [u32; 3]>::new();
        for row in rows.lines().skip(1) {
            let puzzle = PuzzleColumns::default().row(row).puzzle().unwrap();
            let found = puzzle.find_themes();
            for &theme in Theme::ALL {
                let counts = counts.entry(theme).or_default();
                match (puzzle.themes.contains(&theme), found.contains(&theme)) {
                    (true, true) => counts[0] += 1,
                    (true, false) => counts[1] += 1,
                    (false, true) => counts[2] += 1,
                    (false, false) => {}
                }
            }
        }
        // These need an evaluation.
        counts.remove(&Theme::Advantage);
        counts.remove(&Theme::Crushing);
        counts
    }

    #[test]
    fn themes_of_the_examples_are_those_of_lichess() {
        for (theme, counts) in compare(ROWS) {
            assert_eq!(counts[1..], [0, 0], "{theme}");
        }
    }

    #[test]
    fn themes_agree_with_those_of_lichess() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/puzzles/lichess-500.csv");
        let Ok(rows) = std::fs::read_to_string(path) else {
            println!("skipped: the puzzles are not here");
            return;
        };
        for (theme, [both, missed, extra]) in compare(&rows) {
            println!("{:20} {both:4}, missed {missed:3}, extra {extra:3}", theme.name());
            // What is an opening for Lichess depends on a measure of mixed pieces too.
            let extra = if theme == Theme::Opening { 0 } else { extra };
            let allowed = f64::from(both) / 0.95 - f64::from(both);
            assert!(f64::from(missed.max(extra)) <= allowed, "{theme}");
        }
    }
}
