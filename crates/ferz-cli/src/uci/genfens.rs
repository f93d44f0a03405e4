//! `genfens`: random balanced openings, as OpenBench requests them for the generation of training data:
//! `ferz "genfens N seed S book None|FILE [frc|dfrc]" quit`. Each opening is a line
//! `info string genfens FEN`.

use crate::common::error::Error;
use crate::common::files::{MAX_TEXT_FILE, read_bytes};
use fastrand::Rng;
use ferz::notation::Epd;
use ferz::{Position, Setup};
use ferz_engine::value::{Value, is_decided};
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};
use std::collections::HashSet;
use std::io::{Write, stdout};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread::Builder;

/// The first word of the line.
pub(super) const KEYWORD: &str = "genfens";

/// The random plies after the standard start position and after a book position; half of the openings
/// have one more.
const RANDOM_PLIES: usize = 8;
const RANDOM_PLIES_AFTER_BOOK: usize = 4;

/// The nodes of the search that values an opening.
const SEARCH_NODES: u64 = 5000;
/// The largest absolute value of an opening, in internal centipawns.
const VALUE_MAX: Value = 300;

/// The number of attempts for an opening, after which the book is regarded as unsuitable.
const ATTEMPTS_MAX: usize = 10_000;

/// The start positions of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StartVariant {
    Standard,
    /// Chess960.
    Frc,
    /// Double Chess960: both sides have a start position of their own.
    Dfrc,
}

/// The arguments of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Request {
    count: usize,
    seed: u64,
    book: Option<String>,
    variant: StartVariant,
    /// Words that are ignored.
    ignored: Vec<String>,
}

impl Request {
    /// Parses the line; `None` if it has another form.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some(KEYWORD) {
            return None;
        }
        let count = words.next()?.parse().ok()?;
        let (mut seed, mut book, mut variant) = (0, None, StartVariant::Standard);
        let mut ignored = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "seed" => seed = words.next()?.parse().ok()?,
                "book" => {
                    book = Some(words.next()?).filter(|book| !book.eq_ignore_ascii_case("none"))
                }
                "frc" => variant = StartVariant::Frc,
                "dfrc" => variant = StartVariant::Dfrc,
                _ => ignored.push(word.to_owned()),
            }
        }
        Some(Self { count, seed, book: book.map(str::to_owned), variant, ignored })
    }
}

