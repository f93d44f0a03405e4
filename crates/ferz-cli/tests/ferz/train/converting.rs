//! `ferz train convert`: formats, files, messages and exit statuses.

use super::{error, ferz_train, out, path, selfplay};
use crate::process::BINARY;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// A few games. Tests run at the same time and share the file; a runner may give each test a process of its own.
static GAMES: LazyLock<String> = LazyLock::new(|| {
    let file = path(&format!("convert-games-{}.ferz", std::process::id()));
    out(&selfplay(&file, &["--games", "4", "--chess960", "0.5"]));
    file
});

fn convert(input: &str, output: &str, more: &[&str]) -> String {
    out(&[&["convert", input, "--out", output], more].concat())
}

/// Runs the command with an input on its standard input.
fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(BINARY);
    let command = command.args(["train", "convert"]).args(arguments);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn formats_are_found_and_the_last_line_tells_what_is_lost() {
    let [viri, plain, again, bullet] =
        ["convert.vf", "convert.plain", "convert-again.viri", "convert.bullet"].map(path);
    let line = convert(&GAMES, &viri, &[]);
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.contains(" positions of 4 games in viriformat; left out: "), "{line}");
    assert!(line.contains(" without a score; "), "{line}");
    let lost = "viriformat does not hold openings, endings and settings\n";
    assert!(line.ends_with(lost), "{line}");
    let line = convert(&viri, &plain, &[]);
    assert!(line.ends_with(" positions in plain\n"), "{line}");
    convert(&plain, &again, &[]);
    assert!(fs::read(&again).unwrap() == fs::read(&viri).unwrap());
    let line = convert(&plain, &bullet, &[]);
    let lost = "; bulletformat does not hold moves, the side to move, castling rights, en passant squares \
                and counters\n";
    assert!(line.ends_with(lost), "{line}");
    let positions = fs::read_to_string(&plain).unwrap().matches("fen ").count();
    assert_eq!(fs::metadata(&bullet).unwrap().len(), 32 * positions as u64);
    // A name without a meaning.
    let [unnamed, copy] = ["convert-unnamed", "convert-copy"].map(path);
    fs::copy(&bullet, &unnamed).unwrap();
    convert(&unnamed, &copy, &["--to", "bulletformat"]);
    assert!(fs::read(&copy).unwrap() == fs::read(&bullet).unwrap());
}

#[test]
fn the_first_plies_are_left_out_by_move_numbers() {
    let [plain, viri, bullet] = ["plies.plain", "plies.vf", "plies.bullet"].map(path);
    convert(&GAMES, &plain, &[]);
    convert(&GAMES, &viri, &[]);
    convert(&GAMES, &bullet, &[]);
    let left = [&*GAMES, &plain, &viri].map(|source| {
        let to = path("plies-left.plain");
        convert(source, &to, &["--min-ply", "16"]);
        fs::read_to_string(&to).unwrap()
    });
    assert!(left[0].matches("fen ").count() > 10);
    assert!(left.iter().all(|text| *text == left[0]));
    let line = error(&["convert", &bullet, "--out", &plain, "--fill-moves", "--min-ply", "16"], 2);
    assert!(line.contains("bulletformat has no move numbers, which --min-ply counts"), "{line}");
}

#[test]
fn positions_without_moves_need_an_option() {
    let [bullet, games, second] =
        ["convert-moves.bullet", "convert-moves.ferz", "convert-second.bullet"].map(path);
    convert(&GAMES, &bullet, &["--quiet", "--min-ply", "8", "--max-score", "2000"]);
    let line = error(&["convert", &bullet, "--out", &games], 2);
    assert!(line.contains("record 1: the position has no move, which the output needs"), "{line}");
    assert!(line.contains("--fill-moves") && !fs::exists(&games).unwrap(), "{line}");
    let line = convert(&bullet, &games, &["--fill-moves"]);
    assert!(line.ends_with(" games in ferz\n"), "{line}");
    assert!(out(&["show", &games, "--check"]).contains("{\"source\":\"bulletformat\"}"));
    convert(&games, &second, &[]);
    assert!(fs::read(&second).unwrap() == fs::read(&bullet).unwrap());
}

