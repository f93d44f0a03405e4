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
fn pieces_have_the_names_that_they_have_when_the_motif_stands() {
    // The bishop forks where it captures a pawn, and the king leaves its square before the rook falls.
    let fen = "5r1k/8/8/2b5/8/8/PP3PPP/4R1K1 w - - 0 1";
    let (_, text) = told(fen, "a3", (0, "Rf1"), (900, "Bxf2+ Kh1 Bxe1"));
    let expected = "1... Bxf2+ 2. Kh1 Bxe1 wins a rook and a pawn: the bishop on f2 attacks the rook and the king.";
    assert_eq!(text.split(" 1. ").next(), Some(expected));
}

#[test]
fn promotions_name_the_pawn_or_the_piece() {
    let fen = "8/8/P7/8/8/7p/k6P/7K b - - 0 1";
    let (reasons, text) = told(fen, "Kb3", (0, "Kb2"), (900, "a7 Kc4 a8=Q Kd4"));
    assert_eq!(reasons[0].squares, [Square::A6, Square::A8]);
    assert_eq!(text, "The pawn on a6 can no longer be stopped: 2. a7 Kc4 3. a8=Q.");
    let after = (900, "a8=Q Kb4 Qf3 Ka5 Qxh3");
    let (_, text) = told("8/P7/8/8/8/7p/k6P/7K b - - 0 1", "Kb3", (0, "Kb2"), after);
    assert_eq!(text, "White gets a queen: 2. a8=Q.");
}

#[test]
fn a_pawn_is_no_reason_for_a_fall_of_many() {
    let fen = "4k3/5ppp/8/8/8/8/3p1PPP/R2N2K1 w - - 0 1";
    let of = |before| told(fen, "h3", (before, "Ra8+ Kd7 Rd8+ Kc6 Rxd2"), (0, "f6")).1;
    assert_eq!(of(200), "1. Ra8+ Kd7 2. Rd8+ Kc6 3. Rxd2 would have won a pawn.");
    assert_eq!(of(400), "");
}

/// A position in which the queen's move to e4 threatens mate on h7, with the best line and the answer to a rook's move.
const MATE_ON_H7: &str = "1qr3k1/pb1r2p1/1p2p2p/1Npn2b1/3P2Q1/1P1BP3/PB4PP/3R1RK1 b - - 1 20";
const BEST: &str = "Bxe3+ Kh1 Nf4 d5 Bxd5 Be4 Rf7 Bxd5 exd5 g3 d4 gxf4";
const ANSWER: &str = "Qe4 Nf6 Qg6 cxd4 Bxd4 e5 Rxf6 Bxf6 Qh7+ Kf7 Bb2 a6 Bg6+ Kf8";

#[test]
fn threats_of_mate_are_proven_by_a_pass() {
    let (reasons, text) = told(MATE_ON_H7, "Re7", (90, BEST), (160, ANSWER));
    assert_eq!(kinds(&reasons), [ReasonKind::MateThreat]);
    assert_eq!((reasons[0].proof, reasons[0].pawns()), (Proof::Passing, None));
    assert_eq!(reasons[0].squares, [Square::E4, Square::H7]);
    assert_eq!(text, "It allows 21. Qe4, which threatens mate: 22. Qh7#.");
    // After the best move the same answer threatens mate too, and there it has a better defence.
    let fen = "3r2k1/1B2n1p1/1N2q2p/1PP1P3/8/6P1/3r3P/Q4RK1 w - - 1 33";
    let (_, text) = told(fen, "Bf3", (-24, "Bg2 Qb3 Qa4"), (696, "Qh3 Rf2 Rxf2 Kxf2 Qxh2+"));
    assert_eq!(text, "It is no defence against 33... Qh3, which threatens mate: 34... Qxh2#.");
    // A threat after a check.
    let fen = "4k3/3R4/2PK4/8/3P3r/8/8/8 b - - 6 59";
    let (_, text) = told(fen, "Rh1", (-516, "Rxd4+ Kc7"), (9_000, "Re7+ Kf8 c7 Rc1 d5"));
    assert_eq!(text, "It allows 60. Re7+ Kf8 61. c7, which threatens mate: 62. c8=Q#.");
    // With an attack on the queen beside it.
    let fen = "rnb1kb1r/1p1n1pp1/p3p2p/1B2P1B1/3NN3/q7/P1PQ2PP/1R2K2R b Kkq - 1 13";
    let best = (259, "hxg5 Rb3 Qxa2 O-O axb5 Nxb5 Kd8 Ned6 Bxd6 Nxd6 Rf8 Kh1");
    let after = (11, "Nxb5 hxg5 Nxa3 Rxa3 O-O Nc6 Rb5 Ra4 Nxg5 Ndxe5 Rxe5 Nxe5 Qc3 Nc6");
    let (_, text) = told(fen, "axb5", best, after);
    let expected = "It allows 14. Nxb5, which threatens mate (15. Nc7#) and attacks the queen.";
    assert_eq!(text, expected);
    // What the best move would have threatened.
    let fen = "5rk1/p5pp/1p2p3/3n4/3Pq3/PQ1R1N2/5r1P/2B1R2K b - - 19 31";
    let best = (295, "Qg4 Rg1 Qh3 Rg3 Qf1+ Rg1 Qe2 Rd2");
    let (reasons, text) = told(fen, "Qf5", best, (-80, "Ng1 Rxh2+ Kxh2 Qf2+ Kh1 Qxe1 Bd2"));
    assert_eq!(reasons[0].concern, Concern::Best);
    assert_eq!(text, "It misses 31... Qg4, which threatens mate: 32... Qg2#.");
}

