//! Tests of the reader by the events that a visitor receives.

use super::{
    Comment, GameVisitor, MoveToken, Nag, PgnError, PgnErrorKind, Player, Reader, Tag, Visit,
    Visitor, decode,
};
use crate::GameResult;
use ferz::{Move, Position};
use std::fmt::Write;
use std::io::{self, Read};

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
    type Game = ();
    fn begin_game(&mut self, number: u64) {
        let _ = write!(self.text, "{number}:");
    }
    fn tag(&mut self, (): &mut (), tag: Tag<'_>) {
        let _ = write!(self.text, " {tag:?}");
    }
    fn san(&mut self, (): &mut (), mv: MoveToken<'_>) -> Visit {
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
    fn nag(&mut self, (): &mut (), nag: Nag) {
        let _ = write!(self.text, " {nag}");
    }
    fn comment(&mut self, (): &mut (), comment: Comment<'_>) {
        let _ = write!(self.text, " {comment:?}");
    }
    fn begin_variation(&mut self, (): &mut ()) -> Visit {
        if self.skip_all_variations {
            return Visit::SkipVariation;
        }
        self.text += " (";
        Visit::Continue
    }
    fn end_variation(&mut self, (): &mut ()) {
        self.text += " )";
    }
    fn end_game(&mut self, (): (), result: Option<GameResult>) {
        self.text += &result.map_or(" -\n".to_owned(), |result| format!(" {result}\n"));
    }
    fn error(&mut self, (): &mut (), error: PgnError) {
        let _ = write!(self.text, " <{}:{} {}>", error.line, error.column, error.kind);
    }
    fn warning(&mut self, (): &mut (), warning: PgnError) {
        let _ = write!(self.text, " <{}:{} warning>", warning.line, warning.column);
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
    let (mut events, mut reader) = (new(), Reader::by_lines(Lines(pgn)));
    assert!(reader.read_all(&mut events).is_ok());
    assert_eq!(events.text, whole, "lines");
    whole
}

/// A text of which each call of `read` returns no more than a line.
struct Lines<'a>(&'a [u8]);

impl Read for Lines<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let line =
            self.0.iter().position(|&byte| byte == b'\n').map_or(self.0.len(), |end| end + 1);
        let length = line.min(bytes.len());
        bytes[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
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
    assert_eq!(events("[A \"b\"]\n\n% e4\n[C \"d\"]\n\n*"), "1: [A \"b\"] [C \"d\"] *\n");
    assert_eq!(events("[A \"b\"]\n\n % e4 *"), "1: [A \"b\"] <3:2 warning> e4 *\n");
}

#[test]
fn white_space_byte_order_marks_and_encodings() {
    let pgn =
        "\u{FEFF}[White \"Müller\"]\r\n\r\n1.e4\te5\r\n\r\n2.Nf3 *\r\n\u{FEFF}[A \"b\"]\r\n\r\n*";
    assert_eq!(events(pgn), "1: [White \"Müller\"] e4 e5 Nf3 *\n2: [A \"b\"] *\n");
    assert_eq!(events("\u{EF}\u{BB}\u{BF}[A \"b\"]\n\n*"), "1: [A \"b\"] *\n");
    assert_eq!(events(b"[A \"M\xFCller\"] {\xE9}*"), "1: [A \"Müller\"] {é} *\n");
}

#[test]
fn text_before_the_tags_is_no_game() {
    let two = "[A \"b\"]\n\n1. e4 *\n\n{second}\n; line\n% escaped\n\n[A \"c\"]\n\n1. d4 *\n";
    for (intro, line) in [
        ("{intro}\n", 2),
        ("{intro} ", 1),
        ("{in\ntro} {more}\n\n\n", 5),
        ("; semicolon\n{intro}\n", 3),
    ] {
        let at = if intro.starts_with(';') { 2 } else { 1 };
        let second = line + 4;
        assert_eq!(
            events(format!("{intro}{two}")),
            format!("1: <{at}:1 warning> [A \"b\"] e4 *\n2: <{second}:1 warning> [A \"c\"] d4 *\n"),
            "{intro}"
        );
    }
    // What belongs to a game without tags stays there.
    assert_eq!(events("{a} 1. e4 *\n\n{b}\n1. d4 *"), "1: {a} e4 *\n2: {b} d4 *\n");
    assert_eq!(events("e4 e5 Nf3\n\n[A \"b\"]\n\n*"), "1: e4 e5 Nf3 -\n2: [A \"b\"] *\n");
    // Without an end it is no comment.
    assert_eq!(
        events("{a\n\n[A \"b\"]\n\n*"),
        "1: <1:1 found the end of the game, expected `}` to close this comment> -\n2: [A \"b\"] *\n"
    );
}

