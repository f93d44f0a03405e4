//! The `info` reply: search statistics, scores and lines.

use crate::UciMove;
use crate::tokens::{OneLine, Tokens, write_field, write_moves};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use ferz::{Bound, Score};

/// The fields of an `info` line. Every field is optional; an empty list of moves is a missing field.
///
/// Parsing never fails, since engines extend the protocol freely: unknown tokens, invalid numbers and
/// invalid moves are ignored. If a field occurs twice, the last value is used.
///
/// ```
/// use ferz::Score;
/// use ferz_uci::{Info, Reply};
///
/// let info = Info { depth: Some(12), score: Some(Score::Cp(31)), ..Info::default() };
/// assert_eq!(info.to_string(), "info depth 12 score cp 31");
///
/// let Reply::Info(read) = "info score cp 31 nps inf depth 12".parse()? else { unreachable!() };
/// assert_eq!(read, info);
/// # Ok::<(), ferz_uci::ReplyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The selective search depth: the deepest ply reached.
    pub seldepth: Option<u32>,
    /// The rank of this line in multi-PV mode, from 1.
    pub multipv: Option<u32>,
    /// The score of the line, from the view of the side to move.
    pub score: Option<Score>,
    /// The bound of the score; exact if there is no score.
    pub bound: Bound,
    /// The win, draw and loss probabilities.
    pub wdl: Option<WdlPermille>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The nodes searched per second.
    pub nps: Option<u64>,
    /// The fill of the hash table, per mille.
    pub hashfull: Option<u16>,
    /// The number of positions found in endgame tablebases.
    pub tbhits: Option<u64>,
    /// The number of positions found in Shredder endgame databases.
    pub sbhits: Option<u64>,
    /// The CPU usage, per mille.
    pub cpuload: Option<u32>,
    /// The search time in milliseconds.
    pub time: Option<u64>,
    /// The root move being searched.
    pub currmove: Option<UciMove>,
    /// The number of the root move being searched, from 1.
    pub currmovenumber: Option<u32>,
    /// The principal variation.
    pub pv: Vec<UciMove>,
    /// A move, followed by its refutation.
    pub refutation: Vec<UciMove>,
    /// The line being searched.
    pub currline: Option<CurrentLine>,
    /// Any text, trimmed. It extends from `string` to the end of the line.
    pub string: Option<String>,
}

/// The line being searched by one CPU.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CurrentLine {
    /// The number of the CPU, from 1; optional for a single CPU.
    pub cpu: Option<u32>,
    /// The moves of the line.
    pub moves: Vec<UciMove>,
}

/// Calls a macro with the fields of one value each, in the order of printing: those before the score
/// and those after it.
macro_rules! for_each_value {
    ($value:ident) => {
        $value!(
            depth seldepth multipv;
            nodes nps hashfull tbhits sbhits cpuload time currmove currmovenumber
        )
    };
}

impl Info {
    /// Creates an `info string` line.
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Parses the tokens after `info`.
    pub(crate) fn parse(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Self {
        let mut info = Self::default();
        while let Some(token) = tokens.next() {
            if !info.parse_value(token, tokens) && !info.parse_other(token, tokens) {
                ignored(token);
            }
        }
        info
    }

    /// Parses a single value. Returns false for other keywords and invalid values.
    fn parse_value(&mut self, keyword: &str, tokens: &mut Tokens<'_>) -> bool {
        macro_rules! parse {
            ($($before:ident)*; $($after:ident)*) => {
                match keyword {
                    $(stringify!($before) => parse_field(&mut self.$before, tokens),)*
                    $(stringify!($after) => parse_field(&mut self.$after, tokens),)*
                    _ => false,
                }
            };
        }
        for_each_value!(parse)
    }

    /// Parses the value of any other keyword. Returns false for unknown keywords and invalid values.
    fn parse_other(&mut self, keyword: &str, tokens: &mut Tokens<'_>) -> bool {
        match keyword {
            "score" => return self.parse_score(tokens),
            // Some engines write `wdl` between the score and its bound.
            "lowerbound" => return self.set_bound(Bound::Lower),
            "upperbound" => return self.set_bound(Bound::Upper),
            "wdl" => return parse_wdl(&mut self.wdl, tokens),
            "pv" => self.pv = tokens.moves(),
            "refutation" => self.refutation = tokens.moves(),
            "currline" => self.currline = Some(CurrentLine::parse(tokens)),
            "string" => self.string = Some(tokens.rest().to_string()),
            _ => return false,
        }
        true
    }

    /// Parses `cp 31` or `mate 3`, which replaces an earlier score with its bound.
    fn parse_score(&mut self, tokens: &mut Tokens<'_>) -> bool {
        let mut after = *tokens;
        let to_score = match after.next() {
            Some("cp") => Score::Cp,
            Some("mate") => Score::Mate,
            _ => return false,
        };
        let Some(number) = after.next_parsed() else { return false };
        (self.score, self.bound) = (Some(to_score(number)), Bound::Exact);
        *tokens = after;
        true
    }

    /// Sets the bound of the score. Returns false if there is no score yet.
    fn set_bound(&mut self, bound: Bound) -> bool {
        if self.score.is_some() {
            self.bound = bound;
        }
        self.score.is_some()
    }

    /// Writes the score with its bound.
    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            None => return Ok(()),
            Some(Score::Cp(centipawns)) => write!(f, " score cp {centipawns}")?,
            Some(Score::Mate(moves)) => write!(f, " score mate {moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl CurrentLine {
    /// Parses the tokens after `currline`.
    fn parse(tokens: &mut Tokens<'_>) -> Self {
        // The null move 0000 would parse as a number too.
        let starts_with_move = tokens.peek().is_some_and(|token| token.parse::<UciMove>().is_ok());
        let cpu = if starts_with_move { None } else { tokens.next_parsed() };
        Self { cpu, moves: tokens.moves() }
    }
}

/// Stores the next token in `field`. Returns false if it is not a valid value.
fn parse_field<T: FromStr>(field: &mut Option<T>, tokens: &mut Tokens<'_>) -> bool {
    let Some(value) = tokens.next_parsed() else { return false };
    *field = Some(value);
    true
}

/// Parses three numbers.
fn parse_wdl(wdl: &mut Option<WdlPermille>, tokens: &mut Tokens<'_>) -> bool {
    let mut after = *tokens;
    let numbers = [after.next_parsed(), after.next_parsed(), after.next_parsed()];
    let [Some(win), Some(draw), Some(loss)] = numbers else { return false };
    *wdl = Some(WdlPermille { win, draw, loss });
    *tokens = after;
    true
}

/// Writes the fields in the order of their declaration.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        macro_rules! write_values {
            ($($before:ident)*; $($after:ident)*) => {
                $(write_field(f, stringify!($before), self.$before)?;)*
                self.write_score(f)?;
                write_field(f, "wdl", self.wdl)?;
                $(write_field(f, stringify!($after), self.$after)?;)*
            };
        }
        for_each_value!(write_values);
        write_moves(f, "pv", &self.pv)?;
        write_moves(f, "refutation", &self.refutation)?;
        if let Some(line) = &self.currline {
            f.write_str(" currline")?;
            line.cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            line.moves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        write_field(f, "string", self.string.as_deref().map(OneLine))
    }
}

