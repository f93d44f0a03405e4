//! The course as a reader follows it: files that consist of the listings alone.

use crate::listings::{EXERCISE_TESTS, chapter_mark, chapters, markers, section};
use ferz_learn::bitboard::Bitboard;
use ferz_learn::bitboards::Bitboards;
use ferz_learn::board::Board;
use ferz_learn::leapers::knight_attacks;
use ferz_learn::sliders::Sliders;
use ferz_learn::sliders::loops::Loops;
use ferz_learn::sliders::magic::relevant_squares;
use ferz_learn::sliders::rays::{Rays, between, line_through};
use ferz_learn::types::{PieceType, Square};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The chapter after which the fast board is complete.
const COMPLETE: usize = 11;
/// The last chapter with code.
const LAST: usize = 28;

/// Returns the numbers of the chapters with exercises.
fn with_exercises() -> Vec<usize> {
    let has_exercises = |text: &str| markers(text).any(|marker| marker.file == EXERCISE_TESTS);
    let chapters = chapters().into_iter().filter(|(_, text)| has_exercises(text));
    chapters.map(|(number, _)| number).collect()
}

/// Returns the files of a reader who has followed the chapters up to `last`, by name. A later listing of a section
/// replaces the earlier one.
fn files_after(last: usize) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (number, text) in chapters().iter().filter(|(number, _)| *number <= last) {
        for marker in markers(text).filter(|marker| marker.is_listing) {
            let sections = files.entry(marker.file.to_owned()).or_default();
            for name in &marker.sections {
                let text = section(marker.file, name, *number);
                match sections.iter_mut().find(|(shown, _)| shown == name) {
                    Some((_, old)) => *old = text,
                    None => sections.push(((*name).to_owned(), text)),
                }
            }
        }
    }
    let joined = |sections: Vec<(_, String)>| sections.into_iter().map(|(_, text)| text).collect();
    files.into_iter().map(|(name, sections)| (name, joined(sections))).collect()
}

fn is_code(line: &&str) -> bool {
    !line.trim().is_empty()
        && !line.trim().starts_with("// [")
        && chapter_mark(line).is_none()
        && !line.starts_with("pub mod ")
}

#[test]
fn the_text_shows_each_source_completely_and_in_order() {
    let shown = files_after(usize::MAX);
    let root = Path::new(ROOT).join("src");
    let mut sources = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true if path.ends_with("bin") => {}
                true => folders.push(path),
                false => sources
                    .push(path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/")),
            }
        }
    }
    let is_shown =
        |name: &&String| name.ends_with(".rs") && !["lib.rs", "solutions.rs"].contains(&&***name);
    for name in sources.iter().filter(is_shown) {
        let source = fs::read_to_string(Path::new(ROOT).join("src").join(name)).unwrap();
        let text = shown.get(name).unwrap_or_else(|| panic!("{name} is not shown"));
        let mut shown_lines = text.lines().filter(is_code);
        for line in source.lines().filter(is_code) {
            assert_eq!(shown_lines.next(), Some(line), "{name}");
        }
        assert_eq!(shown_lines.next(), None, "{name}");
    }
}

/// A reader who types the listings has the lines of the modules from the text.
#[test]
fn the_text_names_each_module_where_its_file_begins() {
    let mut begun = BTreeSet::new();
    for (number, text) in chapters() {
        for file in markers(&text).filter(|marker| marker.is_listing).map(|marker| marker.file) {
            let is_module = file.ends_with(".rs") && file != "main.rs" && !file.starts_with("bin/");
            if !is_module || !begun.insert(file.to_owned()) {
                continue;
            }
            let path = Path::new(file.trim_end_matches("/mod.rs"));
            let line = format!("pub mod {};", path.file_stem().unwrap().to_str().unwrap());
            assert!(text.contains(&line), "chapter {number} does not name {line} of {file}");
        }
    }
}