#[test]
fn comments_between_tags_are_no_game() {
    for (between, at) in [
        ("{c}\n", "2:1"),
        (" {c} ", "1:9"),
        ("{c\nd} {e}\n", "2:1"),
        ("\n{c}\n", "3:1"),
        ("{c}\n\n", "2:1"),
        ("\n; c\n", "3:1"),
        ("{c}\n% e\n", "2:1"),
        ("{[B \"x\"]}\n", "2:1"),
    ] {
        let line_break = if between.starts_with(' ') { "" } else { "\n" };
        let pgn = format!("[A \"b\"]{line_break}{between}[C \"d\"]\n\n1. e4 *\n\n[A \"e\"]\n\n*");
        assert_eq!(
            events(&pgn),
            format!("1: [A \"b\"] <{at} warning> [C \"d\"] e4 *\n2: [A \"e\"] *\n"),
            "{between}"
        );
        let (mut reader, mut strict) = (Reader::new(pgn.as_bytes()), Events::default());
        reader.set_strict(true);
        assert!(reader.read_all(&mut strict).is_ok());
        let strict = strict.text;
        assert!(strict.starts_with(&format!("1: [A \"b\"] <{at} found")), "{strict}");
        assert!(strict.ends_with("2: [A \"e\"] *\n"), "{strict}");
    }
    // What begins a game after tags begins one after a comment too, and another comment is one on the game.
    for begins in ["[Event \"d\"]", "[A \"d\"]"] {
        let expected = format!("1: [A \"b\"] {{c}} -\n2: {begins} e4 *\n");
        assert_eq!(events(format!("[A \"b\"]\n{{c}}\n{begins}\n\n1. e4 *")), expected);
    }
    assert_eq!(
        events("[A \"b\"]\n{c} 1. e4\n[C \"d\"]\n\n*"),
        "1: [A \"b\"] {c} e4 -\n2: [C \"d\"] *\n"
    );
}

#[test]
fn text_before_the_tags_is_an_error_of_strict_reading() {
    let mut reader = Reader::new(&b"{a}\n[A \"b\"]\n\n1. e4 *\n\n[A \"c\"]\n\n1. d4 *"[..]);
    reader.set_strict(true);
    let mut events = Events::default();
    assert!(reader.read_all(&mut events).is_ok());
    assert_eq!(
        events.text,
        "1: <1:1 found `{a}`, expected a tag or a move> [A \"b\"] -\n2: [A \"c\"] d4 *\n"
    );
}

#[test]
fn repeated_tags_and_unknown_results_cause_warnings() {
    let long = "a".repeat(20);
    for (tags, warning) in [
        ("[White \"a\"]\n[White \"b\"]", " <2:1 warning>"),
        (&format!("[{long} \"a\"]\n[{long}b \"b\"]")[..], ""),
        (&format!("[{long} \"a\"]\n[{long} \"b\"]"), " <2:1 warning>"),
        ("[White \"a\"]\n[white \"b\"]", ""),
        ("[A \"\"]\n[Result \"1-0 (forfeit)\"]", " <2:1 warning>"),
        ("[A \"\"]\n[Result \"draw\"]", " <2:1 warning>"),
        ("[A \"\"]\n[Result \"0.5-0.5\"]", ""),
        ("[A \"\"]\n[Result \"0.5 - 0.5\"]", ""),
        ("[A \"\"]\n[Result \"?\"]", ""),
        ("[A \"\"]\n[Result \" 1-0 \"]", ""),
    ] {
        let found = events(format!("{tags}\n\n1. e4 *\n\n[White \"a\"]\n\n1. d4 0.5-0.5"));
        let expected: Vec<_> = tags.lines().collect();
        let expected = format!(
            "1: {} {}{warning} e4 *\n2: [White \"a\"] d4 1/2-1/2\n",
            expected[0], expected[1]
        );
        assert_eq!(found, expected, "{tags}");
    }
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
    assert_eq!(events("[A \"1\"]\n\n[B \"2\"]\n*"), "1: [A \"1\"] [B \"2\"] *\n");
    assert_eq!(
        events("[A \"1\"]\n\n[A \"2\"]\n\n[Event \"3\"]\n"),
        "1: [A \"1\"] -\n2: [A \"2\"] -\n3: [Event \"3\"] -\n"
    );
    assert_eq!(events("e4 * ; e5\nd4 * ; d5"), "1: e4 { e5} *\n2: d4 { d5} *\n");
    assert_eq!(
        events("1. e4\n\n            1. d4\n \t\n1. c4 e5\n\n1... d5 *"),
        "1: e4 -\n2: d4 -\n3: c4 e5 d5 *\n"
    );
    assert_eq!(events(""), "");
    assert_eq!(events("\n\n \n"), "");
}

