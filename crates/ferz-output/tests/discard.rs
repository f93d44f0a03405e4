//! The end of a process by a signal: a program of its own, since it blocks every later commit.

use ferz_output::{OutputFile, discard_all};
use std::fs;
use std::io::Write as _;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

#[test]
fn discarded_files_leave_the_target_and_are_not_committed() {
    let folder = std::env::temp_dir().join(format!("ferz-output-{}-discard", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let target = folder.join("file");
    fs::write(&target, "old").unwrap();
    let mut file = OutputFile::create(&target).unwrap();
    file.write_all(b"new").unwrap();
    let finished = file.finish().unwrap();
    discard_all();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let _ = finished.commit();
        let _ = sender.send(());
    });
    let ended = receiver.recv_timeout(Duration::from_millis(200));
    assert_eq!(ended, Err(RecvTimeoutError::Timeout));
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["file"]);
    assert_eq!(fs::read(&target).unwrap(), b"old");
    fs::remove_dir_all(&folder).unwrap();
}
