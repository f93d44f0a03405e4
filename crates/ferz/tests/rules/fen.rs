//! FEN: corpora of valid and invalid text, and no panic on any text.

use ferz::notation::fen::{FenStyle, FenTextProblem};
use ferz::notation::{CastlingMode, FenCorrection, FenError, FenOptions};
use ferz::{CastleSide, Color, Position, Setup, SetupFaults, Square};
use proptest::prelude::*;

/// X-FENs without faults that parse and write as themselves.
const GOOD: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    // A reachable position with 218 moves, the maximum.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    // Stalemate, checkmate, bare kings.
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "8/8/8/3k4/8/3K4/8/8 b - - 149 200",
    // Chess960: an inner rook has the right, so its file is written.
    "rk5r/1p6/8/8/8/8/8/1R1KR2R w Ek - 0 1",
    "1r1k1r1r/8/8/8/8/8/8/2R1K1RR b Gf - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
];

/// The same setups in X-FEN and in Shredder-FEN.
const STYLES: &[(&str, &str)] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ),
    ("rk5r/1p6/8/8/8/8/8/1R1KR2R w Ek - 0 1", "rk5r/1p6/8/8/8/8/8/1R1KR2R w Eh - 0 1"),
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
];

/// Invalid texts: field, column and error text.
const BAD: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "the text ends before this field"),
    ("   ", 1, 4, "the text ends before this field"),
    ("8/8/8/8/8/8/8/8", 2, 16, "the text ends before this field"),
    ("8/8/8/8/8/8/8/8 w", 3, 18, "the text ends before this field"),
    ("8/8/8/8/8/8/8/8 w -", 4, 20, "the text ends before this field"),
    ("8/8/8/8/8/8/8 w - - 0 1", 1, 14, "expected / and another rank, but the field ends"),
    ("8/8/8/8/8/8/8/8/8 w - - 0 1", 1, 16, "expected the end of the field, found '/'"),
    ("8/8/8/8/8/8/8/8/ w - - 0 1", 1, 16, "expected the end of the field, found '/'"),
    ("8/8/8/7/8/8/8/8 w - - 0 1", 1, 8, "rank 5 has 7 squares, expected 8"),
    ("8/8/8/8/8/8/8/7 w - - 0 1", 1, 16, "rank 1 has 7 squares, expected 8"),
    ("8/8/8/8p/8/8/8/8 w - - 0 1", 1, 8, "rank 5 has more than 8 squares"),
    ("8/44p/8/8/8/8/8/8 w - - 0 1", 1, 5, "rank 7 has more than 8 squares"),
    (
        "8/8/9/8/8/8/8/8 w - - 0 1",
        1,
        5,
        "expected one of PNBRQKpnbrqk, a digit 1-8 or /, found '9'",
    ),
    (
        "8/8/0/8/8/8/8/8 w - - 0 1",
        1,
        5,
        "expected one of PNBRQKpnbrqk, a digit 1-8 or /, found '0'",
    ),
    (
        "8/♔7/8/8/8/8/8/8 w - - 0 1",
        1,
        3,
        "expected one of PNBRQKpnbrqk, a digit 1-8 or /, found '♔'",
    ),
    ("8/8/8/8/8/8/8/8 W - - 0 1", 2, 17, "expected w or b, found 'W'"),
    ("8/8/8/8/8/8/8/8 wb - - 0 1", 2, 18, "expected the end of the field, found 'b'"),
    (
        "8/8/8/8/8/8/8/8 w x - 0 1",
        3,
        19,
        "expected - alone, or letters of KQkq, A-H and a-h, found 'x'",
    ),
    (
        "8/8/8/8/8/8/8/8 w K- - 0 1",
        3,
        20,
        "expected - alone, or letters of KQkq, A-H and a-h, found '-'",
    ),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", 3, 28, "'K' repeats a castling right"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQH - 0 1", 3, 29, "'H' repeats a castling right"),
    ("8/8/8/8/8/8/8/8 w - e 0 1", 4, 22, "expected a rank 1-8, but the field ends"),
    ("8/8/8/8/8/8/8/8 w - E3 0 1", 4, 21, "expected - or a file a-h, found 'E'"),
    ("8/8/8/8/8/8/8/8 w - e9 0 1", 4, 22, "expected a rank 1-8, found '9'"),
    ("8/8/8/8/8/8/8/8 w - e3e 0 1", 4, 23, "expected the end of the field, found 'e'"),
    ("8/8/8/8/8/8/8/8 w - -- 0 1", 4, 21, "expected - or a file a-h, found '-'"),
    ("8/8/8/8/8/8/8/8 w - - -1 1", 5, 23, "expected a digit, found '-'"),
    ("8/8/8/8/8/8/8/8 w - - 1.5 1", 5, 24, "expected a digit, found '.'"),
    ("8/8/8/8/8/8/8/8 w - - ٣ 1", 5, 23, "expected a digit, found '٣'"),
    ("8/8/8/8/8/8/8/8 w - - 65536 1", 5, 23, "the number is above 65535"),
    ("8/8/8/8/8/8/8/8 w - - 0 99999999999999999999", 6, 25, "the number is above 65535"),
    ("8/8/8/8/8/8/8/8 w - - 0 x", 6, 25, "expected a digit, found 'x'"),
    ("8/8/8/8/8/8/8/8 w - - 0 1 moves", 7, 27, "expected the end of the text after six fields"),
    ("8/8/8/8/8/8/8/8 w - - 0 1;", 7, 26, "expected the end of the text after six fields"),
];

