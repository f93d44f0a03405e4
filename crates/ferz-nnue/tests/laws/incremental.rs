//! The incremental evaluator gives the value from scratch after any moves made, undone and skipped.

use crate::positions::{self, Random};
use ferz::{Color, Move, Position, Setup, SetupFaults};
use ferz_nnue::{AccumulatorStack, Kernel, Network, Shape};
use std::sync::Arc;

fn network(hidden: usize, buckets: usize) -> Network {
    Network::random(17, Shape::new(hidden, buckets).expect("an accepted shape"))
}

/// One step that can be undone.
enum Step {
    Move,
    /// A null move with a frame of its own.
    PushedNull,
    /// A null move without one.
    Null,
}

/// A position and its evaluator, which make and undo moves together.
struct Game {
    position: Position,
    evaluator: AccumulatorStack,
    steps: Vec<Step>,
}

impl Game {
    fn new(network: &Arc<Network>, position: Position) -> Self {
        let evaluator = AccumulatorStack::new(Arc::clone(network));
        Self { position, evaluator, steps: Vec::new() }
    }

    fn make(&mut self, mv: Move) {
        self.position.do_move(mv);
        self.evaluator.push();
        self.steps.push(Step::Move);
    }

    fn make_null(&mut self, pushed: bool) {
        self.position.do_null_move();
        if pushed {
            self.evaluator.push();
        }
        self.steps.push(if pushed { Step::PushedNull } else { Step::Null });
    }

    fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        match step {
            Step::Move => {
                self.position.undo_move();
                self.evaluator.pop();
            }
            Step::PushedNull => {
                self.position.undo_null_move();
                self.evaluator.pop();
            }
            Step::Null => self.position.undo_null_move(),
        }
        true
    }

    fn check(&mut self) {
        let network = Arc::clone(self.evaluator.network());
        let expected = network.evaluate(&self.position);
        assert_eq!(self.evaluator.evaluate(&self.position), expected, "{}", self.position.fen());
    }
}

/// Cases that random walks must meet.
#[derive(Default, Debug)]
struct Coverage {
    castling: usize,
    en_passant: usize,
    promotions: usize,
    capture_promotions: usize,
    null_moves: usize,
    pushed_null_moves: usize,
    king_crossings: usize,
    skipped: usize,
    undone: usize,
}

impl Coverage {
    fn count(&mut self, position: &Position, mv: Move) {
        self.castling += usize::from(mv.is_castling());
        self.en_passant += usize::from(mv.is_en_passant());
        self.promotions += usize::from(mv.is_promotion());
        self.capture_promotions += usize::from(mv.is_promotion() && mv.is_capture());
        let king = position.king(position.side_to_move()) == mv.from();
        let crosses = (mv.from().index() ^ mv.to().index()) & 4 != 0;
        self.king_crossings += usize::from(king && crosses && !mv.is_castling());
    }

    fn assert_complete(&self) {
        let counts = [
            self.castling,
            self.en_passant,
            self.promotions,
            self.capture_promotions,
            self.null_moves,
            self.pushed_null_moves,
            self.king_crossings,
            self.skipped,
            self.undone,
        ];
        assert!(counts.iter().all(|&count| count > 20), "{self:?}");
    }
}

/// Returns a legal move; every other one castles, captures in passing or promotes where that is
/// possible.
fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let is_rare = |mv: &Move| mv.is_castling() || mv.is_en_passant() || mv.is_promotion();
    let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
    let pool = if !rare.is_empty() && random.once_in(2) { &rare } else { &moves[..] };
    (!pool.is_empty()).then(|| pool[random.below(pool.len())])
}

/// Walks randomly back and forth, evaluating one node in `interval`.
fn walk(network: &Arc<Network>, interval: usize, coverage: &mut Coverage) {
    for (seed, start) in positions::all().into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut game = Game::new(network, start);
        for _ in 0..300 {
            let mv = choose(&game.position, &mut random);
            match mv {
                Some(mv) if !random.once_in(5) => {
                    coverage.count(&game.position, mv);
                    game.make(mv);
                }
                _ if !game.position.in_check() && random.once_in(4) => {
                    let pushed = random.once_in(2);
                    coverage.null_moves += usize::from(!pushed);
                    coverage.pushed_null_moves += usize::from(pushed);
                    game.make_null(pushed);
                }
                _ => coverage.undone += usize::from(game.undo()),
            }
            if random.once_in(interval) {
                game.check();
            } else {
                coverage.skipped += 1;
            }
        }
        game.check();
        while game.undo() {
            game.check();
        }
    }
}

