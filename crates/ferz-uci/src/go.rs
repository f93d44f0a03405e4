use crate::tokens::{ClampedInt, Tokens, write_field, write_moves};
use crate::{CommandError, UciMove};
use alloc::vec::Vec;
use core::fmt;
use ferz::Color;

/// What `go` says: any combination of limits, in any order. Given twice, the last one counts.
///
/// The fields are what was written and no more: whether a clock of -20 ms or zero moves to go means
/// something is for the receiver to decide. No limit is an error, for an engine that gave no move for
/// it would lose the game: a number too large or too small for its field counts as the nearest there
/// is, one with a fraction as the whole part, and what is missing or no number at all as 0, so that
/// the search ends. Words among the moves that are none are passed over. Without any field `go` is a
/// search without limit.
///
/// ```
/// use ferz_uci::{Command, Go};
///
/// let Command::Go(go) = "go winc 50 wtime 60000 depth 9".parse()? else { unreachable!() };
/// assert_eq!(go, Go { wtime: Some(60_000), winc: Some(50), depth: Some(9), ..Go::default() });
/// assert_eq!(go.to_string(), "go wtime 60000 winc 50 depth 9");
/// # Ok::<(), ferz_uci::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Go {
    /// Search in the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's time left, in milliseconds; some GUIs send a clock that has run below zero.
    pub wtime: Option<i64>,
    /// Black's time left, in milliseconds; some GUIs send a clock that has run below zero.
    pub btime: Option<i64>,
    /// What White gets back for each move, in milliseconds.
    pub winc: Option<i64>,
    /// What Black gets back for each move, in milliseconds.
    pub binc: Option<i64>,
    /// Moves until the next time control; some GUIs send 0 where there is none.
    pub movestogo: Option<u32>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Find a mate in this many moves.
    pub mate: Option<u32>,
    /// Time to search, in milliseconds.
    pub movetime: Option<i64>,
    /// Count the leaves at this depth instead of searching.
    pub perft: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// The moves to look at in the first position; all of them if empty.
    pub searchmoves: Vec<UciMove>,
}

/// Whether the word is one of the keywords of `go`, and so ends a list of moves.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "ponder" | "wtime" | "btime" | "winc" | "binc" | "movestogo" | "depth" | "nodes" | "mate"
    ) || matches!(word, "movetime" | "perft" | "infinite" | "searchmoves")
}

