//! One connection: a single request within its time, and a client that reads.

use crate::limits::{HEAD_SIZE, HEADERS, REQUEST_TIME, WRITE_TIME};
use crate::respond::{Shared, respond};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

/// Serves a connection to its end. Errors end it: there is no one to tell.
pub(crate) async fn serve(stream: TcpStream, shared: Arc<Shared>) {
    let is_read = Arc::new(Notify::new());
    let noticed = Arc::clone(&is_read);
    let service =
        service_fn(move |request| respond(request, Arc::clone(&shared), Arc::clone(&noticed)));
    let mut connection = pin!(
        http1::Builder::new()
            .keep_alive(false)
            .half_close(false)
            .max_buf_size(HEAD_SIZE)
            .max_headers(HEADERS)
            .serve_connection(Io::new(stream), service)
    );
    let in_time = first(is_read.notified(), sleep(REQUEST_TIME));
    if let First::B(First::A(())) = first(&mut connection, in_time).await {
        let _ = connection.await;
    }
}

/// The future of two that was ready first, with its output.
pub(crate) enum First<A, B> {
    A(A),
    B(B),
}

/// Waits for the first of two futures. The other one is dropped.
pub(crate) async fn first<A: Future, B: Future>(a: A, b: B) -> First<A::Output, B::Output> {
    let (mut a, mut b) = (pin!(a), pin!(b));
    poll_fn(move |context| {
        if let Poll::Ready(output) = a.as_mut().poll(context) {
            return Poll::Ready(First::A(output));
        }
        b.as_mut().poll(context).map(First::B)
    })
    .await
}

/// A socket for hyper, whose writes fail once the client has not read for [`WRITE_TIME`].
struct Io {
    stream: TcpStream,
    /// The time at which a write that waits fails.
    stuck: Pin<Box<Sleep>>,
    /// Set while a write waits.
    is_waiting: bool,
}

impl Io {
    fn new(stream: TcpStream) -> Self {
        Self { stream, stuck: Box::pin(sleep(WRITE_TIME)), is_waiting: false }
    }
}

impl Read for Io {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut target: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut bytes = [0; 4096];
        let length = bytes.len().min(target.remaining());
        let mut buffer = ReadBuf::new(&mut bytes[..length]);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer))?;
        target.put_slice(buffer.filled());
        Poll::Ready(Ok(()))
    }
}

impl Write for Io {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(context, bytes) {
            self.is_waiting = false;
            return Poll::Ready(written);
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.stuck.as_mut().reset(Instant::now() + WRITE_TIME);
        }
        ready!(self.stuck.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
