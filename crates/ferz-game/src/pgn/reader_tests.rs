//! Tests of the reader by the events that a visitor receives.

use super::{
    Comment, GameVisitor, MoveToken, Nag, PgnError, PgnErrorKind, Player, Reader, Tag, Visit,
    Visitor, decode,
};
use crate::GameResult;
use ferz::{Move, Position};
use std::fmt::Write;

/// Writes all events as text.
#[derive(Default)]
struct Events {
    text: String,
    /// The move at which a variation or a game is skipped, or that is rejected.
    skip_variation: &'static str,
    skip_game: &'static str,
    skip_all_variations: bool,
}

impl Visitor for Events {
    fn begin_game(&mut self, number: u64) {
        let _ = write!(self.text, "{number}:");
    }
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = write!(self.text, " {tag:?}");
    }
    fn san(&mut self, mv: MoveToken<'_>) -> Visit {
        let token = format!("{mv:?}");
        let mv = decode(mv.text()).into_owned();
        assert_eq!(token, format!("MoveToken({mv})"));
        let _ = write!(self.text, " {mv}");
        match mv {
            mv if mv == self.skip_variation => Visit::SkipVariation,
            mv if mv == self.skip_game => Visit::SkipGame,
            _ => Visit::Continue,
        }
    }
    fn nag(&mut self, nag: Nag) {
        let _ = write!(self.text, " {nag}");
    }
    fn comment(&mut self, comment: Comment<'_>) {
        let _ = write!(self.text, " {comment:?}");
    }
    fn begin_variation(&mut self) -> Visit {
        if self.skip_all_variations {
            return Visit::SkipVariation;
        }
        self.text += " (";
        Visit::Continue
    }
    fn end_variation(&mut self) {
        self.text += " )";
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.text += &result.map_or(" -\n".to_owned(), |result| format!(" {result}\n"));
    }
    fn error(&mut self, error: PgnError) {
        let _ = write!(self.text, " <{}:{} {}>", error.line, error.column, error.kind);
    }
}

/// Returns the events of a text, which are the same for any size of the buffer.
fn events_with(pgn: &[u8], new: impl Fn() -> Events) -> String {
    let read = |size| {
        let (mut events, mut reader) = (new(), Reader::with_buffer_size(pgn, size));
        reader.read_all(&mut events).map(|()| events.text)
    };
    let whole = read(1 << 16).unwrap_or_default();
    for size in [1, 70, 128, 150, 200, 333] {
        assert_eq!(read(size).ok().as_ref(), Some(&whole), "buffer of {size} bytes");
    }
    whole
}

fn events(pgn: impl AsRef<[u8]>) -> String {
    events_with(pgn.as_ref(), Events::default)
}

#[test]
fn tokens_of_a_game() {
    let pgn = "[Event \"a \\\"b\\\" \\\\\"]\n[ECO \"\"]\n\n\
        1. e4! {first} e5?! $14 (1... c5 2.Nf3(2. c3 d5)2...d6) 2. f4 exf4\n\
        ; to the end\n% escaped e4 (\n3. Bc4 Qh4+ 4. Kf1 1/2-1/2\n";
    assert_eq!(
        events(pgn),
        "1: [Event \"a \\\"b\\\" \\\\\"] [ECO \"\"] e4 $1 {first} e5 $6 $14 ( c5 Nf3 ( c3 d5 ) d6 ) \
         f4 exf4 { to the end} Bc4 Qh4+ Kf1 1/2-1/2\n"
    );
}

#[test]
fn lines_are_escaped_in_their_first_column_only() {
    assert_eq!(
        events("[A \"b\"]\n% e4\n[C \"d\"]\n\n% e5\ne4\n% d4\ne5 *"),
        "1: [A \"b\"] [C \"d\"] e4 e5 *\n"
    );
    assert_eq!(events("[A \"b\"]\n; e4\n[C \"d\"]\n\n*"), "1: [A \"b\"] [C \"d\"] *\n");
    assert_eq!(events("[A \"b\"]\n\n% e4\n[C \"d\"]\n\n*"), "1: [A \"b\"] -\n2: [C \"d\"] *\n");
    assert_eq!(
        events("[A \"b\"]\n\n % e4 *"),
        "1: [A \"b\"] <3:2 found `%`, expected a move, a comment, a variation or a result> -\n"
    );
}