#[test]
fn threats_that_explain_nothing_are_not_said() {
    let of = |fen, after| told(fen, "Re7", (90, BEST), after).1;
    // The move loses too little for a mistake.
    assert_eq!(of(MATE_ON_H7, (0, ANSWER)), "");
    // The best move allows the threat too, and the side is not lost by it.
    let fen = "3r2k1/1B2n1p1/1N2q2p/1PP1P3/8/6P1/3r3P/Q4RK1 w - - 1 33";
    assert_eq!(told(fen, "Bf3", (300, "Bg2 Qb3 Qa4"), (100, "Qh3 Rf2")).1, "");
    // A check threatens nothing beside itself.
    assert_eq!(of(MATE_ON_H7, (160, "Qxe6+ Rxe6")), "");
    // The knight on f8 guards h7.
    let guarded = "1q3nk1/pb1r2p1/1p2p2p/1Npn2b1/3P2Q1/1P1BP3/PB4PP/3R1RK1 b - - 1 20";
    assert_eq!(told(guarded, "Re7", (90, "a6"), (160, "Qe4")).1, "");
    // Of a queen that gives check on h7 the king gets away by f7.
    let open = "1qr3k1/pb4p1/1p2p2p/1Npn2b1/3P2Q1/1P1BP3/PB4PP/3R2K1 b - - 1 20";
    assert_eq!(told(open, "a6", (90, "a5"), (160, "Qe4")).1, "");
    // Most moves parry a mate on the back rank: by a square for the king, or a guard.
    let fen = "q4rk1/5ppp/1n2b3/8/8/8/5PPP/3RQ1K1 b - - 0 1";
    assert_eq!(told(fen, "Rb8", (300, "Nd5"), (0, "h3")).1, "");
    // The move played threatens the mate too that the best one threatens.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
    assert_eq!(told(fen, "Rb2", (300, "Rb7 h6"), (0, "h6 Rb8+")).1, "");
    // What is taken back threatens nothing: the rook that takes last does.
    let start = Position::from_fen("3r2k1/5ppp/8/3n4/8/8/3R1PPP/3R2K1 w - - 0 1").unwrap();
    let plies = |line: &str| {
        let moves = evaluated(&start, 0, line).line;
        threat::threatening_plies(&Line::new(&start, &moves))
    };
    assert_eq!(plies("Rxd5 h6"), Some(1));
    assert_eq!(plies("Rxd5 Rxd5 Rxd5"), Some(3));
    assert_eq!(plies("Rxd5 Rxd5"), None);
    assert_eq!(plies("Kf1 Rc8 Rxd5"), None);
}

