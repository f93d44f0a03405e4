//! The server: its address, its threads and its end.

use crate::api::Api;
use crate::connection::{First, first, serve};
use crate::gate::Gate;
use crate::limits::{CONNECTIONS, STOP_TIME};
use crate::open::{OpenApi, OpenCalls};
use crate::origin::Origin;
use crate::page::Page;
use crate::respond::Shared;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The stack of the threads of calls; the searches of the built-in engine have threads of their own.
const STACK_SIZE: usize = 8 << 20;

/// The time before another try to accept a connection after one that failed, as without free file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// An error that keeps the server from starting.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port cannot be used.
    #[error("port {port}: {error}")]
    Port {
        /// The port.
        port: u16,
        /// The reason.
        error: io::Error,
    },
    /// The system has no random numbers for the secret.
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    /// The system refuses what a server needs.
    #[error("{0}")]
    System(#[from] io::Error),
}

/// A server that listens and does not serve yet.
pub struct Server {
    listener: TcpListener,
    port: u16,
    is_elsewhere: bool,
    shared: Shared,
    stopped: Arc<Notify>,
}

/// Stops a server, from any thread.
#[derive(Clone)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Stops the server: it closes its connections and returns.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// The port that [`bind`](Self::bind) tries first without a given one: browsers keep the settings of a page by its
    /// address, port included.
    pub const DEFAULT_PORT: u16 = 8064;

    /// Listens on the loopback address 127.0.0.1 at this port. Port 0 is any free one; without a port it is
    /// [`DEFAULT_PORT`](Self::DEFAULT_PORT) if that is free.
    ///
    /// # Errors
    /// If the port cannot be used, or the system has no random numbers.
    pub fn bind(port: Option<u16>, page: Page, api: impl Api) -> Result<Self, ServerError> {
        let listen = |port| {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
            listener.map_err(|error| ServerError::Port { port, error })
        };
        let listener = match port {
            Some(port) => listen(port)?,
            None => listen(Self::DEFAULT_PORT).or_else(|_| listen(0))?,
        };
        let bound = listener.local_addr()?.port();
        let is_elsewhere = port.is_none() && bound != Self::DEFAULT_PORT;
        let (port, page) = (bound, if is_elsewhere { page.elsewhere() } else { page });
        let shared = Shared { gate: Gate::new(port)?, page, api: Arc::new(api), open: None };
        Ok(Self { listener, port, is_elsewhere, shared, stopped: Arc::default() })
    }

    /// Answers the paths of `api` without the secret: to any program of this machine, to the own page, and to pages of
    /// these origins. Host and target are checked as for other requests.
    #[must_use]
    pub fn open_calls(mut self, api: impl OpenApi, origins: Vec<Origin>) -> Self {
        self.shared.open = Some(OpenCalls::new(api, origins));
        self
    }

    /// Returns true if the usual port is in use, so that another one was taken: to a browser it is another site, without
    /// what it has kept for the usual one.
    pub fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    /// Returns the address without the secret: `http://127.0.0.1:8064`.
    pub fn origin(&self) -> String {
        format!("http://{}:{}", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Returns the secret of this run, 32 hexadecimal digits.
    pub fn token(&self) -> &str {
        self.shared.gate.token()
    }

    /// Returns the address of the page with the secret in the fragment, which a browser does not send.
    pub fn address(&self) -> String {
        format!("{}/#token={}", self.origin(), self.token())
    }

    /// Returns the handle that stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stopped))
    }

    /// Serves until the server is stopped. Streams are closed then; calls have [`STOP_TIME`] to end.
    ///
    /// # Errors
    /// If the system refuses the thread or the listener.
    pub fn run(self) -> Result<(), ServerError> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(2 * CONNECTIONS)
            .thread_stack_size(STACK_SIZE)
            .build()?;
        let Self { listener, shared, stopped, .. } = self;
        let shared = Arc::new(shared);
        listener.set_nonblocking(true)?;
        let served: io::Result<()> = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let mut connections = JoinSet::new();
            let accepting = accept(&listener, &shared, &mut connections);
            let First::A(()) = first(stopped.notified(), accepting).await;
            // Dropped connections close their streams, so that calls end.
            connections.shutdown().await;
            Ok(())
        });
        runtime.shutdown_timeout(STOP_TIME);
        Ok(served?)
    }
}

/// Accepts connections, at most [`CONNECTIONS`] at once.
async fn accept(
    listener: &tokio::net::TcpListener,
    shared: &Arc<Shared>,
    connections: &mut JoinSet<()>,
) -> Infallible {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let permit = Arc::clone(&permits).acquire_owned().await;
        while connections.try_join_next().is_some() {}
        let Ok((stream, _)) = listener.accept().await else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // Without it the lines of a stream would wait for each other.
        let _ = stream.set_nodelay(true);
        let shared = Arc::clone(shared);
        connections.spawn(async move {
            serve(stream, shared).await;
            drop(permit);
        });
    }
}