#[test]
fn white_space_byte_order_marks_and_encodings() {
    let pgn =
        "\u{FEFF}[White \"Müller\"]\r\n\r\n1.e4\te5\r\n\r\n2.Nf3 *\r\n\u{FEFF}[A \"b\"]\r\n\r\n*";
    assert_eq!(events(pgn), "1: [White \"Müller\"] e4 e5 Nf3 *\n2: [A \"b\"] *\n");
    assert_eq!(events(b"[A \"M\xFCller\"] {\xE9}*"), "1: [A \"Müller\"] {é} *\n");
}

#[test]
fn move_forms_are_single_tokens() {
    let moves = "e8=Q+ e8(Q) e8/Q exd6ep Ng1-f3 0-0 0-0-0 O-O-O# Z0 -- @@@@ e2xd1=Q#";
    assert_eq!(events(format!("{moves} *")), format!("1: {moves} *\n"));
    for separator in ["!", "?", ")", "$1", "{c}", ";\n", "*", "(d4)"] {
        let text = events(format!("e4{separator} *"));
        assert!(text.starts_with("1: e4 "), "{separator}: {text}");
    }
    assert_eq!(events("exd6 e.p. Nf3 + 1234567890. Nf6 (=) *"), "1: exd6 Nf3 Nf6 ( ) *\n");
}

#[test]
fn results_and_missing_results() {
    assert_eq!(events("1. e4 1-0\n1. d4 0-1 e4 1/2"), "1: e4 1-0\n2: d4 0-1\n3: e4 1/2-1/2\n");
    assert_eq!(events("e4 (d4 1-0) e5 *"), "1: e4 ( d4 ) e5 *\n");
    assert_eq!(
        events("[A \"1\"]\n\n1. e4\n\n[B \"2\"]\n[C \"3\"]\n"),
        "1: [A \"1\"] e4 -\n2: [B \"2\"] [C \"3\"] -\n"
    );
    assert_eq!(events("[A \"1\"]\n\n[B \"2\"]\n*"), "1: [A \"1\"] -\n2: [B \"2\"] *\n");
    assert_eq!(events("e4 * ; e5\nd4 * ; d5"), "1: e4 *\n2: d4 *\n");
    assert_eq!(
        events("e4 * % e5"),
        "1: e4 *\n2: <1:6 found `%`, expected a move, a comment, a variation or a result> -\n"
    );
    assert_eq!(events(""), "");
    assert_eq!(events("\n\n \n"), "");
}

#[test]
fn errors_have_a_place_and_cost_one_game() {
    let rest = "\n\n[A \"b\"]\n\ne4 *";
    for (game, found) in [
        ("e4 { e5", "1: e4 <1:4 found the end of the game, expected `}` to close this comment> -"),
        (
            "e4\n ) e5",
            "1: e4 <2:2 found `)`, expected a move, a comment, a variation or a result> -",
        ),
        (
            "e4 (e5 *",
            "1: e4 ( e5 <3:1 found the end of the game, expected `)` to close 1 variation> -",
        ),
        ("e4 $256", "1: e4 <1:4 found `$256`, expected a number from 0 to 255 after `$`> -"),
        (
            "e4 1-2",
            "1: e4 <1:4 found `1-2`, expected a move, a comment, a variation or a result> -",
        ),
        ("e4 -", "1: e4 <1:4 found `-`, expected a move, a comment, a variation or a result> -"),
        // The first byte of this letter is that of a byte order mark.
        (
            "e4 \u{FF45}5",
            "1: e4 <1:4 found `\u{FF45}5`, expected a move, a comment, a variation or a result> -",
        ),
        (
            "[A b]\n[C \"d\"]\n e4 *",
            "1: <1:1 found `[A`, expected a tag like `[Event \"name\"]`> [C \"d\"] -",
        ),
        ("[A \"b\"\n\ne4 *", "1: <1:1 found `[A`, expected a tag like `[Event \"name\"]`> -"),
        ("\u{0}", "1: <1:1 found `\u{0}`, expected a move, a comment, a variation or a result> -"),
    ] {
        let text = format!("{game}{rest}");
        assert_eq!(events(&text), format!("{found}\n2: [A \"b\"] e4 *\n"), "{text}");
    }
    let deep = events("e4 (".repeat(600));
    assert!(deep.contains("found more than 500 nested variations"), "{deep}");
}

