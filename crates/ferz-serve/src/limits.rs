//! The limits of the server in number, size and time.

use std::time::Duration;

/// The number of connections at once; further ones wait until one ends.
pub const CONNECTIONS: usize = 32;

/// The time to send a complete request, from the acceptance of the connection.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);

/// The time without progress after which a client that does not read is disconnected.
pub const WRITE_TIME: Duration = Duration::from_secs(20);

/// The size of the body of a call in bytes.
pub const BODY_SIZE: usize = 64 << 10;

/// The size of the line and the headers of a request in bytes.
pub const HEAD_SIZE: usize = 16 << 10;

/// The number of headers of a request.
pub const HEADERS: usize = 64;

/// The number of open calls that run at once; further ones wait.
pub const OPEN_CALLS: usize = 4;

/// The time that an open call waits for others before it is refused.
pub const OPEN_WAIT: Duration = Duration::from_secs(5);

/// The number of pieces of a stream that wait for the client.
pub const WAITING_PIECES: usize = 256;

/// The time that running calls have to end after the server was stopped.
pub const STOP_TIME: Duration = Duration::from_secs(2);
