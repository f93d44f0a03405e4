use crate::format::{Ending, GameResult};
use ferz::{Color, Position};

/// A score of more than this, in centipawns, is a win if it lasts.
const WIN_SCORE: u16 = 2000;
/// For so many plies, so that both sides say so.
const WIN_PLIES: u32 = 4;
/// A score of at most this is a draw if it lasts.
const DRAW_SCORE: u16 = 4;
/// For so many plies.
const DRAW_PLIES: u32 = 12;
/// Counted from this ply of the game on.
const DRAW_FROM: usize = 80;

/// Ends a game that both sides agree on, late enough that the result is the one of the board.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// Whom the last scores let win, and how many of them.
    winning: Option<(Color, u32)>,
    /// How many of the last scores were draws.
    drawn: u32,
}

impl Adjudicator {
    /// Takes the score of the position at a ply, White's view, and says how the game ends, if so.
    pub fn judge(&mut self, ply: usize, score: i16) -> Option<(GameResult, Ending)> {
        let winner = if score > 0 { Color::White } else { Color::Black };
        self.winning = (score.unsigned_abs() > WIN_SCORE).then(|| {
            let before = self.winning.filter(|&(color, _)| color == winner);
            (winner, before.map_or(0, |(_, plies)| plies) + 1)
        });
        let level = score.unsigned_abs() <= DRAW_SCORE && ply >= DRAW_FROM;
        self.drawn = if level { self.drawn + 1 } else { 0 };
        match self.winning {
            Some((winner, WIN_PLIES..)) => Some((GameResult::win(winner), Ending::AdjudicatedWin)),
            _ if self.drawn >= DRAW_PLIES => Some((GameResult::Draw, Ending::AdjudicatedDraw)),
            _ => None,
        }
    }
}

/// How the game has ended by the rules, draws that would have to be claimed included.
pub fn ending_by_rules(position: &Position) -> Option<(GameResult, Ending)> {
    let draw = |ending| Some((GameResult::Draw, ending));
    if !position.has_legal_move() {
        return if position.in_check() {
            Some((GameResult::win(!position.side_to_move()), Ending::Mate))
        } else {
            draw(Ending::Stalemate)
        };
    }
    if position.is_insufficient_material() {
        draw(Ending::Material)
    } else if position.rule50() >= 100 {
        draw(Ending::FiftyMoves)
    } else if position.is_repetition(3) {
        draw(Ending::Repetition)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply at which a row of scores from `ply` on ends the game, and how.
    fn judged(ply: usize, scores: &[i16]) -> Option<(usize, GameResult, Ending)> {
        let mut adjudicator = Adjudicator::default();
        (ply..).zip(scores).find_map(|(ply, &score)| {
            adjudicator.judge(ply, score).map(|(result, ending)| (ply, result, ending))
        })
    }

    #[test]
    fn wins_take_four_plies_of_one_mind() {
        let win = |ply, result| Some((ply, result, Ending::AdjudicatedWin));
        assert_eq!(judged(0, &[2001; 5]), win(3, GameResult::WhiteWins));
        assert_eq!(judged(0, &[-31_990; 5]), win(3, GameResult::BlackWins));
        assert_eq!(judged(0, &[2000; 50]), None);
        assert_eq!(judged(0, &[2500, 2500, 2500, 0, 2500, 2500, 2500]), None);
        let turned = [2500, 2500, 2500, -2500, -2500, -2500, -2500];
        assert_eq!(judged(0, &turned), win(6, GameResult::BlackWins));
    }

    #[test]
    fn draws_take_twelve_plies_of_a_late_game() {
        let draw = |ply| Some((ply, GameResult::Draw, Ending::AdjudicatedDraw));
        assert_eq!(judged(80, &[-4; 20]), draw(91));
        assert_eq!(judged(0, &[0; 200]), draw(91));
        assert_eq!(judged(80, &[5; 50]), None);
        let broken: Vec<_> = [[0; 11].as_slice(), &[9], &[0; 12]].concat();
        assert_eq!(judged(100, &broken), draw(123));
    }

    #[test]
    fn the_rules_end_games() {
        let ending = |fen: &str| ending_by_rules(&Position::from_fen(fen).unwrap());
        let draw = |ending| Some((GameResult::Draw, ending));
        let mate = ending("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
        assert_eq!(mate, Some((GameResult::WhiteWins, Ending::Mate)));
        assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), draw(Ending::Stalemate));
        assert_eq!(ending("8/8/4k3/8/8/2B5/4K3/8 w - - 0 1"), draw(Ending::Material));
        assert_eq!(ending("8/8/4k3/8/8/2R5/4K3/8 w - - 100 90"), draw(Ending::FiftyMoves));
        assert_eq!(ending("8/8/4k3/8/8/2R5/4K3/8 w - - 99 90"), None);
        let mut position = Position::startpos();
        for (nth, m) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8).enumerate() {
            assert_eq!(ending_by_rules(&position), None, "{nth}");
            position.do_move(position.parse_uci(m).unwrap());
        }
        assert_eq!(ending_by_rules(&position), draw(Ending::Repetition));
    }
}
