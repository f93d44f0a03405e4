//! Conditions on single positions of a game, and on consecutive ones.

use super::{MaterialPattern, NumberRanges, Selection};
use ferz::{Color, PieceType, Position};
use ferz_game::pattern::PositionPattern;

/// The conditions on positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Searched {
    Position,
    Material,
    Lead,
    PieceCount,
    Pattern,
}

impl Searched {
    const ALL: [Self; 5] =
        [Self::Position, Self::Material, Self::Lead, Self::PieceCount, Self::Pattern];
}

/// A test of one position.
enum PositionTest<'a> {
    Same(&'a Position),
    /// Material whose first part is that of a side.
    Material(&'a MaterialPattern, Color),
    /// The lead in material of a side.
    Lead(&'a NumberRanges, Color),
    PieceCount(&'a NumberRanges),
    Pattern(PositionPattern),
}

impl PositionTest<'_> {
    fn holds(&self, position: &Position) -> bool {
        match self {
            Self::Same(sought) => sought.key() == position.key(),
            Self::Material(material, side) => material.matches(position, *side),
            Self::Lead(ranges, side) => {
                let lead = lead(position, *side);
                u64::try_from(lead).is_ok_and(|lead| ranges.contains(lead))
            }
            Self::PieceCount(counts) => counts.contains(position.occupied().len() as u64),
            Self::Pattern(pattern) => pattern.matches(position),
        }
    }

    /// Returns the least number of pieces with which the test can hold. The number of a game never grows.
    fn least_pieces(&self) -> u64 {
        match self {
            Self::Same(position) => position.occupied().len() as u64,
            Self::Material(material, _) => material.least_pieces(),
            Self::PieceCount(counts) => counts.first(),
            Self::Lead(..) | Self::Pattern(_) => 0,
        }
    }
}

/// Returns the lead in material of a side in pawns, by the usual values.
fn lead(position: &Position, side: Color) -> i64 {
    use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
    let values = [(Pawn, 1), (Knight, 3), (Bishop, 3), (Rook, 5), (Queen, 9)];
    let lead = |(piece_type, value): (PieceType, i64)| {
        let count = |color| position.pieces(color, piece_type).len() as i64;
        value * (count(side) - count(!side))
    };
    values.map(lead).iter().sum()
}

/// A test that makes a condition hold, and the consecutive positions in which it has held.
struct Alternative<'a> {
    test: PositionTest<'a>,
    /// The side to move in the first of the positions.
    turn: Option<Color>,
    length: u32,
}

/// The search for one condition.
struct Search<'a> {
    alternatives: Vec<Alternative<'a>>,
    /// The number of consecutive positions.
    plies: u32,
    /// Set once there were enough of them, and without the condition.
    is_found: bool,
}

impl<'a> Search<'a> {
    fn new(kind: Searched, selection: &'a Selection, owners: [bool; Color::COUNT]) -> Self {
        let sides = || Color::ALL.into_iter().filter(move |&side| owners[side]);
        let (is_given, tests): (bool, Vec<PositionTest<'a>>) = match kind {
            Searched::Position => {
                let positions = &selection.positions;
                (!positions.is_empty(), positions.iter().map(PositionTest::Same).collect())
            }
            Searched::Material => {
                let of_side =
                    |material| sides().map(move |it| PositionTest::Material(material, it));
                let material = &selection.material;
                (!material.is_empty(), material.iter().flat_map(of_side).collect())
            }
            Searched::Lead => {
                let ranges = selection.material_lead.as_ref();
                let tests = ranges
                    .into_iter()
                    .flat_map(|ranges| sides().map(move |side| PositionTest::Lead(ranges, side)));
                (ranges.is_some(), tests.collect())
            }
            Searched::PieceCount => {
                let counts = selection.piece_count.as_ref();
                (counts.is_some(), counts.map(PositionTest::PieceCount).into_iter().collect())
            }
            Searched::Pattern => {
                let versions = selection.pattern_versions().into_iter();
                (selection.pattern.is_some(), versions.map(PositionTest::Pattern).collect())
            }
        };
        // The pattern of the other side is that with exchanged colours.
        let turns = match kind {
            Searched::Pattern => [selection.pattern_turn, selection.pattern_turn.map(|turn| !turn)],
            _ => [None; 2],
        };
        let alternatives = tests.into_iter().zip(turns.into_iter().chain(std::iter::repeat(None)));
        let alternatives = alternatives.map(|(test, turn)| Alternative { test, turn, length: 0 });
        let plies = match kind {
            // It differs from the next one by the side to move.
            Searched::Position => 1,
            _ => selection.stable_plies.unwrap_or(1),
        };
        Self { alternatives: alternatives.collect(), plies, is_found: !is_given }
    }

    /// Adds the next position; one that does not count ends a row of positions.
    fn add(&mut self, position: &Position, counts: bool) {
        for Alternative { test, turn, length } in &mut self.alternatives {
            let can_begin = turn.is_none_or(|turn| turn == position.side_to_move());
            let holds = counts && (*length > 0 || can_begin) && test.holds(position);
            *length = if holds { *length + 1 } else { 0 };
            self.is_found |= *length >= self.plies;
        }
    }

    /// Returns false if no later position can make the condition hold.
    fn can_be_found(&self, pieces: u64) -> bool {
        self.alternatives.iter().any(|it| it.test.least_pieces() <= pieces)
    }
}

/// Searches the positions of a game for those of the conditions, each for itself.
pub(super) struct PositionSearch<'a> {
    searches: [Search<'a>; Searched::ALL.len()],
    /// The numbers of plies after which positions count; all without.
    at: Option<&'a NumberRanges>,
    ply: u64,
    /// Set once a condition cannot be met any more.
    is_vain: bool,
    /// The number of searches that have found nothing yet.
    open: usize,
}

impl<'a> PositionSearch<'a> {
    /// Creates the search of a game; `owners` are the sides that material can be of.
    pub(super) fn new(selection: &'a Selection, owners: [bool; Color::COUNT]) -> Self {
        let searches = Searched::ALL.map(|kind| Search::new(kind, selection, owners));
        let open = searches.iter().filter(|search| !search.is_found).count();
        Self { searches, at: selection.at_ply.as_ref(), ply: 0, is_vain: false, open }
    }

    /// Adds the next position.
    pub(super) fn add(&mut self, position: &Position) {
        if self.open == 0 || self.is_vain {
            return;
        }
        let counts = self.at.is_none_or(|plies| plies.contains(self.ply));
        self.ply += 1;
        let is_past = self.at.is_some_and(|plies| plies.last() < self.ply);
        let pieces = position.occupied().len() as u64;
        for search in self.searches.iter_mut().filter(|search| !search.is_found) {
            search.add(position, counts);
            match search.is_found {
                true => self.open -= 1,
                false => self.is_vain |= is_past || !search.can_be_found(pieces),
            }
        }
    }

    /// Returns true once a condition holds, and without it.
    pub(super) fn has_found(&self, kind: Searched) -> bool {
        self.searches[kind as usize].is_found
    }

    /// Returns true once no later position can make all conditions hold.
    pub(super) fn is_vain(&self) -> bool {
        self.is_vain
    }
}

impl Selection {
    /// Returns the pattern, if there is one, and that of the other side if either counts.
    pub(crate) fn pattern_versions(&self) -> Vec<PositionPattern> {
        let flipped = self.pattern.as_ref().filter(|_| self.either_color);
        self.pattern.iter().cloned().chain(flipped.map(PositionPattern::flip_colors)).collect()
    }
}
