//! The texts of games, compressed in members of gzip that can be read alone (BGZF).
//!
//! BGZF is the format of bgzip and htslib: each member has at most 64 KiB of text and its own size in an extra
//! field, and an empty member ends the file. Any program that reads gzip reads the file from its start.

use super::blocks::{IndexError, commit, open_sized, read_exact_at, step};
use ferz_output::OutputFile;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most bytes of text in a member, as bgzip has them: incompressible text fits the size field.
const MEMBER_TEXT: usize = 0xFF00;
/// Bytes before the compressed data of a member: the header of gzip with the extra field of BGZF.
const HEADER: usize = 18;
/// Bytes after the compressed data: the checksum and the size of the text.
const TRAILER: usize = 8;
/// The header of a member without its size.
const HEADER_BYTES: [u8; 16] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, b'B', b'C', 2, 0];
/// The empty member that ends a file.
const END: [u8; 28] = [
    0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, b'B', b'C', 2, 0, 0x1B, 0, 3, 0, 0, 0, 0, 0, 0, 0,
    0, 0,
];

/// The longest text of a game in bytes: 64 MiB.
const MAX_TEXT: usize = 64 << 20;

/// A place in the texts of a segment: the offset of the member in the file in the high 48 bits, that in its
/// text in the low 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct TextPlace(pub(super) u64);

impl TextPlace {
    pub(super) fn new(member: u64, offset: usize) -> Self {
        Self(member << 16 | offset as u64)
    }

    pub(super) fn member(self) -> u64 {
        self.0 >> 16
    }

    fn offset(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    /// Returns the place in a file with this number of bytes before the members.
    pub(super) fn shifted(self, bytes: u64) -> Self {
        Self(self.0.wrapping_add(bytes << 16))
    }
}

/// Writes the texts of a segment.
pub(super) struct TextWriter {
    file: OutputFile,
    /// The text of the member that is being filled.
    text: Vec<u8>,
    /// The offset of that member.
    member: u64,
    compress: Compress,
}

impl TextWriter {
    pub(super) fn create(path: &Path) -> Result<Self, IndexError> {
        step().map_err(|error| IndexError::file(path, error))?;
        let file = OutputFile::create(path)?;
        let compress = Compress::new(Compression::new(4), false);
        Ok(Self { file, text: Vec::with_capacity(MEMBER_TEXT), member: 0, compress })
    }

    /// Returns the place of the next text.
    pub(super) fn place(&self) -> TextPlace {
        TextPlace::new(self.member, self.text.len())
    }

    /// Adds a text.
    pub(super) fn add(&mut self, mut text: &[u8]) -> Result<(), IndexError> {
        while self.text.len() + text.len() >= MEMBER_TEXT {
            let (now, later) = text.split_at(MEMBER_TEXT - self.text.len());
            self.text.extend_from_slice(now);
            self.end_member()?;
            text = later;
        }
        self.text.extend_from_slice(text);
        Ok(())
    }

    fn end_member(&mut self) -> Result<(), IndexError> {
        let mut member = compressed(&mut self.compress, &self.text);
        // Text without repetitions grows; stored, it fits the size field.
        if member.len() > 1 << 16 {
            member = compressed(&mut Compress::new(Compression::none(), false), &self.text);
        }
        self.write(&member)?;
        self.text.clear();
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), IndexError> {
        step()
            .and_then(|()| self.file.write_all(bytes))
            .map_err(|error| IndexError::file(self.file.path(), error))?;
        self.member += bytes.len() as u64;
        Ok(())
    }

    /// Adds all members of another file. Returns the offset of the first one.
    pub(super) fn append(&mut self, texts: &Texts) -> Result<u64, IndexError> {
        let start = self.member;
        let (mut place, end) = (0, texts.end().member());
        let mut bytes = vec![0; 1 << 16];
        while place < end {
            let length = bytes.len().min((end - place) as usize);
            read_exact_at(&texts.file, &mut bytes[..length], place)
                .map_err(|error| IndexError::file(&texts.path, error))?;
            self.write(&bytes[..length])?;
            place += length as u64;
        }
        Ok(start)
    }

    /// Completes the file, and returns its size in bytes.
    pub(super) fn finish(mut self) -> Result<u64, IndexError> {
        if !self.text.is_empty() {
            self.end_member()?;
        }
        self.write(&END)?;
        commit(self.file)?;
        Ok(self.member)
    }
}

/// Returns a member with this text.
fn compressed(compress: &mut Compress, text: &[u8]) -> Vec<u8> {
    let mut member = Vec::with_capacity(HEADER + text.len() + text.len() / 8 + 1024);
    member.extend_from_slice(&HEADER_BYTES);
    member.extend_from_slice(&[0; 2]);
    compress.reset();
    loop {
        let read = compress.total_in() as usize;
        match compress.compress_vec(&text[read..], &mut member, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => break,
            _ => member.reserve(text.len() / 8 + 1024),
        }
    }
    member.extend_from_slice(&crc32fast::hash(text).to_le_bytes());
    member.extend_from_slice(&(text.len() as u32).to_le_bytes());
    let size = (member.len() - 1) as u16;
    member[16..HEADER].copy_from_slice(&size.to_le_bytes());
    member
}

/// The texts of a segment.
pub(super) struct Texts {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Texts {
    /// Opens a file, which must have this length.
    pub(super) fn open(path: PathBuf, length: u64) -> Result<Self, IndexError> {
        let file = open_sized(&path, length)?;
        if length < END.len() as u64 {
            return Err(IndexError::damaged(&path, 0, "a file without the last member"));
        }
        Ok(Self { file, path, length })
    }

