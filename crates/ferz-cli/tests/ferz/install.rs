//! The files of an installation: shell completions and manual pages.

use crate::process::{BINARY, ferz};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = ferz(&["completions", shell]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{shell}");
        for word in ["perft", "annotate", "completions", "--pieces", "max-errors"] {
            assert!(ran.out.contains(word.trim_start_matches("--")), "{shell}: {word}");
        }
    }
    assert!(ferz(&["completions", "cmd"]).error_line().contains("bash"));
}

/// Runs the script in the shell itself, where it is installed.
#[test]
fn bash_completes_commands_and_options() {
    let script = "source <(\"$0\" completions bash); COMP_WORDS=(ferz pgn check --max); COMP_CWORD=3; \
                  _ferz ferz --max check; echo \"${COMPREPLY[@]}\"";
    let run = Command::new("bash").args(["-c", script, BINARY]).stdin(Stdio::null()).output();
    let Ok(output) = run else { return };
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "--max-errors");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = ferz(&["man"]);
    assert!(page.out.contains(".TH") && page.out.contains("ferz\\-perft"), "{page:?}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install-man");
    let _ = std::fs::remove_dir_all(&folder);
    let ran = ferz(&["man", folder.to_str().unwrap()]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    let names: BTreeSet<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for name in ["ferz.1", "ferz-perft.1", "ferz-pgn.1", "ferz-pgn-check.1", "ferz-book-make.1"] {
        assert!(names.contains(name), "{names:?}");
    }
    assert!(names.iter().all(|name| !name.contains("help")), "{names:?}");
    for name in &names {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{name}");
    }
    let taken = folder.join("ferz-perft.1");
    std::fs::write(&taken, "Dear Max,\n").unwrap();
    let before = std::fs::read(folder.join("ferz.1")).unwrap();
    std::fs::write(folder.join("ferz.1"), ".TH old 1\n").unwrap();
    let refused = ferz(&["man", folder.to_str().unwrap()]);
    assert!(refused.error_line().ends_with("not replaced by a manual page: give another name"));
    assert_eq!(std::fs::read_to_string(folder.join("ferz.1")).unwrap(), ".TH old 1\n");
    std::fs::remove_file(taken).unwrap();
    assert_eq!(ferz(&["man", folder.to_str().unwrap()]).status, Some(0));
    assert_eq!(std::fs::read(folder.join("ferz.1")).unwrap(), before);
    let file = ferz(&["man", folder.join("ferz.1").to_str().unwrap()]);
    assert!(file.error_line().contains("ferz.1: "), "{file:?}");
}
