use crate::{PerftLineError, UciMove};
use core::fmt;
use core::str::FromStr;

/// A line of what engines answer to `go perft N`: one for each move, then the total.
///
/// Read are the ways in which engines differ: `e2e4: 20`, `e2e4 20` and `e2e4 - 20` for a move;
/// `Nodes searched: 20`, `Nodes: 20`, `Total: 20` and the like, in any case, for the total.
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
    /// The leaves below one move.
    Move {
        /// The move.
        uci_move: UciMove,
        /// How many leaves its subtree has.
        nodes: u64,
    },
    /// All leaves together.
    Total {
        /// How many leaves the whole tree has.
        nodes: u64,
    },
}

impl FromStr for PerftLine {
    type Err = PerftLineError;

    fn from_str(line: &str) -> Result<Self, PerftLineError> {
        let line = line.trim_ascii();
        let (what, count) = line
            .rsplit_once(':')
            .or_else(|| line.rsplit_once(|letter: char| letter.is_ascii_whitespace()))
            .ok_or(PerftLineError)?;
        let nodes = count.trim_ascii().parse().map_err(|_| PerftLineError)?;
        let what = what.trim_end_matches(|c: char| c == '-' || c.is_ascii_whitespace());
        if let Ok(uci_move) = what.parse() {
            return Ok(Self::Move { uci_move, nodes });
        }
        let names = ["nodes searched", "nodes", "total", "total nodes", "nodes total"];
        if names.iter().any(|name| what.eq_ignore_ascii_case(name)) {
            return Ok(Self::Total { nodes });
        }
        Err(PerftLineError)
    }
}

/// `e2e4: 20` and `Nodes searched: 20`. By custom an empty line stands before the total.
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
    fn moves_and_totals_are_read_as_engines_write_them() {
        for line in ["e7e8q: 20", "e7e8q 20", "e7e8q - 20", " e7e8q : 20\r\n", "e7e8Q\t20"] {
            assert_eq!(line.parse::<PerftLine>().unwrap().to_string(), "e7e8q: 20", "{line:?}");
        }
        for line in ["Nodes searched: 9", "Nodes searched  : 9", "NODES 9", "total: 9"] {
            assert_eq!(line.parse(), Ok(PerftLine::Total { nodes: 9 }), "{line:?}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
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
}
