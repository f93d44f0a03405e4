//! The fingerprint of a game.

use super::GameFacts;
use ferz_variants::Move;

/// A hash that is the same on every machine and for every version of the compiler, so that files can have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Creates the hash function of a seed; the default has none.
    pub fn with_seed(seed: u64) -> Self {
        let mut hash = Self::default();
        hash.add(seed);
        hash
    }

    /// Adds a number: a round of SplitMix64.
    fn add(&mut self, number: u64) {
        let mut bits = (self.0 ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = bits ^ bits >> 31;
    }

    /// Adds a text.
    pub fn add_text(&mut self, text: &[u8]) {
        self.add(text.len() as u64);
        for part in text.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(bytes));
        }
    }

    /// Adds the [key](ferz::Board::key) of the start position of a game, before its moves; 0 if it cannot be read.
    pub fn add_start(&mut self, key: u64) {
        self.add(key);
    }

    /// Adds a move of the main line, `None` for a null move.
    pub fn add_move(&mut self, mv: Option<Move>) {
        self.add(mv.map_or(0, Move::bits).into());
    }

    /// Adds the facts that tell games with equal moves apart: players in any case, date and result.
    pub fn add_facts(&mut self, facts: &GameFacts) {
        for name in [&facts.white, &facts.black] {
            self.add_text(name.to_lowercase().as_bytes());
        }
        self.add(facts.date.bits().into());
        self.add_text(facts.result.as_str().as_bytes());
    }

    /// Returns the bits.
    pub fn bits(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameDate;
    use ferz::Position;
    use ferz_game::GameResult;

    #[test]
    fn bits_never_change() {
        let mut fingerprint = Fingerprint::default();
        let start = Position::startpos();
        fingerprint.add_start(start.key());
        fingerprint.add_move(start.parse_san("e4").ok().map(Into::into));
        fingerprint.add_move(None);
        fingerprint.add_facts(&GameFacts {
            white: "Müller, Anna".to_owned(),
            black: "?".to_owned(),
            date: GameDate::from_tag("2024.03.15"),
            result: GameResult::Draw,
            ..GameFacts::default()
        });
        assert_eq!(fingerprint.bits(), 9_854_647_538_385_017_738);
        assert_ne!(Fingerprint::with_seed(1), Fingerprint::with_seed(2));
    }
}