#[test]
fn an_event_without_quotes_ends_a_game_without_a_result() {
    let next = "[Event x]\n[White y]\n\nd4 *";
    for (game, expected) in [
        ("e4 e5\n\n", "1: e4 e5 -"),
        ("e4 e5\r\n", "1: e4 e5 -"),
        ("[A \"b\"]\n\ne4 e5\n\n", "1: [A \"b\"] e4 e5 -"),
        ("[A \"b\"]\n\n", "1: [A \"b\"] -"),
        ("[Event a]\n\n", "1: [Event \"a\"] <1:1 warning> -"),
        ("e4 e5 1-0\n", "1: e4 e5 1-0"),
        ("e4 e5 {c}\n", "1: e4 e5 {c} -"),
    ] {
        let line = 1 + game.matches('\n').count();
        let tags =
            format!("[Event \"x\"] <{line}:1 warning> [White \"y\"] <{}:1 warning>", line + 1);
        let text = format!("{game}{next}");
        assert_eq!(events(&text), format!("{expected}\n2: {tags} d4 *\n"), "{text:?}");
    }
    // Damage costs its own game only.
    let open = events("e4 (e5\n\n[Event x]\n\nd4 *");
    assert!(open.ends_with(" -\n2: [Event \"x\"] <3:1 warning> d4 *\n"), "{open}");
    let comment = events("e4 {e5\n\n[Event x]\n\nd4 *");
    assert!(comment.ends_with(" -\n2: [Event \"x\"] <3:1 warning> d4 *\n"), "{comment}");
    // Within a comment, a line or a name it is part of the game.
    for game in ["e4 {a\n\n[Event x]\n} e5", "e4 [Event x] e5", "e4\n\n[EventDate x]\ne5"] {
        assert_eq!(events(format!("{game} *")).matches("*\n").count(), 1, "{game}");
        assert!(!events(format!("{game} *")).contains("2:"), "{game}");
    }
}

#[test]
fn errors_have_a_place_and_cost_one_game() {
    let rest = "\n\n[A \"b\"]\n\ne4 *";
    for (game, found) in [
        ("e4 { e5", "1: e4 <1:4 found the end of the game, expected `}` to close this comment> -"),
        (
            "e4 (e5 *",
            "1: e4 ( e5 <3:1 found the end of the game, expected `)` to close 1 variation> -",
        ),
    ] {
        let text = format!("{game}{rest}");
        assert_eq!(events(&text), format!("{found}\n2: [A \"b\"] e4 *\n"), "{text}");
    }
    let deep = events("e4 (".repeat(600));
    assert!(deep.contains("found more than 500 nested variations"), "{deep}");
}

