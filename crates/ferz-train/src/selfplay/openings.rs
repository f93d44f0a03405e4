use super::adjudicator::ending_by_rules;
use crate::format::{Game, IllegalPly};
use fastrand::Rng;
use ferz::{Move, Position, Setup};

/// The number of Chess960 start positions.
const CHESS960_STARTS: u16 = 960;

/// A source of random openings: a start position and random moves.
pub struct Openings {
    starts: Vec<Position>,
    chess960: f64,
    random_plies: usize,
}

/// A start position and the moves before the engine's first search.
pub struct Opening {
    /// The position before the first move.
    pub start: Position,
    /// The random moves.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub position: Position,
}

impl Openings {
    /// Creates a source of openings.
    ///
    /// - `starts`: the start positions; the standard one if empty.
    /// - `chess960`: the share of openings, 0 to 1, with a Chess960 start position instead.
    /// - `random_plies`: the number of random plies; half of the openings have one more, unless it
    ///   is 0.
    pub fn new(mut starts: Vec<Position>, chess960: f64, random_plies: usize) -> Self {
        if starts.is_empty() {
            starts.push(Position::startpos());
        }
        Self { starts, chess960, random_plies }
    }

    /// Returns an opening with random moves; `None` if its moves end the game. Its start position is
    /// that with the number `start`, counted from 0 and again from 0 after the last one, or random.
    pub fn sample(&self, rng: &mut Rng, start: Option<u64>) -> Option<Opening> {
        let start = if rng.f64() < self.chess960 {
            Position::from_setup(&Setup::chess960(rng.u16(..CHESS960_STARTS))?).ok()?
        } else {
            let count = self.starts.len();
            let random = rng.usize(..count);
            self.starts[start.map_or(random, |start| (start % count as u64) as usize)].clone()
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
        let ongoing = ending_by_rules(&position).is_none();
        ongoing.then_some(Opening { start, moves, position })
    }
}

/// Returns the position key after the opening. Two games with the same settings and the same key
/// are identical from there on.
///
/// # Errors
/// If a move of the opening is illegal.
pub fn opening_key(game: &Game) -> Result<u64, IllegalPly> {
    let mut replay = game.replay();
    for _ in 0..game.opening_plies() {
        replay.next_ply()?;
    }
    // A step makes the move of the step before.
    replay.next_ply()?;
    Ok(replay.position().key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_and_have_both_parities() {
        let openings = Openings::new(Vec::new(), 0.0, 8);
        let mut rng = Rng::with_seed(1);
        let mut counts = [0; 2];
        for _ in 0..200 {
            let Some(opening) = openings.sample(&mut rng, None) else { continue };
            assert_eq!(opening.start, Position::startpos());
            let mut position = opening.start.clone();
            opening.moves.iter().for_each(|&mv| position.try_do_move(mv).unwrap());
            assert_eq!(position, opening.position);
            assert_eq!(ending_by_rules(&position), None);
            counts[opening.moves.len() - 8] += 1;
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }

    #[test]
    fn start_positions_are_listed_or_chess960() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let mut rng = Rng::with_seed(1);
        let listed = Openings::new(vec![start.clone()], 0.0, 0).sample(&mut rng, None).unwrap();
        assert_eq!((&listed.start, listed.moves.len()), (&start, 0));
        let chess960 = Openings::new(vec![start.clone()], 1.0, 0).sample(&mut rng, None).unwrap();
        assert!(chess960.start.setup().chess960_number().is_some());
        let half = Openings::new(vec![start.clone()], 0.5, 0);
        let count =
            (0..200).filter(|_| half.sample(&mut rng, None).unwrap().start == start).count();
        assert!((60..140).contains(&count), "{count}");
    }

    #[test]
    fn numbered_start_positions_are_used_in_order() {
        let fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"];
        let starts = fens.map(|fen| Position::from_fen(fen).unwrap());
        let openings = Openings::new(starts.to_vec(), 0.0, 0);
        let mut rng = Rng::with_seed(1);
        for number in [0, 1, 2, 3, u64::MAX] {
            let opening = openings.sample(&mut rng, Some(number)).unwrap();
            assert_eq!(opening.start, starts[(number % 2) as usize]);
        }
    }
}
