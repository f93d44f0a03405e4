//! Tests that the borders between games do not depend on the visitor.

use super::{GameVisitor, MoveToken, PgnErrorKind, Player, Reader, Visit, Visitor};
use ferz::{Move, Position};

/// Answers the tokens of the games in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Continue,
    SkipVariations,
    SkipMoves,
    SkipGameAtMovetext,
    SkipGameAtMove,
    SkipGameAtVariation,
    RejectMovetext,
    RejectMove,
    RejectVariation,
}

impl Answer {
    const ALL: [Self; 9] = [
        Self::Continue,
        Self::SkipVariations,
        Self::SkipMoves,
        Self::SkipGameAtMovetext,
        Self::SkipGameAtMove,
        Self::SkipGameAtVariation,
        Self::RejectMovetext,
        Self::RejectMove,
        Self::RejectVariation,
    ];

    fn reject() -> Visit {
        Visit::Reject(Box::new(PgnErrorKind::TooDeep))
    }
}

impl Visitor for Answer {
    fn begin_movetext(&mut self) -> Visit {
        match self {
            Self::SkipGameAtMovetext => Visit::SkipGame,
            Self::RejectMovetext => Self::reject(),
            _ => Visit::Continue,
        }
    }

    fn san(&mut self, _: MoveToken<'_>) -> Visit {
        match self {
            Self::SkipMoves => Visit::SkipVariation,
            Self::SkipGameAtMove => Visit::SkipGame,
            Self::RejectMove => Self::reject(),
            _ => Visit::Continue,
        }
    }

    fn begin_variation(&mut self) -> Visit {
        match self {
            Self::SkipVariations => Visit::SkipVariation,
            Self::SkipGameAtVariation => Visit::SkipGame,
            Self::RejectVariation => Self::reject(),
            _ => Visit::Continue,
        }
    }
}

/// Verifies the moves of the main line, and with `true` those of the variations.
struct Verifier(bool);

impl GameVisitor for Verifier {
    fn played(&mut self, _: &Position, _: Move) -> Visit {
        Visit::Continue
    }

    fn begin_variation(&mut self) -> Visit {
        if self.0 { Visit::Continue } else { Visit::SkipVariation }
    }
}

/// Returns the index after each game of a text.
fn ends(pgn: &str, buffer: usize, visitor: &mut impl Visitor) -> Vec<u64> {
    let mut reader = Reader::with_buffer_size(pgn.as_bytes(), buffer);
    let mut ends = Vec::new();
    while reader.read_game(visitor).unwrap() {
        ends.push(reader.position());
    }
    ends
}

/// Asserts that all visitors find the same games, and returns the number.
fn games(pgn: &str) -> usize {
    let expected = ends(pgn, 1 << 16, &mut Answer::Continue);
    for buffer in [64, 1 << 16] {
        for mut answer in Answer::ALL {
            assert_eq!(ends(pgn, buffer, &mut answer), expected, "{answer:?}, {pgn:?}");
        }
        for variations in [false, true] {
            let mut player = Player::new(Verifier(variations));
            assert_eq!(ends(pgn, buffer, &mut player), expected, "{variations}, {pgn:?}");
        }
    }
    expected.len()
}

#[test]
fn damaged_games_are_counted_once() {
    for (pgn, number) in [
        ("1. e4 e5 2. Ke3 1-0 1. d4 *", 2),
        ("1. e4 e5 2. Ke3 {1-0\n\n[Event] *} 1-0\n1. d4 *", 2),
        ("1. e4 (1. d4 $999 [ * ) 1... e5 * 1. d4 *", 2),
        ("1. e4 (1. d4\n% ( escaped\n) 1... e5 * 1. d4 *", 2),
        ("1. e4 (1. Ke3 (d4 e5) e6 *) e5 * 1. d4 *", 2),
        ("[FEN \"8/8\"]\n\n1. e4 1-0 1. d4 *", 2),
        ("[White \"a\"]\n\n1. e5 0-1\n[White \"b\"]\n\n1. e4 {no end\n\n[White \"c\"]\n*", 3),
        ("[White \"a\"]\n\n1. e4 (e5 1-0\n\n[White \"b\"]\n\n*", 2),
        ("[White a]\n\n1. e4 * *\n\n[White \"b\"]\n\n*", 2),
        ("e4 ) e5 * d4 *\n\n* *", 3),
        ("", 0),
    ] {
        assert_eq!(games(pgn), number, "{pgn:?}");
    }
}

#[test]
fn deep_variations_end_at_the_same_token() {
    for depth in [499, 500, 501, 600] {
        games(&format!("e4 {} {} e5 * d4 *", "(d4 ".repeat(depth), ")".repeat(depth)));
    }
}

#[test]
fn random_texts_have_the_same_games_for_all_visitors() {
    const TOKENS: [&str; 28] = [
        "e4 ",
        "e5 ",
        "Ke3 ",
        "1. ",
        "* ",
        "1-0 ",
        "\n",
        "\n\n",
        "(",
        ") ",
        "{",
        "}",
        "{c} ",
        ";",
        "%",
        "[",
        "]",
        "\n\n[White \"a\"]\n",
        "\n[FEN \"8/8\"]\n",
        "$1 ",
        "$999 ",
        "1-2 ",
        "!? ",
        "\"",
        "-- ",
        "e.p. ",
        "\u{FEFF}",
        "e8(Q",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    let mut total = 0;
    for _ in 0..4000 {
        let length = random.usize(1..40);
        let pgn: String = (0..length).map(|_| TOKENS[random.usize(..TOKENS.len())]).collect();
        total += games(&pgn);
    }
    assert!(total > 8000, "{total} games");
}
