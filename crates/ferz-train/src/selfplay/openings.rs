use super::adjudicator::ending_by_rules;
use crate::format::{Game, IllegalPly};
use fastrand::Rng;
use ferz::{Move, Position, Setup};

/// How many starts Chess960 has.
const CHESS960_STARTS: u16 = 960;

/// Where games begin: a start, and random moves from there.
pub struct Openings {
    starts: Vec<Position>,
    chess960: f64,
    random_plies: usize,
}

/// A start, and the moves to where the engine takes over.
pub struct Opening {
    /// Where the game begins.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// Where they lead.
    pub position: Position,
}

impl Openings {
    /// From these starts, or for a part of `chess960` of the games (0 to 1) from one of Chess960,
    /// with `random_plies` or one more; with none at all if it is 0. Without any starts, from that
    /// of standard chess.
    pub fn new(mut starts: Vec<Position>, chess960: f64, random_plies: usize) -> Self {
        if starts.is_empty() {
            starts.push(Position::startpos());
        }
        Self { starts, chess960, random_plies }
    }

    /// Draws an opening; none if its moves happen to end the game.
    pub fn draw(&self, rng: &mut Rng) -> Option<Opening> {
        let start = if rng.f64() < self.chess960 {
            Position::from_setup(&Setup::chess960(rng.u16(..CHESS960_STARTS))?).ok()?
        } else {
            self.starts[rng.usize(..self.starts.len())].clone()
        };
        let plies = match self.random_plies {
            0 => 0,
            plies => plies + usize::from(rng.bool()),
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(plies);
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                return None;
            }
            let mv = legal[rng.usize(..legal.len())];
            position.do_move(mv);
            moves.push(mv);
        }
        let going_on = ending_by_rules(&position).is_none();
        going_on.then_some(Opening { start, moves, position })
    }
}

/// The key of the position in which the engine took over: two games with the same key are the same
/// game, as far as the same settings go.
///
/// # Errors
/// If a move of the opening is not legal.
pub fn opening_key(game: &Game) -> Result<u64, IllegalPly> {
    let mut replay = game.replay();
    for _ in 0..game.opening() {
        replay.next_ply()?;
    }
    // Makes the last of these moves.
    replay.next_ply()?;
    Ok(replay.position().key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_both_parities_and_lead_where_they_say() {
        let openings = Openings::new(Vec::new(), 0.0, 8);
        let mut rng = Rng::with_seed(1);
        let mut seen = [0; 2];
        for _ in 0..200 {
            let Some(opening) = openings.draw(&mut rng) else { continue };
            assert_eq!(opening.start, Position::startpos());
            let mut position = opening.start.clone();
            opening.moves.iter().for_each(|&mv| position.try_do_move(mv).unwrap());
            assert_eq!(position, opening.position);
            assert_eq!(ending_by_rules(&position), None);
            seen[opening.moves.len() - 8] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }

    #[test]
    fn starts_come_from_where_they_should() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let mut rng = Rng::with_seed(1);
        let listed = Openings::new(vec![start.clone()], 0.0, 0).draw(&mut rng).unwrap();
        assert_eq!((&listed.start, listed.moves.len()), (&start, 0));
        let shuffled = Openings::new(vec![start.clone()], 1.0, 0).draw(&mut rng).unwrap();
        assert!(shuffled.start.setup().chess960_number().is_some());
        let half = Openings::new(vec![start.clone()], 0.5, 0);
        let count = (0..200).filter(|_| half.draw(&mut rng).unwrap().start == start).count();
        assert!((60..140).contains(&count), "{count}");
    }
}
