//! The `go` command.

use crate::tokens::{ClampedInt, Tokens, write_field, write_moves};
use crate::{CommandError, UciMove};
use alloc::vec::Vec;
use core::fmt;
use ferz::Color;

/// The arguments of `go`: any combination of search limits, in any order. If a limit occurs twice, the
/// last one is used.
///
/// The fields hold the numbers as sent; the receiver interprets a negative clock or zero moves to go.
/// An invalid limit is never an error, since an engine that does not reply with a move loses the game:
/// a number out of range is clamped, a fraction is truncated, and a limit with a missing or invalid
/// number is ignored. If that leaves no limit, `movetime` is 0, so that the search ends. Invalid moves
/// are ignored. Without any field, the search has no limit.
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
    /// Ponder: search on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's remaining time in milliseconds; some GUIs send negative times.
    pub wtime: Option<i64>,
    /// Black's remaining time in milliseconds; some GUIs send negative times.
    pub btime: Option<i64>,
    /// White's increment per move in milliseconds.
    pub winc: Option<i64>,
    /// Black's increment per move in milliseconds.
    pub binc: Option<i64>,
    /// The number of moves to the next time control; some GUIs send 0 if there is none.
    pub movestogo: Option<u32>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes to search.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// The search time in milliseconds.
    pub movetime: Option<i64>,
    /// The depth of a perft to run instead of a search. Not in UCI.
    pub perft: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// The root moves to search; all legal moves if empty.
    pub searchmoves: Vec<UciMove>,
}

/// The limits with a number, named as their fields, in the order of writing.
macro_rules! for_each_limit {
    ($limit:ident) => {
        $limit!(wtime btime winc binc movestogo depth nodes mate movetime)
    };
}

/// Returns true for the keywords of `go`, which end a list of moves.
fn is_keyword(token: &str) -> bool {
    macro_rules! is_limit {
        ($($field:ident)*) => { [$(stringify!($field)),*].contains(&token) };
    }
    for_each_limit!(is_limit) || matches!(token, "ponder" | "perft" | "infinite" | "searchmoves")
}

/// Parses the value of a limit into its field. Reports an invalid or missing number to `ignored` and
/// returns false.
fn parse_limit<T: ClampedInt>(
    field: &mut Option<T>,
    tokens: &mut Tokens<'_>,
    ignored: &mut dyn FnMut(&str),
) -> bool {
    let token = tokens.next_unless(is_keyword);
    let number = token.and_then(T::parse_clamped);
    let valid = number.is_some();
    if valid {
        *field = number;
    } else {
        ignored(token.unwrap_or("(a number is missing)"));
    }
    valid
}

