use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::Path;

/// A stream of text, decompressed if its first bytes are those of a compressed file.
///
/// | format | first bytes | feature |
/// |---|---|---|
/// | gzip | `1F 8B` | `gzip` |
/// | bzip2 | `BZh` | `bzip2` |
/// | Zstandard | `28 B5 2F FD` | `zstd` |
///
/// The name of a file has no meaning. Files of several compressed parts are read to their end.
/// Memory is constant.
pub struct Input(Box<dyn Read + Send>);

/// The formats recognised by their first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Plain,
    Gzip,
    Bzip2,
    Zstd,
}

/// The number of bytes that identify a format.
const MAGIC: usize = 4;

impl Format {
    fn of(start: &[u8]) -> Self {
        match start {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9'] => Self::Bzip2,
            [0x28, 0xB5, 0x2F, 0xFD] => Self::Zstd,
            _ => Self::Plain,
        }
    }
}

/// The input with the bytes that have been read to recognise its format.
type Restarted<R> = Chain<Cursor<Vec<u8>>, R>;

impl Input {
    /// Opens a file.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::new(File::open(path)?)
    }

    /// Reads standard input.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn stdin() -> io::Result<Self> {
        Self::new(io::stdin())
    }

    /// Creates an input from a stream of plain or compressed bytes.
    ///
    /// # Errors
    /// If the stream cannot be read, or if its format needs a feature that is not compiled in.
    pub fn new(mut stream: impl Read + Send + 'static) -> io::Result<Self> {
        let mut start = Vec::with_capacity(MAGIC);
        stream.by_ref().take(MAGIC as u64).read_to_end(&mut start)?;
        let format = Format::of(&start);
        let stream = Cursor::new(start).chain(stream);
        Ok(Self(match format {
            Format::Plain => Box::new(stream),
            Format::Gzip => gzip(BufReader::new(stream))?,
            Format::Bzip2 => bzip2(BufReader::new(stream))?,
            Format::Zstd => zstd(BufReader::new(stream))?,
        }))
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

type Decoder = io::Result<Box<dyn Read + Send>>;
type Source<R> = BufReader<Restarted<R>>;

#[cfg(feature = "gzip")]
fn gzip(source: Source<impl Read + Send + 'static>) -> Decoder {
    Ok(Box::new(flate2::bufread::MultiGzDecoder::new(source)))
}

#[cfg(feature = "bzip2")]
fn bzip2(source: Source<impl Read + Send + 'static>) -> Decoder {
    Ok(Box::new(bzip2::bufread::MultiBzDecoder::new(source)))
}

#[cfg(feature = "zstd")]
fn zstd(source: Source<impl Read + Send + 'static>) -> Decoder {
    Ok(Box::new(zstd::Decoder::with_buffer(source)?))
}

#[cfg(not(feature = "gzip"))]
fn gzip(_: Source<impl Read>) -> Decoder {
    Err(missing("gzip"))
}

#[cfg(not(feature = "bzip2"))]
fn bzip2(_: Source<impl Read>) -> Decoder {
    Err(missing("bzip2"))
}

#[cfg(not(feature = "zstd"))]
fn zstd(_: Source<impl Read>) -> Decoder {
    Err(missing("zstd"))
}

#[cfg(not(all(feature = "gzip", feature = "bzip2", feature = "zstd")))]
fn missing(feature: &str) -> io::Error {
    let message = format!("this is a compressed file; compiled without the feature `{feature}`");
    io::Error::new(io::ErrorKind::Unsupported, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "1. e4 e5 2. Nf3 *\n";

    fn read(bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        Input::new(Cursor::new(bytes))?.read_to_string(&mut text)?;
        Ok(text)
    }

    /// Returns a file of two compressed parts.
    fn twice(part: Vec<u8>) -> Vec<u8> {
        [part.as_slice(), part.as_slice()].concat()
    }

    #[test]
    fn compressed_and_plain_text_is_read() -> io::Result<()> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(TEXT.as_bytes())?;
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bzip2.write_all(TEXT.as_bytes())?;
        let zstd = zstd::encode_all(TEXT.as_bytes(), 1)?;
        let expected = TEXT.repeat(2);
        for file in [gzip.finish()?, bzip2.finish()?, zstd, TEXT.into()] {
            assert_eq!(read(twice(file.clone()))?, expected);
            if !file.starts_with(TEXT.as_bytes()) {
                let half = file[..file.len() - 6].to_vec();
                assert!(read(half).is_err(), "a truncated file is an error");
            }
        }
        for short in ["", "*", "BZh", "\u{1F}"] {
            assert_eq!(read(short.into())?, short);
        }
        Ok(())
    }
}
