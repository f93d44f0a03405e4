//! The root: iterative deepening with aspiration windows, reports and the result of a search.

use super::mate::MateSearch;
use super::node::{Candidate, Node};
use super::parallel::{OpenNode, PvResult};
use super::root_moves::{RootMove, RootMoves};
use super::thread::{NodeType, Root, Shared, Worker};
use crate::control::Control;
use crate::info::{PvLine, Report, ResultLine, SearchResult};
use crate::limits::Limits;
use crate::params;
use crate::skill::Skill;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::value::{Bound, DRAW, INFINITE, MAX_PLY, Value, is_decided, is_loss, mated_in};
use ferz::{Move, Position};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// First depth with an aspiration window.
const ASPIRATION_DEPTH: i32 = 5;

/// After this time a search also reports each failed window, each line and each root move.
const VERBOSE_AFTER: Duration = Duration::from_secs(3);

/// An aspiration window.
struct Window {
    alpha: Value,
    beta: Value,
    delta: Value,
    /// Consecutive fail highs, at most 3. Each reduces the depth of the next search by a ply.
    fail_highs: i32,
}

impl<'a> Worker<'a> {
    /// Searches with increasing depth up to `max_depth` plies, until a limit is reached or the
    /// search is stopped. Returns true if the limits allow a deeper search. With a mate limit and in
    /// analysis `mate` takes turns with the iterations.
    pub(crate) fn iterate(&mut self, max_depth: usize, mate: &mut MateSearch) -> bool {
        let limit = self.shared.limits.depth;
        let limit = limit.map_or(MAX_PLY, |depth| depth.max(1) as usize).min(MAX_PLY - 1) as i32;
        while self.iteration.completed < limit.min(max_depth as i32) {
            if self.shared.stop_all.load(Relaxed) {
                return false;
            }
            self.iteration.depth = self.iteration.completed + 1;
            self.iteration.last_lines = Some(self.root.first_lines(self.shared.multipv));
            self.root.begin_iteration();
            self.search_lines();
            self.publish_nodes();
            if self.stopped {
                return false;
            }
            self.iteration.completed = self.iteration.depth;
            if self.id == 0 && self.is_done(mate) {
                return false;
            }
        }
        self.iteration.completed < limit
    }

    /// Searches one iteration: the best line, then for MultiPV the best line among the other moves,
    /// and so on.
    fn search_lines(&mut self) {
        let count = self.shared.multipv.min(self.root.len());
        for first in 0..count {
            self.root.begin_line(first);
            self.iteration.seldepth = 0;
            self.search_with_aspiration();
            if self.stopped {
                // The old value of this line must not move it ahead of the lines just searched.
                break;
            }
            self.root.sort_lines();
            if first + 1 == count || self.is_verbose() {
                self.report_lines();
            }
        }
    }

    /// Aspiration windows: searches within a narrow window around the previous value and widens it
    /// on the side of each fail.
    fn search_with_aspiration(&mut self) {
        let mut window = self.aspiration_window();
        loop {
            self.root.save_scores();
            let depth = (self.iteration.depth - window.fail_highs).max(1);
            let value = self.search::<Root>(0, window.alpha, window.beta, depth, false);
            self.root.sort_searched();
            if self.stopped || !window.widen(value) {
                return;
            }
            if self.shared.multipv == 1 && self.is_verbose() {
                self.report_lines();
            }
        }
    }

    /// Returns the first window of an iteration: open at low depth and around mates.
    fn aspiration_window(&self) -> Window {
        let delta = params::aspiration_window();
        let previous = self.root.best().previous;
        if self.iteration.depth < ASPIRATION_DEPTH || is_decided(previous) {
            return Window { alpha: -INFINITE, beta: INFINITE, delta, fail_highs: 0 };
        }
        let delta = delta + previous * previous / params::aspiration_square_divisor();
        let alpha = (previous - delta).max(-INFINITE);
        let beta = (previous + delta).min(INFINITE);
        Window { alpha, beta, delta, fail_highs: 0 }
    }

