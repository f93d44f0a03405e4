//! Moves in UCI notation and SAN: round trips over random games, tables of texts, and no panic on
//! any text.

use fastrand::Rng;
use ferz::notation::{ParseSanProblem, ParseUciMoveError};
use ferz::{Move, MoveFlag, Position, Setup, SetupFaults, Square};
use proptest::prelude::*;
use std::collections::HashSet;

/// Calls `visit` for each position of random games from `start` with at most `plies` plies.
fn walk(start: &Position, games: u64, plies: usize, mut visit: impl FnMut(&Position)) {
    for game in 0..games {
        let mut random = Rng::with_seed(game);
        let mut position = start.clone();
        for _ in 0..plies {
            visit(&position);
            let Some(&mv) = random.choice(&position.legal_moves()) else { break };
            position.do_move(mv);
        }
    }
}

fn starts() -> Vec<Position> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Many queens and knights, for all kinds of disambiguation.
        "8/7k/8/8/QQQ5/NN6/NN4K1/8 w - - 0 1",
        "6k1/PPPP4/8/8/8/8/pppp4/6K1 w - - 0 1",
        "1r1k1r1r/pppppppp/8/8/8/8/PPPPPPPP/2R1K1RR b Gf - 0 1",
    ];
    let chess960 = [0, 17, 211, 518, 700, 959].map(|number| {
        let setup = Setup::double_chess960(number, 959 - number).expect("below 960");
        Position::from_setup(&setup).expect("a start is legal")
    });
    fens.map(position).into_iter().chain(chess960).collect()
}

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn legal_moves_round_trip_and_have_unique_texts() {
    let mut count = 0;
    for start in starts() {
        walk(&start, 12, 120, |position| {
            let mut seen = HashSet::new();
            for &mv in position.legal_moves().iter() {
                let (san, uci) = (position.san(mv).to_string(), position.uci(mv).to_string());
                let fen = position.fen();
                assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {fen}");
                assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci} in {fen}");
                let squares = format!("{}{}", mv.from(), mv.to());
                if mv.is_castling() {
                    assert_eq!(position.parse_uci(&squares), Ok(mv), "{squares} in {fen}");
                }
                assert!(seen.insert(san), "{uci} in {fen}");
                assert!(seen.insert(uci), "{mv:?} in {fen}");
                count += 1;
            }
        });
    }
    assert!(count > 200_000, "only {count} moves were tried");
}

#[test]
fn disambiguation_is_minimal() {
    for start in starts() {
        walk(&start, 4, 80, |position| {
            for &mv in position.legal_moves().iter() {
                let san = position.san(mv).to_string();
                let pieces = san.trim_end_matches(['+', '#']);
                if !pieces.starts_with(['N', 'B', 'R', 'Q']) {
                    continue;
                }
                let target = &pieces[pieces.len() - 2..];
                let mark = if mv.is_capture() { "x" } else { "" };
                let letter = &pieces[..1];
                let origin = &pieces[1..pieces.len() - 2 - mark.len()];
                let read =
                    |origin: &str| position.parse_san(&format!("{letter}{origin}{mark}{target}"));
                let (file, rank) = (mv.from().file().to_string(), mv.from().rank().to_string());
                let shorter: &[&str] = match origin.len() {
                    0 => &[],
                    1 if origin == file => &[""],
                    1 => &["", &file],
                    _ => &["", &file, &rank],
                };
                for origin in shorter {
                    let problem = read(origin).map_err(|error| error.problem);
                    let ambiguous = matches!(problem, Err(ParseSanProblem::Ambiguous { .. }));
                    assert!(ambiguous, "{san}: {origin:?} is enough in {}", position.fen());
                }
            }
        });
    }
}

#[test]
fn check_and_checkmate_marks_are_correct() {
    let mut mates = 0;
    for start in starts() {
        walk(&start, 6, 150, |position| {
            for &mv in position.legal_moves().iter() {
                let mut after = position.clone();
                after.do_move(mv);
                let mark = match (after.in_check(), after.legal_moves().is_empty()) {
                    (true, true) => "#",
                    (true, false) => "+",
                    (false, _) => "",
                };
                let san = position.san(mv).to_string();
                let stem = san.trim_end_matches(['+', '#']);
                assert_eq!(san, format!("{stem}{mark}"), "{}", position.fen());
                mates += usize::from(mark == "#");
            }
        });
    }
    assert!(mates > 10, "only {mates} mates were seen");
}

#[test]
fn positions_of_games_have_no_faults() {
    let mut double_checks = 0;
    for start in starts() {
        if !start.setup().faults().is_empty() {
            continue;
        }
        walk(&start, 12, 200, |position| {
            let setup = position.setup();
            assert_eq!(setup.faults(), SetupFaults::NONE, "{setup}: {}", setup.faults());
            assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
            assert!(Position::from_fen(&position.fen()).as_ref() == Ok(position), "{setup}");
            for &mv in position.legal_moves().iter().filter(|&&mv| position.gives_check(mv)) {
                let mut after = position.clone();
                after.do_move(mv);
                let setup = after.setup();
                assert_eq!(setup.faults(), SetupFaults::NONE, "{setup}: {}", setup.faults());
                double_checks += usize::from(after.checkers().more_than_one());
            }
        });
    }
    assert!(double_checks > 100, "only {double_checks} double checks were seen");
}

