//! Cleaning of the games of a text.

use super::{
    AnyPosition, Chunk, Cleaning, Comment, GameBuilder, GameDraft, GameVisitor, Input, Nag,
    ParallelReader, PgnError, PieceLetters, Player, Tag, Visit,
};
use crate::GameResult;
use ferz_variants::Move;
use std::io;
use std::ops::ControlFlow;

/// The games with an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultyGames {
    /// They are written up to the error, and unchanged if no move can be read.
    CutOff,
    /// They are written as they are.
    Unchanged,
    /// They are left out.
    Dropped,
}

/// A game after it has been cleaned.
#[derive(Clone, Debug)]
pub struct CleanedGame {
    /// The text to write.
    pub output: CleanedText,
    /// The error of the game.
    pub error: Option<PgnError>,
    /// Set if the result differs from the tag `Result`.
    pub has_new_result: bool,
    /// Set for a text without an error, or with a tag or a move.
    pub is_game: bool,
}

/// The output of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CleanedText {
    /// The text of the cleaned game, without white space at its end.
    Written(String),
    /// The text that was read.
    Unchanged,
    /// None.
    Dropped,
}

impl Cleaning {
    /// Cleans the games of a text, those of variants too, and passes them in their order to `consume`, until it breaks.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn read(
        &self,
        reader: ParallelReader<Input>,
        letters: Option<PieceLetters>,
        faulty: FaultyGames,
        consume: &mut dyn FnMut(Chunk<Vec<CleanedGame>>) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let cleaner = || {
            let (builder, games) = (GameBuilder::default(), Vec::new());
            let mut player = Player::new(Cleaner { cleaning: self, faulty, builder, games });
            letters.into_iter().for_each(|letters| player.set_piece_letters(letters));
            player
        };
        reader.read_all(cleaner, |chunk| consume(chunk.map(|player| player.into_visitor().games)))
    }
}

/// A visitor that cleans games.
struct Cleaner<'a> {
    cleaning: &'a Cleaning,
    faulty: FaultyGames,
    builder: GameBuilder<AnyPosition>,
    games: Vec<CleanedGame>,
}

/// A game that is being read.
struct CleanDraft {
    draft: GameDraft<AnyPosition>,
    /// The tag `Result` if it is a result.
    tagged: Option<GameResult>,
    error: Option<PgnError>,
}

impl GameVisitor<AnyPosition> for Cleaner<'_> {
    type Game = CleanDraft;

    fn begin_game(&mut self, number: u64) -> CleanDraft {
        CleanDraft { draft: self.builder.begin_game(number), tagged: None, error: None }
    }

    fn tag(&mut self, game: &mut CleanDraft, tag: Tag<'_>) {
        if tag.name() == b"Result" {
            game.tagged = tag.value().trim().parse().ok();
        }
        self.builder.tag(&mut game.draft, tag);
    }

    fn begin_moves(&mut self, game: &mut CleanDraft, start: &AnyPosition) -> Visit {
        self.builder.begin_moves(&mut game.draft, start)
    }

    fn played(&mut self, game: &mut CleanDraft, before: &AnyPosition, mv: Move) -> Visit {
        self.builder.played(&mut game.draft, before, mv)
    }

    fn null_move(&mut self, game: &mut CleanDraft, before: &AnyPosition) -> Visit {
        self.builder.null_move(&mut game.draft, before)
    }

    fn nag(&mut self, game: &mut CleanDraft, nag: Nag) {
        self.builder.nag(&mut game.draft, nag);
    }

    fn comment(&mut self, game: &mut CleanDraft, comment: Comment<'_>) {
        self.builder.comment(&mut game.draft, comment);
    }

    fn begin_variation(&mut self, game: &mut CleanDraft) -> Visit {
        self.builder.begin_variation(&mut game.draft)
    }

    fn end_variation(&mut self, game: &mut CleanDraft) {
        self.builder.end_variation(&mut game.draft);
    }

    fn end_game(&mut self, game: CleanDraft, last: &AnyPosition, marker: Option<GameResult>) {
        let CleanDraft { draft, tagged, error } = game;
        self.builder.end_game(draft, last, marker);
        let mut game = self.builder.take().0;
        let has_no_moves = game.tree.is_empty();
        let is_game = error.is_none() || !has_no_moves || !game.tags.is_empty();
        if error.is_some() && (self.faulty != FaultyGames::CutOff || has_no_moves) {
            let output = match self.faulty {
                FaultyGames::Dropped => CleanedText::Dropped,
                FaultyGames::CutOff | FaultyGames::Unchanged => CleanedText::Unchanged,
            };
            self.games.push(CleanedGame { output, error, has_new_result: false, is_game });
            return;
        }
        self.cleaning.clean(&mut game);
        let mut text = self.cleaning.write.to_string(&game);
        text.truncate(text.trim_end().len());
        let has_new_result = tagged.is_some_and(|tagged| tagged != game.result);
        let output = CleanedText::Written(text);
        self.games.push(CleanedGame { output, error, has_new_result, is_game });
    }

    fn error(&mut self, game: &mut CleanDraft, error: PgnError) {
        game.error = Some(error);
    }
}
