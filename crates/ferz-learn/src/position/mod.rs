// [start:head]
//! A position with its past: a stack of boards.

use crate::bitboards::Bitboards;
use crate::bitboards::checks::CheckInfo;
use crate::bitboards::sums::Sums;
use crate::fen::{FenError, Setup};
use crate::types::*;
use std::cell::OnceCell;
// [end:head]

pub mod draws;
pub mod flip;
pub mod repetition;

// [start:entry]
/// A board of the stack, with what is known of it.
#[derive(Clone, Debug)]
struct Entry {
    board: Bitboards,
    sums: Sums,
    /// The move that led here and the piece that it captured; none for the first board and after a
    /// null move.
    last: Option<(Move, Option<Piece>)>,
    /// Plies since the start of the stack or the last null move.
    plies_from_null: usize,
    /// Computed when it is first asked for: most boards of a search are left before.
    checks: OnceCell<CheckInfo>,
}

/// A position, and all positions before it. The last board is the current one.
#[derive(Clone, Debug)]
pub struct Position {
    entries: Vec<Entry>,
}
// [end:entry]

// [start:new]
impl Position {
    /// Returns the position of a setup, without a past.
    pub fn new(setup: &Setup) -> Position {
        let board = Bitboards::new(setup);
        let sums = Sums::of(&board);
        // Room for a game: the stack does not move while a search goes up and down.
        let mut position = Position { entries: Vec::with_capacity(1024) };
        position.push(board, sums, None, 0);
        position
    }

    /// Returns the position of a FEN.
    ///
    /// # Errors
    /// If the text is not a position, or the side that has just moved is in check.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let setup = Setup::from_fen(fen)?;
        // Before there is a position: a board on the stack is consistent, and text from outside may
        // not be.
        let board: Bitboards = Bitboards::new(&setup);
        if !board.checkers(!board.state().side_to_move).is_empty() {
            return Err(FenError::Check);
        }
        Ok(Position::new(&setup))
    }

    fn top(&self) -> &Entry {
        self.entries.last().expect("the first board stays")
    }

    fn push(
        &mut self,
        board: Bitboards,
        sums: Sums,
        last: Option<(Move, Option<Piece>)>,
        plies_from_null: usize,
    ) {
        self.entries.push(Entry { board, sums, last, plies_from_null, checks: OnceCell::new() });
        debug_assert!(self.is_consistent(), "{last:?} leads to a wrong position");
    }
}
// [end:new]

// [start:queries]
impl Position {
    /// Returns the board.
    pub fn board(&self) -> &Bitboards {
        &self.top().board
    }

    /// Returns the keys and sums.
    pub fn sums(&self) -> &Sums {
        &self.top().sums
    }

    /// Returns what decides about checks, computed at most once for a position.
    pub fn checks(&self) -> &CheckInfo {
        let entry = self.top();
        entry.checks.get_or_init(|| entry.board.check_info())
    }

    /// Returns the last move, and what it captured.
    pub fn last_move(&self) -> Option<(Move, Option<Piece>)> {
        self.top().last
    }

    /// Returns the number of moves that can be taken back.
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }
}
// [end:queries]

// [start:do_move]
impl Position {
    /// Makes a legal move.
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_with(mv, |_| {});
    }

    /// Makes a legal move, and calls `hint` with the new key before the new board is written.
    pub fn do_move_with(&mut self, mv: Move, hint: impl FnOnce(u64)) {
        let entry = self.top();
        hint(entry.board.key_after(mv));
        let mut sums = entry.sums;
        sums.follow(&entry.board, mv);
        let captured = mv.captures_on().and_then(|square| entry.board.piece_on(square));
        let mut board = entry.board.clone();
        board.make(mv);
        let plies_from_null = entry.plies_from_null + 1;
        self.push(board, sums, Some((mv, captured)), plies_from_null);
    }

    /// Takes the last move or null move back. The first board stays.
    pub fn undo(&mut self) {
        if self.entries.len() > 1 {
            self.entries.pop();
        }
    }

    /// Passes. Not allowed in check.
    pub fn do_null_move(&mut self) {
        let entry = self.top();
        let (mut board, sums) = (entry.board.clone(), entry.sums);
        board.pass();
        self.push(board, sums, None, 0);
    }
}
// [end:do_move]

