//! Broken FENs, EPD lines, suites and arguments: every refusal has a reason on one line, nothing
//! panics, and text that is accepted is consistent.
//!
//! `FERZ_SEED` and `FERZ_COUNT` set the seed and the number of FENs:
//! `FERZ_COUNT=5000000 cargo test --release -p ferz-cli --test ferz broken_text -- --nocapture`.

use crate::process::BINARY;
use fastrand::Rng;
use ferz::notation::Epd;
use ferz::{Position, Setup, SetupFaults};
use ferz_perft::Suite;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};

/// Valid texts, which the generator damages.
const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 65535",
];

/// Pieces of text that the generator inserts.
const FRAGMENTS: &[&str] = &[
    "",
    " ",
    "  ",
    "\t",
    "/",
    "//",
    "-",
    "--",
    "0",
    "9",
    "1",
    "88",
    "KQkq",
    "AHah",
    "e3",
    "e9",
    "i6",
    "w",
    "b",
    "k",
    "K",
    "p",
    "P",
    "x",
    "\0",
    "\u{1b}[2J",
    "\r",
    "\n",
    "\u{feff}",
    "é",
    "♔",
    "\u{202e}",
    "18446744073709551616",
    "4294967296",
    "-1",
    "+5",
    "1e9",
    "0x10",
    ";",
    "\"",
    "\\",
    ";D1 20",
    "bm e4;",
    "hmvc 3;",
    "kkkkkkkk",
    "PPPPPPPP",
    "/8",
    "8/8/8/8/8/8/8/8",
];

fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_default();
    if text.is_empty() { default } else { text.parse().expect("a number") }
}

/// Damages a text one to four times.
fn damage(rng: &mut Rng, text: &mut String) {
    for _ in 0..rng.usize(1..=4) {
        let boundaries: Vec<usize> =
            text.char_indices().map(|(index, _)| index).chain([text.len()]).collect();
        let from = boundaries[rng.usize(..boundaries.len())];
        let to = boundaries[rng.usize(..boundaries.len())];
        let (from, to) = (from.min(to), from.max(to));
        let next = boundaries.iter().copied().find(|&index| index > from).unwrap_or(from);
        let fragment = FRAGMENTS[rng.usize(..FRAGMENTS.len())];
        match rng.u8(..8) {
            0 => text.replace_range(from..next, fragment),
            1 => text.insert_str(from, fragment),
            2 => text.replace_range(from..next, ""),
            3 => text.replace_range(from..to, ""),
            4 => text.truncate(from),
            5 => *text = format!("{}{}", &text[..to], &text[from..]),
            6 => replace_char(rng, text, from, next),
            _ => exchange_fields(rng, text),
        }
    }
}

/// Replaces a character by another one of FENs.
fn replace_char(rng: &mut Rng, text: &mut String, from: usize, next: usize) {
    const CHARS: &[u8] = b"pnbrqkPNBRQK12345678/- wbKQkqAHah36";
    let char = char::from(CHARS[rng.usize(..CHARS.len())]);
    text.replace_range(from..next, char.encode_utf8(&mut [0; 4]));
}

/// Exchanges, repeats or removes fields.
fn exchange_fields(rng: &mut Rng, text: &mut String) {
    let mut fields: Vec<&str> = text.split(' ').collect();
    let (a, b) = (rng.usize(..fields.len()), rng.usize(..fields.len()));
    match rng.u8(..3) {
        0 => fields.swap(a, b),
        1 => fields[a] = fields[b],
        _ => drop(fields.remove(a)),
    }
    *text = fields.join(" ");
}

fn broken_fen(rng: &mut Rng) -> String {
    let mut text = FENS[rng.usize(..FENS.len())].to_owned();
    damage(rng, &mut text);
    text
}

/// Asserts that a refusal has a reason on one line, and counts it.
fn refuse(refusals: &mut BTreeMap<String, u64>, text: &str, error: &dyn std::error::Error) {
    let reason = error.to_string();
    assert!(!reason.is_empty() && reason.len() < 2_000, "{text:?}: {reason:?}");
    assert!(!reason.contains(char::is_control), "{text:?}: {reason:?}");
    // The kind of a reason is its text without the values found.
    let before = reason.split("found").next().unwrap_or_default();
    let kind: String = before.chars().filter(|char| !char.is_ascii_digit()).take(60).collect();
    *refusals.entry(kind).or_default() += 1;
}

