//! Opening names and ECO codes (Encyclopaedia of Chess Openings).
//!
//! The table has about 3,800 positions with their code and English name, such as `B90 Sicilian
//! Defense: Najdorf Variation`. A position is found by its key, so the order of the moves does not
//! matter. The opening of a game is its last named position.
//!
//! The table is a collection of facts from [chess-openings](https://github.com/lichess-org/chess-openings),
//! dedicated to the public domain under CC0 1.0, which the example `openings_table` converts. It is
//! compiled in as text and indexed at first use.
//!
//! ```
//! use ferz::Position;
//! use ferz_game::openings::{OpeningClassifier, find};
//!
//! let mut position = Position::startpos();
//! let mut classifier = OpeningClassifier::new();
//! for san in ["Nf3", "Nf6", "d4", "e6", "c4", "b6", "h4"] {
//!     position.do_move(position.parse_san(san)?);
//!     classifier.add(&position);
//! }
//! assert!(find(&position).is_none());
//! let opening = classifier.opening().expect("the game has a named position");
//! assert_eq!(opening.to_string(), "E12 Queen's Indian Defense");
//! # Ok::<(), ferz::notation::ParseSanError>(())
//! ```

use crate::KeyMap;
use ferz::{Move, Position};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A named opening: a position with its ECO code and name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The code.
    pub eco: Eco,
    /// The English name: the family, and for variations a colon and their names, separated by
    /// commas.
    pub name: &'static str,
    /// The number of plies of the usual moves to the position.
    pub plies: u8,
    /// The index of the first of its moves in [`OpeningTable::moves`].
    first_move: u32,
}

impl Opening {
    /// Returns the name without variations: `Sicilian Defense`.
    pub fn family(&self) -> &'static str {
        self.name.split_once(": ").map_or(self.name, |(family, _)| family)
    }

    /// Returns the usual moves to the position, from the initial position.
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz_game::openings::all;
    ///
    /// let najdorf = all().find(|opening| opening.name == "Sicilian Defense: Najdorf Variation");
    /// let moves = najdorf.expect("the table has it").moves();
    /// assert_eq!(
    ///     Position::startpos().numbered_san_line(moves)?,
    ///     "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"
    /// );
    /// # Ok::<(), ferz::IllegalMove>(())
    /// ```
    pub fn moves(&self) -> &'static [Move] {
        let first = self.first_move as usize;
        &table().moves[first..first + usize::from(self.plies)]
    }
}

/// Writes the code and the name.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// Returns the opening of exactly this position, if it has a name.
pub fn find(position: &Position) -> Option<Opening> {
    find_index(position).map(|index| table().openings[index])
}

/// Returns the index in [`all`] of the opening of exactly this position, if it has a name.
pub fn find_index(position: &Position) -> Option<usize> {
    table().by_key.get(&position.key()).map(|&index| usize::from(index))
}

/// Returns the opening of a game, its last named position. The moves from the first illegal one on
/// are ignored.
pub fn classify(start: &Position, moves: &[Move]) -> Option<Opening> {
    let mut classifier = OpeningClassifier::new();
    let mut position = start.clone();
    classifier.add(&position);
    for &mv in moves {
        if position.try_do_move(mv).is_err() {
            break;
        }
        classifier.add(&position);
    }
    classifier.opening()
}

/// Returns all openings, in the order of their codes.
pub fn all() -> impl ExactSizeIterator<Item = Opening> {
    table().openings.iter().copied()
}

/// Returns the moves that lead to a position on the usual moves of named openings, with the number of
/// these openings, in the order of the generator. Transpositions count.
///
/// ```
/// use ferz::Position;
/// use ferz_game::openings::continuations;
/// let start = Position::startpos();
/// let moves = continuations(&start);
/// let (most, _) = moves.iter().max_by_key(|(_, openings)| *openings).unwrap();
/// assert_eq!(start.san(*most).to_string(), "e4");
/// ```
pub fn continuations(position: &Position) -> Vec<(Move, u16)> {
    let counts = opening_counts();
    let mut next = position.clone();
    let mut openings_after = |mv: Move| {
        next.do_move(mv);
        let openings = counts.get(&next.key()).copied();
        next.undo_move();
        openings
    };
    let moves = position.legal_moves();
    moves.iter().filter_map(|&mv| Some((mv, openings_after(mv)?))).collect()
}

