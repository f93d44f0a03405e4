//! Repetition against a comparison with all positions of the game, and outcomes.

use crate::walk::position;
use fastrand::Rng;
use ferz::{Color, DrawReason, Move, Outcome, Position};

/// Returns the FEN without counters, which is equal for repeated positions.
fn same(position: &Position) -> String {
    let fen = position.fen();
    fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned()
}

/// A game with its positions since the last null move, the current one last.
struct Game {
    position: Position,
    seen: Vec<String>,
    own_moves: [Option<Move>; Color::COUNT],
}

impl Game {
    fn new(position: Position) -> Self {
        let seen = vec![same(&position)];
        Self { position, seen, own_moves: [None; Color::COUNT] }
    }

    /// Returns the distances in plies to the occurrences of a position, without the last `before`
    /// positions.
    fn occurrences(&self, fen: &str, before: usize) -> Vec<usize> {
        let earlier = &self.seen[..self.seen.len() - before];
        let ago = (1..=earlier.len()).filter(|&ago| earlier[earlier.len() - ago] == fen);
        ago.map(|ago| ago - 1 + before).collect()
    }

    /// Plays a move. Takes the own last move back in three of four cases where that is legal.
    fn play(&mut self, random: &mut Rng) -> bool {
        let us = self.position.side_to_move();
        if !self.position.in_check() && random.usize(..60) == 0 {
            self.position.do_null_move();
            self.seen.clear();
            self.seen.push(same(&self.position));
            return true;
        }
        let back = self.own_moves[us].map(|mv| (mv.to(), mv.from()));
        let moves = self.position.legal_moves();
        let returns = moves.iter().copied().find(|mv| Some((mv.from(), mv.to())) == back);
        let back = returns.filter(|_| random.usize(..4) != 0);
        let Some(mv) = back.or_else(|| random.choice(&moves).copied()) else { return false };
        self.own_moves[us] = Some(mv);
        self.position.do_move(mv);
        self.seen.push(same(&self.position));
        true
    }
}

/// Calls `visit` for each position of random games with many repetitions.
fn shuffle(games: u64, mut visit: impl FnMut(&Game)) {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 7 31",
        "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 3 9",
        "6k1/5ppp/8/8/8/1q6/8/1Q4K1 w - - 12 40",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ]
    .map(position);
    for game in 0..if cfg!(miri) { 1 } else { games } {
        let mut random = Rng::with_seed(game ^ 0xD2A7);
        let mut game = Game::new(starts[game as usize % starts.len()].clone());
        for _ in 0..if cfg!(miri) { 10 } else { 100 } {
            visit(&game);
            if !game.play(&mut random) {
                break;
            }
        }
    }
}

#[test]
fn repetition_count_equals_occurrences_in_the_game() {
    let mut most = 0;
    shuffle(1500, |game| {
        let earlier = game.occurrences(&same(&game.position), 1);
        assert_eq!(game.position.repetition_count(), 1 + earlier.len(), "{}", game.position.fen());
        most = most.max(earlier.len());
    });
    assert!(cfg!(miri) || most >= 4, "no position stood five times");
}

#[test]
fn search_repetition_needs_one_occurrence_in_search_or_two_before() {
    let (mut inside, mut outside) = (0, 0);
    shuffle(600, |game| {
        let earlier = game.occurrences(&same(&game.position), 1);
        for ply in 0..24 {
            let in_search = earlier.iter().any(|&ago| ago < ply);
            let expected = in_search || earlier.len() >= 2;
            assert_eq!(
                game.position.is_search_repetition(ply),
                expected,
                "{ply} plies deep, {earlier:?} plies ago, at {}",
                game.position.fen()
            );
            inside += usize::from(in_search);
            outside += usize::from(expected && !in_search);
        }
    });
    assert!(cfg!(miri) || (inside > 1000 && outside > 1000), "{inside} and {outside}");
}

#[test]
fn upcoming_repetition_equals_trying_all_moves() {
    let (mut inside, mut outside, mut none) = (0, 0, 0);
    shuffle(600, |game| {
        let mut next = game.position.clone();
        // For each move the distances from the current position to the occurrences of the position
        // after it.
        let reached: Vec<Vec<usize>> = game
            .position
            .legal_moves()
            .iter()
            .map(|&mv| {
                next.do_move(mv);
                let found = game.occurrences(&same(&next), 1);
                next.undo_move();
                found
            })
            .collect();
        for ply in 0..24 {
            let in_search = reached.iter().flatten().any(|&ago| ago < ply);
            let expected = in_search || reached.iter().any(|ago| ago.len() >= 2);
            assert_eq!(
                game.position.upcoming_repetition(ply),
                expected,
                "{ply} plies deep, {reached:?} plies ago, at {}",
                game.position.fen()
            );
            inside += usize::from(in_search);
            outside += usize::from(expected && !in_search);
            none += usize::from(!expected);
        }
    });
    let least = inside.min(outside).min(none);
    assert!(cfg!(miri) || least > 1000, "{inside}, {outside} and {none}");
}

