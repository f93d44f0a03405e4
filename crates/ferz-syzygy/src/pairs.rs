//! The compressed values of a table: recursive pairing, then a canonical Huffman code.
//!
//! A symbol stands for one value or for two symbols after each other, so for a whole run of values
//! (Larsson and Moffat's Re-Pair). Symbols are coded in blocks of a fixed size in bytes. To find a
//! value, a sparse index tells the block and the place in it for every so many values; the number
//! of values in each block leads from there to the right one.

use crate::fault::TableError;
use crate::store::{Reader, Store};

/// The values of one part of a table.
pub(crate) enum Pairs {
    /// They are all the same.
    Constant(u16),
    /// They must be looked up.
    Coded(Box<Coded>),
}

/// Values that must be looked up.
pub(crate) struct Coded {
    symbols: Vec<Symbol>,
    /// The length of the shortest code word, in bits.
    shortest: u32,
    /// For each length from the shortest on, the least code word of it, aligned to the left of 64
    /// bits; never rising, the last one 0.
    least: Vec<u64>,
    /// For each length, the symbol of its least code word.
    first: Vec<u16>,
    /// A block has this power of two as its number of bytes.
    block_bits: u32,
    /// Blocks of which the number of values is told.
    blocks: u32,
    /// Blocks that exist.
    real_blocks: u32,
    /// An entry of the index stands for this power of two as its number of values.
    index_bits: u32,
    entries: u64,
    index_at: u64,
    lengths_at: u64,
    data_at: u64,
}

#[derive(Clone, Copy)]
struct Symbol {
    /// The first half, or the value of a symbol that stands for one.
    left: u16,
    right: u16,
    /// The number of values it stands for, less one.
    more: u32,
}

/// In place of a second half: the symbol stands for one value.
const NO_HALF: u16 = 0xFFF;
/// The flag of a part whose values are all the same.
const CONSTANT: u8 = 0x80;

/// What a part's description says before its values are read.
pub(crate) struct Described {
    pub(crate) flags: u8,
    pub(crate) pairs: Pairs,
}

impl Pairs {
    /// Reads the description of a part that holds `size` values. `constant` reads the value of a
    /// part that has only one.
    pub(crate) fn describe(
        reader: &mut Reader<'_>,
        size: u64,
        constant: impl Fn(u8) -> u16,
    ) -> Result<Described, TableError> {
        let flags = reader.u8()?;
        if flags & CONSTANT != 0 {
            let pairs = Self::Constant(constant(reader.u8()?));
            return Ok(Described { flags, pairs });
        }
        let [block_bits, index_bits, padding] = reader.array()?.map(u32::from);
        let real_blocks = reader.u32()?;
        let [longest, shortest] = reader.array()?.map(u32::from);
        if !(1..=longest).contains(&shortest) || longest > 32 {
            return Err(TableError::Damaged("the lengths of its code words"));
        }
        if block_bits > 16 || !(1..=31).contains(&index_bits) {
            return Err(TableError::Damaged("the size of its blocks"));
        }
        let first: Vec<u16> =
            (shortest..=longest).map(|_| reader.u16()).collect::<Result<_, _>>()?;
        let count = reader.u16()?;
        let symbols = read_symbols(reader, count)?;
        let coded = Coded {
            symbols,
            shortest,
            least: least_codes(&first, shortest),
            first,
            block_bits,
            blocks: real_blocks.checked_add(padding).ok_or(TableError::Damaged("its blocks"))?,
            real_blocks,
            index_bits,
            entries: size.div_ceil(1 << index_bits),
            index_at: 0,
            lengths_at: 0,
            data_at: 0,
        };
        Ok(Described { flags, pairs: Self::Coded(Box::new(coded)) })
    }

    /// Passes over the sparse index and notes its place.
    pub(crate) fn place_index(&mut self, reader: &mut Reader<'_>) -> Result<(), TableError> {
        if let Self::Coded(coded) = self {
            coded.index_at = reader.skip(coded.entries * INDEX_ENTRY)?;
        }
        Ok(())
    }

    /// Passes over the numbers of values of the blocks and notes their place.
    pub(crate) fn place_lengths(&mut self, reader: &mut Reader<'_>) -> Result<(), TableError> {
        if let Self::Coded(coded) = self {
            coded.lengths_at = reader.skip(u64::from(coded.blocks) * 2)?;
        }
        Ok(())
    }

