use std::fmt;
use std::str::FromStr;

/// An ECO code, `A00` to `E99`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Eco(u16);

/// The error for text that is not an ECO code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an ECO code from A00 to E99, like B90")]
pub struct ParseEcoError;

impl Eco {
    /// The number of codes.
    pub const COUNT: usize = 500;

    /// Returns the code with this index, or `None` if it is not below [`COUNT`](Self::COUNT).
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u16)) } else { None }
    }

    /// Returns the index in the order of the codes: 0 for `A00`, 499 for `E99`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the volume of the encyclopaedia, `A` to `E`.
    pub const fn volume(self) -> char {
        (b'A' + (self.0 / 100) as u8) as char
    }

    /// Returns the number in the volume, 0 to 99.
    pub const fn number(self) -> u8 {
        (self.0 % 100) as u8
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number())
    }
}

/// Parses a letter in either case and two digits.
impl FromStr for Eco {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        let &[volume, tens, ones] = text.as_bytes() else { return Err(ParseEcoError) };
        let volume = volume.to_ascii_uppercase();
        if !(b'A'..=b'E').contains(&volume) || !tens.is_ascii_digit() || !ones.is_ascii_digit() {
            return Err(ParseEcoError);
        }
        let digit = |byte: u8| u16::from(byte - b'0');
        Ok(Self(u16::from(volume - b'A') * 100 + digit(tens) * 10 + digit(ones)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_other_text_is_refused() {
        for index in 0..Eco::COUNT {
            let eco = Eco::from_index(index).unwrap();
            assert_eq!(eco.index(), index);
            assert_eq!(eco.to_string().parse(), Ok(eco));
            assert_eq!(eco.to_string().to_lowercase().parse(), Ok(eco));
        }
        assert_eq!(Eco::from_index(500), None);
        assert_eq!("B90".parse(), Ok(Eco(190)));
        for bad in ["", "B9", "B900", "F00", "B9x", "@00", "B+1", "Bé"] {
            assert_eq!(bad.parse::<Eco>(), Err(ParseEcoError), "{bad}");
        }
    }
}
