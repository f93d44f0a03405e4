//! The puzzles of a file that are chosen to be solved.

use crate::common::arguments::FileOrder;
use crate::common::prelude::*;
use crate::common::puzzle_file::{PuzzleRecord, read_puzzles};
use ferz_database::puzzles::Puzzle;
use ferz_database::selection::NumberRanges;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The choice of puzzles.
#[derive(Args, Debug)]
#[command(next_help_heading = "Choice of puzzles")]
pub(super) struct PuzzleChoiceArgs {
    /// End after this number of puzzles
    #[arg(long, value_name = "N", default_value_t = MAX_PUZZLES, value_parser = clap::value_parser!(u64).range(1..=MAX_PUZZLES))]
    limit: u64,

    /// Order of the puzzles [default: sequential, or random with --seed]
    #[arg(long, value_enum)]
    order: Option<FileOrder>,

    /// Number that determines the random order, the same for the same file and conditions [default: another one
    /// each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Number of the first puzzle, from 1, in their order and without those that the conditions leave out
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) from: u64,

    /// Theme, such as fork or mateIn2; repeat it for several, or put commas between them, of which a puzzle has
    /// one
    #[arg(long = "theme", alias = "themes", value_name = "THEME", value_delimiter = ',')]
    themes: Vec<String>,

    /// Ratings, like 1500-1800, 1500- or -1200; puzzles without a rating are left out
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    rating: Option<NumberRanges>,

    /// Numbers of puzzles in the file, like 100-200, 7 or 1-9,50,900-
    #[arg(long, value_name = "RANGES", allow_hyphen_values = true)]
    puzzles: Option<NumberRanges>,
}

/// The most puzzles of a run.
const MAX_PUZZLES: u64 = 10_000;

/// The puzzles that were chosen, with their numbers in the file, in the order in which they are solved.
pub(super) struct ChosenPuzzles {
    pub(super) puzzles: Vec<(u64, Puzzle)>,
    /// Set if others follow.
    pub(super) has_more: bool,
    /// The number that determines their random order.
    pub(super) seed: Option<u64>,
}

impl PuzzleChoiceArgs {
    /// Chooses puzzles of a file. Names the first rows or games that are no puzzles on standard error.
    ///
    /// # Errors
    /// If the arguments contradict each other, the file cannot be read, or no puzzle is chosen;
    /// [`Error::Interrupted`] after Ctrl-C.
    pub(super) fn choose(&self, path: &Path, command: &str) -> Result<ChosenPuzzles, Error> {
        let is_random = match self.order {
            Some(FileOrder::Sequential) if self.seed.is_some() => {
                return Err(Error::usage("--seed is for --order random", command));
            }
            Some(order) => order == FileOrder::Random,
            None => self.seed.is_some(),
        };
        // Short, since it is typed again to go on.
        let seed = is_random.then(|| self.seed.unwrap_or_else(|| fastrand::u64(..1_000_000)));
        let mut chooser = Chooser::new(self, seed);
        read_puzzles(path, &mut |record| Ok(chooser.offer(&record)))?;
        chooser.finish(path)
    }
}

/// The number of faulty puzzles that are named.
const NAMED_FAULTS: u64 = 3;

/// The number of different themes that are counted. Lichess has some 70.
const MAX_COUNTED_THEMES: usize = 1000;

/// The number of themes that are named if none has one.
const NAMED_THEMES: usize = 12;

/// Chooses from puzzles in the order of their file.
struct Chooser<'a> {
    args: &'a PuzzleChoiceArgs,
    seed: Option<u64>,
    /// The puzzles that come first in their order, by the key of the order and their numbers. The random order
    /// of a seed is one of all puzzles, so that `from` goes on where an earlier run ended.
    kept: BTreeMap<(u64, u64), Puzzle>,
    /// The greatest number of puzzles that are kept.
    capacity: u64,
    /// The number of puzzles of the file.
    total: u64,
    /// The number of puzzles that meet the conditions.
    fitting: u64,
    faults: u64,
    has_more: bool,
    /// The themes with their numbers of puzzles, if some are wanted.
    themes: HashMap<String, u64>,
    /// The least and the greatest rating.
    ratings: Option<(u64, u64)>,
}

impl<'a> Chooser<'a> {
    fn new(args: &'a PuzzleChoiceArgs, seed: Option<u64>) -> Self {
        let skipped = if seed.is_some() { args.from - 1 } else { 0 };
        Self {
            args,
            seed,
            kept: BTreeMap::new(),
            capacity: args.limit.saturating_add(skipped),
            total: 0,
            fitting: 0,
            faults: 0,
            has_more: false,
            themes: HashMap::new(),
            ratings: None,
        }
    }