/// Finds the opening of a game whose positions are added one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpeningClassifier {
    found: Option<Opening>,
}

impl OpeningClassifier {
    /// Starts a game.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next position of the game. Takes one lookup in a hash table.
    pub fn add(&mut self, position: &Position) {
        self.found = find(position).or(self.found);
    }

    /// Returns the opening of the last named position so far.
    pub fn opening(&self) -> Option<Opening> {
        self.found
    }
}

/// An ECO code, `A00` to `E99`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Eco(u16);

/// The error for text that is not an ECO code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an ECO code from A00 to E99, like B90")]
pub struct ParseEcoError;

impl Eco {
    /// The number of codes.
    pub const COUNT: usize = 500;

    /// Returns the code with this index, or `None` if it is not below [`COUNT`](Self::COUNT).
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u16)) } else { None }
    }

    /// Returns the index in the order of the codes: 0 for `A00`, 499 for `E99`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the volume of the encyclopaedia, `A` to `E`.
    pub const fn volume(self) -> char {
        (b'A' + (self.0 / 100) as u8) as char
    }

    /// Returns the number in the volume, 0 to 99.
    pub const fn number(self) -> u8 {
        (self.0 % 100) as u8
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number())
    }
}

/// Parses a letter in either case and two digits.
impl FromStr for Eco {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        let &[volume, tens, ones] = text.as_bytes() else { return Err(ParseEcoError) };
        let volume = volume.to_ascii_uppercase();
        if !(b'A'..=b'E').contains(&volume) || !tens.is_ascii_digit() || !ones.is_ascii_digit() {
            return Err(ParseEcoError);
        }
        let digit = |byte: u8| u16::from(byte - b'0');
        Ok(Self(u16::from(volume - b'A') * 100 + digit(tens) * 10 + digit(ones)))
    }
}

// The table of openings and its index.
//
// Each line of the text has four fields, separated by tabs: the number of plies that its moves
// share with those of the line before, the other moves in SAN, the code and the name. The example
// `openings_table` writes it.

const TEXT: &str = include_str!("table.tsv");

/// The openings of the table, and their index by position key.
struct OpeningTable {
    openings: Vec<Opening>,
    by_key: KeyMap<u16>,
    /// The moves of the openings, one line after the other.
    moves: Vec<Move>,
}

/// Returns the table, which is indexed at first use.
fn table() -> &'static OpeningTable {
    static TABLE: OnceLock<OpeningTable> = OnceLock::new();
    TABLE.get_or_init(|| OpeningTable::parse(TEXT).expect("the table has a fixed, tested text"))
}

impl OpeningTable {
    /// Reads the openings of a text. Returns `None` if a line is invalid.
    fn parse(text: &'static str) -> Option<Self> {
        let (mut lines, mut moves) = (Vec::new(), Vec::new());
        read_lines(text, |line, keys, eco, name| {
            let plies = u8::try_from(line.len()).ok()?;
            let first_move = u32::try_from(moves.len()).ok()?;
            moves.extend_from_slice(line);
            lines.push((*keys.last()?, Opening { eco, name, plies, first_move }));
            Some(())
        })?;
        lines.sort_by_key(|(_, opening)| opening.eco);
        let by_key = lines.iter().zip(0..).map(|(&(key, _), index)| (key, index)).collect();
        let openings = lines.into_iter().map(|(_, opening)| opening).collect();
        Some(Self { openings, by_key, moves })
    }
}

