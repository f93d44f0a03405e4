use super::sink::PromotionSet;

/// A kind of moves to generate; the six that there are implement it and no others can.
pub trait GenType: sealed::Sealed {
    /// Captures are among them.
    const CAPTURES: bool;
    /// Moves that take nothing are among them.
    const QUIETS: bool;
    /// What a pawn may promote to among them.
    const PROMOTIONS: PromotionSet;
    /// Only moves that give check.
    const CHECKS: bool = false;
    /// Only answers to a check.
    const EVASIONS: bool = false;
    /// Only moves that leave the king safe.
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
    /// Pseudo-legal captures, en passant and queen promotions (with or without capture), not in
    /// check. With [`Quiets`] they make up [`NonEvasions`].
    Captures {
        CAPTURES: bool = true;
        QUIETS: bool = false;
        PROMOTIONS: PromotionSet = PromotionSet::QUEEN;
    }
    /// Pseudo-legal moves that take nothing, castling, and all underpromotions (with or without
    /// capture), not in check.
    Quiets {
        CAPTURES: bool = false;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::MINORS_AND_ROOK;
    }
    /// The [`Quiets`] that give check, directly or by discovery; of the promotions, those to a
    /// knight that itself gives check (what a queen would do, [`Captures`] has already).
    QuietChecks {
        CAPTURES: bool = false;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::KNIGHT;
        CHECKS: bool = true;
    }
    /// Pseudo-legal answers to a check: king moves off the checkers' lines, captures of a lone
    /// checker, moves in between.
    Evasions {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
        EVASIONS: bool = true;
    }
    /// All pseudo-legal moves when not in check.
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