/// Prints the openings of a line.
///
/// # Errors
/// If the line or the book is invalid.
pub(super) fn run(line: &str) -> Result<(), Error> {
    let Some(request) = Request::parse(line) else {
        let reason = format!("expected genfens N seed S book None|FILE, found {line:?}");
        return Err(Error::usage(reason, "ferz"));
    };
    if !request.ignored.is_empty() {
        writeln!(stdout(), "info string ignored: {}", request.ignored.join(" "))?;
    }
    // The searches are short: one thread with their stack serves them all.
    std::thread::scope(|scope| {
        let builder = Builder::new().stack_size(Searcher::STACK_SIZE);
        let thread = builder.spawn_scoped(scope, || write_openings(&request));
        let thread = thread.map_err(|error| Error::new(format_args!("thread: {error}")))?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn write_openings(request: &Request) -> Result<(), Error> {
    let mut openings = BalancedOpenings::new(request)?;
    for _ in 0..request.count {
        writeln!(stdout(), "info string genfens {}", openings.next()?.fen())?;
    }
    Ok(())
}

/// A source of openings, the same for the same request.
struct BalancedOpenings {
    rng: Rng,
    book: Option<EpdLines>,
    variant: StartVariant,
    searcher: Searcher,
    /// The keys of the openings so far.
    seen: HashSet<u64>,
}

impl BalancedOpenings {
    fn new(request: &Request) -> Result<Self, Error> {
        let options = SearcherOptions { hash_mib: 1, ..SearcherOptions::default() };
        Ok(Self {
            rng: Rng::with_seed(request.seed),
            book: request.book.as_deref().map(EpdLines::open).transpose()?,
            variant: request.variant,
            searcher: Searcher::new(options)?,
            seen: HashSet::new(),
        })
    }

    /// Returns an opening that none of the earlier ones equals.
    fn next(&mut self) -> Result<Position, Error> {
        for _ in 0..ATTEMPTS_MAX {
            if let Some(position) = self.sample()?
                && self.seen.insert(position.key())
            {
                return Ok(position);
            }
        }
        let reason = format!("genfens: no balanced opening in {ATTEMPTS_MAX} attempts");
        Err(Error::new(reason))
    }

    /// Returns a start position with random moves; `None` if the game is over, the side to move is in
    /// check, or a side is ahead.
    fn sample(&mut self) -> Result<Option<Position>, Error> {
        let (mut position, plies) = match &self.book {
            Some(book) => (book.sample(&mut self.rng)?, RANDOM_PLIES_AFTER_BOOK),
            None => (self.start_position(), RANDOM_PLIES),
        };
        for _ in 0..plies + usize::from(self.rng.bool()) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                return Ok(None);
            }
            position.do_move(legal[self.rng.usize(..legal.len())]);
        }
        if position.outcome().is_some() || position.in_check() {
            return Ok(None);
        }
        self.searcher.clear();
        let limits = Limits::nodes(SEARCH_NODES);
        // Without search moves and with a new control every search runs.
        let (settings, control) = (SearchSettings::default(), Control::default());
        let searcher = &mut self.searcher;
        let result =
            searcher.search_on_current_thread(&position, &limits, &settings, &control, None);
        let is_balanced = |value: Value| !is_decided(value) && value.abs() <= VALUE_MAX;
        Ok(result.is_ok_and(|result| is_balanced(result.value)).then_some(position))
    }

    /// Returns a start position of the variant.
    fn start_position(&mut self) -> Position {
        let rng = &mut self.rng;
        let setup = match self.variant {
            StartVariant::Standard => None,
            StartVariant::Frc => Setup::chess960(rng.u16(..960)),
            StartVariant::Dfrc => Setup::double_chess960(rng.u16(..960), rng.u16(..960)),
        };
        let position = setup.and_then(|setup| Position::from_setup(&setup).ok());
        position.unwrap_or_else(Position::startpos)
    }
}

/// An EPD file, whose lines are parsed when they are drawn.
struct EpdLines {
    path: PathBuf,
    text: Vec<u8>,
}

impl EpdLines {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is blank.
    fn open(path: &str) -> Result<Self, Error> {
        let path = PathBuf::from(path);
        let text = read_bytes(&path, MAX_TEXT_FILE)?.trim_ascii().to_vec();
        if text.is_empty() {
            return Err(Error::line(&path, 1, "expected a position, found none"));
        }
        Ok(Self { path, text })
    }

    /// Returns the position of a random line: that of a random byte, so longer lines are slightly more
    /// likely.
    ///
    /// # Errors
    /// If the line is no EPD or its position is invalid.
    fn sample(&self, rng: &mut Rng) -> Result<Position, Error> {
        let offset = rng.usize(..self.text.len());
        let is_end = |&byte: &u8| byte == b'\n';
        let start = self.text[..offset].iter().rposition(is_end).map_or(0, |end| end + 1);
        let length = self.text[start..].iter().position(is_end);
        let end = length.map_or(self.text.len(), |length| start + length);
        let line = String::from_utf8_lossy(&self.text[start..end]);
        // The lines before it are counted only for an error, which is the last draw.
        let number = || 1 + self.text[..start].iter().filter(|byte| is_end(byte)).count();
        let epd: Epd = line.parse().map_err(|error| Error::line(&self.path, number(), error))?;
        epd.position().map_err(|error| Error::line(&self.path, number(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_client_are_parsed() {
        let request = Request::parse("genfens 64 seed 18446744073709551615 book None ").unwrap();
        assert_eq!((request.count, request.seed, request.book), (64, u64::MAX, None));
        let request = Request::parse("genfens 2 seed 7 book Books/a.epd dfrc plies=9").unwrap();
        assert_eq!(request.book.as_deref(), Some("Books/a.epd"));
        assert_eq!(request.variant, StartVariant::Dfrc);
        assert_eq!(request.ignored, ["plies=9"]);
        for line in
            ["genfens", "genfens x", "genfens 1 seed", "genfens 1 seed -1", "genfens 1 book"]
        {
            assert_eq!(Request::parse(line), None, "{line}");
        }
    }

    #[test]
    fn openings_depend_on_the_seed_and_are_balanced() {
        let openings = |seed, variant| {
            let book = None;
            let ignored = Vec::new();
            let request = Request { count: 0, seed, book, variant, ignored };
            let mut openings = BalancedOpenings::new(&request).unwrap();
            (0..4).map(|_| openings.next().unwrap()).collect::<Vec<_>>()
        };
        let first = openings(1, StartVariant::Standard);
        let fens = |positions: &[Position]| {
            positions.iter().map(|position| position.fen()).collect::<Vec<_>>()
        };
        assert_eq!(fens(&first), fens(&openings(1, StartVariant::Standard)));
        assert_ne!(fens(&first), fens(&openings(2, StartVariant::Standard)));
        for position in first.iter().chain(&openings(3, StartVariant::Dfrc)) {
            assert!((8..=9).contains(&position.game_ply()), "{position}");
            assert!(position.outcome().is_none() && !position.in_check());
        }
    }
}
