//! What a writer of an index is given.

/// Options of an [`IndexWriter`](super::IndexWriter).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriterOptions {
    /// The number of plies of each game that are stored: that of the index, 50 in a new one, if `None`.
    pub plies: Option<u16>,
    /// The memory for games in bytes, at least [`MIN_MEMORY`](Self::MIN_MEMORY). The fingerprints of known games take
    /// at most an eighth more.
    pub memory: usize,
    /// Set if the texts of games are stored.
    pub texts: bool,
}

impl WriterOptions {
    /// The least memory in bytes: 1 MiB.
    pub const MIN_MEMORY: usize = 1 << 20;
    /// The plies of a new index, as in the explorer of Lichess.
    pub const DEFAULT_PLIES: u16 = 50;
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self { plies: None, memory: 256 << 20, texts: true }
    }
}
