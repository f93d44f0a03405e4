//! Output files.

use crate::OutputError;
use crate::target::{
    copy_ownership, folder, is_special, open, open_special, resolved, sync_folder,
};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// A buffered output file, which replaces its target when it is [committed](Self::commit).
pub struct OutputFile {
    file: BufWriter<File>,
    /// The file once its content is complete.
    finished: FinishedFile,
}

/// A temporary file and the file that it replaces.
struct Replacement {
    temporary: Temporary,
    target: PathBuf,
    is_new: bool,
}

impl OutputFile {
    /// Begins a file. An existing file stays as it is.
    ///
    /// # Errors
    /// If the path is a folder or cannot be written, or no file can be created in its folder:
    /// [`OutputError::NoFolder`] if the folder does not exist.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        let begun = match resolved(path) {
            Some(target) if !is_special(path) => begin(target),
            _ => open_special(path).map(|file| (file, None)),
        };
        let (file, replacement) = begun.map_err(|error| OutputError::create(path, error))?;
        let finished = FinishedFile { path: path.to_owned(), replacement };
        Ok(Self { file: BufWriter::new(file), finished })
    }

    /// Returns the path that the file was created with.
    pub fn path(&self) -> &Path {
        &self.finished.path
    }

    /// Returns true if no file existed when this one was created.
    pub fn is_new(&self) -> bool {
        self.finished.replacement.as_ref().is_some_and(|replacement| replacement.is_new)
    }

    /// Flushes the content to the storage device and closes the file. The target stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<FinishedFile, OutputError> {
        let Self { file, finished } = self;
        let is_regular = finished.replacement.is_some();
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| if is_regular { file.sync_all() } else { Ok(()) })
            .map_err(|error| OutputError::file(&finished.path, error))?;
        Ok(finished)
    }

    /// Flushes the content to the storage device and replaces the target.
    ///
    /// # Errors
    /// If the file cannot be written or the target cannot be replaced.
    pub fn commit(self) -> Result<(), OutputError> {
        self.finish()?.commit()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file whose content is complete, and which replaces its target when it is committed: several files
/// can be completed before the first target changes.
pub struct FinishedFile {
    path: PathBuf,
    /// None for a special file, which is written directly.
    replacement: Option<Replacement>,
}

impl FinishedFile {
    /// Replaces the target.
    ///
    /// # Errors
    /// If the target cannot be replaced. It then stays as it is.
    pub fn commit(self) -> Result<(), OutputError> {
        let Some(Replacement { temporary, target, .. }) = self.replacement else { return Ok(()) };
        temporary.rename(&target).map_err(|error| OutputError::file(&self.path, error))?;
        sync_folder(folder(&target));
        Ok(())
    }
}

/// Replaces a file by this content.
///
/// # Errors
/// If the file cannot be written. It then stays as it is.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    let mut file = OutputFile::create(path)?;
    file.write_all(content).map_err(|error| OutputError::file(path, error))?;
    file.commit()
}

/// Creates the temporary file beside a target that is no special file.
fn begin(target: PathBuf) -> io::Result<(File, Option<Replacement>)> {
    // A rename needs no permission on the old file, and a folder fails only at the end.
    let old = match open(&target) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (temporary, file) = Temporary::create(folder(&target))?;
    if let Some(old) = &old {
        copy_ownership(old, &file)?;
    }
    Ok((file, Some(Replacement { temporary, target, is_new: old.is_none() })))
}

// The temporary files of the process.

/// The paths of all temporary files that exist. Locked while one is created, renamed or removed, so
/// that [`discard_all`] finds it before or after.
static PATHS: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

