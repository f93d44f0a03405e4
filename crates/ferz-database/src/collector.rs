//! The games of a text as commands need them that use neither comments nor variations.
//!
//! Two visitors, one for games and one for tags alone, for which the parser of PGN is compiled once each, here: a crate that
//! is compiled for speed. The moves are made on [`AnyPosition`] for all commands, which costs those for chess 3 % at most.

use crate::MoveNotation;
use crate::facts::{EndgamePlies, GameTags, MainLine, Termination};
use crate::repertoire::{GameVisits, Repertoire};
use crate::selection::{GameTester, Tests};
use ferz::Position;
use ferz_game::GameResult;
use ferz_game::openings::Opening;
use ferz_game::pgn::{
    AnyPosition, Chunk, Comment, GamePosition, GameTexts, GameVisitor, Input, ParallelReader,
    PgnError, PgnErrorKind, PieceLetters, Player, Tag, Visit, Visitor,
};
use ferz_variants::{Move, Rules};
use std::io;
use std::ops::ControlFlow;

/// The parts of each game that a command needs. The others are left out, and are empty.
#[derive(Clone, Copy, Default)]
pub struct GameParts<'a> {
    /// The tags.
    pub tags: TagChoice<'a>,
    /// The facts of the moves.
    pub moves: MoveChoice,
    /// Set to read games of variants, which otherwise have an error that names the variant. Without facts of chess:
    /// opening, endgames and termination; and not under conditions on moves.
    pub variants: bool,
    /// The conditions on the games; all games meet them without.
    pub tests: Option<&'a Tests<'a>>,
    /// The repertoire whose positions are collected. Unless a condition needs them, the moves that cannot lead back
    /// to it are not read.
    pub repertoire: Option<&'a Repertoire>,
}

/// The tags that are collected.
#[derive(Clone, Copy, Debug, Default)]
pub enum TagChoice<'a> {
    /// All tags.
    All,
    /// Those with these names.
    Named(&'a [&'a str]),
    /// None.
    #[default]
    None,
}

impl TagChoice<'_> {
    fn contains(self, name: &[u8]) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.iter().any(|known| known.as_bytes() == name),
            Self::None => false,
        }
    }
}

/// The facts that are collected of the moves of the main line.
#[derive(Clone, Copy, Debug, Default)]
pub enum MoveChoice {
    /// None: moves are read only if a condition needs them.
    Unread,
    /// The number of plies.
    #[default]
    Plies,
    /// The moves.
    Moves,
    /// The moves as text, and the start position.
    Written(MoveNotation),
    /// Positions.
    Positions(PositionChoice),
    /// The plies, opening, endgames and termination.
    Facts,
}

/// The positions of each game that are collected.
#[derive(Clone, Copy, Debug)]
pub enum PositionChoice {
    /// The last one of a game without an error.
    Final,
    /// All, with that before the first move.
    Every,
    /// The one after this number of plies.
    Ply(u32),
}

/// A game that has been read.
#[derive(Default)]
pub struct CollectedGame {
    /// The tags.
    pub tags: GameTags,
    /// The key of the start position, `None` if it cannot be read.
    pub start: Option<u64>,
    /// The rules of a variant, `None` for chess.
    pub variant: Option<Rules>,
    /// The number of plies that were read.
    pub plies: u32,
    /// The moves, `None` for a null move.
    pub moves: Vec<Option<Move>>,
    /// The moves as text, with spaces between them.
    pub written: String,
    /// The FEN of the start position with [`MoveChoice::Written`], `None` for the standard one.
    pub start_fen: Option<String>,
    /// The opening by the positions.
    pub opening: Option<Opening>,
    /// The plies of each kind of endgame.
    pub endgames: EndgamePlies,
    /// The termination by the last position and the tags.
    pub termination: Option<Termination>,
    /// The positions of the repertoire.
    pub visits: GameVisits,
    /// True if the game meets the conditions, or there are none. Games that do not meet them keep no tags and
    /// no error of a start position that the conditions do not need.
    pub is_match: bool,
    /// The names and tags of the conditions that the game has: see [`Tests::known`].
    pub known: u64,
    /// The game termination marker.
    pub marker: Option<GameResult>,
    /// The error that ends the game. Boxed, as most games have none.
    pub error: Option<Box<PgnError>>,
}

