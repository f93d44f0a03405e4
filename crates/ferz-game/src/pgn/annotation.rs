//! Structured annotations in comments, such as `[%clk 1:29:58]` and `[%eval 0.35]`.
//!
//! A comment is text with commands in square brackets. [`parts`] splits it; a command that is
//! unknown or malformed stays text.
//!
//! ```
//! use ferz_game::pgn::annotation::{Annotation, CommentPart, parts};
//! let comment = "[%clk 0:03:00.5] the main line [%csl Gd4,Re5]";
//! let found: Vec<_> = parts(comment).collect();
//! let CommentPart::Annotation(Annotation::Clock(clock)) = found[0] else { unreachable!() };
//! assert_eq!(clock.as_millis(), 180_500);
//! assert_eq!(found[1], CommentPart::Text("the main line"));
//! assert_eq!(found[2].to_string(), "[%csl Gd4,Re5]");
//! ```

use crate::{Arrow, SquareMark};
use ferz::Score;
use std::fmt::{self, Display};
use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

/// A part of a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommentPart<'a> {
    /// Text between the annotations, without white space at its ends; never empty.
    Text(&'a str),
    /// An annotation.
    Annotation(Annotation),
}

/// A structured annotation. `Display` writes it in brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// `[%clk 1:29:58]`: the time on the player's clock after the move. Two numbers are hours and minutes.
    Clock(Duration),
    /// `[%emt 0:00:05]`: the time that the move took.
    ElapsedMoveTime(Duration),
    /// `[%eval 0.35]`, `[%eval #-4,18]`: the evaluation after the move.
    Eval(EvalAnnotation),
    /// `[%csl Gd4,Re5]`: marked squares.
    Squares(Vec<SquareMark>),
    /// `[%cal Gc2c3,Rc3d4]`: arrows.
    Arrows(Vec<Arrow>),
}

/// An evaluation from White's point of view with its depth. The parser also reads
/// `0.16/16` and `-M3`, as other programs write them.
///
/// ```
/// use ferz::Score;
/// use ferz_game::pgn::annotation::EvalAnnotation;
/// let eval: EvalAnnotation = "-1.5,20".parse()?;
/// assert_eq!(eval, EvalAnnotation { score: Score::Cp(-150), depth: Some(20) });
/// assert_eq!(eval.to_string(), "-1.50,20");
/// # Ok::<(), ferz_game::pgn::annotation::ParseAnnotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvalAnnotation {
    /// The score. Mate in 0 or fewer moves is given by Black.
    pub score: Score,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// Errors of the parsers of annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAnnotationError {
    /// The text is not a time.
    #[error("expected a time as hours, minutes and seconds, like 1:29:58 or 0:00:03.5")]
    Time,
    /// The text is not an evaluation.
    #[error("expected an evaluation in pawns or a mate, like 0.35 or #-4, and an optional depth")]
    Eval,
}

/// Splits a comment into texts and annotations, in their order.
pub fn parts(comment: &str) -> Parts<'_> {
    Parts { rest: comment, next: None }
}

/// Returns the annotations of a comment.
pub fn annotations(comment: &str) -> impl Iterator<Item = Annotation> {
    parts(comment).filter_map(|part| match part {
        CommentPart::Annotation(annotation) => Some(annotation),
        CommentPart::Text(_) => None,
    })
}

/// Iterator over the parts of a comment, created by [`parts`].
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    rest: &'a str,
    /// The annotation behind a text that has been returned.
    next: Option<Annotation>,
}

impl<'a> Iterator for Parts<'a> {
    type Item = CommentPart<'a>;

    fn next(&mut self) -> Option<CommentPart<'a>> {
        loop {
            if let Some(annotation) = self.next.take() {
                return Some(CommentPart::Annotation(annotation));
            }
            if self.rest.is_empty() {
                return None;
            }
            let (text, annotation, rest) = split_at_annotation(self.rest);
            (self.next, self.rest) = (annotation, rest);
            let text = text.trim();
            if !text.is_empty() {
                return Some(CommentPart::Text(text));
            }
        }
    }
}

