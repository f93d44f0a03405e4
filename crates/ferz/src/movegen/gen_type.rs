use super::sink::PromotionSet;

/// The type of generated moves. Implemented by the six types of this module and by no others.
///
/// In check, every type is limited to the check evasions.
pub trait GenType: sealed::Sealed {
    /// Includes captures.
    const CAPTURES: bool;
    /// Includes moves without capture.
    const QUIETS: bool;
    /// The promotion pieces.
    const PROMOTIONS: PromotionSet;
    /// Only moves that give check.
    const CHECKS: bool = false;
    /// Only check evasions.
    const EVASIONS: bool = false;
    /// Only legal moves.
    const LEGAL: bool = false;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! gen_types {
    ($($(#[$meta:meta])* $name:ident { $($constant:ident: $type:ty = $value:expr;)+ })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl GenType for $name {
            $(const $constant: $type = $value;)+
        }
    )+};
}

gen_types! {
    /// Pseudo-legal captures, en passant and queen promotions (with or without capture).
    /// [`Captures`] and [`Quiets`] together are [`NonEvasions`].
    Captures {
        CAPTURES: bool = true;
        QUIETS: bool = false;
        PROMOTIONS: PromotionSet = PromotionSet::QUEEN;
    }
    /// Pseudo-legal moves without capture, castling, and all underpromotions (with or without
    /// capture).
    Quiets {
        CAPTURES: bool = false;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::UNDERPROMOTIONS;
    }
    /// The [`Quiets`] that give check, directly or by discovery. Of the promotions only those to a
    /// knight that gives check itself: checks by a promoted queen are in [`Captures`].
    QuietChecks {
        CAPTURES: bool = false;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::KNIGHT;
        CHECKS: bool = true;
    }
    /// Pseudo-legal check evasions: king moves off the lines of the checkers, captures of a single
    /// checker, and interpositions. All pseudo-legal moves if not in check.
    Evasions {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
        EVASIONS: bool = true;
    }
    /// All pseudo-legal moves.
    NonEvasions {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
    }
    /// All legal moves, in check or not.
    Legal {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
        LEGAL: bool = true;
    }
}
