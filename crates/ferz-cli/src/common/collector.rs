//! The games of a file as the commands need them that use neither comments nor variations.
//!
//! These commands share two visitors, one for games and one for texts that need no position, for which the
//! parser of PGN is compiled once each.

use crate::common::error::Error;
use crate::common::sources::{MoveArgs, SourceArgs, Sources};
use ferz::{Move, Position};
use ferz_database::MoveNotation;
use ferz_database::facts::{EndgamePlies, GameTags, MainLine, Termination};
use ferz_database::repertoire::{GameVisits, Repertoire};
use ferz_database::selection::{GameTester, Tests};
use ferz_game::GameResult;
use ferz_game::openings::Opening;
use ferz_game::pgn::{Chunk, GameTexts, GameVisitor, PgnError, PgnErrorKind, Tag, Visit, Visitor};
use std::ops::ControlFlow;
use std::path::Path;

/// The parts of each game that a command needs. The others are left out, and are empty.
#[derive(Clone, Copy, Default)]
pub(crate) struct GameParts<'a> {
    pub(crate) tags: TagChoice<'a>,
    pub(crate) moves: MoveChoice,
    /// The conditions on the games; all games meet them without.
    pub(crate) tests: Option<&'a Tests<'a>>,
    /// The repertoire whose positions are collected. Unless a condition needs them, the moves that cannot lead back
    /// to it are not read.
    pub(crate) repertoire: Option<&'a Repertoire>,
}

/// The tags that are collected.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum TagChoice<'a> {
    /// All tags.
    All,
    /// Those with these names.
    Named(&'a [&'a str]),
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
pub(crate) enum MoveChoice {
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
pub(crate) enum PositionChoice {
    /// The last one of a game without an error.
    Final,
    /// All, with that before the first move.
    Every,
    /// The one after this number of plies.
    Ply(u32),
}

/// A game that has been read.
#[derive(Default)]
pub(crate) struct CollectedGame {
    pub(crate) tags: GameTags,
    /// The key of the start position, `None` if it cannot be read.
    pub(crate) start: Option<u64>,
    /// The number of plies that were read.
    pub(crate) plies: u32,
    /// The moves, `None` for a null move.
    pub(crate) moves: Vec<Option<Move>>,
    /// The moves as text, with spaces between them.
    pub(crate) written: String,
    /// The FEN of the start position with [`MoveChoice::Written`], `None` for the standard one.
    pub(crate) start_fen: Option<String>,
    pub(crate) opening: Option<Opening>,
    pub(crate) endgames: EndgamePlies,
    pub(crate) termination: Option<Termination>,
    /// The positions of the repertoire.
    pub(crate) visits: GameVisits,
    /// True if the game meets the conditions, or there are none. Games that do not meet them keep no tags and
    /// no error of a start position that the conditions do not need.
    pub(crate) is_match: bool,
    /// The names and tags of the conditions that the game has: see [`Tests::known`].
    pub(crate) known: u64,
    /// The game termination marker.
    pub(crate) marker: Option<GameResult>,
    /// The error that ends the game. Boxed, as most games have none.
    pub(crate) error: Option<Box<PgnError>>,
}

impl CollectedGame {
    /// Returns the result by marker and tag.
    pub(crate) fn result(&self) -> GameResult {
        self.tags.result(self.marker)
    }
}

/// A position of a game.
#[derive(Default)]
pub(crate) struct FoundPosition {
    /// The number of the game in its chunk, from 1.
    pub(crate) game: u64,
    pub(crate) ply: u32,
    pub(crate) key: u64,
    pub(crate) fen: String,
    /// The next move in UCI notation, `None` after the last one.
    pub(crate) next: Option<String>,
}

/// A visitor that collects games.
struct GameCollector<'a> {
    parts: GameParts<'a>,
    games: Vec<CollectedGame>,
    positions: Vec<FoundPosition>,
    /// The FEN of the standard start position.
    standard_fen: String,
}