impl CollectedGame {
    /// Returns the result by marker and tag.
    pub fn result(&self) -> GameResult {
        self.tags.result(self.marker)
    }
}

/// A position of a game.
#[derive(Default)]
pub struct FoundPosition {
    /// The number of the game in its chunk, from 1.
    pub game: u64,
    /// The number of plies before it.
    pub ply: u32,
    /// The rules of a variant, `None` for chess.
    pub variant: Option<Rules>,
    /// The key of the position, which does not tell the rules.
    pub key: u64,
    /// The position.
    pub fen: String,
    /// The next move in UCI notation, `None` after the last one.
    pub next: Option<String>,
}

/// A visitor that collects games.
struct GameCollector<'a> {
    parts: GameParts<'a>,
    games: Vec<CollectedGame>,
    positions: Vec<FoundPosition>,
}

/// A game that is being collected.
struct CollectedDraft<'a> {
    number: u64,
    game: CollectedGame,
    line: MainLine,
    /// The number of positions that were collected before.
    positions: usize,
    /// Set once the conditions on tags have been tested.
    has_tags: Option<bool>,
    /// Boxed, as most commands have none.
    tester: Option<Box<GameTester<'a>>>,
    /// Set once the game cannot come back to the repertoire.
    has_left: bool,
}

impl<'a> GameCollector<'a> {
    /// Collects a move, `None` for a null move, with the position before it.
    #[inline(always)]
    fn add_move(&mut self, draft: &mut CollectedDraft<'a>, before: &AnyPosition, mv: Option<Move>) {
        let chess = || Some((before.chess()?, mv.and_then(Move::chess)));
        if let Some(tester) = &mut draft.tester
            && let Some((before, mv)) = chess()
        {
            tester.add(before, mv);
        }
        if let Some(repertoire) = self.parts.repertoire
            && let Some((before, mv)) = chess()
        {
            draft.has_left = !draft.game.visits.add(repertoire, before, mv);
        }
        match self.parts.moves {
            MoveChoice::Moves => draft.game.moves.push(mv),
            MoveChoice::Written(notation) => {
                let text = &mut draft.game.written;
                if !text.is_empty() {
                    text.push(' ');
                }
                notation.append(before, mv, text);
            }
            MoveChoice::Positions(choice) => {
                self.add_selected(draft, before, Some(mv), choice);
            }
            MoveChoice::Facts => {
                if let Some(before) = before.chess() {
                    draft.line.add(before);
                    draft.game.endgames.add(before);
                }
            }
            MoveChoice::Unread | MoveChoice::Plies => {}
        }
        draft.game.plies += 1;
    }

    /// Collects a position with the next move, if there is one, if it is selected by its ply.
    fn add_selected(
        &mut self,
        draft: &CollectedDraft<'_>,
        position: &AnyPosition,
        next: Option<Option<Move>>,
        choice: PositionChoice,
    ) {
        let is_selected = match choice {
            PositionChoice::Final => false,
            PositionChoice::Every => true,
            PositionChoice::Ply(ply) => ply == draft.game.plies,
        };
        if is_selected {
            self.add_position(draft, position, next);
        }
    }

    fn add_position(
        &mut self,
        draft: &CollectedDraft<'_>,
        position: &AnyPosition,
        next: Option<Option<Move>>,
    ) {
        let (game, ply, variant) = (draft.number, draft.game.plies, position.variant());
        let (key, fen) = (position.key(), position.fen());
        let next = next.map(|mv| {
            let mut text = String::new();
            MoveNotation::Uci.append(position, mv, &mut text);
            text
        });
        self.positions.push(FoundPosition { game, ply, variant, key, fen, next });
    }

