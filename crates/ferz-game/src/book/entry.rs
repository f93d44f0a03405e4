//! The entries of a book: keys, moves, and the file that holds them in order.

use crate::KeyMap;
use ferz::notation::UciMove;
use ferz::{File, Move, PieceType, Position, Rank, Square};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::io::{BufWriter, Write};
use std::{fmt, io};

/// An entry of a Polyglot book: a move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookEntry {
    /// The Polyglot key of the position.
    pub key: u64,
    /// The move.
    pub mv: BookMove,
    /// The weight: by convention, the probability of the move is its share of the weights of its
    /// position, and a move of weight 0 is never selected.
    pub weight: u16,
    /// Statistics that some programs store, see [`Learned`]; 0 in a book without them.
    pub learn: u32,
}

impl BookEntry {
    /// The size in a file, in bytes.
    pub const SIZE: usize = 16;

    /// Decodes the bytes of a file.
    pub fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self {
            key: (bits >> 64) as u64,
            mv: BookMove((bits >> 48) as u16),
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }

    /// Encodes the entry as in a file: all numbers in big-endian order.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let bits = u128::from(self.key) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
    }
}

/// The statistics of a move in the field `learn` of its entry, as Polyglot's book learning stores them:
/// the number of games in the high 16 bits, the points in the low 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Learned {
    /// The number of games, at least 1.
    pub games: u32,
    /// The points of the side that moved: 2 for each win and 1 for each draw or unknown result.
    pub points: u32,
}

impl Learned {
    /// Decodes the field. Returns `None` without games, and for more than 2 points a game, which are
    /// statistics of another kind.
    pub fn from_field(learn: u32) -> Option<Self> {
        let (games, points) = (learn >> 16, learn & 0xFFFF);
        (games > 0 && points <= 2 * games).then_some(Self { games, points })
    }

    /// Encodes the field. Numbers above 16 bits are halved together, rounded up.
    pub fn to_field(self) -> u32 {
        let Self { mut games, mut points } = self;
        while games.max(points) > 0xFFFF {
            (games, points) = (games.div_ceil(2), points.div_ceil(2));
        }
        games << 16 | points
    }

    /// Returns the score in percent: 100 if the side won all games.
    pub fn score(self) -> f64 {
        50.0 * f64::from(self.points) / f64::from(self.games)
    }
}

/// A move as a Polyglot book stores it, in 16 bits: target file and rank (bits 0-2 and 3-5), origin
/// file and rank (bits 6-8 and 9-11), promotion piece (bits 12-14: 1 knight, 2 bishop, 3 rook,
/// 4 queen).
///
/// Castling is king takes own rook: `e1h1` for White's short castling. Any 16 bits are a
/// `BookMove`; [`find`](Self::find) decides about legality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookMove(pub u16);

/// The promotion pieces, by their number less 1.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl BookMove {
    /// Encodes a move.
    pub fn new(mv: Move) -> Self {
        let number = |piece| PROMOTIONS.iter().position(|&promotion| promotion == piece);
        let promotion = mv.promotion().and_then(number).map_or(0, |index| index as u16 + 1);
        Self(promotion << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16)
    }

    /// Returns the origin square.
    pub fn from(self) -> Square {
        square(self.0 >> 6)
    }

    /// Returns the target square; for castling, the square of the rook.
    pub fn to(self) -> Square {
        square(self.0)
    }

    /// Returns the legal move of the position, or `None` if there is none.
    ///
    /// Castling as the king's two squares (`e1g1`), which some books contain, is found too.
    pub fn find(self, position: &Position) -> Option<Move> {
        position.find_uci(self.uci()?).ok()
    }

    /// Returns the move in UCI notation, castling as king takes rook. `None` if origin and target
    /// are the same square or the number of the promotion piece is above 4.
    pub fn uci(self) -> Option<UciMove> {
        let promotion = match self.0 >> 12 {
            0 => None,
            number => Some(*PROMOTIONS.get(usize::from(number) - 1)?),
        };
        UciMove::new(self.from(), self.to(), promotion).ok()
    }
}

