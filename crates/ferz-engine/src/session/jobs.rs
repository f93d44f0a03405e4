//! What takes time, done one after the other in a thread of its own.

use super::convert;
use super::output::{BenchEvent, Output};
use super::{Sink, perft};
use crate::bench;
use crate::control::Control;
use crate::limits::Limits;
use crate::options::Settings;
use crate::search::report::Report;
use crate::searcher::Searcher;
use crate::tablebase::Tablebases;
use ferz::Position;
use ferz_uci::{Info, PerftLine, Reply};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Something to do.
pub(super) enum Job {
    Ready,
    NewGame,
    ClearTable,
    Resize(usize),
    SetThreads(usize),
    SetTablebases(Option<Arc<Tablebases>>),
    Search {
        position: Box<Position>,
        limits: Box<Limits>,
        settings: Settings,
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

/// A search, perft or bench that was asked for and has not ended.
struct Running {
    control: Arc<Control>,
    /// It has a limit.
    limited: bool,
}

impl Running {
    fn ends_by_itself(&self) -> bool {
        self.limited && !self.control.is_pondering()
    }
}

/// The searches that have not ended, the current one first.
type RunningList = Arc<Mutex<Vec<Running>>>;

/// The queue and the thread that works it off.
pub(super) struct JobQueue {
    sender: Option<Sender<Job>>,
    running: RunningList,
    thread: Option<JoinHandle<()>>,
}

/// The thread's stack: the first search thread runs on it.
const STACK_SIZE: usize = 16 << 20;

impl JobQueue {
    pub(super) fn new(sink: Sink, settings: &Settings) -> Self {
        let (sender, receiver) = channel();
        let running = RunningList::default();
        let (threads, mib) = (settings.threads, settings.hash_mib);
        let list = Arc::clone(&running);
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || JobRunner::new(sink, list, threads, mib).work(&receiver))
            .expect("the system grants one thread");
        Self { sender: Some(sender), running, thread: Some(thread) }
    }

    pub(super) fn push(&self, job: Job) {
        if let Some(sender) = &self.sender {
            // The other end lives as long as this one.
            let _ = sender.send(job);
        }
    }

    /// Queues something that can be stopped.
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

    pub(super) fn is_searching(&self) -> bool {
        !lock(&self.running).is_empty()
    }

    /// Stops all that was asked for.
    pub(super) fn stop(&self) {
        lock(&self.running).iter().for_each(|running| running.control.stop());
    }

    /// Stops what would not end by itself.
    pub(super) fn stop_unlimited(&self) {
        let list = lock(&self.running);
        list.iter().filter(|r| !r.ends_by_itself()).for_each(|r| r.control.stop());
    }

    /// Tells the search that ponders.
    pub(super) fn ponder_hit(&self) {
        let list = lock(&self.running);
        list.iter().filter(|r| r.control.is_pondering()).for_each(|r| r.control.ponder_hit());
    }

    /// Stops everything and waits for the last reply.
    pub(super) fn end(&mut self) {
        self.stop();
        self.end_in_time();
    }

    /// Waits until all is done.
    pub(super) fn end_in_time(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so itself.
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

/// Takes what has ended off the list.
fn take_off(list: &RunningList, control: &Arc<Control>) {
    lock(list).retain(|running| !Arc::ptr_eq(&running.control, control));
}

/// Where the thread works.
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
        let searcher = searcher.expect("one MiB of memory is free");
        Self { sink, running, searcher }
    }

    fn work(&mut self, jobs: &Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            self.work_on(job);
        }
    }

    fn work_on(&mut self, job: Job) {
        match job {
            Job::Ready => self.reply(Reply::ReadyOk),
            Job::NewGame => self.searcher.clear(),
            Job::ClearTable => self.searcher.clear_table(),
            Job::SetThreads(threads) => self.searcher.set_threads(threads),
            Job::SetTablebases(tablebases) => self.searcher.set_tablebases(tablebases),
            Job::Resize(mib) => {
                if let Err(error) = self.searcher.resize_table(mib) {
                    let holds = self.searcher.table_mib();
                    self.reply(Reply::Info(Info::text(format!("{error}; Hash stays {holds} MiB"))));
                }
            }
            Job::Search { position, limits, settings, control } => {
                self.search(&position, &limits, &settings, &control);
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
        take_off(&self.running, control);
    }

    /// Searches and tells the lines and the move.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        settings: &Settings,
        control: &Arc<Control>,
    ) {
        let Self { sink, running, searcher } = self;
        let mut report = |report| {
            if matches!(report, Report::Done(_)) {
                // The list must be empty when the move is out: the GUI may ask at once.
                take_off(running, control);
            }
            sink(Output::Reply(convert::reply(position, settings, &report)));
        };
        searcher.search(position, limits, &settings.search_settings(), control, &mut report);
    }

    fn perft(&self, position: Position, depth: u32, control: &Control) {
        let tell = |line: PerftLine| self.reply(Reply::Perft(line));
        if perft::divide(position, depth, control, tell).is_none() {
            self.reply(Reply::Info(Info::text("perft was stopped")));
        }
    }

    fn bench(&self, depth: u32, control: &Control) {
        let tell = |fen: &str, nodes| {
            (self.sink)(Output::Bench(BenchEvent::Position { fen: fen.to_owned(), nodes }));
        };
        match bench::run(depth, control, tell) {
            Ok(_) if control.is_stopped() => {
                self.reply(Reply::Info(Info::text("bench was stopped")));
            }
            Ok(result) => (self.sink)(Output::Bench(BenchEvent::Total(result))),
            Err(error) => self.reply(Reply::Info(Info::text(error.to_string()))),
        }
    }
}
