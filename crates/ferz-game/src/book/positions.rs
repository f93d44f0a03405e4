use ferz::notation::{Epd, EpdError};
use ferz::{InvalidSetup, Position, Setup, SetupFaults};

/// A list of start positions for games, read from EPD: one position a line, with any operations.
///
/// ```
/// use ferz_game::book::PositionBook;
/// let book: PositionBook = "\
/// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"1. e4\";
/// rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1
/// ".parse()?;
/// assert_eq!(book.positions().len(), 2);
/// assert_eq!(book.select(0), &book.positions()[0]);
/// # Ok::<(), ferz_game::book::PositionBookError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionBook {
    /// Never empty.
    positions: Vec<Setup>,
    /// The faults that the positions may have.
    ignored: SetupFaults,
}

impl PositionBook {
    /// Reads the lines of a text. Empty lines and lines that start with `#` are skipped. Positions
    /// that no game can reach are accepted, since lists contain some and they can be played all the
    /// same: those with faults of [`SetupFaults::IGNORABLE`].
    ///
    /// # Errors
    /// At the first line that is no EPD or whose position is invalid, and if there is no position.
    pub fn parse(text: &str) -> Result<Self, PositionBookError> {
        Self::parse_ignoring(text, SetupFaults::IGNORABLE)
    }

    /// Reads the lines of a text like [`parse`](Self::parse), with the faults that positions may have.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_ignoring(text: &str, ignored: SetupFaults) -> Result<Self, PositionBookError> {
        let mut positions = Vec::new();
        for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let (line, text) = (index + 1, text.trim());
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let epd: Epd =
                text.parse().map_err(|problem| PositionBookError::Epd { line, problem })?;
            Position::from_setup_ignoring(epd.setup(), ignored)
                .map_err(|problem| PositionBookError::Setup { line, problem })?;
            positions.push(epd.setup().clone());
        }
        match positions.is_empty() {
            true => Err(PositionBookError::Empty),
            false => Ok(Self { positions, ignored }),
        }
    }

    /// Returns the positions in the order of the text, at least one.
    pub fn positions(&self) -> &[Setup] {
        &self.positions
    }

    /// Returns the positions in the order of the text, as the first ones of games.
    pub fn start_positions(&self) -> impl ExactSizeIterator<Item = Position> {
        self.positions.iter().map(|setup| {
            let position = Position::from_setup_ignoring(setup, self.ignored);
            position.expect("the positions have been checked")
        })
    }

    /// Returns one of the positions by a random number, which should be uniform over all 64 bits.
    pub fn select(&self, random: u64) -> &Setup {
        // The high half of the product is uniform below the number of positions.
        let index = (u128::from(random) * self.positions.len() as u128) >> 64;
        &self.positions[index as usize]
    }
}

impl std::str::FromStr for PositionBook {
    type Err = PositionBookError;

    fn from_str(text: &str) -> Result<Self, PositionBookError> {
        Self::parse(text)
    }
}

/// An error in a list of positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionBookError {
    /// A line is not an EPD.
    #[error("line {line}: {problem}")]
    Epd {
        /// The line, from 1.
        line: usize,
        /// The fault of the text.
        problem: EpdError,
    },
    /// The position of a line is invalid.
    #[error("line {line}: {problem}")]
    Setup {
        /// The line, from 1.
        line: usize,
        /// The faults of the position.
        problem: InvalidSetup,
    },
    /// The list is empty.
    #[error("expected at least one position, found none")]
    Empty,
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: [&str; 3] =
        ["4k3/8/8/8/8/8/8/R3K3 w Q -", "4k3/8/8/8/8/8/8/4K2R b K -", "4k3/8/8/8/8/8/P7/4K3 w - -"];

    #[test]
    fn lines_are_read_and_selected_evenly() {
        let text = format!(
            "\u{feff}# kings\n{}\r\n\n{} id \"b\";\n{} 3 9\n",
            KINGS[0], KINGS[1], KINGS[2]
        );
        let book = PositionBook::parse(&text).unwrap();
        assert_eq!(book.positions().len(), 3);
        assert_eq!(book.positions()[2].fullmove_number, 9);
        let selected = |random| book.positions().iter().position(|p| p == book.select(random));
        assert_eq!(selected(0), Some(0));
        assert_eq!(selected(u64::MAX / 2), Some(1));
        assert_eq!(selected(u64::MAX), Some(2));
    }

    #[test]
    fn faults_are_accepted_by_name() {
        let text = format!("{}\n4k3/8/8/8/8/8/8/4K3 w K - id \"no rook\";\n", KINGS[2]);
        let error = PositionBook::parse_ignoring(&text, SetupFaults::NONE).unwrap_err();
        assert!(matches!(error, PositionBookError::Setup { line: 2, .. }), "{error}");
        let book = PositionBook::parse(&text).unwrap();
        let starts: Vec<Position> = book.start_positions().collect();
        assert_eq!(starts.len(), 2);
        assert_eq!(starts[0], Position::from_fen(&format!("{} 0 1", KINGS[2])).unwrap());
    }

    #[test]
    fn errors_have_the_line() {
        let parse = |text: &str| PositionBook::parse(text).unwrap_err().to_string();
        assert!(parse(&format!("{}\nnonsense", KINGS[0])).starts_with("line 2: "));
        assert!(parse("\n8/8/8/8/8/8/8/4K3 w - -").starts_with("line 2: "));
        assert_eq!(parse("\n# nothing\n"), PositionBookError::Empty.to_string());
    }
}