#[test]
fn a_threat_of_mate_is_named_as_what_wins_a_piece() {
    let fen = "r4rk1/p1qb1ppp/2pb4/3p4/8/P2BP1P1/1P3P1P/R1BQ1RK1 b - - 0 14";
    let (reasons, text) = told(fen, "Bh3", (22, "Be5 e4 Rfe8"), (329, "Qh5 g6 Qxh3 Be5 Rb1"));
    assert_eq!(reasons[0].kind, ReasonKind::MateThreat);
    assert_eq!(reasons[0].squares, [Square::H5, Square::H7, Square::H3]);
    let expected =
        "15. Qh5 g6 16. Qxh3 wins a bishop: 15. Qh5 threatens mate on h7 and attacks the bishop.";
    assert_eq!(text.split(" 14... ").next(), Some(expected));
}

#[test]
fn lines_end_where_the_gain_is_seen() {
    let line_of = |fen: &str, played: &str, before, after| {
        let (reasons, text) = told(fen, played, before, after);
        (reasons[0].line.len(), text)
    };
    // The rook is lost, and what the line takes after it needs not be followed.
    let fen = "8/2p3B1/p3r2R/2k3pP/P4p2/3KbP2/6P1/8 b - - 0 58";
    let after = (1_198, "Bf8 Kb4 Bxe7+ Kxa4 Rxa6+ Kb5 Rg6 g4 Rxg4 c6 Rg5+ Ka6");
    let (plies, text) = line_of(fen, "Re7", (-322, "Kd5 Rf6 Rxf6 Bxf6"), after);
    assert_eq!(plies, 3);
    let expected = "59. Bf8 Kb4 60. Bxe7+ wins a rook: the rook on e7 has no safe square.";
    assert_eq!(text, expected);
    // A capture that is answered by another is not the end.
    let fen = "3r3k/3q2pp/8/8/8/8/3R2PP/3QR2K b - - 0 1";
    let after = (500, "Rxd7 Rxd7 Qxd7");
    let (plies, text) = line_of(fen, "h6", (900, "Qxd2 Qxd2 Rxd2"), after);
    assert_eq!((plies, text.contains("3. Qxd7 wins")), (3, true), "{text}");
}

