//! The run of a search: its threads, its last lines and its result.

use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::search::report::{Line, Report, SearchResult};
use crate::search::root_moves::{RootMove, RootMoves};
use crate::search::shared::Shared;
use crate::search::skill::Skill;
use crate::search::worker::Worker;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::value::{Bound, DRAW, INFINITE, MAX_PLY, Value, mated_in};
use ferz::{Move, Position};
use std::sync::RwLock;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::Scope;

/// Stack size of a search thread. The longest line uses a good part of it in debug builds.
pub(super) const STACK_SIZE: usize = 16 << 20;

/// Reports and returns the result of a position without root moves.
pub(super) fn report_no_move(
    pos: &Position,
    limits: &Limits,
    control: &Control,
    time: &TimeManager,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> SearchResult {
    let value = if pos.in_check() { mated_in(0) } else { DRAW };
    let result = SearchResult { best: None, ponder: None, value, depth: 0, nodes: 0 };
    if let Some(report) = report.as_mut() {
        report(Report::Line(line_at_depth_0(value, true, Vec::new(), time)));
    }
    control.wait(limits.infinite);
    if let Some(report) = report.as_mut() {
        report(Report::Done(result.clone()));
    }
    result
}

/// Runs thread 0 in the calling thread and the others beside it. Reports and returns the result, and
/// returns the nodes since the ponder hit.
pub(super) fn run_threads(
    shared: &Shared,
    evaluators: &mut [Evaluator],
    pos: &Position,
    root: &RootMoves,
    choice: Option<(Skill, f64)>,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> (SearchResult, u64) {
    let (first, others) = evaluators.split_first_mut().expect("a searcher has an evaluator");
    let start_lock = &RwLock::new(());
    std::thread::scope(|scope| {
        let mut has_reported = false;
        let mut report_of_worker = report.as_mut().map(|report| {
            |update: Report| {
                has_reported |= matches!(update, Report::Line(_));
                report(update);
            }
        });
        let report_of_worker =
            report_of_worker.as_mut().map(|report| report as &mut dyn FnMut(Report));
        let mut worker = Worker::new(shared, first, report_of_worker, 0, pos, root.clone());
        if worker.iterate(1) {
            spawn_workers(scope, shared, others, pos, root, start_lock);
            worker.iterate(MAX_PLY);
        }
        shared.control.wait(shared.limits.infinite);
        shared.stop_all.store(true, Relaxed);
        let chosen = finish(&mut worker, choice);
        let result = result_of(shared, pos, &mut worker, &chosen);
        let nodes = shared.totals.nodes_since_ponderhit();
        if let Some(report) = report {
            if !has_reported {
                report(Report::Line(last_line(shared, &chosen, &result)));
            }
            // The result does not wait for the other threads to stop.
            report(Report::Done(result.clone()));
        }
        (result, nodes)
    })
}

/// Spawns the threads beside thread 0. They wait until all are spawned, because running threads
/// delay the start of others. Ignores spawn failures: the search runs with fewer threads.
fn spawn_workers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope Shared<'scope>,
    others: &'scope mut [Evaluator],
    pos: &'scope Position,
    root: &RootMoves,
    start_lock: &'scope RwLock<()>,
) {
    let locked = start_lock.write();
    for (i, evaluator) in others.iter_mut().enumerate() {
        let root = root.clone();
        let work = move || {
            drop(start_lock.read());
            Worker::new(shared, evaluator, None, i + 1, pos, root).iterate(MAX_PLY);
        };
        let _ = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
    }
    drop(locked);
}

/// Reports the last lines of a stopped search and returns the root move to play: the best one, or
/// below full strength one that is chosen by a random number. The lines do not depend on the choice.
fn finish(worker: &mut Worker, choice: Option<(Skill, f64)>) -> RootMove {
    let chosen = choice.map(|(skill, random)| {
        let lines = worker.root().all().iter().take(worker.lines_searched());
        // Lines without a value were not searched.
        let values = lines.map(RootMove::last_value).take_while(|&value| value > -INFINITE);
        let index = skill.choose(&values.collect::<Vec<_>>(), random);
        worker.root().all()[index].clone()
    });
    if worker.is_stopped() {
        worker.sort_last_lines();
        worker.report_lines();
    }
    chosen.unwrap_or_else(|| worker.root().all()[0].clone())
}

/// Returns the result of a search that plays `chosen`.
fn result_of(
    shared: &Shared,
    pos: &Position,
    worker: &mut Worker,
    chosen: &RootMove,
) -> SearchResult {
    let value = match chosen.last_value() {
        // The search was stopped before it completed a move.
        value if value == -INFINITE => worker.evaluate_position(),
        value => value,
    };
    let best = chosen.mv();
    let from_tt = || ponder_move(shared.tt, pos, best);
    SearchResult {
        best: Some(best),
        ponder: chosen.pv.get(1).copied().or_else(from_tt),
        value: chosen.tb_value_for(value).unwrap_or(value),
        depth: worker.completed_depth().max(0) as u32,
        nodes: shared.totals.nodes(),
    }
}

/// Returns the table move after a move, unless the game ends with it.
fn ponder_move(tt: &TranspositionTable, pos: &Position, mv: Move) -> Option<Move> {
    let mut after = pos.clone();
    after.do_move(mv);
    let claimable_draw = after.is_fifty_move_draw() || after.is_repetition(3);
    if claimable_draw || after.outcome().is_some() {
        return None;
    }
    tt.probe(after.key())?.best.filter(|&reply| after.is_legal(reply))
}

/// Returns the line of the move to play, for a search that was stopped before it reported one.
fn last_line(shared: &Shared, chosen: &RootMove, result: &SearchResult) -> Line {
    let proven = chosen.tb_value_for(result.value).is_some();
    Line {
        depth: result.depth.max(1),
        seldepth: chosen.seldepth.max(1) as u32,
        nodes: result.nodes,
        tb_hits: shared.totals.tb_hits(),
        hashfull: shared.tt.hashfull(),
        ..line_at_depth_0(result.value, proven, chosen.pv.clone(), &shared.time)
    }
}

/// Returns an exact line at depth 0 without any nodes.
fn line_at_depth_0(value: Value, proven: bool, pv: Vec<Move>, time: &TimeManager) -> Line {
    Line {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        value,
        proven,
        bound: Bound::Exact,
        nodes: 0,
        tb_hits: 0,
        elapsed: time.elapsed(),
        hashfull: 0,
        pv,
    }
}
