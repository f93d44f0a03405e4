//! The four boards against published counts and against `ferz`.

mod arrays;
mod counts;
mod diagrams;
mod engine;
mod exercises;
mod game;
mod links;
mod listings;
#[path = "../../../ferz/tests/rules/perft_rows.rs"]
mod perft_rows;
mod position;
mod random_games;
mod text;
