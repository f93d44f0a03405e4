//! The queue of searches and other jobs, executed in order by one thread.

use super::convert;
use super::outlet::Outlet;
use super::output::{BenchEvent, Output};
use super::perft;
use crate::options::OptionValues;
use ferz::Position;
use ferz_engine::Control;
use ferz_engine::Limits;
use ferz_engine::Report;
use ferz_engine::Searcher;
use ferz_engine::bench;
use ferz_engine::tablebase::Tablebases;
use ferz_nnue::Network;
use ferz_uci::{Info, PerftLine, Reply};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// A job of the queue.
pub(super) enum SessionJob {
    Ready,
    /// A reply that needs no search.
    Reply(Reply),
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
    /// A search that is impossible: its reply is the reason and no move.
    RefusedSearch {
        reason: String,
        infinite: bool,
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

/// The job queue and its thread.
pub(super) struct JobQueue {
    sender: Option<Sender<SessionJob>>,
    outlet: Arc<Outlet>,
    thread: Option<JoinHandle<()>>,
}

impl JobQueue {
    /// Starts the thread of a queue.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub(super) fn new(outlet: Arc<Outlet>, searcher: Searcher) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let mut runner = JobRunner { outlet: Arc::clone(&outlet), searcher };
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(Searcher::STACK_SIZE)
            .spawn(move || runner.run(&receiver))?;
        Ok(Self { sender: Some(sender), outlet, thread: Some(thread) })
    }

    pub(super) fn push(&self, job: SessionJob) {
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
        job: impl FnOnce(Arc<Control>) -> SessionJob,
    ) {
        self.outlet.add(&control, limited);
        self.push(job(control));
    }

    /// Stops all jobs and waits for the last reply.
    pub(super) fn end(&mut self) {
        self.outlet.stop();
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

/// The state of the queue's thread.
struct JobRunner {
    outlet: Arc<Outlet>,
    searcher: Searcher,
}

impl JobRunner {
    fn run(&mut self, jobs: &Receiver<SessionJob>) {
        while let Ok(job) = jobs.recv() {
            self.execute(job);
        }
    }

    fn execute(&mut self, job: SessionJob) {
        match job {
            SessionJob::Ready => self.reply(Reply::ReadyOk),
            SessionJob::Reply(reply) => self.reply(reply),
            SessionJob::NewGame => self.searcher.clear(),
            SessionJob::ClearTable => self.searcher.clear_table(),
            SessionJob::SetThreads(threads) => {
                if let Err(error) = self.searcher.set_threads(threads) {
                    let threads = self.searcher.threads();
                    self.text(format!("{error}; Threads stays {threads}"));
                }
            }
            SessionJob::SetTablebases(tablebases) => self.searcher.set_tablebases(tablebases),
            SessionJob::SetNetwork(network) => self.searcher.set_network(network),
            SessionJob::Resize(mib) => {
                if let Err(error) = self.searcher.resize_table(mib) {
                    let mib = self.searcher.table_mib();
                    self.text(format!("{error}; Hash stays {mib} MiB"));
                }
            }
            SessionJob::Search { position, limits, options, control } => {
                self.search(&position, &limits, &options, &control);
            }
            SessionJob::RefusedSearch { reason, infinite, control } => {
                self.refuse(reason, infinite, &control);
            }
            SessionJob::Perft { position, depth, control } => {
                self.perft(*position, depth, &control);
                self.done(&control);
            }
            SessionJob::Bench { depth, control } => {
                self.bench(depth, &control);
                self.done(&control);
            }
        }
    }

    fn reply(&self, reply: Reply) {
        self.outlet.send(Output::Reply(reply));
    }

    fn text(&self, text: String) {
        self.reply(Reply::Info(Info::text(text)));
    }

    fn done(&self, control: &Arc<Control>) {
        self.outlet.remove(control);
    }

    /// Searches and sends the lines and the best move.
    fn search(
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
        let result = searcher.search(position, limits, &settings, control, Some(&mut report));
        if let Err(error) = result {
            self.refuse(error.to_string(), limits.infinite, control);
        }
    }

    /// Replies to an impossible search: the reason, and no move at the time of a search's reply.
    fn refuse(&self, reason: String, infinite: bool, control: &Arc<Control>) {
        self.text(reason);
        control.wait(infinite);
        self.done(control);
        self.reply(Reply::BestMove { best: None, ponder: None });
    }

    fn perft(&self, position: Position, depth: u32, control: &Control) {
        let report = |line: PerftLine| self.reply(Reply::Perft(line));
        if perft::divide(position, depth, control, report).is_none() {
            self.text("perft stopped".to_owned());
        }
    }

    fn bench(&self, depth: u32, control: &Control) {
        let report = |fen: &str, nodes| {
            self.outlet.send(Output::Bench(BenchEvent::Position { fen: fen.to_owned(), nodes }));
        };
        match bench::run(depth, control, report) {
            Ok(_) if control.is_stopped() => self.text("bench stopped".to_owned()),
            Ok(result) => self.outlet.send(Output::Bench(BenchEvent::Total(result))),
            Err(error) => self.text(error.to_string()),
        }
    }
}