/// Returns the text before the first annotation, the annotation, and the text behind it.
fn split_at_annotation(text: &str) -> (&str, Option<Annotation>, &str) {
    let found = commands(text).find_map(|command| Some((command.parse()?, command.place)));
    match found {
        Some((annotation, place)) => (&text[..place.start], Some(annotation), &text[place.end..]),
        None => (text, None, ""),
    }
}

/// A command in a comment, `[%name value]`, with a value of any form.
pub(crate) struct CommentCommand<'a> {
    pub(crate) name: &'a str,
    value: &'a str,
    /// The place in the comment, with the brackets.
    pub(crate) place: Range<usize>,
}

/// Returns the commands of a comment.
pub(crate) fn commands(comment: &str) -> impl Iterator<Item = CommentCommand<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + comment[from..].find("[%")?;
            let end = start + comment[start..].find(']')?;
            from = start + 2;
            if let Some((name, value)) = comment[from..end].split_once(char::is_whitespace) {
                return Some(CommentCommand { name, value: value.trim(), place: start..end + 1 });
            }
        }
    })
}

impl CommentCommand<'_> {
    /// Returns true for the times of a move or of the game.
    pub(crate) fn is_time(&self) -> bool {
        matches!(self.name, "clk" | "emt" | "egt" | "mct")
    }

    /// Returns the annotation, or `None` if the command is unknown or malformed.
    fn parse(&self) -> Option<Annotation> {
        let value = self.value;
        Some(match self.name {
            "clk" => Annotation::Clock(parse_clock(value)?),
            "emt" => Annotation::ElapsedMoveTime(parse_time(value).ok()?),
            "eval" => Annotation::Eval(value.parse().ok()?),
            "csl" => Annotation::Squares(parse_list(value)?),
            "cal" => Annotation::Arrows(parse_list(value)?),
            _ => return None,
        })
    }
}

/// Parses the time of a clock, whose two numbers are hours and minutes, as clocks show long times.
fn parse_clock(text: &str) -> Option<Duration> {
    let has_seconds = text.matches(':').count() != 1;
    if has_seconds { time(text) } else { time(&format!("{text}:00")) }
}

fn parse_list<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(',').map(|item| item.trim().parse().ok()).collect()
}

/// Parses a time as hours, minutes and seconds, or minutes and seconds, with an optional decimal
/// fraction.
///
/// # Errors
/// [`ParseAnnotationError::Time`] for other text.
pub fn parse_time(text: &str) -> Result<Duration, ParseAnnotationError> {
    time(text).ok_or(ParseAnnotationError::Time)
}

fn time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let numbers: Option<Vec<u64>> = whole.split(':').map(digits).collect();
    let seconds = match *numbers? {
        [minutes, seconds] => minutes.checked_mul(60)?.checked_add(seconds)?,
        [hours, minutes, seconds] => {
            hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(seconds)?
        }
        _ => return None,
    };
    digits(fraction)?;
    let nanos: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    Some(Duration::new(seconds, nanos.parse().ok()?))
}

/// Returns the number of a text of decimal digits alone.
fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl Display for CommentPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Annotation(annotation) => annotation.fmt(f),
        }
    }
}

impl Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(time) => write_time(f, "clk", *time),
            Self::ElapsedMoveTime(time) => write_time(f, "emt", *time),
            Self::Eval(eval) => write!(f, "[%eval {eval}]"),
            Self::Squares(marks) => write_list(f, "csl", marks),
            Self::Arrows(arrows) => write_list(f, "cal", arrows),
        }
    }
}

/// Writes a time as hours, minutes, seconds and, if there are any, milliseconds.
fn write_time(f: &mut fmt::Formatter<'_>, name: &str, time: Duration) -> fmt::Result {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    write!(f, "[%{name} {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    if millis > 0 {
        write!(f, ".{}", format!("{millis:03}").trim_end_matches('0'))?;
    }
    f.write_str("]")
}

fn write_list(f: &mut fmt::Formatter<'_>, name: &str, items: &[impl Display]) -> fmt::Result {
    write!(f, "[%{name} ")?;
    for (nth, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if nth > 0 { "," } else { "" })?;
    }
    f.write_str("]")
}

impl Display for EvalAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score.fmt(f)?;
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

impl FromStr for EvalAnnotation {
    type Err = ParseAnnotationError;

