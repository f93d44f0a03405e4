use crate::format::{EndingCode, ResultCode};
use ferz::{Color, Position};

/// A larger absolute score, in centipawns, is a win score.
const WIN_SCORE: u16 = 2000;
/// The number of consecutive win scores for a win. Both sides contribute.
const WIN_PLIES: u32 = 4;
/// An absolute score up to this number of centipawns is a draw score.
const DRAW_SCORE: u16 = 4;
/// The number of consecutive draw scores for a draw.
const DRAW_PLIES: u32 = 12;
/// The first ply of a game at which draw scores count.
const DRAW_MIN_PLY: usize = 80;

/// Adjudicates a game by its scores. The limits are strict, so that the result is rarely another than
/// over the board.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// The side with the last win scores, and their number.
    winning: Option<(Color, u32)>,
    /// The number of last draw scores.
    draw_scores: u32,
}

impl Adjudicator {
    /// Adds the score of the position at a ply, White's view, and returns the result if the game
    /// is adjudicated.
    pub fn update(&mut self, ply: usize, score: i16) -> Option<(ResultCode, EndingCode)> {
        let winner = if score > 0 { Color::White } else { Color::Black };
        self.winning = (score.unsigned_abs() > WIN_SCORE).then(|| {
            let previous = self.winning.filter(|&(color, _)| color == winner);
            (winner, previous.map_or(0, |(_, plies)| plies) + 1)
        });
        let is_draw_score = score.unsigned_abs() <= DRAW_SCORE && ply >= DRAW_MIN_PLY;
        self.draw_scores = if is_draw_score { self.draw_scores + 1 } else { 0 };
        match self.winning {
            Some((winner, WIN_PLIES..)) => {
                Some((ResultCode::win(winner), EndingCode::AdjudicatedWin))
            }
            _ if self.draw_scores >= DRAW_PLIES => {
                Some((ResultCode::Draw, EndingCode::AdjudicatedDraw))
            }
            _ => None,
        }
    }
}

/// Returns the result if the rules end the game here. Draws by the fifty-move rule and by threefold
/// repetition need no claim.
pub fn ending_by_rules(position: &Position) -> Option<(ResultCode, EndingCode)> {
    let draw = |ending| Some((ResultCode::Draw, ending));
    if !position.has_legal_move() {
        return if position.in_check() {
            Some((ResultCode::win(!position.side_to_move()), EndingCode::Mate))
        } else {
            draw(EndingCode::Stalemate)
        };
    }
    if position.is_insufficient_material() {
        draw(EndingCode::Material)
    } else if position.rule50() >= 100 {
        draw(EndingCode::FiftyMoves)
    } else if position.is_repetition(3) {
        draw(EndingCode::Repetition)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ply, result and ending at which the scores, from `ply` on, end the game.
    fn adjudicated(ply: usize, scores: &[i16]) -> Option<(usize, ResultCode, EndingCode)> {
        let mut adjudicator = Adjudicator::default();
        (ply..).zip(scores).find_map(|(ply, &score)| {
            adjudicator.update(ply, score).map(|(result, ending)| (ply, result, ending))
        })
    }

    #[test]
    fn win_needs_four_consecutive_scores() {
        let win = |ply, result| Some((ply, result, EndingCode::AdjudicatedWin));
        assert_eq!(adjudicated(0, &[2001; 5]), win(3, ResultCode::WhiteWins));
        assert_eq!(adjudicated(0, &[-31_990; 5]), win(3, ResultCode::BlackWins));
        assert_eq!(adjudicated(0, &[2000; 50]), None);
        assert_eq!(adjudicated(0, &[2500, 2500, 2500, 0, 2500, 2500, 2500]), None);
        let reversed = [2500, 2500, 2500, -2500, -2500, -2500, -2500];
        assert_eq!(adjudicated(0, &reversed), win(6, ResultCode::BlackWins));
    }

    #[test]
    fn draw_needs_twelve_consecutive_scores_from_ply_80() {
        let draw = |ply| Some((ply, ResultCode::Draw, EndingCode::AdjudicatedDraw));
        assert_eq!(adjudicated(80, &[-4; 20]), draw(91));
        assert_eq!(adjudicated(0, &[0; 200]), draw(91));
        assert_eq!(adjudicated(80, &[5; 50]), None);
        let interrupted: Vec<_> = [[0; 11].as_slice(), &[9], &[0; 12]].concat();
        assert_eq!(adjudicated(100, &interrupted), draw(123));
    }

    #[test]
    fn rules_end_games() {
        let ending = |fen: &str| ending_by_rules(&Position::from_fen(fen).unwrap());
        let draw = |ending| Some((ResultCode::Draw, ending));
        let mate = ending("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
        assert_eq!(mate, Some((ResultCode::WhiteWins, EndingCode::Mate)));
        assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), draw(EndingCode::Stalemate));
        assert_eq!(ending("8/8/4k3/8/8/2B5/4K3/8 w - - 0 1"), draw(EndingCode::Material));
        assert_eq!(ending("8/8/4k3/8/8/2R5/4K3/8 w - - 100 90"), draw(EndingCode::FiftyMoves));
        assert_eq!(ending("8/8/4k3/8/8/2R5/4K3/8 w - - 99 90"), None);
        let mut position = Position::startpos();
        for (ply, text) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8).enumerate()
        {
            assert_eq!(ending_by_rules(&position), None, "{ply}");
            position.do_move(position.parse_uci(text).unwrap());
        }
        assert_eq!(ending_by_rules(&position), draw(EndingCode::Repetition));
    }
}