/// Asserts that an accepted position is consistent.
fn accept(text: &str, position: &Position) {
    let fen = position.fen();
    let again = Position::from_setup_ignoring(&fen.parse().unwrap(), SetupFaults::IGNORABLE);
    assert_eq!(again.map(|again| again.fen()), Ok(fen), "{text:?}");
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.legal_count(), "{text:?}");
    assert_eq!(ferz_perft::count(position, 1), moves.len() as u128, "{text:?}");
}

#[test]
fn broken_fens_are_refused_with_a_reason_or_consistent() {
    let (seed, count) = (setting("FERZ_SEED", 1), setting("FERZ_COUNT", 200_000));
    let mut rng = Rng::with_seed(seed);
    let (mut accepted, mut forgiven, mut refusals) = (0_u64, 0_u64, BTreeMap::new());
    for _ in 0..count {
        let text = broken_fen(&mut rng);
        match Position::from_fen(&text) {
            Ok(position) => {
                accepted += 1;
                accept(&text, &position);
            }
            Err(error) => refuse(&mut refusals, &text, &error),
        }
        match text.parse::<Setup>() {
            Ok(setup) => match Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE) {
                Ok(position) => {
                    forgiven += 1;
                    accept(&text, &position);
                }
                Err(error) => refuse(&mut refusals, &text, &error),
            },
            Err(error) => refuse(&mut refusals, &text, &error),
        }
    }
    println!("{count} FENs from seed {seed}: {accepted} legal, {forgiven} accepted with faults");
    for (kind, count) in &refusals {
        println!("{count:>9}  {kind}");
    }
    assert!(forgiven >= accepted && accepted > 0 && refusals.len() > 10, "{refusals:?}");
}

#[test]
fn broken_epd_lines_and_suites_are_refused_with_a_reason() {
    let count = setting("FERZ_COUNT", 200_000) / 10;
    let mut rng = Rng::with_seed(setting("FERZ_SEED", 1));
    let (mut refusals, mut lines) = (BTreeMap::new(), String::new());
    for number in 1..=count {
        let mut text = broken_fen(&mut rng);
        if rng.bool() {
            text.push_str(" ;D1 20 ;D2 400");
            damage(&mut rng, &mut text);
        }
        if let Err(error) = text.parse::<Epd>() {
            refuse(&mut refusals, &text, &error);
        }
        lines.push_str(&text);
        lines.push('\n');
        if number % 1000 == 0 {
            let suite = Suite::parse(&lines, SetupFaults::IGNORABLE);
            suite.invalid.iter().for_each(|error| refuse(&mut refusals, "suite", error));
            assert!(suite.rows.iter().all(|row| !row.counts.is_empty()));
            lines.clear();
        }
    }
    assert!(refusals.len() > 10, "{refusals:?}");
}

#[test]
fn broken_arguments_are_refused_on_one_line() {
    const WORDS: &[&str] = &[
        "perft",
        "analyse",
        "bench",
        "uci",
        "help",
        "--depth",
        "--fen",
        "--hash",
        "--threads",
        "--suite",
        "--against",
        "--resume",
        "--divide",
        "--stats",
        "--json",
        "--method",
        "--timeout",
        "--syzygy",
        "--chess960",
        "--lenient",
        "--multipv",
        "--nodes",
        "--",
        "-",
        "-x",
        "--=",
        "",
        "0",
        "-1",
        "99999999999999999999",
        "x\u{1b}[2J",
        "8/8",
        "startpos",
        "/dev/null",
        "é",
    ];
    let mut rng = Rng::with_seed(setting("FERZ_SEED", 1));
    for _ in 0..60.max(setting("FERZ_COUNT", 200_000) / 2_000) {
        let mut arguments: Vec<&str> =
            (0..rng.usize(1..7)).map(|_| WORDS[rng.usize(..WORDS.len())]).collect();
        // A position without kings, so that nothing is counted or searched.
        arguments.extend(["--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "--no-such-option"]);
        let output = Command::new(BINARY).args(&arguments).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let is_help = output.status.code() == Some(0) && error.is_empty();
        let is_refusal = output.status.code() == Some(2) && error.lines().count() == 1;
        assert!(is_help || is_refusal, "{arguments:?}: {:?} {error:?}", output.status);
        assert!(!error.trim_end().contains(char::is_control), "{arguments:?}: {error:?}");
    }
}
