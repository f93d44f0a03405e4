//! The queue of searches and other jobs, executed in order by one thread.

use super::convert;
use super::output::{BenchEvent, Output, Sink};
use super::perft;
use crate::bench;
use crate::control::Control;
use crate::limits::Limits;
use crate::options::OptionValues;
use crate::search::report::Report;
use crate::searcher::Searcher;
use crate::tablebase::Tablebases;
use ferz::Position;
use ferz_nnue::Network;
use ferz_uci::{Info, PerftLine, Reply};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A job of the queue.
pub(super) enum Job {
    Ready,
    NewGame,
    ClearTable,
    Resize(usize),
    SetThreads(usize),
    SetTablebases(Option<Arc<Tablebases>>),
    SetNetwork(Option<Arc<Network>>),
    Search {
        position: Box<Position>,
        limits: Box<Limits>,
        options: OptionValues,
        control: Arc<Control>,
    },
    Perft {
        position: Box<Position>,
        depth: u32,
        control: Arc<Control>,
    },
    Bench {
        depth: u32,
        control: Arc<Control>,
    },
}

/// A search, perft or bench that is queued or running.
struct Running {
    control: Arc<Control>,
    /// Set if the job has a limit.
    limited: bool,
}

impl Running {
    /// Returns true if the job ends without a `stop`.
    fn ends_by_itself(&self) -> bool {
        self.limited && !self.control.is_pondering()
    }
}

/// The stoppable jobs that have not ended, the current one first.
type RunningList = Arc<Mutex<Vec<Running>>>;

/// The job queue and its thread.
pub(super) struct JobQueue {
    sender: Option<Sender<Job>>,
    running: RunningList,
    thread: Option<JoinHandle<()>>,
}

/// The stack size of the thread, which also runs the first search thread.
const STACK_SIZE: usize = 16 << 20;

impl JobQueue {
    pub(super) fn new(sink: Sink, options: &OptionValues) -> Self {
        let (sender, receiver) = channel();
        let running = RunningList::default();
        let (threads, mib) = (options.threads, options.hash_mib);
        let list = Arc::clone(&running);
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || JobRunner::new(sink, list, threads, mib).run(&receiver))
            .expect("the system can spawn one thread");
        Self { sender: Some(sender), running, thread: Some(thread) }
    }

    pub(super) fn push(&self, job: Job) {
        if let Some(sender) = &self.sender {
            // The receiver lives until the sender is dropped.
            let _ = sender.send(job);
        }
    }

    /// Queues a job that can be stopped.
    pub(super) fn push_running(
        &self,
        control: Arc<Control>,
        limited: bool,
        job: impl FnOnce(Arc<Control>) -> Job,
    ) {
        let running = Running { control: Arc::clone(&control), limited };
        lock(&self.running).push(running);
        self.push(job(control));
    }

    /// Returns true if a search, perft or bench runs or is queued.
    pub(super) fn is_busy(&self) -> bool {
        !lock(&self.running).is_empty()
    }

    /// Stops all jobs.
    pub(super) fn stop(&self) {
        lock(&self.running).iter().for_each(|running| running.control.stop());
    }

    /// Stops the jobs that do not end by themselves.
    pub(super) fn stop_unlimited(&self) {
        let list = lock(&self.running);
        list.iter().filter(|r| !r.ends_by_itself()).for_each(|r| r.control.stop());
    }

    /// Signals the ponder hit to the pondering search.
    pub(super) fn ponder_hit(&self) {
        let list = lock(&self.running);
        list.iter().filter(|r| r.control.is_pondering()).for_each(|r| r.control.ponder_hit());
    }

    /// Stops all jobs and waits for the last reply.
    pub(super) fn end(&mut self) {
        self.stop();
        self.finish();
    }

    /// Waits until all jobs have ended.
    pub(super) fn finish(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic of the thread.
            let _ = thread.join();
        }
    }
}

impl Drop for JobQueue {
    fn drop(&mut self) {
        self.end();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a job that has ended.
fn remove(list: &RunningList, control: &Arc<Control>) {
    lock(list).retain(|running| !Arc::ptr_eq(&running.control, control));
}

/// The state of the queue's thread.
struct JobRunner {
    sink: Sink,
    running: RunningList,
    searcher: Searcher,
}

impl JobRunner {
    fn new(sink: Sink, running: RunningList, threads: usize, mib: usize) -> Self {
        let searcher = Searcher::new(threads, mib).or_else(|error| {
            sink(Output::Reply(Reply::Info(Info::text(error.to_string()))));
            Searcher::new(threads, 1)
        });
        let searcher = searcher.expect("1 MiB of memory can be allocated");
        Self { sink, running, searcher }
    }

    fn run(&mut self, jobs: &Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            self.execute(job);
        }
    }

    fn execute(&mut self, job: Job) {
        match job {
            Job::Ready => self.reply(Reply::ReadyOk),
            Job::NewGame => self.searcher.clear(),
            Job::ClearTable => self.searcher.clear_table(),
            Job::SetThreads(threads) => self.searcher.set_threads(threads),
            Job::SetTablebases(tablebases) => self.searcher.set_tablebases(tablebases),
            Job::SetNetwork(network) => self.searcher.set_network(network),
            Job::Resize(mib) => {
                if let Err(error) = self.searcher.resize_table(mib) {
                    let mib = self.searcher.table_mib();
                    self.reply(Reply::Info(Info::text(format!("{error}; Hash stays {mib} MiB"))));
                }
            }
            Job::Search { position, limits, options, control } => {
                self.search(&position, &limits, &options, &control);
            }
            Job::Perft { position, depth, control } => {
                self.perft(*position, depth, &control);
                self.done(&control);
            }
            Job::Bench { depth, control } => {
                self.bench(depth, &control);
                self.done(&control);
            }
        }
    }

    fn reply(&self, reply: Reply) {
        (self.sink)(Output::Reply(reply));
    }

    fn done(&self, control: &Arc<Control>) {
        remove(&self.running, control);
    }

    /// Searches and sends the lines and the best move.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        options: &OptionValues,
        control: &Arc<Control>,
    ) {
        let Self { sink, running, searcher } = self;
        let mut report = |report| {
            if matches!(report, Report::Done(_)) {
                // Remove the job before `bestmove` is sent: `isready` may follow at once.
                remove(running, control);
            }
            sink(Output::Reply(convert::reply(position, options, &report)));
        };
        searcher.search(position, limits, &options.search_settings(), control, &mut report);
    }

    fn perft(&self, position: Position, depth: u32, control: &Control) {
        let report = |line: PerftLine| self.reply(Reply::Perft(line));
        if perft::divide(position, depth, control, report).is_none() {
            self.reply(Reply::Info(Info::text("perft stopped")));
        }
    }

    fn bench(&self, depth: u32, control: &Control) {
        let report = |fen: &str, nodes| {
            (self.sink)(Output::Bench(BenchEvent::Position { fen: fen.to_owned(), nodes }));
        };
        match bench::run(depth, control, report) {
            Ok(_) if control.is_stopped() => {
                self.reply(Reply::Info(Info::text("bench stopped")));
            }
            Ok(result) => (self.sink)(Output::Bench(BenchEvent::Total(result))),
            Err(error) => self.reply(Reply::Info(Info::text(error.to_string()))),
        }
    }
}
