//! The tables found in some folders.

use crate::fault::{ProbeError, TableError, TableKind};
use crate::material::Material;
use crate::table::Table;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The tables found in some folders. A table is read when it is first needed; from then on it is
/// kept. Threads may probe at once.
#[derive(Default)]
pub struct Tablebases {
    entries: Vec<Entry>,
    /// The place among the entries of each material, from either side's view.
    by_material: HashMap<u64, usize>,
    max_men: usize,
    refused: Vec<Refused>,
}

/// The tables of some material.
struct Entry {
    material: Material,
    wdl: Option<Lazy>,
    dtz: Option<Lazy>,
}

impl Entry {
    fn of_kind(&mut self, kind: TableKind) -> &mut Option<Lazy> {
        match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        }
    }
}

/// A table that is read when it is first needed.
struct Lazy {
    path: PathBuf,
    table: OnceLock<Result<Table, TableError>>,
}

/// A folder or a file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Where it is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: TableError,
}

impl Tablebases {
    /// Looks for tables in some folders, not in those below them. Where a table is found twice, the
    /// first one counts; what cannot be used is [`refused`](Self::refused).
    pub fn open(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let mut tables = Self::default();
        for folder in folders {
            if let Err(error) = tables.add_folder(folder.as_ref()) {
                let fault = TableError::Io(error.kind());
                tables.refused.push(Refused { path: folder.as_ref().to_owned(), fault });
            }
        }
        tables
    }

    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.sort_unstable();
        for path in paths {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let material = stem.and_then(|stem| stem.parse().ok());
            let extension = path.extension();
            let kind = [TableKind::Wdl, TableKind::Dtz]
                .into_iter()
                .find(|kind| extension.is_some_and(|text| text == kind.extension()));
            if let (Some(material), Some(kind)) = (material, kind) {
                self.add_table(path, material, kind);
            }
        }
        Ok(())
    }

    fn add_table(&mut self, path: PathBuf, material: Material, kind: TableKind) {
        if let Err(fault) = Table::check(&path, kind) {
            self.refused.push(Refused { path, fault });
            return;
        }
        let next = self.entries.len();
        let place = *self.by_material.entry(material.key()).or_insert(next);
        if place == next {
            self.by_material.insert(material.mirrored().key(), place);
            self.entries.push(Entry { material, wdl: None, dtz: None });
        }
        if kind == TableKind::Wdl {
            self.max_men = self.max_men.max(material.men());
        }
        let table = self.entries[place].of_kind(kind);
        table.get_or_insert(Lazy { path, table: OnceLock::new() });
    }

    /// How many tables of a kind there are.
    pub fn count(&self, kind: TableKind) -> usize {
        let has = |entry: &&Entry| match kind {
            TableKind::Wdl => entry.wdl.is_some(),
            TableKind::Dtz => entry.dtz.is_some(),
        };
        self.entries.iter().filter(has).count()
    }

    /// The most men for which there is a WDL table, kings included; 0 if there is none.
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// The folders and files that cannot be used. A file may still turn out to be damaged when it
    /// is first needed.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The table for a material key.
    pub(crate) fn table(&self, key: u64, kind: TableKind) -> Result<&Table, ProbeError> {
        let entry = self.by_material.get(&key).map(|&place| &self.entries[place]);
        let lazy = entry.and_then(|entry| match kind {
            TableKind::Wdl => entry.wdl.as_ref(),
            TableKind::Dtz => entry.dtz.as_ref(),
        });
        let (Some(entry), Some(lazy)) = (entry, lazy) else { return Err(missing(key, kind)) };
        let read = || Table::open(&lazy.path, kind, entry.material);
        let table = lazy.table.get_or_init(read).as_ref();
        table.map_err(|&fault| ProbeError::Faulty { table: entry.material, kind, fault })
    }
}

/// The error for a table that is not there.
#[cold]
fn missing(key: u64, kind: TableKind) -> ProbeError {
    match Material::of_key(key) {
        Some(table) => ProbeError::Missing { table, kind },
        None => ProbeError::TooManyMen { men: men_of_key(key) },
    }
}

/// The men that a material key counts.
fn men_of_key(key: u64) -> usize {
    (0..12).map(|piece| (key >> (5 * piece) & 31) as usize).sum()
}
