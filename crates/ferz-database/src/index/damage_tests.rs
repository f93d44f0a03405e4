//! Indexes whose writers were killed, and those with damaged or hostile files.

use super::blocks::{BLOCK, checksum, fault};
use super::tests::{Folder, OPTIONS, add, compare_all, distinct, probes, sample, simulated, texts};
use super::*;
use fastrand::Rng;
use std::fs;

/// Makes an index of two parts, and returns its files.
fn two_parts(folder: &Folder, games: &[tests::KnownGame]) -> HashMap<String, Vec<u8>> {
    add(folder, &texts(&games[..150]), OPTIONS).unwrap();
    add(folder, &texts(&games[150..200]), OPTIONS).unwrap();
    folder.files()
}

#[test]
fn a_writer_killed_at_any_step_leaves_the_old_or_the_new_index() {
    let folder = Folder::new("killed");
    let games = distinct(simulated(4, 400));
    let old = two_parts(&folder, &games);
    let positions = sample(&games, 4);
    type Change<'a> = &'a dyn Fn() -> Result<(), IndexError>;
    let adding = || add(&folder, &texts(&games[200..]), OPTIONS).map(|_| ());
    let compacting = || IndexWriter::open(&folder.0, OPTIONS)?.compact().map(|_| ());
    let changes: [(Change<'_>, usize, usize); 2] =
        [(&adding, games.len(), 3), (&compacting, 200, 1)];
    for (change, new, segments) in changes {
        let (mut steps, mut seen) = (0, [0, 0]);
        loop {
            folder.restore(&old);
            fault::fail_after(Some(steps));
            let done = change().is_ok();
            fault::fail_after(None);
            // A process that is killed at once leaves its temporary files too.
            let temporary = format!(".ferz-{}-left.tmp", std::process::id());
            fs::write(folder.0.join(temporary), "left").unwrap();
            let index = Index::open(&folder.0).unwrap();
            let is_new = index.segments() == segments;
            seen[usize::from(is_new)] += 1;
            assert!(is_new || !done);
            let count = if is_new { new } else { 200 };
            compare_all(&index, &games[..count], &positions, &probes()[..4]);
            drop(index);
            // The next writer finishes the work and removes what was left.
            change().unwrap();
            let index = Index::open(&folder.0).unwrap();
            compare_all(&index, &games[..new], &positions, &probes()[..2]);
            assert!(index.check().is_empty());
            assert_eq!(folder.files().len(), 2 + 5 * index.segments());
            if done && steps > 0 && is_new && seen[1] > 4 {
                break;
            }
            steps += 1;
        }
        assert!(seen[0] > 10, "{seen:?}");
    }
}

#[test]
fn a_new_index_killed_at_any_step_can_be_made_again() {
    let folder = Folder::new("new");
    let games = distinct(simulated(5, 60));
    for steps in 0.. {
        let _ = fs::remove_dir_all(&folder.0);
        fault::fail_after(Some(steps));
        let done = add(&folder, &texts(&games), OPTIONS).is_ok();
        fault::fail_after(None);
        match Index::open(&folder.0) {
            // Without games until they are all there.
            Ok(index) => {
                let all = games.len() as u64;
                assert!(index.games() == all || index.games() == 0 && !done, "{}", index.games());
            }
            Err(error) => assert!(!done && matches!(error, IndexError::NoIndex { .. }), "{error}"),
        }
        add(&folder, &texts(&games), OPTIONS).unwrap();
        assert_eq!(Index::open(&folder.0).unwrap().games(), games.len() as u64);
        if done {
            assert!(steps > 10);
            return;
        }
    }
}

/// Reads everything that a command reads. Results and errors are of no interest: it must end without a panic.
fn exercise(folder: &Folder, positions: &[Position]) -> bool {
    let Ok(index) = Index::open(&folder.0) else { return false };
    let filters = probes();
    let mut is_sound = true;
    for (position, filter) in positions.iter().zip(filters.iter().cycle()) {
        is_sound &= index.explore(position, &filter.selection, filter.shown).is_ok();
        is_sound &= index.find_games(position, &filters[2].selection).is_ok();
    }
    for number in
        [0, 1, index.games() / 2, index.games().saturating_sub(1), index.games(), u64::MAX]
    {
        is_sound &= index.info(number).is_ok() & index.text(number).is_ok();
    }
    is_sound & index.check().is_empty()
}

#[test]
fn each_damaged_byte_is_found_by_check() {
    let folder = Folder::new("damaged");
    let games = distinct(simulated(6, 200));
    let files = two_parts(&folder, &games);
    assert!(exercise(&folder, &sample(&games, 4)));
    let mut rng = Rng::with_seed(6);
    for (name, content) in files.iter().filter(|(name, _)| *name != "lock") {
        for _ in 0..20 {
            let mut damaged = content.clone();
            damaged[rng.usize(..content.len())] ^= 1 << rng.u32(..8);
            fs::write(folder.0.join(name), damaged).unwrap();
            let is_found = Index::open(&folder.0).map_or(true, |index| !index.check().is_empty());
            assert!(is_found, "{name}");
            exercise(&folder, &sample(&games, 3));
        }
        fs::write(folder.0.join(name), &content[..content.len() - 1]).unwrap();
        assert!(Index::open(&folder.0).is_err(), "{name}");
        fs::write(folder.0.join(name), content).unwrap();
    }
}

/// Changes bytes of the data of a file of blocks, and gives the blocks right checksums.
fn forge(content: &mut [u8], rng: &mut Rng) {
    let place = rng.usize(..content.len());
    let length = rng.usize(1..6);
    for byte in content.iter_mut().skip(place).take(length) {
        *byte = if rng.bool() { rng.u8(..) } else { [0, 1, 0x7F, 0x80, 0xFF][rng.usize(..5)] };
    }
    for (number, block) in (0..).zip(content.chunks_mut(BLOCK)) {
        if let Some((data, sum)) = block.split_last_chunk_mut::<4>() {
            *sum = checksum(number, data).to_le_bytes();
        }
    }
}

#[test]
fn hostile_files_cause_errors_and_no_panic() {
    let folder = Folder::new("hostile");
    let games = distinct(simulated(7, 200));
    let files = two_parts(&folder, &games);
    let positions = sample(&games, 20);
    let mut rng = Rng::with_seed(7);
    let mut names: Vec<_> = files.keys().filter(|name| *name != "lock").collect();
    names.sort();
    let mut refused = 0;
    for round in 0..300 {
        let name = names[round % names.len()];
        let mut content = files[name].clone();
        match name.as_str() {
            "manifest" => {
                let mut text = String::from_utf8(content).unwrap();
                let digits: Vec<_> = text.match_indices(|c: char| c.is_ascii_digit()).collect();
                let place = digits[rng.usize(..digits.len() - 8)].0;
                let new = ["0", "99999999999", "18446744073709551615", "x"][rng.usize(..4)];
                text.replace_range(place..=place, new);
                let body = text[..text.rfind("crc32").unwrap()].to_owned();
                content = format!("{body}crc32 {:08x}\n", crc32fast::hash(body.as_bytes())).into();
            }
            _ if name.ends_with("gz") => {
                let place = rng.usize(..content.len());
                content[place] = rng.u8(..);
            }
            _ if round % 10 == 9 => rng.fill(&mut content),
            _ => forge(&mut content, &mut rng),
        }
        fs::write(folder.0.join(name), content).unwrap();
        refused += usize::from(!exercise(&folder, &positions));
        // A writer must refuse them or work.
        if round % 5 == 0
            && let Ok(writer) = IndexWriter::open(&folder.0, OPTIONS)
        {
            let _ = writer.compact();
            folder.restore(&files);
        }
        fs::write(folder.0.join(name), &files[name]).unwrap();
    }
    assert!(refused > 150, "{refused}");
}
