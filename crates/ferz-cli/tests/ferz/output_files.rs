//! Output files: after a failure, a signal or a kill each has its old content or the new one.

use crate::process::{BINARY, COMMANDS, at_once, ferz, file, old_content, runs};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The content of an old file of games.
const OLD: &[u8] = b"[Event \"precious\"]\n\n*\n";

/// An empty folder for the outputs of a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("output-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns different games of a known length.
fn games(number: usize) -> String {
    let game = |index: usize| {
        let line =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0";
        format!("[White \"{index}\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n{line}\n\n")
    };
    (0..number).map(game).collect()
}

/// A command that replaces files, with `OUT` for the first of them.
struct Writing {
    name: &'static str,
    /// The command line with `OUT`.
    line: String,
    arguments: Vec<String>,
    input: &'static str,
    /// The files in the folder of `OUT`.
    outputs: &'static [&'static str],
}

/// Games, few of them, a book and an index. Tests run at the same time and share the files.
static INPUTS: LazyLock<[String; 4]> = LazyLock::new(|| {
    let pgn = file("output-games.pgn", &games(3000));
    let few = file("output-few.pgn", &games(6));
    let book = file("output-book.bin", "");
    let made = ferz(&["book", "make", &pgn, "-o", &book]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let index = text(&folder("index")).to_owned();
    let added = ferz(&["explore", "add", &index, &pgn]);
    assert_eq!(added.status, Some(0), "{added:?}");
    [pgn, few, book, index]
});

/// Every command that replaces files, with inputs that keep it busy for a moment.
fn writing_commands() -> Vec<Writing> {
    let [pgn, few, book, index] = &*INPUTS;
    let command = |name, line: &str, outputs| {
        let arguments = line.split(' ').map(|word| match word {
            "PGN" => pgn.clone(),
            "FEW" => few.clone(),
            "BOOK" => book.clone(),
            "INDEX" => index.clone(),
            word => word.to_owned(),
        });
        let (line, arguments) = (line.to_owned(), arguments.collect());
        Writing { name, line, arguments, input: "", outputs }
    };
    const OUT: &[&str] = &["out"];
    let mut commands = vec![
        command("pgn filter", "pgn filter PGN --black b -o OUT", OUT),
        command("pgn clean", "pgn clean PGN -o OUT", OUT),
        command("pgn dedupe", "pgn dedupe PGN -o OUT", OUT),
        command(
            "pgn filter --rest",
            "pgn filter PGN --games 1-1500 -o OUT --rest OUT.rest",
            &["out", "out.rest"],
        ),
        command("pgn merge", "pgn merge PGN -o OUT", OUT),
        command("pgn convert", "pgn convert PGN --to csv --every -o OUT", OUT),
        command("pgn split --by", "pgn split PGN --by Result -o OUT", &["out-1-0"]),
        command("pgn sort", "pgn sort PGN --tag White -o OUT", OUT),
        command(
            "pgn split",
            "pgn split PGN --games 1000 -o OUT",
            &["out-0001", "out-0002", "out-0003"],
        ),
        command(
            "pgn annotate",
            "pgn annotate FEW --nodes 2000 --threads 1 -o OUT --chart FOLDER",
            &["out", "game-0001.svg", "game-0006.svg"],
        ),
        command("puzzles find", "puzzles find FEW --nodes 1000 -o OUT", OUT),
        command("explore games", "explore games INDEX -o OUT", OUT),
        command("board", "board --svg -o OUT", OUT),
        command("book make", "book make PGN -o OUT", OUT),
        command("book merge", "book merge BOOK BOOK -o OUT", OUT),
        command("book filter", "book filter BOOK --reachable -o OUT", OUT),
        command("man", "man FOLDER", &["ferz.1", "ferz-play.1", "ferz-pgn-check.1"]),
        Writing { input: "export_net OUT\nquit\n", ..command("uci export_net", "uci", OUT) },
        // Appends to its file.
        Writing { input: "resign\n", ..command("play", "play --save OUT", OUT) },
    ];
    commands.extend(training_commands());
    commands
}

/// Games for the commands of `ferz train`. Tests run at the same time and share the file.
static TRAINING_GAMES: LazyLock<String> = LazyLock::new(|| {
    let games = file("output-train.ferz", "");
    fs::remove_file(&games).unwrap();
    let line = format!("train selfplay --games 12 --nodes 50 --hash 1 --seed 5 --out {games}");
    let played = ferz(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(played.status, Some(0), "{played:?}");
    games
});

/// The commands of `ferz train` that replace files.
fn training_commands() -> Vec<Writing> {
    let games = TRAINING_GAMES.as_str();
    let command = |name, line: &str, outputs| Writing {
        name,
        line: line.to_owned(),
        arguments: line.split(' ').map(|word| word.replace("GAMES", games)).collect(),
        input: "",

        outputs,
    };
    vec![
        command("train convert", "train convert GAMES --to plain --out OUT", &["out"]),
        command("train show", "train show GAMES --svg OUT", &["out"]),
        command(
            "train network",
            "train network GAMES --out OUT --svg OUT.svg --hidden 32 --buckets 1 --epochs 1 --batch 256",
            &["out", "out.svg"],
        ),
    ]
}

/// The commands that replace no file: those that only print, and those that append to a file, continue it
/// or have a folder of their own.
const OTHER_COMMANDS: [&str; 28] = [
    "analyse",
    "bench",
    "book check",
    "book dump",
    "book probe",
    "completions",
    "explore add",
    "explore check",
    "explore compact",
    "explore recover",
    "explore show",
    "perft",
    "pgn check",
    "pgn crosstable",
    "pgn list",
    "pgn stats",
    "puzzles check",
    "puzzles solve",
    "repertoire check",
    "repertoire games",
    "repertoire learn",
    "repertoire stats",
    "serve",
    "suite",
    "syzygy probe",
    "syzygy verify",
    "train relabel",
    "train selfplay",
];

#[test]
fn every_command_is_among_those_that_replace_files_or_the_others() {
    let commands = writing_commands();
    for name in COMMANDS.iter() {
        let is_tested = commands.iter().any(|command| runs(&command.line, name));
        let is_other = OTHER_COMMANDS.contains(&name.as_str());
        assert!(
            is_tested != is_other,
            "add `{name}` to `writing_commands` if it replaces files, else to `OTHER_COMMANDS`"
        );
        let has_kind = KINDS.iter().any(|(line, _)| runs(line, name));
        let is_apart = OTHER_KINDS.contains(&name.as_str());
        assert!(
            is_other || has_kind != is_apart,
            "add `{name}` with the kind of its file to `KINDS`"
        );
    }
}

impl Writing {
    fn start(&self, folder: &Path) -> Child {
        let replaced = |word: &str| match word {
            "FOLDER" => text(folder).to_owned(),
            word => word.replace("OUT", text(&folder.join("out"))),
        };
        let mut child = Command::new(BINARY)
            .args(self.arguments.iter().map(|word| replaced(word)))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A killed process does not read.
        let _ = child.stdin.take().unwrap().write_all(replaced(self.input).as_bytes());
        child
    }

    /// Writes the old files.
    fn set_old(&self, folder: &Path) {
        for output in self.outputs {
            let path = folder.join(output);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, self.old(output)).unwrap();
        }
    }

    /// Returns the old content of an output.
    fn old(&self, output: &str) -> &'static [u8] {
        let is_image = output.ends_with(".svg");
        old_content(if is_image { output } else { &self.line })
    }

    /// Returns true for each output that has its old content.
    fn are_old(&self, found: &[Vec<u8>]) -> Vec<bool> {
        let outputs = self.outputs.iter().zip(found);
        outputs.map(|(output, found)| found == self.old(output)).collect()
    }

    fn read(&self, folder: &Path) -> Vec<Vec<u8>> {
        self.outputs.iter().map(|output| fs::read(folder.join(output)).unwrap()).collect()
    }
}

