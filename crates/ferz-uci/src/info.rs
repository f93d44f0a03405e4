use crate::tokens::{OneLine, Tokens, write_field, write_moves};
use crate::{Score, ScoreBound, ScoreValue, UciMove, WdlPermille};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// What `info` says. Every field may be missing; an empty list of moves is a missing one.
///
/// Reading never fails: engines write much that is not in the protocol, so an unknown word, a
/// value that is no number or a broken move is passed over and the rest still read. Of two values
/// for a field the last counts.
///
/// ```
/// use ferz_uci::{Info, Reply, Score};
///
/// let info = Info { depth: Some(12), score: Some(Score::cp(31)), ..Info::default() };
/// assert_eq!(info.to_string(), "info depth 12 score cp 31");
///
/// let Reply::Info(read) = "info score cp 31 nps inf depth 12".parse()? else { unreachable!() };
/// assert_eq!(read, info);
/// # Ok::<(), ferz_uci::ReplyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is; the best is 1.
    pub multipv: Option<u32>,
    /// The line's score.
    pub score: Option<Score>,
    /// The line's chances.
    pub wdl: Option<WdlPermille>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u16>,
    /// Positions found in the endgame tablebases.
    pub tbhits: Option<u64>,
    /// Positions found in the shredder endgame databases.
    pub sbhits: Option<u64>,
    /// The processor's load, in thousandths.
    pub cpuload: Option<u32>,
    /// Time searched, in milliseconds.
    pub time: Option<u64>,
    /// The move being searched.
    pub currmove: Option<UciMove>,
    /// The number of the move being searched; the first is 1.
    pub currmovenumber: Option<u32>,
    /// The best line.
    pub pv: Vec<UciMove>,
    /// A move and the line that refutes it.
    pub refutation: Vec<UciMove>,
    /// The line being searched.
    pub currline: Option<CurrentLine>,
    /// Free text, less the blanks at its ends; on the line it takes all that follows `string`.
    pub string: Option<String>,
}

/// What `currline` says: a line being searched, and which processor searches it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CurrentLine {
    /// The processor's number, from 1; it may be missing where there is only one.
    pub cpu: Option<u32>,
    /// The line.
    pub moves: Vec<UciMove>,
}

impl Info {
    /// An `info string` line.
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows the word `info`.
    pub(crate) fn parse(tokens: &mut Tokens<'_>, ignored: &mut dyn FnMut(&str)) -> Self {
        let mut info = Self::default();
        while let Some(word) = tokens.next() {
            if !info.read_number(word, tokens) && !info.read_other(word, tokens) {
                ignored(word);
            }
        }
        info
    }

    /// Reads the value of a keyword that takes one number; false if that is not what stands there.
    fn read_number(&mut self, word: &str, tokens: &mut Tokens<'_>) -> bool {
        match word {
            "depth" => read(&mut self.depth, tokens),
            "seldepth" => read(&mut self.seldepth, tokens),
            "multipv" => read(&mut self.multipv, tokens),
            "nodes" => read(&mut self.nodes, tokens),
            "nps" => read(&mut self.nps, tokens),
            "hashfull" => read(&mut self.hashfull, tokens),
            "tbhits" => read(&mut self.tbhits, tokens),
            "sbhits" => read(&mut self.sbhits, tokens),
            "cpuload" => read(&mut self.cpuload, tokens),
            "time" => read(&mut self.time, tokens),
            "currmovenumber" => read(&mut self.currmovenumber, tokens),
            _ => false,
        }
    }

    /// Reads the value of any other keyword; false if that is not what stands there.
    fn read_other(&mut self, word: &str, tokens: &mut Tokens<'_>) -> bool {
        match word {
            "score" => return read_score(&mut self.score, tokens),
            // Some engines write the chances between the score and its bound.
            "lowerbound" => return set_bound(&mut self.score, ScoreBound::Lower),
            "upperbound" => return set_bound(&mut self.score, ScoreBound::Upper),
            "wdl" => return read_wdl(&mut self.wdl, tokens),
            "currmove" => return read(&mut self.currmove, tokens),
            "pv" => self.pv = tokens.moves(),
            "refutation" => self.refutation = tokens.moves(),
            "currline" => self.currline = Some(CurrentLine::parse(tokens)),
            "string" => self.string = Some(tokens.rest().to_string()),
            _ => return false,
        }
        true
    }
}

