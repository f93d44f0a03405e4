//! Coloured squares and arrows, as drawn on a board and stored in PGN comments.

use ferz::Square;
use std::fmt;
use std::str::FromStr;

/// The colour of a marked square or an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MarkColor {
    /// Green, the letter `G`.
    #[default]
    Green,
    /// Red, the letter `R`.
    Red,
    /// Yellow, the letter `Y`.
    Yellow,
    /// Blue, the letter `B`.
    Blue,
    /// Orange, the letter `O`.
    Orange,
    /// Cyan, the letter `C`.
    Cyan,
}

impl MarkColor {
    /// All colours.
    pub const ALL: [Self; 6] =
        [Self::Green, Self::Red, Self::Yellow, Self::Blue, Self::Orange, Self::Cyan];

    /// Returns the letter of the colour in PGN comments.
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
            Self::Orange => 'O',
            Self::Cyan => 'C',
        }
    }

    /// Returns the colour of an upper-case letter, or `None` for another character.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

/// A marked square, such as `Gd4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareMark {
    /// The square.
    pub square: Square,
    /// The colour of the mark.
    pub color: MarkColor,
}

/// An arrow between two squares, such as `Re2e4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// The square at the start.
    pub from: Square,
    /// The square at the head.
    pub to: Square,
    /// The colour of the arrow.
    pub color: MarkColor,
}

/// The error for text that is not a mark or an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a colour G, R, Y, B, O or C and one or two squares, like Gd4 or Re2e4")]
pub struct ParseMarkError;

impl fmt::Display for SquareMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.square)
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color.letter(), self.from, self.to)
    }
}

/// Returns the colour of the first letter and the text behind it.
fn split_color(text: &str) -> Option<(MarkColor, &str)> {
    let mut chars = text.chars();
    let color = MarkColor::from_letter(chars.next()?)?;
    Some((color, chars.as_str()))
}

impl FromStr for SquareMark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Self, ParseMarkError> {
        let (color, square) = split_color(text).ok_or(ParseMarkError)?;
        let square = square.parse().map_err(|_| ParseMarkError)?;
        Ok(Self { square, color })
    }
}

impl FromStr for Arrow {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Self, ParseMarkError> {
        let (color, squares) = split_color(text).ok_or(ParseMarkError)?;
        let (from, to) = squares.split_at_checked(2).ok_or(ParseMarkError)?;
        let square = |text: &str| text.parse().map_err(|_| ParseMarkError);
        Ok(Self { from: square(from)?, to: square(to)?, color })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_arrows_round_trip() {
        for color in MarkColor::ALL {
            for square in Square::ALL {
                let mark = SquareMark { square, color };
                assert_eq!(mark.to_string().parse(), Ok(mark));
                let arrow = Arrow { from: square, to: square.flip_rank(), color };
                assert_eq!(arrow.to_string().parse(), Ok(arrow));
            }
        }
        for bad in ["", "G", "Gd", "Gd9", "gd4", "Xd4", "Gd4d", "é4"] {
            assert_eq!(bad.parse::<SquareMark>(), Err(ParseMarkError), "{bad}");
            assert_eq!(bad.parse::<Arrow>(), Err(ParseMarkError), "{bad}");
        }
        assert!("Gd4e5".parse::<SquareMark>().is_err() && "Gd4".parse::<Arrow>().is_err());
    }
}
