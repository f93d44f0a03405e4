// [start:head]
//! The engine, rung by rung: each feature can be switched on alone.

use std::fmt;
use std::str::FromStr;
// [end:head]

pub mod evaluate;
pub mod game;
pub mod limits;
pub mod network;
pub mod node;
pub mod openings;
pub mod order;
pub mod phased;
pub mod player;
pub mod positions;
pub mod pruning;
pub mod search;
pub mod sprt;
pub mod table;
pub mod threads;
pub mod train;
pub mod tune;
pub mod uci;

// [start:feature]
/// A part of the engine that a chapter adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Captures are searched until the position is quiet.
    Quiescence,
    // +23
    /// Values and bounds of the transposition table end a search.
    Table,
    // -23
    // +24
    /// The move of the table is searched first.
    TableMove,
    /// Captures are sorted by victim and attacker, losing exchanges come last.
    Captures,
    /// Quiet moves that caused a cutoff at the same ply come early.
    Killers,
    /// Quiet moves are sorted by the cutoffs that they have caused anywhere.
    History,
    // -24
    // +25
    /// All moves but the first are searched with an empty window.
    Pvs,
    /// The window at the root is narrow.
    Aspiration,
    /// A side that stands well may pass.
    NullMove,
    /// Late quiet moves are searched less deep.
    Reductions,
    /// Near the leaves hopeless moves are left out.
    Futility,
    // -25
    // +26
    /// The evaluation has two phases and tuned weights.
    Phased,
    // -26
    // +27
    /// A neural network evaluates.
    Network,
    // -27
    // +28
    /// A second thread searches too.
    SecondThread,
    // -28
}
// [end:feature]

// [start:names]
/// The features in the order of the chapters: the rung that has them first, and the name.
const FEATURES: &[(Feature, u32, &str)] = &[
    (Feature::Quiescence, 1, "quiescence"),
    // +23
    (Feature::Table, 2, "table"),
    // -23
    // +24
    (Feature::TableMove, 3, "table-move"),
    (Feature::Captures, 3, "captures"),
    (Feature::Killers, 3, "killers"),
    (Feature::History, 3, "history"),
    // -24
    // +25
    (Feature::Pvs, 4, "pvs"),
    (Feature::Aspiration, 4, "aspiration"),
    (Feature::NullMove, 4, "null-move"),
    (Feature::Reductions, 4, "reductions"),
    (Feature::Futility, 4, "futility"),
    // -25
    // +26
    (Feature::Phased, 5, "phased"),
    // -26
    // +27
    (Feature::Network, 6, "network"),
    // -27
    // +28
    (Feature::SecondThread, 7, "second-thread"),
    // -28
];
// [end:names]

// [start:features]
/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u32);

impl Features {
    /// Returns the features of a rung, counted from 1.
    pub fn rung(rung: u32) -> Features {
        let has = FEATURES.iter().filter(|(_, first, _)| *first <= rung);
        has.fold(Features(0), |set, &(feature, ..)| set.with(feature))
    }

    /// Returns true if a feature is on.
    pub fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 == 1
    }

    /// Returns the set with a feature.
    pub fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// Returns the set without a feature.
    pub fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }
}
// [end:features]

// [start:text]
/// A text that names no set of features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchFeature(pub String);

impl fmt::Display for NoSuchFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = FEATURES.iter().map(|(.., name)| *name).collect();
        write!(f, "no such rung or feature: {} (features: {})", self.0, names.join(", "))
    }
}

impl std::error::Error for NoSuchFeature {}

/// Reads a rung with changes: `3,pvs` is rung 3 with a further feature, `4,no-null-move` is rung 4
/// without one.
impl FromStr for Features {
    type Err = NoSuchFeature;

    fn from_str(text: &str) -> Result<Features, NoSuchFeature> {
        let error = |part: &str| NoSuchFeature(part.to_owned());
        let (first, changes) = text.split_once(',').unwrap_or((text, ""));
        let last = FEATURES.iter().map(|row| row.1).max().unwrap_or(0);
        let rung = first.parse().ok().filter(|rung| (1..=last).contains(rung));
        let rung = Features::rung(rung.ok_or_else(|| error(first))?);
        changes.split_terminator(',').try_fold(rung, |set, part| {
            let name = part.strip_prefix("no-").unwrap_or(part);
            let row = FEATURES.iter().find(|row| row.2 == name).ok_or_else(|| error(part))?;
            Ok(if name == part { set.with(row.0) } else { set.without(row.0) })
        })
    }
}
// [end:text]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_rungs_and_changes() {
        assert_eq!("1".parse(), Ok(Features::rung(1)));
        for &(feature, first, name) in FEATURES {
            let rung = Features::rung(first);
            assert!(rung.has(feature) && !Features::rung(first - 1).has(feature));
            assert_eq!(format!("{first},no-{name}").parse(), Ok(rung.without(feature)));
            assert_eq!(format!("{first},{name}").parse(), Ok(rung));
        }
        for wrong in ["", "0", "99", "1,magic", "1,no-"] {
            assert!(wrong.parse::<Features>().is_err(), "{wrong}");
        }
    }
}
// [end:tests]
