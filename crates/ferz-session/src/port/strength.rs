//! The strength of the built-in engine, and its opening moves below full strength.

use super::{AnalysisLine, SearchEngine};
use ferz::{Bound, Color, Move, Position};
use ferz_engine::{Control, Limits, NAME, SearchSettings, Skill};
use ferz_game::analysis::Evaluation;
use ferz_game::openings::continuations;
use std::fmt;

/// The number of plies of a game in which the engine plays moves of named openings.
const NAMED_PLIES: usize = 12;

/// The divisor of the least share of a move among the openings that follow a position: a rarer move is
/// an odd one.
const LEAST_SHARE: u32 = 50;

/// The nodes of the search that compares moves of named openings.
const NODES: u64 = 20_000;

/// The largest loss of a move of a named opening against the best of them, in centipawns.
const MAX_LOSS: i32 = 36;

/// The strength of the built-in engine as a person sets it. Its text is the name of the engine with its strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineStrength {
    /// Full strength.
    Full,
    /// A skill level below [`Skill::MAX_LEVEL`].
    Level(u32),
    /// An Elo.
    Elo(u32),
}

impl EngineStrength {
    /// Returns the strength of a skill level, or else of an Elo; full strength without both.
    pub fn new(level: Option<u32>, elo: Option<u32>) -> Self {
        match (level, elo) {
            (Some(level), _) if level < Skill::MAX_LEVEL => Self::Level(level),
            (None, Some(elo)) => Self::Elo(elo),
            _ => Self::Full,
        }
    }

    /// Returns the setting of a search.
    pub fn skill(self) -> Skill {
        match self {
            Self::Full => Skill::FULL,
            Self::Level(level) => Skill::from_level(level),
            Self::Elo(elo) => Skill::from_elo(elo),
        }
    }
}

impl fmt::Display for EngineStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str(NAME),
            Self::Level(level) => write!(f, "{NAME} (level {level})"),
            Self::Elo(elo) => write!(f, "{NAME} (Elo {elo})"),
        }
    }
}

impl SearchEngine {
    /// Returns a move toward a named opening for an engine below full strength, whose own choice among
    /// the first lines of a short search has no plan; `None` if no opening goes on in the position, and
    /// after 12 plies.
    ///
    /// The probability of a move is proportional to the number of openings that follow it. Moves that a
    /// search finds worse than the best of them by more than 36 centipawns, as in unsound gambits, are left
    /// out, and so are rare moves.
    pub fn named_move(
        &mut self,
        position: &Position,
        plies: usize,
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
        self.search_lines(position, &[], &limits, &settings, control, on_line).ok()?;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::EngineSettings;
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
            let mv = engine.named_move(&position, moves.len(), &control)?;
            Some(position.san(mv).to_string())
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
