//! A table of what each command does with inputs that are missing, cut, huge, binary, UTF-16 text or
//! a directory: the exit status, the message, and whether an old output stays.
//!
//! `cargo test -p ferz-cli --test ferz inputs -- --nocapture` prints the table.

use crate::process::{BINARY, COMMANDS, ferz, old_content, runs};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The size of a huge file in bytes, more than any text file may have. It is sparse: all zeros.
const HUGE: u64 = 300 << 20;

/// The kinds of inputs, in the order of the columns.
const INPUTS: [&str; 6] = ["missing", "cut", "huge", "binary", "utf16", "directory"];

/// Commands by the kind of their input, with `IN` and `OUT` for the files, and their exit statuses
/// for the [`INPUTS`]. 0 is for faults that cost a part of the input only, which standard error or the
/// totals report; 1 for checks that found them.
const CASES: [(&str, &str, [i32; 6]); 43] = [
    ("pgn", "pgn check IN", [2, 1, 2, 1, 2, 2]),
    ("pgn", "pgn stats IN", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn list IN", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn crosstable IN", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn convert IN --to fen -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn filter IN --min-plies 1 -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn clean IN -o OUT", [2, 1, 2, 1, 2, 2]),
    ("pgn", "pgn dedupe IN -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn split IN --games 100 -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn sort IN -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn merge IN -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "pgn annotate IN --nodes 1 -o OUT", [2, 0, 2, 0, 2, 2]),
    ("pgn", "analyse IN --nodes 1", [2, 0, 2, 2, 2, 2]),
    ("pgn", "board --pgn IN", [2, 0, 2, 2, 2, 2]),
    ("pgn", "explore add INDEX IN", [2, 0, 2, 0, 2, 2]),
    ("pgn", "book make IN -o OUT", [2, 0, 2, 1, 2, 2]),
    ("gz", "pgn check IN", [2, 2, 2, 1, 2, 2]),
    ("gz", "pgn filter IN -o OUT", [2, 2, 2, 0, 2, 2]),
    ("book", "book merge IN IN -o OUT", [2, 2, 0, 2, 2, 2]),
    ("book", "book filter IN -o OUT", [2, 2, 0, 2, 2, 2]),
    ("book", "book dump IN", [2, 2, 0, 2, 2, 2]),
    ("book", "book probe IN", [2, 2, 1, 2, 2, 2]),
    ("book", "book check IN", [2, 2, 1, 2, 2, 2]),
    ("suite", "perft --suite IN", [2, 1, 2, 2, 2, 2]),
    ("checkpoint", "perft 3 --resume IN", [0, 0, 2, 2, 2, 2]),
    ("epd", "suite IN --nodes 1", [2, 0, 2, 2, 2, 2]),
    ("epd", "play --openings IN", [2, 2, 2, 2, 2, 2]),
    ("pgn", "puzzles find IN --nodes 100 -o OUT", [2, 0, 2, 0, 2, 2]),
    ("gz", "puzzles find IN --nodes 100", [2, 2, 2, 0, 2, 2]),
    ("puzzles", "puzzles check IN --nodes 1", [2, 1, 2, 2, 2, 2]),
    ("puzzles", "puzzles solve IN", [2, 0, 2, 2, 2, 2]),
    ("puzzle-pgn", "puzzles solve IN", [2, 0, 2, 2, 2, 2]),
    ("index", "explore show IN", [2, 2, 2, 2, 2, 2]),
    ("index", "explore games IN", [2, 2, 2, 2, 2, 2]),
    ("index", "explore compact IN", [2, 2, 2, 2, 2, 2]),
    ("index", "explore check IN", [2, 2, 2, 2, 2, 2]),
    ("index", "explore recover IN", [2, 2, 2, 2, 2, 2]),
    ("epd", "train selfplay --games 1 --nodes 1 --openings IN --out OUT", [2, 2, 2, 2, 2, 2]),
    ("games", "train convert IN --to plain --out OUT", [2, 0, 2, 2, 2, 2]),
    ("games", "train show IN", [2, 1, 2, 2, 2, 2]),
    ("games", "train network IN --epochs 1 --out OUT", [2, 0, 2, 2, 2, 2]),
    ("games", "train relabel IN --nodes 1 --out OUT", [2, 0, 2, 2, 2, 2]),
    ("network", "train relabel GAMES --evalfile IN --nodes 1 --out OUT", [2, 2, 2, 2, 2, 2]),
];

/// The commands without an input file whose content they read.
const OTHER_COMMANDS: [&str; 11] = [
    "bench",
    "completions",
    "man",
    "repertoire check",
    "repertoire games",
    "repertoire learn",
    "repertoire stats",
    "serve",
    "syzygy probe",
    "syzygy verify",
    "uci",
];

#[test]
fn every_command_is_in_the_table_or_among_the_others() {
    for name in COMMANDS.iter() {
        let is_tested = CASES.iter().any(|(_, line, _)| runs(line, name));
        let is_other = OTHER_COMMANDS.contains(&name.as_str());
        assert!(is_tested != is_other, "add `{name}` to one of the lists");
    }
}

/// A whole file of each kind.
fn whole(kind: &str, folder: &Path) -> Vec<u8> {
    let game = "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {comment} Nc6 1-0\n\n";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    match kind {
        "pgn" => game.repeat(5).into_bytes(),
        "gz" => {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gzip.write_all(game.repeat(5).as_bytes()).unwrap();
            gzip.finish().unwrap()
        }
        "book" => {
            let (games, book) = (folder.join("whole.pgn"), folder.join("whole.bin"));
            fs::write(&games, game.repeat(5)).unwrap();
            let made = ferz(&["book", "make", text(&games), "-o", text(&book)]);
            assert_eq!(made.status, Some(0), "{made:?}");
            fs::read(book).unwrap()
        }
        "suite" => format!("{start} 0 1 ;D1 20 ;D2 400\n").repeat(2).into_bytes(),
        "checkpoint" => {
            let path = folder.join("whole.perft");
            assert_eq!(ferz(&["perft", "3", "--resume", text(&path)]).status, Some(0));
            fs::read(path).unwrap()
        }
        "puzzles" => {
            let row = "a,4k3/8/8/8/8/8/4q3/4K3 w - - 0 1,e1e2 e8e7\n";
            format!("PuzzleId,FEN,Moves\n{}", row.repeat(2)).into_bytes()
        }
        "puzzle-pgn" => {
            let tags = "[Event \"Puzzle 1\"]\n[FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]\n\n";
            format!("{tags}1. Kxe2 Ke7 *\n\n").repeat(2).into_bytes()
        }
        // A file where a folder is expected.
        "index" => b"no folder\n".repeat(3),
        "epd" => format!("{start} bm e4;\n").repeat(2).into_bytes(),
        "games" => {
            let path = folder.join("whole.ferz");
            let line = "train selfplay --games 3 --nodes 20 --hash 1 --seed 5 --out";
            let arguments: Vec<_> = line.split(' ').chain([text(&path)]).collect();
            assert_eq!(ferz(&arguments).status, Some(0));
            fs::read(path).unwrap()
        }
        "network" => {
            let path = folder.join("whole.nnue");
            let mut child = Command::new(BINARY).stdin(Stdio::piped()).spawn().unwrap();
            let input = format!("export_net {}\nquit\n", text(&path));
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            assert!(child.wait().unwrap().success());
            fs::read(path).unwrap()
        }
        kind => panic!("{kind}"),
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Writes the inputs of a kind and returns their paths in the order of [`INPUTS`].
fn write_inputs(kind: &str, folder: &Path) -> [PathBuf; 6] {
    let whole = whole(kind, folder);
    let mut random = fastrand::Rng::with_seed(7);
    let random: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(9_999).collect();
    let utf16 = || {
        String::from_utf8_lossy(&whole)
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    INPUTS.map(|input| {
        let path = folder.join(format!("{kind}-{input}"));
        match input {
            "missing" => {}
            // Within a game or a line.
            "cut" => fs::write(&path, &whole[..whole.len() * 3 / 4]).unwrap(),
            "huge" => {
                // Books have no limit, and sorting zeros takes its time without optimisation.
                let length = if kind == "book" { HUGE / 16 } else { HUGE };
                fs::File::create(&path).unwrap().set_len(length).unwrap();
            }
            "binary" => fs::write(&path, &random).unwrap(),
            "utf16" => fs::write(&path, [&[0xFF, 0xFE][..], &utf16()].concat()).unwrap(),
            "directory" => fs::create_dir_all(&path).unwrap(),
            input => panic!("{input}"),
        }
        path
    })
}

#[test]
fn every_command_refuses_or_reports_wrong_inputs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    whole("games", &folder);
    let mut table = String::new();
    let mut wrong = Vec::new();
    for (kind, command, statuses) in CASES {
        let inputs = write_inputs(kind, &folder);
        for ((name, input), status) in INPUTS.iter().zip(&inputs).zip(statuses) {
            let out = folder.join("out");
            // Game files are appended to, so that old text is refused.
            let is_appended = command.contains("--out");
            let _ = fs::remove_file(&out);
            if !is_appended {
                fs::write(&out, old_content(command)).unwrap();
            }
            let before = fs::metadata(input).map(|data| data.len()).ok();
            let words: Vec<String> = command
                .split(' ')
                .map(|word| match word {
                    "IN" => text(input).to_owned(),
                    "OUT" => text(&out).to_owned(),
                    "INDEX" => text(&folder.join("games.index")).to_owned(),
                    "GAMES" => text(&folder.join("whole.ferz")).to_owned(),
                    word => word.to_owned(),
                })
                .collect();
            let ran = ferz(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let kept = match fs::read(&out) {
                _ if !command.contains("OUT") => "",
                Ok(found) if found == old_content(command) => "old",
                Ok(_) => "new",
                Err(_) => "none",
            };
            let message = ran.err.lines().last().or(ran.out.lines().last()).unwrap_or_default();
            let message = message.replace(text(input), "IN").replace(text(&out), "OUT");
            table.push_str(&format!(
                "| {command} | {name} | {:?} | {kept} | {message} |\n",
                ran.status
            ));
            let mut check = |is_right: bool, law: &str| {
                if !is_right {
                    wrong.push(format!("{command}, {name}: {law}: {ran:?}"));
                }
            };
            check(ran.status == Some(status), "the status");
            check(!ran.err.contains("panicked"), "no panic");
            if ran.status == Some(2) {
                check(ran.err.lines().count() == 1, "one line");
                check(ran.out.is_empty(), "nothing before the error");
                check(ran.err.contains(text(input)), "the file is named");
                check(ran.err.chars().count() < 600, "a short line");
                check(is_appended || kept != "new", "the old output stays");
            }
            // A checkpoint is continued.
            if kind != "checkpoint" {
                let after = fs::metadata(input).map(|data| data.len()).ok();
                check(before == after, "the input stays");
            }
        }
        for input in inputs {
            let _ = fs::remove_file(input);
        }
    }
    eprintln!("| command | input | status | output | message |\n|---|---|---|---|---|\n{table}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
