// [start:head]
//! A small search: iterative deepening, alpha-beta with a transposition table, quiescence.

use crate::bitboards::Bitboards;
use crate::bitboards::stages::Stage;
use crate::board::Board;
use crate::evaluate::evaluate;
use crate::packed::PackedMove;
use crate::types::*;
use std::time::{Duration, Instant};
// [end:head]

// [start:struct]
/// The value of mate on the board. Mate in n plies is n less.
pub const MATE: i32 = 30_000;
const INFINITY: i32 = MATE + 1;
const TABLE_SIZE: usize = 1 << 18;

/// The search, with what it remembers from move to move.
pub struct Search {
    /// The transposition table: the key of a position, and the best move of the last visit.
    table: Vec<(u64, PackedMove)>,
    /// The keys of the game and of the line that is looked at.
    keys: Vec<u64>,
    nodes: u64,
    deadline: Option<Instant>,
}

/// The time is up.
struct Stopped;

impl Default for Search {
    fn default() -> Search {
        let table = vec![(0, PackedMove::NONE); TABLE_SIZE];
        Search { table, keys: Vec::new(), nodes: 0, deadline: None }
    }
}
// [end:struct]

// [start:think]
impl Search {
    /// Returns the best move: searches one ply, then two and so on until the depth or the time is
    /// reached, and reports depth, value, nodes and move of each. `None` if there is no move. `keys`
    /// are those of the game before this position.
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
            best = self.remembered(board.key()).unpack().unwrap_or(best);
            report(depth, value, self.nodes, best);
            self.deadline = self.deadline.or(time.map(|time| Instant::now() + time));
        }
        Some(best)
    }

    fn remembered(&self, key: u64) -> PackedMove {
        let (stored, best) = self.table[key as usize % TABLE_SIZE];
        // Two positions can share a place.
        if stored == key { best } else { PackedMove::NONE }
    }
}
// [end:think]

// [start:search]
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
        let mut moves = board.legal_moves();
        let in_check = board.in_check(board.side_to_move());
        if moves.is_empty() {
            return Ok(if in_check { ply - MATE } else { 0 });
        }
        // Draws come second: a move that mates ends the game whatever the clock says.
        let clock = usize::from(board.state().halfmove_clock);
        let is_repeated = self.keys.iter().rev().take(clock).any(|&key| key == board.key());
        if ply > 0 && (is_repeated || clock >= 100) {
            return Ok(0);
        }
        let remembered = self.remembered(board.key());
        moves.sort_by_cached_key(|&mv| -priority(board, mv, remembered));

        // A position in check is searched one ply deeper: a check extension.
        let next_depth = if in_check { depth } else { depth - 1 };
        let (mut value, mut best) = (-INFINITY, PackedMove::NONE);
        self.keys.push(board.key());
        for mv in moves {
            let undo = board.do_move(mv);
            let found = -self.search(board, next_depth, ply + 1, -beta, -alpha)?;
            board.undo_move(mv, undo);
            if found > value {
                (value, best) = (found, mv.into());
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                // The other side has a better choice before: this position is not reached.
                break;
            }
        }
        self.keys.pop();
        self.table[board.key() as usize % TABLE_SIZE] = (board.key(), best);
        Ok(value)
    }
}
// [end:search]

// [start:quiescence]
impl Search {
    /// Searches captures until the position is quiet, and all moves in check.
    fn quiescence(
        &mut self,
        board: &mut Bitboards,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count_node()?;
        let (safety, mut moves) = (board.safety(), Vec::new());
        let in_check = board.in_check(board.side_to_move());
        if in_check {
            board.stage_moves(Stage::Evasions, &safety, &mut moves);
        } else {
            // No capture is forced: the position is worth at least what it is worth now.
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
        moves.sort_by_cached_key(|&mv| -priority(board, mv, PackedMove::NONE));
        for mv in moves {
            let undo = board.do_move(mv);
            alpha = alpha.max(-self.quiescence(board, ply + 1, -beta, -alpha)?);
            board.undo_move(mv, undo);
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        // A thousand nodes take about a millisecond: no need to read the clock more often.
        let is_over = |end| self.nodes.is_multiple_of(1024) && Instant::now() >= end;
        if self.deadline.is_some_and(is_over) { Err(Stopped) } else { Ok(()) }
    }
}

/// Returns a number that is greater for moves to try earlier: the remembered one, captures by what
/// they win, then the rest.
fn priority(board: &Bitboards, mv: Move, remembered: PackedMove) -> i32 {
    if PackedMove::from(mv) == remembered {
        return 2 * MATE;
    }
    if mv.captures_on().is_none() && mv.promotion().is_none() {
        return 0;
    }
    // Equal exchanges come before quiet moves, which have 0, and losing ones after them.
    2 * board.see(mv) + 1
}
// [end:quiescence]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn best(fen: &str, depth: i32) -> (String, i32) {
        let mut board = Bitboards::from_fen(fen).unwrap();
        let mut value = 0;
        let report = |_, found, _, _| value = found;
        let mv = Search::default().think(&mut board, &[], depth, None, report);
        (mv.unwrap().to_string(), value)
    }

    #[test]
    fn finds_mates() {
        assert_eq!(best("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", 2), ("b1b8".into(), MATE - 1));
        let queen_sacrifice = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
        assert_eq!(best(queen_sacrifice, 4), ("b3b8".into(), MATE - 3));
    }

    #[test]
    fn mate_comes_before_the_draw_by_fifty_moves() {
        for depth in 1..=3 {
            assert_eq!(best("7k/5Q2/6K1/8/8/8/8/8 w - - 99 80", depth).1, MATE - 1);
        }
        assert_eq!(best("8/8/8/3k4/8/8/4R3/4K3 w - - 99 80", 2).1, 0);
    }

    #[test]
    fn does_not_take_a_guarded_pawn_with_the_queen() {
        assert_ne!(best("4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1", 1).0, "e2e5");
    }
}
// [end:tests]