#[test]
fn several_files_and_standard_streams_are_converted() {
    let [plain, twice] = ["convert-pipe.plain", "convert-twice.ferz"].map(path);
    convert(&GAMES, &plain, &[]);
    let text = fs::read(&plain).unwrap();
    let piped_text = piped(&["-", "--out", "-", "--to", "plain"], &text);
    assert!(piped_text.status.success() && piped_text.stdout == text, "{piped_text:?}");
    let message = String::from_utf8(piped_text.stderr).unwrap();
    assert!(message.starts_with("ferz: ") && message.lines().count() == 1, "{message}");
    let line = out(&["convert", &GAMES, &plain, "--out", &twice]);
    assert!(line.contains(" in ferz"), "{line}");
    let settings = out(&["show", &twice, "--check"]);
    assert!(settings.contains("{\"source\":\"plain\"}"), "{settings}");
}

#[test]
fn faults_are_named_and_leave_the_output() {
    let [bullet, plain, output] =
        ["convert-bad.bullet", "convert-bad.plain", "convert-out.plain"].map(path);
    convert(&GAMES, &bullet, &[]);
    let mut bytes = fs::read(&bullet).unwrap();
    bytes[32 * 20 + 26] = 3;
    fs::write(&bullet, &bytes).unwrap();
    fs::write(&output, "fen old\n").unwrap();
    let line = error(&["convert", &bullet, "--out", &output, "--fill-moves"], 1);
    assert!(line.ends_with("convert-bad.bullet, record 21: unknown result code 3\n"), "{line}");
    fs::write(&plain, "fen 8/8/8/8/8/8/8/8 w - - 0 1\nmove e2e4\nscore 1\nresult 0\ne\n").unwrap();
    let line = error(&["convert", &plain, "--out", &output], 1);
    assert!(line.contains("convert-bad.plain, record 1, line 1: fen: "), "{line}");
    fs::write(&plain, "Dear Max\n").unwrap();
    let line = error(&["convert", &plain, "--out", &output], 1);
    assert!(line.contains("record 1, line 1: expected fen, move, "), "{line}");
    assert_eq!(fs::read(&output).unwrap(), b"fen old\n");
    let unknown = path("convert-unknown.bin");
    fs::write(&unknown, "Dear Max\n").unwrap();
    let line = error(&["convert", &unknown, "--out", &output], 2);
    assert!(line.contains("expected training data in a format of `ferz train convert`"), "{line}");
    let line = error(&["convert", &GAMES, "--out", &unknown], 2);
    assert!(line.contains("unknown format, give --to FORMAT"), "{line}");
    let line = error(&["convert", &GAMES, "--out", &unknown, "--to", "plain"], 2);
    assert!(line.contains("found a file of another kind, which is not replaced by"), "{line}");
    let line = error(&["convert", &GAMES, "--out", &GAMES], 2);
    assert!(line.contains("given as --out and as an input file"), "{line}");
    let line = error(
        &["convert", &GAMES, "--out", &path("convert.vf2"), "--to", "viriformat", "--quiet"],
        2,
    );
    assert!(line.contains("viriformat holds whole games"), "{line}");
}

#[test]
fn incomplete_records_at_the_end_are_ignored() {
    let [viri, plain] = ["convert-cut.vf", "convert-cut.plain"].map(path);
    convert(&GAMES, &viri, &[]);
    let bytes = fs::read(&viri).unwrap();
    fs::write(&viri, &bytes[..bytes.len() - 2]).unwrap();
    let output = ferz_train(&["convert", &viri, "--out", &plain]);
    assert!(output.status.success(), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("convert-cut.vf: the file ends within record "), "{message}");
    fs::write(&viri, &bytes[..33]).unwrap();
    let output = ferz_train(&["convert", &viri, "--out", &plain, "--from", "viriformat"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("no position to write"), "{message}");
}
