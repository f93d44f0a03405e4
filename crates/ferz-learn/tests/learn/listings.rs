//! The listings in the text of the course, which are sections of the sources.
//!
//! A comment in the text names a file and sections of it, and the block of code below the comment holds them:
//! `<!-- listing FILE SECTION... -->` is part of the reader's program, `<!-- excerpt FILE SECTION... -->` is shown only.
//! The lines between the comments `// +24` and `// -24` of a source are part of it from chapter 24 on, so that a section
//! can grow: a listing in a later chapter replaces that of an earlier one.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The tests of the exercises, which a reader has in a file of another name and folder.
pub(crate) const EXERCISE_TESTS: &str = "answers.in";

/// A comment that names a listing.
pub(crate) struct Marker<'a> {
    /// Whether the sections belong to the reader's program; an excerpt does not.
    pub(crate) is_listing: bool,
    pub(crate) file: &'a str,
    pub(crate) sections: Vec<&'a str>,
}

impl<'a> Marker<'a> {
    /// Returns the marker of a line, or `None` if the line is of another kind.
    fn of_line(line: &'a str) -> Option<Marker<'a>> {
        let (kind, names) = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?.split_once(' ')?;
        let is_listing = match kind {
            "listing" => true,
            "excerpt" => false,
            _ => return None,
        };
        let mut names = names.split_whitespace();
        let file = names.next().expect("a marker has a file");
        Some(Marker { is_listing, file, sections: names.collect() })
    }

    /// Returns the name of the reader's file.
    fn reader_name(&self) -> String {
        if self.file == EXERCISE_TESTS {
            "tests/exercises.rs".into()
        } else {
            format!("src/{}", self.file)
        }
    }

    /// Returns what stands below the marker: the name of the reader's file, and the block of code.
    fn block(&self, chapter: usize) -> String {
        let title = match self.is_listing {
            true => format!("`{}`\n\n", self.reader_name()),
            false => String::new(),
        };
        let sections = self.sections.iter().map(|name| section(self.file, name, chapter));
        format!("{title}```rust\n{}```\n", sections.collect::<Vec<_>>().join("\n"))
    }
}

/// Returns the pages of the course, by name. Those that begin with a number are the chapters.
pub(crate) fn pages() -> Vec<(PathBuf, String)> {
    let folder = Path::new(ROOT).join("../../docs/learn");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Returns the number of a chapter.
fn number(page: &Path) -> Option<usize> {
    page.file_name()?.to_str()?.split('-').next()?.parse().ok()
}

/// Returns the chapters with their numbers, in order.
pub(crate) fn chapters() -> Vec<(usize, String)> {
    pages().into_iter().filter_map(|(path, text)| Some((number(&path)?, text))).collect()
}

/// Returns the markers of a chapter in order.
pub(crate) fn markers(text: &str) -> impl Iterator<Item = Marker<'_>> {
    text.lines().filter_map(Marker::of_line)
}

/// Returns the chapter of a mark `// +24`, which begins lines of that chapter, or `// -24`, which ends them.
pub(crate) fn chapter_mark(line: &str) -> Option<(char, usize)> {
    let rest = line.trim().strip_prefix("// ")?;
    let sign = rest.chars().next().filter(|sign| "+-".contains(*sign))?;
    Some((sign, rest[1..].parse().ok()?))
}

/// Returns the lines of a section as they are in a chapter, without marks.
pub(crate) fn section(file: &str, name: &str, chapter: usize) -> String {
    let folder = if file == EXERCISE_TESTS { "tests/learn" } else { "src" };
    let path = Path::new(ROOT).join(folder).join(file);
    let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mark = |which| format!("// [{which}:{name}]");
    let (start, end) = (mark("start"), mark("end"));
    for mark in [&start, &end] {
        let found = source.lines().filter(|line| line.trim() == mark).count();
        assert_eq!(found, 1, "the mark {mark} in {file}");
    }
    let inside = source.lines().skip_while(|line| line.trim() != start).skip(1);
    let mut later = 0;
    let mut text = String::new();
    for line in inside.take_while(|line| line.trim() != end) {
        match chapter_mark(line) {
            Some(('+', number)) => later += usize::from(number > chapter),
            Some((_, number)) => later -= usize::from(number > chapter),
            None if later == 0 => text += &format!("{line}\n"),
            None => {}
        }
    }
    assert_eq!(later, 0, "chapters of {file}:{name}");
    text
}

/// Returns a page whose blocks below markers are those of the sources, as they are in a chapter.
fn with_listings(text: &str, chapter: usize) -> String {
    let mut page = String::new();
    let mut lines = text.lines().peekable();
    // A marker within another block is an example of one.
    let mut in_block = false;
    while let Some(line) = lines.next() {
        page += line;
        page += "\n";
        in_block ^= line.starts_with("```");
        if in_block {
            continue;
        }
        let Some(marker) = Marker::of_line(line) else { continue };
        page += "\n";
        page += &marker.block(chapter);
        // The old block: empty lines, the name of the file, and the code with its fences.
        let title = format!("`{}`", marker.reader_name());
        while lines.next_if(|line| line.is_empty() || *line == title).is_some() {}
        if lines.next_if_eq(&"```rust").is_some() {
            lines.by_ref().find(|line| *line == "```").expect("a block of code has an end");
        } else {
            page += "\n";
        }
    }
    page
}

/// With `FERZ_WRITE_LISTINGS` set the pages are written anew.
#[test]
fn the_listings_are_those_of_the_sources() {
    for (path, text) in pages() {
        let wanted = with_listings(&text, number(&path).unwrap_or(usize::MAX));
        if std::env::var_os("FERZ_WRITE_LISTINGS").is_some() {
            fs::write(&path, wanted).unwrap();
            continue;
        }
        let differs = text.lines().zip(wanted.lines()).position(|(is, should)| is != should);
        assert!(
            text == wanted,
            "{}:{} differs from its source; FERZ_WRITE_LISTINGS=1 cargo test -p ferz-learn \
             --test learn listings:: writes it",
            path.display(),
            differs.unwrap_or(wanted.lines().count()) + 1,
        );
    }
}

#[test]
fn a_new_marker_gets_its_block_and_an_old_block_is_replaced() {
    let with_listings = |page: &str| with_listings(page, 0);
    let block =
        |page: &str| with_listings(&format!("Text.\n\n<!-- excerpt main.rs head -->\n{page}"));
    let new = block("\nMore.\n");
    assert!(new.starts_with("Text.\n\n<!-- excerpt main.rs head -->\n\n```rust\n//! The engine"));
    assert!(new.ends_with("}\n```\n\nMore.\n"), "{new}");
    assert_eq!(block("\n```rust\nold\n```\n\nMore.\n"), new);
    assert_eq!(with_listings(&new), new);
    let listing = with_listings("<!-- listing main.rs head -->\n\n`src/main.rs`\n\n```rust\n```\n");
    assert!(listing.starts_with("<!-- listing main.rs head -->\n\n`src/main.rs`\n\n```rust\n//!"));
    assert_eq!(with_listings(&listing), listing);
    let example = "```text\n<!-- excerpt main.rs head -->\n```\n";
    assert_eq!(with_listings(example), example);
}

#[test]
fn a_section_grows_with_the_chapters() {
    let lines = |chapter| section("engine/mod.rs", "feature", chapter).lines().count();
    assert!(lines(22) < lines(23) && lines(27) < lines(28) && lines(28) == lines(99));
    assert_eq!(chapter_mark("    // +23"), Some(('+', 23)));
    assert_eq!(chapter_mark("// 23"), None);
}
