//! Tests of reasons on positions with known answers.

use super::*;
use crate::analysis::Evaluation;

/// Returns an evaluation of the side to move with a line in SAN.
fn evaluated(start: &Position, score: i32, line: &str) -> EvaluatedPosition {
    let evaluation = Evaluation::new(ferz::Score::Cp(score), start.side_to_move());
    with_line(start, evaluation, line)
}

fn with_line(start: &Position, evaluation: Evaluation, line: &str) -> EvaluatedPosition {
    let mut at = start.clone();
    let mut evaluated = EvaluatedPosition::new(evaluation);
    for text in line.split_whitespace() {
        let mv = at.parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        evaluated.line.push(mv);
        at.do_move(mv);
    }
    evaluated
}

/// Explains a move; the scores are those of the side to move, before and after it.
fn told(fen: &str, played: &str, before: (i32, &str), after: (i32, &str)) -> (Vec<Reason>, String) {
    let position = Position::from_fen(fen).unwrap();
    let played = position.parse_san(played).unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let before = evaluated(&position, before.0, before.1);
    let after = evaluated(&next, after.0, after.1);
    explained(&position, played, &before, &after)
}

fn explained(
    position: &Position,
    played: Move,
    before: &EvaluatedPosition,
    after: &EvaluatedPosition,
) -> (Vec<Reason>, String) {
    let mistake = Mistake { position, played, before, after };
    let reasons = explain(&mistake, &mut NoEvidence).unwrap();
    let text = explanation(&mistake, &reasons);
    (reasons, text)
}

fn kinds(reasons: &[Reason]) -> Vec<ReasonKind> {
    reasons.iter().map(|reason| reason.kind).collect()
}

#[test]
fn pieces_that_hang_are_named() {
    let fen = "r3k2r/p1pnqppp/1p1pp3/8/4P1N1/PP1n1B2/2QN3P/R4K2 b - - 1 22";
    let (reasons, text) = told(fen, "Nb2", (100, "N3c5"), (300, "Qxb2"));
    assert_eq!(kinds(&reasons), [ReasonKind::Hanging]);
    assert_eq!(reasons[0].squares, [Square::B2]);
    assert!(matches!(reasons[0].proof, Proof::AllReplies(_)));
    assert_eq!(text, "The knight can be taken on b2: 23. Qxb2 wins a knight.");
}

#[test]
fn forks_name_the_attacker_and_the_targets() {
    // The knight forks king and queen from c7.
    let fen = "3qk3/p5pp/8/3N4/8/8/PP3PPP/4K3 b - - 0 1";
    let (reasons, text) = told(fen, "a6", (300, "Qxd5"), (500, "Nc7+ Kd7 Nd5 Kc6 Ne3"));
    // The line does not win the queen, so there is nothing to say of what is allowed.
    assert!(reasons.iter().all(|reason| reason.concern == Concern::Best), "{text}");
    let fen = "q3k3/6pp/8/3N4/8/8/PP3PPP/4K3 b - - 0 1";
    let (reasons, text) = told(fen, "h6", (500, "Qxd5"), (300, "Nc7+ Kd7 Nxa8"));
    assert_eq!(reasons[0].kind, ReasonKind::Fork);
    assert_eq!(reasons[0].squares, [Square::C7, Square::A8, Square::E8]);
    assert_eq!(
        text,
        "2. Nc7+ Kd7 3. Nxa8 wins a queen: the knight on c7 attacks the queen and the king. \
         1... Qxd5 would have won a knight."
    );
}