    /// Passes over the blocks and notes their place.
    pub(crate) fn place_data(&mut self, reader: &mut Reader<'_>) -> Result<(), TableError> {
        if let Self::Coded(coded) = self {
            reader.align(64);
            coded.data_at = reader.skip(u64::from(coded.real_blocks) << coded.block_bits)?;
        }
        Ok(())
    }

    /// The value with this number.
    pub(crate) fn value(&self, store: &Store, number: u64) -> Result<u16, TableError> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Coded(coded) => coded.value(store, number),
        }
    }
}

/// The bytes of an entry of the sparse index: a block and a place in it.
const INDEX_ENTRY: u64 = 6;

/// Reads the symbols, three bytes each: two halves of twelve bits.
fn read_symbols(reader: &mut Reader<'_>, count: u16) -> Result<Vec<Symbol>, TableError> {
    let bytes = reader.bytes(3 * usize::from(count))?;
    let (halves, _) = bytes.as_chunks::<3>();
    let mut symbols: Vec<Symbol> = halves
        .iter()
        .map(|&[a, b, c]| Symbol {
            left: u16::from(a) | u16::from(b & 0xF) << 8,
            right: u16::from(c) << 4 | u16::from(b >> 4),
            more: 0,
        })
        .collect();
    reader.skip(u64::from(count & 1))?;
    let mut known = vec![Known::Nothing; symbols.len()];
    for symbol in 0..symbols.len() {
        measure(&mut symbols, &mut known, symbol)?;
    }
    Ok(symbols)
}

/// How far a symbol has been measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Begun,
    All,
}

/// Finds out for how many values a symbol stands.
fn measure(symbols: &mut [Symbol], known: &mut [Known], symbol: usize) -> Result<u32, TableError> {
    let fault = TableError::Damaged("its symbols");
    match known.get(symbol) {
        None | Some(Known::Begun) => return Err(fault),
        Some(Known::All) => return Ok(symbols[symbol].more),
        Some(Known::Nothing) => known[symbol] = Known::Begun,
    }
    let Symbol { left, right, .. } = symbols[symbol];
    if right != NO_HALF {
        let left = measure(symbols, known, left.into())?;
        let right = measure(symbols, known, right.into())?;
        let more = left.checked_add(right).and_then(|sum| sum.checked_add(1)).ok_or(fault)?;
        symbols[symbol].more = more;
    }
    known[symbol] = Known::All;
    Ok(symbols[symbol].more)
}

/// The least code word of each length. Code words of one length are consecutive, and those of the
/// longer lengths are smaller, so the first symbols of all lengths determine them.
fn least_codes(first: &[u16], shortest: u32) -> Vec<u64> {
    let mut least = vec![0_u64; first.len()];
    for i in (0..first.len() - 1).rev() {
        let sum = least[i + 1].wrapping_add(first[i].into());
        least[i] = sum.wrapping_sub(first[i + 1].into()) / 2;
    }
    for (length, code) in (shortest..).zip(&mut least) {
        *code <<= 64 - length;
    }
    least
}

impl Coded {
    fn value(&self, store: &Store, number: u64) -> Result<u16, TableError> {
        let (block, place) = self.find(store, number)?;
        if block >= self.real_blocks {
            return Err(TableError::Damaged("its blocks"));
        }
        let at = self.data_at + (u64::from(block) << self.block_bits);
        let bytes = store.bytes(at, 1 << self.block_bits)?;
        self.value_in(&bytes, place)
    }

    /// The block in which the value with this number lies, and its place there.
    fn find(&self, store: &Store, number: u64) -> Result<(u32, u32), TableError> {
        let entry = number >> self.index_bits;
        if entry >= self.entries {
            return Err(TableError::Damaged("its size"));
        }
        let [a, b, c, d, e, f] = store.array(self.index_at + entry * INDEX_ENTRY)?;
        let mut block = u32::from_le_bytes([a, b, c, d]);
        // The entry tells of the value in the middle of those that it stands for.
        let middle = 1_i64 << (self.index_bits - 1);
        let from_middle = (number & ((1 << self.index_bits) - 1)) as i64 - middle;
        let mut place = i64::from(u16::from_le_bytes([e, f])) + from_middle;
        while place < 0 {
            block = block.checked_sub(1).ok_or(TableError::Damaged("its index"))?;
            place += self.values_in(store, block)?;
        }
        loop {
            let values = self.values_in(store, block)?;
            if place < values {
                return Ok((block, place as u32));
            }
            place -= values;
            block += 1;
        }
    }

