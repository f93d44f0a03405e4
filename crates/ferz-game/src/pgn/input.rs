use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::Path;

/// A stream of text, decompressed if its first bytes are those of a compressed file.
///
/// | format | first bytes | feature |
/// |---|---|---|
/// | gzip | `1F 8B` | `gzip` |
/// | bzip2 | `BZh` | `bzip2` |
/// | Zstandard | `28 B5 2F FD`, or `50` to `5F`, `2A 4D 18` of a skippable frame, as `pzstd` writes | `zstd` |
///
/// The name of a file has no meaning. UTF-16 text, which no PGN file may be, is an error, and so are archives
/// of other formats. Files of several compressed parts are read to their end. Memory is constant.
pub struct Input(Stream);

type Stream = Box<dyn Read + Send>;

/// The number of bytes that identify a format.
const MAGIC: usize = 4;

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
    /// If the stream cannot be read, is UTF-16 text or begins with zeros, or needs a feature that is not compiled in.
    pub fn new(stream: impl Read + Send + 'static) -> io::Result<Self> {
        Self::from_stream(Box::new(stream))
    }

    /// Creates an input, in code that is compiled once for all streams.
    fn from_stream(stream: Stream) -> io::Result<Self> {
        let (start, stream) = peek(stream)?;
        let text = match start[..] {
            [0x1F, 0x8B, ..] => gzip(BufReader::new(stream))?,
            [b'B', b'Z', b'h', b'1'..=b'9'] => bzip2(BufReader::new(stream))?,
            [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => {
                zstd(BufReader::new(stream))?
            }
            _ => {
                refuse_binary(&start)?;
                return Ok(Self(Box::new(stream)));
            }
        };
        let (start, text) = peek(text)?;
        refuse_binary(&start)?;
        Ok(Self(Box::new(text)))
    }
}

/// Returns the first [`MAGIC`] bytes, and the stream with them.
fn peek<R: Read>(mut stream: R) -> io::Result<(Vec<u8>, Restarted<R>)> {
    let mut start = Vec::with_capacity(MAGIC);
    stream.by_ref().take(MAGIC as u64).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(stream)))
}

/// Refuses what is no text of PGN: UTF-16, which begins with a byte order mark or with two ASCII
/// characters of it, zeros, which never end in a device, and other archives.
fn refuse_binary(start: &[u8]) -> io::Result<()> {
    let message = match start {
        [0xFF, 0xFE, ..]
        | [0xFE, 0xFF, ..]
        | [1..=127, 0, 1..=127, 0]
        | [0, 1..=127, 0, 1..=127] => {
            "found UTF-16 text, expected UTF-8 (`iconv -f UTF-16 -t UTF-8` converts it)"
        }
        [0, 0, ..] => "found binary data, expected text",
        [b'P', b'K', 3 | 5, 4 | 6] => {
            "found a zip archive, expected text (`unzip -p` writes its files)"
        }
        [0xFD, b'7', b'z', b'X'] => {
            "found a file compressed by xz, expected text (`xz -dc` reads it)"
        }
        [b'7', b'z', 0xBC, 0xAF] => {
            "found a 7z archive, expected text (`7z e -so` writes its files)"
        }
        [b'R', b'a', b'r', b'!'] => {
            "found a RAR archive, expected text (`unrar p -inul` writes its files)"
        }
        _ => return Ok(()),
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

type Buffered = BufReader<Restarted<Stream>>;

#[cfg(feature = "gzip")]
fn gzip(source: Buffered) -> io::Result<Stream> {
    Ok(Box::new(flate2::bufread::MultiGzDecoder::new(source)))
}

#[cfg(feature = "bzip2")]
fn bzip2(source: Buffered) -> io::Result<Stream> {
    Ok(Box::new(bzip2::bufread::MultiBzDecoder::new(source)))
}

#[cfg(feature = "zstd")]
fn zstd(source: Buffered) -> io::Result<Stream> {
    Ok(Box::new(super::zstd::ZstdReader::new(source)))
}

#[cfg(not(feature = "gzip"))]
fn gzip(_: Buffered) -> io::Result<Stream> {
    Err(missing("gzip"))
}

#[cfg(not(feature = "bzip2"))]
fn bzip2(_: Buffered) -> io::Result<Stream> {
    Err(missing("bzip2"))
}

#[cfg(not(feature = "zstd"))]
fn zstd(_: Buffered) -> io::Result<Stream> {
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
        let zstd = crate::pgn::zstd::raw_frame(TEXT.as_bytes());
        let expected = TEXT.repeat(2);
        for magic in 0x50..=0x5F {
            let skippable = [magic, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
            assert_eq!(read([&skippable[..], &zstd].concat())?, TEXT);
        }
        for file in [gzip.finish()?, bzip2.finish()?, zstd, TEXT.into()] {
            assert_eq!(read(twice(file.clone()))?, expected);
            if !file.starts_with(TEXT.as_bytes()) {
                let half = file[..file.len() - 6].to_vec();
                assert!(read(half).is_err(), "a truncated file is an error");
            }
        }
        for big_endian in [true, false] {
            let units = TEXT.encode_utf16();
            let bytes =
                |unit: u16| if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let text: Vec<u8> = units.flat_map(bytes).collect();
            let marked = [&bytes(0xFEFF)[..], &text].concat();
            for file in [crate::pgn::zstd::raw_frame(&text), text, marked] {
                assert!(read(file).unwrap_err().to_string().contains("UTF-16"));
            }
        }
        assert!(Input::new(io::repeat(0)).is_err_and(|error| error.to_string().contains("binary")));
        assert_eq!(read(b"\xFF\xFDa".to_vec()).unwrap_err().kind(), io::ErrorKind::InvalidData);
        for archive in [&b"PK\x03\x04"[..], b"\xFD7zXZ\0", b"7z\xBC\xAF", b"Rar!\x1A"] {
            assert_eq!(read(archive.into()).unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
        for short in ["", "*", "BZh", "\u{1F}"] {
            assert_eq!(read(short.into())?, short);
        }
        Ok(())
    }
}
