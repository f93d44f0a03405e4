//! Lazy SMP: all threads search the same position and share the table; the best result counts.

use crate::control::Control;
use crate::limits::Limits;
use crate::search::report::{Line, Outcome, Report};
use crate::search::root::{RootMove, RootMoves};
use crate::search::worker::{Counter, Memory, Shared, Worker};
use crate::time::TimeManager;
use crate::tt::{Table, TableError};
use crate::value::{Bound, DRAW, INFINITE, Value, mated_in};
use ferz::{Move, Position};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// How to search, apart from how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// How many lines to report, at least 1.
    pub multipv: usize,
    /// The time lost between the engine and the clock, a move.
    pub move_overhead: Duration,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { multipv: 1, move_overhead: Duration::from_millis(10) }
    }
}

/// The stack of a search thread: the deepest line takes a good part of it in debug builds.
const STACK_SIZE: usize = 16 << 20;

/// Searches positions, and remembers from search to search what helps the next one.
pub struct Searcher {
    table: Table,
    memories: Vec<Memory>,
}

/// What one thread found.
struct Finding {
    root: RootMoves,
    depth: i32,
}

impl Searcher {
    /// With this many threads (at least one) and a table of so many MiB.
    ///
    /// # Errors
    /// If the memory for the table cannot be had.
    pub fn new(threads: usize, mib: usize) -> Result<Self, TableError> {
        let mut searcher = Self { table: Table::new(mib)?, memories: Vec::new() };
        searcher.set_threads(threads);
        Ok(searcher)
    }

    /// Changes the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Replaces the table by an empty one of so many MiB.
    ///
    /// # Errors
    /// If the memory cannot be had; see [`Table::resize`].
    pub fn resize_table(&mut self, mib: usize) -> Result<(), TableError> {
        self.table.resize(mib)
    }

    /// The size of the table in MiB.
    pub fn table_mib(&self) -> usize {
        self.table.mib()
    }

    /// Forgets the table.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.clear_table();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches a position until a limit is reached or `control` says stop, and tells the news.
    ///
    /// At least one line is told before it returns. While `limits` say `infinite` or the search
    /// ponders, it does not return before it is told to.
    pub fn search(
        &mut self,
        pos: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        report: &mut (dyn FnMut(Report) + '_),
    ) -> Outcome {
        self.table.new_search();
        let time = TimeManager::new(limits, pos.side_to_move(), settings.move_overhead);
        let root = RootMoves::new(pos, &limits.search_moves);
        if root.len() == 0 {
            let value = if pos.in_check() { mated_in(0) } else { DRAW };
            report(Report::Line(closing_line(value, Vec::new(), 0, &time)));
            control.wait(limits.infinite);
            return Outcome { best: None, ponder: None, value, depth: 0, nodes: 0 };
        }
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            time,
            multipv: settings.multipv.max(1),
            nodes: self.memories.iter().map(|_| Counter::default()).collect(),
            halt: AtomicBool::new(false),
        };
        let told = &mut false;
        let mut tell = |news: Report| {
            *told |= matches!(news, Report::Line(_));
            report(news);
        };
        let findings = search_together(&shared, &mut self.memories, pos, &root, &mut tell);
        let nodes = shared.total_nodes();
        let best = best_finding(&findings, shared.multipv);
        let leader = best.leader();
        let value = match leader.best_known() {
            // Stopped before anything was searched.
            value if value == -INFINITE => self.memories[0].evaluator.evaluate(pos),
            value => value,
        };
        let depth = best.depth.max(0) as u32;
        if !*told || !std::ptr::eq(best, &findings[0]) {
            report(Report::Line(Line {
                depth: depth.max(1),
                seldepth: leader.seldepth.max(1) as u32,
                hashfull: self.table.hashfull(),
                ..closing_line(value, leader.pv.clone(), nodes, &time)
            }));
        }
        let m = leader.mv();
        let ponder = leader.pv.get(1).copied().or_else(|| self.expected_answer(pos, m));
        Outcome { best: Some(m), ponder, value, depth, nodes }
    }

    /// The answer that the table knows to a move.
    fn expected_answer(&self, pos: &Position, m: Move) -> Option<Move> {
        let mut after = pos.clone();
        after.do_move(m);
        self.table.probe(after.key())?.best.filter(|&answer| after.is_legal(answer))
    }
}

/// The last word of a search that has told nothing of its result yet, at depth 0.
fn closing_line(value: Value, pv: Vec<Move>, nodes: u64, time: &TimeManager) -> Line {
    Line {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        value,
        bound: Bound::Exact,
        nodes,
        elapsed: time.elapsed(),
        hashfull: 0,
        pv,
    }
}

/// Runs the first thread here and the others beside it, and gathers what each found.
fn search_together(
    shared: &Shared,
    memories: &mut [Memory],
    pos: &Position,
    root: &RootMoves,
    report: &mut dyn FnMut(Report),
) -> Vec<Finding> {
    let Some((first, others)) = memories.split_first_mut() else { return Vec::new() };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .enumerate()
            .filter_map(|(i, memory)| {
                let root = root.clone();
                let work = move || {
                    let mut worker = Worker::new(shared, memory, None, i + 1, pos, root);
                    worker.iterate();
                    worker.into_finding()
                };
                // A thread that the system does not grant is done without.
                std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut worker = Worker::new(shared, first, Some(report), 0, pos, root.clone());
        worker.iterate();
        shared.control.wait(shared.limits.infinite);
        shared.halt.store(true, Relaxed);
        if worker.is_stopped() {
            worker.report_last_lines();
        }
        let mut findings = vec![worker.into_finding()];
        findings.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        findings
    })
}

impl Worker<'_> {
    fn into_finding(self) -> Finding {
        Finding { depth: self.completed_depth(), root: self.into_root() }
    }
}

impl Finding {
    /// The best move and what is known of it.
    fn leader(&self) -> &RootMove {
        &self.root.all()[0]
    }

    fn is_known(&self) -> bool {
        self.leader().best_known() > -INFINITE
    }
}

/// The finding to trust: every thread votes for its move, with more weight the deeper it came and
/// the better it judges; the first one decides where there are several lines.
fn best_finding(findings: &[Finding], multipv: usize) -> &Finding {
    let first = &findings[0];
    if findings.len() == 1 || multipv > 1 {
        return first;
    }
    let known = || findings.iter().filter(|finding| finding.is_known());
    let worst = known().map(|f| f.leader().best_known()).min().unwrap_or(DRAW);
    let weight = |finding: &Finding| {
        let value = i64::from(finding.leader().best_known() - worst);
        (value.min(300) + 20) * i64::from(finding.depth)
    };
    let votes =
        |m: Move| -> i64 { known().filter(|finding| finding.leader().mv() == m).map(weight).sum() };
    // The first of equals stays.
    known().fold(first, |best, finding| {
        let more =
            (votes(finding.leader().mv()), finding.depth) > (votes(best.leader().mv()), best.depth);
        if more { finding } else { best }
    })
}