/// Texts as they occur, with their events. Each is one game, and no game behind it is lost.
#[test]
fn faults_that_hide_no_move_are_read() {
    for (game, expected) in [
        // Numbers with castling, results and null moves.
        ("4.0-0 5.0-0-0 6...0-0 *", "0-0 0-0-0 0-0 *"),
        ("4.00 5.000 16...00 4.0000 *", "00 000 00 *"),
        ("e4 0.00 e5 1.00 d4 4.05 *", "e4 e5 d4 *"),
        (
            "1.e2\u{2013}e4 e7\u{2014}e5+ Nf3\u{2013}g5! a7\u{2212}a8=Q# *",
            "e2\u{2013}e4 e7\u{2014}e5+ Nf3\u{2013}g5 $1 a7\u{2212}a8=Q# *",
        ),
        ("e4\u{B1} Nf3\u{2213} *", "e4 $16 Nf3 $17 *"),
        ("2.-- e5 3.1-0", "-- e5 1-0"),
        ("e4 2.1/2-1/2", "e4 1/2-1/2"),
        ("e4 2.1/2", "e4 1/2-1/2"),
        ("e4 (2.0-0 3.0-1) 0-1", "e4 ( 0-0 ) 0-1"),
        // Results.
        ("e4 1:0", "e4 1-0"),
        ("e4 0 - 1", "e4 0-1"),
        ("e4 1/2 - 1/2", "e4 1/2-1/2"),
        ("e4 \u{BD}-\u{BD}", "e4 1/2-1/2"),
        ("e4 \u{BD}", "e4 1/2-1/2"),
        ("e4 0\u{2013}1", "e4 0-1"),
        ("e4 1\u{2212}0", "e4 1-0"),
        // Glyphs, apart and attached.
        ("e4 \u{B1} e5\u{2213} Nf3 +- Nf6-+ *", "e4 $16 e5 $17 Nf3 $18 Nf6 $19 *"),
        ("e4+/- e5 -/+ d4+/= d5 =/+ *", "e4 $16 e5 $17 d4 $14 d5 $15 *"),
        ("Qh5++- Nf3+= d5=+ e8=Q+- *", "Qh5+ $18 Nf3 $14 d5 $15 e8=Q $18 *"),
        ("e4\u{2A72} e5 \u{2A71} d4 \u{221E} d5 \u{25A1} *", "e4 $14 e5 $15 d4 $13 d5 $7 *"),
        ("e4 N e5N Nf3D D Nf6+N *", "e4 $146 e5 $146 Nf3 $220 $220 Nf6+ $146 *"),
        ("e4\u{203C} e8N exd1N+ *", "e4 $3 e8N exd1N+ *"),
        ("e4= e5 = O-O! O-O-O+/- *", "e4 e5 O-O $1 O-O-O $16 *"),
        ("e4 $256 e5 $ $300 d4 *", "e4 <3:4 warning> e5 <3:12 warning> <3:14 warning> d4 *"),
        ("e4 RR e5 TN d4 inf d5 unclear *", "e4 $145 e5 $146 d4 $13 d5 $13 *"),
        ("Bb5+\u{2212} e5+\u{2013} d4\u{2013}+ d5 \u{2212}+ *", "Bb5+ $18 e5+ $18 d4 $19 d5 $19 *"),
        // Characters beyond ASCII in moves and numbers.
        ("0\u{2013}0 O\u{2014}O\u{2014}O+ 1\u{2014}0", "0\u{2013}0 O\u{2014}O\u{2014}O+ 1-0"),
        (
            "\u{41E}-\u{41E} \u{FF2E}\u{FF46}\u{FF13} *",
            "\u{41E}-\u{41E} \u{FF2E}\u{FF46}\u{FF13} *",
        ),
        ("a8=\u{2655}+ 5\u{2026} b1=\u{265B}# *", "a8=\u{2655}+ b1=\u{265B}# *"),
        ("00 10 000 20. 0000 0 0. e4 *", "00 000 0000 e4 *"),
        // Blanks and fillings.
        ("e4\u{A0}e5\u{200B} \u{2003}d4\u{B}d5\u{C}*\u{1A}\u{0}\u{0}", "e4 e5 d4 d5 *"),
        // Brackets, parentheses and signs.
        ("e4 {a {b} c} e5 {d {e} } *", "e4 {a {b} c} e5 {d {e} } *"),
        ("e4 {a {b} e5 {c} *", "e4 {a {b} e5 {c} *"),
        ("e4 {a {b\nb} c\n} e5 *", "e4 {a {b\nb} c\n} e5 *"),
        ("e4 } e5 ) d4 *", "e4 <3:4 warning> e5 <3:9 warning> d4 *"),
        ("e4, e5. \"d4\" *", "e4 <3:3 warning> e5 <3:9 warning> d4 <3:12 warning> *"),
        ("e4 \u{2020} e5 <x *", "e4 <3:4 warning> e5 <3:11 warning> x *"),
        ("e4 ch. e5 dis ch *", "e4 <3:4 warning> e5 <3:11 warning> <3:15 warning> *"),
        ("e4 1-2 e5 *", "e4 <3:5 warning> e5 *"),
        // Text after the result.
        ("e4 1-0 ff", "e4 <3:8 warning> 1-0"),
        ("e4 1-0.", "e4 <3:7 warning> 1-0"),
        ("e4 1-0 {time}", "e4 {time} 1-0"),
        ("e4 1-0\n{time} {b}\n", "e4 {time} {b} 1-0"),
        ("e4 ** 1-0 White won (time)", "e4 <3:5 warning> *"),
        ("e4 1-0\0\0 ; comment", "e4 { comment} 1-0"),
        ("e4 1-0 e4", "e4 1-0\n2: e4 -"),
    ] {
        let (tags, next) = ("[A \"a\"]\n\n", "\n\n[A \"b\"]\n\nd4 *");
        let found = events(format!("{tags}{game}{next}"));
        let number = 2 + usize::from(expected.contains("\n2:"));
        let next = format!("{number}: [A \"b\"] d4 *\n");
        let body = found.strip_suffix(&next).unwrap_or_else(|| panic!("{game:?}: {found}"));
        let body = body.strip_prefix("1: [A \"a\"] ").unwrap_or_default().trim_end_matches('\n');
        assert_eq!(body, expected, "{game:?}");
    }
}

