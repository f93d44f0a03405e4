//! Iterative deepening with aspiration windows, line by line, until it is time to stop.

use super::moves::Candidate;
use super::node::Root;
use super::report::{Line, Report};
use super::worker::Worker;
use crate::params;
use crate::time::Progress;
use crate::value::{Bound, INFINITE, MATE, MAX_PLY, Value, is_decided, is_mate};
use ferz::Move;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// From this depth on the window is narrow at first.
const ASPIRATION_DEPTH: i32 = 5;
/// A search this long is told of at each fail, each line and each move of the root.
const VERBOSE_AFTER: Duration = Duration::from_secs(3);

/// How the best move fared from iteration to iteration.
#[derive(Default)]
pub(super) struct Trend {
    best: Option<Move>,
    stability: u32,
    previous: Option<Value>,
}

impl Worker<'_> {
    /// Searches deeper and deeper, up to `most` plies, until a limit is reached or the search is
    /// stopped; whether there is more to search then.
    pub(crate) fn iterate(&mut self, most: usize) -> bool {
        let limits = self.shared.limits;
        let asked = limits.depth.or_else(|| limits.mate_depth());
        let deepest = asked.map_or(MAX_PLY, |depth| depth.max(1) as usize).min(MAX_PLY - 1) as i32;
        while self.completed_depth < deepest.min(most as i32) {
            if self.shared.stop_all.load(Relaxed) {
                return false;
            }
            self.root_depth = self.completed_depth + 1;
            self.root.begin_iteration();
            self.search_lines();
            self.publish_nodes();
            if self.stopped {
                return false;
            }
            self.completed_depth = self.root_depth;
            if self.id == 0 && self.is_done() {
                return false;
            }
        }
        self.completed_depth < deepest
    }

    /// One iteration: the best line, then the best of the other moves, and so on.
    fn search_lines(&mut self) {
        let count = self.shared.multipv.min(self.root.len());
        for first in 0..count {
            self.root.begin_line(first);
            self.seldepth = 0;
            self.search_with_aspiration();
            if self.stopped {
                // What is known of this line is old: it stays behind those that were searched.
                break;
            }
            self.root.sort_lines();
            let talkative = self.shared.time.elapsed() > VERBOSE_AFTER;
            if first + 1 == count || talkative {
                self.report_lines();
            }
        }
    }

    /// Aspiration: search within a narrow window about the value of the iteration before, and widen
    /// it on the side where the value falls out. Brought 117 +/- 36 Elo.
    fn search_with_aspiration(&mut self) {
        let mut delta = params::aspiration_window();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let previous = self.root.best().previous;
        if self.root_depth >= ASPIRATION_DEPTH && !is_decided(previous) {
            delta += previous * previous / params::aspiration_certainty();
            alpha = (previous - delta).max(-INFINITE);
            beta = (previous + delta).min(INFINITE);
        }
        let mut fails_high = 0;
        loop {
            self.root.save_scores();
            let depth = (self.root_depth - fails_high).max(1);
            let value = self.search::<Root>(0, alpha, beta, depth, false);
            self.root.sort_searched();
            if self.stopped {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                fails_high = 0;
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                fails_high = (fails_high + 1).min(3);
            } else {
                return;
            }
            delta += delta * params::aspiration_growth() / 32;
            if delta > params::aspiration_most() {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            if self.shared.multipv == 1 && self.shared.time.elapsed() > VERBOSE_AFTER {
                self.report_lines();
            }
        }
    }

    /// Tells which root move is being searched, once the search has taken long.
    pub(super) fn report_currmove(&mut self, candidate: &Candidate) {
        let depth = self.root_depth as u32;
        let number = self.root.lines_before() + candidate.number;
        if let Some(report) = self.report.as_mut()
            && self.shared.time.elapsed() > VERBOSE_AFTER
        {
            report(Report::CurrentMove { depth, mv: candidate.mv, number });
        }
    }

    /// Keeps a root move's value and line if it became best.
    pub(super) fn update_root_move(
        &mut self,
        candidate: &Candidate,
        value: Value,
        window: (Value, Value),
        nodes_before: u64,
    ) {
        let nodes = self.nodes - nodes_before;
        let depths = (self.root_depth, self.seldepth);
        let Some(root_move) = self.root.find(candidate.mv) else { return };
        root_move.nodes += nodes;
        if candidate.number == 1 || value > window.0 {
            root_move.set(value, window, depths, self.pv_table.line(1));
        } else {
            root_move.value = -INFINITE;
        }
    }

    /// Whether the search has done what it was asked for, or another iteration is not worth its
    /// time.
    fn is_done(&mut self) -> bool {
        let (shared, trend) = (self.shared, &mut self.trend);
        let Some(best) = self.root.all().first() else { return true };
        let value = best.value;
        if shared.limits.mate.is_some_and(|moves| is_mate_within(value, moves)) {
            return true;
        }
        let bounds = [shared.limits.nodes, shared.limits.soft_nodes];
        if bounds.into_iter().flatten().any(|most| shared.total_nodes() >= most) {
            return true;
        }
        trend.stability = if trend.best == Some(best.mv()) { trend.stability + 1 } else { 0 };
        let progress = Progress {
            stability: trend.stability,
            best_share: best.nodes as f64 / self.root.nodes().max(1) as f64,
            drop: trend.previous.map_or(0, |previous| previous - value),
            forced: self.root.len() == 1,
        };
        trend.best = Some(best.mv());
        trend.previous = Some(value);
        self.soft_limit_reached =
            shared.time.soft_limit_reached(&progress, || shared.total_nodes());
        self.soft_limit_reached && !shared.control.is_pondering()
    }

    /// Tells the lines of a search that has been broken off, as it leaves them. A value that is
    /// only known as a bound is told as it is: no better one will come, and tools that pass over
    /// bounds would miss the move that is played.
    pub(crate) fn report_last_lines(&mut self) {
        self.report_lines_with(|_| Bound::Exact);
    }

    /// Tells all lines of this iteration, and of the one before those it has not come to.
    fn report_lines(&mut self) {
        self.report_lines_with(|bound| bound);
    }

    fn report_lines_with(&mut self, told_bound: impl Fn(Bound) -> Bound) {
        let shared = self.shared;
        self.publish_nodes();
        let Some(report) = self.report.as_mut() else { return };
        let (nodes, elapsed) = (shared.total_nodes(), shared.time.elapsed());
        let table_hits = shared.total_tb_hits();
        let hashfull = shared.tt.hashfull();
        // By the rules: there are moves, but no mate to play for.
        let ended = self.pos.outcome().is_some();
        for (i, root_move) in self.root.all().iter().take(shared.lines_reported).enumerate() {
            let value = root_move.best_known();
            if value == -INFINITE {
                continue;
            }
            // What the tables say is certain, whatever the window was.
            let settled = root_move.tb_value_for(value);
            let bound = settled.map_or(told_bound(root_move.bound), |_| Bound::Exact);
            report(Report::Line(Line {
                depth: root_move.depth.max(1) as u32,
                seldepth: root_move.seldepth as u32,
                multipv: i + 1,
                value: settled.unwrap_or(value),
                proven: settled.is_some() || ended,
                bound,
                nodes,
                tb_hits: table_hits,
                elapsed,
                hashfull,
                pv: root_move.pv.clone(),
            }));
        }
    }
}

/// Whether a value is a mate, for either side, in at most so many moves.
fn is_mate_within(value: Value, moves: u32) -> bool {
    is_mate(value) && (MATE - value.abs()) as u32 <= moves.saturating_mul(2)
}
