//! The set of tables found in some directories.

use crate::error::{NoTables, ProbeError, TableError, TableKind, UnusableFile};
use crate::material::Material;
use crate::table::SyzygyTable;
use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The set of tables found in some directories; by default empty.
///
/// A table is opened again at the first probe that needs it, and then kept. Any number of threads may
/// probe at once, with shared tables and shared positions.
#[derive(Default)]
pub struct Tablebases {
    entries: Vec<MaterialTables>,
    /// Indices into `entries`, by the material keys of both colour assignments.
    by_material: HashMap<u64, usize>,
    max_men: usize,
    skipped: Vec<UnusableFile>,
}

/// The tables of one material.
struct MaterialTables {
    material: Material,
    /// The tables by their kind.
    tables: [Option<LazyTable>; TableKind::ALL.len()],
}

/// Returns the directories directly within a directory, in the order of their names; none if it cannot be
/// read.
fn subdirectories(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut found: Vec<_> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort_unstable();
    found
}

/// A table that is opened at its first probe.
struct LazyTable {
    path: PathBuf,
    table: OnceLock<Result<SyzygyTable, TableError>>,
}

impl Tablebases {
    /// Finds the tables in some directories and in two levels of directories within them, as tables are
    /// often kept apart by rules, number of men and kind (`standard/6-dtz`). More levels would search whole disks
    /// for a wrong path. Of two files with the same name the first is used, and that of the upper level.
    ///
    /// The header of each file is read and its length compared with it; files of up to 1 MiB must
    /// match their checksum. Directories and files that cannot be used are listed in
    /// [`skipped`](Self::skipped).
    ///
    /// # Errors
    /// [`NoTables`] if no file can be used.
    pub fn open(directories: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, NoTables> {
        let mut tables = Self::default();
        let mut searched = Vec::new();
        for directory in directories {
            let path = directory.as_ref().to_owned();
            let inner = subdirectories(&path);
            let deeper: Vec<_> = inner.iter().flat_map(|path| subdirectories(path)).collect();
            for path in std::iter::once(path.clone()).chain(inner).chain(deeper) {
                if let Err(error) = tables.add_directory(&path, &TableKind::ALL) {
                    tables.skipped.push(UnusableFile { path, error: error.into() });
                }
            }
            searched.push(path);
        }
        if tables.entries.is_empty() {
            return Err(NoTables { directories: searched, unusable: tables.skipped });
        }
        Ok(tables)
    }

    /// Verifies the checksums of all tables and returns the files that do not match. Reads every
    /// file whole, which takes minutes for the tables of six men.
    ///
    /// [`files`](Self::files) and [`verify_file`](Self::verify_file) show progress, and can be
    /// cancelled.
    pub fn verify(&self) -> Vec<UnusableFile> {
        let verify = |path: &Path| {
            let error = Self::verify_file(path, |_| ControlFlow::Continue(())).err()?;
            Some(UnusableFile { path: path.to_owned(), error })
        };
        self.files().filter_map(verify).collect()
    }

    /// Returns the paths of all tables: those of WDL and DTZ tables of each material.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let tables = self.entries.iter().flat_map(|entry| entry.tables.iter().flatten());
        tables.map(|table| table.path.as_path())
    }

    /// Verifies the checksum of one file. Calls `progress` with the number of bytes of each part of
    /// at most 16 MiB after it has been read, and ends with its `Break`, if it returns that.
    ///
    /// ```no_run
    /// use ferz_syzygy::Tablebases;
    /// use std::ops::ControlFlow;
    ///
    /// let mut bytes = 0;
    /// let verified = Tablebases::verify_file("syzygy/KQvKR.rtbz", |read| {
    ///     bytes += read;
    ///     ControlFlow::Continue(())
    /// });
    /// println!("{bytes} bytes: {verified:?}");
    /// ```
    ///
    /// # Errors
    /// [`TableError::Checksum`] if the file is damaged; others if it cannot be read.
    pub fn verify_file(
        path: impl AsRef<Path>,
        progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        SyzygyTable::verify(path.as_ref(), progress)
    }

    /// Adds the tables of a directory, without its subdirectories, and returns the number of files of
    /// these kinds that can be used. Of two files with the same name the first is kept.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn add_directory(
        &mut self,
        directory: impl AsRef<Path>,
        kinds: &[TableKind],
    ) -> io::Result<usize> {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        paths.sort_unstable();
        Ok(paths.into_iter().filter(|path| self.add_file(path, kinds)).count())
    }

    /// Adds a table. Returns false if the name of the file is not that of a table of these kinds, or
    /// if the file cannot be used and so is one of the [`skipped`](Self::skipped).
    pub fn add_file(&mut self, path: impl AsRef<Path>, kinds: &[TableKind]) -> bool {
        let path = path.as_ref();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let material: Option<Material> = stem.and_then(|stem| stem.parse().ok());
        let is_of_kind =
            |kind: &&TableKind| path.extension().is_some_and(|text| text == kind.extension());
        match (material, kinds.iter().find(is_of_kind)) {
            (Some(material), Some(&kind)) => self.add_table(path.to_owned(), material, kind),
            _ => false,
        }
    }

    /// Adds a table. Returns false if the file cannot be used.
    fn add_table(&mut self, path: PathBuf, material: Material, kind: TableKind) -> bool {
        if let Err(error) = SyzygyTable::validate(&path, kind, material) {
            self.skipped.push(UnusableFile { path, error });
            return false;
        }
        let next = self.entries.len();
        let index = *self.by_material.entry(material.key()).or_insert(next);
        if index == next {
            self.by_material.insert(material.color_flipped().key(), index);
            self.entries.push(MaterialTables { material, tables: [None, None] });
        }
        if kind == TableKind::Wdl {
            self.max_men = self.max_men.max(material.men());
        }
        let table = &mut self.entries[index].tables[kind as usize];
        table.get_or_insert(LazyTable { path, table: OnceLock::new() });
        true
    }

    /// Returns the number of tables of one kind.
    pub fn count(&self, kind: TableKind) -> usize {
        self.entries.iter().filter(|entry| entry.tables[kind as usize].is_some()).count()
    }

    /// Returns the largest number of men in a WDL table, kings included; 0 without tables.
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// Returns the directories and files that cannot be used. [`open`](Self::open) does not read the
    /// values of files above 1 MiB: one that is not listed may still prove damaged when it is probed
    /// or [verified](Self::verify).
    pub fn skipped(&self) -> &[UnusableFile] {
        &self.skipped
    }

    /// Returns the table for a material key, and opens it if this is its first use.
    pub(crate) fn table(&self, key: u64, kind: TableKind) -> Result<&SyzygyTable, ProbeError> {
        let entry = self.by_material.get(&key).map(|&index| &self.entries[index]);
        let found = entry.and_then(|e| Some((e.material, e.tables[kind as usize].as_ref()?)));
        let (material, lazy) = found.ok_or_else(|| missing(key, kind))?;
        let table = lazy.table.get_or_init(|| SyzygyTable::open(&lazy.path, kind, material));
        table.as_ref().map_err(|&error| ProbeError::Unusable { table: material, kind, error })
    }
}

/// Returns the error for a table that was not found.
#[cold]
fn missing(key: u64, kind: TableKind) -> ProbeError {
    match Material::from_key(key) {
        Some(table) => ProbeError::Missing { table, kind },
        None => ProbeError::TooManyMen { men: men_of_key(key) },
    }
}

/// Returns the number of men in a material key.
fn men_of_key(key: u64) -> usize {
    (0..12).map(|piece| (key >> (5 * piece) & 31) as usize).sum()
}
