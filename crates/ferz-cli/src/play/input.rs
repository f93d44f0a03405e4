//! The commands of the player.

use crate::common::player_input::{move_error, read_move};
use crate::common::prelude::*;
use ferz_engine::Skill;

/// The commands, in lines of at most 60 characters.
pub(super) const HELP: &str = concat!(
    "  e4, Nf3, O-O, e8=Q  a move; also e2e4, e2-e4 or 1. e4\n",
    "  moves               list the legal moves\n",
    "  hint                motif and piece; square; best line\n",
    "  book                list the moves of the engine's book\n",
    "  takeback, undo      take back your move and the reply\n",
    "  go                  let the engine move; play its side\n",
    "  draw                claim a draw, or offer one\n",
    "  draw MOVE           claim a draw with your next move\n",
    "  resign              resign the game\n",
    "  board, flip         draw the board; turn it round\n",
    "  fen, pgn            print the position; the game\n",
    "  save FILE           write the game to a PGN file\n",
    "  level N, elo N      level 0 to 20; Elo 800 to 2910\n",
    "  quit                end the program without a result",
);

/// A command of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayerCommand {
    Move(Move),
    Moves,
    Hint,
    Book,
    TakeBack,
    Go,
    /// A draw claim or offer, with the text of the intended move.
    Draw(Option<String>),
    Resign,
    Board,
    Flip,
    Fen,
    Pgn,
    Save(String),
    Level(u32),
    Elo(u32),
    Help,
    Quit,
    Empty,
}

impl PlayerCommand {
    /// Parses a line. A text that is both a command and a move is the move.
    ///
    /// # Errors
    /// The text of the error.
    pub(super) fn parse(line: &str, position: &Position) -> Result<Self, String> {
        let line = line.trim();
        if let Some(mv) = read_move(line, position)? {
            return Ok(Self::Move(mv));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let input = match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("moves", "") => Self::Moves,
            ("hint", "") => Self::Hint,
            ("book", "") => Self::Book,
            ("takeback" | "undo" | "back", "") => Self::TakeBack,
            ("go" | "switch", "") => Self::Go,
            ("draw", "") => Self::Draw(None),
            ("draw", san) => Self::Draw(Some(san.to_owned())),
            ("resign", "") => Self::Resign,
            ("board" | "d", "") => Self::Board,
            ("flip", "") => Self::Flip,
            ("fen", "") => Self::Fen,
            ("pgn", "") => Self::Pgn,
            ("save", "") => return Err("save: expected the name of a file".to_owned()),
            ("save", path) => Self::Save(path.to_owned()),
            ("level", level) => match level.parse() {
                Ok(level @ 0..=20) => Self::Level(level),
                _ => return Err("level: expected a number from 0 to 20".to_owned()),
            },
            ("elo", elo) => match elo.parse() {
                Ok(elo @ Skill::MIN_ELO..=Skill::MAX_ELO) => Self::Elo(elo),
                _ => {
                    let (least, most) = (Skill::MIN_ELO, Skill::MAX_ELO);
                    return Err(format!("elo: expected a number from {least} to {most}"));
                }
            },
            ("help" | "?", _) => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            _ => return Err(move_error(line, position)),
        };
        Ok(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_parsed() {
        let position = Position::startpos();
        let mv = |text| PlayerCommand::Move(position.parse_uci(text).unwrap());
        for (line, input) in [
            ("e4", mv("e2e4")),
            (" Nf3\r\n", mv("g1f3")),
            ("g1f3", mv("g1f3")),
            ("", PlayerCommand::Empty),
            ("HINT", PlayerCommand::Hint),
            ("book", PlayerCommand::Book),
            ("undo", PlayerCommand::TakeBack),
            ("draw", PlayerCommand::Draw(None)),
            ("draw Nf3", PlayerCommand::Draw(Some("Nf3".into()))),
            ("level 7", PlayerCommand::Level(7)),
            ("elo 1500", PlayerCommand::Elo(1500)),
            ("save my games.pgn", PlayerCommand::Save("my games.pgn".into())),
        ] {
            assert_eq!(PlayerCommand::parse(line, &position), Ok(input), "{line}");
        }
        for (line, reason) in [
            ("e5", "e5: not a legal move"),
            ("e2e5", "e2e5: not a legal move"),
            ("hello", "hello: not a move or a command"),
            ("level 21", "level: expected a number from 0 to 20"),
            ("elo 700", "elo: expected a number from 800 to 2910"),
            ("save", "save: expected"),
            ("resign now", "resign now: not a move or a command"),
            ("a\u{7}", "a\\u{7}: not a move"),
        ] {
            let error = PlayerCommand::parse(line, &position).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn moves_are_read_as_players_write_them() {
        let open = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let open = Position::from_fen(open).unwrap();
        for (text, san) in [
            ("4. d3", "d3"),
            ("4.d3", "d3"),
            ("4 d3", "d3"),
            ("4... d3", "d3"),
            ("OO", "O-O"),
            ("oo", "O-O"),
            ("0-0", "O-O"),
            ("4. 0-0", "O-O"),
            ("4.00", "O-O"),
            ("d2-d3", "d3"),
            ("f3-g5", "Ng5"),
            ("f3xe5", "Nxe5"),
            ("ng5", "Ng5"),
            ("nxe5", "Nxe5"),
            ("qe2", "Qe2"),
            ("bb5", "Bb5"),
            ("bxf7", "Bxf7+"),
            ("Bxf7", "Bxf7+"),
            ("D4", "d4"),
            ("NG5", "Ng5"),
            ("d3,", "d3"),
            ("d3!?", "d3"),
        ] {
            let expected = PlayerCommand::Move(open.parse_san(san).unwrap());
            assert_eq!(PlayerCommand::parse(text, &open), Ok(expected), "{text}");
        }
        let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
        let both = Position::from_fen(both).unwrap();
        let error = |text| PlayerCommand::parse(text, &both).unwrap_err();
        assert_eq!(error("bc3"), "bc3: ambiguous, bxc3 or Bxc3");
        for (text, san) in [("bxc3", "bxc3"), ("Bc3", "Bxc3"), ("b2c3", "bxc3"), ("b4", "b4")] {
            let expected = PlayerCommand::Move(both.parse_san(san).unwrap());
            assert_eq!(PlayerCommand::parse(text, &both), Ok(expected), "{text}");
        }
        for text in ["0", "1.", "4...", "2", "e", "B"] {
            assert!(error(text).contains("not a move or a command"), "{text}");
        }
        let error = PlayerCommand::parse("4. Sg5", &open).unwrap_err();
        assert!(error.starts_with("4. Sg5: in German; pieces are "), "{error}");
        assert!(error.ends_with(" here: Ng5"), "{error}");
    }

    #[test]
    fn the_help_fits_a_narrow_terminal() {
        assert!(HELP.lines().all(|line| line.chars().count() <= 60));
    }

    #[test]
    fn castling_ambiguities_and_promotions_are_explained() {
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        for castling in ["O-O", "0-0", "e1g1"] {
            assert!(
                matches!(PlayerCommand::parse(castling, &position), Ok(PlayerCommand::Move(_))),
                "{castling}"
            );
        }
        let error = PlayerCommand::parse("a8", &position).unwrap_err();
        assert_eq!(error, "a8: add the promotion piece, like a8=Q");
        let rooks = Position::from_fen("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1").unwrap();
        assert_eq!(
            PlayerCommand::parse("Ra2", &rooks).unwrap_err(),
            "Ra2: ambiguous, R1a2 or R3a2"
        );
    }
}
