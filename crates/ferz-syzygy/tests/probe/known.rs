//! Positions with known outcomes and distances.

use super::{all_four_men_tables, data_directory, position, small_tables};
use ferz_syzygy::{ProbeError, TableKind, Tablebases, Wdl};

/// A position, its outcome and its distance to zeroing.
type Row = (&'static str, Wdl, i32);

const SMALL: &[Row] = &[
    // KQK: mate in one, mate in more, and the losing side to move.
    ("8/8/8/8/8/1K6/2Q5/k7 w - - 0 1", Wdl::Win, 1),
    ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Wdl::Win, 11),
    ("7k/8/8/8/8/8/1Q6/K7 b - - 0 1", Wdl::Loss, -14),
    // The king takes the queen; stalemate.
    ("8/8/8/8/8/8/1kQ5/7K b - - 0 1", Wdl::Draw, 0),
    ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", Wdl::Draw, 0),
    // Checkmate has a distance of one.
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Wdl::Loss, -1),
    // KPK: a win, a draw without the opposition, a loss against it, a draw with a rook pawn, and
    // promotions.
    ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win, 3),
    ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Wdl::Draw, 0),
    ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Wdl::Loss, -4),
    ("k7/8/8/8/8/8/P7/K7 w - - 0 1", Wdl::Draw, 0),
    ("8/3P4/8/8/8/8/8/k1K5 w - - 0 1", Wdl::Win, 1),
    ("8/8/8/8/8/8/3p4/K1k5 b - - 0 1", Wdl::Win, 1),
    // Two kings have no table.
    ("8/8/8/3k4/8/8/8/3K4 w - - 0 1", Wdl::Draw, 0),
    ("8/8/8/8/8/2k5/8/KB6 w - - 0 1", Wdl::Draw, 0),
];

const ALL: &[Row] = &[
    // En passant wins, and the table value without it differs.
    ("2K5/8/8/8/4pP2/8/8/5k2 b - f3 0 1", Wdl::Win, 1),
    ("8/8/8/Pp2k3/8/8/8/6K1 w - b6 0 1", Wdl::Win, 1),
    // En passant does not change the outcome.
    ("8/8/3k4/8/2pP4/8/8/3K4 b - d3 0 1", Wdl::Draw, 0),
    // Pawns on both sides and on one.
    ("k7/8/2P5/8/4p3/5K2/8/8 w - - 0 1", Wdl::Draw, 0),
    ("8/8/2k5/8/2p5/4p3/8/3K4 w - - 0 1", Wdl::Loss, -4),
    ("8/1p6/8/4K3/1k6/8/7q/8 w - - 0 1", Wdl::Loss, -2),
    ("8/2kq4/8/8/8/1P1K4/8/8 w - - 0 1", Wdl::Loss, -8),
    // Two knights do not win.
    ("8/8/8/3k4/8/8/8/K1NN4 w - - 0 1", Wdl::Draw, 0),
];

fn check(tables: &Tablebases, rows: &[Row]) {
    for &(fen, wdl, dtz) in rows {
        let pos = position(fen);
        assert_eq!(tables.wdl(&pos), Ok(wdl), "{fen}");
        assert_eq!(tables.dtz(&pos), Ok(dtz), "{fen}");
        let mut in_place = pos.clone();
        assert_eq!(tables.wdl_in_place(&mut in_place), Ok(wdl), "{fen}");
        assert_eq!(tables.dtz_in_place(&mut in_place), Ok(dtz), "{fen}");
        assert_eq!(in_place.fen(), fen, "probes leave the position unchanged");
    }
}

#[test]
fn outcomes_and_distances_with_small_tables() {
    check(&small_tables(), SMALL);
}

#[test]
fn outcomes_and_distances_with_all_tables() {
    if let Some(tables) = all_four_men_tables("outcomes_and_distances_with_all_tables") {
        check(&tables, SMALL);
        check(&tables, ALL);
    }
}

#[test]
fn duplicate_tables_are_counted_once() {
    let tables = small_tables();
    assert_eq!((tables.count(TableKind::Wdl), tables.count(TableKind::Dtz)), (7, 7));
    assert_eq!((tables.max_men(), tables.skipped()), (4, &[][..]));
    let twice = Tablebases::open([data_directory(), data_directory()]).unwrap();
    assert_eq!(twice.count(TableKind::Wdl), 7);
}

#[test]
fn positions_without_a_table_are_errors() {
    let tables = small_tables();
    let error = |fen| tables.wdl(&position(fen)).unwrap_err();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(error(start), ProbeError::TooManyMen { men: 32 });
    let table_only = tables.probe_wdl_table(&position(start));
    assert_eq!(table_only, Err(ProbeError::TooManyMen { men: 32 }));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ProbeError::CastlingRights);
    let missing = error("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1");
    assert_eq!(missing.to_string(), "the WDL table KRRvK is missing");
    // The table of a position after a capture is missing.
    let missing = error("4k3/8/8/8/8/8/2q5/2R1K1R1 w - - 0 1");
    assert!(matches!(missing, ProbeError::Missing { kind: TableKind::Wdl, .. }), "{missing}");
}

#[test]
fn tables_are_added_by_directory_and_by_file() {
    let (won, lost) = ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "7k/8/8/8/8/8/1Q6/K7 b - - 0 1");
    let (won, lost) = (position(won), position(lost));
    let missing = |kind| ProbeError::Missing { table: "KQvK".parse().unwrap(), kind };
    let mut tables = Tablebases::default();
    assert_eq!(tables.wdl(&won), Err(missing(TableKind::Wdl)));
    let directory = data_directory();
    assert!(!tables.add_file(directory.join("KQvK.rtbz"), &[TableKind::Wdl]));
    assert!(!tables.add_file(directory.join("README"), &TableKind::ALL));
    assert!(tables.add_file(directory.join("KQvK.rtbw"), &TableKind::ALL));
    assert_eq!((tables.wdl(&won), tables.wdl(&lost)), (Ok(Wdl::Win), Ok(Wdl::Loss)));
    assert_eq!(tables.dtz(&won), Err(missing(TableKind::Dtz)));
    let added = tables.add_directory(&directory, &[TableKind::Dtz]).unwrap();
    assert_eq!(added, tables.count(TableKind::Dtz));
    assert_eq!(tables.count(TableKind::Wdl), 1);
    assert_eq!(tables.dtz(&won), Ok(11));
    // One of the sides to move is stored, and its value leaves out the zeroing move.
    let stored = [(&won, Wdl::Win), (&lost, Wdl::Loss)]
        .map(|(position, wdl)| tables.probe_dtz_table(position, wdl).unwrap());
    assert!(stored.contains(&None) && stored.into_iter().flatten().count() == 1, "{stored:?}");
    assert!(tables.add_directory(directory.join("missing"), &TableKind::ALL).is_err());
}

#[test]
fn a_wdl_table_alone_leaves_out_captures_and_en_passant() {
    let tables = small_tables();
    // Castling rights are no obstacle, and a capture by the king is not searched.
    let castling = position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(tables.wdl(&castling), Err(ProbeError::CastlingRights));
    assert_eq!(tables.probe_wdl_table(&castling), Ok(Wdl::Win));
    for &(fen, wdl, _) in SMALL {
        let position = position(fen);
        let table = tables.probe_wdl_table(&position).unwrap();
        let can_capture = position.legal_moves().iter().any(|mv| mv.is_capture());
        assert!(table == wdl || can_capture && table <= wdl || position.is_stalemate(), "{fen}");
    }
}
