//! Lines of perft output.

use crate::{PerftLineError, UciMove};
use core::fmt;
use core::str::FromStr;

/// A line of an engine's reply to `go perft N`: one for each root move, then the total.
///
/// Parsing accepts the formats of different engines: `e2e4: 20`, `e2e4 20` and `e2e4 - 20` for a move;
/// `Nodes searched: 20`, `Nodes: 20`, `Total: 20` and similar, in any case, for the total.
///
/// ```
/// use ferz_uci::PerftLine;
///
/// let mut sum = 0;
/// for line in "e2e4: 20\nd2d4: 20\n\nNodes searched: 40\n".lines() {
///     match line.parse() {
///         Ok(PerftLine::Move { nodes, .. }) => sum += nodes,
///         Ok(PerftLine::Total { nodes }) => assert_eq!(nodes, sum),
///         Err(_) => assert!(line.is_empty()),
///     }
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PerftLine {
    /// The count of one root move.
    Move {
        /// The root move.
        uci_move: UciMove,
        /// The number of leaves below it.
        nodes: u64,
    },
    /// The total count.
    Total {
        /// The number of leaves of the tree.
        nodes: u64,
    },
}

/// Splits a line into label and count.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_ascii();
    let (label, count) =
        line.rsplit_once(':').or_else(|| line.rsplit_once(|c: char| c.is_ascii_whitespace()))?;
    let label = label.trim_end_matches(|c: char| c == '-' || c.is_ascii_whitespace());
    Some((label, count.trim_ascii()))
}

impl PerftLine {
    /// Returns true for a line with a colon after a move or after `Nodes searched`, and a count that is
    /// no number of 64 bits. Other text is not regarded as a count, since engines print statistics.
    #[cfg(feature = "client")]
    pub(crate) fn has_invalid_count(line: &str) -> bool {
        let Some((label, count)) = split(line).filter(|_| line.contains(':')) else { return false };
        let is_label =
            label.parse::<UciMove>().is_ok() || label.eq_ignore_ascii_case("nodes searched");
        is_label && count.parse::<u64>().is_err()
    }
}

impl FromStr for PerftLine {
    type Err = PerftLineError;

    fn from_str(line: &str) -> Result<Self, PerftLineError> {
        let (label, count) = split(line).ok_or(PerftLineError)?;
        let nodes = count.parse().map_err(|_| PerftLineError)?;
        if let Ok(uci_move) = label.parse() {
            return Ok(Self::Move { uci_move, nodes });
        }
        let totals = ["nodes searched", "nodes", "total", "total nodes", "nodes total"];
        if totals.iter().any(|total| label.eq_ignore_ascii_case(total)) {
            return Ok(Self::Total { nodes });
        }
        Err(PerftLineError)
    }
}

/// Writes `e2e4: 20` or `Nodes searched: 20`. Engines usually write an empty line before the total,
/// which is not part of the text.
impl fmt::Display for PerftLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { uci_move, nodes } => write!(f, "{uci_move}: {nodes}"),
            Self::Total { nodes } => write!(f, "Nodes searched: {nodes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_different_engines_are_parsed() {
        for line in ["e7e8q: 20", "e7e8q 20", "e7e8q - 20", " e7e8q : 20\r\n", "e7e8Q\t20"] {
            assert_eq!(line.parse::<PerftLine>().unwrap().to_string(), "e7e8q: 20", "{line:?}");
        }
        for line in ["Nodes searched: 9", "Nodes searched  : 9", "NODES 9", "total: 9"] {
            assert_eq!(line.parse(), Ok(PerftLine::Total { nodes: 9 }), "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_refused() {
        for line in [
            "",
            ":",
            "20",
            "e2e4",
            "e2e4:",
            ": 20",
            "e2e9: 20",
            "e2e4: -1",
            "e2e4: 18446744073709551616",
            "e2e4 e7e5: 20",
            "Nodes/second: 20",
            "Nodes searched: many",
        ] {
            assert_eq!(line.parse::<PerftLine>(), Err(PerftLineError), "{line:?}");
        }
    }
    #[test]
    #[cfg(feature = "client")]
    fn counts_that_are_no_numbers_are_found() {
        for line in ["e2e4: -20", "Nodes searched: many", "nodes searched : 99999999999999999999"] {
            assert!(PerftLine::has_invalid_count(line), "{line:?}");
        }
        for line in ["e2e4: 20", "Nodes/second: x", "e2e4 e7e5: x", "info string", "e2e4 x", ":"] {
            assert!(!PerftLine::has_invalid_count(line), "{line:?}");
        }
    }
}