fn paths() -> MutexGuard<'static, Option<HashSet<PathBuf>>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of all output files that have not been committed, and blocks every later
/// commit: for a call directly before an exit that runs no destructors, as after a signal.
pub fn discard_all() {
    let mut paths = paths();
    for path in paths.take().into_iter().flatten() {
        // The process ends: an error cannot be handled.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(paths);
}

/// A temporary file that is removed when it is dropped.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Creates a file in a folder with the permissions of a new file.
    fn create(folder: &Path) -> io::Result<(Self, File)> {
        let mut paths = paths();
        let mut number = paths.as_ref().map_or(0, HashSet::len);
        loop {
            // Short, since the name of the target can be as long as the system allows.
            let path = folder.join(format!(".ferz-{}-{number}.tmp", std::process::id()));
            match File::create_new(&path) {
                Ok(file) => {
                    paths.get_or_insert_default().insert(path.clone());
                    return Ok((Self { path }, file));
                }
                // Of this process, or of a killed one.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Renames the file, which replaces the target.
    fn rename(self, target: &Path) -> io::Result<()> {
        let mut paths = paths();
        let renamed = fs::rename(&self.path, target);
        if let (Ok(()), Some(paths)) = (&renamed, paths.as_mut()) {
            paths.remove(&self.path);
        }
        // Dropping `self` locks again.
        drop(paths);
        renamed
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut paths = paths();
        // Absent after the rename.
        if paths.as_mut().is_some_and(|paths| paths.remove(&self.path)) {
            // The file is of no use, and an error cannot be reported.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, check_distinct};
    use std::fs;

    /// A folder that is removed after a test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("ferz-output-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str, content: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, content).unwrap();
            path
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = Folder::new("replace");
        let path = folder.0.join("file");
        for text in ["first", "second"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(folder.names(), ["file"]);
        }
        assert!(replace(&folder.0.join("absent/file"), b"new").is_err());
        assert!(replace(&folder.0, b"new").is_err());
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn dropped_files_leave_the_target_and_no_temporary_file() {
        let folder = Folder::new("drop");
        let old = folder.file("old", "text");
        for path in [&old, &folder.0.join("new")] {
            let mut file = OutputFile::create(path).unwrap();
            assert_eq!(file.is_new(), *path != old);
            file.write_all(&[0; 100_000]).unwrap();
            assert_eq!(folder.names().len(), 2);
            drop(file);
            OutputFile::create(path).unwrap().finish().unwrap();
            assert_eq!(folder.names(), ["old"]);
        }
        assert_eq!(fs::read(old).unwrap(), b"text");
    }

    #[test]
    fn a_flush_writes_the_buffer_to_the_temporary_file() {
        let folder = Folder::new("flush");
        let mut file = OutputFile::create(&folder.0.join("new")).unwrap();
        file.write_all(b"text").unwrap();
        file.flush().unwrap();
        let [temporary] = &folder.names()[..] else { panic!("one file expected") };
        assert_eq!(fs::read(folder.0.join(temporary)).unwrap(), b"text");
    }

    #[test]
    fn temporary_files_of_killed_processes_stay() {
        let folder = Folder::new("killed");
        // Other tests of the process have few temporary files at the same time.
        let left: Vec<_> = (0..40)
            .map(|number| format!(".ferz-{}-{number}.tmp", std::process::id()))
            .map(|name| folder.file(&name, "left"))
            .collect();
        replace(&folder.0.join("new"), b"text").unwrap();
        assert_eq!(fs::read(folder.0.join("new")).unwrap(), b"text");
        assert!(left.iter().all(|path| fs::read(path).unwrap() == b"left"));
    }

    #[test]
    fn several_files_are_complete_before_the_first_target_changes() {
        let folder = Folder::new("several");
        let paths = [folder.file("a", "old"), folder.file("b", "old")];
        let finished = paths.each_ref().map(|path| {
            let mut file = OutputFile::create(path).unwrap();
            file.write_all(b"new").unwrap();
            file.finish().unwrap()
        });
        assert!(paths.iter().all(|path| fs::read(path).unwrap() == b"old"));
        finished.into_iter().for_each(|file| file.commit().unwrap());
        assert!(paths.iter().all(|path| fs::read(path).unwrap() == b"new"));
        assert_eq!(folder.names(), ["a", "b"]);
    }

    #[test]
    fn long_names_are_possible() {
        let folder = Folder::new("long");
        let name = "n".repeat(255);
        replace(&folder.0.join(&name), b"text").unwrap();
        assert_eq!(folder.names(), [name]);
    }

    #[test]
    fn checks_leave_files_as_they_are() {
        let folder = Folder::new("check");
        let (old, new) = (folder.file("old", "text"), folder.0.join("new"));
        check(&[("--out", &old), ("--svg", &new)], &[]).unwrap();
        assert_eq!((folder.names(), fs::read(&old).unwrap()), (vec!["old".into()], b"text".into()));
        let absent = folder.0.join("absent/file");
        let missing = check(&[("--out", &absent)], &[]).unwrap_err();
        assert!(matches!(missing, OutputError::NoFolder { .. }), "{missing:?}");
        let text = missing.to_string();
        assert!(
            text.contains("file: the folder ") && text.ends_with("absent does not exist"),
            "{text}"
        );
        assert!(matches!(check(&[("--out", &folder.0)], &[]), Err(OutputError::File { .. })));
        for path in [&absent, &folder.0] {
            assert!(matches!(check(&[], &[("games", path)]), Err(OutputError::File { .. })));
        }
        for (output, input) in [(&old, &folder.0.join("./old")), (&new, &folder.0.join("./new"))] {
            let result = check_distinct(&[("--out", output)], &[("--init", input)]);
            assert!(matches!(result, Err(OutputError::SameFile { .. })), "{result:?}");
        }
        assert!(check(&[("--out", &new), ("--svg", &new)], &[]).is_err());
    }

    #[test]
    fn a_name_alone_is_in_the_current_folder() {
        for (path, expected) in [("file", "."), ("./file", "."), ("a/file", "a"), ("/file", "/")] {
            assert_eq!(super::folder(Path::new(path)), Path::new(expected));
        }
    }

    #[test]
    fn different_files_are_not_the_same() {
        let folder = Folder::new("different");
        fs::create_dir(folder.0.join("sub")).unwrap();
        let (old, new) = (["a", "b", "sub/a"], ["c", "d", "sub/c", "absent/a", "absent/b"]);
        old.iter().for_each(|name| drop(folder.file(name, "text")));
        let paths: Vec<_> = old.into_iter().chain(new).map(|name| folder.0.join(name)).collect();
        for a in &paths {
            for b in &paths {
                let input = check_distinct(&[("--out", a)], &[("games", b)]);
                assert_eq!(input.is_err(), a == b, "{a:?} {b:?}");
                let output = check_distinct(&[("--out", a), ("--svg", b)], &[]);
                assert_eq!(output.is_err(), a == b, "{a:?} {b:?}");
            }
        }
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

        fn mode(path: &Path) -> u32 {
            path.metadata().unwrap().mode() & 0o7777
        }

        #[test]
        fn permissions_are_those_of_the_old_file_or_of_a_new_one() {
            let folder = Folder::new("mode");
            let (old, new) = (folder.file("old", ""), folder.0.join("new"));
            let expected = mode(&old);
            replace(&new, b"text").unwrap();
            assert_eq!(mode(&new), expected);
            for mode in [0o600, 0o644, 0o755, 0o666] {
                fs::set_permissions(&old, fs::Permissions::from_mode(mode)).unwrap();
                replace(&old, b"text").unwrap();
                assert_eq!(self::mode(&old), mode);
            }
        }

        #[test]
        fn the_owner_is_that_of_the_old_file() {
            let folder = Folder::new("owner");
            let path = folder.file("file", "old");
            if std::os::unix::fs::chown(&path, Some(1), Some(2)).is_err() {
                eprintln!("skipped: the user may not give files away");
                return;
            }
            replace(&path, b"new").unwrap();
            let data = path.metadata().unwrap();
            assert_eq!((data.uid(), data.gid()), (1, 2));
        }

        #[test]
        fn symbolic_links_stay_and_their_file_is_replaced() {
            let folder = Folder::new("links");
            fs::create_dir(folder.0.join("sub")).unwrap();
            let target = folder.file("sub/target", "old");
            let (first, second) = (folder.0.join("first"), folder.0.join("second"));
            symlink("second", &first).unwrap();
            symlink("sub/target", &second).unwrap();
            replace(&first, b"new").unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"new");
            fs::remove_file(&target).unwrap();
            replace(&first, b"again").unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"again");
            assert!(first.is_symlink() && second.is_symlink() && !target.is_symlink());
            let endless = folder.0.join("endless");
            symlink("endless", &endless).unwrap();
            assert!(replace(&endless, b"text").is_err());
            assert_eq!(folder.names(), ["endless", "first", "second", "sub"]);
        }

        #[test]
        fn links_in_both_directions_are_the_same_file() {
            let folder = Folder::new("same");
            let file = folder.file("file", "text");
            let (hard, soft) = (folder.0.join("hard"), folder.0.join("soft"));
            fs::hard_link(&file, &hard).unwrap();
            symlink("hard", &soft).unwrap();
            for output in [&file, &hard, &soft] {
                for input in [&file, &hard, &soft] {
                    let result = check(&[("--output", output)], &[("input", input)]);
                    assert!(matches!(result, Err(OutputError::SameFile { .. })), "{result:?}");
                }
            }
            let dangling = folder.0.join("dangling");
            symlink("absent", &dangling).unwrap();
            let absent = folder.0.join("absent");
            assert!(check_distinct(&[("a", &dangling), ("b", &absent)], &[]).is_err());
            check_distinct(&[("a", &dangling)], &[("b", &file)]).unwrap();
        }

        #[test]
        fn pipes_and_devices_are_written_directly() {
            // The pipe is first: with a fault, a test of the superuser would replace the devices.
            let folder = Folder::new("pipe");
            let pipe = folder.0.join("pipe");
            assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            check(&[("--out", &pipe)], &[("games", &pipe)]).unwrap();
            let read = pipe.clone();
            let reader = std::thread::spawn(move || fs::read(read).unwrap());
            replace(&pipe, b"text").unwrap();
            assert!(pipe.metadata().unwrap().file_type().is_fifo());
            assert_eq!(reader.join().unwrap(), b"text");
            let null = Path::new("/dev/null");
            replace(null, b"text").unwrap();
            check(&[("--out", null), ("--svg", null)], &[("games", null)]).unwrap();
            assert!(!null.metadata().unwrap().is_file());
            let full = Path::new("/dev/full");
            if full.exists() {
                assert!(matches!(replace(full, b"text"), Err(OutputError::File { .. })));
            }
        }

        #[test]
        fn descriptors_of_regular_files_are_appended_to() {
            use std::os::fd::AsRawFd;
            let folder = Folder::new("descriptor");
            let path = folder.file("file", "before ");
            let open = fs::OpenOptions::new().append(true).open(&path).unwrap();
            let descriptor = PathBuf::from(format!("/dev/fd/{}", open.as_raw_fd()));
            if !descriptor.exists() {
                eprintln!("skipped: the system has no /dev/fd");
                return;
            }
            replace(&descriptor, b"text").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"before text");
            assert_eq!(folder.names(), ["file"]);
            let result = check_distinct(&[("--output", &descriptor)], &[("input", &path)]);
            assert!(matches!(result, Err(OutputError::SameFile { .. })), "{result:?}");
        }

        #[test]
        fn files_without_permission_are_errors() {
            let folder = Folder::new("permission");
            let path = folder.file("file", "old");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
            if open(&path).is_ok() {
                eprintln!("skipped: the user may write every file");
                return;
            }
            check(&[], &[("games", &path)]).unwrap();
            assert!(replace(&path, b"new").is_err());
            assert_eq!(fs::read(&path).unwrap(), b"old");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o200)).unwrap();
            assert!(check(&[], &[("games", &path)]).is_err());
        }
    }
}
