//! Scores as differences: each from the one before it, the first from zero, folded so that small
//! ones of either sign are small numbers (zigzag), in groups of seven bits, lowest first, of which
//! all but the last have bit 7 set (LEB128). Most take one byte.

use super::cursor::Cursor;

/// The most bytes of a score: two scores differ by less than 2^17 when folded.
const MOST_BYTES: u32 = 3;

/// Adds the scores of a game, in White's view.
pub(super) fn encode(scores: &[i16], out: &mut Vec<u8>) {
    let mut before = 0;
    for &score in scores {
        let difference = i32::from(score) - before;
        before = i32::from(score);
        let mut folded = (difference << 1 ^ difference >> 31) as u32;
        while folded >= 0x80 {
            out.push(folded as u8 | 0x80);
            folded >>= 7;
        }
        out.push(folded as u8);
    }
}

/// Reads so many scores; `Err` has the number of the first that makes no sense.
pub(super) fn decode(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<i16>, usize> {
    let mut before = 0_i32;
    let one = |nth| {
        let folded = decode_number(cursor).ok_or(nth)?;
        let difference = (folded >> 1) as i32 ^ -((folded & 1) as i32);
        before += difference;
        i16::try_from(before).map_err(|_| nth)
    };
    (0..count).map(one).collect()
}

fn decode_number(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut number = 0;
    for group in 0..MOST_BYTES {
        let byte = cursor.u8()?;
        number |= u32::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back_whatever_they_are() {
        let scores = [0, 1, -1, 63, -64, 64, i16::MAX, i16::MIN, i16::MAX, 32_000, -32_000, 12];
        let mut bytes = Vec::new();
        encode(&scores, &mut bytes);
        assert_eq!(decode(&mut Cursor::new(&bytes), scores.len()), Ok(scores.to_vec()));
        // A difference of -64 to 63 is one byte, of -8192 to 8191 two.
        let size = |scores: &[i16]| {
            bytes.clear();
            encode(scores, &mut bytes);
            bytes.len()
        };
        let mut size = size;
        assert_eq!([size(&[63]), size(&[-64]), size(&[64]), size(&[8191])], [1, 1, 2, 2]);
        assert_eq!(size(&[i16::MIN, i16::MAX]), 6);
    }

    #[test]
    fn what_is_no_score_is_named_by_its_number() {
        let refused = |bytes: &[u8], count| decode(&mut Cursor::new(bytes), count).err();
        assert_eq!(refused(&[0, 0], 3), Some(2), "too few");
        assert_eq!(refused(&[0, 0x80, 0x80, 0x80, 0], 2), Some(1), "four bytes");
        assert_eq!(refused(&[0xff, 0xff, 0x7f], 1), Some(0), "beyond sixteen bits");
    }
}
