//! The games of a file as the commands need them that use neither comments nor variations.
//!
//! These commands share two visitors, one for games and one for texts that need no position, for which the
//! parser of PGN is compiled once each.

use crate::common::error::Error;
use crate::common::sources::{MoveArgs, SourceArgs, Sources};
use ferz::{Color, Move, Position};
use ferz_database::MoveNotation;
use ferz_database::selection::{
    EndgamePlies, GameTags, GameTester, MainLine, PlayerName, Selection, Termination,
};
use ferz_game::GameResult;
use ferz_game::openings::Opening;
use ferz_game::pgn::{Chunk, GameTexts, GameVisitor, PgnError, PgnErrorKind, Tag, Visit, Visitor};
use std::ops::ControlFlow;
use std::path::Path;

/// The parts of each game that a command needs. The others are left out, and are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameParts<'a> {
    pub(super) tags: TagChoice<'a>,
    pub(super) moves: MoveChoice<'a>,
}

/// The tags that are collected.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum TagChoice<'a> {
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
pub(super) enum MoveChoice<'a> {
    /// The number of plies.
    #[default]
    Plies,
    /// The moves.
    Moves,
    /// The moves as text, and the start position.
    Written(MoveNotation),
    /// Positions. Of the games, only those with errors are kept.
    Positions(PositionChoice),
    /// Whether the game meets conditions.
    Conditions(&'a Selection),
    /// Whether the game meets conditions; if it does, its plies, opening, endgames and termination.
    Facts(&'a Selection),
}

/// The positions of each game that are collected.
#[derive(Clone, Copy, Debug)]
pub(super) enum PositionChoice {
    /// The last one of a game without an error.
    Final,
    /// All, with that before the first move.
    Every,
    /// The one after this number of plies.
    Ply(u32),
}

/// A game that has been read.
#[derive(Default)]
pub(super) struct CollectedGame {
    pub(super) tags: GameTags,
    /// The key of the start position, `None` if it cannot be read.
    pub(super) start: Option<u64>,
    /// The number of plies that were read.
    pub(super) plies: u32,
    /// The moves, `None` for a null move.
    pub(super) moves: Vec<Option<Move>>,
    /// The moves as text, with spaces between them.
    pub(super) written: String,
    /// The FEN of the start position with [`MoveChoice::Written`], `None` for the standard one.
    pub(super) start_fen: Option<String>,
    pub(super) opening: Option<Opening>,
    pub(super) endgames: EndgamePlies,
    pub(super) termination: Option<Termination>,
    /// True if the game meets the conditions, or there are none. Games that do not meet them keep no tags and
    /// no error of a start position that the conditions do not need; with [`MoveChoice::Conditions`], games
    /// keep tags only if there are names among the conditions.
    pub(super) is_match: bool,
    /// The names of the conditions that are those of a player of the game, as bits in their order; those
    /// after the 64th are left out.
    pub(super) names: u64,
    /// The game termination marker.
    pub(super) marker: Option<GameResult>,
    /// The error that ends the game. Boxed, as most games have none.
    pub(super) error: Option<Box<PgnError>>,
}

impl CollectedGame {
    /// Returns the result by marker and tag.
    pub(super) fn result(&self) -> GameResult {
        self.tags.result(self.marker)
    }
}

/// A position of a game.
#[derive(Default)]
pub(super) struct FoundPosition {
    /// The number of the game in its chunk, from 1.
    pub(super) game: u64,
    pub(super) ply: u32,
    pub(super) key: u64,
    pub(super) fen: String,
    /// The next move in UCI notation, `None` after the last one.
    pub(super) next: Option<String>,
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
    /// Boxed, as most commands have none.
    tester: Option<Box<GameTester<'a>>>,
}

impl<'a> GameCollector<'a> {
    /// Collects a move, `None` for a null move, with the position before it.
    #[inline(always)]
    fn add_move(&mut self, draft: &mut GameDraft<'a>, before: &Position, mv: Option<Move>) {
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
            MoveChoice::Conditions(_) => {
                draft.tester.iter_mut().for_each(|tester| tester.add(before, mv));
            }
            MoveChoice::Facts(_) => {
                draft.tester.iter_mut().for_each(|tester| tester.add(before, mv));
                draft.line.add(before);
                draft.game.endgames.add(before);
            }
            MoveChoice::Plies => {}
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
        let game = &draft.game;
        match self.parts.moves {
            MoveChoice::Positions(choice) if game.start.is_some() => match choice {
                // The last position before an error is not the final position of the game.
                PositionChoice::Final if game.error.is_none() => {
                    self.add_position(draft, last, None)
                }
                _ => self.add_selected(draft, last, None, choice),
            },
            MoveChoice::Conditions(selection) => {
                let tags = draft.test(selection, last, selection.needs_moves());
                if draft.game.is_match && draft.game.names != 0 {
                    draft.game.tags = tags;
                }
            }
            MoveChoice::Facts(selection) => {
                let tags = draft.test(selection, last, true);
                if draft.game.is_match {
                    draft.line.finish(last);
                    let game = &mut draft.game;
                    game.opening = draft.line.opening();
                    game.termination = Some(tags.termination(last, game.marker));
                    game.tags = tags;
                }
            }
            _ => {}
        }
    }
}

impl GameDraft<'_> {
    /// Tests the conditions after the last move. An error of the start position stays only if the tags are
    /// accepted and the start is needed. Takes the tags out of the game and returns them.
    fn test(&mut self, selection: &Selection, last: &Position, needs_start: bool) -> GameTags {
        let game = &mut self.game;
        let (tags, marker) = (std::mem::take(&mut game.tags), game.marker);
        let is_selected = selection.accepts_tags(&tags);
        if !(is_selected && needs_start) {
            game.error.take_if(|error| is_error_of_start(error));
        }
        game.is_match =
            is_selected && self.tester.as_mut().is_none_or(|test| test.accept(&tags, last, marker));
        game.names = names_of(selection, &tags);
        tags
    }
}

