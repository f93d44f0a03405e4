use crate::SetupFaults;

/// Options of a FEN reader: the number of fields that a text must have, and the faults with which
/// a position is accepted.
///
/// ```
/// use ferz::notation::FenOptions;
/// use ferz::{Position, SetupFaults};
///
/// let board = "4k3/8/8/8/8/8/4P3/4K3";
/// assert!(Position::from_fen(board).is_err());
/// let position = Position::from_fen_with(board, FenOptions::STRICT.min_fields(1))?;
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
///
/// let stale_rights = "4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 0";
/// let faults = SetupFaults::IMPOSSIBLE_CASTLING | SetupFaults::BAD_COUNTERS;
/// let position = Position::from_fen_with(stale_rights, FenOptions::STRICT.ignore(faults))?;
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// # Ok::<(), ferz::notation::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FenOptions {
    min_fields: usize,
    ignored: SetupFaults,
}

impl FenOptions {
    /// The options of [`Position::from_fen`](crate::Position::from_fen) and [`str::parse`]: at
    /// least the four fields that FEN and EPD share, and no faults.
    pub const STRICT: Self = Self { min_fields: 4, ignored: SetupFaults::NONE };

    /// The most forgiving options: the piece placement suffices, and all faults in
    /// [`SetupFaults::IGNORABLE`] are ignored.
    pub const LENIENT: Self = Self { min_fields: 1, ignored: SetupFaults::IGNORABLE };

    /// Returns the options with another minimum number of fields, limited to 1 to 6. Missing fields
    /// are White to move, no castling rights, no en passant square and the counters 0 and 1.
    #[must_use]
    pub const fn min_fields(self, fields: usize) -> Self {
        let min_fields = match fields {
            0 => 1,
            1..=6 => fields,
            _ => 6,
        };
        Self { min_fields, ..self }
    }

    /// Returns the options with `faults` added to the ignored faults. Only those in
    /// [`SetupFaults::IGNORABLE`] have an effect: see
    /// [`Position::from_setup_ignoring`](crate::Position::from_setup_ignoring).
    #[must_use]
    pub const fn ignore(self, faults: SetupFaults) -> Self {
        Self { ignored: self.ignored.union(faults), ..self }
    }

    /// Returns the minimum number of fields.
    pub const fn required_fields(self) -> usize {
        self.min_fields
    }

    /// Returns the ignored faults.
    pub const fn ignored_faults(self) -> SetupFaults {
        self.ignored
    }
}

/// [`FenOptions::STRICT`].
impl Default for FenOptions {
    fn default() -> Self {
        Self::STRICT
    }
}
