//! Speed of reading PGN: counting tokens, and verifying moves with one and more
//! threads.
//!
//!     cargo bench -p ferz-game --bench pgn -- [--rounds N] [--threads N] [FILE.pgn]
//!
//! Without a file, reads generated games of random moves with comments. The runs are interleaved,
//! and the best round of each is reported. Every run must find the same games and moves.

use ferz::{Move, Position};
use ferz_game::pgn::{GameVisitor, MoveToken, ParallelReader, PgnError, Player, Reader};
use ferz_game::pgn::{Visit, Visitor};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

/// Games and moves of the main lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Totals {
    games: u64,
    moves: u64,
    errors: u64,
}

impl Visitor for Totals {
    type Game = ();
    fn begin_game(&mut self, _: u64) {
        self.games += 1;
    }
    fn san(&mut self, (): &mut (), _: MoveToken<'_>) -> Visit {
        self.moves += 1;
        Visit::Continue
    }
    fn begin_variation(&mut self, (): &mut ()) -> Visit {
        Visit::SkipVariation
    }
    fn error(&mut self, (): &mut (), _: PgnError) {
        self.errors += 1;
    }
}

impl GameVisitor for Totals {
    type Game = ();
    fn begin_game(&mut self, _: u64) {
        self.games += 1;
    }
    fn played(&mut self, (): &mut (), _: &Position, _: Move) -> Visit {
        self.moves += 1;
        Visit::Continue
    }
    fn error(&mut self, (): &mut (), _: PgnError) {
        self.errors += 1;
    }
}

/// Returns games of random moves and their totals.
fn random_games(games: u64) -> (String, Totals) {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut text, mut totals) = (String::new(), Totals { games, ..Totals::default() });
    for game in 1..=games {
        let _ = write!(
            text,
            "[Event \"Random\"]\n[Round \"{game}\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n"
        );
        let mut position = Position::startpos();
        for ply in 0..random.usize(20..160) {
            let moves = position.legal_moves();
            let Some(&mv) = random.choice(moves.as_slice()) else { break };
            let number = position.fullmove_number();
            let separator = if ply % 2 == 0 { format!("{number}. ") } else { String::new() };
            let _ = write!(text, "{separator}{}", position.san(mv));
            text.push_str(match random.u32(..8) {
                0 => " { [%clk 0:01:00] } ",
                1 => "\n",
                _ => " ",
            });
            position.do_move(mv);
            totals.moves += 1;
        }
        text.push_str("*\n\n");
    }
    (text, totals)
}

fn count(text: &[u8]) -> Totals {
    let mut totals = Totals::default();
    Reader::new(text).read_all(&mut totals).expect("bytes in memory can be read");
    totals
}

fn verify(text: &[u8]) -> Totals {
    let mut player = Player::new(Totals::default());
    Reader::new(text).read_all(&mut player).expect("bytes in memory can be read");
    player.into_visitor()
}

fn verify_parallel(text: &[u8], threads: NonZeroUsize) -> Totals {
    let mut reader = ParallelReader::new(text);
    reader.set_threads(threads);
    let mut totals = Totals::default();
    let add = |chunk: ferz_game::pgn::Chunk<Player<Totals>>| {
        let of_chunk = chunk.visitor.into_visitor();
        totals.games += of_chunk.games;
        totals.moves += of_chunk.moves;
        totals.errors += of_chunk.errors;
        ControlFlow::<()>::Continue(())
    };
    let read = reader.read_all(|| Player::new(Totals::default()), add);
    assert!(read.is_ok(), "bytes in memory can be read");
    totals
}

fn main() -> ExitCode {
    let (mut rounds, mut threads, mut file) = (5u32, NonZeroUsize::MIN.saturating_add(1), None);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let number = |value: Option<String>| value.and_then(|value| value.parse().ok());
        match arg.as_str() {
            "--rounds" => rounds = number(args.next()).unwrap_or(rounds),
            "--threads" => {
                threads = args.next().and_then(|n| n.parse().ok()).unwrap_or(threads);
            }
            _ => file = Some(arg),
        }
    }
    let (text, expected) = match file {
        None => {
            let (text, totals) = random_games(20_000);
            (text.into_bytes(), Some(totals))
        }
        Some(path) => match std::fs::read(&path) {
            Ok(text) => (text, None),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        },
    };
    let verified = verify(&text);
    assert!(expected.is_none_or(|expected| expected == verified), "{verified:?}");
    let parallel = format!("verify, {threads} threads");
    let mut best = [f64::MAX; 3];
    for _ in 0..rounds.max(1) {
        for (run, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            let totals = match run {
                0 => count(&text),
                1 => verify(&text),
                _ => verify_parallel(&text, threads),
            };
            *best = start.elapsed().as_secs_f64().min(*best);
            assert_eq!(totals.games, verified.games);
            assert!(verified.errors > 0 || totals == verified, "{totals:?}");
        }
    }
    println!("{} bytes, {} games, {} moves", text.len(), verified.games, verified.moves);
    for (name, seconds) in ["count", "verify", &parallel].into_iter().zip(best) {
        println!("{name:20} {:8.1} MB/s", text.len() as f64 / seconds / 1e6);
    }
    ExitCode::SUCCESS
}
