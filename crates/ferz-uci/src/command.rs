use crate::tokens::{OneLine, Tokens, truncated, write_field, write_moves};
use crate::{CommandError, Go, SetOption, UciMove, UciPositionError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use ferz::Position;
use ferz::notation::FenOptions;

/// A command, one line from a GUI or a terminal to an engine.
///
/// Parsing ignores unknown tokens, as UCI requires: `joho debug on` switches debugging on. A line
/// without a command is an error, and so is a command with invalid values, except that [`Go`] ignores
/// invalid limits. The commands beyond UCI ([`Show`](Self::Show), [`Eval`](Self::Eval),
/// [`Bench`](Self::Bench), [`Flip`](Self::Flip), [`Compiler`](Self::Compiler), [`Help`](Self::Help), and the short forms `perft N`,
/// `startpos ...` and `fen ...`) are recognized as the first token only.
///
/// `Display` writes the line without a line break. It parses back to the same command if the texts
/// in it are single-spaced, trimmed and free of keywords that end them. Line breaks in texts are
/// written as spaces.
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
    /// `uci`: identify the engine, declare its options and reply `uciok`.
    Uci,
    /// `debug on` or `debug off`: send additional `info string` lines or not.
    Debug(bool),
    /// `isready`: reply `readyok`.
    IsReady,
    /// `setoption`: set an option.
    SetOption(SetOption),
    /// `register`: register the engine.
    Register(Register),
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position`: set the position for the next search. The short forms are `startpos ...` and
    /// `fen ...`.
    Position(UciPosition),
    /// `go`: search, or count perft leaves. The short form of `go perft N` is `perft N`.
    Go(Go),
    /// `stop`: end the search and reply `bestmove`.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: exit.
    Quit,
    /// `d`: show the board. Not in UCI.
    Show,
    /// `eval`: show the terms of the evaluation. Not in UCI.
    Eval,
    /// `export_net` with a file name, which may contain spaces: write the network in use to a file.
    /// Not in UCI.
    ExportNet(String),
    /// `bench` with its arguments: search a fixed set of positions. Not in UCI.
    Bench(Vec<String>),
    /// `flip`: mirror the position and exchange the colours. Not in UCI.
    Flip,
    /// `compiler`: name the compiler, target and instruction set of the program. Not in UCI.
    Compiler,
    /// `help`: list the commands. Not in UCI.
    Help,
}

impl Command {
    /// Parses a line like [`FromStr`] and calls `ignored` with each token that it ignores. Invalid
    /// limits of `go` count as ignored, and a missing one is reported as `(a number is missing)`.
    ///
    /// # Errors
    /// If the line is blank or has no command, or the command has invalid values.
    ///
    /// ```
    /// use ferz_uci::Command;
    ///
    /// let mut ignored = Vec::new();
    /// let command = Command::parse_reporting("go dpeth 9 infinite", |token| ignored.push(token.to_owned()));
    /// assert_eq!(command.unwrap().to_string(), "go infinite");
    /// assert_eq!(ignored, ["dpeth", "9"]);
    /// ```
    pub fn parse_reporting(
        line: &str,
        mut ignored: impl FnMut(&str),
    ) -> Result<Self, CommandError> {
        let mut tokens = Tokens::new(line);
        let first = tokens.peek().ok_or(CommandError::Empty)?;
        let command = match Self::parse_extension(&mut tokens)? {
            Some(command) => command,
            None => loop {
                let Some(token) = tokens.next() else {
                    return Err(CommandError::UnknownCommand(truncated(first)));
                };
                match Self::parse_standard(token, &mut tokens, &mut ignored)? {
                    Some(command) => break command,
                    None => ignored(token),
                }
            },
        };
        tokens.for_each(ignored);
        Ok(command)
    }

    /// Parses a command beyond UCI. Consumes no token if there is none.
    fn parse_extension(tokens: &mut Tokens<'_>) -> Result<Option<Self>, CommandError> {
        let mut after = *tokens;
        let command = match after.next() {
            Some("d") => Self::Show,
            Some("eval") => Self::Eval,
            Some("bench") => Self::Bench(after.by_ref().map(ToString::to_string).collect()),
            Some("export_net") => match after.rest() {
                "" => return Err(CommandError::MissingValue("export_net")),
                path => Self::ExportNet(path.to_string()),
            },
            Some("flip") => Self::Flip,
            Some("compiler") => Self::Compiler,
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

    /// Parses the UCI command that begins with `keyword`. Returns `None` for other tokens.
    fn parse_standard(
        keyword: &str,
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Option<Self>, CommandError> {
        Ok(Some(match keyword {
            "uci" => Self::Uci,
            "debug" => match tokens.next() {
                Some("on") => Self::Debug(true),
                Some("off") => Self::Debug(false),
                Some(other) => return Err(CommandError::BadSwitch(truncated(other))),
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
            Self::ExportNet(path) => write!(f, "export_net {}", OneLine(path)),
            Self::Bench(arguments) => {
                f.write_str("bench")?;
                arguments.iter().try_for_each(|argument| write!(f, " {}", OneLine(argument)))
            }
            Self::Flip => f.write_str("flip"),
            Self::Compiler => f.write_str("compiler"),
            Self::Help => f.write_str("help"),
        }
    }
}

/// The arguments of `register`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Register {
    /// `later`: continue without registration.
    Later,
    /// The registration data. At least one of the fields is present.
    As {
        /// The name of the owner, its tokens joined by single spaces. It cannot contain the token
        /// `code`.
        name: Option<String>,
        /// The code, its tokens joined by single spaces. It cannot contain the token `name`.
        code: Option<String>,
    },
}

impl Register {
    /// Parses the tokens after `register`.
    fn parse(tokens: &mut Tokens<'_>) -> Result<Self, CommandError> {
        let (mut name, mut code) = (None, None);
        while let Some(token) = tokens.next() {
            match token {
                "later" => return Ok(Self::Later),
                "name" => name = Some(tokens.text_until(|_, token| token == "code")),
                "code" => code = Some(tokens.text_until(|_, token| token == "name")),
                _ => return Err(CommandError::BadRegister(truncated(token))),
            }
        }
        if name.is_none() && code.is_none() {
            return Err(CommandError::MissingValue("register"));
        }
        Ok(Self::As { name, code })
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Later => f.write_str("register later"),
            Self::As { name, code } => {
                f.write_str("register")?;
                write_field(f, "name", name.as_deref().map(OneLine))?;
                write_field(f, "code", code.as_deref().map(OneLine))
            }
        }
    }
}

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum StartPosition {
    /// The starting position of standard chess.
    #[default]
    Startpos,
    /// A FEN, its fields joined by single spaces.
    ///
    /// It holds all tokens up to `moves`, in any number, so that the FEN parser can report errors.
    Fen(String),
}

/// The arguments of `position`: the first position of the game and the moves played since.
///
/// The moves are valid UCI notation; their legality is not checked. A token that is not a move is an
/// error with its index, which counts like the indices of [`moves`](Self::moves).
///
/// ```
/// use ferz_uci::{Command, CommandError, StartPosition};
///
/// let Command::Position(game) = "position startpos moves e2e4 e7e5".parse()? else {
///     unreachable!()
/// };
/// assert_eq!(game.start, StartPosition::Startpos);
/// assert_eq!(game.moves[1].to_string(), "e7e5");
///
/// match "position startpos moves e2e4 e7-e5".parse::<Command>() {
///     Err(CommandError::BadMove(bad)) => assert_eq!((bad.index, &*bad.token), (1, "e7-e5")),
///     other => unreachable!("{other:?}"),
/// }
/// # Ok::<(), CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UciPosition {
    /// The first position.
    pub start: StartPosition,
    /// The moves played since, in order.
    pub moves: Vec<UciMove>,
}

impl UciPosition {
    /// Returns the position after the moves, with the history of its game.
    ///
    /// # Errors
    /// If the FEN is invalid, or at the first move that is not legal.
    ///
    /// ```
    /// use ferz_uci::{Command, UciPositionError};
    ///
    /// let Command::Position(command) = "position startpos moves e2e4 e7e5".parse()? else { unreachable!() };
    /// assert_eq!(command.position()?.game_ply(), 2);
    ///
    /// let Command::Position(command) = "position startpos moves e2e4 e2e4".parse()? else { unreachable!() };
    /// assert!(matches!(command.position(), Err(UciPositionError::Moves(error)) if error.index == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self) -> Result<Position, UciPositionError> {
        self.position_with(FenOptions::STRICT)
    }

    /// Returns the position after the moves, with other requirements for the FEN than
    /// [`position`](Self::position).
    ///
    /// # Errors
    /// Those of [`position`](Self::position).
    pub fn position_with(&self, options: FenOptions) -> Result<Position, UciPositionError> {
        let mut position = match &self.start {
            StartPosition::Startpos => Position::startpos(),
            StartPosition::Fen(fen) => Position::from_fen_with(fen, options)?,
        };
        position.play_uci(&self.moves)?;
        Ok(position)
    }

    /// Parses the tokens after `position`. No token is ignored, since that could set up a different
    /// position than the GUI's.
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, CommandError> {
        let start = match tokens.next() {
            Some("startpos") => StartPosition::Startpos,
            Some("fen") => {
                let fen = tokens.text_until(|_, token| token == "moves");
                if fen.is_empty() {
                    return Err(CommandError::MissingValue("fen"));
                }
                StartPosition::Fen(fen)
            }
            Some(token) => return Err(CommandError::BadStart(truncated(token))),
            None => return Err(CommandError::MissingValue("position")),
        };
        let moves = match tokens.next() {
            Some("moves") => tokens.all_moves()?,
            Some(token) => return Err(CommandError::ExpectedMoves(truncated(token))),
            None => Vec::new(),
        };
        Ok(Self { start, moves })
    }
}

impl fmt::Display for UciPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            StartPosition::Startpos => f.write_str("position startpos")?,
            StartPosition::Fen(fen) => write!(f, "position fen {}", OneLine(fen))?,
        }
        write_moves(f, "moves", &self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BadMove, Command, UciMoveTextProblem};

    #[test]
    fn commands_without_values_round_trip() {
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
            ("compiler", Command::Compiler),
            ("help", Command::Help),
            ("bench", Command::Bench(vec![])),
            ("export_net my  net.nnue", Command::ExportNet("my  net.nnue".into())),
            ("bench 16 1 13", Command::Bench(vec!["16".into(), "1".into(), "13".into()])),
        ] {
            assert_eq!(line.parse(), Ok(command.clone()));
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn unknown_tokens_are_ignored_and_reported() {
        for (line, written, expected) in [
            ("joho debug on", "debug on", "joho"),
            ("stop it now", "stop", "it now"),
            ("what is uci ?", "uci", "what is ?"),
            ("perft 5 please", "go perft 5", "please"),
            ("\u{feff}uci", "uci", ""),
        ] {
            let mut ignored = Vec::new();
            let command = Command::parse_reporting(line, |token| ignored.push(token.to_string()));
            assert_eq!(command.unwrap().to_string(), written);
            assert_eq!(ignored.join(" "), expected);
        }
    }

    #[test]
    fn commands_beyond_uci_are_the_first_token_only() {
        for line in ["please help", "a d", "x perft 3", "x startpos", "UCI", "uci;"] {
            let first = line.split(' ').next().unwrap().to_string();
            assert_eq!(line.parse::<Command>(), Err(CommandError::UnknownCommand(first)));
        }
    }

    #[test]
    fn errors_name_the_invalid_token() {
        assert_eq!("".parse::<Command>(), Err(CommandError::Empty));
        assert_eq!(" \t\r\n".parse::<Command>(), Err(CommandError::Empty));
        assert_eq!("debug".parse::<Command>(), Err(CommandError::MissingValue("debug")));
        let error = CommandError::BadSwitch("joho".into());
        assert_eq!("debug joho on".parse::<Command>(), Err(error));
        for keyword in ["perft", "export_net"] {
            assert_eq!(keyword.parse::<Command>(), Err(CommandError::MissingValue(keyword)));
        }
    }

    #[test]
    fn registration_is_a_name_a_code_or_later() {
        let anna = Some(String::from("Anna de Boer"));
        let code = Some(String::from("435 9874"));
        for (line, register) in [
            ("register later", Register::Later),
            (
                "register name Anna  de Boer code 435 9874",
                Register::As { name: anna.clone(), code: code.clone() },
            ),
            ("register code 435 9874", Register::As { name: None, code: code.clone() }),
            ("register code 435 9874 name Anna de Boer", Register::As { name: anna, code }),
        ] {
            assert_eq!(line.parse(), Ok(Command::Register(register)), "{line}");
        }
        assert_eq!("register".parse::<Command>(), Err(CommandError::MissingValue("register")));
        let error = CommandError::BadRegister("me".into());
        assert_eq!("register me".parse::<Command>(), Err(error));
    }

    fn position(line: &str) -> Result<UciPosition, CommandError> {
        match line.parse()? {
            Command::Position(position) => Ok(position),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn fen_extends_to_moves() {
        for fen in ["8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - - 0 1", "x", "a b c d e f g h"] {
            let start = StartPosition::Fen(fen.into());
            let bare = position(&format!("position fen  {fen} ")).unwrap();
            assert_eq!(bare, UciPosition { start: start.clone(), moves: vec![] });
            let moved = position(&format!("fen\t{fen} moves\ta1b2\r\n")).unwrap();
            assert_eq!(moved, UciPosition { start, moves: vec!["a1b2".parse().unwrap()] });
        }
    }

    #[test]
    fn position_is_that_of_start_and_moves() {
        let found = |line| position(line).unwrap().position();
        let pos = found("position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves e1g1 e8e7").unwrap();
        assert_eq!(pos.fen(), "8/4k3/8/8/8/8/8/5RK1 w - - 5 10");
        assert_eq!(found("position startpos"), Ok(Position::startpos()));
        assert!(matches!(found("position fen x"), Err(UciPositionError::Fen(_))));
        let error = found("position startpos moves e2e4 e7e5 e1e3").unwrap_err();
        assert_eq!(error.to_string(), "move 3: e1e3 is not a legal move in this position");
        assert_eq!(ferz::Error::from(error.clone()).to_string(), error.to_string());
        let no_counters = position("position fen 4k3/8/8/8/8/8/8/4K3 w").unwrap();
        assert!(no_counters.position().is_err());
        assert!(no_counters.position_with(FenOptions::LENIENT).is_ok());
    }

    #[test]
    fn empty_move_list_is_parsed() {
        assert_eq!(position("position startpos moves"), Ok(UciPosition::default()));
        assert_eq!(position("startpos"), Ok(UciPosition::default()));
    }

    #[test]
    fn errors_of_positions_name_the_invalid_token() {
        assert_eq!(position("position"), Err(CommandError::MissingValue("position")));
        assert_eq!(position("position fen"), Err(CommandError::MissingValue("fen")));
        assert_eq!(position("position fen moves e2e4"), Err(CommandError::MissingValue("fen")));
        assert_eq!(position("position start"), Err(CommandError::BadStart("start".into())));
        let error = CommandError::ExpectedMoves("e2e4".into());
        assert_eq!(position("position startpos e2e4"), Err(error));
        let bad = BadMove { index: 2, token: "moves".into(), reason: UciMoveTextProblem::From };
        let error = position("position startpos moves e2e4 e7e5 moves g1f3");
        assert_eq!(error, Err(CommandError::BadMove(bad)));
    }
}
