//! Conditions on the moves of the games of a segment.
//!
//! What the columns keep of a game answers a condition or excludes it. The other games are replayed.

use super::blocks::IndexError;
use super::columns::{ColumnReader, Columns, LEAST, SQUARES};
use super::games::GameRecord;
use super::kept_facts::KeptFacts;
use super::moves::push_move;
use super::reached::{least_of, squares_of};
use super::stored_moves::StoredMoves;
use crate::facts::GameTags;
use crate::selection::{MoveList, NumberRanges, Selection, SideChoice, Tests};
use ferz::{Piece, Position};
use ferz_game::pattern::PositionPattern;

/// The tags that tests of moves read.
const TAGS: [&str; 5] = ["White", "Black", "Result", "Termination", "Variant"];

/// Tests conditions on starts and moves as they are tested where games are read from a text.
pub(super) struct MoveTests<'a> {
    tests: Tests<'a>,
    selection: &'a Selection,
    patterns: Vec<PositionPattern>,
    /// The bytes of first moves, with one of which a game begins.
    beginnings: Vec<Vec<u8>>,
    kept: KeptFacts<'a>,
    /// Set if conditions besides those on kept facts need a replay.
    needs_replay: bool,
    reached: ColumnReader<'a>,
    tags: ColumnReader<'a>,
    moves: StoredMoves<'a>,
}

impl<'a> MoveTests<'a> {
    /// Creates the tests; `None` without a condition on starts or moves.
    pub(super) fn new(selection: &'a Selection, columns: &'a Columns) -> Option<Self> {
        let tests = selection.tests();
        let needs_replay = tests.need_replay();
        (needs_replay || tests.need_kept()).then(|| Self {
            tests,
            selection,
            patterns: selection.pattern_versions(),
            beginnings: selection.first_moves.iter().map(beginning).collect(),
            kept: KeptFacts::new(selection, columns),
            needs_replay,
            reached: columns.reader(&[LEAST, SQUARES]),
            tags: columns.reader(&TAGS.map(str::as_bytes)),
            moves: StoredMoves::new(columns),
        })
    }

    /// Returns false if the first moves or the pieces of all positions of a game exclude a condition.
    fn can_meet(&mut self, game: u32) -> Result<bool, IndexError> {
        if !self.beginnings.is_empty() && !self.moves.can_begin_with(game, &self.beginnings)? {
            return Ok(false);
        }
        let Selection { material, piece_count, positions, .. } = self.selection;
        if !(material.is_empty() && positions.is_empty()) || piece_count.is_some() {
            let least = least_of(self.reached.get(game, 0)?);
            let least = least.ok_or_else(|| self.reached.damaged("the pieces of a game"))?;
            let total = least.iter().map(|&count| u64::from(count)).sum::<u64>();
            let has_more = |ranges: &NumberRanges| ranges.last() >= total;
            let is_allowed = |position: &Position| {
                Piece::ALL.iter().all(|&it| usize::from(least[it.index()]) <= position.count(it))
            };
            if !material.is_empty() && !material.iter().any(|pattern| pattern.allows(&least))
                || piece_count.as_ref().is_some_and(|ranges| !has_more(ranges))
                || !positions.is_empty() && !positions.iter().any(is_allowed)
            {
                return Ok(false);
            }
        }
        if self.patterns.is_empty() && positions.is_empty() {
            return Ok(true);
        }
        let squares = squares_of(self.reached.get(game, 1)?);
        let squares = squares.ok_or_else(|| self.reached.damaged("the squares of a game"))?;
        let is_reached = |position: &Position| {
            Piece::ALL.iter().all(|&piece| {
                let sought = position.pieces(piece.color(), piece.piece_type());
                (sought & !squares[piece.index()]).is_empty()
            })
        };
        Ok((self.patterns.is_empty() || self.patterns.iter().any(|it| it.can_match(&squares)))
            && (positions.is_empty() || positions.iter().any(is_reached)))
    }

    /// Returns the tags that the tests of moves read, as far as a condition needs them.
    fn tags(&mut self, game: u32, needs_all: bool) -> Result<GameTags, IndexError> {
        let mut tags = GameTags::default();
        let needs_all = needs_all
            || self.selection.material_of == Some(SideChoice::Player)
            || !self.selection.variants.is_empty();
        for (column, name) in TAGS.into_iter().enumerate().filter(|_| needs_all) {
            let value = self.tags.get(game, column)?;
            if !value.is_empty() {
                tags.set(name, &String::from_utf8_lossy(value));
            }
        }
        Ok(tags)
    }

    /// Tests all conditions on a game.
    pub(super) fn accept(&mut self, game: u32, record: &GameRecord) -> Result<bool, IndexError> {
        let kept = match self.tests.need_kept() {
            true => self.kept.get(game)?,
            false => None,
        };
        if kept.is_some_and(|facts| !self.tests.accept_kept(&facts)) {
            return Ok(false);
        }
        if kept.is_some() && !self.needs_replay {
            return Ok(true);
        }
        if !self.can_meet(game)? {
            return Ok(false);
        }
        let is_open = self.tests.need_kept() && kept.is_none();
        let tags = self.tags(game, is_open)?;
        let start = self.moves.start(game)?;
        if !self.tests.accept_start(&tags, &start) {
            return Ok(false);
        }
        let mut tester = match is_open {
            true => self.tests.tester(&tags, &start),
            false => self.tests.tester_besides_kept(&tags, &start),
        };
        if tester.is_met() {
            return Ok(tester.accept(&tags, &start, Some(record.result)));
        }
        let last = self.moves.replay(game, &start, |before, mv| {
            tester.add(before, mv);
            !(tester.is_refused() || tester.is_met())
        })?;
        Ok(tester.accept(&tags, last, Some(record.result)))
    }
}