fn read(text: &str) -> Setup {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn good_fens_round_trip() {
    for text in GOOD {
        let setup = read(text);
        assert_eq!(setup.to_string(), *text);
        assert_eq!(setup.faults(), SetupFaults::NONE, "{text}: {}", setup.faults());
    }
    assert_eq!(read(GOOD[0]), Setup::start());
}

#[test]
fn styles_describe_the_same_setup() {
    for (x_fen, shredder) in STYLES {
        let setup = read(x_fen);
        assert_eq!(setup, read(shredder));
        assert_eq!(setup.fen(FenStyle::XFen).to_string(), *x_fen);
        assert_eq!(setup.fen(FenStyle::Shredder).to_string(), *shredder);
    }
    let mixed = read("r3k2r/8/8/8/8/8/8/R3K2R b aKhQ - 0 1");
    assert_eq!(mixed, read("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
    let inner = read("4k3/8/8/8/8/8/8/1R1KRR2 w E - 0 1");
    assert_eq!(inner.castling_rook(Color::White, CastleSide::KingSide), Some(Square::E1));
    assert_eq!(inner.castling_rook(Color::White, CastleSide::QueenSide), None);
}

#[test]
fn every_chess960_start_round_trips_in_both_styles() {
    for number in 0..960 {
        let setup = Setup::double_chess960(number, (number * 7) % 960).expect("below 960");
        for style in [FenStyle::XFen, FenStyle::Shredder] {
            assert_eq!(read(&setup.fen(style).to_string()), setup, "{number} {style:?}");
        }
    }
}

#[test]
fn reader_accepts_variants() {
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    assert_eq!(start, Setup::start());
    assert_eq!(read("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR \tw  qkQK - 0 1\n"), start);
    assert_eq!(read("rnbqkbnr/pppppppp/44/8/11111111/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), start);
    let five = read("4k3/8/8/8/8/8/8/4K3 w - - 7");
    assert_eq!((five.halfmove_clock, five.fullmove_number), (7, 1));
}

#[test]
fn errors_of_bad_fens() {
    for &(text, field, column, words) in BAD {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!((error.field, error.column), (field, column), "{text}: {error}");
        assert_eq!(error.problem.to_string(), words, "{text}");
    }
}

#[test]
fn error_message_has_field_and_column() {
    let error = "8/8/8/8/8/8/8/8 w KQ! - 0 1".parse::<Setup>().expect_err("the ! is wrong");
    assert_eq!(
        error.to_string(),
        "FEN field 3 (castling rights \"KQ!\"), column 21: \
         expected - alone, or letters of KQkq, A-H and a-h, found '!'"
    );
    let expected = "- alone, or letters of KQkq, A-H and a-h";
    assert_eq!(error.problem, FenTextProblem::Unexpected { found: Some('!'), expected });
}

#[test]
fn errors_hold_the_text_of_the_field_up_to_a_bound() {
    for (text, field, found) in [
        ("", 1, ""),
        ("9/8", 1, "9/8"),
        ("8/8/8/8/8/8/8/8 x - - 0 1", 2, "x"),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", 4, "e9"),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", 6, "-1"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 moves", 7, "moves"),
    ] {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!((error.field, error.text.as_str()), (field, found), "{error}");
    }
    let long = "p".repeat(1_000_000);
    for text in [long.clone(), format!("8/8/8/8/8/8/8/8 w {long} - 0 1")] {
        let error = text.parse::<Setup>().expect_err("too long");
        assert_eq!(error.text.chars().count(), 65);
        assert!(error.to_string().chars().count() < 250, "{error}");
    }
}

#[test]
fn options_admit_short_texts() {
    let fields = ["r3k2r/8/8/8/8/8/8/R3K2R", "b", "Kq", "-", "7", "40"];
    let written = [
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 40",
    ];
    for count in 1..=6 {
        let text = fields[..count].join(" ");
        for required in 0..=7 {
            let options = FenOptions::STRICT.min_fields(required);
            let position = Position::from_fen_with(&text, options);
            if count < required.clamp(1, 6) {
                let Err(FenError::Text(error)) = position else { panic!("{text}: {position:?}") };
                let end = text.chars().count() + 1;
                assert_eq!((error.field, error.column), (count + 1, end), "{text}");
                assert_eq!(error.problem, FenTextProblem::MissingField, "{text}");
            } else {
                let fen = position.map(|position| position.fen());
                assert_eq!(fen.as_deref(), Ok(written[count - 1]), "{text}, {required}");
            }
        }
        assert_eq!(Position::from_fen(&text).is_ok(), count >= 4, "{text}");
    }
    for text in ["", "  ", "r3k2r", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 40 x"] {
        assert!(Setup::from_fen_with(text, FenOptions::LENIENT).is_err(), "{text}");
    }
}

#[test]
fn options_ignore_only_the_faults_named() {
    // FEN with one fault, and the position without it.
    for (fen, fault, read) in [
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            SetupFaults::IMPOSSIBLE_CASTLING,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            SetupFaults::IMPOSSIBLE_EN_PASSANT,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            SetupFaults::BAD_COUNTERS,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
    ] {
        assert!(matches!(Position::from_fen(fen), Err(FenError::Setup(error)) if error.0 == fault));
        for other in SetupFaults::IGNORABLE.iter() {
            let options = FenOptions::STRICT.ignore(other);
            let position = Position::from_fen_with(fen, options);
            assert_eq!(position.is_ok(), other == fault, "{fen}: {other}");
        }
        let lenient = Position::from_fen_with(fen, FenOptions::LENIENT).expect("ignored");
        assert_eq!(lenient.fen(), read);
    }
    let no_king = "8/8/8/8/8/8/8/4K3";
    let error = Position::from_fen_with(no_king, FenOptions::LENIENT).expect_err("no black king");
    assert_eq!(error.to_string(), "illegal position: Black has no king");
}

/// Rights by letters of sides: the text, and the field as it is read in standard chess, in Chess960 and
/// without a known variant.
const RIGHTS: &[(&str, &str, [&str; 3])] = &[
    // The king has castled, and the rights were left in the text.
    ("2Bq3n/3p3N/2Pk4/rr6/1p2p3/Pp4PP/8/R5K1 w", "KQkq", ["-", "Q", "-"]),
    ("r3k2r/8/8/8/8/8/8/R4RK1 w", "KQkq", ["kq", "Qkq", "kq"]),
    ("4k3/8/8/8/8/8/8/R5K1 w", "Q", ["-", "Q", "Q"]),
    // The rook of the right is not in the corner.
    ("4k3/8/8/8/8/8/8/4KR2 w", "K", ["-", "K", "K"]),
    ("4k3/8/8/8/8/8/8/4KR2 w", "KQ", ["-", "K", "-"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w", "KQkq", ["KQkq"; 3]),
    ("r3k2r/8/8/8/8/8/8/R3K3 w", "KQkq", ["Qkq"; 3]),
    // A start position of Chess960 in X-FEN and in Shredder-FEN.
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w", "KQkq", ["-", "KQkq", "KQkq"]),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w", "HFhf", ["KQkq"; 3]),
    // File letters stay beside a right that is dropped.
    ("r3k2r/8/8/8/8/8/8/1R2K1R1 w", "GBk", ["KQk"; 3]),
    ("4k3/8/8/8/8/8/8/1R2K1R1 w", "GBk", ["GB"; 3]),
];

#[test]
fn castling_letters_follow_the_mode() {
    let modes = [CastlingMode::Standard, CastlingMode::Chess960, CastlingMode::Detect];
    for &(start, field, read_fields) in RIGHTS {
        let fen = format!("{start} {field} - 0 1");
        for (mode, read) in modes.into_iter().zip(read_fields) {
            let lenient = FenOptions::LENIENT.castling_mode(mode);
            let (position, corrections) = Position::from_fen_corrected(&fen, lenient).expect(&fen);
            let expected = format!("{start} {read} - 0 1").parse::<Position>().expect("legal");
            assert_eq!(position.castling_rights(), expected.castling_rights(), "{fen} {mode:?}");
            let (found, read) = (field.to_owned(), position.fen());
            let read = read.split(' ').nth(2).expect("a castling field").to_owned();
            let is_complete =
                position.castling_rights().bits().count_ones() as usize == field.len();
            let named = (!is_complete).then_some(FenCorrection::CastlingRights { found, read });
            assert_eq!(corrections, Vec::from_iter(named), "{fen} {mode:?}");
            // The strict reader refuses what the lenient one corrects.
            let strict = FenOptions::STRICT.castling_mode(mode);
            let strict = Position::from_fen_with(&fen, strict);
            assert_eq!(strict.is_ok(), is_complete, "{fen} {mode:?}");
        }
    }
}

#[test]
fn dashes_in_place_of_counters_are_skipped_if_the_options_say_so() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (rest, counters) in
        [("- 3 9", (3, 9)), ("- -", (0, 1)), ("3 -", (3, 1)), ("- - - 3 9 -", (3, 9))]
    {
        let fen = format!("{start} {rest}");
        assert!(Setup::from_fen_with(&fen, FenOptions::STRICT).is_err(), "{fen}");
        let (setup, corrections) =
            Setup::from_fen_corrected(&fen, FenOptions::LENIENT).expect(&fen);
        assert_eq!((setup.halfmove_clock, setup.fullmove_number), counters, "{fen}");
        assert!(corrections.contains(&FenCorrection::Dashes), "{fen}: {corrections:?}");
    }
    let (_, corrections) =
        Setup::from_fen_corrected(&format!("{start} 0 1"), FenOptions::LENIENT).expect("a FEN");
    assert_eq!(corrections, []);
}

#[test]
fn corrections_name_missing_fields_and_ignored_faults() {
    let fen = "4k3/8/8/8/8/7P/PPPPPPPP/4K3";
    let (position, corrections) =
        Position::from_fen_corrected(fen, FenOptions::LENIENT).expect("harmless faults");
    assert_eq!(position.fen(), format!("{fen} w - - 0 1"));
    let expected = [
        FenCorrection::MissingFields { first: 2 },
        FenCorrection::IgnoredFault(SetupFaults::TOO_MANY_PAWNS),
    ];
    assert_eq!(corrections, expected);
    assert_eq!(
        corrections[0].to_string(),
        "missing fields read as side to move w, castling rights -, en passant square -, \
         halfmove clock 0, full move number 1"
    );
    let fen = "4k3/8/8/8/8/8/8/4K3 w - e6 0 1";
    let (_, corrections) = Setup::from_fen_corrected(fen, FenOptions::LENIENT).expect("a FEN");
    assert_eq!(corrections, [FenCorrection::EnPassant { square: Square::E6 }]);
    // Faults that the options do not ignore are neither corrected nor named.
    let (setup, corrections) = Setup::from_fen_corrected(fen, FenOptions::STRICT).expect("a FEN");
    assert_eq!((setup.en_passant, corrections), (Some(Square::E6), vec![]));
}

#[test]
#[expect(clippy::mutable_key_type, reason = "the cached check information is not hashed")]
fn equal_positions_have_equal_hashes() {
    use std::hash::{BuildHasher, RandomState};
    let state = RandomState::new();
    let mut different = std::collections::HashSet::new();
    for text in GOOD {
        let position: Position = text.parse().expect("legal");
        let mut again = position.clone();
        if let Some(&mv) = position.legal_moves().first() {
            again.do_move(mv);
            again.undo_move();
        }
        assert_eq!(again, position);
        assert_eq!(state.hash_one(&again), state.hash_one(&position), "{text}");
        assert_eq!(position.setup().to_string().parse::<Position>().as_ref(), Ok(&position));
        different.insert(position);
    }
    assert_eq!(different.len(), GOOD.len());
    assert!(different.contains(&Position::default()));
    assert_eq!(Position::default(), Position::startpos());
}

/// Checks that a text which parses writes as text of an equal setup.
fn assert_round_trip(text: &str) {
    if let Ok(setup) = text.parse::<Setup>() {
        for style in [FenStyle::XFen, FenStyle::Shredder] {
            assert_eq!(read(&setup.fen(style).to_string()), setup, "{text}");
        }
        let faults = setup.faults();
        let sane = setup.sanitized(SetupFaults::IGNORABLE);
        assert!(!sane.faults().contains(SetupFaults::IMPOSSIBLE_CASTLING), "{text}");
        // An en passant square stays if a pawn to capture is in place.
        assert!(sane.en_passant.is_none() || sane.en_passant == setup.en_passant, "{text}");
        if faults.contains(SetupFaults::IMPOSSIBLE_EN_PASSANT) {
            let behind = sane.en_passant.and_then(|to| to.step(sane.side_to_move.forward()));
            assert!(behind.is_none_or(|square| sane.piece_on(square).is_none()), "{text}");
        } else {
            assert_eq!(sane.en_passant, setup.en_passant, "{text}");
        }
        let kept = faults - SetupFaults::IGNORABLE;
        assert_eq!(sane.faults() - SetupFaults::IGNORABLE, kept, "{text}");
    }
}

/// Returns valid FENs with a few characters changed.
fn damaged_fen() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4);
    let plausible = prop::collection::vec(
        (
            any::<prop::sample::Index>(),
            prop::sample::select("KQkqAHhpPrR/ 18-wbe36".chars().collect::<Vec<_>>()),
        ),
        0..4,
    );
    (prop::sample::select(GOOD), edits, plausible).prop_map(|(text, edits, plausible)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, c) in edits.into_iter().filter(|(_, c)| c.is_ascii()).chain(plausible) {
            *at.get_mut(&mut characters) = c;
        }
        characters.into_iter().collect()
    })
}

#[test]
fn position_displays_as_its_fen() {
    for text in GOOD {
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), position.fen());
        assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
    }
}

