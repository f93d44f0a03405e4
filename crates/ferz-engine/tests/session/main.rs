//! UCI sessions in process: replies in order, at once, and to any text whatever.

mod gui;
mod noise;
mod running;
mod setup;
mod told;
