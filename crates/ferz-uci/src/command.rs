use crate::tokens::{OneLine, Tokens, clipped};
use crate::{CommandError, Go, Register, SetOption, UciPosition};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A line that a GUI, or a person at a terminal, sends to an engine.
///
/// Unknown words are passed over as UCI asks: `joho debug on` switches debugging on. Only a line
/// without any command is an error. The commands that are not UCI's ([`Show`](Self::Show),
/// [`Eval`](Self::Eval), [`Bench`](Self::Bench), [`Flip`](Self::Flip), [`Help`](Self::Help), and
/// the short forms `perft N`, `startpos ...` and `fen ...`) count only as the first word.
///
/// `Display` writes the line without its end. A command so written reads back as itself, provided
/// that its texts are single-spaced, start and end with no blank and contain no keyword that would
/// end them; a line break in a text is written as a space.
///
/// ```
/// use ferz_uci::{Command, CommandError};
///
/// assert_eq!("  debug \t on\r\n".parse(), Ok(Command::Debug(true)));
/// assert_eq!(Command::UciNewGame.to_string(), "ucinewgame");
/// assert_eq!("hello".parse::<Command>(), Err(CommandError::UnknownCommand("hello".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// `uci`: say who you are, list the options, and end with `uciok`.
    Uci,
    /// `debug on` or `debug off`: whether to send more `info string` lines.
    Debug(bool),
    /// `isready`: answer `readyok`.
    IsReady,
    /// `setoption`: an option gets a value.
    SetOption(SetOption),
    /// `register`: who owns this engine.
    Register(Register),
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position`: the position for the next search. `startpos ...` and `fen ...` alone mean it too.
    Position(UciPosition),
    /// `go`: search, or count leaves. `perft N` is short for `go perft N`.
    Go(Go),
    /// `stop`: end the search and answer `bestmove`.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// `d`: show the board. Not in UCI.
    Show,
    /// `eval`: show the evaluation's terms. Not in UCI.
    Eval,
    /// `bench`, with its arguments: search a fixed set of positions. Not in UCI.
    Bench(Vec<String>),
    /// `flip`: mirror the position and swap its colours. Not in UCI.
    Flip,
    /// `help`: list the commands. Not in UCI.
    Help,
}

impl Command {
    /// Reads a line as [`FromStr`] does, and tells of each word that it passes over.
    ///
    /// # Errors
    /// If the line is blank, contains no command, or a command's values are wrong.
    ///
    /// ```
    /// use ferz_uci::Command;
    ///
    /// let mut ignored = Vec::new();
    /// let command = Command::parse_reporting("go dpeth 9 infinite", |word| ignored.push(word.to_owned()));
    /// assert_eq!(command.unwrap().to_string(), "go infinite");
    /// assert_eq!(ignored, ["dpeth", "9"]);
    /// ```
    pub fn parse_reporting(
        line: &str,
        mut ignored: impl FnMut(&str),
    ) -> Result<Self, CommandError> {
        let mut tokens = Tokens::new(line);
        let first = tokens.peek().ok_or(CommandError::Empty)?;
        let command = match Self::extension(&mut tokens)? {
            Some(command) => command,
            None => loop {
                let Some(word) = tokens.next() else {
                    return Err(CommandError::UnknownCommand(clipped(first)));
                };
                match Self::standard(word, &mut tokens, &mut ignored)? {
                    Some(command) => break command,
                    None => ignored(word),
                }
            },
        };
        tokens.for_each(ignored);
        Ok(command)
    }

    /// Reads a command that is not UCI's, or leaves the words as they are.
    fn extension(tokens: &mut Tokens<'_>) -> Result<Option<Self>, CommandError> {
        let mut after = *tokens;
        let command = match after.next() {
            Some("d") => Self::Show,
            Some("eval") => Self::Eval,
            Some("bench") => Self::Bench(after.by_ref().map(ToString::to_string).collect()),
            Some("flip") => Self::Flip,
            Some("help") => Self::Help,
            Some("perft") => {
                let depth = after.number("perft", CommandError::MissingValue)?;
                Self::Go(Go { perft: Some(depth), ..Go::default() })
            }
            Some("startpos" | "fen") => {
                after = *tokens;
                Self::Position(UciPosition::parse(&mut after)?)
            }
            _ => return Ok(None),
        };
        *tokens = after;
        Ok(Some(command))
    }

    /// Reads the rest of the UCI command that begins with `word`, or `None` if none does.
    fn standard(
        word: &str,
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Option<Self>, CommandError> {
        Ok(Some(match word {
            "uci" => Self::Uci,
            "debug" => match tokens.next() {
                Some("on") => Self::Debug(true),
                Some("off") => Self::Debug(false),
                Some(other) => return Err(CommandError::BadSwitch(clipped(other))),
                None => return Err(CommandError::MissingValue("debug")),
            },
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(SetOption::parse(tokens)?),
            "register" => Self::Register(Register::parse(tokens)?),
            "ucinewgame" => Self::UciNewGame,
            "position" => Self::Position(UciPosition::parse(tokens)?),
            "go" => Self::Go(Go::parse(tokens, ignored)?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            _ => return Ok(None),
        }))
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        Self::parse_reporting(line, |_| {})
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => f.write_str(if *on { "debug on" } else { "debug off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(set) => set.fmt(f),
            Self::Register(register) => register.fmt(f),
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Show => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench(arguments) => {
                f.write_str("bench")?;
                arguments.iter().try_for_each(|argument| write!(f, " {}", OneLine(argument)))
            }
            Self::Flip => f.write_str("flip"),
            Self::Help => f.write_str("help"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_are_commands() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("isready", Command::IsReady),
            ("ucinewgame", Command::UciNewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Show),
            ("eval", Command::Eval),
            ("flip", Command::Flip),
            ("help", Command::Help),
            ("bench", Command::Bench(vec![])),
            ("bench 16 1 13", Command::Bench(vec!["16".into(), "1".into(), "13".into()])),
        ] {
            assert_eq!(line.parse(), Ok(command.clone()));
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn unknown_words_are_passed_over_and_told() {
        for (line, written, expected) in [
            ("joho debug on", "debug on", "joho"),
            ("stop it now", "stop", "it now"),
            ("what is uci ?", "uci", "what is ?"),
            ("perft 5 please", "go perft 5", "please"),
            ("\u{feff}uci", "uci", ""),
        ] {
            let mut ignored = Vec::new();
            let command = Command::parse_reporting(line, |word| ignored.push(word.to_string()));
            assert_eq!(command.unwrap().to_string(), written);
            assert_eq!(ignored.join(" "), expected);
        }
    }

    #[test]
    fn an_extension_counts_only_as_the_first_word() {
        for line in ["please help", "a d", "x perft 3", "x startpos", "UCI", "uci;"] {
            let first = line.split(' ').next().unwrap().to_string();
            assert_eq!(line.parse::<Command>(), Err(CommandError::UnknownCommand(first)));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!("".parse::<Command>(), Err(CommandError::Empty));
        assert_eq!(" \t\r\n".parse::<Command>(), Err(CommandError::Empty));
        assert_eq!("debug".parse::<Command>(), Err(CommandError::MissingValue("debug")));
        let error = CommandError::BadSwitch("joho".into());
        assert_eq!("debug joho on".parse::<Command>(), Err(error));
        assert_eq!("perft".parse::<Command>(), Err(CommandError::MissingValue("perft")));
    }
}
