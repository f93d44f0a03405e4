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

// [start:at_least]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if `see` is at least a limit, and stops as soon as that is certain.
    pub fn see_at_least(&self, mv: Move, limit: i32) -> bool {
        let kind_on = |square| self.piece_on(square).map(|piece: Piece| piece.kind);
        let value = |kind: Option<PieceType>| kind.map_or(0, |kind| VALUES[kind as usize]);
        if mv.kind == MoveKind::Castle {
            return 0 >= limit;
        }
        let us = self.state.side_to_move;
        let moving = mv.promotion().or(kind_on(mv.from));
        let captured = mv.captures_on();
        let promotion = value(moving) - value(kind_on(mv.from));
        // What the side that moved has above the limit if the exchange ends here.
        let mut balance = captured.map_or(0, |square| value(kind_on(square))) + promotion - limit;
        if balance < 0 {
            return false;
        }
        // The same if it loses the piece that has moved, and nothing more happens.
        balance -= value(moving);
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(mv.from);
        if let Some(square) = captured {
            occupied = occupied.without(square);
        }
        let mut side = !us;
        loop {
            let attackers = self.attackers_to(mv.to, occupied) & occupied & self.of_color(side);
            let Some(from) = attackers.min_by_key(|&from| value(kind_on(from))) else { break };
            occupied = occupied.without(from);
            side = !side;
            // The other side needs one more than nothing.
            balance = -balance - 1 - value(kind_on(from));
            if balance >= 0 {
                break;
            }
        }
        side != us
    }
}
// [end:at_least]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::random::Random;
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
            // The king may not take a guarded queen.
            ("8/8/3k4/4p3/8/8/4Q3/4R1K1 w - - 0 1", "e2e5", 100),
        ] {
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            let mv = moves.into_iter().find(|mv| mv.to_string() == text).unwrap();
            assert_eq!(board.see(mv), expected, "{fen}");
        }
    }

    /// Returns what the side to move wins on a square if its least valuable piece captures first,
    /// or 0 if it stops.
    fn exchange(board: &Bitboards, to: Square) -> i32 {
        let value = |square| VALUES[board.piece_on(square).expect("a piece").kind as usize];
        let own = board.of_color(board.side_to_move());
        let attackers = board.attackers_to(to, board.occupied()) & own;
        let Some(from) = attackers.min_by_key(|&from| value(from)) else { return 0 };
        let mut after = board.clone();
        after.make(Move::new(from, to, MoveKind::Capture));
        (value(to) - exchange(&after, to)).max(0)
    }

    /// The judge makes the captures.
    #[test]
    fn exchanges_are_those_of_moves_that_are_made() {
        let mut random = Random(16);
        let mut long = 0;
        for game in 0..60 {
            let mut board = Bitboards::<Magic>::from_fen(STARTS[game % STARTS.len()]).unwrap();
            for _ in 0..60 {
                let moves = board.legal_moves();
                for &mv in moves.iter().filter(|mv| mv.kind != MoveKind::Castle) {
                    let value = |kind: PieceType| VALUES[kind as usize];
                    let mut gain = mv.promotion().map_or(0, |kind| value(kind) - VALUES[0]);
                    let captured = mv.captures_on().and_then(|square| board.piece_on(square));
                    gain += captured.map_or(0, |piece| value(piece.kind));
                    let mut after = board.clone();
                    after.make(mv);
                    let wanted = gain - exchange(&after, mv.to);
                    assert_eq!(board.see(mv), wanted, "{mv} {board:?}");
                    for limit in [wanted - 1, wanted, wanted + 1, -100, 0, 1, 100] {
                        assert_eq!(board.see_at_least(mv, limit), wanted >= limit, "{mv} {limit}");
                    }
                    long += usize::from(wanted != gain && wanted != gain - value(PieceType::Pawn));
                }
                if moves.is_empty() {
                    break;
                }
                board.make(moves[random.next() as usize % moves.len()]);
            }
        }
        assert!(long > 1_000, "{long}");
    }

    const STARTS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    ];
}
// [end:tests]