    fn from_str(text: &str) -> Result<Self, ParseAnnotationError> {
        let (score, depth) = match text.split_once([',', '/']) {
            None => (text, None),
            Some((score, depth)) => (score, Some(depth)),
        };
        let depth = depth.map(|depth| depth.trim().parse());
        let depth = depth.transpose().map_err(|_| ParseAnnotationError::Eval)?;
        let score = parse_score(score.trim()).ok_or(ParseAnnotationError::Eval)?;
        Ok(Self { score, depth })
    }
}

/// Parses pawns such as `0.35`, or moves to mate such as `#-4`, also as `-M4` and `-#4`.
fn parse_score(text: &str) -> Option<Score> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    match unsigned.strip_prefix(['#', 'M']) {
        Some(moves) => moves.parse::<i32>().ok()?.checked_mul(sign).map(Score::Mate),
        None => centipawns(text).map(Score::Cp),
    }
}

/// Returns the centipawns of a decimal number of pawns; further digits are dropped.
fn centipawns(text: &str) -> Option<i32> {
    let (is_negative, number) = match text.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let all_digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let hundredths: String = fraction.chars().chain("00".chars()).take(2).collect();
    let centipawns: i32 = format!("{whole}{hundredths}").parse().ok()?;
    Some(if is_negative { -centipawns } else { centipawns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_parsed_and_printed() {
        let rows = [
            ("[%clk 1:29:58]", "[%clk 1:29:58]"),
            ("[%clk 1:3:05]", "[%clk 1:03:05]"),
            ("[%clk 00:00:00.050]", "[%clk 0:00:00.05]"),
            ("[%clk 1:30]", "[%clk 1:30:00]"),
            ("[%emt 1:30]", "[%emt 0:01:30]"),
            ("[%emt 0:00:05]", "[%emt 0:00:05]"),
            ("[%eval 2.35]", "[%eval 2.35]"),
            ("[%eval -0.05]", "[%eval -0.05]"),
            ("[%eval .5,12]", "[%eval 0.50,12]"),
            ("[%eval +3]", "[%eval 3.00]"),
            ("[%eval 1.239]", "[%eval 1.23]"),
            ("[%eval #-4]", "[%eval #-4]"),
            ("[%eval #3, 20]", "[%eval #3,20]"),
            ("[%eval 0.16/16]", "[%eval 0.16,16]"),
            ("[%eval -M3]", "[%eval #-3]"),
            ("[%eval +M3/9]", "[%eval #3,9]"),
            ("[%csl Ra3, Gd4]", "[%csl Ra3,Gd4]"),
            ("[%cal Gc2c3,Rc3d4]", "[%cal Gc2c3,Rc3d4]"),
        ];
        for (text, expected) in rows {
            let found: Vec<_> = annotations(text).collect();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].to_string(), expected);
            assert_eq!(annotations(expected).collect::<Vec<_>>(), found, "{text}");
        }
    }

    #[test]
    fn other_commands_stay_text() {
        let texts = [
            "[%clk]",
            "[%clk x]",
            "[%clk 1:2:3:4]",
            "[%clk 1]",
            "[%clk -1:00:00]",
            "[%eval]",
            "[%eval -]",
            "[%eval .]",
            "[%eval 1,x]",
            "[%eval 99999999999]",
            "[%csl ]",
            "[%csl Xa1]",
            "[%cal Ga1]",
            "[%foo bar]",
            "[%clk 1:00:00",
            "[",
            "[%",
            "[%]",
            "[%clk 99999999999999999999:00:00]",
            "[%clk 18446744073709551615:00:00]",
            "[%clk 1:00:00.x]",
            "[%eval é.5]",
        ];
        for text in texts {
            assert_eq!(parts(text).collect::<Vec<_>>(), [CommentPart::Text(text.trim())], "{text}");
        }
    }

    #[test]
    fn text_around_annotations_is_kept_in_order() {
        let comment = " a [%x] [%clk 0:00:01][%emt 0:00:02] b ] [% [%eval 1] c";
        let found: Vec<_> = parts(comment).map(|part| part.to_string()).collect();
        let expected =
            ["a [%x]", "[%clk 0:00:01]", "[%emt 0:00:02]", "b ] [%", "[%eval 1.00]", "c"];
        assert_eq!(found, expected);
        assert_eq!(parts("").count() + parts("  ").count(), 0);
    }
}
