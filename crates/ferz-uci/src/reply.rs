//! Replies, the lines from an engine to a GUI.

use crate::tokens::{OneLine, Tokens, truncated, write_field};
use crate::{BadMove, Info, OptionDeclaration, PerftLine, ReplyError, UciMove};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// A reply, one line from an engine to a GUI.
///
/// Parsing ignores unknown tokens before and within a reply, as UCI requires. A line without a reply is
/// an error, and so is a reply with invalid values, except that [`Info`] ignores them. A perft line
/// ([`PerftLine`]) must be the whole line.
///
/// `Display` writes the line without a line break. It parses back to the same reply if the texts in it
/// are trimmed and free of keywords that end them, those of options are single-spaced, and no move of
/// `bestmove` is a null move ([`UciMove::NULL`] parses as `None` there). Line breaks in texts are
/// written as spaces.
///
/// ```
/// use ferz_uci::Reply;
///
/// let best = Some("e2e4".parse().unwrap());
/// let ponder = Some("e7e5".parse().unwrap());
/// let reply = Reply::BestMove { best, ponder };
/// assert_eq!(reply.to_string(), "bestmove e2e4 ponder e7e5");
/// assert_eq!("bestmove  e2e4\tponder e7e5\r\n".parse(), Ok(reply));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    /// `id name`: the name of the engine.
    IdName(String),
    /// `id author`: the authors of the engine.
    IdAuthor(String),
    /// `option`: the declaration of an option.
    Option(OptionDeclaration),
    /// `uciok`: the end of the reply to `uci`.
    UciOk,
    /// `readyok`: the reply to `isready`.
    ReadyOk,
    /// `info`: the state of the search.
    Info(Info),
    /// `bestmove`: the reply to `go`.
    BestMove {
        /// The move to play. `None` if there is no legal move: the null move `0000`, as the
        /// protocol requires. `(none)`, the reply of some engines, is read as `None` too.
        best: Option<UciMove>,
        /// The move to ponder on, the expected reply of the opponent. `None` for a null move.
        ponder: Option<UciMove>,
    },
    /// `copyprotection`: the status of the copy protection.
    CopyProtection(CheckStatus),
    /// `registration`: the status of the registration.
    Registration(CheckStatus),
    /// A line of perft output. Not in UCI.
    Perft(PerftLine),
}

/// The status of the copy protection or the registration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckStatus {
    /// `checking`: in progress.
    Checking,
    /// `ok`: passed.
    Ok,
    /// `error`: failed.
    Error,
}

impl Reply {
    /// Parses a line like [`FromStr`] and calls `ignored` with each token that it ignores.
    ///
    /// # Errors
    /// If the line is blank or has no reply, or the reply has invalid values.
    pub fn parse_reporting(line: &str, mut ignored: impl FnMut(&str)) -> Result<Self, ReplyError> {
        let mut tokens = Tokens::new(line);
        let first = tokens.peek().ok_or(ReplyError::Empty)?;
        if let Ok(perft) = line.parse() {
            return Ok(Self::Perft(perft));
        }
        let reply = loop {
            let Some(token) = tokens.next() else {
                return Err(ReplyError::UnknownReply(truncated(first)));
            };
            match Self::parse_standard(token, &mut tokens, &mut ignored)? {
                Some(reply) => break reply,
                None => ignored(token),
            }
        };
        tokens.for_each(ignored);
        Ok(reply)
    }

    /// Parses the reply that begins with `keyword`. Returns `None` for other tokens.
    fn parse_standard(
        keyword: &str,
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Option<Self>, ReplyError> {
        Ok(Some(match keyword {
            "id" => match tokens.next() {
                Some("name") => Self::IdName(tokens.rest().to_string()),
                Some("author") => Self::IdAuthor(tokens.rest().to_string()),
                Some(other) => return Err(ReplyError::BadId(truncated(other))),
                None => return Err(ReplyError::MissingValue("id")),
            },
            "option" => Self::Option(OptionDeclaration::parse(tokens, ignored)?),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::parse(tokens, ignored)),
            "bestmove" => Self::parse_best_move(tokens, ignored)?,
            "copyprotection" => Self::CopyProtection(CheckStatus::parse(tokens, "copyprotection")?),
            "registration" => Self::Registration(CheckStatus::parse(tokens, "registration")?),
            _ => return Ok(None),
        }))
    }