/// A game that is being collected.
struct GameDraft<'a> {
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
    fn add_move(&mut self, draft: &mut GameDraft<'a>, before: &Position, mv: Option<Move>) {
        if let Some(tester) = &mut draft.tester {
            tester.add(before, mv);
        }
        if let Some(repertoire) = self.parts.repertoire {
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
                draft.line.add(before);
                draft.game.endgames.add(before);
            }
            MoveChoice::Unread | MoveChoice::Plies => {}
        }
        draft.game.plies += 1;
    }

    /// Collects a position with the next move, if there is one, if it is selected by its ply.
    fn add_selected(
        &mut self,
        draft: &GameDraft<'_>,
        position: &Position,
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
        draft: &GameDraft<'_>,
        position: &Position,
        next: Option<Option<Move>>,
    ) {
        let (game, ply) = (draft.number, draft.game.plies);
        let (key, fen) = (position.key(), position.fen());
        let next = next.map(|mv| {
            let mut text = String::new();
            MoveNotation::Uci.append(position, mv, &mut text);
            text
        });
        self.positions.push(FoundPosition { game, ply, key, fen, next });
    }

    /// Collects the facts of the last position.
    fn finish(&mut self, draft: &mut GameDraft<'a>, last: &Position) {
        if let Some(repertoire) = self.parts.repertoire {
            draft.game.visits.finish(repertoire, last);
        }
        if let Some(tests) = self.parts.tests {
            draft.test(tests, last, !matches!(self.parts.moves, MoveChoice::Unread));
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
                draft.line.finish(last);
                let game = &mut draft.game;
                game.opening = draft.line.opening();
                game.termination = Some(game.tags.termination(last, game.marker));
            }
            _ => {}
        }
    }
}

impl GameDraft<'_> {
    /// Tests the conditions after the last move. An error of the start position stays only if the tags are
    /// accepted and the start is needed.
    fn test(&mut self, tests: &Tests<'_>, last: &Position, reads_moves: bool) {
        let game = &mut self.game;
        // Without a start position that can be read, its conditions are tested by the tags alone.
        let is_selected = self.has_tags.unwrap_or_else(|| tests.accept_tags(&game.tags, None));
        if !(is_selected && (reads_moves || tests.need_moves())) {
            game.error.take_if(|error| is_error_of_start(error));
        }
        let (tags, marker) = (&game.tags, game.marker);
        game.is_match =
            is_selected && self.tester.as_mut().is_none_or(|test| test.accept(tags, last, marker));
        game.known = tests.known(tags);
        if !game.is_match {
            game.tags = GameTags::default();
        }
    }
}

/// Returns true if the start position or the variant of a game cannot be read.
fn is_error_of_start(error: &PgnError) -> bool {
    matches!(error.kind, PgnErrorKind::Fen { .. } | PgnErrorKind::Variant { .. })
}

impl<'a> GameVisitor for GameCollector<'a> {
    type Game = GameDraft<'a>;

    fn begin_game(&mut self, number: u64) -> GameDraft<'a> {
        let game = CollectedGame { is_match: true, ..CollectedGame::default() };
        let (line, positions) = (MainLine::default(), self.positions.len());
        GameDraft { number, game, line, positions, has_tags: None, tester: None, has_left: false }
    }

    fn tag(&mut self, draft: &mut GameDraft<'a>, tag: Tag<'_>) {
        if self.parts.tags.contains(tag.name()) {
            draft.game.tags.add(tag);
        }
    }

    fn begin_moves(&mut self, draft: &mut GameDraft<'a>, start: &Position) -> Visit {
        draft.game.start = Some(start.key());
        if let Some(tests) = self.parts.tests {
            let tags = &draft.game.tags;
            let is_accepted = tests.accept_tags(tags, Some(start));
            draft.has_tags = Some(is_accepted);
            if !is_accepted {
                return Visit::SkipGame;
            }
            if tests.need_moves() {
                draft.tester = Some(Box::new(tests.tester(tags, start)));
            }
        }
        match self.parts.moves {
            MoveChoice::Unread if draft.tester.is_none() => return Visit::SkipGame,
            MoveChoice::Written(_) => {
                let fen = start.fen();
                draft.game.start_fen = (fen != self.standard_fen).then_some(fen);
            }
            _ => {}
        }
        Visit::Continue
    }

    #[inline]
    fn played(&mut self, draft: &mut GameDraft<'a>, before: &Position, mv: Move) -> Visit {
        self.add_move(draft, before, Some(mv));
        // As for games that conditions on tags refuse: what follows is not read, nor are its faults.
        match &draft.tester {
            Some(tester) if tester.is_refused() => Visit::SkipGame,
            None if draft.has_left => Visit::SkipGame,
            _ => Visit::Continue,
        }
    }

    fn null_move(&mut self, draft: &mut GameDraft<'a>, before: &Position) -> Visit {
        self.add_move(draft, before, None);
        Visit::Continue
    }

    fn end_game(&mut self, mut draft: GameDraft<'a>, last: &Position, marker: Option<GameResult>) {
        draft.game.marker = marker;
        self.finish(&mut draft, last);
        self.games.push(draft.game);
    }

    fn error(&mut self, draft: &mut GameDraft<'a>, error: PgnError) {
        draft.game.error = Some(Box::new(error));
    }
}