    /// The number of values in a block.
    fn values_in(&self, store: &Store, block: u32) -> Result<i64, TableError> {
        if block >= self.blocks {
            return Err(TableError::Damaged("its index"));
        }
        let more = u16::from_le_bytes(store.array(self.lengths_at + 2 * u64::from(block))?);
        Ok(i64::from(more) + 1)
    }

    /// The value at a place of a block.
    fn value_in(&self, bytes: &[u8], mut place: u32) -> Result<u16, TableError> {
        let mut bits = Bits::new(bytes);
        let mut symbol = loop {
            let symbol = self.next_symbol(&mut bits)?;
            if place <= symbol.more {
                break symbol;
            }
            place -= symbol.more + 1;
            if bits.is_spent() {
                return Err(TableError::Damaged("a block"));
            }
        };
        // A symbol's halves have been measured with it, so they exist and are smaller.
        while symbol.more > 0 {
            let left = self.symbols[usize::from(symbol.left)];
            symbol = if place <= left.more {
                left
            } else {
                place -= left.more + 1;
                self.symbols[usize::from(symbol.right)]
            };
        }
        Ok(symbol.left)
    }

    fn next_symbol(&self, bits: &mut Bits<'_>) -> Result<Symbol, TableError> {
        let code = bits.next_64();
        // The last of them is 0.
        let longer = self.least.iter().take_while(|&&least| code < least).count();
        let length = self.shortest + longer as u32;
        let number = (code - self.least[longer]) >> (64 - length);
        bits.take(length);
        let symbol = usize::from(self.first[longer]).saturating_add(number as usize);
        self.symbols.get(symbol).copied().ok_or(TableError::Damaged("a code word"))
    }
}

/// Bits from the highest of the first byte on, and zeros behind the last.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bits, from the highest on.
    window: u64,
    /// How many bits of the window are there; the others are 0.
    ready: u32,
    /// The bits taken that no byte had.
    overdrawn: bool,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut bits = Self { bytes, window: 0, ready: 0, overdrawn: false };
        bits.fill();
        bits
    }

    /// The next bits, at least 32 of them unless the bytes have come to an end.
    fn next_64(&self) -> u64 {
        self.window
    }

    /// Whether more bits were taken than there are.
    fn is_spent(&self) -> bool {
        self.overdrawn
    }

    /// Goes on by so many bits, at most 32.
    fn take(&mut self, count: u32) {
        self.window <<= count;
        self.overdrawn |= self.ready < count;
        self.ready = self.ready.saturating_sub(count);
        self.fill();
    }

    fn fill(&mut self) {
        while self.ready <= 32
            && let Some((word, rest)) = self.bytes.split_first_chunk()
        {
            self.window |= u64::from(u32::from_be_bytes(*word)) << (32 - self.ready);
            self.ready += 32;
            self.bytes = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_order_and_end() {
        let mut bits = Bits::new(&[0x80, 0, 0, 1, 0xFF, 0, 0, 0]);
        assert_eq!(bits.next_64() >> 63, 1);
        bits.take(31);
        assert_eq!(bits.next_64() >> 55, 0b1_1111_1111);
        bits.take(32);
        assert!(!bits.is_spent());
        bits.take(1);
        assert!(!bits.is_spent());
        bits.take(1);
        assert!(bits.is_spent());
    }

    #[test]
    fn symbols_that_hold_themselves_are_refused() {
        let leaf = Symbol { left: 7, right: NO_HALF, more: 0 };
        let pair = |left, right| Symbol { left, right, more: 0 };
        let measured = |mut symbols: Vec<Symbol>| {
            let mut known = vec![Known::Nothing; symbols.len()];
            measure(&mut symbols, &mut known, 0)
        };
        assert_eq!(measured(vec![pair(1, 2), leaf, pair(1, 1)]), Ok(2));
        assert!(measured(vec![pair(1, 2), leaf, pair(0, 1)]).is_err());
        assert!(measured(vec![pair(1, 9), leaf]).is_err());
    }
}
