//! Puzzles as games of PGN.

use super::puzzle::known_themes;
use super::{Puzzle, PuzzleError, SourceGame};
use ferz::Color;
use ferz_game::pgn::{CommentPlace, NodeId, PgnGame, Tree};

/// The start of the tag `Event` of a puzzle; its name follows.
const EVENT: &str = "Puzzle ";

/// The tag of the event of the game, since `Event` has the name of the puzzle.
const GAME_EVENT: &str = "GameEvent";

/// The tag of the name of the player whose games were searched.
const PLAYER: &str = "Player";

impl Puzzle {
    /// Returns true if a game has the tags of a puzzle as [`to_pgn`](Self::to_pgn) writes them.
    pub fn is_tagged(game: &PgnGame) -> bool {
        let is_named = game.tags.get("Event").is_some_and(|event| event.starts_with(EVENT));
        is_named || game.tags.get("Themes").is_some()
    }

    /// Returns the puzzle as a game from the position before the error. The tags are those of its game, but
    /// `Event` has the name of the puzzle (`Puzzle 7-31`), `Site` the address of the game and `GameEvent` its
    /// event; `Player` is the player whose games were searched. A comment on the first move says whose error it is.
    pub fn to_pgn(&self) -> PgnGame {
        let mut game = PgnGame { tree: Tree::from_position(&self.start), ..PgnGame::new() };
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        let source = &self.source;
        let date = source.date.year().map(|_| source.date.to_string()).unwrap_or_default();
        let event = format!("{EVENT}{}", self.id);
        let tags = [
            ("Event", &*event),
            ("Site", &self.game),
            ("Date", &date),
            ("White", &source.white),
            ("Black", &source.black),
            (GAME_EVENT, &source.event),
            (PLAYER, source.player.map(|side| source.name(side)).unwrap_or_default()),
            ("Opening", &self.opening.replace('_', " ")),
            ("Themes", &themes.join(" ")),
        ];
        for (name, value) in tags {
            if !value.is_empty() {
                // The names are valid, and values are escaped.
                let _ = game.tags.set(name, value);
            }
        }
        let mut node = NodeId::ROOT;
        for (index, &mv) in self.moves.iter().enumerate() {
            node = game.tree.add(node, mv).expect("the moves of a puzzle are legal");
            if index < self.lead() {
                game.tree.add_comment(node, CommentPlace::After, &self.error_text());
            }
        }
        game
    }