/// Returns for each position of the usual moves of the openings, by its key, the number of openings
/// whose moves reach it. It is counted at first use.
fn opening_counts() -> &'static KeyMap<u16> {
    static COUNTS: OnceLock<KeyMap<u16>> = OnceLock::new();
    COUNTS.get_or_init(|| {
        let mut counts = KeyMap::default();
        let read = read_lines(TEXT, |_, keys, _, _| {
            for &key in keys {
                *counts.entry(key).or_default() += 1;
            }
            Some(())
        });
        read.expect("the table has a fixed, tested text");
        counts
    })
}

/// Reads the lines of a table of openings, as those of [`all`]: the number of plies shared with the line before,
/// the other moves in SAN, the code and the name, separated by tabs. `line` receives the moves from the
/// initial position, the keys of the positions after them, the code and the name.
///
/// For tables that are not compiled in. Returns `None` at the first invalid line, and if `line` does.
///
/// ```
/// use ferz_game::openings::read_lines;
///
/// let mut names = Vec::new();
/// let read = read_lines("0\te4\tB00\tKing's Pawn Game\n1\te5\tC20\tOpen Game\n", |moves, _, eco, name| {
///     names.push(format!("{eco} {name}, {} plies", moves.len()));
///     Some(())
/// });
/// assert!(read.is_some());
/// assert_eq!(names, ["B00 King's Pawn Game, 1 plies", "C20 Open Game, 2 plies"]);
/// ```
pub fn read_lines<'a>(
    text: &'a str,
    mut line: impl FnMut(&[Move], &[u64], Eco, &'a str) -> Option<()>,
) -> Option<()> {
    let mut position = Position::startpos();
    let (mut moves, mut keys) = (Vec::new(), Vec::new());
    for text in text.lines() {
        let mut fields = text.split('\t');
        let (shared, sans) = (fields.next()?.parse().ok()?, fields.next()?);
        let (eco, name) = (fields.next()?.parse::<Eco>().ok()?, fields.next()?);
        while keys.len() > shared {
            position.undo_move()?;
            moves.pop();
            keys.pop();
        }
        for san in sans.split(' ') {
            let mv = position.parse_san(san).ok()?;
            position.do_move(mv);
            moves.push(mv);
            keys.push(position.key());
        }
        line(&moves, &keys, eco, name)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Option<Opening> {
        let start = Position::startpos();
        let mut position = start.clone();
        let moves: Vec<Move> = moves
            .split_whitespace()
            .map(|san| {
                let mv = position.parse_san(san).unwrap();
                position.do_move(mv);
                mv
            })
            .collect();
        classify(&start, &moves)
    }

    #[test]
    fn games_have_the_names_of_their_openings() {
        for (moves, expected) in [
            ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90 Sicilian Defense: Najdorf Variation"),
            (
                "Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h4 h5",
                "B90 Sicilian Defense: Najdorf Variation",
            ),
            ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O", "C78 Ruy Lopez: Morphy Defense"),
            ("d4 d5 c4 e6", "D30 Queen's Gambit Declined"),
            ("b4", "A00 Polish Opening"),
            ("e4 e6 d4 d5 e5", "C02 French Defense: Advance Variation"),
        ] {
            let opening = game(moves).unwrap();
            assert!(opening.to_string().starts_with(expected), "{opening}");
        }
        for (moves, expected) in [
            (
                "d4 Nf6 c4 e5 dxe5 Ne4 Qc2",
                "A51 Indian Defense: Budapest Gambit Accepted, Fajarowicz Defense, Steiner Variation",
            ),
            (
                "e4 e6 d4 d5 Nc3 Bb4 Ne2 Nf6 Bg5",
                "C15 French Defense: McCutcheon Variation, Wolf Gambit",
            ),
            ("e4 c6 Nc3 d5 h3", "B10 Caro-Kann Defense: St. Patrick's Attack"),
            (
                "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Ne7 Nxe5 c6",
                "C65 Ruy Lopez: Berlin Defense, Anti-Berlin Variation, Mortimer Trap",
            ),
        ] {
            assert_eq!(game(moves).unwrap().to_string(), expected);
        }
        assert_eq!(game(""), None);
        assert_eq!(game("e4 c5").unwrap().family(), "Sicilian Defense");
        assert_eq!(game("e4 c5 Nf3 d6 d4 cxd4").unwrap().family(), "Sicilian Defense");
    }

    #[test]
    fn continuations_are_moves_of_named_openings() {
        let start = Position::startpos();
        let found = continuations(&start);
        let total: usize = found.iter().map(|&(_, openings)| usize::from(openings)).sum();
        // Some openings begin with other moves and reach the same positions.
        assert!((table().openings.len()..4_000).contains(&total), "{total}");
        assert_eq!(found.len(), 20, "each first move has a name");
        let mut position = start;
        for san in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
            position.do_move(position.parse_san(san).unwrap());
        }
        let openings = |san: &str| {
            let mv = position.parse_san(san).unwrap();
            continuations(&position).iter().find(|(found, _)| *found == mv).map(|&(_, count)| count)
        };
        assert!(openings("a6") > openings("Nf6") && openings("f5") > Some(1), "{position}");
        assert_eq!(openings("h5"), None);
        let endgame = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(continuations(&endgame), []);
    }

    #[test]
    fn castling_rights_distinguish_positions() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b";
        let with = Position::from_fen(&format!("{fen} KQkq - 0 1")).unwrap();
        let without = Position::from_fen(&format!("{fen} KQ - 0 1")).unwrap();
        assert_eq!(find(&with).unwrap().name, "King's Pawn Game");
        assert_eq!(find(&without), None);
    }

    #[test]
    fn codes_round_trip_and_other_text_is_refused() {
        for index in 0..Eco::COUNT {
            let eco = Eco::from_index(index).unwrap();
            assert_eq!(eco.index(), index);
            assert_eq!(eco.to_string().parse(), Ok(eco));
            assert_eq!(eco.to_string().to_lowercase().parse(), Ok(eco));
        }
        assert_eq!(Eco::from_index(500), None);
        assert_eq!("B90".parse(), Ok(Eco(190)));
        for bad in ["", "B9", "B900", "F00", "B9x", "@00", "B+1", "Bé"] {
            assert_eq!(bad.parse::<Eco>(), Err(ParseEcoError), "{bad}");
        }
    }

    #[test]
    fn table_is_small_and_its_positions_differ() {
        assert!(TEXT.len() <= 300 * 1024, "{} bytes", TEXT.len());
        let table = table();
        assert_eq!(table.openings.len(), TEXT.lines().count());
        assert_eq!(table.by_key.len(), table.openings.len());
        assert_eq!(table.openings.len(), 3807);
        assert!(table.openings.is_sorted_by_key(|opening| opening.eco));
        for (index, opening) in all().enumerate() {
            assert!((1..=60).contains(&opening.plies), "{opening}");
            let mut position = Position::startpos();
            opening.moves().iter().for_each(|&mv| position.do_move(mv));
            assert_eq!(find_index(&position), Some(index), "{opening}");
            assert_eq!(find(&position), Some(opening));
            assert!(!opening.name.is_empty() && opening.name.trim() == opening.name, "{opening}");
        }
    }

    #[test]
    fn every_volume_and_nearly_every_code_has_an_opening() {
        let mut found = [false; Eco::COUNT];
        all().for_each(|opening| found[opening.eco.index()] = true);
        let missing = found.iter().filter(|&&found| !found).count();
        assert!(missing <= 10, "{missing}");
    }

    #[test]
    fn invalid_lines_are_refused() {
        for text in ["0\te9\tA00\tName", "x\te4\tA00\tName", "0\te4\tF00\tName", "0\te4\tA00"] {
            assert!(OpeningTable::parse(text).is_none(), "{text}");
        }
        assert!(OpeningTable::parse("0\te4\tB00\tName").is_some());
    }
}
