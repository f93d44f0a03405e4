//! The opening moves of the engine: from a book, and from the table of named openings.

use crate::common::prelude::*;
use ferz::Bound;
use ferz_engine::{Limits, SearchSettings};
use ferz_game::analysis::Evaluation;
use ferz_game::book::{Book, BookSelection, select, shares};
use ferz_game::openings::continuations;
use ferz_session::port::{AnalysisLine, SearchEngine};

/// The number of plies of a game in which the engine plays moves of named openings.
const NAMED_PLIES: usize = 12;

/// The divisor of the least share of a move among the openings that follow a position: a rarer move is
/// an odd one.
const LEAST_SHARE: u32 = 50;

/// The nodes of the search that compares moves of named openings.
const NODES: u64 = 20_000;

/// The largest loss of a move of a named opening against the best of them, in centipawns.
const MAX_LOSS: i32 = 36;

/// Returns a move of a book, selected by weight; `None` if it has none for the position.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn book_move(
    book: &Book,
    path: &Path,
    position: &Position,
) -> Result<Option<Move>, Error> {
    let moves = book.moves(position).map_err(|error| Error::file(path, error))?;
    Ok(select(&moves, BookSelection::Weighted, fastrand::u64(..)).map(|found| found.mv))
}

/// Returns the moves of a book in a position with their shares, on one line.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn book_moves_text(
    book: &Book,
    path: &Path,
    position: &Position,
) -> Result<String, Error> {
    let moves = book.moves(position).map_err(|error| Error::file(path, error))?;
    let texts = moves.iter().zip(shares(&moves));
    let texts =
        texts.map(|(found, share)| format!("{} {:.0} %", position.san(found.mv), 100.0 * share));
    let text = texts.collect::<Vec<_>>().join(", ");
    Ok(if text.is_empty() { "The book has no move here.".to_owned() } else { text })
}

/// Returns a move toward a named opening for an engine below full strength, whose own choice among
/// the first lines of a short search has no plan; `None` if no opening goes on in the position, and
/// after [`NAMED_PLIES`].
///
/// The probability of a move is proportional to the number of openings that follow it. Moves that a
/// search finds worse than the best of them by more than [`MAX_LOSS`], as in unsound gambits, are left
/// out, and so are rare moves.
pub(super) fn named_move(
    position: &Position,
    plies: usize,
    engine: &mut SearchEngine,
    control: &Control,
) -> Option<Move> {
    let mut candidates = if plies < NAMED_PLIES { continuations(position) } else { Vec::new() };
    let openings: u32 = candidates.iter().map(|&(_, openings)| u32::from(openings)).sum();
    candidates.retain(|&(_, count)| u32::from(count) * LEAST_SHARE >= openings);
    if candidates.is_empty() {
        return None;
    }
    let search_moves = candidates.iter().map(|&(mv, _)| mv).collect();
    let limits = Limits { search_moves, ..Limits::nodes(NODES) };
    let settings = SearchSettings { multipv: candidates.len(), ..SearchSettings::default() };
    let mut values = vec![None; candidates.len()];
    let on_line = &mut |line: AnalysisLine| {
        let place = candidates.iter().position(|(mv, _)| line.moves.first() == Some(mv));
        if let Some(index) = place.filter(|_| line.score.bound == Bound::Exact) {
            let evaluation = Evaluation::new(line.score.score, Color::White);
            values[index] = Some(evaluation.clamped_centipawns());
        }
    };
    engine.search_lines(position, &[], &limits, &settings, control, on_line).ok()?;
    let best = values.iter().flatten().max()?;
    let weight = |index: usize| match values[index] {
        Some(value) if best - value <= MAX_LOSS => u32::from(candidates[index].1),
        _ => 0,
    };
    let total: u32 = (0..candidates.len()).map(weight).sum();
    let mut rest = fastrand::u32(..total);
    (0..candidates.len())
        .find(|&index| match rest.checked_sub(weight(index)) {
            Some(less) => {
                rest = less;
                false
            }
            None => true,
        })
        .map(|index| candidates[index].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_session::port::EngineSettings;
    use std::num::NonZeroUsize;

    /// Returns the moves that are played in the position after a line, in many choices.
    fn choices(line: &str) -> Vec<String> {
        let settings = EngineSettings { threads: Some(1), hash: NonZeroUsize::MIN, options: &[] };
        let mut engine = SearchEngine::built_in(settings).unwrap();
        let mut position = Position::startpos();
        let moves: Vec<_> = line.split_whitespace().collect();
        for san in &moves {
            position.do_move(position.parse_san(san).unwrap());
        }
        let control = Control::default();
        let mut choice = |_| {
            named_move(&position, moves.len(), &mut engine, &control)
                .map(|mv| position.san(mv).to_string())
        };
        let mut choices: Vec<_> = (0..20).filter_map(&mut choice).collect();
        choices.sort();
        choices.dedup();
        choices
    }

    #[test]
    fn sound_moves_of_named_openings_are_played() {
        let replies = choices("e4");
        assert!(replies.len() > 1, "{replies:?}");
        let sound = ["c5", "c6", "d5", "d6", "e5", "e6", "g6", "Nf6", "Nc6"];
        assert!(replies.iter().all(|mv| sound.contains(&mv.as_str())), "{replies:?}");
        let replies = choices("e4 e5 Nf3");
        assert!(!replies.contains(&"f6".to_owned()), "the Damiano Defense: {replies:?}");
        assert_eq!(choices("a4 a5 h4 h5 Ra3 Ra6"), Vec::<String>::new());
    }
}
