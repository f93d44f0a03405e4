//! The training samples of all games, in memory or in temporary files.

use super::sample::Sample;
use fastrand::Rng;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The number of temporary files. One at a time is in memory.
const FILES: usize = 64;

/// Training samples in random parts: one in memory, or many in temporary files, for more samples than
/// memory holds. The files are removed with the store.
#[derive(Debug)]
pub struct SampleStore {
    memory: Vec<Sample>,
    files: Vec<SampleFile>,
    /// The file of each sample, and the order of the samples of a part.
    seed: u64,
    rng: Rng,
}

#[derive(Debug)]
struct SampleFile {
    path: PathBuf,
    writer: BufWriter<File>,
    samples: usize,
}

impl SampleStore {
    /// Creates a store in memory. The seed decides the order of the samples.
    pub fn in_memory(seed: u64) -> Self {
        Self { memory: Vec::new(), files: Vec::new(), seed, rng: Rng::with_seed(seed) }
    }

    /// Creates a store in temporary files in a folder. The seed decides the order of the samples.
    ///
    /// # Errors
    /// If a file cannot be created.
    pub fn in_folder(folder: &Path, seed: u64) -> io::Result<Self> {
        let mut store = Self::in_memory(seed);
        for number in 0..FILES {
            let name = format!("ferz-train-{}-{number}.samples", std::process::id());
            let path = folder.join(name);
            let writer = BufWriter::new(File::create_new(&path)?);
            store.files.push(SampleFile { path, writer, samples: 0 });
        }
        Ok(store)
    }

    /// Adds samples.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn extend(&mut self, samples: impl IntoIterator<Item = Sample>) -> io::Result<()> {
        if self.files.is_empty() {
            self.memory.extend(samples);
            return Ok(());
        }
        for sample in samples {
            let file = &mut self.files[self.rng.usize(..FILES)];
            file.writer.write_all(&sample.to_bytes())?;
            file.samples += 1;
        }
        Ok(())
    }

    /// Shuffles the samples in memory and writes those in files to the end.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn shuffle(&mut self) -> io::Result<()> {
        Rng::with_seed(self.seed).shuffle(&mut self.memory);
        self.files.iter_mut().try_for_each(|file| file.writer.flush())
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.memory.len() + self.files.iter().map(|file| file.samples).sum::<usize>()
    }

    /// Returns true if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of samples of the parts.
    pub fn part_lens(&self) -> Vec<usize> {
        if self.files.is_empty() {
            vec![self.memory.len()]
        } else {
            self.files.iter().map(|file| file.samples).collect()
        }
    }

    /// Returns the samples of a part, shuffled.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    pub fn part(&self, index: usize) -> io::Result<Cow<'_, [Sample]>> {
        if self.files.is_empty() {
            return Ok(Cow::Borrowed(&self.memory));
        }
        let bytes = std::fs::read(&self.files[index].path)?;
        let mut samples: Vec<Sample> = bytes.as_chunks().0.iter().map(Sample::from_bytes).collect();
        Rng::with_seed(self.seed.wrapping_add(index as u64)).shuffle(&mut samples);
        Ok(Cow::Owned(samples))
    }
}

impl From<Vec<Sample>> for SampleStore {
    /// Takes samples that are shuffled.
    fn from(memory: Vec<Sample>) -> Self {
        let mut store = Self::in_memory(0);
        store.memory = memory;
        store
    }
}

impl Drop for SampleStore {
    fn drop(&mut self) {
        for file in &self.files {
            // A file that cannot be removed stays; there is nothing else to do.
            let _ = std::fs::remove_file(&file.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    /// Returns samples with different labels.
    fn samples() -> Vec<Sample> {
        let position = Position::startpos();
        (0..5000u16).map(|i| Sample::new(&position, f32::from(i) / 5000.0).unwrap()).collect()
    }

    /// Returns all labels, in the order of the parts.
    fn labels(store: &SampleStore) -> Vec<f32> {
        let parts = (0..store.part_lens().len()).map(|part| store.part(part).unwrap().to_vec());
        parts.flatten().map(|sample| sample.label()).collect()
    }

    #[test]
    fn stores_return_all_samples_in_random_order_and_remove_their_files() {
        let folder = std::env::temp_dir().join(format!("ferz-samples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let expected: Vec<f32> = samples().iter().map(Sample::label).collect();
        for mut store in [SampleStore::in_memory(1), SampleStore::in_folder(&folder, 1).unwrap()] {
            store.extend(samples()).unwrap();
            store.shuffle().unwrap();
            assert_eq!((store.len(), store.part_lens().iter().sum()), (5000, 5000));
            let mut found = labels(&store);
            assert_eq!(labels(&store), found);
            let fixed = found.iter().zip(&expected).filter(|(a, b)| a == b).count();
            assert!(fixed < 20, "{fixed}");
            found.sort_by(f32::total_cmp);
            assert_eq!(found, expected);
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        std::fs::remove_dir(&folder).unwrap();
    }
}
