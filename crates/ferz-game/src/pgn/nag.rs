//! Numeric annotation glyphs, and the symbols that stand for them in texts.

use std::fmt;

/// A numeric annotation glyph: `$0` to `$255`. The default is the one that means nothing, `$0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Nag(pub u8);

/// The symbols of programs and books, as they follow moves. A symbol stands behind those that begin with
/// it.
///
/// Numbers up to 139 are those of the PGN standard, section 10; those from 140 on are of ChessBase
/// and Scid. A symbol that does not say which side it favours has the number for White.
const GLYPHS: [(&str, u8); 48] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("\u{203C}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("=/\u{221E}", 44),
    ("+--", 18),
    ("--+", 19),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("\u{B1}", 16),
    ("\u{2213}", 17),
    ("\u{2A72}", 14),
    ("\u{2A71}", 15),
    ("+\u{2212}", 18),
    ("\u{2212}+", 19),
    ("+\u{2013}", 18),
    ("\u{2013}+", 19),
    ("\u{221E}", 13),
    ("\u{25A1}", 7),
    ("\u{2610}", 7),
    ("\u{2A00}", 22),
    ("\u{2299}", 22),
    ("\u{27F3}", 32),
    ("\u{21BB}", 32),
    ("\u{2191}", 36),
    ("\u{2192}", 40),
    ("\u{BB}", 40),
    ("\u{2BF9}", 44),
    ("\u{A9}", 44),
    ("\u{21C6}", 132),
    ("\u{21C4}", 132),
    ("\u{2A01}", 138),
    ("\u{2295}", 138),
    ("\u{25B3}", 140),
    ("\u{2206}", 140),
    ("\u{2313}", 142),
];

impl Nag {
    /// The glyph that means nothing, which a [`Tree`](super::Tree) does not store.
    pub const NONE: Self = Self(0);

    /// A good move, `!`.
    pub const GOOD: Self = Self(1);

    /// A mistake, `?`.
    pub const MISTAKE: Self = Self(2);

    /// A brilliant move, `!!`.
    pub const BRILLIANT: Self = Self(3);

    /// A blunder, `??`.
    pub const BLUNDER: Self = Self(4);

    /// A move that deserves attention, `!?`.
    pub const SPECULATIVE: Self = Self(5);

    /// A dubious move, `?!`.
    pub const DUBIOUS: Self = Self(6);

    /// A novelty, `N` in texts.
    pub const NOVELTY: Self = Self(146);

    /// An editorial comment, `RR` in texts.
    pub const EDITORIAL: Self = Self(145);

    /// An unclear position, `inf` or `unclear` in texts.
    pub const UNCLEAR: Self = Self(13);

    /// A diagram, `D` in texts.
    pub const DIAGRAM: Self = Self(220);

    /// Returns the glyph of a suffix: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    pub fn from_suffix(suffix: &[u8]) -> Option<Self> {
        let known = GLYPHS[..6].iter().find(|(symbol, _)| symbol.as_bytes() == suffix);
        known.map(|&(_, number)| Self(number))
    }

    /// Returns true if the glyph assesses a move as `!`, `?`, `!!`, `??`, `!?` or `?!` does: `$1` to `$6`.
    pub const fn is_move_assessment(self) -> bool {
        matches!(self.0, 1..=6)
    }

    /// Returns the glyph of the symbol at the start of a text, such as `±`, `+-` or `∞`, and the length
    /// of the symbol in bytes.
    ///
    /// ```
    /// use ferz_game::pgn::Nag;
    /// assert_eq!(Nag::from_glyph("+- and wins".as_bytes()), Some((Nag(18), 2)));
    /// assert_eq!(Nag::from_glyph("⩲".as_bytes()), Some((Nag(14), 3)));
    /// assert_eq!(Nag::from_glyph("+".as_bytes()), None);
    /// ```
    pub fn from_glyph(text: &[u8]) -> Option<(Self, usize)> {
        let starts = |&&(symbol, _): &&(&str, u8)| text.starts_with(symbol.as_bytes());
        GLYPHS.iter().find(starts).map(|&(symbol, number)| (Self(number), symbol.len()))
    }
}

impl From<u8> for Nag {
    fn from(number: u8) -> Self {
        Self(number)
    }
}

impl From<Nag> for u8 {
    fn from(nag: Nag) -> Self {
        nag.0
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
