//! Options of the opening book.

use crate::gui::Gui;
use ferz::{Color, Position};
use ferz_game::GameResult;
use ferz_game::book::{BookBuilder, BuildOptions, write_book};
use std::fs::File;
use std::path::PathBuf;

/// Writes a book of lines that White won and returns its path.
fn book(test: &str, lines: &[(&str, usize)]) -> PathBuf {
    let options = BuildOptions { min_games: 1, ..BuildOptions::default() };
    let mut builder = BookBuilder::new(options);
    for &(line, games) in lines {
        for _ in 0..games {
            let mut position = Position::startpos();
            for san in line.split(' ') {
                let mv = position.parse_san(san).unwrap();
                let winner = GameResult::win(position.side_to_move());
                builder.add_move(&position, mv, winner);
                position.do_move(mv);
            }
        }
    }
    let path = std::env::temp_dir().join(format!("ferz-{test}-{}.bin", std::process::id()));
    write_book(&builder.finish(), &mut File::create(&path).unwrap()).unwrap();
    path
}

/// Returns a session with the book, and its reply to the option.
fn session(path: &std::path::Path) -> (Gui, Vec<String>) {
    let mut gui = Gui::new();
    let replies = gui.replies_to(&format!("setoption name BookFile value {}", path.display()));
    gui.send("setoption name OwnBook value true");
    (gui, replies)
}

#[test]
fn book_moves_are_played_without_a_search() {
    let path = book("own-book", &[("a4 a5 b4", 9), ("h4 h5", 1)]);
    let (mut gui, replies) = session(&path);
    assert!(replies[0].ends_with(": 5 entries"), "{replies:?}");
    gui.send("setoption name Best Book Move value true");
    gui.send("go wtime 1000 btime 1000");
    assert_eq!(gui.wait_for("bestmove"), ["bestmove a2a4 ponder a7a5"]);
    gui.send("position startpos moves a2a4 a7a5");
    gui.send("go movetime 1000");
    assert_eq!(gui.wait_for("bestmove"), ["bestmove b2b4"]);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn random_book_moves_have_the_weights() {
    let path = book("weights", &[("a4 a5", 9), ("h4 h5", 3)]);
    let (mut gui, _) = session(&path);
    let mut h4 = 0;
    for _ in 0..400 {
        gui.send("go depth 1");
        match &gui.wait_for("bestmove")[..] {
            [line] if line == "bestmove h2h4 ponder h7h5" => h4 += 1,
            lines => assert_eq!(lines, ["bestmove a2a4 ponder a7a5"]),
        }
    }
    // A quarter of the games, within seven standard deviations.
    assert!((40..160).contains(&h4), "{h4}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn analysis_other_positions_and_depth_are_searched() {
    let path = book("limits", &[("a4 a5 b4", 9)]);
    let (mut gui, _) = session(&path);
    let searches = |gui: &mut Gui, go: &str| {
        gui.send(go);
        gui.send("stop");
        gui.wait_for("bestmove").len() > 1
    };
    assert!(!searches(&mut gui, "go depth 1"));
    assert!(searches(&mut gui, "go infinite"));
    assert!(searches(&mut gui, "go depth 1 searchmoves e2e4"));
    assert!(searches(&mut gui, "go mate 1"));
    assert!(searches(&mut gui, "go ponder depth 1"));
    gui.send("position startpos moves e2e4");
    assert!(searches(&mut gui, "go depth 1"));
    gui.send("position startpos moves a2a4 a7a5");
    assert!(!searches(&mut gui, "go depth 1"));
    gui.send("setoption name BookDepth value 1");
    assert!(searches(&mut gui, "go depth 1"));
    gui.send("position startpos");
    assert!(!searches(&mut gui, "go depth 1"));
    gui.send("setoption name OwnBook value false");
    assert!(searches(&mut gui, "go depth 1"));
    assert_eq!(gui.session.position().side_to_move(), Color::White);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn invalid_books_are_reported_and_not_used() {
    let path = std::env::temp_dir().join(format!("ferz-no-book-{}.bin", std::process::id()));
    std::fs::write(&path, [1; 30]).unwrap();
    let (mut gui, replies) = session(&path);
    assert!(replies[0].contains("30 bytes"), "{replies:?}");
    std::fs::remove_file(&path).unwrap();
    let replies = gui.replies_to(&format!("setoption name BookFile value {}", path.display()));
    assert!(replies[0].starts_with("info string BookFile"), "{replies:?}");
    gui.send("go depth 1");
    assert!(gui.wait_for("bestmove").len() > 1);
    assert_eq!(gui.replies_to("setoption name BookFile value "), [""; 0]);
}

#[test]
fn analysis_plays_no_book_moves() {
    let path = book("analysis", &[("a4 a5", 9)]);
    let (mut gui, _) = session(&path);
    gui.send("setoption name UCI_AnalyseMode value true");
    gui.send("go depth 1");
    assert!(gui.wait_for("bestmove").len() > 1);
    gui.send("setoption name UCI_AnalyseMode value false");
    gui.send("go depth 1");
    assert_eq!(gui.wait_for("bestmove").len(), 1);
    std::fs::remove_file(path).unwrap();
}
