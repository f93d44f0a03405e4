//! Games with clocks and the rules of their end.

mod clock;
mod dead_position;
mod ending;
pub use clock::{Clock, ParseTimeControlError, Period, TimeControl};
pub use dead_position::{Winnability, is_dead, winnability};
pub use ending::{ClaimError, DrawClaim, EndError, EndReason, Ending};

use crate::GameResult;
use ferz::notation::ParseSanError;
use ferz::{IllegalMove, Move, Position, SetupFaults};
use std::time::Duration;

/// A game: a start position, moves, optional clocks, and its end by the rules of FIDE (2023).
///
/// The game ends by itself with checkmate, stalemate, a dead position, the fifth occurrence of a
/// position, and seventy-five moves without capture or pawn move. The players end it with
/// [`claim_draw`](Self::claim_draw), [`resign`](Self::resign), [`agree_draw`](Self::agree_draw),
/// and the functions beside them. After its end no move is accepted until [`undo`](Self::undo).
///
/// ```
/// use ferz_game::GameResult;
/// use ferz_game::game::{EndReason, Game};
/// let mut game = Game::new();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play_san(san)?;
/// }
/// let ending = game.ending().unwrap();
/// assert_eq!((ending.result(), ending.reason()), (GameResult::BlackWins, EndReason::Checkmate));
/// assert_eq!(ending.to_string(), "0-1 (checkmate)");
/// # Ok::<(), ferz_game::game::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    clock: Option<Clock>,
    /// The clocks before each move.
    earlier_clocks: Vec<Clock>,
    ending: Option<Ending>,
}

/// Errors of moves in a [`Game`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Ending),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The text is not a legal move.
    #[error(transparent)]
    San(#[from] ParseSanError),
}

impl Game {
    /// The positions that the search for a dead position visits after each move, for each side.
    pub const DEAD_POSITION_NODES: usize = 200;

    /// Creates a game from the initial position without clocks.
    pub fn new() -> Self {
        Self::from_position(&Position::startpos())
    }

