// --8<-- [start:head]
//! A small search: iterative deepening, alpha-beta with a transposition table, quiescence.

use crate::bitboards::Bitboards;
use crate::bitboards::stages::Stage;
use crate::board::Board;
use crate::evaluate::evaluate;
use crate::packed::PackedMove;
use crate::types::*;
use std::time::{Duration, Instant};
// --8<-- [end:head]

// --8<-- [start:struct]
/// The value of mate on the board. Mate in n plies is n less.
pub const MATE: i32 = 30_000;
const INFINITY: i32 = MATE + 1;
const TABLE_SIZE: usize = 1 << 18;

/// What an earlier visit has found out about a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    best: PackedMove,
    depth: i32,
    value: i32,
    /// Tells if the value is exact, not only a bound.
    exact: bool,
}

/// The search, with what it remembers from move to move.
pub struct Search {
    table: Vec<Option<Entry>>,
    /// The keys of the game and of the line that is looked at.
    keys: Vec<u64>,
    nodes: u64,
    deadline: Option<Instant>,
}

/// The time is over.
struct Stopped;
// --8<-- [end:struct]

// --8<-- [start:think]
impl Search {
    /// Returns a search that remembers nothing.
    pub fn new() -> Search {
        Search { table: vec![None; TABLE_SIZE], keys: Vec::new(), nodes: 0, deadline: None }
    }

    /// Looks for the best move, ply by ply deeper until the depth or the time is reached, and
    /// reports depth, value, nodes and move of each. `None` if there is no move. `keys` are those
    /// of the game before this position.
    pub fn think(
        &mut self,
        board: &mut Bitboards,
        keys: &[u64],
        max_depth: i32,
        time: Option<Duration>,
        mut report: impl FnMut(i32, i32, u64, Move),
    ) -> Option<Move> {
        self.keys = keys.to_vec();
        self.nodes = 0;
        // The first ply always ends: there is a move to play.
        self.deadline = None;
        let mut best = *board.legal_moves().first()?;
        for depth in 1..=max_depth {
            let before = board.clone();
            let Ok(value) = self.search(board, depth, 0, -INFINITY, INFINITY) else {
                *board = before;
                break;
            };
            if let Some(mv) = self.entry(board.key()).and_then(|entry| entry.best.unpack()) {
                best = mv;
            }
            report(depth, value, self.nodes, best);
            self.deadline = self.deadline.or(time.map(|time| Instant::now() + time));
        }
        Some(best)
    }

    fn entry(&self, key: u64) -> Option<Entry> {
        self.table[key as usize % TABLE_SIZE].filter(|entry| entry.key == key)
    }
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}
// --8<-- [end:think]

// --8<-- [start:search]
impl Search {
    /// Returns the value of a position for the side to move, if it is between the bounds; else a
    /// bound.
    fn search(
        &mut self,
        board: &mut Bitboards,
        depth: i32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if depth <= 0 {
            return self.quiescence(board, ply, alpha, beta);
        }
        self.count_node()?;
        let clock = usize::from(board.state().halfmove_clock);
        let is_repeated = self.keys.iter().rev().take(clock).any(|&key| key == board.key());
        if ply > 0 && (is_repeated || clock >= 100) {
            return Ok(0);
        }
        let known = self.entry(board.key());
        if let Some(entry) = known.filter(|entry| ply > 0 && entry.exact && entry.depth >= depth) {
            return Ok(entry.value);
        }
        let mut moves = board.legal_moves();
        let in_check = board.in_check(board.side_to_move());
        if moves.is_empty() {
            return Ok(if in_check { ply - MATE } else { 0 });
        }
        let remembered = known.and_then(|entry| entry.best.unpack());
        moves.sort_by_cached_key(|&mv| -order(board, mv, remembered));

        // A check is looked at one ply deeper.
        let next_depth = if in_check { depth } else { depth - 1 };
        let (mut best, mut best_move, mut exact) = (-INFINITY, PackedMove::NONE, false);
        self.keys.push(board.key());
        for mv in moves {
            let undo = board.do_move(mv);
            let value = -self.search(board, next_depth, ply + 1, -beta, -alpha)?;
            board.undo_move(mv, undo);
            if value > best {
                (best, best_move) = (value, mv.into());
            }
            if value > alpha {
                (alpha, exact) = (value, true);
            }
            if alpha >= beta {
                // The other side has a better choice before: this position is not reached.
                exact = false;
                break;
            }
        }
        self.keys.pop();
        // The distance of a mate is counted from the root: it is wrong anywhere else.
        exact &= best.abs() < MATE - 1_000;
        let entry = Entry { key: board.key(), best: best_move, depth, value: best, exact };
        self.table[board.key() as usize % TABLE_SIZE] = Some(entry);
        Ok(best)
    }
}
// --8<-- [end:search]

// --8<-- [start:quiescence]
impl Search {
    /// Looks at captures until the position is quiet; in check at all moves.
    fn quiescence(
        &mut self,
        board: &mut Bitboards,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count_node()?;
        let safety = board.safety();
        let in_check = board.in_check(board.side_to_move());
        let mut moves = Vec::new();
        if in_check {
            board.stage_moves(Stage::Evasions, &safety, &mut moves);
        } else {
            // Nobody must capture.
            alpha = alpha.max(evaluate(board));
            if alpha >= beta {
                return Ok(alpha);
            }
            board.stage_moves(Stage::Captures, &safety, &mut moves);
            moves.retain(|&mv| board.see(mv) >= 0);
        }
        moves.retain(|&mv| board.is_legal(mv, &safety));
        if in_check && moves.is_empty() {
            return Ok(ply - MATE);
        }
        moves.sort_by_cached_key(|&mv| -order(board, mv, None));
        for mv in moves {
            let undo = board.do_move(mv);
            let value = -self.quiescence(board, ply + 1, -beta, -alpha)?;
            board.undo_move(mv, undo);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let is_late = |deadline| Instant::now() >= deadline;
        // To read the clock takes longer than a node.
        if self.nodes.is_multiple_of(1024) && self.deadline.is_some_and(is_late) {
            return Err(Stopped);
        }
        Ok(())
    }
}

/// Returns the rank of a move, the first to try highest: the remembered one, captures by what they
/// win, then the rest.
fn order(board: &Bitboards, mv: Move, remembered: Option<Move>) -> i32 {
    if Some(mv) == remembered {
        return 2 * MATE;
    }
    if mv.captures_on().is_none() && mv.promotion().is_none() {
        return 0;
    }
    // An equal exchange is still better to try than a quiet move.
    let gain = board.see(mv);
    if gain >= 0 { gain + 1 } else { gain }
}
// --8<-- [end:quiescence]

// --8<-- [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn best(fen: &str, depth: i32) -> (String, i32) {
        let mut board = Bitboards::from_fen(fen).unwrap();
        let mut value = 0;
        let report = |_, found, _, _| value = found;
        let mv = Search::new().think(&mut board, &[], depth, None, report);
        (mv.unwrap().to_string(), value)
    }

    #[test]
    fn finds_mates() {
        assert_eq!(best("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", 2), ("b1b8".into(), MATE - 1));
        let queen_sacrifice = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
        assert_eq!(best(queen_sacrifice, 4), ("b3b8".into(), MATE - 3));
    }

    #[test]
    fn does_not_take_a_guarded_pawn_with_the_queen() {
        assert_ne!(best("4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1", 1).0, "e2e5");
    }
}
// --8<-- [end:tests]
