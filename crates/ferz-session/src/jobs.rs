//! The queue of searches and other jobs, executed in order by one thread, or by the caller on a system
//! without threads.

use crate::convert;
use crate::options::OptionValues;
use crate::output::{BenchEvent, Output};
use ferz::Position;
use ferz_engine::{Control, Limits, Report, Searcher, bench, clock};
use ferz_nnue::Network;
use ferz_uci::{Info, PerftLine, Reply};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// A job of the queue, which the queue's thread calls.
type SessionJob = Box<dyn FnOnce(&mut JobRunner) + Send>;

/// The job queue.
pub(super) struct JobQueue {
    outlet: Arc<Outlet>,
    executor: Executor,
}

/// Who runs the jobs.
enum Executor {
    /// A thread that receives them.
    Thread(Sender<SessionJob>, JoinHandle<()>),
    /// The caller, on a system without threads: each job ends before the next command.
    Caller(Box<Mutex<JobRunner>>),
    /// Nobody: the session has ended.
    Ended,
}

impl JobQueue {
    /// Starts the thread of a queue.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub(super) fn new(outlet: Arc<Outlet>, searcher: Searcher) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let (runner_sender, runner_receiver) = channel();
        let runner = JobRunner { outlet: Arc::clone(&outlet), searcher };
        let spawned = std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(Searcher::STACK_SIZE)
            .spawn(move || {
                // Without a runner the queue has not begun.
                let Ok(runner) = runner_receiver.recv() else { return };
                run_jobs(receiver, runner);
            });
        let executor = match spawned {
            Ok(thread) => {
                // The thread waits for it.
                let _ = runner_sender.send(runner);
                Executor::Thread(sender, thread)
            }
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                Executor::Caller(Box::new(Mutex::new(runner)))
            }
            Err(error) => return Err(error),
        };
        Ok(Self { outlet, executor })
    }

    /// Queues a job. After a panic of an earlier one it is dropped.
    pub(super) fn push(&self, job: impl FnOnce(&mut JobRunner) + Send + 'static) {
        match &self.executor {
            Executor::Thread(sender, _) => drop(sender.send(Box::new(job))),
            Executor::Caller(runner) => {
                job(&mut runner.lock().unwrap_or_else(PoisonError::into_inner));
            }
            Executor::Ended => {}
        }
    }

    /// Queues a job that can be stopped by its control, which it removes from the outlet at its end.
    pub(super) fn push_stoppable(
        &self,
        control: Arc<Control>,
        kind: JobKind,
        job: impl FnOnce(&mut JobRunner, &Arc<Control>) + Send + 'static,
    ) {
        self.outlet.add(&control, kind);
        self.push(move |runner| job(runner, &control));
    }

    /// Stops all searches, completes counts and waits for the last reply.
    pub(super) fn quit(&mut self) {
        self.outlet.stop_if(|job| job.kind != JobKind::Count);
        self.finish();
    }

    /// Waits until all jobs have ended.
    pub(super) fn finish(&mut self) {
        if let Executor::Thread(sender, thread) =
            std::mem::replace(&mut self.executor, Executor::Ended)
        {
            drop(sender);
            // A panic of a job has been sent as an output.
            let _ = thread.join();
        }
    }
}

impl Drop for JobQueue {
    fn drop(&mut self) {
        self.outlet.stop();
        self.finish();
    }
}

/// Executes jobs until the sender is dropped or one panics. A caller that waits for a reply must learn that there will
/// be none, so that the panic becomes an output.
fn run_jobs(jobs: Receiver<SessionJob>, mut runner: JobRunner) {
    let outlet = Arc::clone(&runner.outlet);
    let run = move || jobs.into_iter().for_each(|job| job(&mut runner));
    // The runner and its jobs, which the panic may have left half changed, are dropped.
    if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        outlet.fail(message.unwrap_or("a panic").to_owned());
    }
}

/// The state of the queue's thread.
pub(super) struct JobRunner {
    outlet: Arc<Outlet>,
    pub(super) searcher: Searcher,
}

impl JobRunner {
    /// Resizes the hash table, or reports that its size stays.
    pub(super) fn resize_table(&mut self, mib: usize) {
        if let Err(error) = self.searcher.resize_table(mib) {
            let mib = self.searcher.table_mib();
            self.text(format!("{error}; Hash stays {mib} MiB"));
        }
    }

