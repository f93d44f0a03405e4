use super::*;
use crate::{check, check_distinct};
use std::fs;

/// A folder that is removed after a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-output-{}-{name}", std::process::id()));
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
    for path in [&absent, &folder.0] {
        assert!(matches!(check(&[("--out", path)], &[]), Err(OutputError::File { .. })));
        assert!(matches!(check(&[], &[("games", path)]), Err(OutputError::File { .. })));
    }
    for (output, input) in [(&old, &folder.0.join("./old")), (&new, &folder.0.join("./new"))] {
        let result = check_distinct(&[("--out", output)], &[("--init", input)]);
        assert!(matches!(result, Err(OutputError::SameFile { .. })), "{result:?}");
    }
    assert!(check(&[("--out", &new), ("--svg", &new)], &[]).is_err());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

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
    fn devices_are_written_directly() {
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
    fn unwritable_files_are_not_replaced() {
        let folder = Folder::new("read-only");
        let path = folder.file("file", "old");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        if open(&path).is_ok() {
            eprintln!("skipped: the user may write every file");
            return;
        }
        assert!(replace(&path, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