// [start:consistent]
impl Position {
    /// Returns true if all that is kept step by step is what a look at the pieces finds.
    fn is_consistent(&self) -> bool {
        let Entry { board, sums, .. } = self.top();
        let king_count = |color| board.pieces(color, PieceType::King).len();
        let state = board.state();
        let waiting_king_is_safe = || board.checkers(!state.side_to_move).is_empty();
        let rooks_stand = || {
            [Color::White, Color::Black].iter().all(|&color| {
                let rights = state.castling[color as usize].into_iter().flatten();
                let rook = Some(Piece { color, kind: PieceType::Rook });
                rights.into_iter().all(|square| board.piece_on(square) == rook)
            })
        };
        board.is_consistent()
            && *sums == Sums::of(board)
            && [Color::White, Color::Black].iter().all(|&color| king_count(color) == 1)
            && waiting_king_is_safe()
            && rooks_stand()
    }
}
// [end:consistent]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::random::Random;

    const STARTS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
    ];

    fn perft(position: &mut Position, depth: u32) -> u64 {
        let moves = position.board().legal_by_stages();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut count = 0;
        for mv in moves {
            position.do_move(mv);
            count += perft(position, depth - 1);
            position.undo();
        }
        count
    }

    /// Each of these moves is followed by a check of everything.
    #[test]
    fn counts_with_the_stack() {
        for (fen, leaves) in STARTS.into_iter().zip([97_862, 2_812, 9_483, 32_244]) {
            assert_eq!(perft(&mut Position::from_fen(fen).unwrap(), 3), leaves, "{fen}");
        }
    }

    /// The judge takes moves back.
    #[test]
    fn a_stack_is_what_taking_back_finds() {
        let mut random = Random(17);
        for fen in STARTS {
            let mut position = Position::from_fen(fen).unwrap();
            let mut board = <Bitboards>::from_fen(fen).unwrap();
            let mut line = Vec::new();
            while line.len() < 200 && !board.legal_moves().is_empty() {
                let moves = board.legal_moves();
                let mv = moves[random.next() as usize % moves.len()];
                let mut hinted = 0;
                position.do_move_with(mv, |key| hinted = key);
                line.push((mv, board.make(mv)));
                assert_eq!((hinted, hinted), (board.key(), position.board().key()));
                assert_eq!(position.checks(), &board.check_info());
                assert_eq!(position.last_move().map(|(mv, _)| mv), Some(mv));
            }
            assert_eq!(position.plies(), line.len());
            while let Some((mv, undo)) = line.pop() {
                position.undo();
                board.unmake(mv, undo);
                assert_eq!(position.board().key(), board.key());
                assert_eq!(position.sums(), &Sums::of(&board));
            }
        }
    }

    #[test]
    fn a_null_move_changes_the_side_alone() {
        let fen = "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 3 10";
        let mut position = Position::from_fen(fen).unwrap();
        let before = position.board().clone();
        position.do_null_move();
        let state = position.board().state();
        assert_eq!((state.side_to_move, state.en_passant), (Color::White, None));
        assert_eq!(position.board().occupied(), before.occupied());
        assert_eq!(position.last_move(), None);
        position.undo();
        assert_eq!(position.board().key(), before.key());
        position.undo();
        assert_eq!(position.plies(), 0);
    }

    #[test]
    fn a_fen_with_a_king_to_be_captured_is_an_error() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4R2K w - - 0 1");
        assert_eq!(position.err(), Some(FenError::Check));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "leads to a wrong position"]
    fn a_move_that_leaves_the_king_in_check_is_noticed() {
        let mut position = Position::from_fen("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
        let [from, to] = ["e2", "d2"].map(|text| text.parse().unwrap());
        position.do_move(Move::new(from, to, MoveKind::Quiet));
    }
}
// [end:tests]
