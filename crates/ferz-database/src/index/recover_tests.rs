//! Indexes whose files were lost, cut or exchanged.

use super::tests::{Folder, OPTIONS, add, compare_all, distinct, probes, sample, simulated, texts};
use super::*;
use std::fs;

/// Makes an index of three segments, and returns its files.
fn three_parts(folder: &Folder, games: &[tests::KnownGame]) -> HashMap<String, Vec<u8>> {
    for part in [0..150, 150..250, 250..300] {
        add(folder, &texts(&games[part]), OPTIONS).unwrap();
    }
    assert_eq!(Index::open(&folder.0).unwrap().segments(), 3);
    folder.files()
}

fn games() -> Vec<tests::KnownGame> {
    let mut games = distinct(simulated(21, 330));
    games.truncate(300);
    games
}

#[test]
fn a_lost_manifest_is_made_anew_and_no_file_is_removed_before() {
    let folder = Folder::new("lost");
    let games = games();
    let files = three_parts(&folder, &games);
    for content in [None, Some("x"), Some("ferz index 2\nplies 30\n")] {
        let manifest = folder.0.join("manifest");
        match content {
            None => fs::remove_file(&manifest).unwrap(),
            Some(text) => fs::write(&manifest, text).unwrap(),
        }
        let before = folder.files();
        let adding = add(&folder, &texts(&games[..1]), OPTIONS).unwrap_err().to_string();
        let opening = Index::open(&folder.0).err().unwrap().to_string();
        assert_eq!(adding, opening);
        assert_eq!(folder.files(), before);
        if content == Some("x") {
            assert!(opening.contains("of another program"), "{opening}");
            assert_eq!(recover(&folder.0, true).unwrap_err().to_string(), opening);
        } else {
            assert!(opening.contains("`ferz explore recover` makes it anew"), "{opening}");
            let report = recover(&folder.0, false).unwrap();
            let expected = RecoverReport {
                games: 300,
                segments: 3,
                is_changed: true,
                ..RecoverReport::default()
            };
            assert_eq!(report, expected);
        }
        if content != Some("x") {
            assert_eq!(folder.files(), files);
        }
        folder.restore(&files);
    }
    let report = recover(&folder.0, false).unwrap();
    assert!(!report.is_changed && report.games == 300 && report.segments == 3);
    assert_eq!(folder.files(), files);
    assert!(recover(&folder.0.join("none"), false).is_err());
}

#[test]
fn games_of_lost_files_are_left_out_only_if_that_is_wanted() {
    let folder = Folder::new("lost-files");
    let games = games();
    let files = three_parts(&folder, &games);
    let mut names: Vec<&String> =
        files.keys().filter(|name| !["manifest", "lock"].contains(&name.as_str())).collect();
    names.sort();
    assert_eq!(names.len(), 15);
    // With its manifest and without.
    for (name, has_manifest) in names.iter().flat_map(|name| [(name, true), (name, false)]) {
        for cut in [None, Some(3), Some(4_096)] {
            let content = &files[*name];
            match cut {
                None => fs::remove_file(folder.0.join(name)).unwrap(),
                Some(cut) => {
                    let end = content.len().saturating_sub(cut);
                    fs::write(folder.0.join(name), &content[..end]).unwrap();
                }
            }
            if !has_manifest {
                fs::remove_file(folder.0.join("manifest")).unwrap();
            }
            let before = folder.files();
            let error = recover(&folder.0, false).unwrap_err();
            let IndexError::LostGames { faults, .. } = &error else { panic!("{error}") };
            assert!(faults.contains(name.as_str()), "{faults}");
            assert_eq!(folder.files(), before);
            let number = name.split(['-', '.']).nth(1).unwrap();
            let left = match number {
                "1" => 150..300,
                "2" => 0..0,
                _ => 0..250,
            };
            let report = recover(&folder.0, true).unwrap();
            assert!(report.is_changed);
            // Only the one whose file is lost, also if others begin behind its games.
            let [fault] = &report.left_out[..] else { panic!("{:?}", report.left_out) };
            assert!(fault.starts_with(&format!("segment {number}: ")), "{fault}");
            let after = folder.files();
            assert!(before.iter().all(|(name, content)| after[name] == *content
                || name == "manifest"
                || name == "lock"));
            let index = Index::open(&folder.0).unwrap();
            assert_eq!((index.check().len(), index.segments()), (0, 1));
            let kept: Vec<&tests::KnownGame> = match left.is_empty() {
                true => games[..150].iter().chain(&games[250..]).collect(),
                false => games[left].iter().collect(),
            };
            assert_eq!(index.games(), kept.len() as u64, "{name}");
            for (number, game) in (0..).zip(&kept).step_by(17) {
                assert_eq!(index.info(number).unwrap().as_ref(), Some(&game.info));
                assert_eq!(index.text(number).unwrap().unwrap(), game.text.as_bytes());
            }
            // What was made is an index like others.
            add(&folder, &texts(&games), OPTIONS).unwrap();
            assert_eq!(Index::open(&folder.0).unwrap().games(), 300);
            folder.restore(&files);
        }
    }
}