/// Returns the names of the conditions that are those of a player, as [`CollectedGame::names`].
fn names_of(selection: &Selection, tags: &GameTags) -> u64 {
    let is_player =
        |name: &PlayerName| Color::ALL.into_iter().any(|color| name.matches(tags.player(color)));
    let names = selection.names().take(64).enumerate();
    names.fold(0, |bits, (number, name)| bits | (u64::from(is_player(name)) << number))
}

/// Returns true if the start position or the variant of a game cannot be read.
fn is_error_of_start(error: &PgnError) -> bool {
    matches!(error.kind, PgnErrorKind::Fen { .. } | PgnErrorKind::Variant { .. })
}

impl<'a> GameVisitor for GameCollector<'a> {
    type Game = GameDraft<'a>;

    fn begin_game(&mut self, number: u64) -> GameDraft<'a> {
        let game = CollectedGame { is_match: true, ..CollectedGame::default() };
        GameDraft { number, game, line: MainLine::default(), tester: None }
    }

    fn tag(&mut self, draft: &mut GameDraft<'a>, tag: Tag<'_>) {
        if self.parts.tags.contains(tag.name()) {
            draft.game.tags.add(tag);
        }
    }

    fn begin_moves(&mut self, draft: &mut GameDraft<'a>, start: &Position) -> Visit {
        draft.game.start = Some(start.key());
        match self.parts.moves {
            MoveChoice::Conditions(selection) | MoveChoice::Facts(selection) => {
                let tags = &draft.game.tags;
                let (needs_moves, has_facts) =
                    (selection.needs_moves(), matches!(self.parts.moves, MoveChoice::Facts(_)));
                if !((needs_moves || has_facts) && selection.accepts_tags(tags)) {
                    return Visit::SkipGame;
                }
                if needs_moves {
                    draft.tester = Some(Box::new(selection.tester(tags, start)));
                }
                Visit::Continue
            }
            MoveChoice::Written(_) => {
                let fen = start.fen();
                draft.game.start_fen = (fen != self.standard_fen).then_some(fen);
                Visit::Continue
            }
            _ => Visit::Continue,
        }
    }

    #[inline]
    fn played(&mut self, draft: &mut GameDraft<'a>, before: &Position, mv: Move) -> Visit {
        self.add_move(draft, before, Some(mv));
        Visit::Continue
    }

    fn null_move(&mut self, draft: &mut GameDraft<'a>, before: &Position) -> Visit {
        self.add_move(draft, before, None);
        Visit::Continue
    }

    fn end_game(&mut self, mut draft: GameDraft<'a>, last: &Position, marker: Option<GameResult>) {
        draft.game.marker = marker;
        self.finish(&mut draft, last);
        let has_facts = !matches!(self.parts.moves, MoveChoice::Positions(_));
        if has_facts || draft.game.error.is_some() {
            self.games.push(draft.game);
        }
    }

    fn error(&mut self, draft: &mut GameDraft<'a>, error: PgnError) {
        draft.game.error = Some(Box::new(error));
    }
}

/// Consecutive games of a file: see [`collect_games`].
pub(super) struct GameChunk {
    pub(super) games: Vec<CollectedGame>,
    /// The positions of all games.
    pub(super) positions: Vec<FoundPosition>,
    /// The number of games of the file before the chunk.
    pub(super) games_before: u64,
    /// The texts of the games, if the sources keep them.
    pub(super) texts: GameTexts,
}

/// Collects the games of all files and passes them in their order to `consume`, until it breaks.
///
/// # Errors
/// Those of [`Sources::read`].
pub(super) fn collect_games<'f>(
    sources: &Sources<'f>,
    moves: MoveArgs,
    parts: GameParts<'_>,
    consume: &mut dyn FnMut(&'f Path, GameChunk) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
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

/// Returns the number of the games without an error; with a name those of its players. `None` if a file is a
/// stream, which can be read only once.
///
/// # Errors
/// If a file cannot be read; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn count_games(
    source: &SourceArgs,
    moves: MoveArgs,
    player: Option<&PlayerName>,
) -> Result<Option<u64>, Error> {
    let sources = source.sources().with_own_warnings();
    if !sources.are_rereadable() {
        return Ok(None);
    }
    let tags = TagChoice::Named(&["White", "Black"]);
    let is_counted = |game: &CollectedGame| {
        let has_name = |name: &PlayerName| {
            Color::ALL.into_iter().any(|side| name.matches(game.tags.player(side)))
        };
        game.error.is_none() && player.is_none_or(has_name)
    };
    let mut total = 0;
    let parts = GameParts { tags, moves: MoveChoice::Plies };
    collect_games(&sources, moves, parts, &mut |_, chunk| {
        total += chunk.games.iter().filter(|game| is_counted(game)).count() as u64;
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
pub(super) fn collect_texts(
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
