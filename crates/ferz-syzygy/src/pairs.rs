//! The compressed values of a table: recursive pairing (Larsson and Moffat's Re-Pair), then a
//! canonical Huffman code.
//!
//! A symbol stands for one value or for a pair of symbols, and so for a run of values. The code
//! words of the symbols are packed into blocks of a fixed size in bytes. The sparse index holds a
//! block and an offset into it for every `1 << span_bits` values; from there the number of values
//! in each block leads to the block of any value.

use crate::error::TableError;
use crate::file::{HeaderReader, TableFile};

/// The values of the positions of one part of a table and one side to move.
pub(crate) enum PairsData {
    /// All positions have the same value.
    Constant(u16),
    Compressed(Box<CompressedPairs>),
}

/// The decoding tables of compressed values, and the file offsets of their blocks.
pub(crate) struct CompressedPairs {
    symbols: Vec<Symbol>,
    /// The length of the shortest code word, in bits.
    min_code_len: u32,
    /// The lowest code word of each length, `min_code_len` first, left-aligned in 64 bits. The
    /// values do not increase and the last one is 0.
    base_code: Vec<u64>,
    /// The symbol of the lowest code word of each length.
    base_symbol: Vec<u16>,
    /// The binary logarithm of the size of a block in bytes.
    block_size_bits: u32,
    /// The number of blocks in the file.
    block_count: u32,
    /// The number of entries in the list of block lengths, which may be padded.
    block_length_count: u32,
    /// The binary logarithm of the number of values for each entry of the sparse index.
    span_bits: u32,
    /// The number of entries in the sparse index.
    sparse_index_len: u64,
    /// The file offset of the sparse index.
    sparse_index_offset: u64,
    /// The file offset of the block lengths: for each block the number of its values, minus one.
    block_lengths_offset: u64,
    /// The file offset of the first block.
    blocks_offset: u64,
}

/// A node of the pairing: a leaf with one value, or a pair of symbols.
#[derive(Clone, Copy)]
struct Symbol {
    /// The left symbol of a pair, or the value of a leaf.
    left: u16,
    /// The right symbol of a pair, or [`LEAF`].
    right: u16,
    /// The number of values that the symbol stands for, minus one; 0 for a leaf only.
    len_minus_one: u32,
}

/// The marker of a leaf in place of its right symbol.
const LEAF: u16 = 0xFFF;
/// The flag for a part whose positions all have the same value.
const SINGLE_VALUE: u8 = 0x80;
/// The size of an entry of the sparse index in bytes: a block in four and an offset in two.
const SPARSE_ENTRY_SIZE: u64 = 6;

impl PairsData {
    /// Reads the header for `size` values and returns its flags and the values. `constant` converts
    /// the byte of a single value.
    pub(crate) fn read_header(
        reader: &mut HeaderReader<'_>,
        size: u64,
        constant: impl Fn(u8) -> u16,
    ) -> Result<(u8, Self), TableError> {
        let flags = reader.u8()?;
        if flags & SINGLE_VALUE != 0 {
            return Ok((flags, Self::Constant(constant(reader.u8()?))));
        }
        let [block_size_bits, span_bits, padding] = reader.array()?.map(u32::from);
        let block_count = reader.u32()?;
        let [max_code_len, min_code_len] = reader.array()?.map(u32::from);
        if !(1..=max_code_len).contains(&min_code_len) || max_code_len > 32 {
            return Err(TableError::Damaged("code word lengths"));
        }
        if block_size_bits > 16 || !(1..=31).contains(&span_bits) {
            return Err(TableError::Damaged("block size or index span"));
        }
        let base_symbol: Vec<u16> =
            (min_code_len..=max_code_len).map(|_| reader.u16()).collect::<Result<_, _>>()?;
        let symbol_count = reader.u16()?;
        let symbols = read_symbols(reader, symbol_count)?;
        let compressed = CompressedPairs {
            symbols,
            min_code_len,
            base_code: base_codes(&base_symbol, min_code_len),
            base_symbol,
            block_size_bits,
            block_count,
            block_length_count: block_count
                .checked_add(padding)
                .ok_or(TableError::Damaged("number of blocks"))?,
            span_bits,
            sparse_index_len: size.div_ceil(1 << span_bits),
            sparse_index_offset: 0,
            block_lengths_offset: 0,
            blocks_offset: 0,
        };
        Ok((flags, Self::Compressed(Box::new(compressed))))
    }