    /// Changes the number of threads, or reports that it stays.
    pub(super) fn set_threads(&mut self, threads: usize) {
        if let Err(error) = self.searcher.set_threads(threads) {
            let threads = self.searcher.threads();
            self.text(format!("{error}; Threads stays {threads}"));
        }
    }

    pub(super) fn reply(&self, reply: Reply) {
        self.outlet.send(Output::Reply(reply));
    }

    fn text(&self, text: String) {
        self.reply(Reply::Info(Info::text(text)));
    }

    /// Searches and sends the lines and the best move.
    pub(super) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        options: &OptionValues,
        control: &Arc<Control>,
    ) {
        let Self { outlet, searcher } = self;
        let mut report = |report| {
            if let Report::Done(result) = &report {
                if options.pgn_comment && result.best.is_some() {
                    outlet.send(Output::Reply(convert::pgn_comment(result)));
                }
                // Remove the job before `bestmove` is sent: `isready` may follow at once.
                outlet.remove(control);
            }
            outlet.send(Output::Reply(convert::reply(position, options.show_wdl, &report)));
        };
        let settings = options.search_settings();
        let result = searcher.search_on_current_thread(
            position,
            limits,
            &settings,
            control,
            Some(&mut report),
        );
        if let Err(error) = result {
            self.refuse(error.to_string(), limits.infinite, control);
        }
    }

    /// Replies to an impossible search: the reason, and no move at the time of a search's reply.
    pub(super) fn refuse(&self, reason: String, infinite: bool, control: &Arc<Control>) {
        self.text(reason);
        control.wait(infinite);
        self.outlet.remove(control);
        self.reply(Reply::BestMove { best: None, ponder: None });
    }

    pub(super) fn perft(&self, position: Position, depth: u32, control: &Arc<Control>) {
        let report = |line: PerftLine| self.reply(Reply::Perft(line));
        if divide(position, depth, control, report).is_none() {
            self.text("perft stopped".to_owned());
        }
        self.outlet.remove(control);
    }

    pub(super) fn bench(&self, network: Option<Arc<Network>>, depth: u32, control: &Arc<Control>) {
        let report = |fen: &str, nodes| {
            self.outlet.send(Output::Bench(BenchEvent::Position { fen: fen.to_owned(), nodes }));
        };
        match bench::run(network, depth, control, report) {
            Ok(_) if control.is_stopped() => self.text("bench stopped".to_owned()),
            Ok(result) => self.outlet.send(Output::Bench(BenchEvent::Total(result))),
            Err(error) => self.text(error.to_string()),
        }
        self.outlet.remove(control);
    }
}

/// The receiver of output.
type Sink = Box<dyn Fn(Output) -> io::Result<()> + Send + Sync>;

/// The end of a job without a `stop`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// A search without a limit.
    Unlimited,
    /// A search with a limit.
    Limited,
    /// Perft or bench, which a script asks for before `quit`: it is completed then, as in engines that
    /// read no input while they count.
    Count,
}

impl JobKind {
    /// Returns the kind of a search.
    pub(super) fn of_search(is_limited: bool) -> Self {
        if is_limited { Self::Limited } else { Self::Unlimited }
    }
}

/// A search, perft or bench that is queued or running.
pub(super) struct Running {
    control: Arc<Control>,
    kind: JobKind,
}

impl Running {
    /// Returns true if the job ends without a `stop`.
    fn ends_by_itself(&self) -> bool {
        self.kind != JobKind::Unlimited && !self.control.is_pondering()
    }
}

/// The sink of a session and its running jobs. Without a reader of the output no job has a purpose,
/// so the first error of the sink stops them all.
pub(super) struct Outlet {
    sink: Sink,
    closed: AtomicBool,
    /// The stoppable jobs that have not ended, the current one first.
    running: Mutex<Vec<Running>>,
    /// The log of input and output, if there is one.
    log: Mutex<Option<File>>,
}

impl Outlet {
    pub(super) fn new(sink: Sink) -> Self {
        Self {
            sink,
            closed: AtomicBool::new(false),
            running: Mutex::default(),
            log: Mutex::default(),
        }
    }

