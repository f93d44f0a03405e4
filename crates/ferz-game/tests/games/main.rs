//! Tests of games as text.

mod hostile;
mod round_trip;
