//! Tests of games as text.

mod drawings;
mod hostile;
mod round_trip;
