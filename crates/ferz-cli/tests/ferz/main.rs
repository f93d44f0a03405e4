//! The binary: arguments, pipes and exit statuses.

mod analyse;
mod bench;
mod command_line;
mod perft;
mod perft_against;
mod process;
mod uci;
