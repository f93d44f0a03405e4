//! Verification of the games of a text, and contradictions in them.

use super::{
    AnyPosition, Chunk, GamePosition, GameVisitor, Input, MoveToken, ParallelReader, PgnError,
    PgnErrorKind, PieceLetters, Player, Tag, Visit, decode,
};
use crate::GameResult;
use ferz::Color;
use ferz_variants::Move;
use std::io;
use std::ops::ControlFlow;

/// What a check of games has found.
#[derive(Clone, Debug, Default)]
pub struct CheckedGames {
    /// The number of moves.
    pub moves: u64,
    /// The errors.
    pub errors: Vec<PgnProblem>,
    /// The faults and contradictions in games that can be read.
    pub warnings: Vec<PgnProblem>,
    /// An error of a move in another language.
    pub foreign: Option<PgnErrorKind>,
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnProblem {
    /// Set for a warning: the game can be read.
    pub is_warning: bool,
    /// The line and column; `None` for a contradiction, which has no place.
    pub place: Option<[u64; 2]>,
    /// The number of the game in its chunk, from 1.
    pub game: u64,
    /// The text found.
    pub found: Option<String>,
    /// The text expected.
    pub expected: Option<String>,
    /// The message without the place.
    pub message: String,
}

impl PgnProblem {
    fn new(is_warning: bool, error: &PgnError) -> Self {
        let (found, expected) = error.kind.evidence();
        Self {
            is_warning,
            place: Some([error.line, error.column]),
            game: error.game,
            found: found.map(str::to_owned),
            expected: expected.map(str::to_owned),
            message: error.kind.to_string(),
        }
    }
}

impl CheckedGames {
    /// Verifies the games of a text, with their variations if they are wanted, and passes what was found in their order to
    /// `consume`, until it breaks.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn read(
        reader: ParallelReader<Input>,
        letters: Option<PieceLetters>,
        variations: bool,
        consume: &mut dyn FnMut(Chunk<Self>) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let checker = || {
            let mut player = Player::new(GameChecker { variations, found: Self::default() });
            letters.into_iter().for_each(|letters| player.set_piece_letters(letters));
            player
        };
        reader.read_all(checker, |chunk| consume(chunk.map(|player| player.into_visitor().found)))
    }
}

/// A visitor that verifies games.
struct GameChecker {
    /// Set if the moves of variations are verified.
    variations: bool,
    found: CheckedGames,
}

/// A game that is being checked.
#[derive(Default)]
struct CheckedGame {
    number: u64,
    is_faulty: bool,
    /// The tag Result.
    result: Option<String>,
    /// The text of the last move, if it ends with a check mark.
    marked: Option<String>,
}

impl GameChecker {
    fn warn(&mut self, game: u64, found: String, expected: String, message: String) {
        self.found.warnings.push(PgnProblem {
            is_warning: true,
            place: None,
            game,
            found: Some(found),
            expected: Some(expected),
            message,
        });
    }

    /// Compares the check mark of a move with the position after it.
    #[cold]
    fn check_mark(&mut self, game: u64, text: String, before: &AnyPosition, mv: Move) {
        let mark = before.mark(mv);
        let is_mate_mark = text.ends_with('#');
        if mark == "#" || mark == "+" && !is_mate_mark {
            return;
        }
        let reason = if is_mate_mark { "is no checkmate" } else { "gives no check" };
        let dots = if before.side_to_move() == Color::White { "." } else { "..." };
        let message = format!("{}{dots} {text} {reason}", before.fullmove_number());
        let bare = text.trim_end_matches(['+', '#']);
        let expected = format!("{bare}{mark}");
        self.warn(game, text, expected, message);
    }

    /// Compares the results of the tag, of the termination marker and of the position.
    fn check_result(&mut self, game: CheckedGame, last: &AnyPosition, marker: Option<GameResult>) {
        let CheckedGame { number, result: tag, .. } = game;
        if let (Some(tag), Some(marker)) = (&tag, marker)
            // The reader warns of a tag that is no result.
            && tag.trim().parse().is_ok_and(|tag: GameResult| tag != marker)
        {
            let message = format!("the tag Result is `{tag}`, but the moves end with {marker}");
            self.warn(number, tag.clone(), marker.to_string(), message);
        }
        let result = GameResult::of_game(marker, tag.as_deref().unwrap_or(""));
        let Some((expected, end)) = last.end() else { return };
        if result != expected && result != GameResult::Unknown {
            let message = format!("the result is {result}, but {end}");
            self.warn(number, result.to_string(), expected.to_string(), message);
        }
    }
}

impl GameVisitor<AnyPosition> for GameChecker {
    type Game = CheckedGame;

    fn begin_game(&mut self, number: u64) -> CheckedGame {
        CheckedGame { number, ..CheckedGame::default() }
    }

    fn tag(&mut self, game: &mut CheckedGame, tag: Tag<'_>) {
        if tag.name() == b"Result" {
            game.result = Some(tag.value().into_owned());
        }
    }

    fn move_text(&mut self, game: &mut CheckedGame, text: MoveToken<'_>) {
        game.marked = match text.text() {
            text @ [.., b'+' | b'#'] => Some(decode(text).into_owned()),
            _ => None,
        };
    }

    fn played(&mut self, game: &mut CheckedGame, before: &AnyPosition, mv: Move) -> Visit {
        self.found.moves += 1;
        if let Some(text) = game.marked.take() {
            self.check_mark(game.number, text, before, mv);
        }
        Visit::Continue
    }

    fn begin_variation(&mut self, _game: &mut CheckedGame) -> Visit {
        if self.variations { Visit::Continue } else { Visit::SkipVariation }
    }

    fn end_game(&mut self, game: CheckedGame, last: &AnyPosition, marker: Option<GameResult>) {
        if !game.is_faulty {
            self.check_result(game, last, marker);
        }
    }

    fn error(&mut self, game: &mut CheckedGame, error: PgnError) {
        game.is_faulty = true;
        if let PgnErrorKind::PieceLetters { .. } = error.kind {
            self.found.foreign = Some(error.kind.clone());
        }
        self.found.errors.push(PgnProblem::new(false, &error));
    }

    fn warning(&mut self, _game: &mut CheckedGame, warning: PgnError) {
        self.found.warnings.push(PgnProblem::new(true, &warning));
    }
}