/// Returns the square of the lowest six bits.
fn square(bits: u16) -> Square {
    let file = File::ALL[usize::from(bits & 7)];
    let rank = Rank::ALL[usize::from(bits >> 3 & 7)];
    Square::new(file, rank)
}

/// Writes the UCI notation, or the number of 16 bits that encode no move.
impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.uci() {
            Some(uci) => uci.fmt(f),
            None => write!(f, "{:#06x}", self.0),
        }
    }
}

/// Sorts entries as in a book: by key, then the greatest weight first. The order of equal weights
/// is kept.
pub fn sort_entries(entries: &mut [BookEntry]) {
    entries.sort_by_key(|entry| (entry.key, Reverse(entry.weight)));
}

/// Writes entries to a book, in the order given: see [`sort_entries`].
///
/// # Errors
/// If the writer fails.
pub fn write_book(entries: &[BookEntry], writer: &mut impl Write) -> io::Result<()> {
    let mut writer = BufWriter::new(writer);
    entries.iter().try_for_each(|entry| writer.write_all(&entry.to_bytes()))?;
    writer.flush()
}

/// Scales the weights of one position so that the greatest fits 16 bits. Weights that fit stay as
/// they are, and none becomes 0 unless it was.
pub(super) fn scaled(weights: &[u64]) -> impl Iterator<Item = u16> {
    const MAX: u64 = u16::MAX as u64;
    let greatest = weights.iter().copied().max().unwrap_or(0).max(MAX);
    weights.iter().map(move |&weight| {
        let scaled = u128::from(weight) * u128::from(MAX) / u128::from(greatest);
        scaled.max(u128::from(weight > 0)) as u16
    })
}

// Merged and filtered books.

/// The rule for positions and moves that more than one book contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MergeRule {
    /// Adds the weights of a move, and scales the weights of its position if one does not fit 16
    /// bits. The `learn` field is that of the first book, as `polyglot merge-book` does.
    #[default]
    Sum,
    /// Takes all entries of a position from the first book that contains it.
    First,
}

/// Merges books into one, given as their entries in any order, and sorts it as a file.
pub fn merge(books: &[Vec<BookEntry>], rule: MergeRule) -> Vec<BookEntry> {
    let mut merged = match rule {
        MergeRule::Sum => sum(books),
        MergeRule::First => first(books),
    };
    sort_entries(&mut merged);
    merged
}

fn sum(books: &[Vec<BookEntry>]) -> Vec<BookEntry> {
    let mut moves: Vec<(BookEntry, u64)> = Vec::new();
    let mut indices: HashMap<(u64, BookMove), usize> = HashMap::new();
    for &entry in books.iter().flatten() {
        let index = *indices.entry((entry.key, entry.mv)).or_insert(moves.len());
        match moves.get_mut(index) {
            Some((_, weight)) => *weight += u64::from(entry.weight),
            None => moves.push((entry, entry.weight.into())),
        }
    }
    moves.sort_by_key(|(entry, _)| entry.key);
    let mut merged = Vec::with_capacity(moves.len());
    for position in moves.chunk_by(|(a, _), (b, _)| a.key == b.key) {
        let weights: Vec<u64> = position.iter().map(|&(_, weight)| weight).collect();
        let entries = position.iter().map(|&(entry, _)| entry);
        merged.extend(
            entries.zip(scaled(&weights)).map(|(entry, weight)| BookEntry { weight, ..entry }),
        );
    }
    merged
}

fn first(books: &[Vec<BookEntry>]) -> Vec<BookEntry> {
    let mut owners: KeyMap<usize> = KeyMap::default();
    let mut merged = Vec::new();
    for (index, book) in books.iter().enumerate() {
        let owned = book.iter().filter(|entry| *owners.entry(entry.key).or_insert(index) == index);
        merged.extend(owned);
    }
    merged
}

