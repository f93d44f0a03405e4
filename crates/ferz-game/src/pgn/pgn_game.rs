//! A game of a PGN file: tags, moves and result.

use super::{Tags, Tree, WriteOptions};
use crate::GameResult;
use std::fmt;

/// A game of a PGN file: tags, moves with variations, and the result.
///
/// `Display` writes the game in export format with [`WriteOptions::default`].
///
/// ```
/// use ferz_game::GameResult;
/// use ferz_game::pgn::{NodeId, PgnGame};
/// let mut game = PgnGame::new();
/// game.tags.set("White", "Gibaud")?;
/// let mut node = NodeId::ROOT;
/// for san in ["d4", "Nf6", "Nd2", "e5", "dxe5", "Ng4", "h3", "Ne3"] {
///     node = game.tree.add_san(node, san)?;
/// }
/// game.tree.add_nag(node, 3);
/// game.result = GameResult::BlackWins;
/// let text = game.to_string();
/// assert!(text.contains("[White \"Gibaud\"]\n"));
/// assert!(text.ends_with("\n1. d4 Nf6 2. Nd2 e5 3. dxe5 Ng4 4. h3 Ne3 $3 0-1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The tag pairs, without result and start position.
    pub tags: Tags,
    /// The moves.
    pub tree: Tree,
    /// The result.
    pub result: GameResult,
}

impl PgnGame {
    /// Creates a game without tags and moves from the initial position.
    pub fn new() -> Self {
        Self::default()
    }
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WriteOptions::default().write(self, f)
    }
}
