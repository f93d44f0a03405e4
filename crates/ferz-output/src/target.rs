//! The file that an output path names.

use crate::{OutputError, OutputFile};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The most symbolic links that a path follows, as in Linux.
const MAX_LINKS: usize = 40;

/// The path that stands for standard output.
pub(crate) const STDOUT: &str = "-";

/// Returns the path of the file that a path names, behind symbolic links to a file that need not exist.
/// `None` for a descriptor of the process, such as `/dev/stdout`, and for `-`.
pub(crate) fn resolved(path: &Path) -> Option<PathBuf> {
    if path.as_os_str() == STDOUT {
        return None;
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if path.starts_with("/proc") || path.starts_with("/dev/fd") {
            return None;
        }
        let Ok(link) = fs::read_link(&path) else { break };
        path = folder(&path).join(link);
    }
    Some(path)
}

/// Returns the folder of a path.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns true for devices, pipes and open descriptors, which are written directly.
pub(crate) fn is_special(path: &Path) -> bool {
    let is_irregular = |data: Metadata| !data.is_file() && !data.is_dir();
    resolved(path).is_none_or(|path| fs::metadata(path).is_ok_and(is_irregular))
}

/// Opens an existing file for writing without a change of its content.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Opens a special file. A descriptor of a regular file is appended to, as a shell's `>` and `>>` have
/// opened it.
pub(crate) fn open_special(path: &Path) -> io::Result<File> {
    if path.as_os_str() == STDOUT {
        #[cfg(unix)]
        let output = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
        #[cfg(windows)]
        let output = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
        #[cfg(not(any(unix, windows)))]
        let output = Err::<File, _>(io::ErrorKind::Unsupported.into());
        return output.map(File::from);
    }
    OpenOptions::new().append(true).open(path)
}

/// Returns true if two paths name one file, by way of hard or symbolic links too. Neither file need
/// exist.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(first), Ok(second)) => is_same_existing((a, &first), (b, &second)),
        (Err(_), Err(_)) => match (place(a), place(b)) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        },
        _ => false,
    }
}

/// Returns the path with an absolute folder without links, for a file that does not exist.
fn place(path: &Path) -> Option<PathBuf> {
    let path = resolved(path)?;
    Some(folder(&path).canonicalize().ok()?.join(path.file_name()?))
}

#[cfg(unix)]
fn is_same_existing((_, a): (&Path, &Metadata), (_, b): (&Path, &Metadata)) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same_existing((a, _): (&Path, &Metadata), (b, _): (&Path, &Metadata)) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// Gives a new file the permissions and the owner of the old one.
pub(crate) fn copy_ownership(old: &Metadata, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only a privileged process may give a file away.
        let _ = fchown(new, Some(old.uid()), Some(old.gid()));
    }
    new.set_permissions(old.permissions())
}

/// Flushes the entry of a renamed file to the storage device, where the system can.
pub(crate) fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    {
        // The content is safe, and some file systems cannot flush a folder.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = folder;
}

// Checks of the files of a command before its work begins.

/// Checks that all inputs can be opened, that no output file is given twice or is an input file, and
/// that all outputs can be created. Existing files stay as they are. Each file has the name of its
/// argument.
///
/// # Errors
/// [`OutputError`] of the first file.
pub fn check(outputs: &[(&str, &Path)], inputs: &[(&str, &Path)]) -> Result<(), OutputError> {
    check_inputs(inputs.iter().map(|&(_, path)| path))?;
    check_distinct(outputs, inputs)?;
    let mut regular = outputs.iter().filter(|(_, path)| !is_special(path));
    regular.try_for_each(|(_, path)| OutputFile::create(path).map(drop))
}

/// Checks that input files can be opened. A pipe, which can be opened once, need only exist.
///
/// # Errors
/// [`OutputError::File`] with the first that cannot.
pub fn check_inputs<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), OutputError> {
    for path in paths {
        let opened = fs::metadata(path).and_then(|data| match data {
            data if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
            data if data.is_file() => File::open(path).map(drop),
            _ => Ok(()),
        });
        opened.map_err(|error| OutputError::file(path, error))?;
    }
    Ok(())
}

/// Checks that no output file is given twice or is an input file, by way of links too. Each file has
/// the name of its argument. Special files may be given several times.
///
/// # Errors
/// [`OutputError::SameFile`].
pub fn check_distinct(
    outputs: &[(&str, &Path)],
    inputs: &[(&str, &Path)],
) -> Result<(), OutputError> {
    for (index, &(name, path)) in outputs.iter().enumerate() {
        let path = if path.as_os_str() == STDOUT { Path::new("/dev/stdout") } else { path };
        // A descriptor can be that of a regular input file.
        let is_regular = fs::metadata(path).map_or(true, |data| data.is_file());
        let mut others = outputs[..index].iter().chain(inputs).filter(|_| is_regular);
        if let Some(&(other, _)) = others.find(|(_, other)| is_same(path, other)) {
            let (name, other) = (name.to_owned(), other.to_owned());
            return Err(OutputError::SameFile { path: path.to_owned(), name, other });
        }
    }
    Ok(())
}

/// The content of a file that an output replaces, by which a program can tell if that is meant.
#[derive(Clone, Debug)]
pub struct OldContent {
    /// The first bytes, at most [`START`](Self::START).
    pub start: Vec<u8>,
    /// The length of the file in bytes.
    pub len: u64,
}

impl OldContent {
    /// The most bytes that are read: 64 KiB.
    pub const START: u64 = 1 << 16;

    /// Reads the start of a file. `None` without a file, for one of white space only, and for a pipe or a
    /// device, which is not read.
    ///
    /// # Errors
    /// [`OutputError::File`] if the file cannot be read.
    pub fn of(path: &Path) -> Result<Option<Self>, OutputError> {
        let Ok(data) = fs::metadata(path) else { return Ok(None) };
        if !data.is_file() {
            return Ok(None);
        }
        let mut start = Vec::new();
        File::open(path)
            .and_then(|file| file.take(Self::START).read_to_end(&mut start))
            .map_err(|error| OutputError::file(path, error))?;
        let is_blank = start.trim_ascii().is_empty();
        Ok((!is_blank).then_some(Self { start, len: data.len() }))
    }
}
