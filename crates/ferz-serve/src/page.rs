//! The files of the page: those of the program, and those of a folder.

use crate::listing::list;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The files that the build script found, in the order of their names.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The name of the first file of a page.
pub(crate) const INDEX: &str = "index.html";

/// The engine of the page.
const ENGINE: &str = "ferz/ferz-engine.wasm";

/// What the line of the first file has that says that there is an engine.
const ENGINE_MARK: &str = "name=\"ferz-engine\"";

/// The page in place of a missing one.
const MISSING: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Ferz</title>
<h1>This program was built without its page</h1>
<p>Start it with the folder of a page: <code>ferz serve --page FOLDER</code>. The page is the folder
<code>page</code> of Ferz with the folder <code>lib</code> of its JavaScript package as <code>ferz</code>.</p>
<p>A build from the repository has the page; the variable <code>FERZ_PAGE</code> names the folder of another one.</p>
";

/// A page: files by their names, such as `index.html` and `ferz/board.js`.
///
/// A request selects a name of the list. Its text never becomes a path.
#[derive(Clone, Debug, Default)]
pub struct Page {
    folder: BTreeMap<String, PathBuf>,
    /// Set if the usual port is in use, so that the browser keeps what it stores for this page apart.
    is_elsewhere: bool,
}

impl Page {
    /// Returns the page of this program.
    pub fn embedded() -> Self {
        Self::default()
    }

    /// Returns the page of a folder; files that it lacks are those of this program. The list of files is read now, a
    /// file at each request for it, so that a change of it is seen.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn folder(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        list(folder, "", &mut files)?;
        Ok(Self { folder: files.into_iter().collect(), is_elsewhere: false })
    }

    /// Returns the page for a port that was taken because the usual one is in use.
    pub(crate) fn elsewhere(self) -> Self {
        Self { is_elsewhere: true, ..self }
    }

    /// Returns true if the page has a first file.
    pub fn is_complete(&self) -> bool {
        self.folder.contains_key(INDEX) || embedded(INDEX).is_some()
    }

    /// Returns the content of a file; `None` if there is no such file, or it cannot be read. The first file says that it
    /// is served by this program, and if the page has no engine.
    pub(crate) fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        let content = if let Some(path) = self.folder.get(name) {
            Cow::Owned(std::fs::read(path).ok()?)
        } else {
            let missing = || (name == INDEX).then_some(MISSING.as_bytes());
            Cow::Borrowed(embedded(name).or_else(missing)?)
        };
        if name == INDEX {
            let has_engine = self.folder.contains_key(ENGINE) || embedded(ENGINE).is_some();
            return Some(Cow::Owned(marked(&content, self.is_elsewhere, has_engine)));
        }
        Some(content)
    }
}

/// Returns the first file with a line that says who serves it, in front of the one that says that there is an engine, which
/// goes if there is none.
fn marked(index: &[u8], is_elsewhere: bool, has_engine: bool) -> Vec<u8> {
    let is_mark =
        |line: &[u8]| line.windows(ENGINE_MARK.len()).any(|part| part == ENGINE_MARK.as_bytes());
    let port = if is_elsewhere { "other" } else { "usual" };
    let served = format!("<meta name=\"ferz-serve\" content=\"{port}\">\n");
    let line = |line: &[u8]| match (is_mark(line), has_engine) {
        (true, true) => [served.as_bytes(), line].concat(),
        (true, false) => served.clone().into_bytes(),
        (false, _) => line.to_vec(),
    };
    index.split_inclusive(|&byte| byte == b'\n').flat_map(line).collect()
}

/// Returns a file of this program.
fn embedded(name: &str) -> Option<&'static [u8]> {
    let index = EMBEDDED.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(EMBEDDED[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_program_are_in_order() {
        assert!(EMBEDDED.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn a_build_from_the_repository_has_a_board() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/index.html");
        if option_env!("FERZ_PAGE").is_some() || !page.is_file() {
            return;
        }
        for name in ["index.html", "app.js", "ferz/board.js", "ferz/index.js", "ferz/ferz.wasm"] {
            assert!(embedded(name).is_some(), "{name}");
        }
        for (name, _) in EMBEDDED {
            let is_development =
                ["test/", "types/", "node_modules/"].iter().any(|folder| name.contains(folder));
            assert!(!is_development && !name.ends_with("package.json"), "{name}");
        }
    }

    #[test]
    fn the_first_file_says_who_serves_it_and_if_there_is_an_engine() {
        let engine = "<meta name=\"ferz-engine\" content=\"x\">\n";
        let index = |mark: &str| format!("<title>Ferz</title>\n{mark}<body>").into_bytes();
        let served = "<meta name=\"ferz-serve\" content=\"usual\">\n";
        assert_eq!(marked(&index(engine), false, false), index(served));
        let other = format!("{}{engine}", served.replace("usual", "other"));
        assert_eq!(marked(&index(engine), true, true), index(&other));
        let page = Page::embedded().elsewhere().read(INDEX).unwrap();
        if embedded(INDEX).is_some() && option_env!("FERZ_PAGE").is_none() {
            assert!(
                String::from_utf8_lossy(&page).contains("name=\"ferz-serve\" content=\"other\"")
            );
        }
    }

    #[test]
    fn a_name_is_not_a_path() {
        let outside = std::env::temp_dir().join(format!("ferz-serve-page-{}", std::process::id()));
        let folder = outside.join("page");
        std::fs::create_dir_all(folder.join("games")).unwrap();
        for name in [
            "secret.txt",
            "page/index.html",
            "page/games/list.js",
            "page/.hidden.js",
            "page/notes.pgn",
        ] {
            std::fs::write(outside.join(name), name).unwrap();
        }
        let page = Page::folder(&folder).unwrap();
        assert!(page.is_complete());
        for name in ["index.html", "games/list.js"] {
            assert_eq!(page.read(name).as_deref(), Some(format!("page/{name}").as_bytes()));
        }
        let absolute = outside.join("secret.txt");
        for name in [
            "../secret.txt",
            "games/../index.html",
            "./index.html",
            "games",
            "games/",
            "",
            ".hidden.js",
            "notes.pgn",
            "INDEX.HTML",
            "index.html\0",
            absolute.to_str().unwrap(),
        ] {
            assert!(page.read(name).is_none(), "{name:?}");
        }
        std::fs::remove_dir_all(&outside).unwrap();
    }
}