    /// Sends an output. After an error of the sink nothing more is sent.
    pub(super) fn send(&self, output: Output) {
        self.log("<<", &output);
        if !self.is_closed() && (self.sink)(output).is_err() {
            self.closed.store(true, SeqCst);
            self.stop();
        }
    }

    /// Sends the message of a panic as the last output. No job ends after it.
    fn fail(&self, message: String) {
        self.send(Output::Failure(message));
        self.closed.store(true, SeqCst);
        self.running().clear();
    }

    /// Replaces the log; without a file nothing is logged.
    pub(super) fn set_log(&self, file: Option<File>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = file;
    }

    /// Appends a text to the log, each line after a mark of its direction. An error ends the log.
    pub(super) fn log(&self, mark: &str, text: &impl Display) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = log.as_mut() {
            let lines: String =
                text.to_string().lines().map(|line| format!("{mark} {line}\n")).collect();
            if file.write_all(lines.as_bytes()).is_err() {
                *log = None;
            }
        }
    }

    /// Returns true after an error of the sink.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(SeqCst)
    }

    /// Adds a job. After an error of the sink it is stopped before it begins.
    pub(super) fn add(&self, control: &Arc<Control>, kind: JobKind) {
        self.running().push(Running { control: Arc::clone(control), kind });
        if self.is_closed() {
            control.stop();
        }
    }

    /// Removes a job that has ended.
    pub(super) fn remove(&self, control: &Arc<Control>) {
        self.running().retain(|running| !Arc::ptr_eq(&running.control, control));
    }

    /// Returns true if a job runs or is queued.
    pub(super) fn is_busy(&self) -> bool {
        !self.running().is_empty()
    }

    /// Stops all jobs.
    pub(super) fn stop(&self) {
        self.stop_if(|_| true);
    }

    /// Stops the jobs for which a condition holds.
    fn stop_if(&self, is_stopped: impl Fn(&Running) -> bool) {
        let running = self.running();
        running.iter().filter(|running| is_stopped(running)).for_each(|r| r.control.stop());
    }

    /// Stops the jobs that do not end by themselves.
    pub(super) fn stop_unlimited(&self) {
        self.stop_if(|running| !running.ends_by_itself());
    }

    /// Signals the ponder hit to the pondering search.
    pub(super) fn ponder_hit(&self) {
        let running = self.running();
        running.iter().filter(|r| r.control.is_pondering()).for_each(|r| r.control.ponder_hit());
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The depth in plies of subtrees that are counted without polling the stop flag. Each takes milliseconds.
const UNINTERRUPTED_DEPTH: u32 = 4;

/// Counts the leaf nodes at `depth` below each move and reports them, then the total. Returns `None`
/// if stopped.
pub(super) fn divide(
    mut position: Position,
    depth: u32,
    control: &Control,
    mut report: impl FnMut(PerftLine),
) -> Option<u64> {
    let mut total = 0;
    for &mv in position.legal_moves().iter().filter(|_| depth > 0) {
        let uci_move = position.uci(mv);
        position.do_move(mv);
        let nodes = count(&mut position, depth - 1, control)?;
        position.undo_move();
        report(PerftLine::Move { uci_move, nodes });
        total += nodes;
    }
    total = if depth == 0 { 1 } else { total };
    report(PerftLine::Total { nodes: total });
    Some(total)
}

fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    clock::poll();
    if depth <= UNINTERRUPTED_DEPTH {
        return (!control.is_stopped()).then(|| leaves(position, depth));
    }
    let mut total = 0;
    for &mv in &position.legal_moves() {
        position.do_move(mv);
        total += count(position, depth - 1, control)?;
        position.undo_move();
    }
    Some(total)
}

/// Counts the leaf nodes of a subtree. At this depth they fit 64 bits.
#[cfg(feature = "perft")]
fn leaves(position: &mut Position, depth: u32) -> u64 {
    ferz_perft::count(position, depth) as u64
}

