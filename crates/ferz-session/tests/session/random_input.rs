//! Random input.

use super::gui::Gui;

/// Sends thousands of random lines of protocol words and other text.
#[test]
fn session_survives_random_input() {
    const WORDS: &[&str] = &[
        "go",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "depth",
        "nodes",
        "movetime",
        "mate",
        "infinite",
        "ponder",
        "ponderhit",
        "stop",
        "isready",
        "ucinewgame",
        "uci",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "Threads",
        "Clear",
        "UCI_Chess960",
        "setoption name Threads value",
        "setoption name MultiPV value",
        "setoption name Skill Level value",
        "setoption name UCI_LimitStrength value",
        "setoption name UCI_Elo value 1500",
        "setoption name UCI_ShowWDL value",
        "setoption name nodestime value",
        "setoption name Move Overhead value",
        "setoption name Use NNUE value",
        "setoption name EvalFile value",
        "setoption name SyzygyPath value",
        "setoption name SyzygyProbeLimit value",
        "setoption name Syzygy50MoveRule value",
        "true",
        "false",
        "1",
        "2",
        "3",
        "-1",
        "99999999999999999999",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "searchmoves",
        "perft",
        "d",
        "eval",
        "flip",
        "debug",
        "on",
        "off",
        "register",
        "later",
        "help",
        "bench",
        "x",
        "é",
        "\u{0}",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K2R",
        "w",
        "b",
        "K",
        "-",
        "0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ];
    let mut gui = Gui::new();
    let mut rng = fastrand::Rng::with_seed(0x1234_5678);
    for i in 0..3000 {
        let line: Vec<_> = (0..=rng.usize(..8)).map(|_| WORDS[rng.usize(..WORDS.len())]).collect();
        // `bench 0` is refused at once; a bench takes too long.
        let line = line.join(" ").replace("bench", "bench 0");
        let heavy = line.contains("mate") || line.contains("depth 99") || line.contains("perft");
        gui.send(&line);
        if line.starts_with("go") && (heavy || i % 3 == 0) {
            gui.send("stop");
        }
        if i % 50 == 0 {
            // Stop a search with a distant or no limit.
            gui.send("stop");
            gui.send("isready");
            gui.wait_for("readyok");
        }
    }
    for _ in 0..100 {
        gui.send("stop");
    }
    gui.send("position startpos moves e2e4");
    gui.send("setoption name MultiPV value 1");
    gui.send("go depth 2");
    let lines = gui.finish();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")), "{:?}", lines.last());
}