impl CurrentLine {
    /// Reads what follows the word `currline`.
    fn parse(tokens: &mut Tokens<'_>) -> Self {
        // The null move 0000 would read as a number too.
        let starts_with_move = tokens.peek().is_some_and(|word| word.parse::<UciMove>().is_ok());
        let cpu = if starts_with_move { None } else { tokens.next_if() };
        Self { cpu, moves: tokens.moves() }
    }
}

/// Reads the next word into `field` if it fits there.
fn read<T: FromStr>(field: &mut Option<T>, tokens: &mut Tokens<'_>) -> bool {
    let value = tokens.next_if();
    let fits = value.is_some();
    if fits {
        *field = value;
    }
    fits
}

/// Reads `cp 31` or `mate 3`.
fn read_score(score: &mut Option<Score>, tokens: &mut Tokens<'_>) -> bool {
    let mut after = *tokens;
    let kind = match after.next() {
        Some("cp") => ScoreValue::Cp,
        Some("mate") => ScoreValue::Mate,
        _ => return false,
    };
    let Some(number) = after.next_if() else { return false };
    *score = Some(Score { value: kind(number), bound: ScoreBound::Exact });
    *tokens = after;
    true
}

/// Makes the score that was read a bound.
fn set_bound(score: &mut Option<Score>, bound: ScoreBound) -> bool {
    match score {
        Some(score) => score.bound = bound,
        None => return false,
    }
    true
}

/// Reads three numbers.
fn read_wdl(wdl: &mut Option<WdlPermille>, tokens: &mut Tokens<'_>) -> bool {
    let mut after = *tokens;
    let numbers = [after.next_if(), after.next_if(), after.next_if()];
    let [Some(win), Some(draw), Some(loss)] = numbers else { return false };
    *wdl = Some(WdlPermille { win, draw, loss });
    *tokens = after;
    true
}

/// Writes the whole reply, its fields in the order of their declaration.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.seldepth)?;
        write_field(f, "multipv", self.multipv)?;
        write_field(f, "score", self.score)?;
        write_field(f, "wdl", self.wdl)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nps)?;
        write_field(f, "hashfull", self.hashfull)?;
        write_field(f, "tbhits", self.tbhits)?;
        write_field(f, "sbhits", self.sbhits)?;
        write_field(f, "cpuload", self.cpuload)?;
        write_field(f, "time", self.time)?;
        write_field(f, "currmove", self.currmove)?;
        write_field(f, "currmovenumber", self.currmovenumber)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    fn info(line: &str) -> (Info, String) {
        let mut ignored = Vec::new();
        let reply = Reply::parse_reporting(line, |word| ignored.push(word.to_string()));
        let Ok(Reply::Info(info)) = reply else { panic!("{line:?} is {reply:?}") };
        (info, ignored.join(" "))
    }

    #[test]
    fn a_line_in_canonical_order_is_kept() {
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
    fn what_does_not_fit_is_passed_over_and_told() {
        for (line, kept, told) in [
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
            assert_eq!(ignored, told, "{line}");
        }
    }

    #[test]
    fn a_bound_may_follow_the_chances() {
        let (info, _) = info("info score cp 31 wdl 300 600 100 lowerbound nodes 5");
        assert_eq!(info.score, Some(Score { bound: ScoreBound::Lower, ..Score::cp(31) }));
        assert_eq!(info.wdl, Some(WdlPermille { win: 300, draw: 600, loss: 100 }));
    }

    #[test]
    fn the_last_of_two_counts() {
        assert_eq!(info("info depth 1 depth 2").0.depth, Some(2));
        let (info, _) = info("info score cp 1 lowerbound score mate 2");
        assert_eq!(info.score, Some(Score::mate(2)));
    }
}