#[test]
fn incremental_equals_from_scratch_at_every_node() {
    for kernel in Kernel::available() {
        let network = Arc::new(network(64, 8).with_kernel(kernel));
        let mut coverage = Coverage { skipped: 1000, ..Coverage::default() };
        walk(&network, 1, &mut coverage);
        coverage.assert_complete();
    }
}

#[test]
fn incremental_equals_from_scratch_when_nodes_are_skipped() {
    for (hidden, interval) in [(32, 2), (96, 5), (256, 20)] {
        let network = Arc::new(network(hidden, 1));
        let mut coverage = Coverage::default();
        walk(&network, interval, &mut coverage);
        coverage.assert_complete();
    }
}

/// Every legal move of every node, two plies deep, as perft visits them.
#[test]
fn incremental_equals_from_scratch_in_whole_trees() {
    fn visit(game: &mut Game, depth: usize) {
        game.check();
        if depth > 0 {
            for &mv in game.position.legal_moves().iter() {
                game.make(mv);
                visit(game, depth - 1);
                game.undo();
            }
        }
    }
    let network = Arc::new(network(32, 8));
    for position in positions::standard() {
        visit(&mut Game::new(&network, position), 2);
    }
    let starts = [positions::chess960(), positions::double_chess960()].concat();
    for position in starts.into_iter().step_by(9) {
        visit(&mut Game::new(&network, position), 2);
    }
}

/// A stack deeper than its first allocation, evaluated only at its end, then all the way back.
#[test]
fn deep_stacks_grow() {
    let network = Arc::new(network(32, 1));
    let mut random = Random::new(9);
    let mut game = Game::new(&network, positions::standard().swap_remove(9));
    for _ in 0..1000 {
        match choose(&game.position, &mut random) {
            Some(mv) => game.make(mv),
            None => assert!(game.undo()),
        }
    }
    assert!(game.steps.len() > 200, "{} plies", game.steps.len());
    game.check();
    while game.undo() {
        game.check();
    }
}

/// More pieces than a game can have: sums may leave 16 bits, but wrap alike everywhere.
#[test]
fn boards_of_more_than_32_pieces_are_evaluated() {
    let fen = "4k3/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1";
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    for kernel in Kernel::available() {
        let network = Arc::new(network(64, 8).with_kernel(kernel));
        let mut game = Game::new(&network, position.clone());
        let mut random = Random::new(1);
        for _ in 0..100 {
            game.check();
            match choose(&game.position, &mut random) {
                Some(mv) => game.make(mv),
                None => assert!(game.undo()),
            }
        }
    }
}

#[test]
fn reset_moves_the_evaluator_to_any_position() {
    let network = Arc::new(network(64, 8));
    let mut evaluator = AccumulatorStack::new(Arc::clone(&network));
    let mut random = Random::new(4);
    let positions = positions::all();
    for _ in 0..500 {
        let mut position = positions[random.below(positions.len())].clone();
        evaluator.reset();
        for _ in 0..random.below(3) {
            if let Some(mv) = choose(&position, &mut random) {
                position.do_move(mv);
                evaluator.push();
            }
        }
        assert_eq!(evaluator.evaluate(&position), network.evaluate(&position));
    }
}

#[test]
fn all_kernels_give_one_value() {
    for (hidden, buckets) in [(32, 1), (96, 8), (256, 2), (1024, 4)] {
        let network = network(hidden, buckets);
        for position in positions::all() {
            let values: Vec<i32> = Kernel::available()
                .map(|kernel| network.clone().with_kernel(kernel).evaluate(&position))
                .collect();
            assert!(values.iter().all(|&value| value == values[0]), "{values:?}");
        }
    }
}

#[test]
#[should_panic(expected = "pop without a push")]
fn pop_without_push_panics() {
    let network = Arc::new(network(32, 1));
    AccumulatorStack::new(network).pop();
}

#[test]
fn contributions_are_differences_to_the_board_without_the_piece() {
    let network = network(64, 1);
    for position in positions::standard() {
        let value = network.evaluate(&position);
        let contributions = network.contributions(&position);
        for square in ferz::Square::ALL {
            let is_king = Color::ALL.iter().any(|&color| position.king(color) == square);
            let piece = position.piece_on(square).filter(|_| !is_king);
            assert_eq!(contributions[square].is_some(), piece.is_some());
            let mut setup = position.setup();
            setup.pieces[square.index()] = None;
            setup.castling = [None; 4];
            setup.en_passant = None;
            // Without the piece, a king may stand in check from where no rules allow it.
            if let (Some(found), Ok(without)) =
                (contributions[square], Position::from_setup(&setup))
            {
                assert_eq!(
                    found,
                    value - network.evaluate(&without),
                    "{square}: {}",
                    position.fen()
                );
            }
        }
    }
}