/// Consecutive games of a file: see [`collect_games`].
pub(crate) struct GameChunk {
    pub(crate) games: Vec<CollectedGame>,
    /// The positions of all games.
    pub(crate) positions: Vec<FoundPosition>,
    /// The number of games of the file before the chunk.
    pub(crate) games_before: u64,
    /// The texts of the games, if the sources keep them.
    pub(crate) texts: GameTexts,
}

/// Collects the games of all files and passes them in their order to `consume`, until it breaks.
///
/// # Errors
/// Those of [`Sources::read`].
pub(crate) fn collect_games<'f>(
    sources: &Sources<'f>,
    moves: MoveArgs,
    mut parts: GameParts<'_>,
    consume: &mut dyn FnMut(&'f Path, GameChunk) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    if parts.tests.is_some_and(|tests| !tests.selection().accepts_all()) {
        // Conditions can be about any of them.
        parts.tags = TagChoice::All;
    }
    let collector = || {
        let (games, positions) = (Vec::new(), Vec::new());
        let standard_fen = Position::startpos().fen();
        moves.player(GameCollector { parts, games, positions, standard_fen })
    };
    sources.read(collector, |path, chunk| {
        let Chunk { visitor, games_before, texts, .. } = chunk;
        let GameCollector { games, positions, .. } = visitor.into_visitor();
        consume(path, GameChunk { games, positions, games_before, texts })
    })
}

/// Returns the number of the games without an error that meet conditions. `None` if a file is a stream, which can be read
/// only once.
///
/// # Errors
/// If a file cannot be read; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn count_games(
    source: &SourceArgs,
    moves: MoveArgs,
    tests: &Tests<'_>,
    count: impl Fn(&CollectedGame) -> u64,
) -> Result<Option<u64>, Error> {
    let sources = source.sources().with_own_warnings();
    if !sources.are_rereadable() {
        return Ok(None);
    }
    let mut total = 0;
    let parts = GameParts { tests: Some(tests), ..GameParts::default() };
    collect_games(&sources, moves, parts, &mut |_, chunk| {
        let games = chunk.games.iter().filter(|game| game.error.is_none() && game.is_match);
        total += games.map(&count).sum::<u64>();
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Some(total))
}

/// Reads tags of each game. Moves are not verified.
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

/// Receives tags and the text of each game.
type TextConsumer<'c> = dyn FnMut(&GameTags, &[u8]) -> Result<(), Error> + 'c;

/// Passes the texts of all games in their order to `consume`, with tags of each game. Reports the games
/// that are too long to have a text.
///
/// # Errors
/// Those of [`Sources::read`].
pub(crate) fn collect_texts(
    sources: &Sources<'_>,
    choice: TagChoice<'_>,
    consume: &mut TextConsumer<'_>,
) -> Result<(), Error> {
    let reader = || TagReader { choice, games: Vec::new() };
    sources.read(reader, |path, chunk| {
        sources.report_long_games(path, &chunk.texts, chunk.games_before);
        let mut games = chunk.visitor.games.iter().zip(chunk.texts.iter());
        games.try_for_each(|(tags, text)| consume(tags, text))?;
        Ok(ControlFlow::Continue(()))
    })
}
