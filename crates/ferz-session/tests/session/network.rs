//! Options and commands of the network.

use crate::gui::Gui;
use ferz::{File, Rank, Square};
use ferz_engine::eval::default_network;
use ferz_engine::eval::wdl::centipawns;
use ferz_nnue::{Network, Shape};
use std::path::PathBuf;

/// Returns a path in a directory of its own for each test.
fn temporary_file(test: &str, name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ferz-session-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

fn bench_line(gui: &mut Gui) -> String {
    gui.send("position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    gui.send("ucinewgame");
    gui.send("go depth 6");
    let lines = gui.wait_for("bestmove");
    let info = lines.iter().rfind(|line| line.contains(" depth 6 ")).unwrap();
    let until_time = info.split(" time ").next().unwrap();
    let nodes = until_time.split(" nodes ").nth(1).unwrap();
    nodes.split(' ').next().unwrap().to_owned()
}

#[test]
fn eval_shows_the_contribution_of_each_piece() {
    let mut gui = Gui::new();
    let network = default_network();
    for (side, sign) in [("w", 1), ("b", -1)] {
        let board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R";
        gui.send(&format!("position fen {board} {side} KQkq - 0 1"));
        let text = gui.replies_to("eval").join("\n");
        assert_eq!(text.matches("|   p   ").count(), 8, "{text}");
        let position = gui.session.position();
        let value = sign * network.evaluate(position);
        let last = format!("Evaluation for White: {} cp ({value} internal)", centipawns(value));
        assert!(text.ends_with(&last), "{text}");
        let contributions = network.contributions(position);
        let values = text
            .lines()
            .filter(|line| line.contains('.'))
            .flat_map(|line| line.split('|').flat_map(|cell| cell.trim().parse::<f64>().ok()));
        let expected = Rank::ALL.into_iter().rev().flat_map(|rank| {
            let cells = File::ALL.map(|file| contributions[Square::new(file, rank)]);
            cells.into_iter().flatten().map(|n| f64::from(centipawns(sign * n)) / 100.0)
        });
        assert_eq!(values.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn eval_shows_the_evaluation_of_a_recognised_endgame() {
    let mut gui = Gui::new();
    for side in ["w", "b"] {
        gui.send(&format!("position fen 8/8/8/4k3/8/8/8/KQ6 {side} - - 0 1"));
        let text = gui.replies_to("eval").join("\n");
        assert!(text.contains("replaces the network's"), "{text}");
        let internal = text.rsplit('(').next().unwrap().split(' ').next().unwrap();
        assert!(internal.parse::<i32>().unwrap() >= 10_000, "{text}");
    }
}

#[test]
fn eval_shows_the_scaling_of_a_drawish_endgame() {
    let mut gui = Gui::new();
    // A pawn on the rook's file and a bishop that does not control the corner, then one that does.
    for (fen, is_drawish) in
        [("8/1k6/8/8/8/8/P7/K1B5 w - - 0 1", true), ("8/1k6/8/8/8/8/P7/K4B2 w - - 0 1", false)]
    {
        gui.send(&format!("position fen {fen}"));
        let text = gui.replies_to("eval").join("\n");
        let value = default_network().evaluate(gui.session.position());
        let line = format!("Drawish endgame: scaled from the network's {} cp\n", centipawns(value));
        assert_eq!(text.contains(&line), is_drawish, "{text}");
    }
}

#[test]
fn use_nnue_selects_the_evaluation() {
    let mut gui = Gui::new();
    let network = bench_line(&mut gui);
    gui.send("setoption name Use NNUE value false");
    let classical = bench_line(&mut gui);
    assert_ne!(network, classical);
    assert!(gui.replies_to("eval").join("\n").contains("King safety"));
    assert!(gui.replies_to("export_net /nowhere/net.nnue")[0].contains("no network in use"));
    gui.send("setoption name Use NNUE value true");
    assert_eq!(bench_line(&mut gui), network);
}

#[test]
fn exported_network_is_loaded_again() {
    let mut gui = Gui::new();
    let path = temporary_file("export", "net.nnue");
    let path = path.to_str().unwrap();
    let text = gui.replies_to(&format!("export_net {path}"));
    assert!(text[0].contains("network written to"), "{text:?}");
    assert_eq!(std::fs::read(path).unwrap(), default_network().to_bytes());
    for text in ["games of a year", "FERZ"] {
        std::fs::write(path, text).unwrap();
        let reply = gui.replies_to(&format!("export_net {path}"));
        assert!(reply[0].contains("found a file that is no network"), "{reply:?}");
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
    let embedded = bench_line(&mut gui);
    let other = Network::random(5, Shape::new(64, 1).unwrap()).with_provenance("random weights");
    std::fs::write(path, other.to_bytes()).unwrap();
    let text = gui.replies_to(&format!("setoption name EvalFile value {path}"));
    assert!(text[0].contains("64 neurons, 1 output buckets; random weights"), "{text:?}");
    assert_ne!(bench_line(&mut gui), embedded);
    gui.send("setoption name EvalFile value <empty>");
    assert_eq!(bench_line(&mut gui), embedded);
}

#[test]
fn an_invalid_network_file_keeps_the_network() {
    let mut gui = Gui::new();
    let embedded = bench_line(&mut gui);
    let path = temporary_file("invalid", "net.nnue");
    let bytes = default_network().to_bytes();
    for content in [&b"no network"[..], &[], &bytes[..bytes.len() - 1]] {
        std::fs::write(&path, content).unwrap();
        let text = gui.replies_to(&format!("setoption name EvalFile value {}", path.display()));
        assert_eq!(text.len(), 1, "{text:?}");
        assert!(text[0].contains("the current network is kept"), "{text:?}");
        assert_eq!(bench_line(&mut gui), embedded);
    }
}

#[test]
fn a_loaded_network_survives_other_files_and_the_classical_evaluation() {
    let mut gui = Gui::new();
    let path = temporary_file("survives", "net.nnue");
    let network = Network::random(6, Shape::new(64, 1).unwrap());
    std::fs::write(&path, network.to_bytes()).unwrap();
    gui.replies_to(&format!("setoption name EvalFile value {}", path.display()));
    let loaded = bench_line(&mut gui);
    gui.send("setoption name Use NNUE value false");
    assert_ne!(bench_line(&mut gui), loaded);
    let absent = path.with_file_name("absent.nnue");
    let text = gui.replies_to(&format!("setoption name EvalFile value {}", absent.display()));
    assert!(text[0].contains("the current network is kept"), "{text:?}");
    gui.send("setoption name Use NNUE value true");
    assert_eq!(bench_line(&mut gui), loaded);
}

#[test]
#[cfg(unix)]
fn network_is_read_from_a_file_only() {
    for path in ["/dev/stdin", "/dev/zero", "/tmp"] {
        let text = Gui::new().replies_to(&format!("setoption name EvalFile value {path}"));
        assert!(text[0].contains(path) && text[0].contains("is kept"), "{text:?}");
    }
}