/// The value of a limit, 0 where none can be read, which is told.
fn limit<T: ClampedInt>(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> T {
    let token = tokens.next_unless(is_keyword);
    let number = token.and_then(T::nearest);
    if number.is_none() {
        ignored(token.unwrap_or("(a number is missing)"));
    }
    number.unwrap_or_default()
}

/// The moves up to the next keyword.
fn moves(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Vec<UciMove> {
    let mut moves = Vec::new();
    while let Some(token) = tokens.next_unless(is_keyword) {
        match token.parse() {
            Ok(m) => moves.push(m),
            Err(_) => ignored(token),
        }
    }
    moves
}

impl Go {
    /// The time left on one side's clock, in milliseconds.
    pub const fn clock(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        }
    }

    /// What one side gets back for each move, in milliseconds.
    pub const fn increment(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
    }

    /// Reads what follows the word `go`.
    pub(crate) fn parse(
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Self, CommandError> {
        let mut go = Self::default();
        while let Some(word) = tokens.next() {
            match word {
                "ponder" => go.ponder = true,
                "wtime" => go.wtime = Some(limit(tokens, ignored)),
                "btime" => go.btime = Some(limit(tokens, ignored)),
                "winc" => go.winc = Some(limit(tokens, ignored)),
                "binc" => go.binc = Some(limit(tokens, ignored)),
                "movestogo" => go.movestogo = Some(limit(tokens, ignored)),
                "depth" => go.depth = Some(limit(tokens, ignored)),
                "nodes" => go.nodes = Some(limit(tokens, ignored)),
                "mate" => go.mate = Some(limit(tokens, ignored)),
                "movetime" => go.movetime = Some(limit(tokens, ignored)),
                "perft" => go.perft = Some(tokens.number("perft", CommandError::MissingValue)?),
                "infinite" => go.infinite = true,
                "searchmoves" => go.searchmoves = moves(tokens, ignored),
                _ => ignored(word),
            }
        }
        Ok(go)
    }
}

/// Writes the whole command. `searchmoves` comes last: some engines take all that follows for moves.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        f.write_str(if self.ponder { " ponder" } else { "" })?;
        write_field(f, "wtime", self.wtime)?;
        write_field(f, "btime", self.btime)?;
        write_field(f, "winc", self.winc)?;
        write_field(f, "binc", self.binc)?;
        write_field(f, "movestogo", self.movestogo)?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "mate", self.mate)?;
        write_field(f, "movetime", self.movetime)?;
        write_field(f, "perft", self.perft)?;
        f.write_str(if self.infinite { " infinite" } else { "" })?;
        write_moves(f, "searchmoves", &self.searchmoves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BadNumber, Command};

    fn go(line: &str) -> Result<Go, CommandError> {
        match line.parse()? {
            Command::Go(go) => Ok(go),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    fn everything() -> Go {
        Go {
            ponder: true,
            wtime: Some(-5),
            btime: Some(1),
            winc: Some(2),
            binc: Some(3),
            movestogo: Some(4),
            depth: Some(5),
            nodes: Some(u64::MAX),
            mate: Some(6),
            movetime: Some(7),
            perft: Some(8),
            infinite: true,
            searchmoves: vec!["e2e4".parse().unwrap(), "0000".parse().unwrap()],
        }
    }

    #[test]
    fn everything_at_once_in_any_order() {
        assert_eq!(go(&everything().to_string()), Ok(everything()));
        let shuffled = "go infinite searchmoves e2e4 0000 perft 8 movetime 7 mate 6 \
                        nodes 18446744073709551615 depth 5 movestogo 4 binc 3 winc 2 btime 1 \
                        wtime -5 ponder";
        assert_eq!(go(shuffled), Ok(everything()));
    }

    #[test]
    fn every_keyword_ends_the_moves() {
        let line = everything().to_string();
        let keywords: Vec<_> = line
            .split(' ')
            .skip(1)
            .filter(|word| word.parse::<i128>().is_err() && word.parse::<UciMove>().is_err())
            .collect();
        assert_eq!(keywords.len(), 13);
        assert!(keywords.into_iter().all(is_keyword));
        let go = go("go searchmoves e2e4 winc 5").unwrap();
        assert_eq!((go.searchmoves.len(), go.winc), (1, Some(5)));
    }

    #[test]
    fn the_last_of_two_counts() {
        assert_eq!(go("go depth 3 depth 4").unwrap().depth, Some(4));
        let twice = go("go searchmoves e2e4 d2d4 searchmoves c2c4").unwrap();
        assert_eq!(twice.searchmoves, ["c2c4".parse().unwrap()]);
    }

    #[test]
    fn a_number_out_of_range_counts_as_the_nearest() {
        assert_eq!(go("go depth -1").unwrap().depth, Some(0));
        assert_eq!(go("go depth 4294967296").unwrap().depth, Some(u32::MAX));
        assert_eq!(go("go nodes 99999999999999999999").unwrap().nodes, Some(u64::MAX));
        assert_eq!(go("go wtime -99999999999999999999").unwrap().wtime, Some(i64::MIN));
    }

    #[test]
    fn what_is_no_number_counts_as_nothing_and_is_told() {
        for (line, read, told) in [
            ("go depth x", "go depth 0", "x"),
            ("go wtime 1000.9 btime 3.0", "go wtime 1000 btime 3", ""),
            ("go wtime 1.2.3 winc .5", "go wtime 0 winc 0", "1.2.3 .5"),
            ("go wtime btime 3", "go wtime 0 btime 3", "(a number is missing)"),
            ("go movetime ٣ nodes -", "go nodes 0 movetime 0", "٣ -"),
            ("go btime 5 wtime", "go wtime 0 btime 5", "(a number is missing)"),
            ("go searchmoves e2e4 foo e9e4 depth 3", "go depth 3 searchmoves e2e4", "foo e9e4"),
        ] {
            let mut ignored = Vec::new();
            let command = Command::parse_reporting(line, |word| ignored.push(word.to_string()));
            assert_eq!(command.unwrap().to_string(), read, "{line}");
            assert_eq!(ignored.join(" "), told, "{line}");
        }
    }

    #[test]
    fn a_count_needs_its_depth() {
        assert_eq!(go("go perft"), Err(CommandError::MissingValue("perft")));
        let bad = BadNumber { keyword: "perft", token: "x".into() };
        assert_eq!(go("go perft x"), Err(CommandError::BadNumber(bad)));
    }
}