#[test]
fn long_comments_and_the_limit() {
    let long = "x".repeat(5000);
    assert_eq!(events(format!("e4 {{{long}}} e5 *")), format!("1: e4 {{{long}}} e5 *\n"));
    let pgn = format!("e4 {{{long}}} e5 *\n\n[A \"b\"]\n*");
    let (mut events, mut reader) =
        (Events::default(), Reader::with_buffer_size(pgn.as_bytes(), 64));
    reader.set_max_token(1000);
    assert!(reader.read_all(&mut events).is_ok());
    assert_eq!(
        events.text,
        "1: e4 <1:4 found a tag or a comment of more than 1000 bytes> -\n2: [A \"b\"] *\n"
    );
}

#[test]
fn variations_and_games_are_skipped() {
    let pgn = "e4 e5 (c5 (e6 {)} d4) Nf3 $1 ) Nf3 1-0\n\n[A \"b\"]\n\nd4 Nf6 *\n\ne4 c5 *\n";
    let skip = |new: fn() -> Events| events_with(pgn.as_bytes(), new);
    assert_eq!(
        skip(|| Events { skip_all_variations: true, ..Default::default() }),
        "1: e4 e5 Nf3 1-0\n2: [A \"b\"] d4 Nf6 *\n3: e4 c5 *\n"
    );
    assert_eq!(
        skip(|| Events { skip_variation: "c5", ..Default::default() }),
        "1: e4 e5 ( c5 ) Nf3 1-0\n2: [A \"b\"] d4 Nf6 *\n3: e4 c5 -\n"
    );
    assert_eq!(
        skip(|| Events { skip_variation: "e6", skip_game: "Nf6", ..Default::default() }),
        "1: e4 e5 ( c5 ( e6 ) Nf3 $1 ) Nf3 1-0\n2: [A \"b\"] d4 Nf6 -\n3: e4 c5 *\n"
    );
    let mut reader = Reader::with_buffer_size(pgn.as_bytes(), 64);
    while reader.skip_next_game().is_ok_and(|read| read) {}
    assert_eq!((reader.games(), reader.position()), (3, pgn.len() as u64));
}

#[test]
fn games_without_movetext_end_in_their_start_position() {
    #[derive(Default)]
    struct Ends(String);
    impl GameVisitor for Ends {
        fn end_game(&mut self, last: &ferz::Position, _: Option<GameResult>) {
            let _ = writeln!(self.0, "{}", last.fen());
        }
        fn error(&mut self, error: PgnError) {
            let _ = writeln!(self.0, "{}:{}", error.game, error.kind);
        }
    }
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 40";
    let text = format!("[FEN \"{fen}\"]\n\n[FEN \"8/8\"]\n\n[FEN \"{fen}\"]\n\n*\n[FEN \"{fen}\"]");
    let mut player = Player::new(Ends::default());
    assert!(Reader::new(text.as_bytes()).read_all(&mut player).is_ok());
    let ends = player.into_visitor().0;
    let lines: Vec<_> = ends.lines().collect();
    assert_eq!([lines[0], lines[3], lines[4]], [fen; 3]);
    assert!(lines[1].starts_with("2:found the FEN `8/8`"), "{ends}");
}

// Tests that the borders between games do not depend on the visitor.

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

    fn error(&mut self, _: PgnError) {}
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
