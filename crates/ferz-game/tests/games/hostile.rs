//! Damaged texts of games, with every option of the reader: nothing panics, every move is legal, options
//! only add moves, and trees refuse nodes that they do not have.
//!
//! `FERZ_SEED` and `FERZ_COUNT` set the seed and the number of texts:
//! `FERZ_COUNT=5000000 cargo test --release -p ferz-game --test games hostile -- --nocapture`.

use fastrand::Rng;
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{
    GameVisitor, Games, Input, MoveToken, NodeId, PgnError, PgnErrorKind, PgnGame, Player, Reader,
    Tree, TreeError, Visit,
};
use std::io::Cursor;

/// Whole texts, which the generator damages.
const TEXTS: &[&str] = &[
    "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {c} Nc6 (2... d6 $1 3. d4) 3. Bb5 1-0\n",
    "1. g1f3 d7d5 2. g2g3 b8c6 3. f1g2 c8g4 4. e1g1 *\n\n1. e2e4 e7e5#\n",
    "1. e4 Z0 2. d4 -- 3. Nf3 (3. -- d5) e6+ *\n",
    "[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. a7a8q+ (1. e1c1) 1... Kd7 2. O-O 1/2-1/2\n",
    "[Event \"\\\"x\"]\n\n{[%clk 0:01]} 1. f3 e5 2. g4 Qh4# 0-1\n\n; rest\n% escaped\n",
];

/// Pieces of text that the generator inserts.
const FRAGMENTS: &[&str] = &[
    "",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "$",
    "$300",
    ";",
    "%",
    "--",
    "Z0",
    "0000",
    "<>",
    "@@@@",
    "e1g1",
    "e8c8",
    "a7a8q",
    "a7a8k",
    "g1f3",
    "g1f3+",
    "g1f3##",
    "i9i9",
    "e4",
    "Nf3",
    "O-O",
    "0-0-0",
    "e8=Q",
    "exd5",
    "+",
    "#",
    "!?",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "1.",
    "1...",
    "999999999999",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
    "[Variant \"Antichess\"]",
    "[Result \"1:0\"]",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\u{1F}\u{8B}",
    "BZh9",
    "(\u{B5}/\u{FD}",
    "00",
    "O\u{2013}O",
    "0\u{2013}0",
    "\u{41E}-\u{41E}",
    "a8=\u{2655}",
    "e1-g1",
    "g1-f3",
    "+\u{2212}",
    "\u{2026}",
];

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Returns a text with one to five damages.
fn damaged(random: &mut Rng) -> Vec<u8> {
    let mut text = TEXTS[random.usize(..TEXTS.len())].as_bytes().to_vec();
    for _ in 0..random.usize(1..=5) {
        let from = random.usize(..=text.len());
        let to = (from + random.usize(..12)).min(text.len());
        match random.u8(..6) {
            0 => drop(text.drain(from..to)),
            1 if from < text.len() => text[from] = random.u8(..),
            2 => text.truncate(from),
            3 => {
                let other = TEXTS[random.usize(..TEXTS.len())].as_bytes();
                let start = random.usize(..other.len());
                text.splice(from..from, other[start..].iter().copied());
            }
            _ => {
                let fragment = FRAGMENTS[random.usize(..FRAGMENTS.len())];
                text.splice(from..to, fragment.bytes());
            }
        }
    }
    text
}

/// Checks that moves are legal and counts what a text has.
#[derive(Default)]
struct Counts {
    games: u64,
    texts: u64,
    moves: u64,
    nulls: u64,
    errors: u64,
}

