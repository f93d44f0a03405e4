// [start:head]
//! Static exchange evaluation: what captures on one square win.

use super::Bitboards;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:values]
/// The value of each type in hundredths of a pawn. A king is worth more than all others.
pub const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];
// [end:values]

// [start:see]
impl<S: Sliders> Bitboards<S> {
    /// Returns what a move wins if both sides go on to capture on its target, each with its least
    /// valuable piece, and each may stop. Ignores pins.
    pub fn see(&self, mv: Move) -> i32 {
        let value = |square| self.piece_on(square).map_or(0, |piece| VALUES[piece.kind as usize]);
        if mv.kind == MoveKind::Castle {
            return 0;
        }
        let promoted = mv.promotion().map(|piece| VALUES[piece as usize]);
        // gains[i] is what the side that captured last has won, if the exchange ends there.
        let mut gains = vec![mv.captures_on().map_or(0, value)];
        if let Some(promoted) = promoted {
            gains[0] += promoted - VALUES[PieceType::Pawn as usize];
        }
        let mut occupied = self.occupied().without(mv.from);
        if let Some(captured) = mv.captures_on() {
            occupied = occupied.without(captured);
        }
        let mut on_target = promoted.unwrap_or(value(mv.from));
        let mut side = !self.state.side_to_move;
        loop {
            // Sliders behind those that have captured join in, as `occupied` shrinks.
            let attackers = self.attackers_to(mv.to, occupied) & occupied & self.of_color(side);
            let Some(from) = attackers.min_by_key(|&from| value(from)) else { break };
            gains.push(on_target - gains[gains.len() - 1]);
            on_target = value(from);
            occupied = occupied.without(from);
            side = !side;
        }
        // From the end: each side captures only if that is better than to stop.
        while let [.., before, last] = gains[..] {
            gains.pop();
            *gains.last_mut().expect("one is left") = -last.max(-before);
        }
        gains[0]
    }
}
// [end:see]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::sliders::magic::Magic;

    #[test]
    fn exchanges_end_when_they_lose() {
        for (fen, text, expected) in [
            // A pawn is free.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            // A knight for a pawn, then everything behind: a queen too few.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
            // The rook is taken back.
            ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", -400),
        ] {
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            let mv = moves.into_iter().find(|mv| mv.to_string() == text).unwrap();
            assert_eq!(board.see(mv), expected, "{fen}");
        }
    }
}
// [end:tests]
