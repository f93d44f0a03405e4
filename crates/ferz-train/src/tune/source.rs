//! The numbers in the engine's sources, which the tuner rewrites in place.

use super::model::Weights;
use ferz::{PieceType, Score};
use ferz_engine::eval::trace::{SQUARES, TERMS};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Where the terms' weights stand, from the project's root.
const TERMS_FILE: &str = "crates/ferz-engine/src/eval/weights.rs";
/// Where the piece-square bonus stands.
const SQUARES_FILE: &str = "crates/ferz/src/position/psqt.rs";
/// The names of its tables.
const TABLES: [&str; PieceType::COUNT] = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"];
/// The longest line.
const WIDTH: usize = 100;

/// Why the sources were not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// A file does not declare a group of weights.
    #[error("{path}: no list follows {name:?}", path = path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// How the declaration begins.
        name: String,
    },
    /// A file declares another number of weights than this program knows: it was built from other
    /// sources.
    #[error("{path}: {name:?} has {found} numbers, not {expected}", path = path.display())]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// How the declaration begins.
        name: String,
        /// The numbers found.
        found: usize,
        /// The numbers that belong there.
        expected: usize,
    },
}

/// The sources that hold the weights, read and not yet rewritten.
pub struct Sources {
    terms: Source,
    squares: Source,
}

impl Sources {
    /// Reads the sources under the project's root.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn open(root: &Path) -> Result<Self, SourceError> {
        Ok(Self {
            terms: Source::open(root.join(TERMS_FILE))?,
            squares: Source::open(root.join(SQUARES_FILE))?,
        })
    }

    /// Puts the weights, rounded, in the place of the numbers, and writes the files.
    ///
    /// What the squares of a piece are worth on the average goes to the piece's nominal value; the
    /// king's squares are worth nothing on the average. Squares count as often as `seen` says, in
    /// the order of the weights.
    ///
    /// # Errors
    /// If a declaration is not found or has another size; no file is written then. If a file
    /// cannot be written.
    pub fn write(
        mut self,
        weights: &Weights,
        nominal: &[Score],
        seen: &[u64],
    ) -> Result<(), SourceError> {
        for group in TERMS {
            let pairs = rounded(&weights[group.first..group.first + group.len], [0.0; 2]);
            let declaration = format!("    {}: {} = [", group.name, group.len);
            self.terms.replace(&declaration, &pairs, &wrapped(&declaration, &pairs))?;
        }
        let first = weights.len() - PieceType::COUNT * SQUARES;
        let mut values = Vec::new();
        for ((kind, name), nominal) in TABLES.into_iter().enumerate().zip(nominal) {
            let place = first + kind * SQUARES..first + (kind + 1) * SQUARES;
            let (bonus, seen) = (&weights[place.clone()], &seen[place]);
            let mean = mean(bonus, seen);
            let is_king = kind == PieceType::King.index();
            let worth = |nominal: i32, mean: f32| if is_king { 0 } else { nominal + mean as i32 };
            values.push((worth(nominal.middlegame(), mean[0]), worth(nominal.endgame(), mean[1])));
            let mut pairs = rounded(bonus, mean);
            for (pair, _) in pairs.iter_mut().zip(seen).filter(|(_, seen)| **seen == 0) {
                *pair = (0, 0);
            }
            let rows = pairs.chunks(4).map(|row| format!("    {},\n", list(row)));
            let text = format!("\n{}", rows.collect::<String>());
            self.squares.replace(&format!("const {name}: Table = ["), &pairs, &text)?;
        }
        let lines: String = values.iter().map(|(a, b)| format!("    ({a}, {b}),\n")).collect();
        let declaration = "const NOMINAL: [(i16, i16); PieceType::COUNT] = [";
        self.squares.replace(declaration, &values, &format!("\n{lines}"))?;
        self.terms.save()?;
        self.squares.save()
    }
}

/// One file.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    fn open(path: PathBuf) -> Result<Self, SourceError> {
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) => Err(SourceError::Io { path, error }),
        }
    }

    fn save(&self) -> Result<(), SourceError> {
        std::fs::write(&self.path, &self.text)
            .map_err(|error| SourceError::Io { path: self.path.clone(), error })
    }

    /// Puts `new` between the bracket that ends `declaration` and the one that closes it, where as
    /// many pairs of numbers must stand now.
    fn replace(
        &mut self,
        declaration: &str,
        pairs: &[(i32, i32)],
        new: &str,
    ) -> Result<(), SourceError> {
        let (path, name) = (self.path.clone(), declaration.trim().to_owned());
        let Some(at) = self.text.find(declaration) else {
            return Err(SourceError::Missing { path, name });
        };
        let begin = at + declaration.len();
        let Some(len) = list_len(&self.text[begin..]) else {
            return Err(SourceError::Missing { path, name });
        };
        let (found, expected) = (self.text[begin..begin + len].matches('(').count(), pairs.len());
        if found != expected {
            return Err(SourceError::Mismatch { path, name, found, expected });
        }
        self.text.replace_range(begin..begin + len, new);
        Ok(())
    }
}