#[test]
fn files_that_the_index_did_not_write_stay_and_are_not_taken_for_its_own() {
    let folder = Folder::new("foreign");
    let games = games();
    let other = Folder::new("foreign-other");
    add(&other, &texts(&distinct(simulated(22, 400))), OPTIONS).unwrap();
    let foreign = other.files();
    three_parts(&folder, &games);
    for name in ["games-7.tbl", "text-4.pgn.gz", "positions-90.seg", ".ferz-1-1.tmp", "notes.txt"] {
        fs::write(folder.0.join(name), "mine").unwrap();
    }
    add(&folder, &texts(&distinct(simulated(23, 30))), OPTIONS).unwrap();
    IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap();
    for name in ["games-7.tbl", "text-4.pgn.gz", "positions-90.seg", ".ferz-1-1.tmp", "notes.txt"] {
        assert_eq!(fs::read(folder.0.join(name)).unwrap(), b"mine", "{name}");
        fs::remove_file(folder.0.join(name)).unwrap();
    }
    let index = Index::open(&folder.0).unwrap();
    let count = index.games();
    assert_eq!((index.segments(), folder.files().len()), (1, 7));
    drop(index);
    // Whole segments of another index.
    for (name, content) in &foreign {
        if let Some((start, end)) = name.split_once("-1.") {
            fs::write(folder.0.join(format!("{start}-200.{end}")), content).unwrap();
        }
    }
    assert!(!recover(&folder.0, false).unwrap().is_changed);
    fs::remove_file(folder.0.join("manifest")).unwrap();
    let before = folder.files();
    for is_partial in [false, true] {
        let error = recover(&folder.0, is_partial).unwrap_err().to_string();
        assert!(error.contains("is of another index"), "{error}");
        assert_eq!(folder.files(), before);
    }
    for (name, _) in before.iter().filter(|(name, _)| name.contains("-200.")) {
        fs::remove_file(folder.0.join(name)).unwrap();
    }
    assert_eq!(recover(&folder.0, false).unwrap().games, count);
}

#[test]
fn a_manifest_lost_after_a_writer_was_killed_is_the_old_or_the_new_one() {
    let folder = Folder::new("lost-killed");
    let games = games();
    let positions = sample(&games, 4);
    for part in [0..150, 150..250] {
        add(&folder, &texts(&games[part]), OPTIONS).unwrap();
    }
    let old = folder.files();
    let mut seen = [0; 3];
    for steps in 0.. {
        folder.restore(&old);
        blocks::fault::fail_after(Some(steps));
        let done = add(&folder, &texts(&games[250..]), OPTIONS)
            .and_then(|_| IndexWriter::open(&folder.0, OPTIONS)?.compact())
            .is_ok();
        blocks::fault::fail_after(None);
        let _ = fs::remove_file(folder.0.join("manifest"));
        match recover(&folder.0, false) {
            Ok(report) => {
                let is_new = report.games == 300;
                assert!(is_new || report.games == 250, "{}", report.games);
                seen[usize::from(is_new)] += 1;
                let index = Index::open(&folder.0).unwrap();
                let count = report.games as usize;
                compare_all(&index, &games[..count], &positions, &probes()[..2]);
            }
            // The files that were being written cannot be told from damaged ones.
            Err(error) => {
                assert!(matches!(error, IndexError::LostGames { .. }), "{error}");
                seen[2] += 1;
                assert!(recover(&folder.0, true).unwrap().games >= 250);
            }
        }
        add(&folder, &texts(&games), OPTIONS).unwrap();
        assert_eq!(Index::open(&folder.0).unwrap().games(), 300);
        if done {
            break;
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}