/// Returns how often a command is killed, and the seed of the moments.
fn kills_and_seed() -> (u32, u64) {
    let kills = std::env::var("FERZ_KILLS").map_or(4, |number| number.parse().unwrap());
    let seed = std::env::var("FERZ_SEED").map_or(1, |seed| seed.parse().unwrap());
    (kills, seed)
}

/// Kills every command at random moments, 4 times, or the number of `FERZ_KILLS`.
#[test]
fn killed_commands_leave_the_old_file_or_the_new_one() {
    let (kills, seed) = kills_and_seed();
    let mut random = fastrand::Rng::with_seed(seed);
    for command in writing_commands() {
        let folder = folder(&command.name.replace(' ', "-"));
        command.set_old(&folder);
        let started = Instant::now();
        assert!(command.start(&folder).wait().unwrap().success(), "{}", command.name);
        // The first run can be slow on a busy machine.
        let time = started.elapsed().min(Duration::from_secs(1));
        let complete = command.read(&folder);
        assert!(!command.are_old(&complete).contains(&true), "{}", command.name);
        let (mut old, mut new) = (0, 0);
        for _ in 0..kills {
            command.set_old(&folder);
            let mut child = command.start(&folder);
            std::thread::sleep(time.mul_f64(1.2 * random.f64()));
            child.kill().unwrap();
            child.wait().unwrap();
            let found = command.read(&folder);
            for (is_old, (found, complete)) in
                command.are_old(&found).into_iter().zip(found.iter().zip(&complete))
            {
                assert!(is_old || found == complete, "{}, seed {seed}", command.name);
                *(if is_old { &mut old } else { &mut new }) += 1;
            }
        }
        eprintln!(
            "{}: {kills} kills within {time:?}, seed {seed}, {old} old and {new} new files",
            command.name
        );
    }
}

