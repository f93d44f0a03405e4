//! The binary: arguments, pipes and exit statuses.

mod analyse;
mod annotate;
mod bench;
mod board;
mod book;
mod broken_text;
mod client;
mod command_line;
mod explore;
mod inputs;
mod install;
mod openbench;
mod output_files;
mod perft;
mod perft_against;
mod pgn;
mod pgn_clean;
mod pgn_convert;
mod pgn_filter;
mod pgn_list;
mod pgn_merge;
mod pgn_numbers;
mod pictures;
mod play;
mod process;
mod puzzles;
mod puzzles_solve;
mod serve;
mod serve_explorer;
#[cfg(unix)]
mod streams;
mod suite;
mod syzygy;
mod train;
mod uci;
mod wrong_input;