/// Returns the bytes of the first moves that a list knows, as their column has them.
fn beginning(list: &MoveList) -> Vec<u8> {
    let (mut position, mut bytes) = (Position::startpos(), Vec::new());
    for mv in list.known_moves() {
        push_move(&mut bytes, &position, Some(mv));
        position.do_move(mv);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use crate::index::tests::{Folder, OPTIONS, add, distinct, simulated, texts};
    use crate::index::{Index, IndexWriter};
    use crate::selection::Selection;
    use ferz::Position;
    use ferz_game::pgn::{GameBuilder, PgnGame, Player, Reader};

    /// Conditions of each kind on moves, starts and results.
    const CONDITIONS: &[&[(&str, &str)]] = &[
        &[("moves", "1. a3 a6")],
        &[("moves", "a3"), ("moves", "a4 a5")],
        &[("eco", "A00-B99")],
        &[("moves", "a3|a4 * !Na3")],
        &[("moves", "* a6"), ("moves", "!a3 b6")],
        &[("eco", "A00"), ("min-plies", "20")],
        &[("eco", "A00"), ("pattern", "Na3"), ("at-ply", "-12")],
        &[("occurs", "repetition")],
        &[("occurs", "promotion"), ("occurs", "en-passant")],
        &[("material-lead", "3-"), ("stable-plies", "4")],
        &[("material-lead", "1-2"), ("material-of", "black"), ("at-ply", "6-9")],
        &[("material", "KQ*R*B*N*M*P7vKQ*R*M3P*")],
        &[("fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ("fen", "startpos")],
        &[("max-plies", "9")],
        &[("termination", "other-win")],
        &[("termination", "unfinished"), ("player", "anna")],
        &[("material", "KQ*R*B*N*P8vKQ*R*B*N*P6")],
        &[("material", "KQ*R*B*N*P*vKQ*R2B*N*P7"), ("material-of", "black")],
        &[("material", "KQ*R*B*N*P7vKQ*R*B*N*P*"), ("material-of", "player"), ("player", "zoë")],
        &[("piece-count", "-28")],
        &[("fen", "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2")],
        &[("pattern", "Na3, pa5")],
        &[("pattern", "Pa4, Ra1"), ("stable-plies", "6"), ("pattern-turn", "black")],
        &[("pattern", "Nb5"), ("either-color", "true"), ("result", "1-0")],
        &[("endgame", "pawn")],
        &[("variant", "chess960")],
        &[("variant", "standard"), ("tag", "Event ~ club"), ("piece-count", "25-27")],
    ];

    #[test]
    fn games_are_those_of_the_same_conditions_on_texts() {
        let folder = Folder::new("moves");
        let mut games = distinct(simulated(31, 900));
        let fen = "[White \"Anna\"]\n[Black \"Zoë\"]\n[SetUp \"1\"]\n";
        for (number, moves) in
            ["[FEN \"bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1\"]\n\n1. e4 e5 1-0\n\n",
             "\n1. e4 d5 2. -- dxe4 3. d3 *\n\n", "\n1. a3 a6 2. a4 a5 3. Na3 Na6 4. Nb5 Nb4 1-0\n\n"]
            .into_iter()
            .enumerate()
        {
            games[number].text = format!("{fen}{moves}");
        }
        let (first, rest) = games.split_at(300);
        add(&folder, &texts(first), OPTIONS).unwrap();
        add(&folder, &texts(rest), OPTIONS).unwrap();
        let mut reader = Player::new(GameBuilder::new());
        Reader::new(texts(&games).as_bytes()).read_all(&mut reader).unwrap();
        let read: Vec<PgnGame> =
            reader.visitor_mut().take_all().into_iter().map(|(game, _)| game).collect();
        assert_eq!(read.len(), games.len());
        let start = Position::startpos();
        let mut found = Vec::new();
        for is_compacted in [false, true] {
            if is_compacted {
                IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap();
            }
            let index = Index::open(&folder.0).unwrap();
            assert!(index.check().is_empty(), "{:?}", index.check());
            for conditions in CONDITIONS {
                let mut selection = Selection::default();
                conditions.iter().for_each(|(name, value)| selection.set(name, value).unwrap());
                selection.check().unwrap();
                let tests = selection.tests();
                let is_expected = |game: &&(u64, &PgnGame)| {
                    game.1.tree.start() == start && tests.accept_game(game.1)
                };
                let expected: Vec<(u64, &PgnGame)> = (0..).zip(&read).collect();
                let expected: Vec<u64> =
                    expected.iter().filter(is_expected).map(|(number, _)| *number).collect();
                assert_eq!(
                    index.find_games(&start, &selection).unwrap(),
                    expected,
                    "{conditions:?}"
                );
                found.push(expected.len());
            }
        }
        assert!(found.iter().filter(|&&count| count > 0 && count < 850).count() > 25, "{found:?}");
    }
}
