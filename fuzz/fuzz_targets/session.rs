//! Any text is a UCI session: the engine never panics, every reply is a valid line, the position stays
//! consistent, and every search of an accepted position replies with one legal move.

#![no_main]

use ferz::Position;
use ferz_session::{Flow, Output, Session};
use ferz_uci::{Command, Reply, UciMove};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, Mutex};

/// The largest hash table in MiB, and the largest number of threads.
const MAX_HASH: u64 = 16;
const MAX_THREADS: u64 = 4;
/// The number of lines after which the session ends.
const MAX_LINES: usize = 100;

/// Returns false for commands that take much memory or many threads, or that access files.
fn is_allowed(command: &Command) -> bool {
    let option = match command {
        Command::SetOption(option) => option,
        Command::ExportNet(_) => return false,
        _ => return true,
    };
    let number = option.value.as_deref().and_then(|value| value.parse::<u64>().ok());
    let is_at_most = |max| number.is_none_or(|number| number <= max);
    !(option.is("Hash") && !is_at_most(MAX_HASH)
        || option.is("Threads") && !is_at_most(MAX_THREADS)
        || option.is("SyzygyPath")
        || option.is("EvalFile"))
}

/// Checks that a reply is one line that parses, and returns the move of a `bestmove`.
fn check_reply(reply: &Reply) -> Option<UciMove> {
    let line = reply.to_string();
    assert!(!line.contains(['\n', '\r']), "{line:?}");
    assert!(line.parse::<Reply>().is_ok(), "{line:?}");
    match reply {
        Reply::BestMove { best, .. } => Some(best.unwrap_or(UciMove::NULL)),
        _ => None,
    }
}

/// Checks that a search returned a legal move, or the null move if there is none.
fn check_best_move(position: &Position, best: UciMove) {
    let fen = position.fen();
    if best.is_null() {
        assert!(position.legal_moves().is_empty(), "no move at {fen}");
    } else {
        assert!(position.find_uci(best).is_ok(), "{best} at {fen}");
    }
}

fuzz_target!(|text: &str| {
    let best_moves = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&best_moves);
    let mut session = Session::new(move |output| {
        if let Output::Reply(reply) = &output {
            sink.lock().expect("no reply panics").extend(check_reply(reply));
        }
        Ok(())
    })
    .expect("the memory for a session is available");
    let mut searched = Vec::new();
    for line in text.lines().take(MAX_LINES) {
        let command = line.parse::<Command>();
        if command.as_ref().is_ok_and(|command| !is_allowed(command)) {
            continue;
        }
        if let Ok(Command::Go(go)) = &command
            && go.perft.is_none()
        {
            let position = session.position();
            let legal = |mv: &UciMove| position.find_uci(*mv).is_ok();
            let none_legal = !go.searchmoves.is_empty() && !go.searchmoves.iter().any(legal);
            let refused = session.refusal().is_some() || none_legal;
            searched.push((!refused).then(|| position.clone()));
        }
        if session.line(line) == Flow::Quit {
            break;
        }
        assert_eq!(session.position().check_consistency(), Ok(()));
    }
    // Stops the searches and waits for their replies.
    drop(session);
    let best_moves = best_moves.lock().expect("no reply panics");
    assert_eq!(best_moves.len(), searched.len());
    for (position, &best) in searched.iter().zip(best_moves.iter()) {
        match position {
            Some(position) => check_best_move(position, best),
            None => assert!(best.is_null(), "a refused search replies with {best}"),
        }
    }
});
