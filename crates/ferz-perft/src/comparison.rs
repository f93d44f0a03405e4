//! Comparison of the counts of a position with those of another program.

use crate::parallel::Counts;
use ferz::notation::UciMove;
use ferz::{Move, Position};
use std::collections::BTreeMap;

/// Move that both programs list, with different counts below it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CountDifference {
    /// Move in UCI notation.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub name: String,
    /// Number of leaves counted here.
    pub ferz: u128,
    /// Number of leaves counted by the other program.
    pub engine: u128,
    /// Move.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mv: Move,
}

/// Comparison of the counts of one position, by the moves in UCI notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PerftComparison {
    /// Number of leaves counted here.
    pub ferz_nodes: u128,
    /// Sum of the counts of the other program.
    pub engine_nodes: u128,
    /// Moves that the other program does not list.
    pub only_ferz: BTreeMap<String, u128>,
    /// Moves that only the other program lists, or lists once more.
    pub only_engine: BTreeMap<String, u128>,
    /// Moves with different counts, in alphabetical order.
    pub unequal: Vec<CountDifference>,
}

impl PerftComparison {
    /// Matches the moves of both programs and compares the counts below them. Castling is accepted in both notations.
    pub fn new(position: &Position, counts: &Counts, theirs: &[(UciMove, u64)]) -> Self {
        let mut ours: BTreeMap<&str, (Move, u128)> =
            counts.rows.iter().map(|row| (row.uci.as_str(), (row.mv, row.leaves))).collect();
        let mut comparison = Self { ferz_nodes: counts.leaves, ..Self::default() };
        for &(uci, nodes) in theirs {
            let engine = u128::from(nodes);
            comparison.engine_nodes += engine;
            let name = match position.find_uci(uci) {
                Ok(mv) => position.uci(mv).to_string(),
                Err(_) => uci.to_string(),
            };
            match ours.remove(name.as_str()) {
                Some((mv, ferz)) if ferz != engine => {
                    comparison.unequal.push(CountDifference { name, ferz, engine, mv });
                }
                Some(_) => {}
                None => *comparison.only_engine.entry(name).or_default() += engine,
            }
        }
        comparison.only_ferz =
            ours.into_iter().map(|(name, (_, n))| (name.to_owned(), n)).collect();
        comparison.unequal.sort_by(|a, b| a.name.cmp(&b.name));
        comparison
    }

    /// Returns true if all moves and counts are equal.
    pub fn agrees(&self) -> bool {
        self.has_same_moves() && self.unequal.is_empty()
    }

    /// Returns true if both programs list the same moves.
    pub fn has_same_moves(&self) -> bool {
        self.only_ferz.is_empty() && self.only_engine.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CountOptions;
    use crate::parallel::divide;
    use std::ops::ControlFlow;

    #[test]
    fn moves_and_counts_are_matched_in_both_notations_of_castling() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let counts =
            divide(&position, 2, &CountOptions::default(), |_| ControlFlow::Continue(())).unwrap();
        let mut theirs: Vec<(UciMove, u64)> = counts
            .rows
            .iter()
            .map(|row| (row.uci.replace("e1g1", "e1h1").parse().unwrap(), row.leaves as u64))
            .collect();
        let equal = PerftComparison::new(&position, &counts, &theirs);
        assert!(equal.agrees() && equal.engine_nodes == counts.leaves, "{equal:?}");
        // A wrong count, a missing move and one that is listed twice.
        theirs[0].1 += 1;
        let (missing, _) = theirs.pop().unwrap();
        theirs.push(theirs[1]);
        let found = PerftComparison::new(&position, &counts, &theirs);
        assert!(!found.agrees() && !found.has_same_moves());
        let names = |moves: &BTreeMap<String, u128>| moves.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&found.only_ferz), [missing.to_string()]);
        assert_eq!(names(&found.only_engine), [counts.rows[1].uci.clone()]);
        let [first] = &found.unequal[..] else { panic!("{found:?}") };
        assert_eq!((&first.name, first.ferz + 1), (&counts.rows[0].uci, first.engine));
    }
}