#[test]
fn moves_of_other_notations_are_found_with_a_warning() {
    let open = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let promotion = "8/P6k/8/8/8/8/8/R3K3 w Q - 0 1";
    for (fen, text, san, warns) in [
        (open, "b1-c3", "Nc3", true),
        (open, "f3xe5", "Nxe5", true),
        (open, "Nf3\u{2013}g5", "Ng5", true),
        (open, "d2\u{2014}d3", "d3", true),
        (open, "b1\u{2212}c3", "Nc3", true),
        (open, "c4:f7+", "Bxf7+", true),
        (open, "e1-g1", "O-O", true),
        (open, "00", "O-O", true),
        (open, "OO", "O-O", true),
        (open, "0\u{2013}0", "O-O", true),
        (open, "\u{41E}-\u{41E}", "O-O", true),
        (promotion, "O\u{2014}O\u{2014}O", "O-O-O", true),
        (promotion, "000", "O-O-O", true),
        (promotion, "a8=\u{2655}", "a8=Q", false),
    ] {
        let position: Position = fen.parse().unwrap();
        let found = super::find_move(&position, text.as_bytes()).unwrap();
        assert_eq!(found.mv, position.parse_san(san).ok(), "{text}");
        assert_eq!(found.warning.is_some(), warns, "{text}");
    }
    let position: Position = open.parse().unwrap();
    for text in ["b1-c4", "O", "000", "O--O", "\u{41E}", "\u{FF2E}\u{FF43}\u{FF13}", "f3-x-e5"] {
        assert!(super::find_move(&position, text.as_bytes()).is_err(), "{text}");
    }
}

/// Plays the moves of games and keeps what it plays and what is wrong.
#[derive(Default)]
struct Played(Vec<String>);

impl GameVisitor for Played {
    type Game = Vec<String>;
    fn begin_game(&mut self, _: u64) -> Vec<String> {
        Vec::new()
    }
    fn played(&mut self, game: &mut Vec<String>, before: &Position, mv: Move) -> Visit {
        game.push(before.san(mv).to_string());
        Visit::Continue
    }
    fn begin_variation(&mut self, _: &mut Vec<String>) -> Visit {
        Visit::Continue
    }
    fn end_game(&mut self, game: Vec<String>, _: &Position, _: Option<GameResult>) {
        self.0.push(game.join(" "));
    }
    fn error(&mut self, game: &mut Vec<String>, error: PgnError) {
        game.push(format!("<{error}>"));
    }
    fn warning(&mut self, game: &mut Vec<String>, warning: PgnError) {
        game.push(format!("<{}>", warning.column));
    }
}

