//! The HTTP server of `ferz serve`: the page's files, and calls for one person on one machine.
//!
//! [`Server`] listens on the loopback interface. It sends the files of a [`Page`] to anyone who names it by its own
//! address, and passes calls (`POST /api/NAME` with a JSON body) to an [`Api`] if they carry the secret of this run. An
//! [`Answer`] is a text or a stream that ends when either side closes it. [`Server::open_calls`] adds calls of an
//! [`OpenApi`], which anyone on this machine may read without the secret.
//!
//! One thread serves all connections with hyper; calls run in threads of their own. The limits are constants of
//! [`limits`]. A request is refused before it costs more than they allow.

#![forbid(unsafe_code)]

mod api;
mod connection;
mod content;
mod gate;
pub mod limits;
mod listing;
mod open;
mod origin;
mod page;
mod query;
mod respond;
mod response;
mod server;
mod stream;

pub use api::{Answer, Api, Refusal, StreamWriter};
pub use open::OpenApi;
pub use origin::{Origin, ParseOriginError};
pub use page::Page;
pub use query::Query;
pub use server::{Server, ServerError, Stopper};
pub use stream::{Closed, Stream};