impl GameVisitor for Counts {
    type Game = ();
    fn begin_game(&mut self, _: u64) {}
    fn move_text(&mut self, (): &mut (), text: MoveToken<'_>) {
        assert!(!text.text().is_empty());
        self.texts += 1;
    }
    fn played(&mut self, (): &mut (), before: &Position, mv: Move) -> Visit {
        assert!(before.is_legal(mv));
        self.moves += 1;
        Visit::Continue
    }
    fn null_move(&mut self, (): &mut (), before: &Position) -> Visit {
        assert!(!before.in_check());
        self.nulls += 1;
        Visit::Continue
    }
    fn begin_variation(&mut self, (): &mut ()) -> Visit {
        Visit::Continue
    }
    fn end_game(&mut self, (): (), _last: &Position, _result: Option<GameResult>) {
        self.games += 1;
    }
    fn error(&mut self, (): &mut (), error: PgnError) {
        let text = error.to_string();
        assert!(text.len() < 2_000 && error.line > 0 && error.column > 0, "{text}");
        self.errors += 1;
    }
}

fn count(text: &[u8], is_strict: bool) -> Counts {
    let mut player = Player::new(Counts::default());
    let mut reader = Reader::new(text);
    reader.set_strict(is_strict);
    reader.read_all(&mut player).unwrap();
    player.into_visitor()
}

fn games(text: &[u8]) -> Vec<(PgnGame, Option<PgnError>)> {
    Games::new(text).map(Result::unwrap).collect()
}

/// Uses nodes of one tree in another one.
fn exchange_nodes(tree: &mut Tree, other: &Tree, random: &mut Rng) {
    for node in other.main_line().take(4).chain([NodeId::ROOT]).collect::<Vec<_>>() {
        let is_known = tree.contains(node);
        let refused = match random.u8(..3) {
            0 => tree.add_san(node, "e4") == Err(TreeError::NoSuchNode),
            1 => tree.add_null_move(node) == Err(TreeError::NoSuchNode),
            _ => tree.delete(node) == Err(TreeError::NoSuchNode),
        };
        assert_eq!(refused, !is_known);
    }
}

#[test]
fn damaged_games_are_read_or_refused() {
    let (seed, number) = (setting("FERZ_SEED", 1), setting("FERZ_COUNT", 20_000));
    let mut random = Rng::with_seed(seed);
    let (mut total, mut refused, mut last) = (Counts::default(), 0, Tree::new());
    for _ in 0..number {
        let text = damaged(&mut random);
        let shown = || String::from_utf8_lossy(&text).into_owned();
        let strict = count(&text, true);
        let all = count(&text, false);
        assert_eq!(strict.games, all.games, "{:?}", shown());
        assert!(all.moves >= strict.moves && all.errors <= strict.errors, "{:?}", shown());
        assert!(all.texts >= all.moves, "{:?}", shown());
        total.moves += all.moves;
        total.nulls += all.nulls;
        total.games += all.games;
        total.errors += all.errors;
        if let Ok(input) = Input::new(Cursor::new(text.clone())) {
            // Compressed text by its first bytes is damaged.
            let _ = Reader::new(input).read_all(&mut Player::new(Counts::default()));
        } else {
            refused += 1;
        }
        let read = games(&text);
        assert_eq!(read.len() as u64, all.games, "{:?}", shown());
        for (game, error) in read {
            let written = game.to_string();
            let again = games(written.as_bytes());
            // Its tag is kept.
            let is_other_variant =
                |error: &PgnError| matches!(error.kind, PgnErrorKind::Variant { .. });
            assert!(
                again.len() == 1
                    && again[0].1.as_ref().is_none_or(is_other_variant)
                    && again[0].0.tree == game.tree,
                "{:?}: {written}",
                shown()
            );
            assert!(error.is_none_or(|error| error.game > 0));
            let mut tree = game.tree;
            exchange_nodes(&mut tree, &last, &mut random);
            last = tree;
        }
    }
    let Counts { games, moves, nulls, errors, .. } = total;
    eprintln!(
        "{number} texts from seed {seed}: {games} games, {moves} moves, {nulls} null moves, {errors} errors, \
         {refused} refused"
    );
    assert!(games > number && moves > number && nulls > 0 && errors > number / 10 && refused > 0);
}
