//! Tests of in-process UCI sessions.

mod gui;
mod hostile;
mod network;
mod own_book;
mod random_input;
mod replies;
mod running;
mod setup;