#[test]
fn diagram_shows_the_board_from_white() {
    let position: Position = "k7/8/8/8/8/8/8/1R5K w - - 0 1".parse().expect("legal");
    let text = position.diagram().to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 18);
    assert_eq!(lines[1], "8 | k |   |   |   |   |   |   |   |");
    assert_eq!(lines[15], "1 |   | R |   |   |   |   |   | K |");
    assert_eq!(lines[17], "    a   b   c   d   e   f   g   h");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        assert_round_trip(&text);
    }

    #[test]
    fn no_random_fields_panic(
        board in "[pnbrqkPNBRQK1-8/]{0,40}",
        side in "[wbx♔]{0,2}",
        castling in "[KQkqA-Ha-h-]{0,5}",
        square in "[a-h1-9é-]{0,3}",
        counters in "[0-9 -]{0,12}",
    ) {
        assert_round_trip(&format!("{board} {side} {castling} {square} {counters}"));
    }

    #[test]
    fn random_boards_with_rights_round_trip(
        ranks in prop::collection::vec("[pnbrqkPNBRQK1]{8}", 8),
        side in "[wb]",
        castling in "(-|K?Q?k?q?|[A-H]?[A-H]?[a-h]?[a-h]?)",
        square in "(-|[a-h][1-8])",
        counters in prop::array::uniform2(any::<u16>()),
    ) {
        let castling = if castling.is_empty() { "-" } else { &castling };
        let [clock, number] = counters;
        assert_round_trip(&format!("{} {side} {castling} {square} {clock} {number}", ranks.join("/")));
    }

    #[test]
    fn no_damaged_fen_panics(text in damaged_fen()) {
        assert_round_trip(&text);
    }
}