#[test]
fn mates_are_proven_against_all_defences() {
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/r3R1K1 b - - 0 1").unwrap();
    let played = position.parse_san("Ra8").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let mate = |moves| Evaluation::Mate { winner: Color::White, moves };
    let before = evaluated(&position, 0, "Rxe1#");
    // The line of the mistake need not be right: nothing is proven by an announcement alone.
    let after = with_line(&next, mate(3), "h3");
    assert_eq!(explained(&position, played, &before, &after).0, []);
    let position = Position::from_fen("6k1/r4ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1").unwrap();
    let played = position.parse_san("Ra2").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let before = evaluated(&position, 0, "h6");
    let after = with_line(&next, mate(1), "Re8#");
    let (reasons, text) = explained(&position, played, &before, &after);
    assert_eq!(kinds(&reasons), [ReasonKind::BackRank]);
    assert_eq!(reasons[0].proof, Proof::AllDefences);
    assert_eq!(text, "It allows mate on the back rank: 2. Re8#.");
}

#[test]
fn nothing_is_said_of_a_score_without_a_loss_of_material() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(told(start, "a4", (50, "e4 e5 Nf3"), (100, "e5 e4 Nf6")).0, []);
    // The best move, an illegal move and empty lines have no reasons.
    assert_eq!(told(start, "e4", (50, "e4"), (300, "d5")).0, []);
    assert_eq!(told(start, "a4", (50, ""), (300, "")).0, []);
    let position = Position::from_fen(start).unwrap();
    let illegal = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").unwrap().legal_moves()[0];
    let nothing = evaluated(&position, 0, "");
    assert_eq!(explained(&position, illegal, &nothing, &nothing).0, []);
}

#[test]
fn a_loss_is_no_reason_if_the_engine_sees_none() {
    let fen = "r3k2r/p1pnqppp/1p1pp3/8/4P1N1/PP1n1B2/2QN3P/R4K2 b - - 1 22";
    assert_eq!(told(fen, "Nb2", (100, "N3c5"), (-50, "Qxb2")).0, []);
}

#[test]
fn exchanges_in_progress_are_no_losses() {
    // White has just captured; Black recaptures and nobody has lost anything.
    let start = Position::from_fen("4k3/2p1p3/3p4/8/8/8/3R4/3RK3 w - - 0 1").unwrap();
    let mut position = start.clone();
    position.do_move(start.parse_san("Rxd6").unwrap());
    let played = position.parse_san("exd6").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let before = evaluated(&position, 400, "cxd6");
    let after = evaluated(&next, -300, "Rd2 Kd7");
    assert_eq!(explained(&position, played, &before, &after).0, []);
    // Not taking back is a reason of its own.
    let played = position.parse_san("Kf7").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let after = evaluated(&next, 400, "R6d3");
    let (reasons, text) = explained(&position, played, &before, &after);
    assert_eq!(kinds(&reasons), [ReasonKind::NotTakenBack]);
    assert_eq!(text, "It does not take back: 1... cxd6 would have won a rook.");
}

#[test]
fn wins_given_away_by_stalemate_are_draws_of_the_rules() {
    let position = Position::from_fen("7k/8/5K2/8/8/8/8/5Q2 w - - 0 1").unwrap();
    let played = position.parse_san("Qb1").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    // The line goes on to a stalemate, and the engine scores it as 0.
    let before = evaluated(&position, 900, "Kg6");
    let after = evaluated(&next, 0, "Kg8 Qb7 Kh8 Qf7");
    let (reasons, text) = explained(&position, played, &before, &after);
    assert_eq!(kinds(&reasons), [ReasonKind::Draw]);
    assert_eq!(text, "The win is gone: 1... Kg8 2. Qb7 Kh8 3. Qf7 is stalemate.");
}

/// A tablebase that knows one change.
struct Tables(GameResult, GameResult, Color);

impl Evidence for Tables {
    type Error = Infallible;

    fn best_lines(&mut self, _: &Position, _: usize) -> Result<Vec<EvaluatedPosition>, Infallible> {
        Ok(Vec::new())
    }

    fn table_result(&mut self, position: &Position) -> Result<Option<GameResult>, Infallible> {
        Ok(Some(if position.side_to_move() == self.2 { self.0 } else { self.1 }))
    }
}

