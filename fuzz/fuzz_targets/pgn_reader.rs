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
    depth: usize,
    main_line: Vec<Move>,
    start: Option<Position>,
    lines: u64,
}

impl GameVisitor for Checker {
    fn begin_game(&mut self, number: u64) {
        self.games += 1;
        assert_eq!(number, self.games);
        (self.depth, self.start) = (0, None);
        self.main_line.clear();
    }

    fn begin_moves(&mut self, start: &Position) -> Visit {
        self.start = Some(start.clone());
        Visit::Continue
    }

    fn played(&mut self, before: &Position, mv: Move) -> Visit {
        assert!(before.is_legal(mv), "{mv:?} at {before:?}");
        let san = before.san(mv).to_string();
        assert_eq!(before.parse_san(&san), Ok(mv), "{san} at {before:?}");
        if self.depth == 0 {
            self.main_line.push(mv);
        }
        Visit::Continue
    }

    fn begin_variation(&mut self) -> Visit {
        if !self.variations {
            return Visit::SkipVariation;
        }
        self.depth += 1;
        Visit::Continue
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn end_game(&mut self, last: &Position, result: Option<GameResult>) {
        self.ended += 1;
        assert!(result.is_none() || self.depth == 0);
        if let Some(mut position) = self.start.take() {
            self.main_line.iter().for_each(|&mv| position.do_move(mv));
            assert_eq!(position.fen(), last.fen());
        }
    }

    fn error(&mut self, error: PgnError) {
        assert!(error.line >= 1 && error.line <= self.lines && error.column >= 1, "{error}");
        assert_eq!(error.game, self.games);
        assert!(!error.kind.to_string().is_empty());
    }
}

fuzz_target!(|text: &[u8]| {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for variations in [false, true] {
        let checker = Checker {
            variations,
            games: 0,
            ended: 0,
            depth: 0,
            main_line: Vec::new(),
            start: None,
            lines,
        };
        let (mut player, mut reader) = (Player::new(checker), Reader::new(text));
        reader.read_all(&mut player).expect("bytes in memory can be read");
        let checker = player.into_visitor();
        assert_eq!((checker.games, checker.ended), (reader.games(), reader.games()));
        assert_eq!(reader.position(), text.len() as u64);
    }
    let mut reader = Reader::new(text);
    while reader.skip_next_game().expect("bytes in memory can be read") {}
    assert_eq!(reader.position(), text.len() as u64);
});
