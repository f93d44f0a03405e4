//! The score of a person who solved puzzles.

use super::choice::ChosenPuzzles;
use crate::common::output::short;
use crate::common::prelude::*;
use ferz_database::puzzles::Puzzle;
use std::fmt;

/// A puzzle that was tried.
pub(super) struct TriedPuzzle<'a> {
    /// The number in the file.
    pub(super) number: u64,
    pub(super) puzzle: &'a Puzzle,
    /// The time from the first sight to the end.
    pub(super) time: Duration,
    /// `None` if it was solved at the first try.
    pub(super) trouble: Option<Trouble>,
}

/// The reason why a puzzle was not solved at the first try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    WrongMove,
    Hint,
    Solution,
    Skipped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongMove => "a wrong move",
            Self::Hint => "a hint",
            Self::Solution => "the solution shown",
            Self::Skipped => "skipped",
        })
    }
}

/// Returns the score of the puzzles of a file that were tried, those to repeat, and how to go on after puzzles
/// from this number.
pub(super) fn score_text(
    tried: &[TriedPuzzle<'_>],
    chosen: &ChosenPuzzles,
    file: &Path,
    from: u64,
) -> String {
    if tried.is_empty() {
        return "No puzzle was tried.\n".to_owned();
    }
    let solved = tried.iter().filter(|tried| tried.trouble.is_none()).count();
    let time = tried.iter().map(|tried| tried.time).sum::<Duration>() / tried.len() as u32;
    let (count, time) = (tried.len(), seconds_text(time));
    let mut text = fitting(&format!("{solved} of {count} at the first try, {time} a puzzle."));
    text.push('\n');
    let repeated = || tried.iter().filter_map(|tried| Some((tried, tried.trouble?)));
    if repeated().next().is_some() {
        let numbers: Vec<_> = repeated().map(|(tried, _)| tried.number.to_string()).collect();
        let numbers = numbers.join(",");
        let file = quoted(file);
        text += &format!("To repeat: ferz puzzles solve {file} --puzzles {numbers}\n");
        for (TriedPuzzle { number, puzzle, .. }, trouble) in repeated() {
            text += &format!("  {number:>4}  {:<12} {trouble}\n", short(&puzzle.id));
        }
    }
    if count < chosen.puzzles.len() || chosen.has_more {
        let seed = chosen.seed.map(|seed| format!("--seed {seed} ")).unwrap_or_default();
        let next = from.saturating_add(count as u64);
        text += &fitting(&format!("To go on, the same command with {seed}--from {next}"));
        text.push('\n');
    }
    text
}

/// Returns the name of a file as a shell reads it.
fn quoted(path: &Path) -> String {
    let name = escaped(&path.display().to_string());
    let is_plain = |c: char| c.is_alphanumeric() || "._-/\\:".contains(c);
    if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', "'\\''")) }
}

/// Returns a time in seconds, or in minutes and seconds from 100 seconds on.
pub(super) fn seconds_text(time: Duration) -> String {
    match time.as_secs_f64().round() as u64 {
        seconds @ ..100 => format!("{seconds} s"),
        seconds => format!("{}:{:02} minutes", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_names_what_to_repeat_and_how_to_go_on() {
        let puzzle = Puzzle::new("x", "7k/8/6K1/8/8/8/8/RR6 b - - 0 1", "h8g8 a1a8").unwrap();
        let puzzles = (1..=3).map(|number| (number, puzzle.clone())).collect();
        let mut chosen = ChosenPuzzles { puzzles, has_more: false, seed: None };
        let tried = |number, seconds, trouble| {
            let time = Duration::from_secs(seconds);
            TriedPuzzle { number, puzzle: &puzzle, time, trouble }
        };
        let file = Path::new("my set.csv");
        assert_eq!(score_text(&[], &chosen, file, 1), "No puzzle was tried.\n");
        let all = [
            tried(1, 10, None),
            tried(2, 20, Some(Trouble::Hint)),
            tried(3, 33, Some(Trouble::Skipped)),
        ];
        let expected = "1 of 3 at the first try, 21 s a puzzle.\n\
            To repeat: ferz puzzles solve 'my set.csv' --puzzles 2,3\n     2  x            a hint\n     3  x            skipped\n";
        assert_eq!(score_text(&all, &chosen, file, 1), expected);
        let next =
            "1 of 1 at the first try, 10 s a puzzle.\nTo go on, the same command with --from 12\n";
        assert_eq!(score_text(&all[..1], &chosen, file, 11), next);
        (chosen.has_more, chosen.seed) = (true, Some(5));
        let text = score_text(&all, &chosen, file, 1);
        assert!(text.ends_with("To go on, the same command with --seed 5 --from 4\n"), "{text}");
    }

    #[test]
    fn long_times_are_minutes() {
        for (millis, text) in [(400, "0 s"), (99_400, "99 s"), (99_600, "1:40 minutes")] {
            assert_eq!(seconds_text(Duration::from_millis(millis)), text);
        }
    }
}
