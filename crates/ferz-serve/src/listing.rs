//! The files of a page in a folder. The build script uses this module too.

use std::io;
use std::path::{Path, PathBuf};

/// The types of the files of a page, by the ends of their names. Other files are not part of it.
const CONTENT_TYPES: [(&str, &str); 14] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("nnue", "application/octet-stream"),
    ("packed", "application/octet-stream"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("tsv", "text/tab-separated-values; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// Folders and files beside a page that only its development needs.
const LEFT_OUT: [&str; 7] = [
    "node_modules",
    "test",
    "types",
    "bench",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
];

/// The depth of folders in a page.
const DEPTH: usize = 8;

/// Returns the content type of a file of a page by its name; `None` if it is not part of one.
pub(crate) fn content_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    let found = CONTENT_TYPES.iter().find(|(known, _)| *known == ending)?;
    Some(found.1)
}

/// Adds the files of a page in a folder and its subfolders, each with its name from the folder on: `games/list.js`, with
/// `prefix` before it. Leaves out what begins with a dot.
///
/// # Errors
/// If a folder cannot be read.
pub(crate) fn list(
    folder: &Path,
    prefix: &str,
    files: &mut Vec<(String, PathBuf)>,
) -> io::Result<()> {
    list_to_depth(folder, prefix, DEPTH, files)
}

fn list_to_depth(
    folder: &Path,
    prefix: &str,
    depth: usize,
    files: &mut Vec<(String, PathBuf)>,
) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let file_name = entry.file_name();
        let Some(name) = file_name.to_str() else { continue };
        if name.starts_with('.') || LEFT_OUT.contains(&name) {
            continue;
        }
        let (path, whole) = (entry.path(), format!("{prefix}{name}"));
        if path.is_dir() {
            if depth > 0 {
                list_to_depth(&path, &format!("{whole}/"), depth - 1, files)?;
            }
        } else if content_type(name).is_some() {
            files.push((whole, path));
        }
    }
    Ok(())
}
