//! Each fault of a setup alone, and similar setups without fault.

use ferz::{Evasions, InvalidSetup, Position, Setup, SetupFaults as Faults};

fn faults(fen: &str) -> Faults {
    fen.parse::<Setup>().unwrap_or_else(|error| panic!("{fen}: {error}")).faults()
}

fn assert_rows(rows: &[(&str, Faults)]) {
    for &(fen, expected) in rows {
        assert_eq!(faults(fen), expected, "{fen}");
    }
}

#[test]
fn king_faults() {
    assert_rows(&[
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Faults::NO_WHITE_KING),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", Faults::NO_BLACK_KING),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", Faults::SEVERAL_WHITE_KINGS),
        ("2k1k3/8/8/8/8/8/8/4K3 w - - 0 1", Faults::SEVERAL_BLACK_KINGS),
        ("8/8/8/8/8/8/8/8 w - - 0 1", Faults::NO_WHITE_KING | Faults::NO_BLACK_KING),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", Faults::OPPONENT_IN_CHECK),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Faults::OPPONENT_IN_CHECK),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", Faults::NONE),
        // With several kings, one that is attacked is enough.
        (
            "2k1k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            Faults::SEVERAL_BLACK_KINGS | Faults::OPPONENT_IN_CHECK,
        ),
    ]);
}

#[test]
fn material_faults() {
    assert_rows(&[
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", Faults::PAWN_ON_BACK_RANK),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", Faults::PAWN_ON_BACK_RANK),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Faults::TOO_MANY_PAWNS),
        ("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", Faults::TOO_MANY_PROMOTED),
        ("4k3/8/8/8/8/Q1Q5/PPPPPPP1/4K3 w - - 0 1", Faults::NONE),
        // Of two bishops on one square colour, one is promoted.
        ("4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1", Faults::TOO_MANY_PROMOTED),
        ("4k3/8/8/8/8/BB6/PPPPPPPP/4K3 w - - 0 1", Faults::NONE),
        ("4k3/8/8/8/8/1R6/PPPPPPPP/R3K2R w - - 0 1", Faults::TOO_MANY_PROMOTED),
        (
            "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w - - 0 1",
            Faults::TOO_MANY_PIECES | Faults::TOO_MANY_PROMOTED,
        ),
        (
            "rnbqkbnr/pppppppp/7p/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            Faults::TOO_MANY_PIECES | Faults::TOO_MANY_PAWNS,
        ),
    ]);
}

#[test]
fn castling_faults() {
    assert_rows(&[
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/8/4K2R w E - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/8/4K2R w G - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/8/4K2R b k - 0 1", Faults::IMPOSSIBLE_CASTLING),
        ("4k3/8/8/8/8/8/8/K6R w K - 0 1", Faults::NONE),
        ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", Faults::NONE),
    ]);
    let mut setup: Setup = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
    setup.castling.swap(0, 1);
    assert_eq!(setup.faults(), Faults::IMPOSSIBLE_CASTLING, "each rook on the other wing");
}

