//! King and pawn against king, solved: for every place of the pawn and its king, the squares on
//! which the other king loses.

use ferz::{Bitboard, Color, Direction, Rank, Square, attacks};
use std::sync::LazyLock;

/// The pawn's places: six ranks of four files, as the other four mirror them.
const PAWN_PLACES: usize = 24;

/// The squares on which the other king loses, by the pawn's place and its own king's square.
type LostSquares = [[Bitboard; Square::COUNT]; PAWN_PLACES];

/// The positions that the pawn's side wins. The pawn and its king are White's, and the pawn stands
/// on one of the files a to d.
struct Bitbase {
    /// With the pawn's side to move.
    to_move: LostSquares,
    /// With the other side to move.
    waiting: LostSquares,
}

/// The solution, 24 KiB, worked out when first asked for.
static BITBASE: LazyLock<Box<Bitbase>> = LazyLock::new(Bitbase::solved);

/// Whether the pawn's side wins a legal position. The pawn and its king are White's.
pub(in crate::eval::material) fn is_won(
    king: Square,
    pawn: Square,
    other_king: Square,
    pawn_side_to_move: bool,
) -> bool {
    let mirrored =
        |square: Square| if pawn.file().index() < 4 { square } else { square.flip_file() };
    let lost = if pawn_side_to_move { &BITBASE.to_move } else { &BITBASE.waiting };
    lost[place(mirrored(pawn))][mirrored(king)].contains(mirrored(other_king))
}

/// The place of a pawn on the files a to d.
fn place(pawn: Square) -> usize {
    (pawn.rank().index() - 1) * 4 + pawn.file().index()
}

/// The squares next to any of a set.
fn neighbours(set: Bitboard) -> Bitboard {
    let beside = set.shift(Direction::East) | set.shift(Direction::West);
    let row = beside | set;
    beside | row.shift(Direction::North) | row.shift(Direction::South)
}

impl Bitbase {
    /// Works out every win.
    fn solved() -> Box<Self> {
        let nothing = [[Bitboard::EMPTY; Square::COUNT]; PAWN_PLACES];
        let mut this = Box::new(Self { to_move: nothing, waiting: nothing });
        // A pawn only moves on, so the last rank before promotion comes first.
        for &rank in Rank::ALL[1..7].iter().rev() {
            for pawn in Bitboard::rank(rank).squares().take(4) {
                while this.find_more(pawn) {}
            }
        }
        this
    }

    /// Adds the wins with the pawn on a square that follow in one ply from those known already;
    /// whether there were any.
    fn find_more(&mut self, pawn: Square) -> bool {
        let at = place(pawn);
        let mut found = false;
        for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
            let to_move = self.won_to_move(king, pawn);
            let waiting = self.won_waiting(king, pawn, to_move);
            found |= to_move != self.to_move[at][king] || waiting != self.waiting[at][king];
            self.to_move[at][king] = to_move;
            self.waiting[at][king] = waiting;
        }
        found
    }

    /// Where the other king loses because White has a winning move.
    fn won_to_move(&self, king: Square, pawn: Square) -> Bitboard {
        let at = place(pawn);
        let mut won = Bitboard::EMPTY;
        for to in attacks::king(king).without(pawn) {
            won |= self.waiting[at][to];
        }
        let legal =
            !(attacks::king(king) | attacks::pawn(Color::White, pawn)).with(king).with(pawn);
        let Some(next) = pawn.step(Direction::North).filter(|&next| next != king) else {
            return won & legal;
        };
        if next.rank() == Rank::Eighth {
            // A new queen, or rook, wins unless it can be taken at once.
            let defended = attacks::king(king).contains(next);
            let taken = if defended { Bitboard::EMPTY } else { attacks::king(next) };
            won |= !taken.with(next);
        } else {
            won |= self.waiting[place(next)][king];
            if let Some(far) = next.step(Direction::North)
                && pawn.rank() == Rank::Second
                && far != king
            {
                won |= self.waiting[place(far)][king].without(next);
            }
        }
        won & legal
    }

    /// Where the other king loses although it is to move: every move of it, and there is one or it
    /// is mate, leads to where White to move wins.
    fn won_waiting(&self, king: Square, pawn: Square, won_to_move: Bitboard) -> Bitboard {
        let checked = attacks::pawn(Color::White, pawn);
        let free = !(attacks::king(king) | checked).with(king);
        let legal = !attacks::king(king).with(king).with(pawn);
        let refuge = neighbours(free - won_to_move);
        let stalemate = !(neighbours(free) | checked);
        legal - refuge - stalemate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two kings and a white pawn stand where the rules let them.
    fn is_legal(king: Square, pawn: Square, other_king: Square, to_move: bool) -> bool {
        king != pawn
            && other_king != pawn
            && king.distance(other_king) > 1
            && !(to_move && attacks::pawn(Color::White, pawn).contains(other_king))
    }

    #[test]
    fn as_many_positions_are_won_as_endgame_tables_say() {
        let mut won = [0; 2];
        for pawn in Square::ALL.into_iter().filter(|pawn| (1..7).contains(&pawn.rank().index())) {
            for king in Square::ALL {
                for other_king in Square::ALL {
                    for to_move in [false, true] {
                        let win = is_legal(king, pawn, other_king, to_move)
                            && is_won(king, pawn, other_king, to_move);
                        won[usize::from(to_move)] += usize::from(win);
                    }
                }
            }
        }
        // Twice the numbers for the files a to d.
        assert_eq!(won, [2 * 48_802, 2 * 62_480]);
    }

    #[test]
    fn well_known_positions_are_judged_right() {
        use Square as S;
        for (king, pawn, other_king, to_move, win) in [
            // The opposition before the pawn, either side to move.
            (S::E6, S::E5, S::E8, true, true),
            (S::E6, S::E5, S::E8, false, true),
            (S::E5, S::E4, S::E7, true, false),
            (S::E5, S::E4, S::E7, false, true),
            // A rook's pawn, with the other king in the corner or too late.
            (S::B6, S::A5, S::B8, true, false),
            (S::H6, S::H5, S::F8, false, false),
            (S::G7, S::H5, S::E8, false, true),
            // The square of the pawn.
            (S::A1, S::H4, S::B4, false, true),
            (S::A1, S::H4, S::C4, false, false),
            (S::A1, S::H4, S::C4, true, true),
        ] {
            assert_eq!(is_won(king, pawn, other_king, to_move), win, "{king} {pawn} {other_king}");
        }
    }
}