    /// Updates the root move that was just searched: its nodes, and its value and line if it is the
    /// first move or raised alpha.
    pub(super) fn update_root_move(
        &mut self,
        candidate: &Candidate,
        value: Value,
        window: (Value, Value),
        nodes_before: u64,
    ) {
        let nodes = self.counters.nodes - nodes_before;
        let depths = (self.iteration.depth, self.iteration.seldepth);
        let Some(root_move) = self.root.find(candidate.mv) else { return };
        root_move.nodes += nodes;
        if candidate.move_count == 1 || value > window.0 {
            root_move.set(value, window, depths, self.stack.pv_table.line(1));
        } else {
            root_move.value = -INFINITE;
        }
    }

    /// Returns true after an iteration if the search is complete: the mate search has ended it, the
    /// nodes are used up, or the soft time limit is reached.
    fn is_done(&mut self, mate: &mut MateSearch) -> bool {
        let shared = self.shared;
        let Some(value) = self.root.all().first().map(|best| best.value) else { return true };
        if self.mate_turn(value, mate) || self.stopped {
            return true;
        }
        let limits = [shared.limits.nodes, shared.limits.soft_nodes];
        if limits.into_iter().flatten().any(|limit| shared.totals.nodes() >= limit) {
            return true;
        }
        let best = &self.root.all()[0];
        let best_share = best.nodes as f64 / self.root.nodes().max(1) as f64;
        let forced = self.root.len() == 1;
        self.iteration.trend.update(best.mv, value, best_share, forced);
        self.iteration.soft_limit_reached =
            shared.time.soft_limit_reached(&self.iteration.trend, || shared.totals.nodes());
        self.iteration.soft_limit_reached && !shared.control.is_pondering()
    }

    /// Returns true once the search has run for [`VERBOSE_AFTER`].
    fn is_verbose(&self) -> bool {
        self.shared.time.elapsed() > VERBOSE_AFTER
    }

    /// Returns the combined keys of the positions after the first moves of the better lines.
    pub(super) fn keys_of_better_lines(&self) -> u64 {
        self.root.better_moves().fold(0, |keys, mv| keys ^ self.pos.key_after(mv))
    }

    /// Returns the result of a node that this thread has searched.
    pub(super) fn pv_result<T: NodeType>(
        &self,
        ply: usize,
        node: &OpenNode,
        value: Value,
    ) -> PvResult {
        let (bound, line) = if value > node.alpha {
            let bound = if value >= node.beta { Bound::Lower } else { Bound::Exact };
            (bound, self.stack.pv_table.line(ply).to_vec())
        } else {
            (Bound::Upper, if T::ROOT { self.root.best().pv() } else { Vec::new() })
        };
        let (OpenNode { path, depth, .. }, seldepth) = (*node, self.iteration.seldepth);
        PvResult { path, depth, value, bound: Some(bound), seldepth, line }
    }

    /// Adopts the result of another thread for a node and returns its value.
    pub(super) fn adopt_pv<T: NodeType>(&mut self, node: &Node, completed: PvResult) -> Value {
        let PvResult { value, line, seldepth, .. } = completed;
        self.iteration.seldepth = self.iteration.seldepth.max(seldepth);
        self.stack.pv_table.set(node.ply, &line);
        if T::ROOT {
            let depths = (self.iteration.depth, self.iteration.seldepth);
            self.root.adopt(value, (node.alpha, node.beta), depths, &line);
        }
        value
    }

    /// Reports the root move being searched (`currmove`) in a long search.
    pub(super) fn report_currmove(&mut self, candidate: &Candidate) {
        if self.report.is_none() || !self.is_verbose() {
            return;
        }
        let depth = self.iteration.depth as u32;
        let number = self.root.lines_before() + candidate.move_count;
        if let Some(report) = self.report.as_mut() {
            report(Report::CurrentMove { depth, mv: candidate.mv, number });
        }
    }

    /// Orders the lines of a search that was stopped within an iteration by their values. Lines of the
    /// last iteration that were not searched again are at most as good as the worst line of this
    /// iteration.
    pub(crate) fn sort_last_lines(&mut self) {
        let Some(last_lines) = self.iteration.last_lines.take() else { return };
        if self.iteration.completed == self.iteration.depth {
            return;
        }
        let (best, has_lines) = (self.root.best(), self.shared.multipv > 1);
        // If the best move is the same, the complete lines of the last iteration remain valid. A loss
        // of the moves searched so far is not yet one of the position.
        let stands = is_loss(best.last_value()) || has_lines && best.mv == last_lines.best().mv;
        if stands && self.root.is_first_line() && self.iteration.completed > 0 {
            self.root = last_lines;
        } else if has_lines {
            self.root.sort_last_lines(self.iteration.depth);
        }
    }

