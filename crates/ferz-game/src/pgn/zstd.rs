//! Decompression of Zstandard streams: frames one after the other, skippable frames, checksums.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, ErrorKind, Read};

/// The largest window of a frame in bytes: that of `zstd` without `--long=28` or more.
const MAX_WINDOW: u64 = 1 << 27;

/// The text of all frames of a stream. The decoder of the crate reads one frame and leaves its checksum
/// to the caller.
pub(super) struct ZstdReader<R> {
    source: R,
    decoder: FrameDecoder,
    /// Set between the header of a frame and its checked end.
    in_frame: bool,
}

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Self { source, decoder, in_frame: false }
    }

    /// Reads the header of the next frame with text; returns false at the end of the stream.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = self.source.by_ref().take(length.into());
                    if io::copy(&mut skipped, &mut io::sink())? < u64::from(length) {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(damaged(error)),
            }
        }
        Ok(false)
    }

    /// Compares the checksum of a frame that has been read to its end, if it has one.
    fn check_frame(&self) -> io::Result<()> {
        let found = self.decoder.get_checksum_from_data();
        if found.is_some() && found != self.decoder.get_calculated_checksum() {
            return Err(damaged("the checksum of the text differs"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(bytes);
            }
            if !self.in_frame {
                if !self.begin_frame()? {
                    return Ok(0);
                }
                self.in_frame = true;
            } else if self.decoder.is_finished() {
                self.check_frame()?;
                self.in_frame = false;
            } else {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, one).map_err(damaged)?;
            }
        }
    }
}

/// Returns the error for a stream that is damaged or ends early.
fn damaged(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error)
}

/// Returns a frame that holds fewer than 256 bytes as they are.
#[cfg(test)]
pub(super) fn raw_frame(bytes: &[u8]) -> Vec<u8> {
    let length = u8::try_from(bytes.len()).unwrap();
    let [low, high] = (u16::from(length) << 3 | 1).to_le_bytes();
    [&[0x28, 0xB5, 0x2F, 0xFD, 0x20, length, low, high, 0], bytes].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text()` by zstd 1.5 with the option `--fast=5`, `-3` and `-19`.
    const FRAMES: [&[u8]; 3] = [
        include_bytes!("../../tests/data/fastest.zst"),
        include_bytes!("../../tests/data/default.zst"),
        include_bytes!("../../tests/data/smallest.zst"),
    ];

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        ZstdReader::new(bytes).read_to_end(&mut text)?;
        Ok(text)
    }

    /// Returns text of several blocks that is not all alike.
    fn text() -> Vec<u8> {
        let words = ["1. e4 ", "e5 ", "2. Nf3 ", "Nc6 ", "{comment} ", "1/2-1/2\n"];
        let mut random = 4_u32;
        let mut text = String::new();
        for number in 0..30_000_u32 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let pick = if number % 97 < 40 { random >> 16 } else { number * number };
            text.push_str(words[pick as usize % 6]);
        }
        text.into_bytes()
    }

    #[test]
    fn frames_of_three_levels_are_read_in_order() {
        let text = text();
        for frame in FRAMES {
            let skippable = [&[0x53, 0x2A, 0x4D, 0x18, 5, 0, 0, 0], &b"index"[..]].concat();
            let stream = [frame, &skippable, &raw_frame(b""), frame].concat();
            assert!(read(&stream).unwrap() == text.repeat(2), "{} bytes", frame.len());
        }
        assert_eq!(read(b"").unwrap(), b"");
    }

    #[test]
    fn damage_and_early_ends_are_errors() {
        let frame = FRAMES[1];
        let mut damaged = frame.to_vec();
        *damaged.last_mut().unwrap() ^= 1;
        let error = read(&damaged).unwrap_err();
        assert!(error.to_string().contains("checksum"), "{error}");
        for end in (1..frame.len()).step_by(997) {
            assert!(read(&frame[..end]).is_err(), "{end} bytes");
        }
        assert!(read(&[frame, b"more"].concat()).is_err());
        let short_skippable = [0x50, 0x2A, 0x4D, 0x18, 5, 0, 0, 0, 1];
        assert_eq!(read(&short_skippable).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }
}
