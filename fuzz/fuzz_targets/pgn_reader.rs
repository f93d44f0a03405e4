//! Any bytes are read as PGN without a panic. Moves that the player makes are legal and are the ones
//! that their text describes, variations return to their line, and errors have a place in the text.

#![no_main]

use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Player, Reader, Visit};
use libfuzzer_sys::fuzz_target;

/// Visits main lines, or variations too.
struct Checker {
    variations: bool,
    games: u64,
    ended: u64,
    lines: u64,
}

/// A game with the moves of its main line, `None` for a null move.
#[derive(Default)]
struct CheckedGame {
    depth: usize,
    main_line: Vec<Option<Move>>,
    start: Option<Position>,
}

impl GameVisitor for Checker {
    type Game = CheckedGame;

    fn begin_game(&mut self, number: u64) -> CheckedGame {
        self.games += 1;
        assert_eq!(number, self.games);
        CheckedGame::default()
    }

    fn begin_moves(&mut self, game: &mut CheckedGame, start: &Position) -> Visit {
        game.start = Some(start.clone());
        Visit::Continue
    }

    fn played(&mut self, game: &mut CheckedGame, before: &Position, mv: Move) -> Visit {
        assert!(before.is_legal(mv), "{mv:?} at {before:?}");
        let san = before.san(mv).to_string();
        assert_eq!(before.parse_san(&san), Ok(mv), "{san} at {before:?}");
        if game.depth == 0 {
            game.main_line.push(Some(mv));
        }
        Visit::Continue
    }

    fn null_move(&mut self, game: &mut CheckedGame, before: &Position) -> Visit {
        assert!(!before.in_check());
        if game.depth == 0 {
            game.main_line.push(None);
        }
        Visit::Continue
    }

    fn begin_variation(&mut self, game: &mut CheckedGame) -> Visit {
        if !self.variations {
            return Visit::SkipVariation;
        }
        game.depth += 1;
        Visit::Continue
    }

    fn end_variation(&mut self, game: &mut CheckedGame) {
        game.depth -= 1;
    }

    fn end_game(&mut self, game: CheckedGame, last: &Position, result: Option<GameResult>) {
        self.ended += 1;
        assert!(result.is_none() || game.depth == 0);
        if let Some(mut position) = game.start {
            for mv in game.main_line {
                match mv {
                    Some(mv) => position.do_move(mv),
                    None => position.do_null_move(),
                }
            }
            assert_eq!(position.fen(), last.fen());
        }
    }

    fn error(&mut self, _game: &mut CheckedGame, error: PgnError) {
        assert!(error.line >= 1 && error.line <= self.lines && error.column >= 1, "{error}");
        assert_eq!(error.game, self.games);
        assert!(!error.kind.to_string().is_empty());
    }

    fn warning(&mut self, game: &mut CheckedGame, warning: PgnError) {
        self.error(game, warning);
    }
}

fuzz_target!(|text: &[u8]| {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for variations in [false, true] {
        let checker = Checker { variations, games: 0, ended: 0, lines };
        let (mut player, mut reader) = (Player::new(checker), Reader::new(text));
        reader.read_all(&mut player).expect("bytes in memory can be read");
        let checker = player.into_visitor();
        assert_eq!((checker.games, checker.ended), (reader.games(), reader.games()));
        assert_eq!(reader.position(), text.len() as u64);
    }
});
