//! Games merged into one tree.

use ferz::{Move, Position};
use ferz_game::pgn::{CommentPlace, NodeId, PgnGame, Tree, TreeEvent};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Games merged into one tree of moves for each start position, in which each move has the number of the
/// games that played it. A move of variations only has 0.
///
/// The trees depend on the games only, not on their order: the moves of a position are sorted by their
/// numbers of games, equal ones by their squares. A comment, `[%games 12]`, has the number of a move, or of a
/// start position. Without one a start position has 1, the first move of a variation 0, and any other move the
/// number of the position before it. The comments are read again, so that trees can be merged further, and a
/// tree alone is merged to itself. Other comments, NAGs, tags and results are left out.
///
/// ```
/// use ferz_database::MergedGames;
/// use ferz_game::pgn::Games;
///
/// let mut merged = MergedGames::new();
/// for game in Games::new(&b"1. e4 c5 *\n\n1. e4 e5 *\n\n1. e4 e5 2. Nf3 *"[..]) {
///     merged.add(&game?.0.tree);
/// }
/// let [game] = &merged.games(0)[..] else { unreachable!() };
/// let moves = "{[%games 3]} 1. e4 e5 {[%games 2]} (1... c5 {[%games 1]}) 2. Nf3 {[%games 1]} *";
/// assert!(game.to_string().replace('\n', " ").contains(moves), "{game}");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MergedGames {
    /// By the FENs of the start positions.
    starts: BTreeMap<String, MergedTree>,
}

/// The moves of the games with one start position.
#[derive(Clone, Debug)]
struct MergedTree {
    start: Position,
    /// The root is the first.
    nodes: Vec<MergedNode>,
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
struct MergedNode {
    /// `None` for a null move and for the root.
    mv: Option<Move>,
    games: u64,
    /// The numbers of nodes; 0 if there is none.
    first_child: u32,
    next_sibling: u32,
}

impl MergedNode {
    fn new(mv: Option<Move>) -> Self {
        Self { mv, games: 0, first_child: 0, next_sibling: 0 }
    }

    /// Returns the key by which the moves of a position are sorted.
    fn order(self) -> (Reverse<u64>, Option<u16>) {
        (Reverse(self.games), self.mv.map(Move::bits))
    }
}

impl MergedGames {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game with its variations. Takes 24 bytes for each move that is new.
    ///
    /// # Panics
    /// If a tree has 2^32 moves.
    pub fn add(&mut self, tree: &Tree) {
        let start = tree.start();
        let merged = self
            .starts
            .entry(start.fen())
            .or_insert_with(|| MergedTree { start, nodes: vec![MergedNode::new(None)] });
        merged.add(tree);
    }

    /// Returns the number of different moves of all trees.
    pub fn moves(&self) -> usize {
        self.starts.values().map(|tree| tree.nodes.len() - 1).sum()
    }

    /// Returns a game for each start position, that of most games first, with the moves of at least
    /// `min_games` games; 0 includes those of variations.
    pub fn games(&self, min_games: u64) -> Vec<PgnGame> {
        let is_written = |tree: &MergedTree| tree.nodes[0].games >= min_games;
        let mut trees: Vec<_> = self.starts.iter().filter(|(_, tree)| is_written(tree)).collect();
        trees.sort_by_key(|&(fen, tree)| (Reverse(tree.nodes[0].games), fen));
        trees.into_iter().map(|(_, tree)| tree.game(min_games)).collect()
    }
}

impl MergedTree {
    fn add(&mut self, tree: &Tree) {
        let mut count = games(tree, NodeId::ROOT).unwrap_or(1);
        self.count(0, count);
        // The last node, the one before it, and the state of the lines around the current variation.
        let (mut before, mut last, mut outer) = (0, 0, Vec::new());
        for event in tree.walk() {
            match event {
                TreeEvent::Move(node) => {
                    let own = self.find_or_add(last, tree.mv(node));
                    count = games(tree, node).unwrap_or(count);
                    self.count(own, count);
                    (before, last) = (last, own);
                }
                TreeEvent::BeginVariation => {
                    outer.push((before, last, count));
                    (last, count) = (before, 0);
                }
                TreeEvent::EndVariation(_) => {
                    (before, last, count) = outer.pop().unwrap_or_default();
                }
            }
        }
    }

    /// Adds games to a node.
    fn count(&mut self, node: u32, games: u64) {
        let known = &mut self.nodes[node as usize].games;
        *known = known.saturating_add(games);
    }

    /// Returns the number of the child with a move, which is added if there is none.
    fn find_or_add(&mut self, parent: u32, mv: Option<Move>) -> u32 {
        let mut last = None;
        let mut child = self.nodes[parent as usize].first_child;
        while child != 0 {
            let node = self.nodes[child as usize];
            if node.mv == mv {
                return child;
            }
            last = Some(child);
            child = node.next_sibling;
        }
        let new = u32::try_from(self.nodes.len()).expect("a tree has fewer than 2^32 moves");
        self.nodes.push(MergedNode::new(mv));
        match last {
            Some(last) => self.nodes[last as usize].next_sibling = new,
            None => self.nodes[parent as usize].first_child = new,
        }
        new
    }