#[test]
fn repetition_does_not_reach_before_the_initial_position() {
    let mut position = position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    for text in ["a1a2", "e8e7", "a2a1", "e7e8"] {
        assert_eq!(position.repetition_count(), 1);
        let mv = position.parse_uci(text).expect("a legal move");
        position.do_move(mv);
    }
    assert_eq!((position.repetition_count(), position.rule50()), (2, 103));
}

#[test]
fn an_illegal_en_passant_capture_does_not_prevent_a_repetition() {
    let mut position = position("4k3/2p5/8/KP5r/8/8/8/8 b - - 0 1");
    let play = |position: &mut Position, moves: &str| {
        for text in moves.split(' ') {
            position.do_move(position.parse_san(text).unwrap());
        }
    };
    // The pawn on b5 is pinned to its king when Black has played c5.
    play(&mut position, "c5");
    for _ in 0..2 {
        play(&mut position, "Ka4 Kd7 Ka5 Ke8");
    }
    assert!(position.is_repetition(3));
    assert_eq!(position.outcome(), None);
    for _ in 0..2 {
        play(&mut position, "Ka4 Kd7 Ka5 Ke8");
    }
    assert_eq!(position.outcome(), Some(Outcome::Draw(DrawReason::FivefoldRepetition)));
}

#[test]
fn outcomes_of_finished_games() {
    use DrawReason::{FivefoldRepetition, InsufficientMaterial, SeventyFiveMoves, Stalemate};
    let mate = |winner| Some(Outcome::Checkmate { winner });
    let draw = |reason| Some(Outcome::Draw(reason));
    let rows = [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", mate(Color::Black)),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 60", mate(Color::White)),
        // Checkmate has priority over the clock, stalemate over insufficient material.
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 100", mate(Color::White)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw(Stalemate)),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", draw(Stalemate)),
        ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", draw(InsufficientMaterial)),
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 149 100", None),
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 150 100", draw(SeventyFiveMoves)),
        ("8/8/8/3k4/8/3K1P2/8/8 w - - 0 1", None),
    ];
    for (fen, outcome) in rows {
        let position = position(fen);
        assert_eq!(position.outcome(), outcome, "{fen}");
        let mated = matches!(outcome, Some(Outcome::Checkmate { .. }));
        assert_eq!(position.is_checkmate(), mated, "{fen}");
        assert_eq!(position.is_stalemate(), outcome == draw(Stalemate), "{fen}");
        let long = position.rule50() >= 150 && !mated;
        assert_eq!(position.is_seventy_five_move_draw(), long, "{fen}");
    }

    let mut game = Position::startpos();
    for round in 1..5 {
        assert_eq!((game.outcome(), game.repetition_count()), (None, round));
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = game.parse_uci(text).expect("a legal move");
            game.do_move(mv);
        }
    }
    assert_eq!((game.outcome(), game.repetition_count()), (draw(FivefoldRepetition), 5));
}

#[test]
fn fifty_move_draw_requires_no_checkmate() {
    let rows = [
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 99 100", false),
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 100 100", true),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 100", false),
        ("R5k1/5p1p/8/8/8/8/8/6K1 b - - 100 100", true),
    ];
    for (fen, drawn) in rows {
        assert_eq!(position(fen).is_fifty_move_draw(), drawn, "{fen}");
    }
}