    /// Reports the lines of this iteration, and those of the previous one that it has not searched.
    pub(crate) fn report_lines(&mut self) {
        self.publish_nodes();
        let (shared, totals, root) = (self.shared, &self.shared.totals, &self.root);
        // A root position that is a draw by the rules although it has moves.
        let ended = self.pos.outcome().is_some();
        let Some(report) = self.report.as_mut() else { return };
        let (nodes, tb_hits, elapsed) = (totals.nodes(), totals.tb_hits(), shared.time.elapsed());
        let hashfull = shared.tt.hashfull();
        for (multipv, line) in result_lines(root, shared.lines_reported, ended) {
            let ResultLine { depth, seldepth, value, proven, bound, pv } = line;
            report(Report::Line(PvLine {
                depth,
                seldepth,
                multipv,
                value,
                proven,
                bound,
                nodes,
                tb_hits,
                elapsed,
                hashfull,
                pv,
            }));
        }
    }
}

/// Returns the first `count` lines with their ranks from 1, without those that have no value.
/// `ended` is set at a root that is a draw by the rules.
fn result_lines(
    root: &RootMoves,
    count: usize,
    ended: bool,
) -> impl Iterator<Item = (usize, ResultLine)> + '_ {
    let with_value = move |(i, root_move): (usize, &RootMove)| {
        let value = root_move.last_value();
        (value != -INFINITE).then(|| (i + 1, result_line(root_move, value, ended)))
    };
    root.all().iter().take(count).enumerate().filter_map(with_value)
}

/// Returns the line of a root move with this search value.
fn result_line(root_move: &RootMove, value: Value, ended: bool) -> ResultLine {
    let tb_value = root_move.tb_value_for(value);
    ResultLine {
        depth: root_move.depth.max(1) as u32,
        seldepth: root_move.seldepth as u32,
        value: tb_value.unwrap_or(value),
        proven: tb_value.is_some() || ended,
        // A tablebase value is exact for any window.
        bound: tb_value.map_or(root_move.bound, |_| Bound::Exact),
        pv: root_move.pv(),
    }
}

impl Window {
    /// Widens the window after a search. Returns false if the value is inside it.
    fn widen(&mut self, value: Value) -> bool {
        if value <= self.alpha && self.alpha > -INFINITE {
            self.beta = i32::midpoint(self.alpha, self.beta);
            self.alpha = (value - self.delta).max(-INFINITE);
            self.fail_highs = 0;
        } else if value >= self.beta && self.beta < INFINITE {
            self.beta = (value + self.delta).min(INFINITE);
            self.fail_highs = (self.fail_highs + 1).min(3);
        } else {
            return false;
        }
        self.delta += self.delta * params::aspiration_growth() / 32;
        if self.delta > params::aspiration_max() {
            (self.alpha, self.beta) = (-INFINITE, INFINITE);
        }
        true
    }
}

