//! Serialisation as text: setups, boards and positions as FEN, moves without a position in UCI notation.

use super::{FenOptions, UciMove};
use crate::{Board, Position, Setup, SetupFaults};
use core::fmt;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every serialised board and position can be read.
const READ: FenOptions = FenOptions::STRICT.ignore(SetupFaults::IGNORABLE);

/// Serialises a type as its `Display` writes it, and reads it by a function.
macro_rules! as_text {
    ($type:ty, $expected:literal, $read:expr, $written:literal, $accepted:literal) => {
        #[doc = $written]
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[doc = $accepted]
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$type, E> {
                        $read(text).map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

as_text!(
    Setup,
    "a FEN",
    str::parse::<Setup>,
    "Serialises as FEN, with castling rights in X-FEN.",
    "Deserialises from a FEN; the setup need not be legal."
);
as_text!(
    Board,
    "a FEN",
    |fen| Board::from_fen_with(fen, READ),
    "Serialises as FEN, with castling rights in X-FEN.",
    "Deserialises from a FEN and ignores the faults in [`SetupFaults::IGNORABLE`]."
);
as_text!(
    Position,
    "a FEN",
    |fen| Position::from_fen_with(fen, READ),
    "Serialises as FEN, with castling rights in X-FEN and without the history.",
    "Deserialises from a FEN and ignores the faults in [`SetupFaults::IGNORABLE`]."
);
as_text!(
    UciMove,
    "a move in UCI notation",
    str::parse::<UciMove>,
    "Serialises in UCI notation.",
    "Deserialises from UCI notation; `0000` is the null move."
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use alloc::format;

    #[test]
    fn setups_boards_and_positions_are_written_as_fen() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12",
            // An impossible double check, which is ignored.
            "4k3/8/3N1N2/8/8/8/8/4K3 b - - 9 1",
        ] {
            let json = format!("\"{fen}\"");
            let setup: Setup = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&setup).unwrap(), json);
            let board: Board = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&board).unwrap(), json);
            let position: Position = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&position).unwrap(), json);
        }
    }

    #[test]
    fn moves_are_written_in_uci_notation() {
        for json in ["\"e2e4\"", "\"e7e8q\"", "\"0000\""] {
            let uci_move: UciMove = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&uci_move).unwrap(), json);
        }
    }

    #[test]
    fn scores_name_their_unit() {
        for (score, json) in [(Score::Cp(-31), "{\"cp\":-31}"), (Score::Mate(3), "{\"mate\":3}")] {
            assert_eq!(serde_json::to_string(&score).unwrap(), json);
            assert_eq!(serde_json::from_str::<Score>(json).unwrap(), score);
        }
    }

    #[test]
    fn errors_contain_the_reason() {
        let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").err();
        assert!(format!("{error:?}").contains("White has no king"), "{error:?}");
        let error = serde_json::from_str::<Setup>("\"8/8\"").err();
        assert!(format!("{error:?}").contains("column 4"), "{error:?}");
        let error = serde_json::from_str::<UciMove>("\"e2e9\"").err();
        assert!(format!("{error:?}").contains("e2e9"), "{error:?}");
        let error = serde_json::from_str::<Setup>("7").err();
        assert!(format!("{error:?}").contains("expected a FEN"), "{error:?}");
    }
}