/// Returns the moves of the first game with its errors and the columns of its warnings.
fn played(pgn: &str, letters: Option<&str>) -> String {
    let mut player = Player::new(Played::default());
    if let Some(letters) = letters {
        player.set_piece_letters(letters.parse().unwrap());
    }
    Reader::new(pgn.as_bytes()).read_all(&mut player).unwrap();
    player.into_visitor().0.swap_remove(0)
}

#[test]
fn promotions_with_blanks_are_read_with_a_warning() {
    let tag = "[FEN \"8/P6k/8/8/8/8/1p5K/8 w - - 0 1\"]\n\n";
    for (moves, expected) in [
        ("1. a8 = Q b1=N *", "a8=Q <4> b1=N"),
        ("1. a8 =Q b1= R *", "a8=Q <4> b1=R <10>"),
        ("1. a8= q+ b1 Q *", "a8=Q <4> b1=Q <11>"),
        ("1. a8\n=\nR b1=N *", "a8=R <4> b1=N"),
        ("1. a8=Q (1. a8 = N Kg6) b1=Q *", "a8=Q a8=N <13> Kg6 b1=Q"),
        ("1. a8 = K *", ""),
        ("1. a8 *", ""),
        ("1. a8 b1=Q *", ""),
        ("1. a8 Qb1 *", ""),
    ] {
        let found = played(&format!("{tag}{moves}"), None);
        if expected.is_empty() {
            assert!(found.starts_with("<line 3, column 4: "), "{moves}: {found}");
        } else {
            assert_eq!(found, expected, "{moves}");
        }
    }
}

