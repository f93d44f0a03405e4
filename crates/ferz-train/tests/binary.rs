//! The binary: arguments, files and exit statuses.

use ferz::{Color, PieceType, Position};
use ferz_train::format::{Ending, Game, GameResult, GameWriter};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const BINARY: &str = env!("CARGO_BIN_EXE_ferz-train");

fn ferz_train(arguments: &[&str]) -> Output {
    Command::new(BINARY).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Returns the standard output of a run that must succeed.
fn out(arguments: &[&str]) -> String {
    let output = ferz_train(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error line of a run that must fail with this status.
fn error(arguments: &[&str], status: i32) -> String {
    let output = ferz_train(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {output:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with("ferz-train: "), "{line}");
    line
}

/// Returns the path of a new file in the temporary folder of the tests.
fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// Writes games of random moves whose scores are the material.
fn random_games(file: &str, seed: u64, count: usize) {
    const VALUES: [i16; PieceType::COUNT] = [100, 300, 300, 500, 900, 0];
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut writer = GameWriter::new(std::fs::File::create(file).unwrap(), "{}").unwrap();
    for _ in 0..count {
        let (start, mut moves, mut scores) = (Position::startpos(), Vec::new(), Vec::new());
        let mut position = start.clone();
        while moves.len() < 50 && position.has_legal_move() {
            let material = |color| {
                let count = |kind| position.pieces(color, kind).len() as i16;
                PieceType::ALL.iter().map(|&kind| VALUES[kind as usize] * count(kind)).sum()
            };
            scores.push(i16::wrapping_sub(material(Color::White), material(Color::Black)));
            let legal = position.legal_moves();
            moves.push(legal[rng.usize(..legal.len())]);
            position.do_move(moves[moves.len() - 1]);
        }
        let (result, ending) = (GameResult::Draw, Ending::TooLong);
        writer.write(&Game { start, moves, scores, result, ending }).unwrap();
    }
}

fn selfplay<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["selfplay", "--out", file, "--nodes", "50", "--hash", "1", "--seed", "5"];
    [fixed.as_slice(), more].concat()
}

/// Returns a number from the totals of a file, by its name.
fn total(file: &str, name: &str) -> u64 {
    let text = out(&["show", file, "--check"]);
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn same_seed_writes_the_same_file() {
    let (first, second) = (path("first.ferz"), path("second.ferz"));
    for file in [&first, &second] {
        let summary = out(&selfplay(file, &["--games", "4"]));
        assert!(summary.starts_with("4 games, "), "{summary}");
    }
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
}

#[test]
fn file_can_be_appended_to_and_truncated() {
    let file = path("grows.ferz");
    out(&selfplay(&file, &["--games", "3"]));
    out(&selfplay(&file, &["--games", "2", "--threads", "2", "--chess960", "1"]));
    assert_eq!(total(&file, "games"), 5);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 5]).unwrap();
    let line = error(&["show", &file], 1);
    assert!(line.contains("the file ends within the record at byte"), "{line}");
    let skipped = ferz_train(&["compare", &file]);
    let message = String::from_utf8(skipped.stderr).unwrap();
    assert!(message.contains("grows.ferz: incomplete record at byte "), "{message}");
    out(&selfplay(&file, &["--games", "2"]));
    assert_eq!(total(&file, "games"), 6);
    let bytes = std::fs::read(&file).unwrap();
    error(&["show", &file, "--svg", &file], 2);
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[test]
fn positions_and_games_are_exported() {
    let file = path("export.ferz");
    out(&selfplay(&file, &["--positions", "150"]));
    let positions = total(&file, "positions");
    assert!(positions >= 150);
    let lines = out(&["show", &file, "--fen"]);
    assert_eq!(lines.lines().count() as u64, positions);
    for line in lines.lines() {
        let fields: Vec<_> = line.split(';').collect();
        let [fen, score, result] = fields[..] else { panic!("{line}") };
        assert!(ferz::Position::from_fen(fen).is_ok(), "{line}");
        assert!(score.parse::<i16>().is_ok() && ["0", "0.5", "1"].contains(&result), "{line}");
    }
    let quiet = out(&["show", &file, "--fen", "--quiet", "--min-ply", "16", "--max-score", "500"]);
    assert!((1..positions).contains(&(quiet.lines().count() as u64)));
    let pgn = out(&["show", &file, "--pgn", "--limit", "1"]);
    assert!(pgn.contains("[Result \"") && pgn.contains("\n\n1. "), "{pgn}");
}

#[test]
fn openings_come_from_a_file() {
    let (file, epd) = (path("openings.ferz"), path("openings.epd"));
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    std::fs::write(&epd, format!("# Open games\n\n{start} hmvc 2; fmvn 3;\n")).unwrap();
    out(&selfplay(&file, &["--games", "1", "--openings", &epd, "--random-plies", "0"]));
    let lines = out(&["show", &file, "--fen"]);
    assert!(lines.starts_with(start), "{lines}");
    let line =
        error(&selfplay(&file, &["--games", "2", "--openings", &epd, "--random-plies", "0"]), 2);
    assert!(line.contains("no new opening"), "{line}");
    let exhausted = ["--games", "2", "--openings", &epd, "--random-plies", "0"];
    let summary = ferz_train(&selfplay(&path("exhausted.ferz"), &exhausted)).stdout;
    let summary = String::from_utf8(summary).unwrap();
    assert!(summary.starts_with("1 games, ") && summary.contains("0 lopsided, 1"), "{summary}");
    let games = path("sequential.ferz");
    let second = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    std::fs::write(&epd, format!("{start} hmvc 2; fmvn 3;\n{second} 0 2\n")).unwrap();
    let sequential =
        ["--games", "1", "--openings", &epd, "--random-plies", "0", "--order", "sequential"];
    out(&selfplay(&games, &[&sequential[..], &["--start", "2"]].concat()));
    assert!(out(&["show", &games, "--fen", "--limit", "1"]).starts_with(second));
    // The next game begins with the next position, the first of the file.
    out(&selfplay(&games, &[&sequential[..], &["--start", "2"]].concat()));
    assert!(out(&["show", &games, "--fen"]).contains(&format!("\n{start} ")));
    error(&selfplay(&games, &["--order", "sequential"]), 2);
    std::fs::write(&epd, "8/8/8/8 w - -\n").unwrap();
    let line = error(&selfplay(&file, &["--openings", &epd]), 2);
    assert!(line.contains("openings.epd, line 1: "), "{line}");
}

#[test]
fn invalid_files_and_arguments_are_errors() {
    let other = path("other.ferz");
    std::fs::write(&other, "something else").unwrap();
    assert!(error(&["show", &other], 1).contains("not a game file"));
    assert!(error(&selfplay(&other, &["--games", "1"]), 2).contains("not a game file"));
    assert_eq!(std::fs::read(&other).unwrap(), b"something else");
    assert!(error(&["show", &path("absent.ferz")], 2).contains("absent.ferz: "));
    error(&selfplay(&other, &["--chess960", "1.5"]), 2);
    error(&selfplay(&other, &["--games", "0"]), 2);
    error(&["show", &other, "--quiet"], 2);
}

#[cfg(unix)]
#[test]
fn interrupt_leaves_a_complete_file() {
    let file = path("interrupted.ferz");
    let arguments = selfplay(&file, &["--threads", "2"]);
    let child = Command::new(BINARY)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while std::fs::metadata(&file).map_or(0, |data| data.len()) < 2000 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "Ctrl-C is a success without --games");
    let summary = String::from_utf8(output.stdout).unwrap();
    let games: u64 = summary.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(total(&file, "games"), games);
}

#[test]
fn networks_are_trained_and_runs_resumed() {
    let games = path("network.ferz");
    out(&selfplay(&games, &["--games", "60"]));
    let files = ["whole.nnue", "resumed.nnue", "run.checkpoint", "loss.svg"].map(path);
    let [whole, resumed, checkpoint, chart] = files.each_ref().map(String::as_str);
    let train = |network: &str, more: &[&str]| {
        let sizes = ["--hidden", "32", "--buckets", "2", "--batch", "256", "--epochs", "2"];
        let arguments = [&["train", &games, "--out", network][..], &sizes, more].concat();
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run =
        |arguments: Vec<String>| out(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let text = run(train(whole, &["--checkpoint", checkpoint, "--svg", chart]));
    assert!(text.contains("60 games, ") && text.contains("epoch 2: loss 0."), "{text}");
    let network = ferz_nnue::Network::load(whole).unwrap();
    assert_eq!((network.shape().hidden(), network.shape().buckets()), (32, 2));
    assert!(network.provenance().contains("\"games\":60,"), "{}", network.provenance());
    assert!(std::fs::read_to_string(chart).unwrap().starts_with("<svg"));
    assert!(!text.contains("held out of"), "{text}");

    // A finished run writes its network again, other settings and damaged files are errors.
    run(train(resumed, &["--checkpoint", checkpoint]));
    assert_eq!(std::fs::read(resumed).unwrap(), std::fs::read(whole).unwrap());
    let other = train(resumed, &["--checkpoint", checkpoint, "--seed", "2"]);
    let line = error(&other.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert!(line.ends_with("run.checkpoint: seed 1; the arguments give seed 2\n"), "{line}");
    let bytes = std::fs::read(checkpoint).unwrap();
    std::fs::write(checkpoint, &bytes[..bytes.len() - 1]).unwrap();
    let damaged = train(resumed, &["--checkpoint", checkpoint]);
    let line = error(&damaged.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert!(line.contains("run.checkpoint: the file ends early: "), "{line}");

    // So are other games and filters.
    std::fs::write(checkpoint, &bytes).unwrap();
    std::fs::remove_file(resumed).unwrap();
    let refused = |arguments: Vec<String>| {
        error(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 2)
    };
    let line = refused(train(resumed, &["--checkpoint", checkpoint, "--min-ply", "17"]));
    assert!(line.contains("\"min_ply\":16") && line.contains("\"min_ply\":17"), "{line}");
    let line = refused(train(resumed, &["--checkpoint", checkpoint, &games]));
    assert!(line.contains("games 60, ") && line.contains("games 120, "), "{line}");
    assert!(!PathBuf::from(resumed).exists());
}

#[test]
fn output_files_and_rates_of_training_are_checked_first() {
    let files = ["outputs.ferz", "outputs.nnue", "outputs.checkpoint"].map(path);
    let [games, network, checkpoint] = files.each_ref().map(String::as_str);
    let absent = path("absent/file");
    let train = |more: &[&str]| error(&[&["train", games][..], more].concat(), 2);
    // The games do not exist yet: the other errors come first.
    std::fs::write(network, "earlier").unwrap();
    for option in ["--checkpoint", "--svg"] {
        let line = train(&["--out", network, option, &absent]);
        assert!(line.contains("absent/file: "), "{line}");
    }
    assert!(train(&["--out", &absent]).contains("absent/file: "));
    assert!(train(&["--out", env!("CARGO_TARGET_TMPDIR")]).contains("directory"));
    let line = train(&["--out", network, "--init", network]);
    assert!(line.contains("outputs.nnue: given as --out and as --init"), "{line}");
    let line = train(&["--out", checkpoint, "--checkpoint", checkpoint]);
    assert!(line.contains("given as --checkpoint and as --out"), "{line}");
    assert!(train(&["--out", games]).contains("given as --out and as games"));
    assert!(train(&["--out", network]).contains("outputs.ferz: "));
    assert_eq!(std::fs::read(network).unwrap(), b"earlier");
    assert!(!PathBuf::from(format!("{network}.part")).exists());
    for rate in ["0", "-1", "nan", "inf", "1e99", "fast"] {
        for option in ["--rate", "--final-rate"] {
            let argument = format!("{option}={rate}");
            assert!(train(&["--out", network, &argument]).contains("--help"));
        }
        for option in ["--rate", "--prior"] {
            error(&["tune", games, &format!("{option}={rate}")], 2);
        }
    }
}

#[test]
fn training_starts_from_earlier_weights_and_measures_each_file() {
    let files = ["init_a.ferz", "init_b.ferz", "init_first.nnue", "init_second.nnue"].map(path);
    let [a, b, first, second] = files.each_ref().map(String::as_str);
    let checkpoint = path("init.checkpoint");
    random_games(a, 1, 200);
    random_games(b, 2, 200);
    let run = |games: &[&str], network: &str, more: &[&str]| {
        let fixed = ["--out", network, "--batch", "256", "--epochs", "1"];
        ferz_train(&[&["train"][..], games, &fixed, more].concat())
    };
    let text = |output: Output| {
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let number = |text: &str, before: &str| -> f64 {
        let rest = text.split(before).nth(1).unwrap_or_else(|| panic!("{before}: {text}"));
        rest.split([',', '\n']).next().unwrap().trim().parse().unwrap()
    };
    let sizes = ["--hidden", "32", "--buckets", "1"];
    let both = text(run(&[a, b], first, &[&sizes[..], &["--checkpoint", &checkpoint]].concat()));
    let whole = number(&both, ", held out ");
    let parts = [a, b].map(|file| number(&both, &format!("held out of {file}: ")));
    assert!(parts[0].min(parts[1]) <= whole && whole <= parts[0].max(parts[1]), "{both}");

    // The shape is that of the initial weights, and the first loss that of a trained network.
    let random = number(&text(run(&[a], second, &sizes)), "loss ");
    for init in [first, &checkpoint] {
        let initialized = text(run(&[a], second, &["--init", init]));
        assert!(number(&initialized, "loss ") < random, "{initialized}");
        let network = ferz_nnue::Network::load(second).unwrap();
        assert_eq!((network.shape().hidden(), network.shape().buckets()), (32, 1));
        assert!(network.provenance().contains("\"init\":\""), "{}", network.provenance());
    }
    let other = run(&[a], second, &["--init", first, "--hidden", "64"]);
    let line = String::from_utf8(other.stderr).unwrap();
    assert!(other.status.code() == Some(2) && line.contains("32 neurons"), "{line}");
    let wrong = run(&[a], second, &["--init", a]);
    let line = String::from_utf8(wrong.stderr).unwrap();
    let message = "init_a.ferz: neither a checkpoint nor a network";
    assert!(wrong.status.code() == Some(2) && line.contains(message), "{line}");
}

#[test]
fn few_games_are_trained_on_without_held_out_ones() {
    let files = ["few.ferz", "few.nnue", "few.svg"].map(path);
    let [games, network, chart] = files.each_ref().map(String::as_str);
    random_games(games, 3, 3);
    let sizes = ["--out", network, "--svg", chart, "--hidden", "32", "--epochs", "1"];
    let text = out(&[&["train", games][..], &sizes].concat());
    assert!(text.starts_with("3 games, 0 held out; ") && !text.contains("NaN"), "{text}");
    assert!(text.contains("\nno position is held out: "), "{text}");
    assert!(text.contains("\nepoch 1: loss 0."), "{text}");
    assert!(!std::fs::read_to_string(chart).unwrap().contains("NaN"));
    let output = ferz_train(&["tune", games, "--epochs", "1"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && !text.contains("NaN"), "{text}");
    assert!(text.contains("no position is held out: "), "{text}");
}

#[test]
fn networks_are_compared_by_their_errors() {
    let files = ["compare.ferz", "compare.nnue", "compare_random.nnue"].map(path);
    let [games, good, random] = files.each_ref().map(String::as_str);
    random_games(games, 4, 20);
    let default = ferz_engine::eval::default_network();
    std::fs::write(good, default.to_bytes()).unwrap();
    let shape = ferz_nnue::Shape::new(32, 1).unwrap();
    std::fs::write(random, ferz_nnue::Network::random(1, shape).to_bytes()).unwrap();
    let text = out(&["compare", games, "--network", random, "--network", good]);
    assert!(text.starts_with("20 games, "), "{text}");
    let row = |text: &str, name: &str| -> Vec<f64> {
        let row =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        row[name.len()..].split_whitespace().map(|number| number.parse().unwrap()).collect()
    };
    let [random, good] = [random, good].map(|name| row(&text, name));
    assert!(good[0] > 100.0 && random[0] == good[0], "{text}");
    assert!(good[3] < random[3] && good[3] > 0.0, "{text}");
    assert_eq!(row(&out(&["compare", games]), "embedded"), good);
    let line = error(&["compare", games, "--min-ply", "100"], 2);
    assert!(line.contains("no position passes the filters"), "{line}");
}

#[test]
fn networks_of_files_play_and_are_recorded() {
    let (network, own, other) = (path("play.nnue"), path("own.ferz"), path("evalfile.ferz"));
    let default = ferz_engine::eval::default_network();
    let doubled = ferz_nnue::Network::clone(&default).with_scale(2 * default.scale());
    std::fs::write(&network, doubled.to_bytes()).unwrap();
    out(&selfplay(&own, &["--games", "2"]));
    out(&selfplay(&other, &["--games", "2", "--evalfile", &network]));
    for (file, network) in [(&own, &*default), (&other, &doubled)] {
        let checksum = format!("\"network\":\"{:08x}\"", network.checksum());
        assert!(out(&["show", file]).contains(&checksum));
    }
    assert_ne!(out(&["show", &own, "--fen"]), out(&["show", &other, "--fen"]));
    std::fs::write(&network, "no network").unwrap();
    let line = error(&selfplay(&own, &["--games", "1", "--evalfile", &network]), 2);
    assert!(line.contains("play.nnue: not a network"), "{line}");
}

/// Returns the arguments of a run that relabels files.
fn relabel<'a>(games: &[&'a str], file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["--out", file, "--nodes", "60", "--hash", "1"];
    [&["relabel"], games, &fixed, more].concat()
}

#[test]
fn games_are_relabelled_and_runs_resumed() {
    let names = ["relabel_a.ferz", "relabel_b.ferz", "relabel_whole.ferz", "relabel_parts.ferz"];
    let files = names.map(path);
    let [a, b, whole, parts] = files.each_ref().map(String::as_str);
    out(&selfplay(a, &["--games", "3"]));
    out(&selfplay(a, &["--games", "2", "--chess960", "1"]));
    out(&selfplay(b, &["--games", "3", "--random-plies", "6"]));
    // An incomplete last game of an input is ignored.
    let bytes = std::fs::read(b).unwrap();
    std::fs::write(b, &bytes[..bytes.len() - 3]).unwrap();
    let summary = out(&relabel(&[a, b], whole, &[]));
    assert!(summary.starts_with("7 games, "), "{summary}");
    let bytes = std::fs::read(whole).unwrap();

    let pgn = |file: &str, games| {
        let text = out(&["show", file, "--pgn", "--limit", games]);
        let without_scores = text.split('{').map(|part| part.split('}').next_back().unwrap());
        without_scores.collect::<String>()
    };
    assert_eq!(pgn(whole, "5"), pgn(a, "5"));
    assert_ne!(out(&["show", whole, "--fen", "--limit", "5"]), out(&["show", a, "--fen"]));
    let settings = out(&["show", whole, "--limit", "1"]);
    for text in ["\"labels\":{\"engine\":\"Ferz", "\"nodes\":60", "\"nodes\":50", "\"seed\":5"] {
        assert!(settings.contains(text), "{text}: {settings}");
    }

    // A file that ends anywhere is completed to the same bytes, on any number of threads.
    for (i, end) in
        [0, 5, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1].into_iter().enumerate()
    {
        std::fs::write(parts, &bytes[..end]).unwrap();
        let threads = ["1", "3"][i % 2];
        out(&relabel(&[a, b], parts, &["--threads", threads]));
        assert!(std::fs::read(parts).unwrap() == bytes, "after {end} bytes");
    }
    // More games can be added to the end of the input.
    std::fs::remove_file(parts).unwrap();
    out(&relabel(&[a], parts, &[]));
    out(&relabel(&[a, b], parts, &[]));
    assert_eq!(std::fs::read(parts).unwrap(), bytes);
    let summary = out(&relabel(&[a, b], parts, &[]));
    assert_eq!(summary, "all 7 games have new scores\n");
    assert_eq!(std::fs::read(parts).unwrap(), bytes);
}

#[cfg(unix)]
#[test]
fn relabelling_continues_after_an_interrupt_and_a_kill() {
    let files = ["killed.ferz", "killed_whole.ferz", "killed_parts.ferz"].map(path);
    let [games, whole, parts] = files.each_ref().map(String::as_str);
    out(&selfplay(games, &["--games", "6"]));
    let arguments = |file| {
        ["relabel", games, "--out", file, "--nodes", "2000", "--hash", "1", "--threads", "2"]
    };
    out(&arguments(whole));
    let size = || std::fs::metadata(parts).map_or(0, |data| data.len());
    for (signal, status) in [("-INT", Some(130)), ("-KILL", None)] {
        let before = size().max(600);
        let mut command = Command::new(BINARY);
        let output = (Stdio::null(), Stdio::piped());
        let child =
            command.args(arguments(parts)).stdin(output.0).stdout(output.1).spawn().unwrap();
        while size() <= before {
            std::thread::sleep(Duration::from_millis(5));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait_with_output().unwrap().status.code(), status);
    }
    let complete = std::fs::read(whole).unwrap();
    assert!(size() < complete.len() as u64);
    out(&arguments(parts));
    assert!(std::fs::read(parts).unwrap() == complete);
}

#[test]
fn relabelling_refuses_other_settings_games_and_files() {
    let names = ["refuse_a.ferz", "refuse_b.ferz", "refuse_out.ferz", "refuse_empty.ferz"];
    let files = names.map(path);
    let [a, b, file, empty] = files.each_ref().map(String::as_str);
    out(&selfplay(a, &["--games", "2"]));
    out(&selfplay(b, &["--games", "3", "--random-plies", "6"]));
    out(&relabel(&[a], file, &[]));
    let bytes = std::fs::read(file).unwrap();
    for (nodes, hash, text) in [
        ("61", "1", "nodes 60; the arguments give nodes 61"),
        ("60", "2", "hash_mib 1; the arguments give hash_mib 2"),
    ] {
        let line = error(&["relabel", a, "--out", file, "--nodes", nodes, "--hash", hash], 2);
        assert!(line.contains(text), "{line}");
    }
    let line = error(&relabel(&[a], file, &["--move-pruning"]), 2);
    assert!(line.contains("move_pruning false; the arguments give move_pruning true"), "{line}");
    let line = error(&relabel(&[b], file, &[]), 2);
    assert!(line.contains("refuse_out.ferz, game 1: not the game of the input"), "{line}");
    let line = error(&relabel(&[b], a, &[]), 2);
    assert!(line.contains("refuse_a.ferz: its games were not relabelled"), "{line}");
    let line = error(&relabel(&[a, file], file, &[]), 2);
    assert!(line.contains("refuse_out.ferz: given as --out and as games"), "{line}");
    assert_eq!(std::fs::read(file).unwrap(), bytes, "refused runs leave the file unchanged");

    let header = std::fs::read(a).unwrap();
    let settings = usize::from(u16::from_le_bytes([header[11], header[12]]));
    std::fs::write(empty, &header[..10 + 3 + settings + 4]).unwrap();
    let line = error(&relabel(&[empty], &path("refuse_new.ferz"), &[]), 2);
    assert!(line.contains("no game"), "{line}");
    error(&relabel(&[&path("absent.ferz")], file, &[]), 2);
    let new = path("refuse_new.ferz");
    for inputs in [&[empty][..], &[&path("absent.ferz")], &[a, &path("absent.ferz")]] {
        error(&relabel(inputs, &new, &[]), 2);
        assert!(!PathBuf::from(&new).exists(), "a run without games leaves no output");
    }
}

#[test]
fn illegal_and_damaged_games_end_relabelling_after_the_games_before() {
    use ferz_train::format::GameReader;
    let names = ["legal.ferz", "illegal.ferz", "illegal_out.ferz", "damaged_out.ferz"];
    let files = names.map(path);
    let [legal, illegal, file, damaged] = files.each_ref().map(String::as_str);
    out(&selfplay(legal, &["--games", "3"]));
    let bytes = std::fs::read(legal).unwrap();
    let mut reader = GameReader::new(bytes.as_slice()).unwrap();
    let mut writer = GameWriter::new(Vec::new(), reader.settings()).unwrap();
    for (number, game) in reader.by_ref().enumerate() {
        let mut game = game.unwrap();
        if number == 1 {
            game.moves[12] = game.moves[11];
        }
        writer.write(&game).unwrap();
    }
    std::fs::write(illegal, writer.into_inner()).unwrap();
    let line = error(&relabel(&[illegal], file, &[]), 1);
    assert!(line.contains("illegal.ferz, game 2: ply 12 of the game: "), "{line}");
    assert_eq!(total(file, "games"), 1);
    let line = error(&["show", illegal], 1);
    assert!(line.contains("illegal.ferz, game 2: ply 12"), "{line}");

    let mut bytes = bytes;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(illegal, &bytes).unwrap();
    let line = error(&relabel(&[illegal], damaged, &[]), 1);
    assert!(line.contains("illegal.ferz: the record at byte"), "{line}");
    assert_eq!(total(damaged, "games"), 2);
}

#[test]
fn totals_of_several_files_are_printed_as_text_json_and_svg() {
    let files = ["totals_a.ferz", "totals_b.ferz", "totals.svg"].map(path);
    let [a, b, chart] = files.each_ref().map(String::as_str);
    out(&selfplay(a, &["--games", "3"]));
    out(&selfplay(b, &["--games", "2", "--random-plies", "6"]));
    let text = out(&["show", a, b, a, "--check", "--svg", chart]);
    assert!(
        text.contains("totals_b.ferz: 2 games, ") && text.contains("games are valid"),
        "{text}"
    );
    assert!(std::fs::read_to_string(chart).unwrap().contains("default of train"));
    let json: serde_json::Value = serde_json::from_str(&out(&["show", a, b, a, "--json"])).unwrap();
    let number = |pointer: &str| json.pointer(pointer).and_then(serde_json::Value::as_u64);
    assert_eq!((number("/games"), number("/files/1/games")), (Some(8), Some(2)));
    let positions = 2 * total(a, "positions") + total(b, "positions");
    assert_eq!(number("/positions"), Some(positions));
    assert_eq!(number("/duplicate_positions/counted"), Some(positions));
    assert_eq!(number("/duplicate_games/repeated"), Some(6));
    assert_eq!(number("/duplicate_games/distinct"), Some(5));
    assert!(number("/duplicate_positions/repeated") >= Some(2 * total(a, "positions")));
    let bins = json["scores"].as_array().unwrap();
    let counts: u64 = bins.iter().map(|bin| bin["positions"].as_u64().unwrap()).sum();
    assert_eq!(counts, positions);
    assert!(json["logistic_scale"].as_f64().unwrap() > 0.0);
    assert_eq!(
        out(&["show", a, b, "--fen"]).lines().count() as u64,
        total(a, "positions") + total(b, "positions")
    );
    assert!(
        text.contains("  games                           6   75.0 % of 8, 5 different\n"),
        "{text}"
    );

    // The files after a truncated one are counted too.
    let bytes = std::fs::read(a).unwrap();
    std::fs::write(a, &bytes[..bytes.len() - 1]).unwrap();
    let output = ferz_train(&["show", a, b]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\ngames                 4\n"), "{text}");
    error(&["show", a, "--json", "--fen"], 2);

    // So are those after one that ends within its header or settings.
    for end in [0, 5, 20] {
        std::fs::write(a, &bytes[..end]).unwrap();
        let output = ferz_train(&["show", b, a, b]);
        assert_eq!(output.status.code(), Some(1));
        let [text, line] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(text.contains("\ngames                 4\n"), "{text}");
        assert!(line.contains("totals_a.ferz: the file ends"), "{line}");
    }
    assert!(ferz_train(&["show", a]).stdout.is_empty());
}
