//! The visitor that selects games and positions and fills columns.

use super::columns::{ColumnRow, ColumnSet, Columns, NO_CLOCK, NO_SCORE};
use super::producer::{ErrorList, RowVisitor, Rows};
use ferz::{Color, Move, PackedPosition, Position, Score};
use ferz_database::selection::PlayerName;
use ferz_game::GameResult;
use ferz_game::pgn::annotation::{Annotation, annotations};
use ferz_game::pgn::{Comment, GameVisitor, PgnError, Tag, Variant, Visit};

/// The score of a mate in 0 moves.
const MATE: i32 = 32_000;

/// Fills the columns with the positions of a chunk of games.
pub(super) struct ColumnVisitor<'a> {
    options: &'a Options,
    columns: Columns,
    errors: ErrorList,
    /// The number of games with rows.
    games: u64,
    reads_comments: bool,
}

/// A game whose positions are being added.
pub(super) struct ColumnGame {
    number: u64,
    tags: TagColumns,
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
    pub fn new(options: &'a Options) -> Self {
        let selected = &options.selected;
        Self {
            options,
            columns: Columns { dedupe: options.dedupe, ..Columns::default() },
            errors: ErrorList::default(),
            games: 0,
            reads_comments: selected.clock || selected.eval || selected.eval_after,
        }
    }

    /// Appends the row of a position with the bits of the move played.
    #[inline]
    fn push(&mut self, game: &mut ColumnGame, position: &Position, mv: u16) {
        let Some(packed) = PackedPosition::new(position) else {
            // A position with ignored faults and more than 32 pieces.
            game.rejected = true;
            return;
        };
        let [white_elo, black_elo] = game.tags.elo;
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
    fn add(&mut self, game: &mut ColumnGame, before: &Position, mv: u16) -> Visit {
        game.has_row = self.options.selects(game.ply);
        if game.has_row {
            self.push(game, before, mv);
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

impl GameVisitor for ColumnVisitor<'_> {
    type Game = ColumnGame;

    fn begin_game(&mut self, number: u64) -> ColumnGame {
        ColumnGame {
            number,
            tags: TagColumns::default(),
            first_row: self.columns.len(),
            ply: 0,
            score: NO_SCORE,
            turn: Color::White,
            has_row: false,
            rejected: false,
        }
    }

    #[inline]
    fn tag(&mut self, game: &mut ColumnGame, tag: Tag<'_>) {
        game.tags.read(tag, self.options);
    }

    fn begin_moves(&mut self, game: &mut ColumnGame, start: &Position) -> Visit {
        game.turn = start.side_to_move();
        if game.tags.accepted(Some(start), self.options) {
            return Visit::Continue;
        }
        game.rejected = true;
        Visit::SkipGame
    }

    #[inline]
    fn played(&mut self, game: &mut ColumnGame, before: &Position, mv: Move) -> Visit {
        self.add(game, before, mv.bits())
    }

    fn null_move(&mut self, game: &mut ColumnGame, before: &Position) -> Visit {
        self.add(game, before, 0)
    }

    #[inline]
    fn comment(&mut self, game: &mut ColumnGame, comment: Comment<'_>) {
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

    fn end_game(&mut self, mut game: ColumnGame, last: &Position, result: Option<GameResult>) {
        let result = game.tags.game_result(result);
        if game.rejected || !self.options.results.contains(&result) {
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

    fn error(&mut self, game: &mut ColumnGame, error: PgnError) {
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
    /// The minimum rating of both players.
    pub min_elo: u16,
    /// The maximum rating of both players.
    pub max_elo: u16,
    /// The results.
    pub results: Vec<GameResult>,
    /// The name of a player or words of it.
    pub player: Option<PlayerName>,
    /// Chess960 games only, or none of them.
    pub chess960: Option<bool>,
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

/// The tags of a game that filters and columns need.
#[derive(Clone, Default)]
pub(super) struct TagColumns {
    /// The result of the tag; unknown without it.
    tag_result: GameResult,
    /// The ratings of White and Black, 0 if unknown.
    pub elo: [u16; Color::COUNT],
    is_player: bool,
    is_chess960: bool,
}

impl TagColumns {
    /// Reads a tag.
    pub fn read(&mut self, tag: Tag<'_>, options: &Options) {
        match tag.name() {
            b"Result" => self.tag_result = GameResult::of_game(None, &tag.value()),
            b"WhiteElo" => self.elo[Color::White] = tag.value().trim().parse().unwrap_or(0),
            b"BlackElo" => self.elo[Color::Black] = tag.value().trim().parse().unwrap_or(0),
            b"White" | b"Black" => {
                if let Some(player) = &options.player {
                    self.is_player |= player.matches(&tag.value());
                }
            }
            b"Variant" => {
                self.is_chess960 = Variant::from_tag(&tag.value()) == Some(Variant::Chess960);
            }
            _ => {}
        }
    }

    /// Returns true if the game can be among those of the options by its tags and its start, if that can
    /// be read.
    pub fn accepted(&self, start: Option<&Position>, options: &Options) -> bool {
        let elo = |&elo: &u16| options.min_elo <= elo && elo <= options.max_elo;
        let is_chess960 = self.is_chess960 || start.is_some_and(|start| start.is_chess960());
        self.elo.iter().all(elo)
            && (self.is_player || options.player.is_none())
            && options.chess960.is_none_or(|chess960| chess960 == is_chess960)
    }

    /// Returns the result of the game with this marker after its moves.
    pub fn game_result(&self, marker: Option<GameResult>) -> GameResult {
        GameResult::of_game(marker, self.tag_result.as_str())
    }
}

impl Options {
    /// Returns true if positions with this number of plies are selected.
    #[inline]
    pub fn selects(&self, ply: u32) -> bool {
        self.plies.contains(&ply) && (ply - self.plies.start()).is_multiple_of(self.every)
    }
}
