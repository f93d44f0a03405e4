//! Tests of commands and replies as text. Those of the client count processes and need programs of their
//! own.

mod any_text;
mod round_trip;