#[test]
fn draws_are_claimed_by_repetition_and_the_fifty_move_rule() {
    let play = |position: &mut Position, text: &str| {
        let mv = position.parse_uci(text).expect("a legal move");
        position.do_move(mv);
    };
    let claims_with = |position: &Position, text: &str| {
        position.can_claim_draw_with(position.parse_uci(text).expect("a legal move"))
    };
    let mut game = Position::startpos();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        assert!(!game.can_claim_draw(), "{}", game.fen());
        play(&mut game, text);
    }
    // The third occurrence of the initial position can be stated, or claimed by the other side.
    assert!(!game.can_claim_draw() && claims_with(&game, "f6g8") && !claims_with(&game, "f6g4"));
    play(&mut game, "f6g8");
    assert!(game.can_claim_draw() && !claims_with(&game, "e2e4") && claims_with(&game, "g1f3"));
    play(&mut game, "e2e4");
    assert!(!game.can_claim_draw());

    // FEN, claim without a move, a stated move, and claim with it.
    let rows = [
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 98 100", false, "e3e8", false),
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 99 100", false, "e3e8", true),
        ("8/8/8/3k4/8/3KQ3/8/8 w - - 100 100", true, "e3e8", true),
        // A pawn move or a capture ends the count.
        ("8/8/8/3k4/8/3K2P1/8/8 w - - 99 100", false, "g3g4", false),
        ("8/8/8/3k4/8/3KQ1p1/8/8 w - - 99 100", false, "e3g3", false),
        // Checkmate and stalemate end the game.
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 100", false, "a1a8", false),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 100", false, "a1a7", true),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", false, "f1f7", false),
    ];
    for (fen, without, text, with) in rows {
        let position = position(fen);
        assert_eq!(position.can_claim_draw(), without, "{fen}");
        assert_eq!(claims_with(&position, text), with, "{text} in {fen}");
    }
    for fen in ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 100", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 100"] {
        assert!(!position(fen).can_claim_draw(), "{fen}");
    }
    // A move that is not legal claims nothing: the rook is pinned.
    let pinned = position("3kr3/8/8/8/8/8/4R3/4K3 w - - 99 100");
    let illegal = ferz::Move::new(ferz::Square::E2, ferz::Square::A2, ferz::MoveFlag::Quiet);
    assert!(!pinned.can_claim_draw_with(illegal) && claims_with(&pinned, "e2e3"));
}

#[test]
fn insufficient_material_by_side() {
    // FEN, and true if White or Black cannot checkmate.
    let rows = [
        ("8/8/8/3k4/8/3K4/8/8", true, true),
        ("8/8/8/3k4/8/3KP3/8/8", false, true),
        ("8/8/8/3k4/8/3KR3/8/8", false, true),
        ("8/8/8/3k4/8/3KQ3/8/8", false, true),
        ("8/8/8/3k4/8/3KN3/8/8", true, true),
        ("8/8/8/3k4/8/3KB3/8/8", true, true),
        ("8/8/8/3k4/8/3KNN2/8/8", false, true),
        ("8/8/8/3k4/8/3KBN2/8/8", false, true),
        ("8/8/8/3k4/8/3KBB2/8/8", false, true),
        // Bishops on one square colour, of one side or both.
        ("8/8/8/3k4/8/3KB1B1/8/8", true, true),
        ("8/8/8/3kb3/8/3KB3/8/8", true, true),
        ("8/8/8/3k1b2/8/3KB3/8/8", false, false),
        ("8/8/8/3kb1b1/8/3KB3/8/8", true, true),
        ("8/8/8/3kb1b1/8/3K1B2/8/8", false, false),
        // A single knight or bishop against a piece that can or cannot take a square from its king.
        ("8/8/8/3kp3/8/3KN3/8/8", false, false),
        ("8/8/8/3kr3/8/3KN3/8/8", false, false),
        ("8/8/8/3kb3/8/3KN3/8/8", false, false),
        ("8/8/8/3k3n/8/3K3N/8/8", false, false),
        ("8/8/8/3kq3/8/3KN3/8/8", true, false),
        ("8/8/8/3kp3/8/3KB3/8/8", false, false),
        ("8/8/8/3kn3/8/3KB3/8/8", false, false),
        ("8/8/8/3kr3/8/3KB3/8/8", true, false),
        ("8/8/8/3kq3/8/3KB3/8/8", true, false),
    ];
    for (board, white, black) in rows {
        let fen = format!("{board} b - - 0 1");
        let setup: ferz::Setup = fen.parse().expect("a FEN");
        let position = Position::from_setup_ignoring(&setup, ferz::SetupFaults::IGNORABLE)
            .or_else(|_| {
                let setup = ferz::Setup { side_to_move: Color::White, ..setup.clone() };
                Position::from_setup(&setup)
            })
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.has_insufficient_material(Color::White), white, "White: {fen}");
        assert_eq!(position.has_insufficient_material(Color::Black), black, "Black: {fen}");
        assert_eq!(position.is_insufficient_material(), white && black, "{fen}");
    }
}
