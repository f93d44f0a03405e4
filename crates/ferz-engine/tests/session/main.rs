//! Tests of in-process UCI sessions.

mod gui;
mod network;
mod random_input;
mod replies;
mod running;
mod setup;
