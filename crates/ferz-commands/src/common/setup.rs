//! Reading positions from the command line.

use super::error::Error;
use crate::args::{PositionArgs, StartArgs};
use ferz::notation::{FenOptions, ParseSanError};
use ferz::{Move, Position, Setup, SetupFaults};

impl PositionArgs {
    fn fen_options(self) -> FenOptions {
        if self.lenient { FenOptions::LENIENT } else { FenOptions::STRICT }
    }

    /// Returns the faults that positions may have.
    pub(crate) fn ignored_faults(self) -> SetupFaults {
        self.fen_options().ignored_faults()
    }
}

/// Reads a FEN or `startpos`.
///
/// # Errors
/// If the text is not a FEN, or the position has a fault that the options do not accept.
pub(crate) fn read_position(fen: &str, args: PositionArgs) -> Result<Position, Error> {
    let options = args.fen_options();
    let setup = match fen.trim() {
        "startpos" => Setup::start(),
        text => Setup::from_fen_with(text, options)?,
    };
    let mut position = Position::from_setup_ignoring(&setup, options.ignored_faults())?;
    if args.chess960 {
        position.set_chess960(true);
    }
    Ok(position)
}

/// Returns the legal move written in UCI notation or in SAN.
///
/// # Errors
/// The fault of the text as SAN.
pub(crate) fn parse_move(text: &str, position: &Position) -> Result<Move, ParseSanError> {
    position.parse_uci(text).or_else(|_| position.parse_san(text))
}

impl StartArgs {
    /// Returns true if the position or moves are given.
    pub(crate) fn is_given(&self) -> bool {
        !self.words.is_empty() || self.fen.is_some() || !self.moves.is_empty()
    }

    /// Returns the position after the moves.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(crate) fn position(&self, args: PositionArgs, command: &str) -> Result<Position, Error> {
        let (mut position, moves) = self.line(args, command)?;
        moves.into_iter().for_each(|mv| position.do_move(mv));
        Ok(position)
    }

    /// Returns the position and the moves, which are in UCI notation or SAN with white space between
    /// them.
    ///
    /// # Errors
    /// As [`read_position`]; [`Error::CommandLine`] for the first move that is not legal, with the
    /// name of the command.
    pub(crate) fn line(
        &self,
        args: PositionArgs,
        command: &str,
    ) -> Result<(Position, Vec<Move>), Error> {
        let words = self.words.join(" ");
        let fen = match &self.fen {
            Some(fen) => fen.as_str(),
            None if self.words.is_empty() => "startpos",
            None => &words,
        };
        let start = read_position(fen, args)?;
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in self.moves.split_whitespace() {
            let mv = parse_move(text, &position).map_err(|error| Error::CommandLine {
                reason: format!("--moves: {error}"),
                command: command.to_owned(),
            })?;
            position.do_move(mv);
            moves.push(mv);
        }
        Ok((start, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: PositionArgs = PositionArgs { chess960: false, lenient: false };
    const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };

    #[test]
    fn only_errors_of_harmless_faults_mention_lenient() {
        let castling_right = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
        let error = read_position(castling_right, STRICT).err().unwrap().to_string();
        assert!(error.contains("castling right") && error.contains("--lenient"), "{error}");
        assert!(read_position(castling_right, LENIENT).is_ok());
        let board = "4k3/8/8/8/8/8/8/4K3";
        assert!(read_position(board, STRICT).is_err() && read_position(board, LENIENT).is_ok());
        for fen in ["8/8/8/8/8/8/8/4K3 w - - 0 1", "", "startpos now"] {
            let error = read_position(fen, LENIENT).err().unwrap();
            assert!(!error.to_string().contains("--lenient"), "{error}");
        }
    }

    #[test]
    fn chess960_option_sets_the_castling_notation() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(!read_position(fen, STRICT).unwrap().is_chess960());
        assert!(
            read_position(fen, PositionArgs { chess960: true, ..STRICT }).unwrap().is_chess960()
        );
        assert!(read_position("startpos", STRICT).is_ok());
    }
}
