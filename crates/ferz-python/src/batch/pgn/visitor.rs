//! The visitor that selects games and positions and fills columns.

use super::columns::{ColumnRow, ColumnSet, Columns, NO_CLOCK, NO_SCORE};
use super::producer::{ErrorList, RowVisitor, Rows};
use ferz::{Color, Move, PackedPosition, Position, Score};
use ferz_database::facts::GameTags;
use ferz_database::selection::{GameTester, Tests};
use ferz_game::GameResult;
use ferz_game::pgn::annotation::{Annotation, annotations};
use ferz_game::pgn::{Comment, GameVisitor, PgnError, Tag, Visit};

/// The score of a mate in 0 moves.
const MATE: i32 = 32_000;

/// Fills the columns with the positions of a chunk of games.
pub(super) struct ColumnVisitor<'a> {
    options: &'a Options,
    tests: &'a Tests<'a>,
    columns: Columns,
    errors: ErrorList,
    /// The number of games with rows.
    games: u64,
    reads_comments: bool,
}

/// A game whose positions are being added.
pub(super) struct ColumnGame<'a> {
    number: u64,
    tested: TestedGame<'a>,
    /// The ratings of White and Black, 0 if unknown.
    elo: [u16; Color::COUNT],
    /// The first row of the game.
    first_row: usize,
    ply: u32,
    /// The score of the current position.
    score: i16,
    /// The side to move.
    turn: Color,
    /// Set if the last move has a row, which then is the last one.
    has_row: bool,
    /// Set if the game is not selected or has an error.
    rejected: bool,
}

impl<'a> ColumnVisitor<'a> {
    pub fn new(options: &'a Options, tests: &'a Tests<'a>) -> Self {
        let selected = &options.selected;
        Self {
            options,
            tests,
            columns: Columns { dedupe: options.dedupe, ..Columns::default() },
            errors: ErrorList::default(),
            games: 0,
            reads_comments: selected.clock || selected.eval || selected.eval_after,
        }
    }

    /// Appends the row of a position with the bits of the move played.
    #[inline]
    fn push(&mut self, game: &mut ColumnGame<'_>, position: &Position, mv: u16) {
        let Some(packed) = PackedPosition::new(position) else {
            // A position with ignored faults and more than 32 pieces.
            game.rejected = true;
            return;
        };
        let [white_elo, black_elo] = game.elo;
        let row = ColumnRow {
            game: game.number,
            // The producer fills the column.
            file: 0,
            ply: game.ply,
            // Known at the end of the game.
            result: 0,
            mv,
            white_elo,
            black_elo,
            clock: NO_CLOCK,
            eval: game.score,
            eval_after: NO_SCORE,
            key: position.key(),
        };
        self.columns.push(&self.options.selected, packed.0, row);
    }

    /// Adds the position before a move.
    #[inline]
    fn add(&mut self, game: &mut ColumnGame<'_>, before: &Position, mv: Option<Move>) -> Visit {
        game.tested.add(before, mv);
        game.has_row = self.options.selects(game.ply);
        if game.has_row {
            self.push(game, before, mv.map_or(0, Move::bits));
        }
        game.score = NO_SCORE;
        game.turn = !before.side_to_move();
        game.ply = game.ply.saturating_add(1);
        if game.rejected { Visit::SkipGame } else { Visit::Continue }
    }
}

/// Returns the number of a result in columns.
pub(super) fn result_number(result: GameResult) -> i8 {
    match result {
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => -1,
        GameResult::Draw => 0,
        GameResult::Unknown => 2,
    }
}

/// Returns a score in centipawns, mate in *n* moves as 32000 - *n*. With mate in 0 moves the side
/// to move is mated: the sign is not reliable.
fn centipawns(score: Score, turn: Color) -> i16 {
    let limited = |score: i32, max: i32| score.clamp(-max, max) as i16;
    match score {
        Score::Cp(score) => limited(score, MATE - 1000),
        Score::Mate(0) if turn == Color::Black => limited(MATE, MATE),
        Score::Mate(moves) if moves > 0 => limited(MATE - moves.min(999), MATE),
        Score::Mate(moves) => limited(-MATE - moves.max(-999), MATE),
    }
}

impl<'a> GameVisitor for ColumnVisitor<'a> {
    type Game = ColumnGame<'a>;