    /// Skips the sparse indices of all values of a table, then their block lengths, then their
    /// blocks, and stores the offsets.
    pub(crate) fn locate<'a>(
        values: impl Iterator<Item = &'a mut Self>,
        reader: &mut HeaderReader<'_>,
    ) -> Result<(), TableError> {
        let compressed = |values| match values {
            &mut Self::Constant(_) => None,
            Self::Compressed(pairs) => Some(pairs),
        };
        let mut compressed: Vec<_> = values.filter_map(compressed).collect();
        for pairs in &mut compressed {
            pairs.sparse_index_offset = reader.skip(pairs.sparse_index_len * SPARSE_ENTRY_SIZE)?;
        }
        for pairs in &mut compressed {
            pairs.block_lengths_offset = reader.skip(u64::from(pairs.block_length_count) * 2)?;
        }
        for pairs in &mut compressed {
            reader.align(64);
            let len = u64::from(pairs.block_count) << pairs.block_size_bits;
            pairs.blocks_offset = reader.skip(len)?;
        }
        Ok(())
    }

    /// Returns the value at an index.
    pub(crate) fn value(&self, file: &TableFile, index: u64) -> Result<u16, TableError> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Compressed(pairs) => pairs.value(file, index),
        }
    }
}

/// Reads the symbols, three bytes each: the left and the right symbol in twelve bits each.
fn read_symbols(reader: &mut HeaderReader<'_>, count: u16) -> Result<Vec<Symbol>, TableError> {
    let bytes = reader.bytes(3 * usize::from(count))?;
    let (triples, _) = bytes.as_chunks::<3>();
    let mut symbols: Vec<Symbol> = triples
        .iter()
        .map(|&[a, b, c]| Symbol {
            left: u16::from(a) | u16::from(b & 0xF) << 8,
            right: u16::from(c) << 4 | u16::from(b >> 4),
            len_minus_one: 0,
        })
        .collect();
    // An odd number of symbols is padded to an even number of bytes.
    reader.skip(u64::from(count & 1))?;
    let mut visits = vec![SymbolMark::Unvisited; symbols.len()];
    for symbol in 0..symbols.len() {
        set_len(&mut symbols, &mut visits, symbol)?;
    }
    Ok(symbols)
}

/// The state of a symbol in the depth-first search of [`set_len`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum SymbolMark {
    Unvisited,
    InProgress,
    Done,
}

/// Computes `len_minus_one` of a symbol and of all symbols below it. Returns an error if a symbol
/// contains itself or one that does not exist.
fn set_len(
    symbols: &mut [Symbol],
    visits: &mut [SymbolMark],
    symbol: usize,
) -> Result<u32, TableError> {
    let error = TableError::Damaged("symbol");
    match visits.get(symbol) {
        None | Some(SymbolMark::InProgress) => return Err(error),
        Some(SymbolMark::Done) => return Ok(symbols[symbol].len_minus_one),
        Some(SymbolMark::Unvisited) => visits[symbol] = SymbolMark::InProgress,
    }
    let Symbol { left, right, .. } = symbols[symbol];
    if right != LEAF {
        let left = set_len(symbols, visits, left.into())?;
        let right = set_len(symbols, visits, right.into())?;
        symbols[symbol].len_minus_one =
            left.checked_add(right).and_then(|sum| sum.checked_add(1)).ok_or(error)?;
    }
    visits[symbol] = SymbolMark::Done;
    Ok(symbols[symbol].len_minus_one)
}

/// Computes the lowest code word of each length. Code words of one length are consecutive, and
/// longer code words are lower, so the lowest symbols of all lengths determine them.
fn base_codes(base_symbol: &[u16], min_code_len: u32) -> Vec<u64> {
    let mut base_code = vec![0_u64; base_symbol.len()];
    for i in (0..base_symbol.len() - 1).rev() {
        let sum = base_code[i + 1].wrapping_add(base_symbol[i].into());
        base_code[i] = sum.wrapping_sub(base_symbol[i + 1].into()) / 2;
    }
    for (len, code) in (min_code_len..).zip(&mut base_code) {
        *code <<= 64 - len;
    }
    base_code
}

impl CompressedPairs {
    /// Returns the value at an index.
    fn value(&self, file: &TableFile, index: u64) -> Result<u16, TableError> {
        let (block, offset) = self.find_block(file, index)?;
        if block >= self.block_count {
            return Err(TableError::Damaged("block number"));
        }
        let block_offset = self.blocks_offset + (u64::from(block) << self.block_size_bits);
        let bytes = file.bytes(block_offset, 1 << self.block_size_bits)?;
        self.decode(&bytes, offset)
    }