    /// Returns the children with at least `min_games` games, in their order.
    fn children(&self, parent: u32, min_games: u64) -> Vec<u32> {
        let mut children = Vec::new();
        let mut child = self.nodes[parent as usize].first_child;
        while child != 0 {
            let node = self.nodes[child as usize];
            if node.games >= min_games {
                children.push(child);
            }
            child = node.next_sibling;
        }
        children.sort_unstable_by_key(|&child| self.nodes[child as usize].order());
        children
    }

    fn game(&self, min_games: u64) -> PgnGame {
        let mut game = PgnGame { tree: Tree::from_position(&self.start), ..PgnGame::new() };
        let count = self.nodes[0].games;
        // The name and the value of the tag are well-formed.
        let _ = game.tags.set("Event", &format!("{count} merged games"));
        let tree = &mut game.tree;
        add_count(tree, NodeId::ROOT, count, 1);
        let mut pending = vec![(0, NodeId::ROOT)];
        while let Some((parent, copy)) = pending.pop() {
            // The first move goes on with the line, others begin a variation.
            let mut expected = self.nodes[parent as usize].games;
            for child in self.children(parent, min_games) {
                let node = self.nodes[child as usize];
                let id = tree.add_unchecked(copy, node.mv);
                add_count(tree, id, node.games, expected);
                expected = 0;
                pending.push((child, id));
            }
        }
        game
    }
}

/// The start of the command with a number of games.
const COMMAND: &str = "[%games ";

/// Adds the number of games of a move as a comment if it is not the one expected.
fn add_count(tree: &mut Tree, id: NodeId, games: u64, expected: u64) {
    if games != expected {
        tree.add_comment(id, CommentPlace::After, &format!("{COMMAND}{games}]"));
    }
}

/// Returns the number of games in the comments of a move.
fn games(tree: &Tree, id: NodeId) -> Option<u64> {
    tree.comments(id, CommentPlace::After).find_map(|comment| {
        let (_, rest) = comment.split_once(COMMAND)?;
        rest.split_once(']')?.0.trim().parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_game::pgn::Games;

    const GAMES: [&str; 6] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
        "1. e4 c5 2. Nf3 d6 3. d4 *",
        "1. e4 c5 2. Nf3 (2. Nc3 Nc6 (2... e6)) 2... d6 *",
        "1. d4 d5 {a comment} 2. c4 $1 *",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 (1. e3 -- 2. e4) *",
        "*",
    ];

    fn merged(texts: &[&str]) -> MergedGames {
        let mut merged = MergedGames::new();
        for game in Games::new(texts.join("\n\n").as_bytes()) {
            let (game, error) = game.unwrap();
            assert_eq!(error, None);
            merged.add(&game.tree);
        }
        merged
    }

    fn text(merged: &MergedGames, min_games: u64) -> String {
        let games: Vec<_> = merged.games(min_games).iter().map(PgnGame::to_string).collect();
        games.join("\n")
    }

    #[test]
    fn moves_are_sorted_by_their_numbers_of_games() {
        let text = text(&merged(&GAMES), 0);
        let joined = text.replace('\n', " ");
        let moves = "{[%games 5]} 1. e4 {[%games 3]} (1. d4 {[%games 1]} 1... d5 2. c4) \
                     1... c5 {[%games 2]} (1... e5 {[%games 1]} 2. Nf3 Nc6 3. Bb5 a6) \
                     2. Nf3 (2. Nc3 Nc6 (2... e6)) 2... d6 3. d4 {[%games 1]} *";
        assert!(joined.contains(moves), "{text}");
        assert!(text.starts_with("[Event \"5 merged games\"]\n"), "{text}");
        assert!(
            joined.contains("[Event \"1 merged games\"]")
                && joined.contains("1. e4 (1. e3 -- 2. e4) *")
        );
    }

    #[test]
    fn the_order_of_the_games_does_not_count() {
        let expected = text(&merged(&GAMES), 0);
        let mut games = GAMES;
        for rotation in 0..GAMES.len() {
            games.rotate_left(1);
            games.swap(0, rotation);
            assert_eq!(text(&merged(&games), 0), expected);
        }
    }

    #[test]
    fn merged_games_are_merged_to_themselves_and_further() {
        for min_games in [0, 1, 2] {
            let once = text(&merged(&GAMES), min_games);
            assert_eq!(text(&merged(&[&once]), min_games), once);
        }
        let whole = text(&merged(&GAMES), 0);
        let parts = [&GAMES[..2], &GAMES[2..]].map(|part| text(&merged(part), 0));
        assert_eq!(text(&merged(&[&parts[1], &parts[0]]), 0), whole);
    }

    #[test]
    fn rare_moves_are_left_out() {
        let text = text(&merged(&GAMES), 2).replace('\n', " ");
        let moves = "{[%games 5]} 1. e4 {[%games 3]} 1... c5 {[%games 2]} 2. Nf3 d6 *";
        assert!(text.trim_end().ends_with(moves) && !text.contains("[FEN "), "{text}");
    }

    #[test]
    fn damaged_numbers_are_no_numbers() {
        let large = format!("{{[%games {}]}} 1. e4 {{[%games x]}} *", u64::MAX);
        let games = merged(&[&large, "1. e4 {[%games 2} *"]);
        assert_eq!(games.starts.values().next().unwrap().nodes[0].games, u64::MAX);
        assert_eq!(games.moves(), 1);
    }
}
