use crate::process::{ferz, file};

#[test]
fn a_board_is_drawn_from_both_sides() {
    let white = ferz(&["board"]).out;
    assert!(white.starts_with("  8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"), "{white}");
    assert!(white.ends_with("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    let black = ferz(&["board", "--moves", "e4 c7c5 Nf3", "--view", "black", "--ascii"]).out;
    assert!(black.starts_with("  1 R . B K Q B N R"), "{black}");
    assert!(black.contains("\n  B27 Sicilian Defense\n  rnbq"), "{black}");
    assert!(black.contains("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
}

#[test]
fn an_image_has_the_last_move_arrows_and_marks() {
    let count = |svg: &str, text: &str| svg.matches(text).count();
    let plain = ferz(&["board", "--svg", "--moves", "e4"]).out;
    assert!(plain.starts_with("<svg ") && plain.ends_with("</svg>\n"), "{plain}");
    assert_eq!((count(&plain, "#cdd26a"), count(&plain, "<text")), (2, 32));
    let arguments = ["board", "--svg", "4k3/8/8/8/8/8/4q3/4K3", "w", "--lenient", "--arrow"];
    let options = ["Re1e2", "--mark", "e8", "--last-move", "e8e2", "--no-coordinates", "--size"];
    let marked =
        ferz(&[&arguments[..], &options, &["320", "--colors", "ffffff,0000ff"]].concat()).out;
    assert!(marked.contains("width=\"320\"") && marked.contains("#0000ff"), "{marked}");
    assert_eq!((count(&marked, "#cdd26a"), count(&marked, "<text")), (2, 0));
    assert_eq!((count(&marked, "#a02020"), count(&marked, "#15781b")), (1, 1), "{marked}");
    assert_eq!(count(&marked, "#e01010"), 4, "the king in check");

    let path = file("board.svg", "");
    assert_eq!(ferz(&["board", "--svg", "--moves", "e4", "-o", &path]).out, "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), plain);
}

/// The command in the README draws the picture there.
#[test]
fn the_picture_of_the_readme_is_drawn_by_its_command() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).unwrap();
    let readme = read("README.md");
    let command = readme.lines().find_map(|line| line.strip_prefix("ferz board ")).unwrap();
    let (fen, options) = command.trim_start_matches('"').split_once('"').unwrap();
    let arguments: Vec<_> = ["board", fen].into_iter().chain(options.split_whitespace()).collect();
    assert_eq!(ferz(&arguments).out, read("docs/board.svg"));
}

const GAMES: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n\
    [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 (8. e3) Kd6 9. Kd2 *\n\n1. e4 Ke6 *\n";

#[test]
fn positions_of_games_are_drawn() {
    let path = file("board-games.pgn", GAMES);
    let fen = |options: &[&str]| {
        let ran = ferz(&[&["board", "--pgn", &path][..], options].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        ran.out.lines().last().unwrap().trim().to_owned()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let last = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for (options, expected) in [
        (&[][..], last),
        (&["--ply", "4"], last),
        (&["--after", "2b"], last),
        (&["--after", "1w"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        (&["--ply", "0"], start),
        (&["--game", "2", "--after", "7b"], "8/3k4/8/8/8/8/4P3/4K3 w - - 1 8"),
        (&["--game", "2", "--after", "8w"], "8/3k4/8/8/4P3/8/8/4K3 b - - 0 8"),
        (
            &["--game", "3", "--ply", "1"],
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
    ] {
        assert_eq!(fen(options), expected, "{options:?}");
    }
    assert!(
        ferz(&["board", "--pgn", &path, "--after", "1b"])
            .out
            .contains("\n  1... e5\n  C20 King's Pawn Game\n  rnb")
    );
    let ran = ferz(&["board", "--pgn", &path, "--game", "last", "--ply", "1"]);
    assert!(ran.out.contains("\n  1. e4\n  B00 King's Pawn Game\n  rnb"), "{ran:?}");
    let german = file("board-german.pgn", "1. e4 e5 2. Sf3 *\n");
    let error = ferz(&["board", "--pgn", &german]);
    assert!(error.error_line().ends_with("`ferz pgn clean --pieces de` writes it in English"));
    // The last move is marked.
    let svg = ferz(&["board", "--pgn", &path, "--after", "1w", "--svg"]).out;
    assert_eq!(svg, ferz(&["board", "--moves", "e4", "--svg"]).out);
    for (options, reason) in [
        (&["--after", "3w"][..], "game 1 ends after ply 4, its last move is 2b"),
        (&["--game", "2", "--after", "6b"], "its last move is 9w"),
        (&["--ply", "5"], "game 1 ends after ply 4"),
        (&["--game", "4"], "found 3 games, no game 4"),
        (&["--game", "0"], "expected the number of a game, from 1, or `last`"),
        (&["--game", "-1"], "expected the number of a game, from 1, or `last`"),
        (&["--game", "3"], "Ke6"),
        (&["--after", "23"], "like 23w"),
        (&["--after", "0w"], "like 23w"),
        (&["--moves", "e4"], "cannot be used with"),
    ] {
        let ran = ferz(&[&["board", "--pgn", &path][..], options].concat());
        assert!(ran.error_line().contains(reason), "{options:?}: {ran:?}");
    }
    assert!(ferz(&["board", "--ply", "5"]).error_line().contains("--pgn"));
}

#[test]
fn the_name_of_the_output_is_that_of_its_format() {
    let path = file("board-implied.svg", "");
    assert_eq!(ferz(&["board", "--moves", "e4", "--arrow", "e2e4", "-o", &path]).status, Some(0));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg "));
    for name in ["diagram.png", "diagram.JPG", "diagram.pdf"] {
        for options in [&["--svg"][..], &[]] {
            let ran = ferz(&[&["board", "-o", name][..], options].concat());
            let reason = "images are written as SVG only: -o diagram.svg";
            assert!(ran.error_line().contains(reason), "{ran:?}");
        }
    }
    assert!(ferz(&["board", "--ascii", "-o", &path]).error_line().contains("--ascii"));
}

#[test]
fn invalid_arguments_are_refused() {
    let refused = |arguments: &[&str]| ferz(arguments).error_line().to_owned();
    assert!(refused(&["board", "--moves", "e4 e4"]).contains("--moves: "));
    assert!(refused(&["board", "--arrow", "e2e4"]).contains("--svg"));
    assert!(refused(&["board", "--svg", "--arrow", "e2e9"]).contains("Re2e4"));
    assert!(refused(&["board", "--svg", "--mark", "Xe4"]).contains("like Re4"));
    assert!(refused(&["board", "--svg", "--colors", "red,blue"]).contains("hexadecimal"));
    assert!(refused(&["board", "--svg", "--size", "0"]).contains("16"));
    assert!(refused(&["board", "9/8/8/8/8/8/8/8 w - - 0 1"]).contains("column 1"));
    assert!(refused(&["board", "-o", "/absent/board.txt"]).contains("/absent/board.txt"));
}

#[test]
fn an_image_has_sets_labels_and_numbers() {
    let count = |svg: &str, text: &str| svg.matches(text).count();
    let options = ["--set", "0xff00", "--set", "R0x8000_0000_0000_0001", "--label", "e4=x"];
    let svg = ferz(&[&["board", "--svg", "--pieces", "8/8/8/8/4N3/8/8/8"][..], &options].concat());
    assert_eq!((count(&svg.out, "#15781b"), count(&svg.out, "#a02020")), (8, 2), "{}", svg.err);
    // The label is in the corner of the square of the knight.
    assert!(svg.out.contains("<text x=\"455\" y=\"474\"") && svg.out.contains(">x</text>"));
    for (array, e4) in [("8x8", ">28<"), ("10x12", ">55<"), ("0x88", ">34<")] {
        let svg = ferz(&["board", "--svg", "--numbers", array, "--pieces", "8/8/8/8/8/8/8/8"]).out;
        assert_eq!(count(&svg, "<text"), 96);
        assert!(svg.contains(&format!("x=\"500\" y=\"512\" font-size=\"34\" text-anchor=\"middle\" font-family=\"sans-serif\" fill=\"#1c1815\"{e4}")), "{svg}");
    }
    for wrong in [["--set", "12"], ["--set", "Z0x1"], ["--label", "e4"], ["--pieces", "9"]] {
        assert_eq!(ferz(&[&["board", "--svg"][..], &wrong].concat()).status, Some(2), "{wrong:?}");
    }
    assert_eq!(ferz(&["board", "--numbers", "8x8"]).status, Some(2));
}
