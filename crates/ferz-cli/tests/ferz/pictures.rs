//! The pictures of the course: each is drawn by the command beside its name.

use crate::process::{at_once, ferz};
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/learn/pictures");
/// Light and dark squares on a dark page.
const DARK: &str = "a3978a,7d7064";

/// Splits a command at spaces outside quotation marks.
fn words(command: &str) -> Vec<&str> {
    let quoted = command.split('"').enumerate();
    quoted
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// With `FERZ_DRAW_PICTURES` set the pictures are written anew.
#[test]
fn each_picture_of_the_course_is_drawn_by_its_command() {
    let list = fs::read_to_string(format!("{FOLDER}/list.txt")).unwrap();
    let pictures: Vec<_> = list.lines().map(|line| line.split_once(": ").unwrap()).collect();
    at_once(&pictures, |(name, command)| {
        for (theme, colors) in [("light", None), ("dark", Some(["--colors", DARK]))] {
            let mut arguments = vec!["board", "--svg", "--size", "320"];
            arguments.extend(words(command));
            arguments.extend(colors.iter().flatten());
            let ran = ferz(&arguments);
            assert_eq!(ran.status, Some(0), "{name}: {}", ran.err);
            let path = format!("{FOLDER}/{name}-{theme}.svg");
            if std::env::var_os("FERZ_DRAW_PICTURES").is_some() {
                fs::write(&path, ran.out).unwrap();
            } else {
                assert_eq!(fs::read_to_string(&path).unwrap_or_default(), ran.out, "{path}");
            }
        }
    });
    let drawings = fs::read_dir(FOLDER).unwrap().count() - 1;
    assert_eq!(drawings, 2 * pictures.len(), "a picture that no command draws");
}