    /// Returns the block that holds the value at an index, and the value's offset in the block.
    fn find_block(&self, file: &TableFile, index: u64) -> Result<(u32, u32), TableError> {
        let entry = index >> self.span_bits;
        if entry >= self.sparse_index_len {
            return Err(TableError::Damaged("table size"));
        }
        let [a, b, c, d, e, f] =
            file.array(self.sparse_index_offset + entry * SPARSE_ENTRY_SIZE)?;
        let mut block = u32::from_le_bytes([a, b, c, d]);
        // The entry locates the middle value of its span.
        let middle = 1_i64 << (self.span_bits - 1);
        let from_middle = (index & ((1 << self.span_bits) - 1)) as i64 - middle;
        let mut offset = i64::from(u16::from_le_bytes([e, f])) + from_middle;
        while offset < 0 {
            block = block.checked_sub(1).ok_or(TableError::Damaged("sparse index"))?;
            offset += self.block_len(file, block)?;
        }
        loop {
            let len = self.block_len(file, block)?;
            if offset < len {
                return Ok((block, offset as u32));
            }
            offset -= len;
            block += 1;
        }
    }

    /// Returns the number of values in a block.
    fn block_len(&self, file: &TableFile, block: u32) -> Result<i64, TableError> {
        if block >= self.block_length_count {
            return Err(TableError::Damaged("sparse index"));
        }
        let len_minus_one =
            u16::from_le_bytes(file.array(self.block_lengths_offset + 2 * u64::from(block))?);
        Ok(i64::from(len_minus_one) + 1)
    }

    /// Returns the value at an offset in a block.
    fn decode(&self, block: &[u8], mut offset: u32) -> Result<u16, TableError> {
        let mut bits = BitReader::new(block);
        let mut symbol = loop {
            let symbol = self.next_symbol(&mut bits)?;
            if offset <= symbol.len_minus_one {
                break symbol;
            }
            offset -= symbol.len_minus_one + 1;
            if bits.overrun {
                return Err(TableError::Damaged("block"));
            }
        };
        // `set_len` has checked that both symbols of a pair exist and that pairs end in leaves.
        while symbol.len_minus_one > 0 {
            let left = self.symbols[usize::from(symbol.left)];
            symbol = if offset <= left.len_minus_one {
                left
            } else {
                offset -= left.len_minus_one + 1;
                self.symbols[usize::from(symbol.right)]
            };
        }
        Ok(symbol.left)
    }

    /// Decodes the next code word.
    fn next_symbol(&self, bits: &mut BitReader<'_>) -> Result<Symbol, TableError> {
        let window = bits.window;
        // Ends before the last length at the latest, whose base code is 0.
        let length_index = self.base_code.iter().take_while(|&&base| window < base).count();
        let len = self.min_code_len + length_index as u32;
        let rank = (window - self.base_code[length_index]) >> (64 - len);
        bits.consume(len);
        let symbol = usize::from(self.base_symbol[length_index]).saturating_add(rank as usize);
        self.symbols.get(symbol).copied().ok_or(TableError::Damaged("code word"))
    }
}

/// A reader of bits, from the most significant bit of the first byte. Zeros follow the last byte.
struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next bits, left-aligned: at least 32 of them before the end of the bytes. The bits after
    /// `available` are 0.
    window: u64,
    /// The number of bits in the window.
    available: u32,
    /// Set once more bits were consumed than the bytes have.
    overrun: bool,
}

impl<'a> BitReader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut bits = Self { bytes, window: 0, available: 0, overrun: false };
        bits.refill();
        bits
    }

    /// Consumes at most 32 bits.
    fn consume(&mut self, count: u32) {
        self.window <<= count;
        self.overrun |= self.available < count;
        self.available = self.available.saturating_sub(count);
        self.refill();
    }

    fn refill(&mut self) {
        while self.available <= 32
            && let Some((word, rest)) = self.bytes.split_first_chunk()
        {
            self.window |= u64::from(u32::from_be_bytes(*word)) << (32 - self.available);
            self.available += 32;
            self.bytes = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_in_order_and_overrun_is_detected() {
        let mut bits = BitReader::new(&[0x80, 0, 0, 1, 0xFF, 0, 0, 0]);
        assert_eq!(bits.window >> 63, 1);
        bits.consume(31);
        assert_eq!(bits.window >> 55, 0b1_1111_1111);
        bits.consume(32);
        assert!(!bits.overrun);
        bits.consume(1);
        assert!(!bits.overrun);
        bits.consume(1);
        assert!(bits.overrun);
    }

    #[test]
    fn recursive_and_missing_symbols_are_refused() {
        let leaf = Symbol { left: 7, right: LEAF, len_minus_one: 0 };
        let pair = |left, right| Symbol { left, right, len_minus_one: 0 };
        let len_minus_one = |mut symbols: Vec<Symbol>| {
            let mut visits = vec![SymbolMark::Unvisited; symbols.len()];
            set_len(&mut symbols, &mut visits, 0)
        };
        assert_eq!(len_minus_one(vec![pair(1, 2), leaf, pair(1, 1)]), Ok(2));
        assert!(len_minus_one(vec![pair(1, 2), leaf, pair(0, 1)]).is_err());
        assert!(len_minus_one(vec![pair(1, 9), leaf]).is_err());
    }
}