#[test]
fn dashes_of_other_languages_are_read() {
    let german = "1. e2\u{2013}e4 e7\u{2013}e5 2. Sg1\u{2013}f3 Sb8\u{2013}c6 3. Lb5 *";
    assert_eq!(played(german, Some("KDTLS")), "e4 <4> e5 <12> Nf3 <23> Nc6 <32> Bb5");
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.00 Nf6 *";
    assert_eq!(played(moves, None), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O <34> Nf6");
}

#[test]
fn fens_with_a_side_to_move_are_read_with_a_warning() {
    for (fields, expected) in [("b", "<1> Kd8"), ("b -", "<1> Kd8"), ("b - -", "<1> Kd8")] {
        let pgn = format!("[FEN \"4k3/8/8/8/8/8/8/4K3 {fields}\"]\n\n1... Kd8 *");
        assert_eq!(played(&pgn, None), expected, "{fields}");
    }
    let found = played("[FEN \"4k3/8/8/8/8/8/8/4K3\"]\n\n1... Kd8 *", None);
    assert!(found.contains("found the FEN"), "{found}");
}

#[test]
fn tags_are_read_or_left_out() {
    for (tags, expected) in [
        ("[Event \"M\"]\n\n[White \"w\"]", "[Event \"M\"] [White \"w\"]"),
        ("[White\n\"w\"]\n[ Black \"b\" ]", "[White \"w\"] [Black \"b\"]"),
        ("[Event \"a\nb\"]", "[Event \"a\\nb\"]"),
        ("[Event \"5th \"Name\" x\"]", "[Event \"5th \\\"Name\\\" x\"]"),
        ("[Site \"C:\\games\\\"]\n[A \"b\"]", "[Site \"C:\\\\games\\\\\"] [A \"b\"]"),
        ("[WhiteElo 2500]\n[A \"b\"]", "[WhiteElo \"2500\"] <1:1 warning> [A \"b\"]"),
        (
            "[ White  Max M\u{FC}ller ] \r\n[A \"b\"]",
            "[White \"Max M\u{FC}ller\"] <1:1 warning> [A \"b\"]",
        ),
        ("[White 'w']\n[A \"b\"]", "[White \"w\"] <1:1 warning> [A \"b\"]"),
        ("[White \u{201E}w\u{201C}]\n[A \"b\"]", "[White \"w\"] <1:1 warning> [A \"b\"]"),
        ("[White w\"]\n[A \"b\"]", "[White \"w\"] <1:1 warning> [A \"b\"]"),
        ("[White w] [B c]\n[A \"b\"]", "<1:1 warning> [A \"b\"]"),
        ("[White w] x\n[A \"b\"]", "<1:1 warning> [A \"b\"]"),
        ("[ECO ]\n[A \"b\"]", "<1:1 warning> [A \"b\"]"),
        ("[a.b \"c\"]\n[A \"b\"]", "<1:1 warning> [A \"b\"]"),
        ("[White \"w]\n[A \"b\"]", "[White \"w\"] <1:1 warning> [A \"b\"]"),
        ("[A \"b\"]\n[White \"w]", "[A \"b\"] [White \"w\"] <2:1 warning>"),
        ("[\u{418}\u{43C}\u{44F} \"x\"]\n[A \"b\"]", "<1:1 warning> [A \"b\"]"),
    ] {
        let found = events(format!("{tags}\n\n1. e4 *\n\n[Event \"n\"]\n\n*"));
        assert_eq!(found, format!("1: {expected} e4 *\n2: [Event \"n\"] *\n"), "{tags:?}");
    }
}

#[test]
fn strict_readers_refuse_what_others_repair() {
    let strict = |pgn: &str| {
        let (mut events, mut reader) = (Events::default(), Reader::new(pgn.as_bytes()));
        reader.set_strict(true);
        assert!(reader.read_all(&mut events).is_ok());
        assert_eq!(reader.warnings(), 0);
        events.text
    };
    let next = "\n\n[Event \"n\"]\n\nd4 *\n";
    for (game, place) in [
        ("e4 } e5 *", "1:4"),
        ("[x]\n[A \"b\"]\n\ne4 *", "1:1"),
        ("[x 1]\n[A \"b\"]\n\ne4 *", "1:1"),
        ("e4 (e5 $256 d4) d5 *", "1:8"),
        ("e4 * x", "1:6"),
    ] {
        let found = strict(&format!("{game}{next}"));
        let (first, second) = found.split_once('\n').unwrap_or_default();
        assert!(first.contains(&format!("<{place} found")) && first.ends_with(" -"), "{found}");
        assert_eq!(second, "2: [Event \"n\"] d4 *\n", "{game:?}");
    }
    assert_eq!(strict("e4 e5 *"), "1: e4 e5 *\n");
}

#[test]
fn lines_after_a_game_are_left_unread() {
    let lines = |text: &'static str| {
        let mut reader = Reader::by_lines(Lines(text.as_bytes()));
        let mut rests = Vec::new();
        let mut events = Events::default();
        while reader.read_game(&mut events).is_ok_and(|read| read) {
            let input = reader.position() as usize + reader.unread().len();
            rests.push((str::from_utf8(reader.unread()).unwrap().to_owned(), &text[input..]));
        }
        rests
    };
    let rest = |unread: &str, input: &'static str| (unread.to_owned(), input);
    assert_eq!(
        lines("e4 *\n\nd4 *\n\nnext"),
        [rest("", "d4 *\n\nnext"), rest("", "next"), rest("", "")]
    );
    assert_eq!(lines("e4 *\n[A \"b\"]\n*\n")[0], rest("[A \"b\"]\n", "*\n"));
    assert_eq!(lines("e4\n\n[A \"b\"]\n*\n")[0], rest("[A \"b\"]\n", "*\n"));
    assert_eq!(lines("e4 * d4 *\n")[0], rest("d4 *\n", ""));
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
}

