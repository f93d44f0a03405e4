//! Moves with the piece letters of other languages, and with figurines.

use ferz::PieceType;
use std::fmt;
use std::str::FromStr;

/// The letters of king, queen, rook, bishop and knight in a language.
///
/// ```
/// use ferz_game::pgn::PieceLetters;
/// let german = PieceLetters::of_language("de").unwrap();
/// assert_eq!(german.to_english("Sxe8+").as_deref(), Some("Nxe8+"));
/// assert_eq!(german.to_english("b8=D").as_deref(), Some("b8=Q"));
/// assert_eq!(german.to_english("e4"), None, "no letter to replace");
/// assert_eq!("KDTLS".parse(), Ok(german));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceLetters([char; 5]);

/// The pieces in the order of the letters.
const PIECES: [PieceType; 5] =
    [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// Languages by code and name with their letters, as in section 8.2.3.2 of the PGN standard. Of languages
/// with equal letters the first has most games.
const LANGUAGES: [(&str, &str, &str); 16] = [
    ("de", "German", "KDTLS"),
    ("es", "Spanish", "RDTAC"),
    ("fr", "French", "RDTFC"),
    ("nl", "Dutch", "KDTLP"),
    ("it", "Italian", "RDTAC"),
    ("pl", "Polish", "KHWGS"),
    ("cs", "Czech", "KDVSJ"),
    ("hu", "Hungarian", "KVBFH"),
    ("sv", "Swedish", "KDTLS"),
    ("da", "Danish", "KDTLS"),
    ("no", "Norwegian", "KDTLS"),
    ("fi", "Finnish", "KDTLR"),
    ("pt", "Portuguese", "RDTBC"),
    ("ro", "Romanian", "RDTNC"),
    ("et", "Estonian", "KLVOR"),
    ("is", "Icelandic", "KDHBR"),
];

impl PieceLetters {
    /// Returns the letters of a language by its code in ISO 639-1: `de`, `es`, `fr`, `nl`, `it`, `pl`,
    /// `cs`, `hu`, `sv`, `da`, `no`, `fi`, `pt`, `ro`, `et` or `is`.
    pub fn of_language(code: &str) -> Option<Self> {
        Self::languages().find(|(known, ..)| *known == code).map(|(_, _, letters)| letters)
    }

    /// Returns the languages: code, English name and letters.
    pub fn languages() -> impl Iterator<Item = (&'static str, &'static str, Self)> {
        LANGUAGES
            .iter()
            .filter_map(|&(code, name, letters)| Some((code, name, letters.parse().ok()?)))
    }

    /// Returns a move with English piece letters, or `None` if it has no letter to replace.
    pub fn to_english(&self, mv: &str) -> Option<String> {
        if mv.starts_with("O-O") {
            return None;
        }
        replaced(mv, |c| Some(PIECES[self.0.iter().position(|&letter| letter == c)?]))
    }
}

/// Parses five letters in the order king, queen, rook, bishop, knight, such as `KDTLS`.
impl FromStr for PieceLetters {
    type Err = ParsePieceLettersError;

    fn from_str(text: &str) -> Result<Self, ParsePieceLettersError> {
        let letters: Vec<char> = text.chars().collect();
        let letters: [char; 5] = letters.try_into().map_err(|_| ParsePieceLettersError)?;
        let is_free = |&c: &char| {
            c.is_uppercase() && letters.iter().filter(|&&other| other == c).count() == 1
        };
        if letters.iter().all(is_free) { Ok(Self(letters)) } else { Err(ParsePieceLettersError) }
    }
}

impl fmt::Display for PieceLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// The error for text that is not the letters of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected five different capital letters: king, queen, rook, bishop, knight, like KDTLS")]
pub struct ParsePieceLettersError;

/// Returns a move with letters in place of figurines, `None` without figurines.
pub(super) fn without_figurines(mv: &str) -> Option<String> {
    replaced(mv, |c| {
        let index = match u32::from(c) {
            code @ 0x2654..=0x2659 => code - 0x2654,
            code @ 0x265A..=0x265F => code - 0x265A,
            _ => return None,
        };
        Some(PIECES.get(index as usize).copied().unwrap_or(PieceType::Pawn))
    })
}

/// Returns a text with the English letters of the pieces of its characters, `None` if it has none.
fn replaced(text: &str, piece: impl Fn(char) -> Option<PieceType>) -> Option<String> {
    let mut found = false;
    let english = |c: char| match piece(c) {
        Some(piece) => {
            found = true;
            piece.letter().to_ascii_uppercase()
        }
        None => c,
    };
    // The selector of a figurine's form as text.
    let english: String = text.chars().filter(|&c| c != '\u{FE0E}').map(english).collect();
    found.then_some(english)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_parsed_and_replaced() {
        for (code, _, letters) in PieceLetters::languages() {
            assert_eq!(PieceLetters::of_language(code), Some(letters));
            assert_eq!(letters.to_string().parse(), Ok(letters), "{code}");
        }
        assert_eq!(LANGUAGES.len(), PieceLetters::languages().count());
        for bad in ["", "KDTL", "KDTLSB", "kdtls", "KDTLL"] {
            assert_eq!(bad.parse::<PieceLetters>(), Err(ParsePieceLettersError), "{bad}");
        }
        let french = PieceLetters::of_language("fr").unwrap();
        for (text, english) in
            [("Rf1", "Kf1"), ("Cbd2", "Nbd2"), ("exd8=D#", "exd8=Q#"), ("Fxb5", "Bxb5")]
        {
            assert_eq!(french.to_english(text).as_deref(), Some(english));
        }
        let estonian = PieceLetters::of_language("et").unwrap();
        assert_eq!(estonian.to_english("O-O"), None);
        assert_eq!(estonian.to_english("Oc4").as_deref(), Some("Bc4"));
    }

    #[test]
    fn figurines_are_letters() {
        assert_eq!(without_figurines("\u{2658}f3").as_deref(), Some("Nf3"));
        assert_eq!(without_figurines("\u{265B}\u{FE0E}xd8+").as_deref(), Some("Qxd8+"));
        assert_eq!(without_figurines("e8=\u{2656}").as_deref(), Some("e8=R"));
        assert_eq!(without_figurines("\u{2659}e4").as_deref(), Some("Pe4"));
        assert_eq!(without_figurines("Nf3"), None);
    }
}