    /// Reads the puzzle of a game: its main line, which begins with the error if its number of moves is even. Unknown themes are left out.
    ///
    /// ```
    /// use ferz_database::puzzles::Puzzle;
    /// use ferz_game::pgn::Games;
    ///
    /// let pgn = "[Event \"Puzzle 7-65\"]\n[White \"Anna\"]\n[Black \"Bo\"]\n[Player \"Anna\"]\n\
    ///     [FEN \"5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33\"]\n\n\
    ///     33... Rxa1 34. Qh6+ Kg8 35. Nf6# *\n";
    /// let (game, _) = Games::new(pgn.as_bytes()).next().unwrap()?;
    /// let puzzle = Puzzle::from_pgn(&game)?;
    /// assert_eq!((puzzle.id.as_str(), puzzle.moves.len()), ("7-65", 4));
    /// assert_eq!(puzzle.is_own_error(), Some(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the main line has a null move or no move.
    pub fn from_pgn(game: &PgnGame) -> Result<Self, PuzzleError> {
        let moves = (1..).zip(game.tree.main_line()).map(|(number, node)| {
            let null_move = || PuzzleError::Move { number, text: "--".into() };
            game.tree.mv(node).ok_or_else(null_move)
        });
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        if moves.is_empty() {
            return Err(PuzzleError::NoMoves);
        }
        let tag = |name| game.tags.get(name).unwrap_or_default();
        let mut source = SourceGame::of_tags(&game.tags);
        source.event = tag(GAME_EVENT).to_owned();
        let is_player = |side: &Color| !tag(PLAYER).is_empty() && source.name(*side) == tag(PLAYER);
        source.player = match Color::ALL.map(|side| is_player(&side)) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        };
        let puzzle = Self::from_moves(game.tree.start(), moves);
        Ok(Self {
            id: tag("Event").strip_prefix(EVENT).unwrap_or_default().to_owned(),
            themes: known_themes(tag("Themes")),
            game: if tag("Site").starts_with("http") { tag("Site") } else { "" }.to_owned(),
            opening: tag("Opening").replace([' ', ','], "_"),
            source,
            ..puzzle
        })
    }

    /// Returns true if the error is that of the player whose games were searched, false if it is that of an
    /// opponent; `None` without such a player or without an error.
    pub fn is_own_error(&self) -> Option<bool> {
        self.error()?;
        self.source.player.map(|player| player != self.solver())
    }

    /// Returns whose error the puzzle begins with, and in which move.
    fn error_text(&self) -> String {
        let side = self.start.side_to_move();
        let whose = match self.is_own_error() {
            Some(true) => "Your error",
            Some(false) => "Your opponent's error",
            None => "Error",
        };
        let name = match self.source.name(side) {
            "" => side.to_string(),
            name => name.to_owned(),
        };
        format!("{whose}: {name}, move {}", self.start.fullmove_number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameDate;
    use ferz_game::pgn::Games;

    fn read(text: &str) -> PgnGame {
        let (game, error) = Games::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(error, None, "{text}");
        game
    }

    fn puzzle(source: SourceGame) -> Puzzle {
        let fen = "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33";
        let puzzle = Puzzle::new("7-65", fen, "c1a1 g5h6 g7g8 g4f6").unwrap();
        let game = "https://example.org/1#65".to_owned();
        Puzzle { game, opening: "Italian_Game".into(), source, ..puzzle }
    }

    #[test]
    fn facts_survive_their_file() {
        // A brace ends a comment, and a quote a tag.
        for (black, player, comment, is_own) in [
            ("Bo {2} \"B\"", None, "; Error: Bo {2} \"B\", move 33\n", None),
            ("Bo", Some(Color::White), "{Your opponent's error: Bo, move 33}", Some(false)),
            ("Bo", Some(Color::Black), "{Your error: Bo, move 33}", Some(true)),
        ] {
            let source = SourceGame {
                white: "Meyer, Anna".into(),
                black: black.into(),
                event: "Puzzle 9".into(),
                date: GameDate::from_tag("2024.03.??"),
                player,
            };
            let written = puzzle(source).to_pgn().to_string();
            assert!(written.contains(comment), "{written}");
            let read = Puzzle::from_pgn(&read(&written)).unwrap();
            let expected = puzzle(read.source.clone());
            assert_eq!(read.source.black, black, "{written}");
            assert_eq!(read.source.date.to_string(), "2024.03.??", "{written}");
            assert_eq!((read.source.event.as_str(), read.is_own_error()), ("Puzzle 9", is_own));
            assert_eq!((&read.id, &read.moves), (&expected.id, &expected.moves));
            assert_eq!((&read.game, &read.opening), (&expected.game, &expected.opening));
            assert_eq!(read.to_pgn(), puzzle(read.source.clone()).to_pgn());
        }
    }

    #[test]
    fn unknown_facts_are_not_written() {
        let written = puzzle(SourceGame::default()).to_pgn().to_string();
        assert!(written.contains("{Error: Black, move 33}"), "{written}");
        assert!(!written.contains("GameEvent") && !written.contains("Player"), "{written}");
        let read = Puzzle::from_pgn(&read(&written)).unwrap();
        assert_eq!(read.source, SourceGame::default());
        // Both players have the name of the player.
        let text = "[White \"A\"]\n[Black \"A\"]\n[Player \"A\"]\n\n1. e4 e5 *\n";
        assert_eq!(Puzzle::from_pgn(&self::read(text)).unwrap().is_own_error(), None);
    }

    #[test]
    fn games_that_are_no_puzzles_have_a_reason() {
        for (text, reason) in [("*\n", "no moves: "), ("1. e4 -- *\n", "move 2, \"--\"")] {
            let error = Puzzle::from_pgn(&read(text)).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
        let without_error = Puzzle::from_pgn(&read("1. e4 e5 2. f4 *\n")).unwrap();
        assert_eq!((without_error.error(), without_error.solver()), (None, Color::White));
        assert_eq!(without_error.solution().len(), 3);
        assert!(!without_error.to_pgn().to_string().contains("Error"));
        assert!(!Puzzle::is_tagged(&read("[Event \"a\"]\n\n1. e4 e5 *\n")));
        assert!(Puzzle::is_tagged(&read("[Event \"Puzzle 1\"]\n\n1. e4 e5 *\n")));
        assert!(Puzzle::is_tagged(&read("[Themes \"fork\"]\n\n1. e4 e5 *\n")));
    }
}