    /// Creates a game from a position without clocks. The history of the position is dropped. The
    /// game is over at once if the position ends it.
    pub fn from_position(position: &Position) -> Self {
        let start = without_history(position);
        let mut game = Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            clock: None,
            earlier_clocks: Vec::new(),
            ending: None,
        };
        game.ending = game.automatic_ending();
        game
    }

    /// Starts the clocks, which [`play_timed`](Self::play_timed) runs.
    pub fn set_time_control(&mut self, control: &TimeControl) {
        self.clock = Some(Clock::new(control.clone()));
        self.earlier_clocks = vec![Clock::new(control.clone()); self.moves.len()];
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position with the history of the game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the clocks, if the game has a time control.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns the clocks before each move, or an empty slice without a time control.
    pub fn earlier_clocks(&self) -> &[Clock] {
        &self.earlier_clocks
    }

    /// Returns the end of the game, or `None` as long as it continues.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Returns the result, which is unknown as long as the game continues.
    pub fn result(&self) -> GameResult {
        self.ending.map_or(GameResult::Unknown, Ending::result)
    }

    /// Makes a move without use of the clocks. Returns the end of the game if the move ends it.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    pub fn play(&mut self, mv: Move) -> Result<Option<Ending>, PlayError> {
        self.play_with(mv, None)
    }

    /// Makes a move written in SAN, like [`play`](Self::play).
    ///
    /// # Errors
    /// If the game is over or the text is not a legal move.
    pub fn play_san(&mut self, san: &str) -> Result<Option<Ending>, PlayError> {
        self.expect_running()?;
        let mv = self.position.parse_san(san)?;
        self.play(mv)
    }

    /// Makes a move that took this time. Returns the end of the game if the move ends it. If the
    /// clock of the player runs out, the game ends without the move. Without a time control, the
    /// time is ignored.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    pub fn play_timed(&mut self, mv: Move, time: Duration) -> Result<Option<Ending>, PlayError> {
        self.play_with(mv, Some(time))
    }

    fn play_with(&mut self, mv: Move, time: Option<Duration>) -> Result<Option<Ending>, PlayError> {
        self.expect_running()?;
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv).into());
        }
        let us = self.position.side_to_move();
        if let Some(clock) = &mut self.clock {
            let before = clock.clone();
            if let Some(time) = time {
                if !clock.spend(us, time) {
                    return Ok(Some(self.end_by_flag(us)));
                }
                clock.press(us);
            }
            self.earlier_clocks.push(before);
        }
        self.position.do_move(mv);
        self.moves.push(mv);
        self.ending = self.automatic_ending();
        Ok(self.ending)
    }

    /// Undoes the last move and returns it, with the clocks of before. A game that is over
    /// continues; one that ended without a move, as by resignation, loses its last move too.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position.undo_move();
        if let Some(clock) = self.earlier_clocks.pop() {
            self.clock = Some(clock);
        }
        self.ending = None;
        Some(mv)
    }

    /// Returns the error for a game that is over.
    fn expect_running(&self) -> Result<(), PlayError> {
        self.ending.map_or(Ok(()), |ending| Err(PlayError::GameOver(ending)))
    }

    /// Returns the end that no player has to claim.
    fn automatic_ending(&self) -> Option<Ending> {
        let position = &self.position;
        if let Some(outcome) = position.outcome() {
            return Some(outcome.into());
        }
        is_dead(position, Self::DEAD_POSITION_NODES)
            .then_some(Ending::draw(EndReason::DeadPosition))
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the position without the moves that led to it.
pub(crate) fn without_history(position: &Position) -> Position {
    let setup = position.setup();
    let mut start = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
        .expect("the setup of a position is a position");
    start.set_chess960(position.is_chess960());
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Color;

    fn game(fen: &str) -> Game {
        Game::from_position(&Position::from_fen(fen).unwrap())
    }

    fn play(game: &mut Game, line: &str) {
        for san in line.split(' ') {
            game.play_san(san).unwrap();
        }
    }

    fn reason(game: &Game) -> Option<EndReason> {
        game.ending().map(Ending::reason)
    }

    #[test]
    fn games_end_by_themselves() {
        let rows = [
            ("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "Qg7#", EndReason::Checkmate, GameResult::WhiteWins),
            ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg6", EndReason::Stalemate, GameResult::Draw),
            ("7k/8/5K2/6q1/8/8/8/8 w - - 0 1", "Kxg5", EndReason::DeadPosition, GameResult::Draw),
            (
                "7k/8/8/8/8/8/R7/K7 w - - 149 100",
                "Rb2",
                EndReason::SeventyFiveMoves,
                GameResult::Draw,
            ),
            // Checkmate precedes the counter of moves.
            (
                "7k/8/6K1/8/8/8/R7/8 w - - 149 100",
                "Ra8#",
                EndReason::Checkmate,
                GameResult::WhiteWins,
            ),
            // The only legal move of White captures the last piece that could checkmate.
            ("8/8/8/4q3/8/5k2/8/7K b - - 0 1", "Qh2+", EndReason::DeadPosition, GameResult::Draw),
        ];
        for (fen, san, expected, result) in rows {
            let mut game = game(fen);
            assert_eq!(reason(&game), None, "{fen}");
            let ending = game.play_san(san).unwrap().unwrap();
            assert_eq!((ending.reason(), ending.result()), (expected, result), "{fen}");
            assert!(matches!(game.play_san("Ka1"), Err(PlayError::GameOver(_))));
            assert!(game.undo().is_some() && !game.is_over());
        }
    }

    #[test]
    fn fifth_occurrence_ends_the_game_and_the_third_can_be_claimed() {
        let mut game = Game::new();
        let mut claims = Vec::new();
        for _ in 0..4 {
            play(&mut game, "Nf3 Nf6 Ng1");
            let back = game.position().parse_san("Ng8").unwrap();
            claims.push((game.claimable_draw_with(back), game.position().repetition_count()));
            game.play(back).unwrap();
            claims.push((game.claimable_draw(), game.position().repetition_count()));
        }
        let threefold = Some(DrawClaim::ThreefoldRepetition);
        let expected = [
            (None, 1),
            (None, 2),
            (threefold, 2),
            (threefold, 3),
            (threefold, 3),
            (threefold, 4),
            (threefold, 4),
            (None, 5),
        ];
        assert_eq!(claims, expected);
        assert_eq!(reason(&game), Some(EndReason::FivefoldRepetition));
        game.undo();
        let ending = game.claim_draw(None).unwrap();
        assert_eq!(ending.to_string(), "1/2-1/2 (threefold repetition)");
        assert_eq!(game.claim_draw(None), Err(ClaimError::GameOver(ending)));
    }

    #[test]
    fn en_passant_counts_for_repetition_only_if_it_is_legal() {
        // After d2-d4 the capture on d3 would open the fourth rank between the king and the rook, so
        // the position after the move equals the later ones.
        let mut pinned = game("8/8/8/8/R3p2k/8/3P4/4K3 w - - 0 1");
        play(&mut pinned, "d4 Kg5 Ra3 Kh4 Ra4");
        assert_eq!(pinned.position().repetition_count(), 2);
        let mut free = game("8/8/8/8/4p2k/R7/3P4/4K3 w - - 0 1");
        play(&mut free, "d4 Kg5 Ra4 Kh4 Ra3");
        assert_eq!(free.position().repetition_count(), 1);
    }

    #[test]
    fn fifty_moves_are_claimed_also_with_the_next_move() {
        let mut game = game("7k/8/8/8/8/8/R7/K7 w - - 98 80");
        let next = game.position().parse_san("Rb2").unwrap();
        assert_eq!((game.claimable_draw(), game.claimable_draw_with(next)), (None, None));
        assert_eq!(game.claim_draw(Some(next)), Err(ClaimError::NotJustified));
        game.play(next).unwrap();
        let next = game.position().parse_san("Kg7").unwrap();
        assert_eq!(game.claimable_draw(), None);
        assert_eq!(game.claimable_draw_with(next), Some(DrawClaim::FiftyMoves));
        let mut claimed = game.clone();
        assert_eq!(claimed.claim_draw(Some(next)).unwrap().reason(), EndReason::FiftyMoves);
        game.play(next).unwrap();
        assert_eq!(game.claimable_draw(), Some(DrawClaim::FiftyMoves));
        let illegal = game.moves()[0];
        assert!(matches!(game.claim_draw(Some(illegal)), Err(ClaimError::Illegal(_))));
    }

    #[test]
    fn losses_are_draws_if_the_opponent_cannot_checkmate() {
        let rows = [
            ("8/8/8/8/8/5k2/7q/K7 w - - 0 1", Color::White, GameResult::BlackWins),
            ("8/8/8/8/8/5k2/7q/K7 w - - 0 1", Color::Black, GameResult::Draw),
            // A knight wins against a pawn only with the help of that pawn.
            ("8/8/8/4n3/8/5k2/P7/K7 w - - 0 1", Color::White, GameResult::BlackWins),
            ("8/8/8/4n3/8/5k2/Q7/K7 w - - 0 1", Color::White, GameResult::Draw),
            // Black wins by capturing the knight with a pawn, which opens the wall.
            ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/6N1/4K3 w - - 0 1", Color::White, GameResult::BlackWins),
        ];
        for (fen, loser, result) in rows {
            type End = fn(&mut Game, Color) -> Result<Ending, EndError>;
            let win = GameResult::win(!loser);
            let ends: [(End, EndReason, GameResult); 5] = [
                (Game::resign, EndReason::Resignation, result),
                (Game::flag_fall, EndReason::TimeForfeit, result),
                (Game::illegal_move, EndReason::IllegalMove, result),
                (Game::forfeit, EndReason::Forfeit, win),
                (Game::absence, EndReason::Absence, win),
            ];
            for (end, reason, result) in ends {
                let mut game = game(fen);
                let ending = end(&mut game, loser).unwrap();
                assert_eq!((ending.reason(), ending.result()), (reason, result), "{fen}");
                assert_eq!(game.ending(), Some(ending));
                assert_eq!(game.agree_draw(), Err(EndError::GameOver(ending)));
            }
        }
    }

    #[test]
    fn draws_are_agreed_after_a_move_of_each_player() {
        let mut game = Game::new();
        play(&mut game, "e4");
        assert_eq!(game.agree_draw(), Err(EndError::TooEarly));
        play(&mut game, "e5");
        assert_eq!(game.agree_draw().unwrap().to_string(), "1/2-1/2 (agreement)");
        assert_eq!(game.result(), GameResult::Draw);
    }

    #[test]
    fn clocks_run_and_are_restored_by_undo() {
        let mut game = Game::new();
        game.set_time_control(&"10+1".parse().unwrap());
        let second = Duration::from_secs(1);
        let e4 = game.position().parse_san("e4").unwrap();
        game.play_timed(e4, 3 * second).unwrap();
        assert_eq!(game.clock().map(|clock| clock.remaining(Color::White)), Some(8 * second));
        let e5 = game.position().parse_san("e5").unwrap();
        game.play(e5).unwrap();
        assert_eq!(game.clock().map(|clock| clock.remaining(Color::Black)), Some(10 * second));
        game.undo();
        let ending = game.play_timed(e5, 10 * second).unwrap().unwrap();
        assert_eq!(
            (ending.reason(), ending.winner()),
            (EndReason::TimeForfeit, Some(Color::White))
        );
        assert_eq!(game.moves(), [e4]);
        assert_eq!(game.undo(), Some(e4));
        assert_eq!(game.clock(), Some(&Clock::new("10+1".parse().unwrap())));
    }
}