    /// Collects the facts of the last position.
    fn finish(&mut self, draft: &mut CollectedDraft<'a>, last: &AnyPosition) {
        let chess = last.chess();
        if let (Some(repertoire), Some(last)) = (self.parts.repertoire, chess) {
            draft.game.visits.finish(repertoire, last);
        }
        if let Some(tests) = self.parts.tests {
            draft.test(tests, chess, !matches!(self.parts.moves, MoveChoice::Unread));
            if !draft.game.is_match {
                self.positions.truncate(draft.positions);
                return;
            }
        }
        let game = &draft.game;
        match self.parts.moves {
            MoveChoice::Positions(choice) if game.start.is_some() => match choice {
                // The last position before an error is not the final position of the game.
                PositionChoice::Final if game.error.is_none() => {
                    self.add_position(draft, last, None)
                }
                _ => self.add_selected(draft, last, None, choice),
            },
            MoveChoice::Facts => {
                let Some(last) = chess else { return };
                draft.line.finish(last);
                let game = &mut draft.game;
                game.opening = draft.line.opening();
                game.termination = Some(game.tags.termination(last, game.marker));
            }
            _ => {}
        }
    }
}

impl CollectedDraft<'_> {
    /// Tests the conditions after the last move. An error of the start position stays only if the tags are
    /// accepted and the start is needed.
    fn test(&mut self, tests: &Tests<'_>, last: Option<&Position>, reads_moves: bool) {
        let game = &mut self.game;
        // Without a start position that can be read, its conditions are tested by the tags alone.
        let is_selected = self.has_tags.unwrap_or_else(|| tests.accept_tags(&game.tags, None));
        if !(is_selected && (reads_moves || tests.need_moves())) {
            game.error.take_if(|error| is_error_of_start(error));
        }
        let (tags, marker) = (&game.tags, game.marker);
        let accepts = |test: &mut Box<GameTester<'_>>| {
            last.is_some_and(|last| test.accept(tags, last, marker))
        };
        game.is_match = is_selected && self.tester.as_mut().is_none_or(accepts);
        game.known = tests.known(tags);
        if !game.is_match {
            game.tags = GameTags::default();
        }
    }
}

/// Returns true if the start position or the variant of a game cannot be read.
fn is_error_of_start(error: &PgnError) -> bool {
    use PgnErrorKind::{Fen, Variant, VariantFen};
    matches!(error.kind, Fen { .. } | Variant { .. } | VariantFen { .. })
}

impl<'a> GameVisitor<AnyPosition> for GameCollector<'a> {
    type Game = CollectedDraft<'a>;

    fn begin_game(&mut self, number: u64) -> CollectedDraft<'a> {
        let game = CollectedGame { is_match: true, ..CollectedGame::default() };
        let (line, positions) = (MainLine::default(), self.positions.len());
        CollectedDraft {
            number,
            game,
            line,
            positions,
            has_tags: None,
            tester: None,
            has_left: false,
        }
    }

    fn tag(&mut self, draft: &mut CollectedDraft<'a>, tag: Tag<'_>) {
        if self.parts.tags.contains(tag.name()) {
            draft.game.tags.add(tag);
        }
    }

    fn begin_moves(&mut self, draft: &mut CollectedDraft<'a>, start: &AnyPosition) -> Visit {
        let refuse = || {
            let found = start.variant_name().unwrap_or_default().to_owned();
            Visit::Reject(Box::new(PgnErrorKind::Variant { found }))
        };
        draft.game.variant = start.variant();
        if draft.game.variant.is_some() && !self.parts.variants {
            return refuse();
        }
        draft.game.start = Some(start.key());
        if let Some(tests) = self.parts.tests {
            let tags = &draft.game.tags;
            let is_accepted = tests.accept_tags(tags, start.chess());
            draft.has_tags = Some(is_accepted);
            if !is_accepted {
                return Visit::SkipGame;
            }
            if tests.need_moves() {
                let Some(start) = start.chess() else { return refuse() };
                draft.tester = Some(Box::new(tests.tester(tags, start)));
            }
        }
        match self.parts.moves {
            MoveChoice::Unread if draft.tester.is_none() => return Visit::SkipGame,
            MoveChoice::Written(_) => draft.game.start_fen = start.start_fen(),
            _ => {}
        }
        Visit::Continue
    }

    #[inline]
    fn played(&mut self, draft: &mut CollectedDraft<'a>, before: &AnyPosition, mv: Move) -> Visit {
        self.add_move(draft, before, Some(mv));
        // As for games that conditions on tags refuse: what follows is not read, nor are its faults.
        match &draft.tester {
            Some(tester) if tester.is_refused() => Visit::SkipGame,
            None if draft.has_left => Visit::SkipGame,
            _ => Visit::Continue,
        }
    }

    fn null_move(&mut self, draft: &mut CollectedDraft<'a>, before: &AnyPosition) -> Visit {
        self.add_move(draft, before, None);
        Visit::Continue
    }

    #[inline]
    fn comment(&mut self, draft: &mut CollectedDraft<'a>, comment: Comment<'_>) {
        if let Some(tester) = draft.tester.as_mut().filter(|tester| tester.needs_comments()) {
            tester.add_comment(&comment.text());
        }
    }

    fn end_game(
        &mut self,
        mut draft: CollectedDraft<'a>,
        last: &AnyPosition,
        marker: Option<GameResult>,
    ) {
        draft.game.marker = marker;
        self.finish(&mut draft, last);
        self.games.push(draft.game);
    }

    fn error(&mut self, draft: &mut CollectedDraft<'a>, error: PgnError) {
        draft.game.error = Some(Box::new(error));
    }
}

