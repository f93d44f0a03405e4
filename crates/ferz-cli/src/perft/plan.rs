//! Cutting the tree into subtrees that threads can share.

use ferz::{Move, Position};

/// Subtrees are at least so deep, where the whole tree is: less would be all overhead.
const LEAST_DEPTH: u32 = 4;
/// The most plies that are cut off at the top.
const MOST_PLIES: u32 = 3;

/// A part of the tree: what lies below a line of moves.
#[derive(Clone, Debug)]
pub(super) struct Subtree {
    /// The moves that lead there, none if the tree is a leaf.
    pub(super) line: Vec<Move>,
}

impl Subtree {
    /// The moves as UCI writes them, separated by spaces.
    pub(super) fn name(&self, root: &Position) -> String {
        let mut position = root.clone();
        let mut words = Vec::with_capacity(self.line.len());
        for &mv in &self.line {
            words.push(position.uci(mv).to_string());
            position.do_move(mv);
        }
        words.join(" ")
    }
}

/// How a tree is cut.
pub(super) struct Plan {
    /// Together they hold every leaf once.
    pub(super) subtrees: Vec<Subtree>,
    /// How deep each of them is.
    pub(super) depth: u32,
}

impl Plan {
    /// Cuts the tree that is `depth` plies deep.
    pub(super) fn new(root: &Position, depth: u32) -> Self {
        let plies = depth.saturating_sub(LEAST_DEPTH).clamp(1, MOST_PLIES).min(depth);
        let mut subtrees = Vec::new();
        let mut line = Vec::new();
        cut(&mut root.clone(), plies, &mut line, &mut subtrees);
        Self { subtrees, depth: depth - plies }
    }
}

fn cut(position: &mut Position, plies: u32, line: &mut Vec<Move>, subtrees: &mut Vec<Subtree>) {
    if plies == 0 {
        subtrees.push(Subtree { line: line.clone() });
        return;
    }
    for &mv in &position.legal_moves() {
        line.push(mv);
        position.do_move(mv);
        cut(position, plies - 1, line, subtrees);
        position.undo_move();
        line.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::perft;

    #[test]
    fn the_subtrees_hold_every_leaf() {
        let root: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().unwrap();
        for depth in 0..=6 {
            let plan = Plan::new(&root, depth);
            let mut sum = 0;
            for subtree in &plan.subtrees {
                let mut position = root.clone();
                subtree.line.iter().for_each(|&mv| position.do_move(mv));
                sum += perft::count(&position, plan.depth);
            }
            assert_eq!(sum, perft::count(&root, depth), "depth {depth}");
        }
    }

    #[test]
    fn deep_trees_are_cut_finer() {
        let root = Position::startpos();
        for (depth, subtrees, left) in
            [(0, 1, 0), (1, 20, 0), (5, 20, 4), (6, 400, 4), (9, 8902, 6)]
        {
            let plan = Plan::new(&root, depth);
            assert_eq!((plan.subtrees.len(), plan.depth), (subtrees, left));
        }
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        assert!(Plan::new(&mated, 3).subtrees.is_empty());
    }

    #[test]
    fn subtrees_are_named_by_their_moves() {
        let root = Position::startpos();
        let plan = Plan::new(&root, 6);
        assert!(plan.subtrees.iter().any(|subtree| subtree.name(&root) == "e2e4 e7e5"));
    }
}
