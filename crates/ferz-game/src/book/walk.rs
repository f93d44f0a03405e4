use super::{Book, FoundMove};
use crate::key_map::KeyMap;
use ferz::{Color, Move, Position};
use std::io;

/// Limits of [`walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkLimits {
    /// The number of plies from the start within which positions are visited.
    pub max_plies: u32,
    /// The side that makes book moves only, while the other makes any legal move: the lines that
    /// can occur if this side plays from the book. None if both sides make book moves.
    pub color: Option<Color>,
}

impl Default for WalkLimits {
    fn default() -> Self {
        Self { max_plies: u32::MAX, color: None }
    }
}

/// A position that [`walk`] visits.
#[derive(Debug)]
pub struct WalkPosition<'a> {
    /// The position.
    pub position: &'a Position,
    /// The moves from the start to the position.
    pub line: &'a [Move],
    /// The book's moves, at least one.
    pub moves: &'a [FoundMove],
}

/// Visits the positions of a book that its moves reach from `start`, each once, in the order of a
/// depth-first search: the heaviest moves first.
///
/// Moves of weight 0 are not followed.
///
/// # Errors
/// If the file cannot be read, and any error of `visit`, which ends the walk.
pub fn walk<E: From<io::Error>>(
    book: &Book,
    start: &Position,
    limits: WalkLimits,
    mut visit: impl FnMut(WalkPosition<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = start.clone();
    let mut line = Vec::new();
    // The moves to follow at each ply, the last first. The stack is explicit because a damaged
    // file can have lines of any length.
    let mut stack: Vec<Vec<Move>> = Vec::new();
    // The fewest plies after which each position was reached.
    let mut reached: KeyMap<u32> = KeyMap::default();
    loop {
        let next = enter(book, &position, &line, limits, &mut reached, &mut visit)?;
        stack.push(next);
        loop {
            let Some(top) = stack.last_mut() else { return Ok(()) };
            if let Some(mv) = top.pop() {
                position.do_move(mv);
                line.push(mv);
                break;
            }
            stack.pop();
            if line.pop().is_some() {
                position.undo_move();
            }
        }
    }
}

/// Visits a position if it is new, and returns the moves to follow from it, the last first. A known
/// position is searched again if it is reached after fewer plies, which matters with a limit.
fn enter<E: From<io::Error>>(
    book: &Book,
    position: &Position,
    line: &[Move],
    limits: WalkLimits,
    reached: &mut KeyMap<u32>,
    visit: &mut impl FnMut(WalkPosition<'_>) -> Result<(), E>,
) -> Result<Vec<Move>, E> {
    let key = position.polyglot_key();
    let ply = line.len() as u32;
    let before = reached.get(&key).copied();
    let limited = limits.max_plies < u32::MAX;
    if before.is_some_and(|before| !limited || before <= ply) {
        return Ok(Vec::new());
    }
    let moves = book.moves(position)?;
    let any_move = limits.color.is_some_and(|color| color != position.side_to_move());
    if moves.is_empty() && !any_move {
        return Ok(Vec::new());
    }
    reached.insert(key, ply);
    if before.is_none() && !moves.is_empty() {
        visit(WalkPosition { position, line, moves: &moves })?;
    }
    if ply >= limits.max_plies {
        return Ok(Vec::new());
    }
    Ok(if any_move {
        replies(book, position)?
    } else {
        moves.iter().rev().filter(|found| found.weight > 0).map(|found| found.mv).collect()
    })
}

/// Returns the legal moves after which the book has a position.
fn replies(book: &Book, position: &Position) -> io::Result<Vec<Move>> {
    let mut next = position.clone();
    let mut replies = Vec::new();
    for &mv in &position.legal_moves() {
        next.do_move(mv);
        if !book.find(next.polyglot_key())?.is_empty() {
            replies.push(mv);
        }
        next.undo_move();
    }
    Ok(replies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::book::{BookBuilder, BuildOptions};

    fn book(lines: &[&str], color: Option<Color>) -> Book {
        let options = BuildOptions { min_games: 1, color, ..BuildOptions::default() };
        let mut builder = BookBuilder::new(options);
        for line in lines {
            let mut position = Position::startpos();
            for san in line.split(' ') {
                let mv = position.parse_san(san).unwrap();
                builder.add_move(&position, mv, GameResult::Draw);
                position.do_move(mv);
            }
        }
        Book::from_entries(&builder.finish())
    }

    fn visited(book: &Book, limits: WalkLimits) -> Vec<String> {
        let mut lines = Vec::new();
        let start = Position::startpos();
        let collect = |visited: WalkPosition<'_>| {
            assert!(!visited.moves.is_empty());
            lines.push(start.san_line(visited.line).unwrap());
            Ok::<_, io::Error>(())
        };
        walk(book, &start, limits, collect).unwrap();
        lines
    }

    #[test]
    fn transpositions_and_repetitions_are_visited_once() {
        let book = book(&["Nf3 Nf6 Ng1 Ng8 Nf3", "d4 d5 c4 e6 Nc3", "c4 e6 d4 d5 Nc3 Nf6"], None);
        let lines = visited(&book, WalkLimits::default());
        assert_eq!(lines.len(), 12);
        assert_eq!(lines.iter().filter(|line| line.contains("e6")).count(), 4);
        let within = |max_plies| visited(&book, WalkLimits { max_plies, ..Default::default() });
        assert_eq!(within(0), [""]);
        assert_eq!(within(1).len(), 4);
        assert_eq!(within(100).len(), 12);
    }

    #[test]
    fn limit_counts_from_the_shortest_line() {
        // The same position after five and after three plies: the longer line has more games.
        let long = "e3 e5 e4 Nc6 Nf3";
        let book = book(&[long, long, "e4 Nc6 Nf3 e5 Bb5"], None);
        let limits = WalkLimits { max_plies: 4, ..Default::default() };
        assert!(visited(&book, limits).iter().any(|line| line == "e4 Nc6 Nf3 e5"));
    }

    #[test]
    fn other_side_makes_any_move() {
        let white = book(&["e4 e5 Nf3 Nc6", "e4 c5 Nc3 Nc6"], Some(Color::White));
        assert_eq!(visited(&white, WalkLimits::default()), [""]);
        let limits = WalkLimits { color: Some(Color::White), ..Default::default() };
        assert_eq!(visited(&white, limits).len(), 3);
    }
}
