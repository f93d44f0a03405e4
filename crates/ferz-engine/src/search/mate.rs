//! Mate search: proves or refutes a mate in a number of moves, for a search with a mate limit and for
//! analysis.
//!
//! The selective search prunes and reduces moves and may miss a mate at any depth. This one is an
//! exhaustive AND/OR search: the attacker has a mate in `n` moves if one of his moves leaves the
//! defender, after every reply, to a mate in `n - 1`. It takes turns with the iterations of the
//! selective search, and its table keeps what is proven from turn to turn.

use super::thread::Worker;
use crate::value::{INFINITE, MAX_PLY, Value, mate_in, mated_in, moves_to_mate};
use ferz::Move;

/// Nodes of the first turn of a search with a mate limit.
const FIRST_TURN: u64 = 50_000;

/// A search with a mate limit gives one node in so many to the mate search.
const LIMIT_SHARE: u64 = 2;

/// Nodes of the thread before the first turn of an analysis.
const ANALYSIS_START: u64 = 100_000;

/// An analysis gives one node in so many to the mate search.
const ANALYSIS_SHARE: u64 = 32;

/// The same where the position is nearly decided.
const DECIDED_SHARE: u64 = 4;

/// From this value on a position is nearly decided, and the length of a mate may matter more than the
/// evaluation.
const NEARLY_DECIDED: Value = 500;

/// Longest mate to prove, in moves.
const MOVES_MAX: u32 = MAX_PLY as u32 / 2 - 1;

/// Number of entries of the proof table, a power of two.
const PROOFS: usize = 1 << 19;

/// State of a mate search between its turns.
pub(crate) struct MateSearch {
    /// Length of the mate that is tested now, in moves; all shorter ones are refuted.
    moves: u32,
    /// Set if a mate by the side to move is refuted and one by its opponent is tested.
    defends: bool,
    /// Nodes of all turns.
    nodes: u64,
    /// The proof table, allocated by the first turn.
    proofs: Vec<Proof>,
}

impl Default for MateSearch {
    fn default() -> Self {
        Self { moves: 1, defends: false, nodes: 0, proofs: Vec::new() }
    }
}

impl MateSearch {
    /// Returns the nodes of a turn after which the search has one node in `share` of the thread's nodes.
    fn turn(&self, nodes: u64, share: u64) -> u64 {
        nodes.saturating_sub(share * self.nodes) / (share - 1)
    }
}

/// The proof state of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Proof {
    key: u64,
    /// Move that mates, or that was tried last.
    mv: Option<Move>,
    /// Length of a mate, in moves; 0 if none is proven.
    mates_in: u8,
    /// Longest mate that is refuted, in moves.
    refuted: u8,
}

impl Worker<'_> {
    /// Gives the mate search its turn after an iteration that ended with `value`. Returns true if the
    /// search is complete: a mate within the limit is found or proven, or all are refuted and there is
    /// no other limit. An analysis is complete once a mate is proven or no mate is shorter than the one
    /// found.
    pub(super) fn mate_turn(&mut self, value: Value, search: &mut MateSearch) -> bool {
        let (limits, nodes) = (self.shared.limits, self.counters.nodes);
        let found = moves_to_mate(value).map(i32::unsigned_abs);
        if let Some(limit) = limits.mate {
            let turn = search.turn(nodes, LIMIT_SHARE).max(FIRST_TURN);
            return found.is_some_and(|length| length <= limit)
                || self.search_mate(limit, turn, search)
                || (search.moves > limit && limits.is_mate_only());
        }
        if nodes < ANALYSIS_START || self.shared.multipv > 1 || !limits.is_analysis() {
            return false;
        }
        let nearly_decided = value.abs() >= NEARLY_DECIDED;
        let share = if nearly_decided { DECIDED_SHARE } else { ANALYSIS_SHARE };
        let shorter = found.map_or(MOVES_MAX, |length| length.saturating_sub(1));
        self.search_mate(shorter, search.turn(nodes, share), search)
            || found.is_some_and(|length| search.moves >= length)
    }

    /// Searches a number of nodes for a mate in at most `limit` moves. Returns true once one is proven.
    fn search_mate(&mut self, limit: u32, nodes: u64, search: &mut MateSearch) -> bool {
        search.proofs.resize(PROOFS, Proof::default());
        let start = self.counters.nodes;
        let node_limit = Some(start + nodes);
        self.root.begin_line(0);
        let mut line = None;
        while search.moves <= limit.min(MOVES_MAX) && line.is_none() {
            let (moves, defends) = (search.moves, search.defends);
            let mut prover = Prover { worker: self, proofs: &mut search.proofs, node_limit };
            let proven =
                if defends { prover.is_mated(0, moves) } else { prover.mates(0, moves).is_some() };
            if prover.is_interrupted() {
                break;
            }
            if proven {
                line = Some(prover.line(moves, defends));
            } else if defends {
                (search.moves, search.defends) = (moves + 1, false);
            } else {
                search.defends = true;
            }
        }
        search.nodes += self.counters.nodes - start;
        if let Some(line) = &line {
            self.adopt_mate(line);
        }
        line.is_some()
    }

    /// Makes a proven mate the best line of the root.
    fn adopt_mate(&mut self, line: &[Move]) {
        let plies = line.len();
        let value = if plies % 2 == 1 { mate_in(plies) } else { mated_in(plies) };
        let depths = (self.iteration.depth, plies);
        self.root.adopt(value, (-INFINITE, INFINITE), depths, line);
        self.root.sort_searched();
        self.report_lines();
    }
}