    /// Returns the place after the last text.
    pub(super) fn end(&self) -> TextPlace {
        TextPlace::new(self.length - END.len() as u64, 0)
    }

    pub(super) fn reader(&self) -> TextReader<'_> {
        TextReader { texts: self, member: None }
    }

    /// Reads the member at an offset.
    #[expect(unexpected_cfgs, reason = "`fuzz/run` sets `fuzzing`")]
    fn member(&self, place: u64) -> Result<Member, IndexError> {
        let fault = |reason| self.damaged(place, reason);
        let available = (self.length - place.min(self.length)).min(1 << 16) as usize;
        let mut bytes = vec![0; available];
        read_exact_at(&self.file, &mut bytes, place)
            .map_err(|error| IndexError::file(&self.path, error))?;
        let header = bytes.first_chunk::<HEADER>().filter(|bytes| bytes[..16] == HEADER_BYTES);
        let header = header.ok_or_else(|| fault("the header of a member"))?;
        let size = usize::from(u16::from_le_bytes([header[16], header[17]])) + 1;
        let member = bytes.get(HEADER..size).and_then(|rest| rest.split_last_chunk::<TRAILER>());
        let (data, trailer) = member.ok_or_else(|| fault("the size of a member"))?;
        let length = u32::from_le_bytes([trailer[4], trailer[5], trailer[6], trailer[7]]) as usize;
        if length > 1 << 16 {
            return Err(fault("the size of a member"));
        }
        // One byte more, so that the end of the data is reached.
        let mut text = Vec::with_capacity(length + 1);
        let status =
            Decompress::new(false).decompress_vec(data, &mut text, FlushDecompress::Finish);
        let sum = u32::from_le_bytes([trailer[0], trailer[1], trailer[2], trailer[3]]);
        let is_whole = matches!(status, Ok(Status::StreamEnd)) && text.len() == length;
        if !is_whole || crc32fast::hash(&text) != sum && !cfg!(fuzzing) {
            return Err(fault("the checksum of a member"));
        }
        Ok(Member { place, text, size: size as u64 })
    }

    /// Reads all members and verifies their checksums.
    pub(super) fn check(&self) -> Result<(), IndexError> {
        let mut place = 0;
        while place < self.length {
            place += self.member(place)?.size;
        }
        let mut end = [0; END.len()];
        read_exact_at(&self.file, &mut end, self.end().member())
            .map_err(|error| IndexError::file(&self.path, error))?;
        if end == END { Ok(()) } else { Err(self.damaged(self.end().member(), "the last member")) }
    }

    fn damaged(&self, place: u64, reason: &'static str) -> IndexError {
        IndexError::damaged(&self.path, place, reason)
    }
}

/// A member of a file of texts.
struct Member {
    /// The offset in the file.
    place: u64,
    text: Vec<u8>,
    /// The size in the file.
    size: u64,
}

/// Reads texts, and keeps the last member.
pub(super) struct TextReader<'a> {
    texts: &'a Texts,
    member: Option<Member>,
}

impl TextReader<'_> {
    /// Returns the place after the last text.
    pub(super) fn end(&self) -> TextPlace {
        self.texts.end()
    }

    /// Returns the text between two places.
    pub(super) fn read(&mut self, start: TextPlace, end: TextPlace) -> Result<Vec<u8>, IndexError> {
        let mut text = Vec::new();
        let (mut place, mut from) = (start.member(), start.offset());
        if end < start || end > self.end() {
            return Err(self.texts.damaged(place, "the place of a text"));
        }
        while place < end.member() || place == end.member() && end.offset() > 0 {
            let member = match self.member.take() {
                Some(member) if member.place == place => member,
                _ => self.texts.member(place)?,
            };
            let member = self.member.insert(member);
            let to = if place == end.member() { end.offset() } else { member.text.len() };
            let Some(part) = member.text.get(from..to) else {
                return Err(self.texts.damaged(place, "the place of a text"));
            };
            text.extend_from_slice(part);
            if text.len() > MAX_TEXT + 4 {
                return Err(self.texts.damaged(place, "a text of more than 64 MiB"));
            }
            if place == end.member() {
                break;
            }
            (place, from) = (place + member.size, 0);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Returns bytes that a compression cannot make smaller.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn texts_are_found_and_gzip_reads_the_file() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("ferz-text-{}.gz", std::process::id()));
        let texts = [
            b"first".to_vec(),
            Vec::new(),
            b"long ".repeat(40_000),
            noise(100_000),
            vec![b'x'; MEMBER_TEXT],
            b"last".to_vec(),
        ];
        let mut writer = TextWriter::create(&path).unwrap();
        let mut places = Vec::new();
        for text in &texts {
            places.push(writer.place());
            writer.add(text).unwrap();
        }
        writer.finish().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let reader = Texts::open(path.clone(), bytes.len() as u64).unwrap();
        places.push(reader.end());
        let mut in_order = reader.reader();
        for (text, place) in texts.iter().zip(places.windows(2)) {
            assert!(reader.reader().read(place[0], place[1]).unwrap() == *text);
            assert!(in_order.read(place[0], place[1]).unwrap() == *text);
        }
        reader.check().unwrap();
        let mut whole = Vec::new();
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut whole).unwrap();
        assert!(whole == texts.concat());
        for place in (0..bytes.len()).step_by(101) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            let reader = Texts::open(path.clone(), bytes.len() as u64).unwrap();
            assert!(reader.check().is_err(), "{place}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