/// Consecutive games of a text.
pub struct GameChunk {
    /// The games, those that do not meet the conditions too.
    pub games: Vec<CollectedGame>,
    /// The positions of all games.
    pub positions: Vec<FoundPosition>,
    /// The number of games of the text before the chunk.
    pub games_before: u64,
    /// The number of faults that hide no move.
    pub warnings: u64,
    /// The texts of the games, if the reader keeps them.
    pub texts: GameTexts,
}

/// Receives consecutive games.
pub type GameConsumer<'c> = dyn FnMut(GameChunk) -> ControlFlow<()> + 'c;

impl GameParts<'_> {
    /// Reads the games of a text and passes them in their order to `consume`, until it breaks.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn read(
        mut self,
        reader: ParallelReader<Input>,
        letters: Option<PieceLetters>,
        consume: &mut GameConsumer<'_>,
    ) -> io::Result<ControlFlow<()>> {
        if self.tests.is_some_and(|tests| !tests.selection().accepts_all()) {
            // Conditions can be about any of them.
            self.tags = TagChoice::All;
        }
        let collector = || {
            let (games, positions) = (Vec::new(), Vec::new());
            let mut player = Player::new(GameCollector { parts: self, games, positions });
            letters.into_iter().for_each(|letters| player.set_piece_letters(letters));
            player
        };
        reader.read_all(collector, |chunk| {
            let Chunk { visitor, games_before, warnings, texts, .. } = chunk;
            let GameCollector { games, positions, .. } = visitor.into_visitor();
            consume(GameChunk { games, positions, games_before, warnings, texts })
        })
    }
}

/// Consecutive games of a text by their tags.
pub struct TagChunk {
    /// The tags of the games.
    pub games: Vec<GameTags>,
    /// The number of games of the text before the chunk.
    pub games_before: u64,
    /// The number of faults that hide no move.
    pub warnings: u64,
    /// The texts of the games, if the reader keeps them.
    pub texts: GameTexts,
}

impl TagChoice<'_> {
    /// Reads these tags of the games of a text and passes them in their order to `consume`, until it breaks. Moves are not
    /// verified.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn read(
        self,
        reader: ParallelReader<Input>,
        consume: &mut dyn FnMut(TagChunk) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let tags = || TagReader { choice: self, games: Vec::new() };
        reader.read_all(tags, |chunk| {
            let Chunk { visitor, games_before, warnings, texts, .. } = chunk;
            consume(TagChunk { games: visitor.games, games_before, warnings, texts })
        })
    }
}

/// A visitor that collects tags.
struct TagReader<'a> {
    choice: TagChoice<'a>,
    games: Vec<GameTags>,
}

impl Visitor for TagReader<'_> {
    type Game = GameTags;

    fn begin_game(&mut self, _number: u64) -> GameTags {
        GameTags::default()
    }

    fn tag(&mut self, tags: &mut GameTags, tag: Tag<'_>) {
        if self.choice.contains(tag.name()) {
            tags.add(tag);
        }
    }

    fn end_game(&mut self, tags: GameTags, _marker: Option<GameResult>) {
        self.games.push(tags);
    }
}