    /// Parses the tokens after `bestmove`.
    fn parse_best_move(
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Self, ReplyError> {
        let best = tokens.next().ok_or(ReplyError::MissingValue("bestmove"))?;
        let best = parse_move_or_none(best, 0)?;
        let mut ponder = None;
        while let Some(keyword) = tokens.next() {
            match (keyword, tokens.peek()) {
                ("ponder", Some(token)) => {
                    ponder = parse_move_or_none(token, 1)?;
                    tokens.next();
                }
                _ => ignored(keyword),
            }
        }
        Ok(Self::BestMove { best, ponder })
    }
}

/// Parses a move of `bestmove`, or one of the tokens for no move, of which one is the null move.
fn parse_move_or_none(token: &str, index: usize) -> Result<Option<UciMove>, BadMove> {
    if matches!(token, "(none)" | "none" | "NULL" | "null") {
        return Ok(None);
    }
    let found: UciMove = token.parse().map_err(|error| BadMove::new(index, error))?;
    Ok(Some(found).filter(|uci_move| !uci_move.is_null()))
}

impl CheckStatus {
    fn parse(tokens: &mut Tokens<'_>, keyword: &'static str) -> Result<Self, ReplyError> {
        match tokens.next() {
            Some("checking") => Ok(Self::Checking),
            Some("ok") => Ok(Self::Ok),
            Some("error") => Ok(Self::Error),
            Some(token) => Err(ReplyError::BadStatus(truncated(token))),
            None => Err(ReplyError::MissingValue(keyword)),
        }
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Self, ReplyError> {
        Self::parse_reporting(line, |_| {})
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {}", OneLine(name)),
            Self::IdAuthor(author) => write!(f, "id author {}", OneLine(author)),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.unwrap_or(UciMove::NULL))?;
                write_field(f, "ponder", ponder.as_ref())
            }
            Self::CopyProtection(status) => write!(f, "copyprotection {status}"),
            Self::Registration(status) => write!(f, "registration {status}"),
            Self::Perft(line) => line.fmt(f),
        }
    }
}

impl fmt::Display for CheckStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UciMoveTextProblem;

    #[test]
    fn replies_in_canonical_form_round_trip() {
        for line in [
            "id name Ferz 0.1",
            "id author Anna de Boer, Çelik  Ü.",
            "uciok",
            "readyok",
            "bestmove e2e4",
            "bestmove 0000",
            "bestmove e7e8q ponder a1b1",
            "copyprotection checking",
            "copyprotection ok",
            "registration error",
            "option name Clear Hash type button",
            "info depth 3",
            "e2e4: 20",
            "Nodes searched: 400",
        ] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn variants_of_bestmove_are_parsed() {
        for (line, written) in [
            ("bestmove E2E4 ponder", "bestmove e2e4"),
            ("bestmove e2e4 ponder (none)", "bestmove e2e4"),
            ("bestmove e2e4 ponder 0000", "bestmove e2e4"),
            ("bestmove NULL", "bestmove 0000"),
            ("bestmove e2e4 draw", "bestmove e2e4"),
            ("oh, bestmove e2e4", "bestmove e2e4"),
        ] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), written, "{line}");
        }
    }

    #[test]
    fn every_notation_of_no_move_reads_alike() {
        for token in ["0000", "(none)", "none", "NULL", "null"] {
            let reply = format!("bestmove {token}").parse();
            assert_eq!(reply, Ok(Reply::BestMove { best: None, ponder: None }), "{token}");
        }
    }

    #[test]
    fn errors_name_the_invalid_token() {
        let bad = |index, token: &str| {
            let reason = UciMoveTextProblem::Shape;
            ReplyError::BadMove(BadMove { index, token: token.into(), reason })
        };
        for (line, error) in [
            ("", ReplyError::Empty),
            ("Ferz by Anna", ReplyError::UnknownReply("Ferz".into())),
            ("id", ReplyError::MissingValue("id")),
            ("id elo 3000", ReplyError::BadId("elo".into())),
            ("bestmove", ReplyError::MissingValue("bestmove")),
            ("bestmove Nf3", bad(0, "Nf3")),
            ("bestmove e2e4 ponder x", bad(1, "x")),
            ("registration", ReplyError::MissingValue("registration")),
            ("registration maybe", ReplyError::BadStatus("maybe".into())),
        ] {
            assert_eq!(line.parse::<Reply>(), Err(error), "{line}");
        }
    }
}