/// One turn of a mate search.
struct Prover<'a, 'b> {
    worker: &'a mut Worker<'b>,
    proofs: &'a mut [Proof],
    /// Nodes of the thread at which the turn ends; `None` if nothing ends it.
    node_limit: Option<u64>,
}

impl Prover<'_, '_> {
    /// Returns true if the turn is over, so that a result is meaningless.
    fn is_interrupted(&self) -> bool {
        let reached = |limit| self.worker.stopped || self.worker.counters.nodes >= limit;
        self.node_limit.is_some_and(reached)
    }

    /// Returns a move by which the side to move mates in at most `moves` moves.
    fn mates(&mut self, ply: usize, moves: u32) -> Option<Move> {
        let (key, length) = (self.key(moves), moves as u8);
        let known = self.proof(key);
        // At the root the limits may leave out moves, which the table does not know.
        if ply > 0 && (1..=length).contains(&known.mates_in) {
            return known.mv;
        }
        if self.is_interrupted() || (ply > 0 && (known.refuted >= length || self.is_drawn())) {
            return None;
        }
        let mut candidates: Vec<(u8, Move, bool)> = Vec::with_capacity(64);
        for mv in self.moves(ply) {
            let check = self.worker.pos.gives_check(mv);
            // The move that mates is a check.
            if check || moves > 1 {
                let rank = if known.mv == Some(mv) { 0 } else { 2 - u8::from(check) };
                candidates.push((rank, mv, check));
            }
        }
        candidates.sort_by_key(|&(rank, ..)| rank);
        let mut mating = None;
        for (_, mv, check) in candidates {
            self.worker.do_move(ply, mv, check);
            let mated = self.is_mated(ply + 1, moves - 1);
            self.worker.undo_move();
            if self.is_interrupted() {
                return None;
            }
            if mated {
                mating = Some(mv);
                break;
            }
        }
        if ply > 0 && moves > 1 {
            let known = self.proof(key);
            let proof = match mating {
                Some(_) => Proof { key, mv: mating, mates_in: length, ..known },
                None => Proof { key, refuted: length, ..known },
            };
            self.proofs[key as usize % PROOFS] = proof;
        }
        mating
    }

    /// Returns true if the side to move is mated in at most `moves` moves of its opponent.
    fn is_mated(&mut self, ply: usize, moves: u32) -> bool {
        if moves == 0 {
            return self.worker.pos.is_checkmate();
        }
        let mut replies = self.moves(ply);
        let pos = &self.worker.pos;
        if replies.is_empty() {
            return pos.in_check();
        }
        if self.is_drawn() || self.is_interrupted() {
            return false;
        }
        // The refutation of the last move often refutes this one too; then captures.
        let killer = self.worker.stack.entry(ply).killers[0];
        replies
            .sort_by_key(|&mv| if killer == Some(mv) { 0 } else { 2 - u8::from(mv.is_capture()) });
        for mv in replies {
            self.worker.do_move(ply, mv, self.worker.pos.gives_check(mv));
            let mated = self.mates(ply + 1, moves).is_some();
            self.worker.undo_move();
            if !mated {
                self.worker.stack.entry_mut(ply).killers[0] = Some(mv);
                return false;
            }
        }
        true
    }

    /// Returns true if the position is drawn, unless it is checkmate.
    fn is_drawn(&self) -> bool {
        let pos = &self.worker.pos;
        pos.rule50() >= 100 || pos.is_repetition(3) || pos.is_insufficient_material()
    }

    /// Returns the legal moves; at the root those that the search considers.
    fn moves(&mut self, ply: usize) -> Vec<Move> {
        if ply == 0 {
            return self.worker.root.searched().iter().map(|root_move| root_move.mv).collect();
        }
        self.worker.pos.legal_moves().iter().copied().collect()
    }

    /// Returns the line of a proven mate: the attacker mates, the defender delays it longest.
    fn line(&mut self, moves: u32, defends: bool) -> Vec<Move> {
        // What is proven needs no limit.
        self.node_limit = None;
        let (mut line, mut left, mut attacks) = (Vec::new(), moves, !defends);
        loop {
            let ply = line.len();
            let next = if attacks { self.mates(ply, left) } else { self.longest(ply, left) };
            let Some(mv) = next else { break };
            self.worker.do_move(ply, mv, self.worker.pos.gives_check(mv));
            line.push(mv);
            left -= u32::from(attacks);
            attacks = !attacks;
        }
        line.iter().for_each(|_| self.worker.undo_move());
        line
    }

    /// Returns the reply that delays a mate in `moves` moves longest.
    fn longest(&mut self, ply: usize, moves: u32) -> Option<Move> {
        self.moves(ply).into_iter().find(|&mv| {
            self.worker.do_move(ply, mv, self.worker.pos.gives_check(mv));
            let delays = moves == 1 || self.mates(ply + 1, moves - 1).is_none();
            self.worker.undo_move();
            delays
        })
    }

    fn proof(&self, key: u64) -> Proof {
        let proof = self.proofs[key as usize % PROOFS];
        if proof.key == key { proof } else { Proof { key, ..Proof::default() } }
    }

    /// Returns the key of a position in the table, with the fifty-move counter if a draw by it may
    /// end a line.
    fn key(&self, moves: u32) -> u64 {
        let pos = &self.worker.pos;
        let counter = u64::from(pos.rule50());
        let near = counter + 2 * u64::from(moves) > 100;
        pos.key() ^ if near { (counter + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 }
    }
}
