//! `train network`.

use super::{error, ferz_train, out, path, selfplay};
use ferz::{Color, PieceType, Position};
use ferz_train::format::{EndingCode, GameWriter, ResultCode, TrainingGame};
use std::path::PathBuf;
use std::process::Output;

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
        let (result, ending) = (ResultCode::Draw, EndingCode::TooLong);
        writer.write(&TrainingGame { start, moves, scores, result, ending }).unwrap();
    }
}

#[test]
fn networks_are_trained_and_runs_resumed() {
    let games = path("network.ferz");
    out(&selfplay(&games, &["--games", "60"]));
    let files = ["whole.nnue", "resumed.nnue", "run.checkpoint", "loss.svg"].map(path);
    let [whole, resumed, checkpoint, chart] = files.each_ref().map(String::as_str);
    let train = |network: &str, more: &[&str]| {
        let sizes = ["--hidden", "32", "--buckets", "2", "--batch", "256", "--epochs", "2"];
        let arguments = [&["network", &games, "--out", network][..], &sizes, more].concat();
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run =
        |arguments: Vec<String>| out(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let refused = |arguments: Vec<String>| {
        error(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 2)
    };
    let text = run(train(whole, &["--checkpoint", checkpoint, "--svg", chart]));
    assert!(text.contains("60 games, ") && text.contains("epoch 2: loss 0."), "{text}");
    let network = ferz_nnue::Network::load(whole).unwrap();
    assert_eq!((network.shape().hidden(), network.shape().buckets()), (32, 2));
    assert!(network.provenance().contains("\"games\":60,"), "{}", network.provenance());
    assert!(std::fs::read_to_string(chart).unwrap().starts_with("<svg"));
    assert!(!text.contains("held out of"), "{text}");

    // Samples in files are as many, in another order; the files are removed.
    let folder = path("sample_files");
    std::fs::create_dir_all(&folder).unwrap();
    let other = run(train(resumed, &["--sample-files", &folder, "--loss-exponent", "2.5"]));
    assert_eq!(other.lines().next(), text.lines().next());
    assert_ne!(std::fs::read(resumed).unwrap(), std::fs::read(whole).unwrap());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    std::fs::remove_dir(&folder).unwrap();
    assert!(refused(train(resumed, &["--sample-files", &folder])).contains("sample_files: "));

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
    let train = |more: &[&str]| error(&[&["network", games][..], more].concat(), 2);
    assert!(train(&["--out", network]).contains("outputs.ferz: "));
    // The other errors come before those of the games.
    std::fs::write(games, "no games").unwrap();
    std::fs::write(network, "FERZNNUE earlier").unwrap();
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
    assert!(error(&["network", games, "--out", network], 2).contains("outputs.ferz: "));
    assert_eq!(std::fs::read(network).unwrap(), b"FERZNNUE earlier");
    assert!(
        error(&["network", network, "--out", games], 2).contains("found a file of another kind")
    );
    for rate in ["0", "-1", "nan", "inf", "1e99", "fast"] {
        for option in ["--rate", "--final-rate"] {
            let argument = format!("{option}={rate}");
            assert!(train(&["--out", network, &argument]).contains("--help"));
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
        ferz_train(&[&["network"][..], games, &fixed, more].concat())
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

    // Without other sizes the shape is that of the initial weights, and the first loss that of a trained network.
    let random = number(&text(run(&[a], second, &sizes)), "loss ");
    for init in [first, &checkpoint] {
        let initialized = text(run(&[a], second, &["--init", init]));
        assert!(number(&initialized, "loss ") < random, "{initialized}");
        let network = ferz_nnue::Network::load(second).unwrap();
        assert_eq!((network.shape().hidden(), network.shape().buckets()), (32, 1));
        assert!(network.provenance().contains("\"init\":\""), "{}", network.provenance());
    }
    let wider = text(run(&[a], second, &["--init", first, "--hidden", "64"]));
    assert!(number(&wider, "loss ") < random, "{wider}");
    assert_eq!(ferz_nnue::Network::load(second).unwrap().shape().hidden(), 64);
    for sizes in [["--hidden", "32"], ["--buckets", "2"]] {
        let other = run(&[a], first, &[&["--init", second], &sizes[..]].concat());
        let line = String::from_utf8(other.stderr).unwrap();
        assert!(other.status.code() == Some(2) && line.contains("64 neurons"), "{line}");
    }
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
    let text = out(&[&["network", games][..], &sizes].concat());
    assert!(text.starts_with("3 games, 0 held out; ") && !text.contains("NaN"), "{text}");
    assert!(text.contains("\nno position is held out: "), "{text}");
    assert!(text.contains("\nepoch 1: loss 0."), "{text}");
    assert!(!std::fs::read_to_string(chart).unwrap().contains("NaN"));
}
