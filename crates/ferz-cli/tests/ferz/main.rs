//! The binary: arguments, pipes and exit statuses.

mod analyse;
mod bench;
mod board;
mod book;
mod client;
mod command_line;
mod openbench;
mod perft;
mod perft_against;
mod pgn;
mod play;
mod process;
#[cfg(unix)]
mod streams;
mod suite;
mod uci;