#[test]
fn long_mates_are_shown_by_their_first_moves() {
    let position = Position::from_fen("8/8/8/8/8/2k5/3q4/K7 w - - 0 1").unwrap();
    let mut next = position.clone();
    let played = position.parse_san("Kb1").unwrap();
    next.do_move(played);
    let mate = |moves| Evaluation::Mate { winner: Color::Black, moves };
    let line = ["Kd3", "Ka1", "Kd4", "Kb1", "Kd3", "Ka1", "Kc3", "Kb1", "Qb2#"].join(" ");
    let after = with_line(&next, mate(5), &line);
    let before = evaluated(&position, 0, "");
    let (reasons, text) = explained(&position, played, &before, &after);
    assert_eq!(reasons[0].line.len(), 9);
    assert_eq!(text, "Black mates in 5, beginning with 1... Kd3 2. Ka1 Kd4 3. Kb1 Kd3.");
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
fn what_the_move_played_takes_too_is_not_missed() {
    // The knight and the rook can take the rook on d5: by the knight a rook is lost.
    let fen = "2r5/p1B2pp1/2R2n1p/3R4/1k6/6P1/PP2PPKP/3r4 b - - 0 24";
    let best = (300, "Rxd5 Bd6+ Rxd6 Rxd6");
    let missed = |played, answer| told(fen, played, best, (200, answer)).1;
    assert_eq!(missed("Nxd5", "Bd6+"), "");
    assert_eq!(missed("Ka4", "Bf4"), "24... Rxd5 25. Bd6+ Rxd6 26. Rxd6 would have won a bishop.");
}

#[test]
fn an_exchange_that_goes_on_is_counted_with_the_recapture() {
    // White takes a knight and loses a bishop: nobody has won a bishop.
    let start = Position::from_fen("r3k3/8/8/8/1n6/8/P7/1B2K3 b - - 0 1").unwrap();
    let mut position = start.clone();
    position.do_move(start.parse_san("Nxa2").unwrap());
    let played = position.parse_san("Bxa2").unwrap();
    let mut next = position.clone();
    next.do_move(played);
    let before = evaluated(&position, 0, "Kd2");
    let after = evaluated(&next, 600, "Rxa2");
    assert_eq!(explained(&position, played, &before, &after), (Vec::new(), String::new()));
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

/// An engine that returns the lines of some positions, and of all others the last ones.
struct Lines(Vec<(Position, Vec<EvaluatedPosition>)>);

impl Evidence for Lines {
    type Error = Infallible;

    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
    ) -> Result<Vec<EvaluatedPosition>, Infallible> {
        let of = self.0.iter().find(|(of, _)| of.fen() == position.fen());
        let (_, lines) = of.unwrap_or(&self.0[self.0.len() - 1]);
        Ok(lines.iter().take(count).cloned().collect())
    }

    fn table_result(&mut self, _: &Position) -> Result<Option<GameResult>, Infallible> {
        Ok(None)
    }
}

#[test]
fn only_moves_need_a_second_line_that_loses_in_a_search_of_its_own() {
    let position = Position::startpos();
    let played = position.parse_san("f3").unwrap();
    let after = |mv: &str| {
        let mut next = position.clone();
        next.do_move(position.parse_san(mv).unwrap());
        next
    };
    let before = evaluated(&position, 30, "e4");
    let refutation = evaluated(&after("f3"), 300, "e5");
    let mistake = Mistake { position: &position, played, before: &before, after: &refutation };
    let told = |second: i32, alone: i32| {
        let lines = vec![before.clone(), evaluated(&position, second, "d4")];
        let alone = vec![evaluated(&after("d4"), -alone, "d5")];
        let mut lines = Lines(vec![(position.clone(), lines), (after("d4"), alone)]);
        explanation(&mistake, &explain(&mistake, &mut lines).unwrap())
    };
    let expected = "1. e4 was the only good move: 1. f3 is answered by 1... e5.";
    assert_eq!(told(-300, -300), expected);
    assert_eq!(told(-300, 0), "");
    assert_eq!(told(20, -300), "");
    assert_eq!(told(-140, -140), expected);
    assert_eq!(told(-70, -70), "");
}

#[test]
fn gains_are_those_that_are_kept_within_the_plies_that_are_compared() {
    let start = Position::from_fen("k6r/8/8/3n4/8/8/PP6/3RK3 w - - 0 1").unwrap();
    let gain = |line: &str| {
        let moves = evaluated(&start, 0, line).line;
        let gain = Line::new(&start, &moves).gain(Color::White, -1, i32::MAX);
        gain.map(|gain| (gain.plies, gain.pawns))
    };
    assert_eq!(gain("Rxd5 Ka7"), Some((1, 3)));
    // A pawn of several is not waited for, and two are: what is shown is what is kept.
    assert_eq!(gain("Rxd5 Rh2 Kd1 Rxb2"), Some((1, 2)));
    assert_eq!(gain("Rxd5 Rh2 Kd1 Rxb2 Kc1 Rxa2"), Some((6, 1)));
    // A rook is lost at once, and long after all that a reader follows.
    let shuffles = "Ka7 Kd2 Ka8 Ke1 ";
    assert_eq!(gain(&format!("Rxd5 {shuffles}Ka7 Rh5 Rxh5")), None);
    assert_eq!(gain(&format!("Rxd5 {}Ka7 Rh5 Rxh5", shuffles.repeat(4))), Some((1, 3)));
}

#[test]
fn a_defence_that_saves_material_at_a_price_is_no_defence() {
    let after = Position::from_fen("k6r/8/8/3n4/8/8/PP6/3RK3 b - - 0 1").unwrap();
    let won = |scores: [i32; 2]| {
        let lost = evaluated(&after, -300, "Rg8 Rxd5");
        let others = scores.map(|score| evaluated(&after, score, "Nf6 Kf1"));
        let lines = std::iter::once(lost).chain(others).collect();
        let found = defences(&after, -1, &mut Lines(vec![(after.clone(), lines)])).unwrap();
        found.map(|(pawns, proof)| (pawns, proof.name()))
    };
    assert_eq!(won([-320, -700]), None);
    assert_eq!(won([-470, -700]), Some((2, "defences")));
    assert_eq!(won([-700, -700]), Some((3, "defences")));
}

/// Positions of which a foreign engine refuted what a line of the engine seemed to win.
#[test]
fn what_only_the_line_wins_is_not_said() {
    let reasons_of = |fen: &str, played: &str, before: (i32, &str), after: (i32, &str)| {
        let position = Position::from_fen(fen).unwrap();
        let played = position.parse_san(played).unwrap();
        let mut next = position.clone();
        next.do_move(played);
        let before = evaluated(&position, before.0, before.1);
        let after = evaluated(&next, after.0, after.1);
        let mistake = Mistake { position: &position, played, before: &before, after: &after };
        let mut answer = next.clone();
        answer.do_move(after.line[0]);
        let mut defence = after.clone();
        defence.line.remove(0);
        let mut lines = Lines(vec![(answer, vec![defence; 3]), (position.clone(), Vec::new())]);
        let mut reasons = explain(&mistake, &mut lines).unwrap();
        reasons.retain(|reason| reason.concern == Concern::Played);
        reasons
    };
    // The line lets the queens be exchanged, which White need not do.
    let reasons = reasons_of(
        "8/3Q1pk1/4p1p1/7p/4qP1P/3p2P1/5P1K/8 w - - 10 64",
        "Qd8",
        (-460, "f5 Qxf5 Qd4+ e5 Qe3 Kh7"),
        (1489, "Qd5 Qc7 d2 Qc3+ e5 Qxe5+ Qxe5 fxe5 d1=Q Kg2 Qd5+ Kf1 Qxe5"),
    );
    assert_eq!(kinds(&reasons), []);
    // The pawn wins a rook, but a knight stops it.
    let reasons = reasons_of(
        "4R2R/ppkr2p1/8/2Pp4/P1nP4/r1P4P/6P1/6K1 b - - 6 32",
        "b6",
        (111, "Rf7 Rb8 Rxc3 Rhc8+ Kd7 Rxb7+ Kxc8 Rxf7 Rd3 Rxa7 Rxd4"),
        (1133, "Rc8+ Kb7 c6+ Ka6 cxd7 Ra1+ Kf2 Nd2 d8=Q Ka5 Qxd5+ Kxa4 Qd7+ Kb3 Qxg7"),
    );
    assert_eq!(reasons[0].pawns(), Some(5));
    assert_ne!(reasons[0].kind, ReasonKind::Promotion);
    // White gives two pawns away in the line.
    let reasons = reasons_of(
        "r4k2/1pR2p1p/6p1/2P5/1P3P2/8/pr3PKP/R7 w - - 0 38",
        "Rd7",
        (
            -171,
            "Rxb7 Rb1 Rxa2 Rxa2 c6 Rc2 b5 Rbb2 c7 Rxf2+ Kg3 Rfc2 Kf3 Rb3+ Ke4 Rc4+ Kd5 Rxc7 Rxc7 \
             Rxb5+ Ke4 Rb2",
        ),
        (643, "Rb1 Rxa2 Rxa2 Rxb7 Rc2 f5 gxf5 Rb5 Rc4 c6 Rbxb4 Rxf5 Rxc6 f3 Kg7"),
    );
    assert!(reasons.iter().all(|reason| reason.pawns() <= Some(3)));
    // A bishop wins the pawn back by a quiet attack on the rook.
    let reasons = reasons_of(
        "3rr1k1/p1Bq1pp1/1p6/2pb2P1/8/P1P3QP/6P1/R3R1K1 w - - 4 27",
        "Bd6",
        (327, "Bxd8 Qxd8 g6 Bc6"),
        (134, "Rxe1+ Rxe1 Bxg2"),
    );
    assert_eq!(kinds(&reasons), []);
}

#[test]
fn a_position_in_which_a_check_wins_a_piece_is_not_quiet() {
    // The queen attacks king and rook from c3.
    let quiet = |fen| proof::is_quiet(&Position::from_fen(fen).unwrap());
    assert!(!quiet("7k/8/2Q5/8/8/8/3r3P/7K w - - 0 1"));
    assert!(quiet("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"));
}

#[test]
fn pawns_are_stopped_by_any_reply_or_not_at_all() {
    let promotes =
        |fen: &str, pawn| proof::prove_promotion(&Position::from_fen(fen).unwrap(), pawn);
    // Outside and inside the square of the king.
    assert!(promotes("8/8/5P2/8/8/k7/8/7K b - - 0 1", Square::F6));
    assert!(!promotes("8/8/5P2/2k5/8/8/8/7K b - - 0 1", Square::F6));
    // A knight stops it, a check does not.
    assert!(!promotes("8/n1P5/8/8/8/k7/8/7K b - - 0 1", Square::C7));
    assert!(promotes("8/2P5/8/8/8/8/8/k4n1K b - - 0 1", Square::C7));
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