/// Counts the leaf nodes of a subtree move by move.
#[cfg(not(feature = "perft"))]
fn leaves(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| {
                position.do_move(mv);
                let nodes = leaves(position, depth - 1);
                position.undo_move();
                nodes
            })
            .sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_engine::SearcherOptions;
    use ferz_uci::Reply;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn failed_output_stops_running_and_later_jobs() {
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&sent);
        let outlet = Outlet::new(Box::new(move |_| match counter.fetch_add(1, SeqCst) {
            0 => Ok(()),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }));
        let [first, second] = [(); 2].map(|()| Arc::new(Control::default()));
        outlet.add(&first, JobKind::Limited);
        outlet.send(Output::Reply(Reply::ReadyOk));
        assert!(!outlet.is_closed() && !first.is_stopped());
        outlet.send(Output::Reply(Reply::ReadyOk));
        assert!(outlet.is_closed() && first.is_stopped());
        outlet.send(Output::Reply(Reply::ReadyOk));
        assert_eq!(sent.load(SeqCst), 2);
        outlet.add(&second, JobKind::Count);
        assert!(second.is_stopped() && outlet.is_busy());
        outlet.remove(&first);
        outlet.remove(&second);
        assert!(!outlet.is_busy());
    }

    #[test]
    fn a_panic_of_a_job_is_the_last_output() {
        let (sender, outputs) = channel();
        let sink = move |output: Output| -> io::Result<()> {
            let _ = sender.send(output.to_string());
            Ok(())
        };
        let outlet = Arc::new(Outlet::new(Box::new(sink)));
        let searcher = Searcher::new(SearcherOptions { hash_mib: 1, ..Default::default() });
        let queue = JobQueue::new(Arc::clone(&outlet), searcher.unwrap()).unwrap();
        queue.push(|runner| runner.text("first".to_owned()));
        let fail = |_: &mut JobRunner, _: &Arc<Control>| panic!("of a test");
        queue.push_stoppable(Arc::new(Control::default()), JobKind::Limited, fail);
        queue.push(|runner| runner.text("second".to_owned()));
        let received: Vec<_> = outputs.iter().take(2).collect();
        assert_eq!(
            received,
            ["info string first", "info string the session has failed: of a test"]
        );
        drop(queue);
        assert!(outlet.is_closed() && !outlet.is_busy());
        assert!(outputs.try_recv().is_err());
    }

    #[test]
    fn jobs_that_do_not_end_by_themselves_are_stopped() {
        let outlet = Outlet::new(Box::new(|_| Ok(())));
        let jobs = [(false, true), (false, false), (true, true), (true, false), (false, false)];
        let controls = jobs.map(|(pondering, limited)| {
            let control = Arc::new(Control::new(pondering));
            outlet.add(&control, JobKind::of_search(limited));
            control
        });
        let stopped = || controls.iter().map(|control| control.is_stopped()).collect::<Vec<_>>();
        outlet.remove(&controls[4]);
        assert_eq!(stopped(), [false; 5]);
        outlet.stop_unlimited();
        assert_eq!(stopped(), [false, true, true, true, false]);
        outlet.stop();
        assert_eq!(stopped(), [true, true, true, true, false]);
    }

    #[test]
    fn ponder_hit_ends_pondering_once() {
        let outlet = Outlet::new(Box::new(|_| Ok(())));
        let control = Arc::new(Control::new(true));
        outlet.add(&control, JobKind::Limited);
        outlet.ponder_hit();
        assert!(!control.is_pondering() && !control.is_stopped());
        outlet.stop_unlimited();
        assert!(!control.is_stopped());
    }

    #[test]
    fn divided_counts_are_those_of_perft() {
        let position = Position::from_fen("8/4p3/4k3/8/8/3K4/4P3/8 w - - 0 1").unwrap();
        for depth in 0..=UNINTERRUPTED_DEPTH + 2 {
            let expected = ferz_perft::count(&position, depth) as u64;
            let mut lines = Vec::new();
            let report = |line| lines.push(line);
            let total = divide(position.clone(), depth, &Control::default(), report);
            assert_eq!(total, Some(expected), "{depth}");
            assert_eq!(lines.pop(), Some(PerftLine::Total { nodes: expected }));
            let counts = lines.iter().map(|line| match line {
                PerftLine::Move { nodes, .. } => *nodes,
                PerftLine::Total { .. } => panic!("{lines:?}"),
            });
            assert_eq!(counts.sum::<u64>(), if depth == 0 { 0 } else { expected }, "{depth}");
        }
        let stopped = Control::default();
        stopped.stop();
        assert_eq!(divide(position, 6, &stopped, |_| {}), None);
    }
}
