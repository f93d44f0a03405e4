//! Files and lines of limited size.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// Largest size in bytes of a text file that [`read_text`] accepts: 256 MiB.
pub(crate) const MAX_TEXT_FILE: u64 = 256 << 20;

/// Largest size in bytes of a line that [`read_line`] accepts: 16 MiB.
pub(crate) const MAX_LINE: u64 = 16 << 20;

/// Reads a line into `bytes`, with its line break. Returns false at the end of the input.
///
/// # Errors
/// If the input cannot be read, or the line is longer than [`MAX_LINE`].
pub(crate) fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let length = input.take(MAX_LINE + 1).read_until(b'\n', bytes)?;
    if length as u64 > MAX_LINE {
        return Err(invalid(format!("expected a line of at most {MAX_LINE} bytes, found more")));
    }
    Ok(length > 0)
}

/// Reads a text file. Stops at [`MAX_TEXT_FILE`], and at the first NUL character: a device such as
/// `/dev/zero` has no end, and no text file has a NUL.
///
/// # Errors
/// If the file cannot be read, is too large or is not UTF-8 text.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    read_limited(File::open(path)?, MAX_TEXT_FILE)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If the file cannot be read or is larger.
pub(crate) fn read_bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

/// Reads text of at most `limit` bytes.
fn read_limited(source: impl Read, limit: u64) -> io::Result<String> {
    let mut source = source.take(limit + 1);
    let mut bytes = Vec::new();
    let mut chunk = [0; 1 << 16];
    loop {
        let read = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() && matches!(chunk[..read], [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            return Err(invalid("found UTF-16 text, expected UTF-8".to_owned()));
        }
        if let Some(nul) = chunk[..read].iter().position(|&byte| byte == 0) {
            let offset = bytes.len() + nul;
            return Err(invalid(format!("expected text, found a NUL character at byte {offset}")));
        }
        bytes.extend_from_slice(&chunk[..read]);
    }
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    String::from_utf8(bytes)
        .map_err(|error| invalid(format!("expected UTF-8 text, found {}", error.utf8_error())))
}

fn too_large(limit: u64) -> io::Error {
    invalid(format!("expected at most {limit} bytes, found more"))
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn devices_without_end_are_refused() {
        let zero = Path::new("/dev/zero");
        assert!(read_text(zero).unwrap_err().to_string().contains("NUL character at byte 0"));
        assert!(read_bytes(zero, 1000).unwrap_err().to_string().contains("at most 1000 bytes"));
    }

    #[test]
    fn lines_have_a_limit() {
        let mut bytes = Vec::new();
        let long = "x".repeat(MAX_LINE as usize - 1);
        let text = format!("a\n\n{long}\nb");
        let mut input = text.as_bytes();
        for line in ["a\n", "\n", &format!("{long}\n"), "b"] {
            assert!(read_line(&mut input, &mut bytes).unwrap());
            assert!(bytes == line.as_bytes());
        }
        assert!(!read_line(&mut input, &mut bytes).unwrap());
        let text = format!("{long}x\n");
        assert!(read_line(&mut text.as_bytes(), &mut bytes).is_err());
        assert!(read_line(&mut io::BufReader::new(io::repeat(0)), &mut bytes).is_err());
        assert!(bytes.len() as u64 <= MAX_LINE + 1);
    }

    #[test]
    fn endless_and_binary_input_is_refused() {
        let error = |source: &mut dyn Read| read_limited(source, 1 << 20).unwrap_err().to_string();
        assert!(error(&mut io::repeat(0)).contains("NUL"));
        assert!(error(&mut io::repeat(b'x')).contains("at most 1048576 bytes"));
        assert!(error(&mut &b"abc\xff"[..]).contains("UTF-8"));
        assert!(error(&mut &b"\xff\xfea\0"[..]).contains("UTF-16"));
        assert_eq!(read_limited(&b"e4\ne5\n"[..], 6).unwrap(), "e4\ne5\n");
        assert!(read_limited(&b"e4\ne5\n"[..], 5).is_err());
    }
}
