//! The bitbase of king and pawn against king: for each square of the pawn and its king, the set of
//! squares on which the weaker king loses.

use super::attacks::adjacent;
use ferz::{Bitboard, Color, Direction, Rank, Square, attacks};
use std::sync::LazyLock;

/// The number of pawn squares: six ranks of the files a to d; the other files are mirrored.
const PAWN_SQUARES: usize = 24;

/// The losing squares of the weaker king, by pawn index and square of the own king.
type LostSquares = [[Bitboard; Square::COUNT]; PAWN_SQUARES];

/// The won positions. The pawn is white and on one of the files a to d.
struct Bitbase {
    /// White to move.
    white_to_move: LostSquares,
    /// Black to move.
    black_to_move: LostSquares,
}

/// The bitbase, 24 KiB, generated on first use.
static BITBASE: LazyLock<Box<Bitbase>> = LazyLock::new(Bitbase::generate);

/// Returns true if the side with the pawn, taken as White, wins a legal position.
pub(super) fn is_won(
    king: Square,
    pawn: Square,
    weak_king: Square,
    pawn_side_to_move: bool,
) -> bool {
    let mirrored =
        |square: Square| if pawn.file().index() < 4 { square } else { square.flip_file() };
    let lost = if pawn_side_to_move { &BITBASE.white_to_move } else { &BITBASE.black_to_move };
    lost[pawn_index(mirrored(pawn))][mirrored(king)].contains(mirrored(weak_king))
}

/// Returns the index of a pawn on the files a to d.
fn pawn_index(pawn: Square) -> usize {
    (pawn.rank().index() - 1) * 4 + pawn.file().index()
}

/// Returns the squares next to any square of a set.
fn neighbours(set: Bitboard) -> Bitboard {
    let sides = adjacent(set);
    let row = sides | set;
    sides | row.shift(Direction::North) | row.shift(Direction::South)
}

impl Bitbase {
    /// Generates the bitbase by retrograde analysis.
    fn generate() -> Box<Self> {
        let empty = [[Bitboard::EMPTY; Square::COUNT]; PAWN_SQUARES];
        let mut this = Box::new(Self { white_to_move: empty, black_to_move: empty });
        // Pawn moves lead to higher ranks, so those are solved first.
        for &rank in Rank::ALL[1..7].iter().rev() {
            for pawn in Bitboard::rank(rank).squares().take(4) {
                while this.extend(pawn) {}
            }
        }
        this
    }

    /// Adds the wins one ply before those found so far, for one pawn square. Returns true if there
    /// were any.
    fn extend(&mut self, pawn: Square) -> bool {
        let index = pawn_index(pawn);
        let mut found = false;
        for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
            let white_to_move = self.won_white_to_move(king, pawn);
            let black_to_move = self.won_black_to_move(king, pawn, white_to_move);
            found |= white_to_move != self.white_to_move[index][king]
                || black_to_move != self.black_to_move[index][king];
            self.white_to_move[index][king] = white_to_move;
            self.black_to_move[index][king] = black_to_move;
        }
        found
    }

    /// Returns the squares of the black king on which White to move wins.
    fn won_white_to_move(&self, king: Square, pawn: Square) -> Bitboard {
        let index = pawn_index(pawn);
        let mut won = Bitboard::EMPTY;
        for to in attacks::king(king).without(pawn) {
            won |= self.black_to_move[index][to];
        }
        let legal =
            !(attacks::king(king) | attacks::pawn(Color::White, pawn)).with(king).with(pawn);
        let Some(next) = pawn.step(Direction::North).filter(|&next| next != king) else {
            return won & legal;
        };
        if next.rank() == Rank::Eighth {
            // Promotion to a queen or rook wins unless it can be captured.
            let defended = attacks::king(king).contains(next);
            let taken = if defended { Bitboard::EMPTY } else { attacks::king(next) };
            won |= !taken.with(next);
        } else {
            won |= self.black_to_move[pawn_index(next)][king];
            if let Some(far) = next.step(Direction::North)
                && pawn.rank() == Rank::Second
                && far != king
            {
                won |= self.black_to_move[pawn_index(far)][king].without(next);
            }
        }
        won & legal
    }

    /// Returns the squares on which the black king to move loses: all its moves lead to positions
    /// won for White, and it is not stalemated.
    fn won_black_to_move(
        &self,
        king: Square,
        pawn: Square,
        won_white_to_move: Bitboard,
    ) -> Bitboard {
        let checked = attacks::pawn(Color::White, pawn);
        let free = !(attacks::king(king) | checked).with(king);
        let legal = !attacks::king(king).with(king).with(pawn);
        let escapes = neighbours(free - won_white_to_move);
        let stalemate = !(neighbours(free) | checked);
        legal - escapes - stalemate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns true if the position is legal.
    fn is_legal(king: Square, pawn: Square, weak_king: Square, to_move: bool) -> bool {
        king != pawn
            && weak_king != pawn
            && king.distance(weak_king) > 1
            && !(to_move && attacks::pawn(Color::White, pawn).contains(weak_king))
    }

    #[test]
    fn number_of_won_positions_matches_endgame_tables() {
        let mut won = [0; 2];
        for pawn in Square::ALL.into_iter().filter(|pawn| (1..7).contains(&pawn.rank().index())) {
            for king in Square::ALL {
                for weak_king in Square::ALL {
                    for to_move in [false, true] {
                        let win = is_legal(king, pawn, weak_king, to_move)
                            && is_won(king, pawn, weak_king, to_move);
                        won[usize::from(to_move)] += usize::from(win);
                    }
                }
            }
        }
        // Twice the numbers for the files a to d.
        assert_eq!(won, [2 * 48_802, 2 * 62_480]);
    }

    #[test]
    fn textbook_positions_have_the_right_result() {
        use Square as S;
        for (king, pawn, weak_king, to_move, win) in [
            // Opposition in front of the pawn.
            (S::E6, S::E5, S::E8, true, true),
            (S::E6, S::E5, S::E8, false, true),
            (S::E5, S::E4, S::E7, true, false),
            (S::E5, S::E4, S::E7, false, true),
            // Rook pawn, with the king in the corner or too late.
            (S::B6, S::A5, S::B8, true, false),
            (S::H6, S::H5, S::F8, false, false),
            (S::G7, S::H5, S::E8, false, true),
            // Rule of the square.
            (S::A1, S::H4, S::B4, false, true),
            (S::A1, S::H4, S::C4, false, false),
            (S::A1, S::H4, S::C4, true, true),
        ] {
            assert_eq!(is_won(king, pawn, weak_king, to_move), win, "{king} {pawn} {weak_king}");
        }
    }
}