#[test]
fn tables_tell_what_the_move_changes() {
    let position = Position::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
    let played = position.parse_san("e3").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let before = evaluated(&position, 400, "Kd2");
    let after = evaluated(&next, 0, "Ke4");
    let mistake = Mistake { position: &position, played, before: &before, after: &after };
    let told = |results: [GameResult; 2]| {
        let mut tables = Tables(results[0], results[1], Color::White);
        explanation(&mistake, &explain(&mistake, &mut tables).unwrap())
    };
    assert_eq!(
        told([GameResult::WhiteWins, GameResult::Draw]),
        "By the tablebase the position is won before 1. e3 and drawn after it."
    );
    assert_eq!(told([GameResult::Draw, GameResult::Draw]), "");
    assert_eq!(told([GameResult::Draw, GameResult::WhiteWins]), "");
}

/// An engine that returns these lines for each position with enough moves.
struct Lines(Vec<EvaluatedPosition>);

impl Evidence for Lines {
    type Error = Infallible;

    fn best_lines(
        &mut self,
        _: &Position,
        count: usize,
    ) -> Result<Vec<EvaluatedPosition>, Infallible> {
        Ok(self.0.iter().take(count).cloned().collect())
    }

    fn table_result(&mut self, _: &Position) -> Result<Option<GameResult>, Infallible> {
        Ok(None)
    }
}

#[test]
fn only_moves_need_a_second_line_that_loses() {
    let position = Position::startpos();
    let played = position.parse_san("f3").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let before = evaluated(&position, 30, "e4");
    let after = evaluated(&next, 300, "e5");
    let mistake = Mistake { position: &position, played, before: &before, after: &after };
    let told = |second: i32| {
        let lines = vec![before.clone(), evaluated(&position, second, "d4")];
        explanation(&mistake, &explain(&mistake, &mut Lines(lines)).unwrap())
    };
    assert_eq!(told(-300), "1. e4 was the only good move.");
    assert_eq!(told(20), "");
}

/// Hostile positions: each legal move is explained with the lines of captures that a careless engine might send.
#[test]
fn hostile_positions_are_explained_without_a_panic() {
    let positions = [
        // Many queens, promoted pieces, both sides in danger.
        "8/QQQQQQQ1/8/8/8/6p1/6pk/KQ5q w - - 0 1",
        "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
        "NNNNNNNN/8/8/8/3k4/8/8/K6n b - - 0 1",
        // Chess960 with rooks within.
        "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1",
        // In check, in double check, stalemate and mate near.
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        "4k3/8/8/8/7b/8/4r3/4K2R w K - 0 1",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
        "k7/2Q5/8/1K6/8/8/8/8 w - - 99 80",
        // En passant and promotion at once.
        "8/1P3k2/8/3pP3/8/8/p6K/8 w - d6 0 1",
        "8/8/8/8/8/8/1pk5/K7 w - - 0 65535",
    ];
    for fen in positions {
        let position = Position::from_fen(fen).expect(fen);
        // Among many queens a few moves are enough.
        let moves = position.legal_moves();
        for &played in moves.as_slice().iter().step_by(1 + moves.len() / 12) {
            let mut next = position.clone();
            next.do_move(played);
            let line = |start: &Position| {
                let mut at = start.clone();
                let mut line = Vec::new();
                while let Some(&mv) = at.legal_moves().as_slice().last().filter(|_| line.len() < 6)
                {
                    line.push(mv);
                    at.do_move(mv);
                }
                line
            };
            let side = position.side_to_move();
            let mut before = EvaluatedPosition::new(Evaluation::Mate { winner: side, moves: 2 });
            before.line = line(&position);
            let mut after = EvaluatedPosition::new(Evaluation::new(ferz::Score::Cp(-900), side));
            after.line = line(&next);
            let (reasons, text) = explained(&position, played, &before, &after);
            for reason in &reasons {
                assert!(!text.contains("piece on") && !text.contains("  "), "{fen}: {text}");
                let mistake =
                    Mistake { position: &position, played, before: &before, after: &after };
                let start = reason.start(&mistake);
                assert!(start.san_line(&reason.line).is_ok(), "{fen}");
            }
        }
    }
}
