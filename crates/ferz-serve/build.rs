//! Embeds the page: a table of its files.
//!
//! The files are those of the folder in `FERZ_PAGE`; else of `page/` beside this script, as in a package that has them;
//! else of `page/` in the repository, with the JavaScript package under `ferz/`. Without any of these folders the table
//! is empty.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "src/listing.rs"]
mod listing;

/// Files of the JavaScript package that its build makes, with those of the repository that serve a page without it.
const COMMITTED: [(&str, &str); 2] = [
    ("ferz/ferz.wasm", "../../page/ferz.wasm"),
    ("ferz/openings.tsv", "../ferz-game/src/openings/table.tsv"),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=FERZ_PAGE");
    let mut table = String::from("&[\n");
    for (name, path) in files()? {
        println!("cargo::rerun-if-changed={}", path.display());
        let path = path.canonicalize()?;
        let _ =
            writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("page.rs"), table)
}

/// Returns the files by their names.
fn files() -> io::Result<BTreeMap<String, PathBuf>> {
    let package =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    if let Some(folder) = env::var_os("FERZ_PAGE").filter(|folder| !folder.is_empty()) {
        return listed(Path::new(&folder), "");
    }
    let own = package.join("page");
    if own.is_dir() {
        return listed(&own, "");
    }
    let page = package.join("../../page");
    if !page.is_dir() {
        return Ok(BTreeMap::new());
    }
    let mut files = listed(&page, "")?;
    files.remove("ferz.wasm");
    files.extend(listed(&package.join("../ferz-js/lib"), "ferz/")?);
    for (name, committed) in COMMITTED {
        let path = package.join(committed);
        if path.is_file() {
            files.entry(name.to_owned()).or_insert(path);
        }
    }
    Ok(files)
}

/// Returns the files of a folder.
fn listed(folder: &Path, prefix: &str) -> io::Result<BTreeMap<String, PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    listing::list(folder, prefix, &mut files)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
    Ok(files.into_iter().collect())
}
