//! Finds the magic numbers of `attacks/sliders.rs` by trial of sparse random numbers: `cargo run
//! --release -p ferz --example find_magics`.

use ferz::{Bitboard, Square, attacks};

/// A function that returns a slider's attacks for an occupancy.
type Attacks = fn(Square, Bitboard) -> Bitboard;

/// Xorshift64* generator with a fixed seed, so that a run can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number with few bits set, which is more likely to be magic.
    fn sparse(&mut self) -> u64 {
        self.next() & self.next() & self.next()
    }
}

/// Returns the relevant occupancy: the squares whose occupation changes the attacks.
fn relevant(square: Square, attacks: Attacks) -> Bitboard {
    let rays = attacks(square, Bitboard::EMPTY);
    rays.squares().filter(|&s| attacks(square, Bitboard::of(s)) != rays).collect()
}

fn is_magic(magic: u64, shift: u32, pairs: &[(Bitboard, Bitboard)]) -> bool {
    let mut table = vec![Bitboard::EMPTY; pairs.len()];
    pairs.iter().all(|&(subset, attacks)| {
        let entry = &mut table[(subset.0.wrapping_mul(magic) >> shift) as usize];
        let free = entry.is_empty() || *entry == attacks;
        *entry = attacks;
        free
    })
}

fn print_magics(name: &str, attacks: Attacks) {
    println!("const {name}: [u64; Square::COUNT] = [");
    for square in Square::ALL {
        let mask = relevant(square, attacks);
        let pairs: Vec<_> = mask.subsets().map(|s| (s, attacks(square, s))).collect();
        let shift = 64 - mask.len() as u32;
        let mut random = Random(0x0DDB_1A5E_5BAD_5EED + square.index() as u64);
        let magic = std::iter::repeat_with(|| random.sparse())
            .find(|&magic| is_magic(magic, shift, &pairs))
            .expect("the iterator is infinite");
        println!("    {magic:#018x},");
    }
    println!("];");
}

fn main() {
    print_magics("ROOK_MAGICS", attacks::rook);
    print_magics("BISHOP_MAGICS", attacks::bishop);
}
