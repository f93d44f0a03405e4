//! The eight directions of sliders and the eight leaps of knights, all at once.

use super::lanes::Lanes;

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const NOT_AB: u64 = 0xFCFC_FCFC_FCFC_FCFC;
const NOT_GH: u64 = 0x3F3F_3F3F_3F3F_3F3F;
const NOT_1: u64 = !0xFF;
const NOT_8: u64 = !(0xFF << 56);
const NOT_12: u64 = !0xFFFF;
const NOT_78: u64 = !(0xFFFF << 48);

/// Steps that go one way in each lane: a rotation, and the squares on which it can arrive.
pub(crate) struct Steps {
    ahead: [u64; 8],
    twice: [u64; 8],
    fourfold: [u64; 8],
    back: [u64; 8],
    arrivals: [u64; 8],
}

const fn steps(ahead: [u64; 8], arrivals: [u64; 8]) -> Steps {
    let (mut twice, mut fourfold, mut back) = ([0; 8], [0; 8], [0; 8]);
    let mut i = 0;
    while i < 8 {
        twice[i] = ahead[i] * 2 % 64;
        fourfold[i] = ahead[i] * 4 % 64;
        back[i] = 64 - ahead[i];
        i += 1;
    }
    Steps { ahead, twice, fourfold, back, arrivals }
}

/// North, east, south, west; north-east, south-east, south-west, north-west.
pub(crate) static DIRECTIONS: Steps = steps(
    [8, 1, 56, 63, 9, 57, 55, 7],
    [NOT_1, NOT_A, NOT_8, NOT_H, NOT_1 & NOT_A, NOT_8 & NOT_A, NOT_8 & NOT_H, NOT_1 & NOT_H],
);

/// The knight's leaps, clockwise from north-north-east.
pub(crate) static LEAPS: Steps = steps(
    [17, 10, 58, 49, 47, 54, 6, 15],
    [
        NOT_12 & NOT_A,
        NOT_1 & NOT_AB,
        NOT_8 & NOT_AB,
        NOT_78 & NOT_A,
        NOT_78 & NOT_H,
        NOT_8 & NOT_GH,
        NOT_1 & NOT_GH,
        NOT_12 & NOT_H,
    ],
);

impl Steps {
    /// One step ahead.
    #[inline(always)]
    pub(crate) fn ahead(&self, sets: Lanes) -> Lanes {
        sets.rotate(&self.ahead) & Lanes::from(self.arrivals)
    }

    /// One step back, from squares that a step ahead reaches.
    #[inline(always)]
    pub(crate) fn back(&self, sets: Lanes) -> Lanes {
        sets.rotate(&self.back)
    }

    /// The squares that sliders attack: through the empty squares, up to and including the first
    /// that is not (Kogge and Stone).
    #[inline(always)]
    pub(crate) fn slide(&self, sliders: Lanes, empty: u64) -> Lanes {
        let mut free = Lanes::splat(empty) & Lanes::from(self.arrivals);
        let mut filled = sliders | free & sliders.rotate(&self.ahead);
        free = free & free.rotate(&self.ahead);
        filled = filled | free & filled.rotate(&self.twice);
        free = free & free.rotate(&self.twice);
        filled = filled | free & filled.rotate(&self.fourfold);
        self.ahead(filled)
    }
}