/// Parses the moves up to the next keyword.
fn parse_moves(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Vec<UciMove> {
    let mut moves = Vec::new();
    while let Some(token) = tokens.next_unless(is_keyword) {
        match token.parse() {
            Ok(uci_move) => moves.push(uci_move),
            Err(_) => ignored(token),
        }
    }
    moves
}

impl Go {
    /// Returns the remaining time of one side in milliseconds.
    pub const fn clock(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        }
    }

    /// Returns the increment per move of one side in milliseconds.
    pub const fn increment(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
    }

    /// Returns true if the search has a limit, or needs none.
    fn ends(&self) -> bool {
        let clock = self.wtime.is_some() || self.btime.is_some() || self.movetime.is_some();
        let limit = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        clock || limit || self.infinite
    }

    /// Parses the tokens after `go`.
    pub(crate) fn parse(
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Self, CommandError> {
        let mut go = Self::default();
        let mut valid = true;
        while let Some(token) = tokens.next() {
            macro_rules! parse {
                ($($field:ident)*) => {
                    match token {
                        $(stringify!($field) => {
                            valid &= parse_limit(&mut go.$field, tokens, ignored);
                        })*
                        "ponder" => go.ponder = true,
                        "perft" => {
                            go.perft = Some(tokens.number("perft", CommandError::MissingValue)?);
                        }
                        "infinite" => go.infinite = true,
                        "searchmoves" => go.searchmoves = parse_moves(tokens, ignored),
                        _ => ignored(token),
                    }
                };
            }
            for_each_limit!(parse);
        }
        if !valid && !go.ends() {
            go.movetime = Some(0);
        }
        Ok(go)
    }
}

/// Writes `searchmoves` last, since some engines parse all tokens after it as moves.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        f.write_str(if self.ponder { " ponder" } else { "" })?;
        macro_rules! write_limits {
            ($($field:ident)*) => { $(write_field(f, stringify!($field), self.$field)?;)* };
        }
        for_each_limit!(write_limits);
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

    fn all_fields() -> Go {
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
    fn all_fields_are_parsed_in_any_order() {
        assert_eq!(go(&all_fields().to_string()), Ok(all_fields()));
        let shuffled = "go infinite searchmoves e2e4 0000 perft 8 movetime 7 mate 6 \
                        nodes 18446744073709551615 depth 5 movestogo 4 binc 3 winc 2 btime 1 \
                        wtime -5 ponder";
        assert_eq!(go(shuffled), Ok(all_fields()));
    }

    #[test]
    fn every_keyword_ends_searchmoves() {
        let line = all_fields().to_string();
        let keywords: Vec<_> = line
            .split(' ')
            .skip(1)
            .filter(|token| token.parse::<i128>().is_err() && token.parse::<UciMove>().is_err())
            .collect();
        assert_eq!(keywords.len(), 13);
        assert!(keywords.into_iter().all(is_keyword));
        let go = go("go searchmoves e2e4 winc 5").unwrap();
        assert_eq!((go.searchmoves.len(), go.winc), (1, Some(5)));
    }

    #[test]
    fn last_of_two_values_is_used() {
        assert_eq!(go("go depth 3 depth 4").unwrap().depth, Some(4));
        let twice = go("go searchmoves e2e4 d2d4 searchmoves c2c4").unwrap();
        assert_eq!(twice.searchmoves, ["c2c4".parse().unwrap()]);
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        assert_eq!(go("go depth -1").unwrap().depth, Some(0));
        assert_eq!(go("go depth 4294967296").unwrap().depth, Some(u32::MAX));
        assert_eq!(go("go nodes 99999999999999999999").unwrap().nodes, Some(u64::MAX));
        assert_eq!(go("go wtime -99999999999999999999").unwrap().wtime, Some(i64::MIN));
    }

    #[test]
    fn limits_with_invalid_numbers_are_ignored_and_reported() {
        for (line, written, reported) in [
            ("go nodes NaN movetime 300", "go movetime 300", "NaN"),
            ("go depth 7 depth x", "go depth 7", "x"),
            ("go wtime btime 3", "go btime 3", "(a number is missing)"),
            ("go btime 5 wtime", "go btime 5", "(a number is missing)"),
            ("go infinite depth x", "go infinite", "x"),
            ("go wtime 1000.9 btime 3.0", "go wtime 1000 btime 3", ""),
            ("go searchmoves e2e4 foo e9e4 depth 3", "go depth 3 searchmoves e2e4", "foo e9e4"),
            // No limit is left: the search ends at once.
            ("go depth x", "go movetime 0", "x"),
            ("go wtime 1.2.3 winc .5", "go movetime 0", "1.2.3 .5"),
            ("go movetime ٣ nodes -", "go movetime 0", "٣ -"),
            ("go ponder wtime x winc 5", "go ponder winc 5 movetime 0", "x"),
        ] {
            let mut ignored = Vec::new();
            let command = Command::parse_reporting(line, |token| ignored.push(token.to_string()));
            assert_eq!(command.unwrap().to_string(), written, "{line}");
            assert_eq!(ignored.join(" "), reported, "{line}");
        }
    }

    #[test]
    fn invalid_limit_ends_the_search_at_once_unless_another_limit_ends_it() {
        for limit in ["wtime", "btime", "movetime", "depth", "nodes", "mate"] {
            let line = format!("go {limit} 5");
            assert_eq!(go(&format!("{line} winc x")).unwrap().to_string(), line);
        }
        for other in ["winc", "binc", "movestogo"] {
            let with_zero = go(&format!("go {other} 5 depth x")).unwrap();
            assert_eq!(with_zero.movetime, Some(0), "{other}");
        }
    }

    #[test]
    fn clocks_and_increments_belong_to_a_color() {
        let go = all_fields();
        assert_eq!(Color::ALL.map(|color| go.clock(color)), [Some(-5), Some(1)]);
        assert_eq!(Color::ALL.map(|color| go.increment(color)), [Some(2), Some(3)]);
        assert_eq!(Color::ALL.map(|color| Go::default().increment(color)), [None; 2]);
    }

    #[test]
    fn perft_without_a_valid_depth_is_an_error() {
        assert_eq!(go("go perft"), Err(CommandError::MissingValue("perft")));
        let bad = BadNumber { keyword: "perft", token: "x".into() };
        assert_eq!(go("go perft x"), Err(CommandError::BadNumber(bad)));
    }
}