/// Runs a command to its end after kills at random moments.
fn finish_after_kills(line: &str, kills: u32, time: Duration, random: &mut fastrand::Rng) {
    let start = || {
        let mut command = Command::new(BINARY);
        command.args(line.split(' ')).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(Stdio::null()).spawn().unwrap()
    };
    for _ in 0..kills {
        let mut child = start();
        std::thread::sleep(time.mul_f64(1.2 * random.f64()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(start().wait().unwrap().success(), "{line}");
}

/// Commands that continue a file give the same file with and without kills between.
#[test]
fn killed_training_continues_to_the_same_files() {
    let (kills, seed) = kills_and_seed();
    let folder = folder("killed-training");
    let games = TRAINING_GAMES.as_str();
    let cases = [
        ("relabel", format!("train relabel {games} --nodes 2000 --hash 1 --out OUT"), None),
        (
            "network",
            format!(
                "train network {games} --hidden 32 --buckets 1 --epochs 8 --batch 64 \
                 --checkpoint OUT.checkpoint --out OUT"
            ),
            Some("checkpoint"),
        ),
    ];
    at_once(&cases, |(name, command, checkpoint)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let [whole, killed] = ["whole", "killed"].map(|kind| folder.join(format!("{name}-{kind}")));
        let line = |path: &Path| command.replace("OUT", text(path));
        let started = Instant::now();
        finish_after_kills(&line(&whole), 0, Duration::ZERO, &mut random);
        let time = started.elapsed().min(Duration::from_secs(2));
        finish_after_kills(&line(&killed), kills, time, &mut random);
        assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap(), "{name}, seed {seed}");
        if let Some(extension) = checkpoint {
            let [whole, killed] =
                [whole, killed].map(|path| fs::read(path.with_extension(extension)).unwrap());
            assert!(killed == whole, "{name}, seed {seed}");
        }
        eprintln!("train {name}: {kills} kills within {time:?}, seed {seed}, the same file");
    });
}

/// Self-play has games of its own in each run; all that were written can be read.
#[test]
fn killed_selfplay_continues_its_file() {
    let (kills, seed) = kills_and_seed();
    let mut random = fastrand::Rng::with_seed(seed);
    let out = folder("killed-selfplay").join("games");
    let line = format!("train selfplay --games 40 --nodes 200 --hash 1 --out {}", text(&out));
    let count = || {
        let shown = ferz(&["train", "show", text(&out)]);
        assert_eq!(shown.status, Some(0), "{shown:?}");
        let line = shown.out.lines().find(|line| line.starts_with("games")).unwrap().to_owned();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    finish_after_kills(&line, kills, Duration::from_secs(1), &mut random);
    assert!(count() >= 40);
    eprintln!("train selfplay: {kills} kills within 1 s, seed {seed}, {} games", count());
}

/// A count that continues from its finished subtrees is the same with kills between.
#[test]
fn killed_counts_continue_to_the_same_count() {
    let (kills, seed) = kills_and_seed();
    let mut random = fastrand::Rng::with_seed(seed);
    let path = folder("killed-perft").join("checkpoint");
    let line = format!("perft 6 --resume {}", text(&path));
    for round in 0..kills.div_ceil(4) {
        let _ = fs::remove_file(&path);
        finish_after_kills(&line, kills.min(4), Duration::from_millis(40), &mut random);
        let counted = ferz(&["perft", "6", "--json", "--resume", text(&path)]).json();
        assert_eq!(counted["nodes"], 119_060_324, "round {round}, seed {seed}");
    }
    eprintln!("perft: {kills} kills within 40 ms, seed {seed}, the same count");
}

/// Names of the temporary files that a folder holds.
fn leftovers(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter(|name| name.ends_with(".tmp")).collect()
}

#[test]
fn failed_commands_leave_the_old_file() {
    let folder = folder("failed");
    let keep = folder.join("keep");
    let pgn = file("output-failed.pgn", &games(40));
    let cut = file("output-cut.pgn.gz", "\u{1f}");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(games(5000).as_bytes()).unwrap();
    let compressed = gzip.finish().unwrap();
    fs::write(&cut, &compressed[..compressed.len() - 100]).unwrap();
    let missing = text(&folder.join("missing.pgn")).to_owned();
    let folder_name = text(&folder).to_owned();
    for inputs in [&[&missing][..], &[&cut], &[&pgn, &missing], &[&pgn, &folder_name]] {
        for command in [
            &["pgn", "filter", "--white", "1"][..],
            &["pgn", "clean"],
            &["pgn", "convert", "--to", "fen"],
            &["pgn", "dedupe"],
            &["pgn", "sort", "--tag", "White"],
            &["pgn", "annotate", "--depth", "1"],
            &["book", "make"],
            &["book", "merge"],
        ] {
            let old = old_content(&command.join(" "));
            fs::write(&keep, old).unwrap();
            let inputs = inputs.iter().map(|input| input.as_str());
            let arguments: Vec<_> =
                command.iter().copied().chain(inputs).chain(["-o", text(&keep)]).collect();
            let ran = ferz(&arguments);
            assert_eq!(ran.status, Some(2), "{arguments:?}: {ran:?}");
            assert_eq!(fs::read(&keep).unwrap(), old, "{arguments:?}");
            assert_eq!(leftovers(&folder), [""; 0], "{arguments:?}");
        }
    }
}

/// The commands with the kind of their output.
const KINDS: [(&str, &str); 15] = [
    ("pgn filter PGN --black b -o OUT", "a PGN file"),
    ("pgn filter PGN --black x -o NEW --rest OUT", "a PGN file"),
    ("pgn clean PGN -o OUT", "a PGN file"),
    ("pgn dedupe PGN -o OUT", "a PGN file"),
    ("pgn merge PGN -o OUT", "a PGN file"),
    ("pgn sort PGN -o OUT", "a PGN file"),
    ("pgn annotate PGN --nodes 1 -o OUT", "a PGN file"),
    ("pgn convert PGN --to csv -o OUT", "rows of games or positions"),
    ("puzzles find PGN --nodes 100 -o OUT", "rows of games or positions"),
    ("explore games INDEX -o OUT", "a PGN file"),
    ("book make PGN --max-plies 2 -o OUT", "an opening book"),
    ("book merge BOOK BOOK -o OUT", "an opening book"),
    ("book filter BOOK --max-plies 1 -o OUT", "an opening book"),
    ("board --svg -o OUT", "an SVG image"),
    ("board -o OUT", "a board as text"),
];

/// The commands whose files have names of their own, are continued, or are of kinds that no other command writes.
const OTHER_KINDS: [&str; 7] =
    ["man", "pgn split", "play", "train convert", "train network", "train show", "uci"];

/// Every command with its output refuses to replace files of all other kinds.
#[test]
fn files_of_another_kind_are_not_replaced() {
    let folder = folder("kinds");
    let pgn = file("output-kinds.pgn", &games(3));
    let book = text(&folder.join("book")).to_owned();
    let made = ferz(&["book", "make", &pgn, "-o", &book]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let contents = [
        ("a PGN file", games(1).into_bytes()),
        ("an opening book", fs::read(&book).unwrap()),
        ("an SVG image", ferz(&["board", "--svg"]).out.into_bytes()),
        ("a board as text", ferz(&["board"]).out.into_bytes()),
        ("a manual page", ferz(&["man"]).out.into_bytes()),
        ("rows of games or positions", b"PuzzleId,FEN\n".to_vec()),
        ("a file of another kind", b"Dear Max,\n".to_vec()),
        ("a file of another kind", vec![0; 100]),
    ];
    let out = text(&folder.join("out")).to_owned();
    let index = text(&folder.join("index")).to_owned();
    assert_eq!(ferz(&["explore", "add", &index, &pgn]).status, Some(0));
    for (line, kind) in KINDS {
        for (found, content) in &contents {
            fs::write(&out, content).unwrap();
            let new = text(&folder.join("new")).to_owned();
            let words = line.replace("PGN", &pgn).replace("BOOK", &book).replace("INDEX", &index);
            let words = words.replace("OUT", &out).replace("NEW", &new);
            let ran = ferz(&words.split(' ').collect::<Vec<_>>());
            let after = fs::read(&out).unwrap();
            if *found == kind {
                assert_eq!(ran.status, Some(0), "{line}: {ran:?}");
                let is_replaced = after != *content || line.starts_with("board");
                assert!(is_replaced, "{line}, {found}");
            } else {
                let expected = format!(
                    "{out}: found {found}, which is not replaced by {kind}: give another name"
                );
                assert_eq!(ran.error_line(), expected, "{line}");
                assert!(after == *content, "{line}, {found}");
            }
        }
        for content in ["", " \n"] {
            fs::write(&out, content).unwrap();
            let words = line.replace("PGN", &pgn).replace("BOOK", &book).replace("INDEX", &index);
            let words = words.replace("OUT", &out).replace("NEW", text(&folder.join("new")));
            let ran = ferz(&words.split(' ').collect::<Vec<_>>());
            assert_eq!(ran.status, Some(0), "{line}: {ran:?}");
        }
    }
}

#[test]
fn missing_folders_are_named() {
    let folder = folder("absent");
    let pgn = file("output-absent.pgn", &games(3));
    let absent = folder.join("new").join("out");
    for line in ["pgn clean PGN -o OUT", "book make PGN -o OUT", "board -o OUT"] {
        let words = line.replace("PGN", &pgn).replace("OUT", text(&absent));
        let ran = ferz(&words.split(' ').collect::<Vec<_>>());
        let (path, folder) = (absent.display(), folder.join("new"));
        let expected = format!("{path}: the folder {} does not exist", folder.display());
        assert_eq!(ran.error_line(), expected, "{line}");
    }
    let ran = ferz(&["pgn", "clean", text(&absent)]);
    assert_eq!(ran.error_line(), format!("{}: No such file or directory", absent.display()));
}

#[test]
fn split_replaces_no_file_if_its_input_is_damaged() {
    let folder = folder("split");
    let out = folder.join("out-0001");
    fs::write(&out, OLD).unwrap();
    let pgn = file("output-split.pgn", &games(40));
    let missing = text(&folder.join("missing.pgn")).to_owned();
    let ran =
        ferz(&["pgn", "split", &pgn, &missing, "--games", "10", "-o", text(&folder.join("out"))]);
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert_eq!(fs::read(&out).unwrap(), OLD);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// Runs a shell command in which `$FERZ` is the binary.
    fn shell(script: &str) -> std::process::Output {
        let mut command = Command::new("bash");
        command.args(["-c", script]).env("FERZ", BINARY).stdin(Stdio::null());
        command.output().unwrap()
    }

    #[test]
    fn links_to_the_input_are_refused_as_output() {
        let folder = folder("links");
        let content = games(3);
        let paths = ["file", "hard", "soft"].map(|name| folder.join(name));
        let [file, hard, soft] = &paths;
        fs::write(file, &content).unwrap();
        fs::hard_link(file, hard).unwrap();
        symlink(hard, soft).unwrap();
        for (input, output) in paths.iter().flat_map(|a| paths.iter().map(move |b| (a, b))) {
            for command in [
                &["pgn", "filter", "--white", "x"][..],
                &["pgn", "clean"],
                &["pgn", "dedupe"],
                &["pgn", "sort", "--tag", "White"],
                &["pgn", "annotate", "--depth", "1"],
                &["book", "make"],
                &["book", "merge"],
            ] {
                let inputs = if command[1] == "merge" { 2 } else { 1 };
                let inputs = vec![text(input); inputs];
                let arguments = [command, &inputs, &["-o", text(output)]].concat();
                let ran = ferz(&arguments);
                assert!(
                    ran.error_line().contains("given as --output and as an input file"),
                    "{ran:?}"
                );
                assert_eq!(fs::read_to_string(file).unwrap(), content);
            }
        }
        let ran = shell(&format!("$FERZ pgn filter {0} --white x >> {0}", text(file)));
        assert_eq!(ran.status.code(), Some(2), "{ran:?}");
        assert_eq!(fs::read_to_string(hard).unwrap(), content);
    }

    #[test]
    fn permissions_links_and_devices_stay() {
        let folder = folder("kept");
        let pgn = file("output-kept.pgn", &games(3));
        let (target, link) = (folder.join("target"), folder.join("link"));
        fs::write(&target, OLD).unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("target", &link).unwrap();
        let ran = ferz(&["pgn", "filter", &pgn, "--black", "b", "-o", text(&link)]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        assert!(
            link.is_symlink() && fs::read_to_string(&target).unwrap().contains("[White \"2\"]")
        );
        assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        let ran = shell(&format!(
            "umask 027; cd {}; $FERZ pgn filter {pgn} --black b -o new; stat -c %a new; mkfifo fifo; \
             cat fifo & $FERZ pgn filter {pgn} --white 1 -o fifo; wait; \
             $FERZ pgn filter {pgn} --white 2 -o /dev/stdout; \
             echo start > log; $FERZ pgn filter {pgn} --white 0 -o /dev/stdout >> log; head -2 log; \
             $FERZ pgn filter missing --white 1 -o fifo",
            text(&folder)
        ));
        let out = String::from_utf8(ran.stdout).unwrap();
        for expected in ["640\n", "[White \"1\"]", "[White \"2\"]", "start\n[White \"0\"]\n"] {
            assert!(out.contains(expected), "{expected}: {out}");
        }
        assert_eq!(ran.status.code(), Some(2));
    }

    /// A limit on the size of files has the effect of a full disk: its signal ends no command.
    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = folder("full");
        let mut commands = writing_commands();
        // The images and some books are smaller than the limit.
        commands.retain(|command| {
            matches!(
                command.name,
                "pgn filter" | "pgn dedupe" | "pgn sort" | "pgn split" | "uci export_net"
            )
        });
        for command in commands {
            command.set_old(&folder);
            let words = command.arguments.join(" ").replace("OUT", text(&folder.join("out")));
            let input = command.input.replace("OUT", text(&folder.join("out")));
            let ran = shell(&format!("ulimit -f 16; printf '{input}' | $FERZ {words}"));
            let output = [ran.stdout, ran.stderr].concat();
            let output = String::from_utf8_lossy(&output);
            assert!(output.contains("File too large"), "{}: {output}", command.name);
            let found = command.read(&folder);
            assert!(!command.are_old(&found).contains(&false), "{}", command.name);
            assert_eq!(leftovers(&folder), [""; 0], "{}", command.name);
        }
    }

    /// On a small file system of memory, where the system permits one without privileges.
    #[test]
    fn a_full_file_system_leaves_the_old_file() {
        let folder = folder("tmpfs");
        let pgn = file("output-tmpfs.pgn", &games(500));
        let script = format!(
            "unshare -Urm bash -c 'mount -t tmpfs -o size=64k none {0} || exit 77; cd {0}; \
             echo [Event \\\"precious\\\"] > keep; head -c 49152 /dev/zero > fill; \
             $FERZ pgn sort {pgn} --tag White -o keep; echo status $?; ls -A; cat keep'",
            text(&folder)
        );
        let ran = shell(&script);
        if matches!(ran.status.code(), Some(1 | 77)) {
            eprintln!(
                "skipped: the system permits no mount: {}",
                String::from_utf8_lossy(&ran.stderr)
            );
            return;
        }
        let out = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(
            out,
            "status 2\nfill\nkeep\n[Event \"precious\"]\n",
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }

    /// Sends a signal after part of the input, which a pipe supplies.
    #[test]
    fn signals_leave_the_old_file_and_no_temporary_file() {
        let folder = folder("signal");
        for (number, command) in [
            "pgn filter - --black b",
            "pgn dedupe -",
            "pgn sort - --tag White",
            "book make -",
            "pgn annotate - --nodes 1000000",
        ]
        .iter()
        .enumerate()
        {
            for signal in ["INT", "TERM"] {
                let keep = folder.join(format!("keep-{number}"));
                let old = old_content(command);
                fs::write(&keep, old).unwrap();
                let mut child = Command::new(BINARY)
                    .args(command.split(' ').chain(["-o", text(&keep)]))
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .spawn()
                    .unwrap();
                let mut input = child.stdin.take().unwrap();
                input.write_all(games(300).as_bytes()).unwrap();
                wait_until(|| !leftovers(&folder).is_empty());
                shell(&format!("kill -{signal} {}", child.id()));
                // More input, so that a blocked read ends.
                let _ = input.write_all(games(30_000).as_bytes());
                drop(input);
                assert_eq!(child.wait().unwrap().code(), Some(130), "{command}");
                assert_eq!(fs::read(&keep).unwrap(), old, "{command}");
                assert_eq!(leftovers(&folder), [""; 0], "{command}");
            }
        }
    }

    fn wait_until(is_true: impl Fn() -> bool) {
        let started = Instant::now();
        while !is_true() {
            assert!(started.elapsed() < crate::process::TIMEOUT);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn games_annotated_before_an_interrupt_stay_in_a_new_file() {
        let folder = folder("annotated");
        let out = folder.join("out");
        let mut child = Command::new(BINARY)
            .args(["pgn", "annotate", "-", "--depth", "1", "--threads", "1", "-o", text(&out)])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // Ends when the process does.
        std::thread::spawn(move || input.write_all(games(20_000).as_bytes()));
        let part = || leftovers(&folder).first().map(|name| folder.join(name));
        wait_until(|| {
            part().is_some_and(|part| fs::metadata(part).is_ok_and(|data| data.len() > 0))
        });
        shell(&format!("kill -INT {}", child.id()));
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(fs::read_to_string(&out).unwrap().contains("[White \"0\"]"));
    }
}