/// The length of the text up to the bracket that closes the list.
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

/// The mean of the weights as often as they are seen, rounded.
fn mean(weights: &[[f32; 2]], seen: &[u64]) -> [f32; 2] {
    let total = seen.iter().sum::<u64>().max(1) as f64;
    [0, 1].map(|half| {
        let sum: f64 = weights.iter().zip(seen).map(|(w, &n)| f64::from(w[half]) * n as f64).sum();
        (sum / total).round() as f32
    })
}

/// The weights less `base`, as whole numbers.
fn rounded(weights: &[[f32; 2]], base: [f32; 2]) -> Vec<(i32, i32)> {
    weights
        .iter()
        .map(|w| ((w[0] - base[0]).round() as i32, (w[1] - base[1]).round() as i32))
        .collect()
}

fn list(pairs: &[(i32, i32)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect();
    format!("[{}]", pairs.join(", "))
}

/// The pairs as they stand after a declaration: on its line, or below it where they do not fit.
fn wrapped(declaration: &str, pairs: &[(i32, i32)]) -> String {
    let line = list(pairs);
    let line = &line[1..line.len() - 1];
    if declaration.len() + line.len() + "];".len() <= WIDTH {
        return line.to_owned();
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
    use ferz::position::PIECE_VALUE;
    use ferz_engine::eval::trace;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    fn copied(name: &str) -> PathBuf {
        let copy = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
        for file in [TERMS_FILE, SQUARES_FILE] {
            std::fs::create_dir_all(copy.join(file).parent().unwrap()).unwrap();
            std::fs::copy(root().join(file), copy.join(file)).unwrap();
        }
        copy
    }

    #[test]
    fn writing_the_current_weights_changes_nothing() {
        let copy = copied("same");
        let weights = Weights::current();
        Sources::open(&copy)
            .unwrap()
            .write(&weights, &PIECE_VALUE, &vec![1; weights.len()])
            .unwrap();
        let read = |root: &Path, file| std::fs::read_to_string(root.join(file)).unwrap();
        assert_eq!(read(&copy, TERMS_FILE), read(&root(), TERMS_FILE));
        // The squares' mean worth may move between the squares and the piece.
        let (written, before) = (read(&copy, SQUARES_FILE), read(&root(), SQUARES_FILE));
        assert_eq!(written.lines().count(), before.lines().count());
        std::fs::remove_dir_all(copy).unwrap();
    }

    #[test]
    fn a_piece_keeps_its_worth_on_a_square() {
        let source = "const PAWN: Table = [\n    [(1, 2), (3, 4)],\n];\n";
        let mut source = Source { path: PathBuf::new(), text: source.to_owned() };
        let error = source.replace("const PAWN: Table = [", &[(1, 2)], "").unwrap_err();
        assert!(matches!(error, SourceError::Mismatch { found: 2, expected: 1, .. }));
        let error = source.replace("const ROOK: Table = [", &[], "").unwrap_err();
        assert!(matches!(error, SourceError::Missing { .. }));
        source.replace("const PAWN: Table = [", &[(0, 0); 2], "(5, 6), (7, 8)").unwrap();
        assert_eq!(source.text, "const PAWN: Table = [(5, 6), (7, 8)];\n");
        let weights = [[10.0, 20.0], [30.0, -20.0]];
        assert_eq!(mean(&weights, &[3, 1]), [15.0, 10.0]);
        assert_eq!(rounded(&weights, [15.0, 10.0]), [(-5, 10), (15, -30)]);
    }

    #[test]
    fn long_lists_go_below_their_name() {
        let text = wrapped("    NAME: 40 = [", &[(-100, 100); 40]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.matches("(-100, 100),").count(), 40);
        assert_eq!(wrapped("    NAME: 1 = [", &[(-1, 2)]), "(-1, 2)");
    }

    #[test]
    fn every_group_is_found_in_the_sources() {
        let copy = copied("other");
        let mut weights = Weights::current();
        weights.iter_mut().for_each(|weight| weight[0] += 1.0);
        let mut seen = vec![0; weights.len()];
        let squares = weights.len() - PieceType::COUNT * trace::SQUARES;
        seen[squares..].fill(1);
        Sources::open(&copy).unwrap().write(&weights, &PIECE_VALUE, &seen).unwrap();
        let text = std::fs::read_to_string(copy.join(TERMS_FILE)).unwrap();
        assert_ne!(text, std::fs::read_to_string(root().join(TERMS_FILE)).unwrap());
        std::fs::remove_dir_all(copy).unwrap();
    }
}