    fn begin_game(&mut self, number: u64) -> ColumnGame<'a> {
        ColumnGame {
            number,
            tested: TestedGame::default(),
            elo: [0; Color::COUNT],
            first_row: self.columns.len(),
            ply: 0,
            score: NO_SCORE,
            turn: Color::White,
            has_row: false,
            rejected: false,
        }
    }

    #[inline]
    fn tag(&mut self, game: &mut ColumnGame<'a>, tag: Tag<'_>) {
        game.tested.read(tag, self.tests);
    }

    fn begin_moves(&mut self, game: &mut ColumnGame<'a>, start: &Position) -> Visit {
        game.turn = start.side_to_move();
        game.elo = Color::ALL.map(|side| game.tested.tags.elo(side).unwrap_or(0));
        if game.tested.begin(start, self.tests) {
            return Visit::Continue;
        }
        game.rejected = true;
        Visit::SkipGame
    }

    #[inline]
    fn played(&mut self, game: &mut ColumnGame<'_>, before: &Position, mv: Move) -> Visit {
        self.add(game, before, Some(mv))
    }

    fn null_move(&mut self, game: &mut ColumnGame<'_>, before: &Position) -> Visit {
        self.add(game, before, None)
    }

    #[inline]
    fn comment(&mut self, game: &mut ColumnGame<'_>, comment: Comment<'_>) {
        game.tested.add_comment(comment);
        if !self.reads_comments || !comment.bytes().contains(&b'%') {
            return;
        }
        let row = self.columns.len().wrapping_sub(1);
        let last = |column: &mut Vec<i16>, value| {
            column.get_mut(row).into_iter().for_each(|last| *last = value);
        };
        for annotation in annotations(&comment.text()) {
            match annotation {
                Annotation::Clock(clock) if game.has_row => {
                    let clock = i32::try_from(clock.as_millis()).unwrap_or(i32::MAX);
                    self.columns.clock.get_mut(row).into_iter().for_each(|last| *last = clock);
                }
                Annotation::Eval(eval) => {
                    game.score = centipawns(eval.score, game.turn);
                    if game.has_row {
                        last(&mut self.columns.eval_after, game.score);
                    }
                }
                _ => {}
            }
        }
    }

    fn end_game(&mut self, mut game: ColumnGame<'a>, last: &Position, marker: Option<GameResult>) {
        let result = game.tested.tags.result(marker);
        if game.rejected || !game.tested.accept(last, marker, self.tests) {
            return self.columns.truncate(game.first_row);
        }
        if self.options.with_final && self.options.selects(game.ply) {
            self.push(&mut game, last, 0);
        }
        let result = result_number(result);
        if let Some(results) = self.columns.result.get_mut(game.first_row..) {
            results.fill(result);
        }
        self.games += u64::from(self.columns.len() > game.first_row);
    }

    fn error(&mut self, game: &mut ColumnGame<'_>, error: PgnError) {
        game.rejected = true;
        self.errors.add(error);
    }
}

impl RowVisitor for ColumnVisitor<'_> {
    type Rows = Columns;

    fn into_rows(self) -> (Columns, u64, ErrorList) {
        (self.columns, self.games, self.errors)
    }
}

/// Options of a stream.
#[derive(Clone)]
pub(super) struct Options {
    /// The columns besides the positions.
    pub selected: ColumnSet,
    /// The plies of positions.
    pub plies: std::ops::RangeInclusive<u32>,
    /// The distance of positions in plies, at least 1.
    pub every: u32,
    /// Includes the position after the last move.
    pub with_final: bool,
    /// Drops positions whose key has occurred before.
    pub dedupe: bool,
    /// Adds rows of games with errors to a table of games.
    pub keeps_errors: bool,
}

/// The tags of a game that conditions and columns need, and the test of its moves.
#[derive(Default)]
pub(super) struct TestedGame<'a> {
    pub tags: GameTags,
    /// The test of the tags, once there is a start position.
    is_accepted: Option<bool>,
    /// Boxed, as it is large and often absent.
    tester: Option<Box<GameTester<'a>>>,
}

impl<'a> TestedGame<'a> {
    /// The tags that columns need.
    const TAGS: [&'static [u8]; 3] = [b"Result", b"WhiteElo", b"BlackElo"];

    /// Reads a tag. Conditions can be about any of them.
    pub fn read(&mut self, tag: Tag<'_>, tests: &Tests<'_>) {
        if !tests.selection().accepts_all() || Self::TAGS.contains(&tag.name()) {
            self.tags.add(tag);
        }
    }

    /// Begins the moves. Returns false if the tags do not meet the conditions.
    pub fn begin(&mut self, start: &Position, tests: &'a Tests<'a>) -> bool {
        let is_accepted = tests.accept_tags(&self.tags, Some(start));
        self.is_accepted = Some(is_accepted);
        if is_accepted && tests.need_moves() {
            self.tester = Some(Box::new(tests.tester(&self.tags, start)));
        }
        is_accepted
    }

    /// Adds a move with the position before it.
    #[inline]
    pub fn add(&mut self, before: &Position, mv: Option<Move>) {
        if let Some(tester) = &mut self.tester {
            tester.add(before, mv);
        }
    }

    /// Adds a comment.
    #[inline]
    pub fn add_comment(&mut self, comment: Comment<'_>) {
        if let Some(tester) = self.tester.as_mut().filter(|tester| tester.needs_comments()) {
            tester.add_comment(&comment.text());
        }
    }

    /// Tests the conditions after the last move. A game whose start position cannot be read meets no condition on
    /// moves.
    pub fn accept(
        &mut self,
        last: &Position,
        marker: Option<GameResult>,
        tests: &Tests<'_>,
    ) -> bool {
        match (&mut self.tester, self.is_accepted) {
            (Some(tester), _) => tester.accept(&self.tags, last, marker),
            (None, Some(is_accepted)) => is_accepted,
            (None, None) => !tests.need_moves() && tests.accept_tags(&self.tags, None),
        }
    }
}

impl Options {
    /// Returns true if positions with this number of plies are selected.
    #[inline]
    pub fn selects(&self, ply: u32) -> bool {
        self.plies.contains(&ply) && (ply - self.plies.start()).is_multiple_of(self.every)
    }
}
