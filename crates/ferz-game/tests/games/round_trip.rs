//! Games that are written and read back are equal to the original.

use fastrand::Rng;
use ferz::{Position, Setup};
use ferz_game::GameResult;
use ferz_game::pgn::{CommentPlace, Games, Nag, NodeId, PgnGame, TagOrder, Tree, WriteOptions};

/// Pieces of comments and tags, with every character that has a meaning in PGN.
const WORDS: [&str; 22] = [
    "a",
    "move",
    "}",
    "{",
    ";",
    "%",
    "%x",
    "(",
    ")",
    "[%clk 0:01:00]",
    "[Event \"x\"]",
    "1-0",
    "*",
    "é",
    "♞",
    "\"",
    "\\",
    "$1",
    "\n",
    "\r\n\r\n",
    "a-word-that-is-much-longer-than-the-others",
    "1.",
];

fn random_text(random: &mut Rng) -> String {
    let words: Vec<_> =
        (0..random.usize(..24)).map(|_| WORDS[random.usize(..WORDS.len())]).collect();
    words.join(if random.bool() { " " } else { "" })
}

fn random_start(random: &mut Rng) -> Position {
    let fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40",
        "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "8/8/8/8/R3p2k/8/3P4/4K3 w - - 0 65000",
    ];
    match random.u8(..4) {
        0 => Position::from_fen(fens[random.usize(..fens.len())]).unwrap(),
        1 => {
            let setup = Setup::double_chess960(random.u16(..960), random.u16(..960)).unwrap();
            Position::from_setup(&setup).unwrap()
        }
        _ => Position::startpos(),
    }
}

/// Returns a tree grown at random nodes, then changed by promotions, demotions and deletions.
fn random_tree(random: &mut Rng) -> Tree {
    let mut tree = Tree::from_position(&random_start(random));
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.usize(..120) {
        let from = if random.u8(..3) > 0 { nodes.len() - 1 } else { random.usize(..nodes.len()) };
        let parent = nodes[from];
        let moves = tree.position(parent).legal_moves();
        let moves: Vec<_> = moves.iter().copied().collect();
        let added = if random.u8(..30) == 0 {
            tree.add_null_move(parent)
        } else if let Some(mv) = random.choice(moves) {
            tree.add(parent, mv)
        } else {
            continue;
        };
        let Ok(node) = added else { continue };
        nodes.push(node);
        if random.u8(..4) == 0 {
            let place = CommentPlace::ALL[random.usize(..CommentPlace::ALL.len())];
            tree.add_comment(node, place, &random_text(random));
        }
        (0..random.usize(..6) / 3).for_each(|_| tree.add_nag(node, Nag(random.u8(..))));
    }
    tree.add_comment(NodeId::ROOT, CommentPlace::After, &random_text(random));
    for _ in 0..random.usize(..6) {
        let node = nodes[random.usize(..nodes.len())];
        match random.u8(..5) {
            _ if !tree.contains(node) => {}
            0 if node != NodeId::ROOT => tree.delete(node).unwrap(),
            1 => drop(tree.demote(node)),
            2 => drop(tree.promote(node)),
            3 => tree.promote_to_main_line(node),
            _ => tree.compact(),
        }
        nodes.retain(|&node| tree.contains(node));
    }
    tree
}

fn random_game(random: &mut Rng) -> PgnGame {
    let mut game = PgnGame::new();
    game.tree = random_tree(random);
    game.result = GameResult::ALL[random.usize(..4)];
    for name in ["White", "Annotator", "Date", "WhiteElo", "Opening"] {
        if random.bool() {
            game.tags.set(name, &random_text(random)).unwrap();
        }
    }
    game
}

fn read(text: &str) -> PgnGame {
    let mut games = Games::new(text.as_bytes());
    let (game, error) = games.next().unwrap().unwrap();
    assert_eq!(error, None, "{text}");
    assert!(games.next().is_none(), "{text}");
    game
}

#[test]
fn random_games_read_back_equal() {
    let mut random = Rng::with_seed(2026);
    for number in 0..2_000 {
        let game = random_game(&mut random);
        let text = game.to_string();
        let again = read(&text);
        assert_eq!((&again.tags, again.result), (&game.tags, game.result), "game {number}");
        assert_eq!(again.tree, game.tree, "game {number}:\n{text}");
        assert_eq!(again.to_string(), read(&again.to_string()).to_string());
        let other = WriteOptions {
            line_width: random.usize(..100),
            tag_order: TagOrder::Alphabetical,
            ..WriteOptions::default()
        };
        assert_eq!(read(&other.to_string(&game)), game, "game {number}");
    }
}

#[test]
fn lines_have_at_most_79_characters() {
    let mut random = Rng::with_seed(3);
    let mut wrapped = 0;
    for _ in 0..300 {
        let mut game = random_game(&mut random);
        game.tree = random_tree(&mut random);
        let text = game.to_string();
        let moves = text.split_once("\n\n").unwrap().1;
        for line in moves.lines() {
            // Comments to the end of the line and words without spaces are not wrapped.
            let annotated = line.replace("[%clk ", "[%clk_");
            let longest = annotated.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
            let is_unwrapped = line.contains("; ") || line.contains(" %") || longest > 79;
            assert!(is_unwrapped || line.chars().count() <= 79, "{line}");
            wrapped += usize::from(line.chars().count() > 70);
        }
    }
    assert!(wrapped > 300, "{wrapped}");
}

#[test]
fn export_format_has_the_roster_in_order() {
    let mut game = PgnGame::new();
    game.tags.set("Zone", "z \"quoted\" \\").unwrap();
    game.tags.set("Annotator", "x").unwrap();
    game.tags.set("Black", "Black player").unwrap();
    game.tree = Tree::from_position(&Position::from_setup(&Setup::chess960(0).unwrap()).unwrap());
    game.tree.add_san(NodeId::ROOT, "e4").unwrap();
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let expected = format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"Black player\"]\n[Result \"*\"]\n[Annotator \"x\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\
         [Variant \"Chess960\"]\n[Zone \"z \\\"quoted\\\" \\\\\"]\n\n1. e4 *\n"
    );
    let options = WriteOptions { tag_order: TagOrder::Alphabetical, ..WriteOptions::default() };
    assert_eq!(options.to_string(&game), expected);
    assert_eq!(read(&expected), game);
}

#[test]
fn foreign_spellings_become_the_export_format() {
    let text = "[White \"A\"]\n[Result \"1/2-1/2\"]\n\n1.e4! e5?!({first} 1...c5 ; rest of line\n2.Nf3) 2 Ng1f3 $14 Nc6\n(2...Nf6)(2...d6 3.d4) {end}";
    let game = read(text);
    let expected = "1. e4 $1 e5 $6 ({first} 1... c5 {rest of line} 2. Nf3) 2. Nf3 $14 Nc6 (2...\n\
                    Nf6) (2... d6 3. d4) {end} 1/2-1/2\n";
    assert!(game.to_string().ends_with(&format!("\n\n{expected}")), "{game}");
}
