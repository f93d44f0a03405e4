//! Serialisation of setups and positions as FEN text.

use super::FenOptions;
use crate::{Position, Setup, SetupFaults};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Visitor that reads a value from a FEN.
struct FromFen<T>(PhantomData<T>);

/// Types that can be read from a FEN.
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
        let options = FenOptions::STRICT.ignore(SetupFaults::IGNORABLE);
        Self::from_fen_with(fen, options).map_err(E::custom)
    }
}

/// Serialises as FEN, with castling rights in X-FEN.
impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserialises from a FEN; the setup need not be legal.
impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromFen(PhantomData))
    }
}

/// Serialises as FEN, with castling rights in X-FEN and without the history.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserialises from a FEN and ignores the faults in [`SetupFaults::IGNORABLE`], so that every
/// serialised position can be read.
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
    fn setups_and_positions_serialize_as_fen() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12",
            // An impossible double check, which is ignored.
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
    fn errors_contain_the_reason() {
        let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").err();
        assert!(format!("{error:?}").contains("White has no king"), "{error:?}");
        let error = serde_json::from_str::<Setup>("\"8/8\"").err();
        assert!(format!("{error:?}").contains("column 4"), "{error:?}");
        assert!(serde_json::from_str::<Setup>("7").is_err());
    }
}