    /// Offers the next puzzle of the file. Breaks if no later one is needed.
    fn offer(&mut self, record: &PuzzleRecord<'_>) -> ControlFlow<()> {
        self.total += 1;
        if !self.fits(record) {
            return ControlFlow::Continue(());
        }
        let key = match self.seed {
            Some(seed) => {
                // The numbers of a generator differ whether or not its seeds are near each other.
                let seed = seed.wrapping_add(record.number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                fastrand::Rng::with_seed(seed).u64(..)
            }
            None => 0,
        };
        let key = (key, record.number);
        let is_full = self.kept.len() as u64 == self.capacity;
        if is_full && self.kept.last_key_value().is_some_and(|(last, _)| *last < key) {
            self.has_more = true;
            let is_random = self.seed.is_some();
            return if is_random { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        }
        match record.puzzle() {
            Ok(puzzle) => {
                self.fitting += 1;
                if self.seed.is_some() || self.fitting >= self.args.from {
                    self.kept.insert(key, puzzle);
                }
                if self.kept.len() as u64 > self.capacity {
                    self.has_more = true;
                    self.kept.pop_last();
                }
            }
            Err(error) => {
                self.faults += 1;
                if self.faults <= NAMED_FAULTS {
                    print_message(format_args!("ferz: {error}"));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns true if a puzzle meets the conditions.
    fn fits(&mut self, record: &PuzzleRecord<'_>) -> bool {
        let args = self.args;
        let rating = record.rating();
        if let Some(rating) = rating {
            let (least, greatest) = self.ratings.unwrap_or((rating, rating));
            self.ratings = Some((least.min(rating), greatest.max(rating)));
        }
        let mut has_theme = args.themes.is_empty();
        if !has_theme {
            for theme in record.themes().split(' ').filter(|theme| !theme.is_empty()) {
                has_theme |= args.themes.iter().any(|wanted| wanted.eq_ignore_ascii_case(theme));
                let has_room = self.themes.len() < MAX_COUNTED_THEMES;
                match self.themes.get_mut(theme) {
                    Some(count) => *count += 1,
                    None if has_room => drop(self.themes.insert(theme.to_owned(), 1)),
                    None => {}
                }
            }
        }
        let is_within = |ranges: &Option<NumberRanges>, number: Option<u64>| {
            ranges
                .as_ref()
                .is_none_or(|ranges| number.is_some_and(|number| ranges.contains(number)))
        };
        has_theme
            && is_within(&args.rating, rating)
            && is_within(&args.puzzles, Some(record.number))
    }

    /// Returns the puzzles.
    ///
    /// # Errors
    /// If there is none.
    fn finish(self, path: &Path) -> Result<ChosenPuzzles, Error> {
        if self.faults > NAMED_FAULTS {
            let more = counted(self.faults - NAMED_FAULTS, "other");
            print_message(format_args!(
                "ferz: {more} cannot be read: `ferz puzzles check` names all"
            ));
        }
        let skipped = if self.seed.is_some() { self.args.from - 1 } else { 0 };
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        if self.kept.len() <= skipped {
            return Err(Error::file(path, self.reason()));
        }
        let puzzles = self.kept.into_iter().skip(skipped);
        let puzzles = puzzles.map(|((_, number), puzzle)| (number, puzzle)).collect();
        Ok(ChosenPuzzles { puzzles, has_more: self.has_more, seed: self.seed })
    }

    /// Returns the reason why no puzzle is chosen.
    fn reason(&self) -> String {
        let total = counted(self.total, "puzzle");
        if self.total == 0 {
            return "found no puzzle".to_owned();
        } else if self.fitting > 0 {
            let (from, fitting) = (grouped(self.args.from), grouped(self.fitting));
            return format!("found no puzzle {from}: {fitting} of {total} can be chosen");
        } else if self.faults > 0 {
            return "found no puzzle that can be read".to_owned();
        }
        let mut reason = format!("found {total}, none that meets the conditions");
        if self.args.rating.is_some() {
            reason += &match self.ratings {
                Some((least, greatest)) => format!("; the ratings are {least} to {greatest}"),
                None => "; they have no ratings".to_owned(),
            };
        }
        if !self.args.themes.is_empty() {
            let mut themes: Vec<_> = self.themes.iter().collect();
            themes.sort_by_key(|&(theme, count)| (Reverse(*count), theme));
            let named: Vec<_> = themes
                .iter()
                .take(NAMED_THEMES)
                .map(|(theme, count)| format!("{} ({count})", escaped(theme)))
                .collect();
            reason += &match named[..] {
                [] => "; they have no themes".to_owned(),
                _ => format!("; the commonest themes are {}", named.join(", ")),
            };
        }
        reason
    }
}