#[test]
fn games_without_movetext_end_in_their_start_position() {
    #[derive(Default)]
    struct Ends(String);
    impl GameVisitor for Ends {
        type Game = ();
        fn begin_game(&mut self, _: u64) {}
        fn end_game(&mut self, (): (), last: &ferz::Position, _: Option<GameResult>) {
            let _ = writeln!(self.0, "{}", last.fen());
        }
        fn error(&mut self, (): &mut (), error: PgnError) {
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

#[test]
fn castling_rights_of_a_fen_are_those_of_its_variant() {
    #[derive(Default)]
    struct Starts(Vec<String>);
    impl GameVisitor for Starts {
        type Game = ();
        fn begin_game(&mut self, _: u64) {}
        fn begin_moves(&mut self, (): &mut (), start: &Position) -> Visit {
            self.0.push(start.fen());
            Visit::Continue
        }
        fn error(&mut self, (): &mut (), error: PgnError) {
            self.0.push(error.kind.to_string());
        }
        fn warning(&mut self, (): &mut (), warning: PgnError) {
            self.0.push(warning.kind.to_string());
        }
    }
    let starts = |tags: &str| {
        let mut player = Player::new(Starts::default());
        let text = format!("{tags}\n\n*\n");
        assert!(Reader::new(text.as_bytes()).read_all(&mut player).is_ok());
        player.into_visitor().0
    };
    let rights = |start: &str| start.split(' ').nth(2).unwrap_or_default().to_owned();
    // The king has moved: no variant has these four rights.
    let moved = "[FEN \"2Bq3n/3p3N/2Pk4/rr6/1p2p3/Pp4PP/8/R5K1 w KQkq - 0 1\"]";
    let found = starts(moved);
    assert_eq!(rights(&found[0]), "-");
    assert!(
        found[1].starts_with("the FEN was corrected: castling rights KQkq read as -"),
        "{found:?}"
    );
    let chess960 = "[FEN \"1rk2r2/8/8/8/8/8/8/1RK2R2 w KQkq - 0 1\"]";
    for variant in ["", "[Variant \"Chess960\"]\n"] {
        let found = starts(&format!("{variant}{chess960}"));
        assert_eq!((found.len(), rights(&found[0])), (1, "KQkq".to_owned()), "{variant}");
    }
    let found = starts(&format!("[Variant \"Standard\"]\n{chess960}"));
    assert_eq!((found.len(), rights(&found[0])), (2, "-".to_owned()));
    let found = starts("[FEN \"4rk1r/8/8/8/8/8/8/4RK1R w HEhe - 0 1\"]");
    assert_eq!((found.len(), rights(&found[0])), (1, "KQkq".to_owned()), "{found:?}");
    let found = starts("[Variant \"Atomic\"]");
    assert_eq!(found, ["found the variant `Atomic`, expected standard chess or Chess960"]);
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
    type Game = ();

    fn begin_game(&mut self, _: u64) {}

    fn begin_movetext(&mut self, (): &mut ()) -> Visit {
        match self {
            Self::SkipGameAtMovetext => Visit::SkipGame,
            Self::RejectMovetext => Self::reject(),
            _ => Visit::Continue,
        }
    }

    fn san(&mut self, (): &mut (), _: MoveToken<'_>) -> Visit {
        match self {
            Self::SkipMoves => Visit::SkipVariation,
            Self::SkipGameAtMove => Visit::SkipGame,
            Self::RejectMove => Self::reject(),
            _ => Visit::Continue,
        }
    }

    fn begin_variation(&mut self, (): &mut ()) -> Visit {
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
    type Game = ();

    fn begin_game(&mut self, _: u64) {}

    fn played(&mut self, (): &mut (), _: &Position, _: Move) -> Visit {
        Visit::Continue
    }

    fn begin_variation(&mut self, (): &mut ()) -> Visit {
        if self.0 { Visit::Continue } else { Visit::SkipVariation }
    }

    fn error(&mut self, (): &mut (), _: PgnError) {}
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
    let mut lines = Reader::by_lines(Lines(pgn.as_bytes()));
    for &end in &expected {
        assert!(lines.read_game(&mut Answer::Continue).is_ok_and(|read| read), "{pgn:?}");
        assert_eq!(lines.position(), end, "{pgn:?}");
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
    const TOKENS: [&str; 45] = [
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
        "\r\n",
        "\0",
        "\u{1A}",
        "00 ",
        "0\u{2013}0",
        "O\u{2013}O ",
        "\u{41E}-\u{41E}",
        "a8=\u{2655}",
        "Qh4+\u{2212}",
        "\u{2026}",
        "\u{BD}",
        "1/2",
        "0.5-",
        "[White\n\"",
        "\n[Event x]\n",
        "\n\n[Event \"a\"]\n",
        "\u{E9}",
    ];
    let mut random = fastrand::Rng::with_seed(crate::tests::setting("FERZ_SEED", 7));
    let mut total = 0;
    let number = crate::tests::setting("FERZ_COUNT", 4000);
    for _ in 0..number {
        let length = random.usize(1..40);
        let pgn: String = (0..length).map(|_| TOKENS[random.usize(..TOKENS.len())]).collect();
        total += games(&pgn) as u64;
        events(&pgn);
    }
    assert!(total > 2 * number, "{total} games");
}
