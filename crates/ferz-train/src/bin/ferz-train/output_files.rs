//! Output files that are replaced as a whole.

use crate::error::Error;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Checks before the work begins that the output files can be written: their folders exist and are
/// writable, and no file is given twice. Existing files stay as they are. Each file has the name of its
/// argument.
///
/// # Errors
/// If an output file cannot be written, or is another output file or an input file.
pub(crate) fn check(outputs: &[(&str, &Path)], inputs: &[(&str, &Path)]) -> Result<(), Error> {
    check_distinct(outputs, inputs)?;
    for &(_, path) in outputs {
        if path.is_dir() {
            return Err(Error::file(path, ErrorKind::IsADirectory.into()));
        }
        if is_special(path) {
            continue;
        }
        let temporary = temporary(path);
        File::create(&temporary)
            .and_then(|_| fs::remove_file(&temporary))
            .map_err(|error| Error::file(path, error))?;
    }
    Ok(())
}

/// Checks that no output file is given twice or is an input file. Each file has the name of its
/// argument. Special files may be given several times.
///
/// # Errors
/// If an output file is another output file or an input file.
pub(crate) fn check_distinct(
    outputs: &[(&str, &Path)],
    inputs: &[(&str, &Path)],
) -> Result<(), Error> {
    for (i, &(name, path)) in outputs.iter().enumerate() {
        if is_special(path) {
            continue;
        }
        let identity = identity(path);
        let mut others = outputs[..i].iter().chain(inputs);
        if let Some(&(other, _)) = others.find(|(_, path)| self::identity(path) == identity) {
            let (name, other) = (name.to_owned(), other.to_owned());
            return Err(Error::SameFile { path: path.to_owned(), name, other });
        }
    }
    Ok(())
}

/// Replaces a file by way of a temporary file beside it, so that a kill or a power failure leaves the old
/// or the new one. Writes directly to what is no regular file, such as a pipe.
///
/// # Errors
/// If the file cannot be written. The temporary file is removed.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if is_special(path) {
        return fs::write(path, bytes).map_err(|error| Error::file(path, error));
    }
    let temporary = temporary(path);
    let written = write_and_sync(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // The first error is reported.
        let _ = fs::remove_file(&temporary);
        Error::file(path, error)
    })
}

fn write_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Returns true for devices, pipes and other files that are not regular.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| !data.is_file())
}

/// Returns the path of the temporary file for a file, which is no other file's of this process.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

/// Returns an absolute path that is equal for all paths of a file, even if the file does not exist.
fn identity(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an empty folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ferz-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names.into_iter().map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn checks_leave_files_as_they_are() {
        let folder = folder("check");
        let (old, new) = (folder.join("old"), folder.join("new"));
        fs::write(&old, "text").unwrap();
        check(&[("--out", &old), ("--svg", &new)], &[]).unwrap();
        assert_eq!((names(&folder), fs::read(&old).unwrap()), (vec!["old".into()], b"text".into()));
        let absent = folder.join("absent/file");
        assert!(matches!(check(&[("--out", &absent)], &[]), Err(Error::File { .. })));
        assert!(matches!(check(&[("--out", &folder)], &[]), Err(Error::File { .. })));
        for (output, input) in [(&old, &folder.join("./old")), (&new, &folder.join("./new"))] {
            let result = check(&[("--out", output)], &[("--init", input)]);
            assert!(matches!(result, Err(Error::SameFile { .. })), "{result:?}");
        }
        assert!(check(&[("--out", &new), ("--svg", &new)], &[]).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = folder("replace");
        let path = folder.join("file");
        for text in ["first", "second"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
        }
        assert_eq!(names(&folder), ["file"]);
        assert!(replace(&folder.join("absent/file"), b"new").is_err());
        assert_eq!(names(&folder), ["file"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
