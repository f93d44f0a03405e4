//! Writing of tuned weights into the engine's source file.

use ferz_engine::eval::trace::WEIGHT_GROUPS;
use ferz_output::{OutputError, replace};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The file that declares the weights, relative to the project's root.
const WEIGHTS_FILE: &str = "crates/ferz-engine/src/eval/weights.rs";
/// The maximum line width.
const WIDTH: usize = 100;

/// The reason that the weights cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] OutputError),
    /// The file does not declare a group of weights.
    #[error("{path}: no declaration {name:?} with a list", path = path.display())]
    Missing {
        /// The path of the file.
        path: PathBuf,
        /// The start of the declaration.
        name: String,
    },
    /// The file declares another number of weights than this build has.
    #[error("{path}: {name:?} has {found} weights, expected {expected}", path = path.display())]
    Mismatch {
        /// The path of the file.
        path: PathBuf,
        /// The start of the declaration.
        name: String,
        /// The number of weights found.
        found: usize,
        /// The number of weights in this build.
        expected: usize,
    },
}

/// The source file that declares the weights.
pub struct WeightsFile {
    path: PathBuf,
    text: String,
}

impl WeightsFile {
    /// Reads the file under the project's root.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(root: &Path) -> Result<Self, SourceError> {
        let path = root.join(WEIGHTS_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) => Err(OutputError::File { path, error }.into()),
        }
    }

    /// Replaces the numbers by these weights, rounded, and writes the file.
    ///
    /// # Errors
    /// If a declaration is missing or has another size, in which case nothing is written, or if the
    /// file cannot be written.
    pub fn write(mut self, weights: &[[f32; 2]]) -> Result<(), SourceError> {
        for group in WEIGHT_GROUPS {
            let pairs = rounded(&weights[group.first..group.first + group.len]);
            let declaration = format!("    {}: {} = [", group.name, group.len);
            self.replace_list(&declaration, &pairs)?;
        }
        Ok(replace(&self.path, self.text.as_bytes())?)
    }

    /// Replaces the list after a declaration, which ends with the opening bracket, by as many pairs.
    fn replace_list(&mut self, declaration: &str, pairs: &[(i32, i32)]) -> Result<(), SourceError> {
        let (path, name) = (self.path.clone(), declaration.trim().to_owned());
        let begin = self.text.find(declaration).map(|at| at + declaration.len());
        let list = begin.and_then(|begin| Some(begin..begin + list_len(&self.text[begin..])?));
        let Some(list) = list else { return Err(SourceError::Missing { path, name }) };
        let (found, expected) = (self.text[list.clone()].matches('(').count(), pairs.len());
        if found != expected {
            return Err(SourceError::Mismatch { path, name, found, expected });
        }
        self.text.replace_range(list, &formatted(declaration, pairs));
        Ok(())
    }
}

/// Returns the length of the text before the closing bracket of a list.
fn list_len(text: &str) -> Option<usize> {
    let mut open = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => open += 1,
            ']' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}

fn rounded(weights: &[[f32; 2]]) -> Vec<(i32, i32)> {
    weights.iter().map(|pair| (pair[0].round() as i32, pair[1].round() as i32)).collect()
}

/// Formats the pairs on the line of their declaration, or below it if they do not fit.
fn formatted(declaration: &str, pairs: &[(i32, i32)]) -> String {
    let line: Vec<String> = pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect();
    let line = line.join(", ");
    if declaration.len() + line.len() + "];".len() <= WIDTH {
        return line;
    }
    const INDENT: &str = "       ";
    let mut text = format!("\n{INDENT}");
    let mut width = INDENT.len();
    for (middlegame, endgame) in pairs {
        let pair = format!(" ({middlegame}, {endgame}),");
        if width + pair.len() > WIDTH {
            let _ = write!(text, "\n{INDENT}");
            width = INDENT.len();
        }
        width += pair.len();
        text += &pair;
    }
    text + "\n    "
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::current_weights;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    /// Copies the weights file under a temporary root.
    fn temporary_root(name: &str) -> PathBuf {
        let copy = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
        std::fs::create_dir_all(copy.join(WEIGHTS_FILE).parent().unwrap()).unwrap();
        std::fs::copy(root().join(WEIGHTS_FILE), copy.join(WEIGHTS_FILE)).unwrap();
        copy
    }

    fn read(root: &Path) -> String {
        std::fs::read_to_string(root.join(WEIGHTS_FILE)).unwrap()
    }

    #[test]
    fn writing_the_current_weights_changes_nothing() {
        let copy = temporary_root("same");
        WeightsFile::open(&copy).unwrap().write(&current_weights()).unwrap();
        assert_eq!(read(&copy), read(&root()));
        std::fs::remove_dir_all(copy).unwrap();
    }

    #[test]
    fn missing_or_resized_declarations_are_errors() {
        let text = "    PASSED: 2 = [\n        (1, 2), (3, 4),\n    ];\n".to_owned();
        let mut file = WeightsFile { path: PathBuf::new(), text };
        let error = file.replace_list("    PASSED: 2 = [", &[(1, 2)]).unwrap_err();
        assert!(matches!(error, SourceError::Mismatch { found: 2, expected: 1, .. }));
        let error = file.replace_list("    TEMPO: 1 = [", &[]).unwrap_err();
        assert!(matches!(error, SourceError::Missing { .. }));
        file.replace_list("    PASSED: 2 = [", &rounded(&[[4.6, 6.4], [7.0, -8.5]])).unwrap();
        assert_eq!(file.text, "    PASSED: 2 = [(5, 6), (7, -9)];\n");
    }

    #[test]
    fn long_lists_are_wrapped_below_the_declaration() {
        let text = formatted("    NAME: 40 = [", &[(-100, 100); 40]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.matches("(-100, 100),").count(), 40);
        assert_eq!(formatted("    NAME: 1 = [", &[(-1, 2)]), "(-1, 2)");
    }

    #[test]
    fn every_group_is_written() {
        let copy = temporary_root("other");
        let mut weights = current_weights();
        weights.iter_mut().for_each(|weight| weight[0] += 1.0);
        WeightsFile::open(&copy).unwrap().write(&weights).unwrap();
        let (written, before) = (read(&copy), read(&root()));
        for group in WEIGHT_GROUPS {
            let list = |text: &str| {
                let declaration = format!("    {}: {} = [", group.name, group.len);
                let begin = text.find(&declaration).unwrap() + declaration.len();
                text[begin..begin + list_len(&text[begin..]).unwrap()].to_owned()
            };
            assert_ne!(list(&written), list(&before), "{}", group.name);
        }
        std::fs::remove_dir_all(copy).unwrap();
    }
}
