//! Any bytes are a Syzygy table or are refused with a message, and so is a table with any bytes changed.
//! Probes return values or errors. Checksums are not compared in this build.

#![no_main]

mod patch;

use ferz::{Color, Piece, PieceType, Position, Setup, Square};
use ferz_syzygy::{TableKind, Tablebases};
use libfuzzer_sys::fuzz_target;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs, process};

const NAMES: [&str; 4] = ["KQvK", "KPvK", "KQvKR", "KBNvK"];

/// The tables of the tests, of each name first WDL.
static TABLES: LazyLock<[[Vec<u8>; 2]; NAMES.len()]> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/ferz-syzygy/tests/data");
    NAMES.map(|name| {
        TableKind::ALL.map(|kind| {
            let path = folder.join(name).with_extension(kind.extension());
            fs::read(path).expect("a table of the tests")
        })
    })
});

/// The folder of the damaged tables.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = env::temp_dir().join(format!("ferz-fuzz-syzygy-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
});

/// Returns the position with the men of a table on these squares, if it is legal.
fn position(name: &str, squares: &[u8], side_to_move: Color) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.side_to_move = side_to_move;
    let (white, black) = name.split_once('v')?;
    let men = white.chars().map(|letter| (Color::White, letter));
    let men = men.chain(black.chars().map(|letter| (Color::Black, letter)));
    for ((color, letter), &square) in men.zip(squares) {
        let piece = Piece::new(color, PieceType::from_letter(letter)?);
        setup.pieces[Square::wrapping(square.into())] = Some(piece);
    }
    Position::from_setup(&setup).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let [table, rest @ ..] = bytes else { return };
    let (squares, patches) = rest.split_at(rest.len().min(16));
    let (name, damaged_kind) = (usize::from(table / 4 % 4), usize::from(table & 1));
    let (name, valid) = (NAMES[name], &TABLES[name]);
    let damaged = match table & 2 {
        0 => patch::patched(&valid[damaged_kind], patches),
        _ => patches.to_vec(),
    };
    let mut tables = Tablebases::default();
    for (index, kind) in TableKind::ALL.into_iter().enumerate() {
        let path = FOLDER.join(name).with_extension(kind.extension());
        let file = if index == damaged_kind { &damaged } else { &valid[index] };
        fs::write(&path, file).expect("a file");
        tables.add_file(path, &[kind]);
    }
    for file in tables.skipped() {
        assert!(!file.error.to_string().is_empty());
    }
    for squares in squares.windows(5) {
        for side_to_move in Color::ALL {
            let Some(position) = position(name, squares, side_to_move) else { continue };
            let _ = tables.wdl(&position);
            let _ = tables.dtz(&position);
            let _ = tables.best_move(&position);
        }
    }
});