/// Conditions for the entries that stay in a book.
///
/// The conditions apply in the order of the fields, and shares are those of the whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct BookFilter {
    /// The entries that stay, by key and move; none for all.
    pub allowed: Option<HashSet<(u64, BookMove)>>,
    /// The minimum weight.
    pub min_weight: u16,
    /// The minimum share of the weights of the position, in percent, 0 to 100.
    pub min_share: f64,
    /// The maximum number of moves of a position, those with the greatest weights.
    pub max_moves: usize,
}

/// Keeps every entry.
impl Default for BookFilter {
    fn default() -> Self {
        Self { allowed: None, min_weight: 0, min_share: 0.0, max_moves: usize::MAX }
    }
}

impl BookFilter {
    /// Returns the entries that satisfy the conditions, sorted as in a file.
    pub fn apply(&self, entries: &[BookEntry]) -> Vec<BookEntry> {
        let mut sorted = entries.to_vec();
        sort_entries(&mut sorted);
        let mut kept = Vec::with_capacity(sorted.len());
        for position in sorted.chunk_by(|a, b| a.key == b.key) {
            let total: u64 = position.iter().map(|entry| u64::from(entry.weight)).sum();
            let keeps = |entry: &&BookEntry| {
                let percent = 100.0 * f64::from(entry.weight) / (total.max(1) as f64);
                self.allowed.as_ref().is_none_or(|set| set.contains(&(entry.key, entry.mv)))
                    && entry.weight >= self.min_weight
                    && percent >= self.min_share
            };
            kept.extend(position.iter().filter(keeps).take(self.max_moves));
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_fit_the_field() {
        for (games, points, field) in
            [(1, 2, 0x0001_0002), (300, 301, 0x012C_012D), (65_535, 65_536, 0x8000_8000)]
        {
            let learned = Learned { games, points };
            assert_eq!(learned.to_field(), field, "{learned:?}");
            assert_eq!(Learned::from_field(field).map(Learned::to_field), Some(field));
        }
        assert_eq!(Learned { games: 4, points: 5 }.score(), 62.5);
        for other in [0, 7, 0x0001_0003] {
            assert_eq!(Learned::from_field(other), None);
        }
    }

    #[test]
    fn bytes_are_those_of_a_book() {
        // The entry of 1. e4 with weight 5 in a book that the program `polyglot` made.
        let bytes =
            [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 0x03, 0x1C, 0x00, 0x05, 0, 0, 0, 0x07];
        let entry = BookEntry::from_bytes(bytes);
        assert_eq!(entry.key, ferz::Position::startpos().polyglot_key());
        assert_eq!(entry.mv.to_string(), "e2e4");
        assert_eq!((entry.weight, entry.learn), (5, 7));
        assert_eq!(entry.to_bytes(), bytes);
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn published_encodings_are_found() {
        // The format's description: castling is e1h1, e1a1, e8h8, e8a8.
        let white = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let black = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        for (position, bits, san) in [
            (&white, 0o0407, "O-O"),
            (&white, 0o0400, "O-O-O"),
            (&black, 0o7477, "O-O"),
            (&black, 0o7470, "O-O-O"),
            (&white, 0o0406, "O-O"),
            (&white, 0o0403, "Kd1"),
            (&white, 0o0777, "Rxh8+"),
        ] {
            let mv = BookMove(bits).find(position).unwrap();
            assert_eq!(position.san(mv).to_string(), san, "{bits:#o}");
        }
        let e2e4 = BookMove(0x031C).find(&Position::startpos()).unwrap();
        assert_eq!(Position::startpos().san(e2e4).to_string(), "e4");
        let pawn = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        for (number, san) in [(1, "axb8=N"), (2, "axb8=B"), (3, "axb8=R+"), (4, "axb8=Q+")] {
            let mv = BookMove(number << 12 | 0o6071).find(&pawn).unwrap();
            assert_eq!(pawn.san(mv).to_string(), san);
        }
        assert_eq!(BookMove(0o6071).find(&pawn), None);
    }

    #[test]
    fn every_encoding_is_no_legal_move_or_round_trips() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1",
            "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1",
        ] {
            let position = position(fen);
            let mut found = 0;
            for bits in 0..=u16::MAX {
                let Some(mv) = BookMove(bits).find(&position) else { continue };
                assert!(position.is_legal(mv));
                // Castling has two encodings in standard chess.
                if BookMove::new(mv).0 == bits {
                    found += 1;
                } else {
                    assert!(mv.is_castling(), "{mv:?}");
                }
            }
            assert_eq!(found, position.legal_moves().len());
        }
    }

    #[test]
    fn weights_are_scaled_only_if_one_does_not_fit() {
        let scale = |weights: &[u64]| scaled(weights).collect::<Vec<_>>();
        assert_eq!(scale(&[65_535, 1, 0]), [65_535, 1, 0]);
        assert_eq!(scale(&[131_070, 2, 65_536, 1, 0]), [65_535, 1, 32_768, 1, 0]);
        assert_eq!(scale(&[u64::MAX, u64::MAX / 2]), [65_535, 32_767]);
        assert_eq!(scale(&[]), []);
    }

    fn book(entries: &[(u64, u16, u16, u32)]) -> Vec<BookEntry> {
        let entry =
            |&(key, bits, weight, learn)| BookEntry { key, mv: BookMove(bits), weight, learn };
        entries.iter().map(entry).collect()
    }

    #[test]
    fn sums_equal_those_of_polyglot() {
        let a = book(&[(5, 0x31C, 7, 1), (9, 0x31C, 10, 3), (9, 0x2DB, 10, 0)]);
        let b = book(&[(6, 0x31C, 7, 1), (9, 0x210, 10, 9), (9, 0x31C, 5, 3)]);
        // `polyglot merge-book` of Debian, version 2.0.4.
        let merged = book(&[
            (5, 0x31C, 7, 1),
            (6, 0x31C, 7, 1),
            (9, 0x31C, 15, 3),
            (9, 0x2DB, 10, 0),
            (9, 0x210, 10, 9),
        ]);
        assert_eq!(merge(&[a.clone(), b.clone()], MergeRule::Sum), merged);
        let first =
            book(&[(5, 0x31C, 7, 1), (6, 0x31C, 7, 1), (9, 0x31C, 10, 3), (9, 0x2DB, 10, 0)]);
        assert_eq!(merge(&[a.clone(), b], MergeRule::First), first);
        assert_eq!(merge(std::slice::from_ref(&a), MergeRule::Sum), a);
        assert_eq!(merge(&[], MergeRule::Sum), []);
    }

    #[test]
    fn sums_that_do_not_fit_scale_the_position() {
        let a = book(&[(9, 1, 65_535, 0), (9, 2, 40_000, 0), (10, 1, 5, 0)]);
        let b = book(&[(9, 1, 65_535, 0)]);
        let merged = book(&[(9, 1, 65_535, 0), (9, 2, 20_000, 0), (10, 1, 5, 0)]);
        assert_eq!(merge(&[a, b], MergeRule::Sum), merged);
    }

    fn entry(key: u64, bits: u16, weight: u16) -> BookEntry {
        BookEntry { key, mv: BookMove(bits), weight, learn: 0 }
    }

    #[test]
    fn conditions_remove_entries() {
        let entries = [entry(2, 1, 10), entry(1, 4, 30), entry(1, 5, 60), entry(1, 6, 10)];
        let apply = |filter: BookFilter| -> Vec<u16> {
            filter.apply(&entries).iter().map(|entry| entry.mv.0).collect()
        };
        let all = BookFilter::default;
        assert_eq!(apply(all()), [5, 4, 6, 1]);
        assert_eq!(apply(BookFilter { min_weight: 30, ..all() }), [5, 4]);
        assert_eq!(apply(BookFilter { min_share: 30.0, ..all() }), [5, 4, 1]);
        assert_eq!(apply(BookFilter { max_moves: 1, ..all() }), [5, 1]);
        let allowed = Some(HashSet::from([(1, BookMove(4)), (2, BookMove(4))]));
        assert_eq!(apply(BookFilter { allowed, ..all() }), [4]);
    }
}