/// Writes the crate of a reader after some chapters and returns the path of its `lib.rs`.
fn write_crate(folder: &str, last: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = fs::remove_dir_all(&folder);
    let mut files = files_after(last);
    files.remove(EXERCISE_TESTS);
    let numbers = with_exercises().into_iter().filter(|number| *number <= last);
    let answers = numbers.map(|n| section("solutions.rs", &format!("chapter_{n}"), n)).collect();
    files.insert("solutions.rs".into(), answers);
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in files.keys().map(String::as_str) {
        let (parent, file) = name.rsplit_once('/').unwrap_or(("", name));
        match file {
            "mod.rs" => modules.entry("").or_default().push(parent),
            "main.rs" => {}
            _ if parent == "bin" => {}
            _ => modules.entry(parent).or_default().push(file.trim_end_matches(".rs")),
        }
    }
    let declare = |parent| {
        let names = modules.get(parent).into_iter().flatten();
        names.fold(String::new(), |all, name| all + "pub mod " + name + ";\n")
    };
    for (name, text) in &files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // The lines of the modules follow the first lines, which are documentation of the file.
        let end = if name.ends_with("mod.rs") {
            declare(name.trim_end_matches("/mod.rs"))
        } else {
            "".into()
        };
        fs::write(path, text.clone() + &end).unwrap();
    }
    // What the programs `tune` and `train` write, and the evaluation includes.
    for name in ["engine/weights.txt", "engine/network.bin"] {
        let source = Path::new(ROOT).join("src").join(name);
        if folder.join("engine").exists() {
            fs::copy(source, folder.join(name)).unwrap();
        }
    }
    fs::write(folder.join("lib.rs"), declare("")).unwrap();
    folder.join("lib.rs")
}

fn rustc(arguments: &[&str], source: &Path) {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition", "2024", "-A", "warnings"])
        .args(arguments)
        .arg(source)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", source.display());
}

#[test]
fn the_listings_compile_after_each_chapter() {
    let exercises = with_exercises();
    let all = chapters().into_iter().map(|(number, _)| number).filter(|number| *number <= LAST);
    assert!(exercises.iter().copied().eq(all), "each chapter has exercises, and is compiled");
    // What a chapter leaves as it is, the compiler does not check again.
    let known = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reader_incremental");
    let incremental = format!("incremental={}", known.display());
    for last in exercises {
        let source = write_crate("reader", last);
        let folder = source.parent().unwrap().to_str().unwrap().to_owned();
        let library = ["--crate-name", "ferz_learn", "--crate-type", "lib", "--emit", "metadata"];
        rustc(&[&library[..], &["-C", &incremental, "--out-dir", &folder]].concat(), &source);
        compile_exercise_tests(last, &folder);
        let text = chapters().into_iter().find(|(number, _)| *number == last).unwrap().1;
        let listings = markers(&text).filter(|marker| marker.is_listing);
        for program in listings.map(|marker| marker.file).filter(|file| file.starts_with("bin/")) {
            let library = format!("ferz_learn={folder}/libferz_learn.rmeta");
            let arguments = ["--emit", "metadata", "--out-dir", &folder, "--extern", &library];
            rustc(&arguments, &source.with_file_name(program));
        }
    }
}

/// Compiles the tests of the exercises beside the reader's crate, whose functions are still empty.
fn compile_exercise_tests(last: usize, folder: &str) {
    let first_line = "use ferz_learn::exercises as answers;\n";
    assert!(
        chapters()[0]
            .1
            .contains(&format!("`tests/exercises.rs` begins with\n\n```rust\n{first_line}```"))
    );
    let source = Path::new(folder).join("tests_of_exercises.rs");
    fs::write(&source, first_line.to_owned() + &files_after(last)[EXERCISE_TESTS]).unwrap();
    let library = format!("ferz_learn={folder}/libferz_learn.rmeta");
    let arguments = ["--test", "--emit", "metadata", "--out-dir", folder, "--extern", &library];
    rustc(&arguments, &source);
}

/// The tests at the end of the files count the start to depth 5 and Kiwipete to depth 4.
#[test]
fn the_board_of_the_listings_counts_right() {
    let source = write_crate("reader_of_boards", COMPLETE);
    let rules = fs::read_to_string(source.with_file_name("bitboards/rules.rs")).unwrap();
    assert!(rules.contains("4_865_609") && rules.contains("4_085_603"));
    let program = source.with_file_name(format!("tests{}", std::env::consts::EXE_SUFFIX));
    let arguments = ["--crate-name", "ferz_learn", "--test", "-C", "opt-level=2", "-o"];
    rustc(&[&arguments[..], &[program.to_str().unwrap()]].concat(), &source);
    let output = Command::new(program).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("rules::tests::counts_kiwipete"), "{text}");
}