/// Covers en passant squares on which no pawn can capture.
#[test]
fn every_double_push_leaves_a_possible_en_passant_square() {
    let mut pushes = 0;
    for start in starts() {
        walk(&start, 12, 120, |position| {
            let Some(mv) = position.last_move().filter(|mv| mv.is_double_push()) else { return };
            let mut setup = position.setup();
            setup.en_passant = Square::from_index((mv.from().index() + mv.to().index()) / 2);
            let faults = setup.faults() & SetupFaults::IMPOSSIBLE_EN_PASSANT;
            assert!(faults.is_empty(), "{setup}: {faults}");
            pushes += 1;
        });
    }
    assert!(pushes > 500, "only {pushes} double pushes were seen");
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn san_is_written_in_standard_form() {
    let rows = [
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        (KIWIPETE, "d5e6", "dxe6"),
        (KIWIPETE, "e5f7", "Nxf7"),
        (KIWIPETE, "c3b5", "Nb5"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/R7/8/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"),
        ("8/3k4/8/8/4Q2Q/8/2K5/7Q w - - 0 1", "h4e1", "Qh4e1"),
        // The other knight is pinned, so no disambiguation is needed.
        ("4k3/4r3/8/8/8/4N3/8/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("4k3/4r3/8/8/4N3/8/8/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("3q3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("3q4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("5k2/8/8/8/8/8/6PP/4K2R w K - 0 1", "e1h1", "O-O+"),
    ];
    for (fen, uci, san) in rows {
        let position = position(fen);
        let mv = position.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.san(mv).to_string(), san, "{fen}");
    }
}

#[test]
fn san_variants_are_read() {
    let promotion = "3q3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let rows = [
        (KIWIPETE, "0-0", "e1g1"),
        (KIWIPETE, "o-o-o!?", "e1c1"),
        (KIWIPETE, "O-O+", "e1g1"),
        (KIWIPETE, " Nb5 ", "c3b5"),
        (KIWIPETE, "Nc3-b5", "c3b5"),
        (KIWIPETE, "Nc3b5#", "c3b5"),
        (KIWIPETE, "N3b5", "c3b5"),
        (KIWIPETE, "Ne5xf7", "e5f7"),
        (KIWIPETE, "Nf7!!", "e5f7"),
        (KIWIPETE, "de6", "d5e6"),
        (KIWIPETE, "d5:e6", "d5e6"),
        (KIWIPETE, "a2-a4", "a2a4"),
        (KIWIPETE, "Pa4", "a2a4"),
        (promotion, "exd8Q", "e7d8q"),
        (promotion, "exd8=n?!", "e7d8n"),
        (promotion, "ed8(R)++", "e7d8r"),
        (en_passant, "exd6e.p.", "e5d6"),
        (en_passant, "exd6 e.p.+", "e5d6"),
        (en_passant, "e5xd6ep", "e5d6"),
        // `b` is the file, `B` the bishop.
        ("4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1", "bxc5", "b4c5"),
        ("4k3/8/8/2p5/8/B7/1P6/4K3 w - - 0 1", "Bxc5", "a3c5"),
        ("4k3/8/8/8/8/2p5/1P6/2B1K3 w - - 0 1", "bc3", "b2c3"),
    ];
    for (fen, san, uci) in rows {
        let position = position(fen);
        assert_eq!(position.parse_san(san), Ok(position.parse_uci(uci).unwrap()), "{san} in {fen}");
    }
}

#[test]
fn san_errors() {
    use ParseSanProblem::{Malformed, MissingPromotion, NoSuchMove, NullMove};
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    let promotion = "3q3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let rows = [
        (KIWIPETE, "--", NullMove),
        (KIWIPETE, "Z0", NullMove),
        (KIWIPETE, "", Malformed),
        (KIWIPETE, "+", Malformed),
        (KIWIPETE, "nb5", Malformed),
        (KIWIPETE, "Nb5 Nf7", Malformed),
        (KIWIPETE, "♘b5", Malformed),
        (KIWIPETE, "a8=K", Malformed),
        (KIWIPETE, "Nb6", NoSuchMove),
        (KIWIPETE, "Nxb5", NoSuchMove),
        (KIWIPETE, "Ne5-f7", NoSuchMove),
        // A pawn capture requires its file.
        (KIWIPETE, "e6", NoSuchMove),
        (KIWIPETE, "a4=Q", NoSuchMove),
        (rooks, "O-O", NoSuchMove),
        (promotion, "exd8", MissingPromotion),
        (promotion, "e8", MissingPromotion),
    ];
    for (fen, san, problem) in rows {
        let error = position(fen).parse_san(san).expect_err(san);
        assert_eq!((error.text.as_str(), error.problem), (san, problem), "{fen}");
    }
    let (first, second) = (
        Move::new(Square::A1, Square::D1, MoveFlag::Quiet),
        Move::new(Square::H1, Square::D1, MoveFlag::Quiet),
    );
    let error = position(rooks).parse_san("Rd1").expect_err("two rooks reach d1");
    assert!(
        error.problem == ParseSanProblem::Ambiguous { first, second }
            || error.problem == ParseSanProblem::Ambiguous { first: second, second: first }
    );
    let error = position(KIWIPETE).parse_san("Nb6").expect_err("no knight reaches b6");
    assert_eq!(error.to_string(), "\"Nb6\": no legal move of this position matches");
    let long = "N".repeat(1_000_000);
    let error = position(KIWIPETE).parse_san(&long).expect_err("too long");
    assert_eq!(error.text, "N".repeat(64) + "…");
}

#[test]
fn lines_are_written_with_and_without_numbers() {
    let start = Position::startpos();
    let mut position = start.clone();
    let moves: Vec<Move> = ["f3", "e5", "g4", "Qh4"]
        .into_iter()
        .map(|san| {
            let mv = position.parse_san(san).unwrap();
            position.do_move(mv);
            mv
        })
        .collect();
    assert_eq!(start.san_line(&moves).as_deref(), Ok("f3 e5 g4 Qh4#"));
    assert_eq!(start.numbered_san_line(&moves).as_deref(), Ok("1. f3 e5 2. g4 Qh4#"));
    let mut black = start.clone();
    black.do_move(moves[0]);
    assert_eq!(black.numbered_san_line(&moves[1..]).as_deref(), Ok("1... e5 2. g4 Qh4#"));
    assert_eq!(start.san_line(&[]).as_deref(), Ok(""));
    let error = start.san_line(&[moves[0], moves[0]]).expect_err("f2 is empty by then");
    assert_eq!(error.0, moves[0]);
    assert_eq!(start.san(moves[1]).to_string(), "e7e5", "not legal for White");
    let error = start.try_san(moves[1]).expect_err("not legal for White");
    assert_eq!(error.0, moves[1]);
    assert_eq!(error.to_string(), "e7e5 DoublePush is not legal in this position");
    assert_eq!(start.try_san(moves[0]).expect("legal").to_string(), "f3");
}

#[test]
fn castling_is_read_in_both_notations_and_written_in_one() {
    let mut standard = position(KIWIPETE);
    let castles = standard.parse_uci("e1g1").unwrap();
    assert_eq!(castles, Move::new(Square::E1, Square::H1, MoveFlag::Castle));
    assert_eq!(standard.parse_uci("e1h1"), Ok(castles));
    assert_eq!(standard.uci(castles).to_string(), "e1g1");
    standard.set_chess960(true);
    assert_eq!(standard.uci(castles).to_string(), "e1h1");
    assert_eq!(standard.parse_uci("e1g1"), Ok(castles));

    // From f1 both the king move to g1 and castling exist; the text is the king move.
    let near = position("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1");
    assert_eq!(near.parse_uci("f1g1"), Ok(Move::new(Square::F1, Square::G1, MoveFlag::Quiet)));
    assert_eq!(near.parse_uci("f1h1"), Ok(Move::new(Square::F1, Square::H1, MoveFlag::Castle)));
    assert_eq!(near.parse_uci("f1c1"), Ok(Move::new(Square::F1, Square::A1, MoveFlag::Castle)));
    // With the rook on g1 the same text is castling.
    let beside = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert_eq!(beside.parse_uci("f1g1"), Ok(Move::new(Square::F1, Square::G1, MoveFlag::Castle)));
}

#[test]
fn uci_errors() {
    let position = position(KIWIPETE);
    for text in
        ["", "e2", "e2e", "e2e9", "e2e2", "e7e8k", "e7e8K", "e2e4 ", "e2e4qq", "é2e4", "e2♔"]
    {
        let error = position.parse_uci(text).expect_err(text);
        assert!(matches!(error, ParseUciMoveError::Text(_)), "{text}: {error}");
    }
    for text in ["e2e5", "0000", "a2a4q", "e1b1", "e8g8", "d5c6"] {
        let error = position.parse_uci(text).expect_err(text);
        assert_eq!(error.to_string(), format!("{text} is not a legal move in this position"));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let position = position(KIWIPETE);
        prop_assert!(position.parse_uci(&text).is_err());
        let _ = position.parse_san(&text);
    }

    #[test]
    fn similar_texts_are_legal_moves_or_errors(text in "[PNBRQK]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[nbrqNBRQ])?[+#!?]{0,2}") {
        let position = position(KIWIPETE);
        if let Ok(mv) = position.parse_san(&text) {
            prop_assert!(position.is_legal(mv));
        }
        if let Ok(mv) = position.parse_uci(&text) {
            prop_assert!(position.is_legal(mv));
        }
    }
}