/// Reports and returns the result of a position without root moves.
pub(crate) fn report_no_move(
    pos: &Position,
    limits: &Limits,
    control: &Control,
    time: &TimeManager,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> SearchResult {
    let value = if pos.in_check() { mated_in(0) } else { DRAW };
    let (proven, bound) = (true, Bound::Exact);
    let line = ResultLine { depth: 0, seldepth: 0, value, proven, bound, pv: Vec::new() };
    let lines = vec![line.clone()];
    let result = SearchResult { best: None, ponder: None, value, depth: 0, nodes: 0, lines };
    if let Some(report) = report.as_mut() {
        report(Report::Line(report_of_first_line(line, time)));
    }
    control.wait(limits.infinite);
    if let Some(report) = report.as_mut() {
        report(Report::Done(result.clone()));
    }
    result
}

/// Reports the last lines of a stopped search and returns the root move to play: the best one, or
/// below full strength one that is chosen by a random number. The lines do not depend on the choice.
pub(crate) fn finish(worker: &mut Worker, choice: Option<(Skill, f64)>) -> RootMove {
    let chosen = choice.map(|(skill, random)| {
        let lines = worker.root.all().iter().take(worker.shared.multipv);
        // Lines without a value were not searched.
        let values = lines.map(RootMove::last_value).take_while(|&value| value > -INFINITE);
        let index = skill.choose(&values.collect::<Vec<_>>(), random);
        worker.root.all()[index].clone()
    });
    if worker.stopped {
        worker.sort_last_lines();
        worker.report_lines();
    }
    chosen.unwrap_or_else(|| worker.root.all()[0].clone())
}

/// Returns the result of a search that plays `chosen`.
pub(crate) fn result_of(shared: &Shared, worker: &mut Worker, chosen: &RootMove) -> SearchResult {
    let value = match chosen.last_value() {
        // The search was stopped before it completed a move.
        value if value == -INFINITE => worker.evaluate_position(),
        value => value,
    };
    let best = chosen.mv;
    let from_tt = || ponder_move(shared.tt, &mut worker.pos, best);
    let ponder = chosen.replies.first().copied().or_else(from_tt);
    let depth = worker.iteration.completed.max(0) as u32;
    let ended = worker.pos.outcome().is_some();
    let lines = result_lines(&worker.root, shared.lines_reported, ended);
    let mut lines: Vec<_> = lines.map(|(_, line)| line).collect();
    if lines.is_empty() {
        let mut line = result_line(chosen, value, false);
        (line.depth, line.seldepth) = (depth.max(1), line.seldepth.max(1));
        line.bound = Bound::Exact;
        lines.push(line);
    }
    SearchResult {
        best: Some(best),
        ponder,
        value: chosen.tb_value_for(value).unwrap_or(value),
        depth,
        nodes: shared.totals.nodes(),
        lines,
    }
}

/// Returns the table move after a move, unless the game ends with it.
fn ponder_move(tt: &TranspositionTable, pos: &mut Position, mv: Move) -> Option<Move> {
    pos.do_move(mv);
    let claimable_draw = pos.is_fifty_move_draw() || pos.is_repetition(3);
    let ongoing = !claimable_draw && pos.outcome().is_none();
    let entry = tt.probe(pos.key()).filter(|_| ongoing);
    let reply = entry.and_then(|entry| entry.best).filter(|&reply| pos.is_legal(reply));
    pos.undo_move();
    reply
}

/// Returns the first line of a result for the report of a search that was stopped before it reported
/// one.
pub(crate) fn last_line(shared: &Shared, result: &SearchResult) -> Option<PvLine> {
    let line = result.lines.first()?.clone();
    Some(PvLine {
        nodes: result.nodes,
        tb_hits: shared.totals.tb_hits(),
        hashfull: shared.tt.hashfull(),
        ..report_of_first_line(line, &shared.time)
    })
}

/// Returns the report of the first line of a search without nodes.
fn report_of_first_line(line: ResultLine, time: &TimeManager) -> PvLine {
    let ResultLine { depth, seldepth, value, proven, bound, pv } = line;
    PvLine {
        depth,
        seldepth,
        multipv: 1,
        value,
        proven,
        bound,
        nodes: 0,
        tb_hits: 0,
        elapsed: time.elapsed(),
        hashfull: 0,
        pv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::TtEntry;

    #[test]
    fn ponder_move_is_that_of_the_table_unless_the_game_ends() {
        let tt = TranspositionTable::new(1).unwrap();
        // The table move after a move, and true if the position is the same again.
        let ponder = |fen: &str, mv: &str, reply: Option<&str>| {
            let mut pos = Position::from_fen(fen).unwrap();
            let mv = pos.parse_uci(mv).unwrap();
            let mut after = pos.clone();
            after.do_move(mv);
            let best = reply.map(|reply| after.parse_uci(reply).unwrap());
            let (value, eval, bound) = (0, 0, Some(Bound::Exact));
            tt.store(after.key(), TtEntry { best, value, eval, depth: 1, bound, pv: false });
            let before = pos.clone();
            let found = ponder_move(&tt, &mut pos, mv);
            assert_eq!(pos, before);
            (found, best)
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (found, best) = ponder(start, "e2e4", Some("c7c5"));
        assert!(found.is_some() && found == best);
        assert_eq!(ponder(start, "d2d4", None).0, None);
        // The hundredth ply without progress.
        let (found, best) = ponder("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", Some("e8e7"));
        assert!(found.is_none() && best.is_some());
    }
}
