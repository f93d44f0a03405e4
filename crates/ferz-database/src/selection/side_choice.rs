//! The side that a condition is about.

/// The side that a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SideChoice {
    /// White or Black.
    #[default]
    Either,
    /// White.
    White,
    /// Black.
    Black,
    /// The player whose name is a condition: [`Selection::has_player`](super::Selection::has_player).
    Player,
}
