//! From the text of the command line to a position.

use crate::args::Dialect;
use crate::error::Error;
use ferz::notation::FenError;
use ferz::{Position, Setup, SetupFaults};

/// Reads a FEN as strictly as asked; `startpos` is a position too.
///
/// # Errors
/// If the text is no FEN, or the rules refuse the position.
pub(crate) fn read_position(fen: &str, dialect: Dialect) -> Result<Position, Error> {
    let setup = match fen.trim() {
        "startpos" => Setup::start(),
        text => text.parse::<Setup>()?,
    };
    let forgiven = if dialect.lenient { SetupFaults::IGNORABLE } else { SetupFaults::NONE };
    let mut position = Position::from_setup_ignoring(&setup, forgiven).map_err(|refused| {
        let harmless = SetupFaults::IGNORABLE.contains(refused.0);
        let error = FenError::Setup(refused);
        if harmless { Error::HarmlessFen(error) } else { Error::Fen(error) }
    })?;
    if dialect.chess960 {
        position.set_chess960(true);
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Dialect = Dialect { chess960: false, lenient: false };

    #[test]
    fn the_refusal_says_whether_it_could_be_forgiven() {
        let rights = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
        let error = read_position(rights, STRICT).err().unwrap().to_string();
        assert!(error.contains("castling right") && error.contains("--lenient"), "{error}");
        assert!(read_position(rights, Dialect { lenient: true, ..STRICT }).is_ok());
        for fen in ["8/8/8/8/8/8/8/4K3 w - - 0 1", "", "startpos now"] {
            let error = read_position(fen, Dialect { lenient: true, ..STRICT }).err().unwrap();
            assert!(!error.to_string().contains("--lenient"), "{error}");
        }
    }

    #[test]
    fn castling_is_written_as_asked() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(!read_position(fen, STRICT).unwrap().is_chess960());
        assert!(read_position(fen, Dialect { chess960: true, ..STRICT }).unwrap().is_chess960());
        assert!(read_position("startpos", STRICT).is_ok());
    }
}
