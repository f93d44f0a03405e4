use crate::format::{IllegalPly, TrainingGame, ending_by_rules};
use fastrand::Rng;
use ferz::{Move, Position, Setup};

/// The number of Chess960 start positions.
const CHESS960_STARTS: u16 = 960;

/// A source of random openings: a start position and random moves.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    /// Start positions; may be empty.
    pub book: Vec<Position>,
    /// The share of openings, 0 to 1, with a start position of the book, unless it is empty.
    pub book_share: f64,
    /// The minimum number of random plies after a position of the book.
    pub book_plies: usize,
    /// The share of openings, 0 to 1, with a start position of double Chess960. The other openings
    /// have the standard start position.
    pub chess960: f64,
    /// The minimum number of random plies after another position. Half of the openings have one more
    /// than the minimum, unless it is 0.
    pub random_plies: usize,
}

/// A start position and the moves before the engine's first search.
pub struct RandomOpening {
    /// The position before the first move.
    pub start: Position,
    /// The random moves.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub position: Position,
}

impl OpeningSource {
    /// Returns an opening with random moves; `None` if its moves end the game. A start position of the
    /// book is that with the number `number`, counted from 0 and again from 0 after the last one, or
    /// random.
    pub fn sample(&self, rng: &mut Rng, number: Option<u64>) -> Option<RandomOpening> {
        let kind = rng.f64();
        let (start, min_plies) = if kind < self.chess960 {
            let [white, black] = [(); 2].map(|()| rng.u16(..CHESS960_STARTS));
            let setup = Setup::double_chess960(white, black)?;
            (Position::from_setup(&setup).ok()?, self.random_plies)
        } else if kind < self.chess960 + self.book_share && !self.book.is_empty() {
            let count = self.book.len() as u64;
            let number = number.unwrap_or_else(|| rng.u64(..)) % count;
            (self.book[number as usize].clone(), self.book_plies)
        } else {
            (Position::startpos(), self.random_plies)
        };
        let plies = match min_plies {
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
        ongoing.then_some(RandomOpening { start, moves, position })
    }
}

impl Default for OpeningSource {
    /// Creates a source of the standard start position without random plies; all openings are of the
    /// book if it is filled.
    fn default() -> Self {
        Self { book: Vec::new(), book_share: 1.0, book_plies: 0, chess960: 0.0, random_plies: 0 }
    }
}

/// Returns the position key after the opening. Two games with the same settings and the same key
/// are identical from there on, unless they have random moves later.
///
/// # Errors
/// If a move of the opening is illegal.
pub fn opening_key(game: &TrainingGame) -> Result<u64, IllegalPly> {
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
        let openings = OpeningSource { random_plies: 8, ..OpeningSource::default() };
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
    fn start_positions_are_of_the_book_chess960_or_standard_by_their_shares() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let all = OpeningSource { book: vec![start.clone()], ..OpeningSource::default() };
        let mixed = OpeningSource { chess960: 0.2, book_share: 0.3, book_plies: 2, ..all.clone() };
        let mut rng = Rng::with_seed(1);
        let mut counts = [0; 3];
        for _ in 0..400 {
            let opening = all.sample(&mut rng, None).unwrap();
            assert_eq!((opening.start, opening.moves.len()), (start.clone(), 0));
            let opening = mixed.sample(&mut rng, None).unwrap();
            if opening.start == start {
                counts[0] += 1;
                assert!((2..=3).contains(&opening.moves.len()));
                continue;
            }
            assert_eq!(opening.moves.len(), 0);
            let (white, black) = opening.start.setup().double_chess960_numbers().unwrap();
            counts[if white == black { 2 } else { 1 }] += 1;
        }
        let [book, chess960, standard] = counts;
        assert!((90..150).contains(&book) && (50..110).contains(&chess960), "{counts:?}");
        assert!((160..240).contains(&standard), "{counts:?}");
    }

    #[test]
    fn numbered_start_positions_are_used_in_order() {
        let fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"];
        let starts = fens.map(|fen| Position::from_fen(fen).unwrap());
        let openings = OpeningSource { book: starts.to_vec(), ..OpeningSource::default() };
        let mut rng = Rng::with_seed(1);
        for number in [0, 1, 2, 3, u64::MAX] {
            let opening = openings.sample(&mut rng, Some(number)).unwrap();
            assert_eq!(opening.start, starts[(number % 2) as usize]);
        }
    }
}
