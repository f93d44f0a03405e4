//! Setups and positions as FEN text, in any format of `serde`.

use crate::{Position, Setup, SetupFaults};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads a value from the text of a FEN.
struct FromFen<T>(PhantomData<T>);

/// What can be read from the text of a FEN.
trait ReadFen: Sized {
    fn read_fen<E: Error>(fen: &str) -> Result<Self, E>;
}

impl<T: ReadFen> Visitor<'_> for FromFen<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FEN")
    }

    fn visit_str<E: Error>(self, fen: &str) -> Result<T, E> {
        T::read_fen(fen)
    }
}

impl ReadFen for Setup {
    fn read_fen<E: Error>(fen: &str) -> Result<Self, E> {
        fen.parse().map_err(E::custom)
    }
}

impl ReadFen for Position {
    fn read_fen<E: Error>(fen: &str) -> Result<Self, E> {
        let setup = Setup::read_fen(fen)?;
        Self::from_setup_forgiving(&setup, SetupFaults::FORGIVABLE).map_err(E::custom)
    }
}

/// As a FEN, with castling rights in X-FEN.
impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// From a FEN, whatever position it describes.
impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromFen(PhantomData))
    }
}

/// As a FEN, with castling rights in X-FEN; the history is left out.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// From a FEN. Faults of [`SetupFaults::FORGIVABLE`] are forgiven, so that every position that
/// can be written can be read.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromFen(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn setups_and_positions_are_their_fens() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12",
            // Two checkers that cannot be, and counters that contradict each other: forgiven.
            "4k3/8/3N1N2/8/8/8/8/4K3 b - - 9 1",
        ] {
            let json = format!("\"{fen}\"");
            let setup: Setup = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&setup).unwrap(), json);
            let position: Position = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&position).unwrap(), json);
        }
    }

    #[test]
    fn errors_keep_their_reasons() {
        let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").err();
        assert!(format!("{error:?}").contains("White has no king"), "{error:?}");
        let error = serde_json::from_str::<Setup>("\"8/8\"").err();
        assert!(format!("{error:?}").contains("column 4"), "{error:?}");
        assert!(serde_json::from_str::<Setup>("7").is_err());
    }
}
