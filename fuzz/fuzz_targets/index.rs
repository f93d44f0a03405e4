//! Any bytes are a file of an index of games or are refused with a message, and so is such a file with any
//! bytes changed. An index without a fault is read without an error. Any text is a condition or is refused.
//! Checksums are not compared in this build.

#![no_main]

mod patch;

use ferz::Position;
use ferz_database::index::{GameIndexer, Index, IndexError, IndexWriter, Shown, WriterOptions};
use ferz_database::selection::{Condition, Selection};
use ferz_game::pgn::{Player, Reader};
use libfuzzer_sys::fuzz_target;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs, process};

/// A valid index of two segments.
struct Valid {
    folder: PathBuf,
    /// The names and the contents of its files, in the order of the names.
    files: Vec<(String, Vec<u8>)>,
    /// Positions of its games, and one of no game.
    positions: Vec<Position>,
}

static VALID: LazyLock<Valid> = LazyLock::new(|| {
    let folder = env::temp_dir().join(format!("ferz-fuzz-index-{}", process::id()));
    let mut positions = vec![Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("legal")];
    for part in 0..2 {
        let mut writer = IndexWriter::open(&folder, WriterOptions::default()).expect("a folder");
        for number in 0..40 {
            let text = game(40 * part + number, &mut positions);
            let mut indexer = Player::new(GameIndexer::new(writer.plies()));
            Reader::new(text.as_bytes()).read_all(&mut indexer).expect("from memory");
            for game in indexer.into_visitor().into_games() {
                writer.add(&game, text.as_bytes()).expect("a game");
            }
        }
        writer.commit().expect("an index");
    }
    let entries = fs::read_dir(&folder).expect("a folder").flatten();
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().expect("a name");
            (name, fs::read(entry.path()).expect("a file"))
        })
        .filter(|(name, _)| name != "lock")
        .collect();
    files.sort();
    Valid { folder, files, positions }
});

/// Returns the text of a game. Few moves of each position occur, so that games share positions.
fn game(number: u64, positions: &mut Vec<Position>) -> String {
    let mut position = Position::startpos();
    let mut text = format!(
        "[White \"Player {}\"]\n[Black \"Player {}\"]\n[Event \"Event {}\"]\n[Date \"{}.{}.??\"]\n\
         [WhiteElo \"{}\"]\n[TimeControl \"{}+2\"]\n[Round \"{number}\"]\n\n",
        number % 7,
        number % 5,
        number % 3,
        2000 + number % 20,
        1 + number % 12,
        1500 + 10 * number,
        60 * (number % 10),
    );
    let mut random = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for ply in 0..30 {
        let moves = position.legal_moves();
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        let Some(&mv) = moves.get((random >> 60) as usize % 3 % moves.len().max(1)) else { break };
        text.push_str(&format!("{} ", position.san(mv)));
        if number % 16 == 0 && ply % 6 == 0 {
            positions.push(position.clone());
        }
        position.do_move(mv);
    }
    text.push_str(["1-0", "0-1", "1/2-1/2", "*"][number as usize % 4]);
    text + "\n\n"
}

/// Returns the conditions of a text: lines of a name and a value. Those that an index refuses are left out.
fn selection(text: &str) -> Selection {
    let mut selection = Selection::default();
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if Condition::find(name).is_ok_and(|condition| condition.check_index().is_err()) {
            continue;
        }
        if let Err(error) = selection.set(name, value) {
            assert!(!error.to_string().is_empty());
        }
    }
    if let Err(error) = selection.check() {
        assert!(!error.to_string().is_empty());
    }
    selection
}

/// Writes a manifest with the right checksum, so that the fuzzer need not find it.
fn signed(manifest: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&manifest).into_owned();
    let Some(end) = text.rfind("crc32 ") else { return manifest };
    format!("{}crc32 {:08x}\n", &text[..end], crc32fast::hash(&text.as_bytes()[..end])).into()
}

/// Reads an index as the commands do.
fn exercise(folder: &Path, positions: &[Position], selection: &Selection) {
    let index = match Index::open(folder) {
        Ok(index) => index,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let faults = index.check();
    assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
    let is_sound = faults.is_empty();
    let accept = |result: Result<(), IndexError>| {
        if let Err(error) = result {
            assert!(!error.to_string().is_empty());
            let is_of_texts = !selection.tags.is_empty();
            assert!(!is_sound || is_of_texts, "no fault was found, but {error}");
        }
    };
    for position in positions {
        let shown = Shown { top_games: 3, recent_games: 2, by_month: true };
        for (selection, shown) in [(selection, shown), (&Selection::default(), Shown::default())] {
            accept(index.explore(position, selection, shown).map(|explored| {
                let games: u64 = explored.moves.iter().map(|mv| mv.counts.games).sum();
                assert_eq!(games, explored.counts.games);
            }));
        }
        accept(index.find_games(position, selection).map(|_| ()));
        accept(index.find_players(position, selection).map(|_| ()));
    }
    for name in &selection.players {
        accept(index.has_player(name).map(|_| ()));
    }
    let games = index.games();
    for number in [0, 1, games / 2, games.wrapping_sub(1), games, u64::MAX] {
        accept(index.info(number).map(|_| ()));
        let _ = index.text(number);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let &[choice, length, ref rest @ ..] = bytes else { return };
    let (query, patches) = rest.split_at(rest.len().min(length.into()));
    let selection = selection(&String::from_utf8_lossy(query));
    let Valid { folder, files, positions } = &*VALID;
    let (name, valid) = &files[usize::from(choice % 16) % files.len()];
    let mut damaged = match choice & 0x40 {
        0 => patch::patched(valid, patches),
        _ => patches.to_vec(),
    };
    if name == "manifest" {
        damaged = signed(damaged);
    }
    fs::write(folder.join(name), damaged).expect("a file");
    exercise(folder, positions, &selection);
    // A writer works with the files or refuses them.
    if choice & 0x80 != 0 {
        let writer = IndexWriter::open(folder, WriterOptions::default());
        match writer.and_then(|writer| writer.prune(u32::from(choice >> 4 & 3))) {
            Ok(_) => exercise(folder, positions, &selection),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        fs::remove_dir_all(folder).expect("a folder");
        fs::create_dir(folder).expect("a folder");
        files
            .iter()
            .for_each(|(name, content)| fs::write(folder.join(name), content).expect("a file"));
    } else {
        fs::write(folder.join(name), valid).expect("a file");
    }
});