/// The win, draw and loss probabilities of the side to move, per mille. They should add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WdlPermille {
    /// The probability of a win, per mille.
    pub win: u16,
    /// The probability of a draw, per mille.
    pub draw: u16,
    /// The probability of a loss, per mille.
    pub loss: u16,
}

/// Writes the text after `wdl`.
impl fmt::Display for WdlPermille {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    fn info(line: &str) -> (Info, String) {
        let mut ignored = Vec::new();
        let reply = Reply::parse_reporting(line, |token| ignored.push(token.to_string()));
        let Ok(Reply::Info(info)) = reply else { panic!("{line:?} is {reply:?}") };
        (info, ignored.join(" "))
    }

    #[test]
    fn lines_in_canonical_order_round_trip() {
        for line in [
            "info depth 12 seldepth 18 multipv 1 score cp 31 wdl 300 600 100 nodes 123 nps 456 \
             hashfull 3 tbhits 0 time 270 pv e2e4 e7e5",
            "info depth 1 score mate -3 upperbound",
            "info sbhits 1 cpuload 1000 currmove e7e8q currmovenumber 1",
            "info refutation d1h5 g6h5",
            "info currline 2 e2e4 e7e5 string and the rest",
            "info currline 0000 e7e5",
            "info currline",
            "info string depth 3  pv e2e4",
            "info",
        ] {
            assert_eq!(info(line).0.to_string(), line);
            assert_eq!(info(line).1, "");
        }
    }

    #[test]
    fn invalid_tokens_are_ignored_and_reported() {
        for (line, kept, expected) in [
            ("info depth x seldepth 3", "seldepth 3", "depth x"),
            ("info depth seldepth 3", "seldepth 3", "depth"),
            ("info depth 3 depth", "depth 3", "depth"),
            ("info nps inf nodes 5", "nodes 5", "nps inf"),
            ("info time -5 hashfull 99999 nodes 1", "nodes 1", "time -5 hashfull 99999"),
            ("info score cp 12.5 nodes 1", "nodes 1", "score cp 12.5"),
            ("info score 5 nodes 1", "nodes 1", "score 5"),
            ("info lowerbound score mate 1", "score mate 1", "lowerbound"),
            ("info wdl 1 2 nodes 5", "nodes 5", "wdl 1 2"),
            ("info pv e2e4 e7-e5 g1f3 nodes 5", "nodes 5 pv e2e4", "e7-e5 g1f3"),
            ("info currmove (none) depth 2", "depth 2", "currmove (none)"),
            ("info ebf 2.1 depth 2", "depth 2", "ebf 2.1"),
        ] {
            let (info, ignored) = info(line);
            assert_eq!(info.to_string(), format!("info {kept}"), "{line}");
            assert_eq!(ignored, expected, "{line}");
        }
    }

    #[test]
    fn bound_after_wdl_is_parsed() {
        let (info, _) = info("info score cp 31 wdl 300 600 100 lowerbound nodes 5");
        assert_eq!((info.score, info.bound), (Some(Score::Cp(31)), Bound::Lower));
        assert_eq!(info.wdl, Some(WdlPermille { win: 300, draw: 600, loss: 100 }));
    }

    #[test]
    fn last_of_two_values_is_used() {
        assert_eq!(info("info depth 1 depth 2").0.depth, Some(2));
        let (info, _) = info("info score cp 1 lowerbound score mate 2");
        assert_eq!((info.score, info.bound), (Some(Score::Mate(2)), Bound::Exact));
    }
}
