use crate::tokens::{OneLine, Tokens, clipped, write_field};
use crate::{BadMove, Info, OptionDeclaration, PerftLine, ReplyError, UciMove};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// A line that an engine sends to a GUI.
///
/// Unknown words are passed over as UCI asks, before a reply and within it; only a line without
/// any reply is an error, and so is one whose values cannot be used ([`Info`] alone just leaves
/// such a value out). Lines of a perft ([`PerftLine`]) count only as a whole.
///
/// `Display` writes the line without its end. A reply so written reads back as itself, provided
/// that its texts start and end with no blank, those of options are single-spaced too, and none
/// contains a keyword that would end it; a line break in a text is written as a space.
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
    /// `id name`: what the engine is called.
    IdName(String),
    /// `id author`: who wrote it.
    IdAuthor(String),
    /// `option`: an option it has.
    Option(OptionDeclaration),
    /// `uciok`: that was all about the engine.
    UciOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `info`: how the search stands.
    Info(Info),
    /// `bestmove`: the answer to `go`.
    BestMove {
        /// The move to play. `None` is `(none)`, which engines answer where there is no move;
        /// others answer the null move then.
        best: Option<UciMove>,
        /// The reply it expects and would think about.
        ponder: Option<UciMove>,
    },
    /// `copyprotection`: how the check of the copy stands.
    CopyProtection(CheckStatus),
    /// `registration`: how the check of the registration stands.
    Registration(CheckStatus),
    /// A line of a perft, not in UCI.
    Perft(PerftLine),
}

/// How far a check of the engine's own has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckStatus {
    /// `checking`: under way.
    Checking,
    /// `ok`: passed.
    Ok,
    /// `error`: not passed.
    Error,
}

impl Reply {
    /// Reads a line as [`FromStr`] does, and tells of each word that it passes over.
    ///
    /// # Errors
    /// If the line is blank, contains no reply, or a reply's values are wrong.
    pub fn parse_reporting(line: &str, mut ignored: impl FnMut(&str)) -> Result<Self, ReplyError> {
        let mut tokens = Tokens::new(line);
        let first = tokens.peek().ok_or(ReplyError::Empty)?;
        if let Ok(perft) = line.parse() {
            return Ok(Self::Perft(perft));
        }
        let reply = loop {
            let Some(word) = tokens.next() else {
                return Err(ReplyError::UnknownReply(clipped(first)));
            };
            match Self::standard(word, &mut tokens, &mut ignored)? {
                Some(reply) => break reply,
                None => ignored(word),
            }
        };
        tokens.for_each(ignored);
        Ok(reply)
    }

    /// Reads the rest of the reply that begins with `word`, or `None` if none does.
    fn standard(
        word: &str,
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Option<Self>, ReplyError> {
        Ok(Some(match word {
            "id" => match tokens.next() {
                Some("name") => Self::IdName(tokens.rest().to_string()),
                Some("author") => Self::IdAuthor(tokens.rest().to_string()),
                Some(other) => return Err(ReplyError::BadId(clipped(other))),
                None => return Err(ReplyError::MissingValue("id")),
            },
            "option" => Self::Option(OptionDeclaration::parse(tokens, ignored)?),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::parse(tokens, ignored)),
            "bestmove" => Self::best_move(tokens, ignored)?,
            "copyprotection" => Self::CopyProtection(CheckStatus::parse(tokens, "copyprotection")?),
            "registration" => Self::Registration(CheckStatus::parse(tokens, "registration")?),
            _ => return Ok(None),
        }))
    }

    /// Reads what follows the word `bestmove`.
    fn best_move(
        tokens: &mut Tokens<'_>,
        ignored: &mut dyn FnMut(&str),
    ) -> Result<Self, ReplyError> {
        let best = tokens.next().ok_or(ReplyError::MissingValue("bestmove"))?;
        let best = move_or_none(best, 0)?;
        let mut ponder = None;
        while let Some(word) = tokens.next() {
            match (word, tokens.peek()) {
                ("ponder", Some(token)) => {
                    ponder = move_or_none(token, 1)?;
                    tokens.next();
                }
                _ => ignored(word),
            }
        }
        Ok(Self::BestMove { best, ponder })
    }
}

/// Reads a move of `bestmove`, or one of the words for none.
fn move_or_none(token: &str, index: usize) -> Result<Option<UciMove>, BadMove> {
    match token {
        "(none)" | "none" | "NULL" | "null" => Ok(None),
        _ => token.parse().map(Some).map_err(|reason| BadMove {
            index,
            token: clipped(token),
            reason,
        }),
    }
}

impl CheckStatus {
    fn parse(tokens: &mut Tokens<'_>, keyword: &'static str) -> Result<Self, ReplyError> {
        match tokens.next() {
            Some("checking") => Ok(Self::Checking),
            Some("ok") => Ok(Self::Ok),
            Some("error") => Ok(Self::Error),
            Some(word) => Err(ReplyError::BadStatus(clipped(word))),
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
                match best {
                    Some(best) => write!(f, "bestmove {best}")?,
                    None => f.write_str("bestmove (none)")?,
                }
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
    use crate::UciMoveTextError;

    #[test]
    fn a_line_in_canonical_form_is_kept() {
        for line in [
            "id name Ferz 0.1",
            "id author Anna de Boer, Çelik  Ü.",
            "uciok",
            "readyok",
            "bestmove e2e4",
            "bestmove 0000",
            "bestmove (none)",
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
    fn odd_best_moves_are_read() {
        for (line, written) in [
            ("bestmove E2E4 ponder", "bestmove e2e4"),
            ("bestmove e2e4 ponder (none)", "bestmove e2e4"),
            ("bestmove NULL", "bestmove (none)"),
            ("bestmove e2e4 draw", "bestmove e2e4"),
            ("oh, bestmove e2e4", "bestmove e2e4"),
        ] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), written, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let bad = |index, token: &str| {
            let reason = UciMoveTextError::Shape;
            ReplyError::BadMove(BadMove { index, token: token.into(), reason })
        };
        for (line, error) in [
            ("", ReplyError::Empty),
            ("Ferz by nobody", ReplyError::UnknownReply("Ferz".into())),
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
