//! Any text is a session of UCI commands that are understood or refused in words; what is
//! understood writes itself as a line that means the same; and what `position` says is set up or
//! refused, move by move.

#![no_main]

use ferz::{Move, Position};
use ferz_uci::{Command, Reply, StartPosition, UciMove, UciPosition};
use libfuzzer_sys::fuzz_target;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fn read<T>(line: &str) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match line.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again = written.parse::<T>().ok();
            assert_eq!(again.as_ref(), Some(&value), "{line:?} is written as {written:?}");
            Some(value)
        }
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            None
        }
    }
}

/// The position that a command asks for; `None` if its FEN or one of its moves is wrong.
fn set_up(command: &UciPosition) -> Option<Position> {
    let mut position = match &command.start {
        StartPosition::Startpos => Position::startpos(),
        StartPosition::Fen(fen) => fen.parse().ok()?,
    };
    for mv in &command.moves {
        let mv: Move = position.parse_uci(&UciMove::to_string(mv)).ok()?;
        position.try_do_move(mv).expect("a move that was found is legal");
    }
    Some(position)
}

fuzz_target!(|text: &str| {
    for line in text.lines() {
        // A carriage return within a line is written as a space: no law about that.
        if line.contains('\r') {
            continue;
        }
        read::<Reply>(line);
        if let Some(Command::Position(command)) = read::<Command>(line)
            && let Some(position) = set_up(&command)
        {
            assert_eq!(position.check_consistency(), Ok(()));
        }
    }
});