#[test]
fn en_passant_faults() {
    assert_rows(&[
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", Faults::NONE),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", Faults::NONE),
        // No pawn behind the square; a pawn of the wrong side; the wrong rank.
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        ("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e1 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        // The square itself or the origin is occupied.
        ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        // The push blocked a check, which Black cannot have been in with White to move.
        ("8/8/8/8/k3P2R/8/8/4K3 b - e3 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        // The check is neither given nor discovered by the push.
        ("4k3/8/8/8/4P3/8/8/R3K3 b - e3 0 1", Faults::NONE),
        ("4k3/8/5N2/8/4P3/8/8/4K3 b - e3 0 1", Faults::IMPOSSIBLE_EN_PASSANT),
        // The push gives the check or discovers it.
        ("8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1", Faults::NONE),
        ("8/8/8/7k/4P3/8/8/3BK3 b - e3 0 1", Faults::NONE),
        // The push gives both checks.
        ("8/8/8/5k2/4P3/3N4/2B5/4K3 b - e3 0 1", Faults::NONE),
    ]);
}

#[test]
fn checker_faults() {
    assert_rows(&[
        // Three checkers.
        ("4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        // Two knights; two pawns; two rooks on one line; two bishops.
        ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        ("8/8/4k3/3P1P2/8/8/8/4K3 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        ("8/4R3/8/8/4k3/8/8/K3R3 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        ("8/8/2B3B1/8/4k3/8/8/K7 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        // Either rook would have given check before the last move.
        ("4k2R/8/8/8/8/8/8/K3R3 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        // A promotion: before it the pawn blocked the other rook on e7 or was beside it.
        ("3Rk3/8/8/8/8/8/8/K3R3 b - - 0 1", Faults::NONE),
        // Discovered checks: a knight and a bishop leave the rook's file, a pawn leaves the rook's
        // file.
        ("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1", Faults::NONE),
        ("4k3/8/8/1B6/8/8/8/K3R3 b - - 0 1", Faults::NONE),
        ("8/8/8/2k5/3P4/8/8/K1R5 b - - 0 1", Faults::NONE),
        // A pawn that gives check from its initial square cannot have moved.
        ("8/8/8/8/8/2k5/3P4/K1R5 b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        // En passant discovers two checks: d5xe6 opened the d-file and the long diagonal.
        ("7k/8/8/3K4/8/4p3/6b1/3r4 w - - 0 1", Faults::NONE),
        ("3R4/6B1/4P3/8/3k4/8/8/7K b - - 0 1", Faults::NONE),
        ("3R4/4p1B1/4P3/8/3k4/8/8/7K b - - 0 1", Faults::IMPOSSIBLE_CHECKERS),
        ("3R4/6B1/8/4P3/3k4/8/8/7K b - - 0 1", Faults::NONE),
        // One checker is never a fault.
        ("8/8/8/8/8/2k5/3P4/K7 b - - 0 1", Faults::NONE),
        ("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", Faults::NONE),
    ]);
}

#[test]
fn counter_faults() {
    assert_rows(&[
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", Faults::BAD_COUNTERS),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1 1", Faults::NONE),
        ("4k3/8/8/8/8/8/8/4K3 b - - 1 1", Faults::NONE),
        ("4k3/8/8/8/8/8/8/4K3 w - - 200 101", Faults::NONE),
        ("4k3/8/8/8/8/8/8/4K3 w - - 201 101", Faults::NONE),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 1 9", Faults::BAD_COUNTERS),
        ("4k3/8/8/8/8/8/8/4K3 w - - 65535 65535", Faults::NONE),
    ]);
}

#[test]
fn sanitized_drops_only_ignored_faults() {
    let broken = "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq e3 0 0";
    let setup: Setup = broken.parse().unwrap();
    let expected = Faults::IMPOSSIBLE_EN_PASSANT | Faults::BAD_COUNTERS;
    assert_eq!(setup.faults(), expected);
    assert_eq!(setup.sanitized(Faults::NONE), setup);
    let sane = setup.sanitized(Faults::IGNORABLE);
    assert_eq!(sane.to_string(), "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1");

    let wrong: Setup = "r3k3/8/8/8/4P3/8/8/4K2R b KQkq e3 0 1".parse().unwrap();
    assert_eq!(wrong.faults(), Faults::IMPOSSIBLE_CASTLING);
    let sane = wrong.sanitized(Faults::IMPOSSIBLE_CASTLING);
    assert_eq!(sane.to_string(), "r3k3/8/8/8/4P3/8/8/4K2R b Kq e3 0 1");
    assert_eq!(sane.faults(), Faults::NONE);
}

#[test]
fn capturable_en_passant_requires_an_adjacent_pawn() {
    for (fen, expected) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", None),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", Some(ferz::Square::E3)),
        ("4k3/8/8/8/3PP3/8/8/4K3 b - e3 0 1", None),
        ("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", None),
    ] {
        assert_eq!(fen.parse::<Setup>().unwrap().capturable_en_passant(), expected, "{fen}");
    }
}

#[test]
fn forgiven_en_passant_squares_stay_if_a_capture_is_legal() {
    // Black was in check before the push already; the capture blocks the bishop.
    let blocks: Setup = "8/8/7k/8/3pP3/8/8/2B1K3 b - e3 0 1".parse().unwrap();
    assert_eq!(blocks.faults(), Faults::IMPOSSIBLE_EN_PASSANT);
    assert!(Position::from_setup(&blocks).is_err());
    let position = Position::from_setup_ignoring(&blocks, Faults::IMPOSSIBLE_EN_PASSANT).unwrap();
    assert_eq!(position.fen(), "8/8/7k/8/3pP3/8/8/2B1K3 b - e3 0 1");
    assert_eq!(position.check_consistency(), Ok(()));
    let moves: Vec<_> =
        position.legal_moves().iter().map(|&mv| position.uci(mv).to_string()).collect();
    assert_eq!(moves.len(), 5, "four king moves and the capture: {moves:?}");
    let capture = position.parse_uci("d4e3").unwrap();
    assert!(position.is_legal(capture));
    assert!(position.generate::<Evasions>().contains(&capture));

    // Without a pawn to capture, and with a capture that leaves the king in check.
    for fen in ["4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "4k3/8/5N2/8/3pP3/8/8/4K3 b - e3 0 1"] {
        let setup: Setup = fen.parse().unwrap();
        let position =
            Position::from_setup_ignoring(&setup, Faults::IMPOSSIBLE_EN_PASSANT).unwrap();
        assert_eq!(position.en_passant(), None, "{fen}");
    }
}

#[test]
fn error_lists_every_fault() {
    let setup: Setup = "p6P/8/8/8/8/8/8/8 w - - 0 0".parse().unwrap();
    assert_eq!(
        InvalidSetup(setup.faults()).to_string(),
        "White has no king; Black has no king; a pawn stands on the first or last rank; \
         bad counters: the full move number is 0, or the halfmove clock is not 0 after a double push"
    );
}