#[test]
fn the_sets_of_the_pictures_are_those_that_the_code_finds() {
    let list = Path::new(ROOT).join("../../docs/learn/pictures/list.txt");
    let list = fs::read_to_string(list).unwrap();
    let [a1, b4, d1, d4, d6, d7, e1, e4, h5] =
        ["a1", "b4", "d1", "d4", "d6", "d7", "e1", "e4", "h5"].map(|text| text.parse().unwrap());
    let set = |squares: &[Square]| squares.iter().copied().fold(Bitboard::EMPTY, Bitboard::with);
    let around = ["d2", "d6", "b4", "g4"].map(|text| text.parse().unwrap());
    let hidden = line_through(d6, d7);
    let mask = relevant_squares(d4, Loops::rook_attacks);
    let shielded = <Bitboards>::from_fen("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1").unwrap();
    let checks = shielded.check_info().check_squares;
    for (name, wanted) in [
        ("knight-set", knight_attacks(e4)),
        ("knight-corner", knight_attacks(a1)),
        ("rook-attacks", Rays::rook_attacks(d4, set(&around))),
        ("ray", line_through(d4, d6) & !hidden),
        ("ray", hidden),
        ("rook-mask", mask),
        ("pext", mask),
        ("pin", between(d1, h5).with(h5)),
        ("check-targets", between(e1, b4).with(b4)),
        ("check-squares", checks[PieceType::Knight as usize]),
        ("check-squares", checks[PieceType::Bishop as usize]),
        ("check-squares", checks[PieceType::Rook as usize]),
    ] {
        let command = list.lines().find(|line| line.starts_with(&format!("{name}: "))).unwrap();
        assert!(command.contains(&format!("{:#018x}", wanted.0)), "{name}: {wanted:?}");
    }
}

/// A lesson shows the set of its picture; one with attacks that or a blocker that the picture explains.
#[test]
fn the_lessons_of_the_pictures_show_their_sets() {
    let folder = Path::new(ROOT).join("../../docs/learn");
    let list = fs::read_to_string(folder.join("pictures/list.txt")).unwrap();
    let module = fs::read_to_string(folder.join("lessons.js")).unwrap();
    let lines = module.lines().skip_while(|line| !line.starts_with("const LESSONS")).skip(1);
    let mut attacks = 0;
    for line in lines.take_while(|line| *line != "};") {
        let [_, name, _, route, _] = line.split('\'').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let options = list.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        let options = options.unwrap_or_else(|| panic!("no picture {name}"));
        let fields: BTreeMap<&str, &str> =
            route.split('&').map(|field| field.split_once('=').unwrap()).collect();
        let number = |name: &str| {
            Bitboard(u64::from_str_radix(fields[name].trim_start_matches("0x"), 16).unwrap())
        };
        match fields.get("piece").map(|text| text.split_once(',').unwrap()) {
            Some((piece, square)) => {
                let square: Square = square.parse().unwrap();
                let found = match piece {
                    "knight" => knight_attacks(square),
                    "bishop" => Rays::bishop_attacks(square, number("sets")),
                    "rook" => Rays::rook_attacks(square, number("sets")),
                    "queen" => Rays::queen_attacks(square, number("sets")),
                    _ => panic!("{route}"),
                };
                let stops = found & number("sets");
                let is_drawn = options.contains(&format!("{:#018x}", found.0));
                assert!(is_drawn || !stops.is_empty(), "{name}: {found:?}");
                attacks += usize::from(is_drawn);
            }
            None if fields.contains_key("magic") => {
                let (slider, square) = fields["magic"].split_once(',').unwrap();
                assert_eq!(slider, "rook");
                let mask = relevant_squares(square.parse().unwrap(), Loops::rook_attacks);
                assert!(options.contains(&format!("{:#018x}", mask.0)), "{name}");
                assert_eq!(number("occupied") & !mask, Bitboard::EMPTY, "{name}");
            }
            None => {
                let set = number("sets");
                let is_drawn = |set: Bitboard| options.contains(&format!("{:#018x}", set.0));
                // Pawns are pieces of their picture, and one step ahead of them a set.
                assert!(is_drawn(set) || is_drawn(set.shift((0, 1))), "{name}");
            }
        }
    }
    assert_eq!(attacks, 3);
}
