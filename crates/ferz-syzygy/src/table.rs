//! One table file: its header and the values of positions.

use crate::checksum;
use crate::error::{TableError, TableKind};
use crate::file::{HeaderReader, TableFile};
use crate::index::{GroupOrder, PositionIndex, decode_piece, leading_file};
use crate::material::Material;
use crate::pairs::PairsData;
use crate::wdl::Wdl;
use ferz::{Color, Piece, PieceType, Position};
use std::ops::ControlFlow;
use std::path::Path;

/// An open table file.
pub(crate) struct SyzygyTable {
    file: TableFile,
    material: Material,
    /// One part, or four for tables with pawns: one for each file of the leading pawn, a to d.
    parts: Vec<FilePart>,
}

/// The part of a table for one file of the leading pawn.
struct FilePart {
    /// The data of each side to move that the table stores, White first. DTZ tables and tables of
    /// symmetric material store one side.
    sides: Vec<SideData>,
    /// The flags of the first side.
    flags: u8,
    /// The lists that map the stored values of a DTZ table to distances: for wins, losses, cursed
    /// wins and blessed losses. Empty if the stored values are the distances.
    dtz_map: Vec<Vec<u16>>,
}

/// The positions of a part with one side to move.
struct SideData {
    positions: PositionIndex,
    /// The number of indices.
    size: u64,
    values: PairsData,
}

/// The largest file, in bytes, that is read whole for probes: all tables of four men and most WDL
/// tables of five fit.
const MAX_IN_MEMORY: u64 = 4 << 20;
/// The largest file, in bytes, whose checksum is verified when the directory is opened.
const MAX_VERIFIED: u64 = 1 << 20;
/// The header flag of a WDL table that stores both sides to move.
const SPLIT: u8 = 1;
/// The flag of a part of a DTZ table with the positions with Black to move.
const BLACK_TO_MOVE: u8 = 1;
/// The flag of a part of a DTZ table with lists that map the stored values.
const MAPPED: u8 = 2;
/// The flag of a part of a DTZ table that stores wins in plies instead of moves.
const WIN_PLIES: u8 = 4;
/// The flag of a part of a DTZ table that stores losses in plies instead of moves.
const LOSS_PLIES: u8 = 8;
/// The flag of a part of a DTZ table whose lists have entries of two bytes.
const WIDE: u8 = 16;

const INVALID_HEADER: TableError = TableError::Damaged("header");
const INVALID_VALUE: TableError = TableError::Damaged("value");

impl SyzygyTable {
    /// Checks the magic bytes and the length of a file, without reading the rest.
    fn check(path: &Path, kind: TableKind) -> Result<(), TableError> {
        use std::io::Read;
        let mut file = std::fs::File::open(path)?;
        let mut magic = [0; 4];
        file.read_exact(&mut magic)?;
        // A table consists of blocks of 64 bytes and a checksum of 16.
        let is_table_len = file.metadata()?.len() % 64 == 16;
        if magic == kind.magic() && is_table_len { Ok(()) } else { Err(TableError::NotATable) }
    }

    /// Opens a file and reads its header. A file that is read whole must match its checksum.
    pub(crate) fn open(
        path: &Path,
        kind: TableKind,
        material: Material,
    ) -> Result<Self, TableError> {
        Self::read(TableFile::open(path, MAX_IN_MEMORY)?, kind, material)
    }

    /// Validates a file: magic bytes, length and header, and the checksum if the file is small.
    pub(crate) fn validate(
        path: &Path,
        kind: TableKind,
        material: Material,
    ) -> Result<(), TableError> {
        Self::check(path, kind)?;
        Self::read(TableFile::open(path, MAX_VERIFIED)?, kind, material).map(drop)
    }

    /// Verifies the checksum of a file of any size. Calls `progress` with the number of bytes of each
    /// part of the file, and ends if it breaks.
    pub(crate) fn verify(
        path: &Path,
        progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        checksum::verify_while(&TableFile::open(path, 0)?, progress)
    }

    /// Reads the header of a file. Verifies the checksum of a file in memory.
    fn read(file: TableFile, kind: TableKind, material: Material) -> Result<Self, TableError> {
        if matches!(file, TableFile::InMemory(_)) {
            checksum::verify(&file)?;
        }
        let parts = read_parts(&mut HeaderReader::new(&file), kind, &material)?;
        Ok(Self { file, material, parts })
    }

    /// Returns the outcome of a position without castling rights and en passant. If a capture is at
    /// least as good as every other move, the result may be any outcome up to that of the capture.
    pub(crate) fn wdl(&self, pos: &Position) -> Result<Wdl, TableError> {
        let (flipped, to_move) = self.orientation(pos);
        let part = self.part(pos, flipped)?;
        let side = part.sides.get(to_move).or(part.sides.first()).ok_or(INVALID_HEADER)?;
        let index = side.positions.index_of(pos, flipped)?;
        let value = side.values.value(&self.file, index)?;
        Wdl::from_value(i32::from(value) - 2).ok_or(INVALID_VALUE)
    }

    /// Returns the distance to zeroing in plies, minus one, of a position whose outcome `wdl` is not a
    /// draw and in which no zeroing move is a best move; `None` if the table stores only positions with
    /// the other side to move.
    pub(crate) fn dtz(&self, pos: &Position, wdl: Wdl) -> Result<Option<i32>, TableError> {
        let (flipped, to_move) = self.orientation(pos);
        let part = self.part(pos, flipped)?;
        let side = part.sides.first().ok_or(INVALID_HEADER)?;
        let stored_side = usize::from(part.flags & BLACK_TO_MOVE);
        if stored_side != to_move && !self.material.is_symmetric() {
            return Ok(None);
        }
        let index = side.positions.index_of(pos, flipped)?;
        let value = side.values.value(&self.file, index)?;
        part.dtz_plies(value, wdl).map(Some)
    }

    /// Returns true if the colours of the position are those of the table exchanged, and the side to
    /// move in the table's colours: 0 for White, 1 for Black.
    fn orientation(&self, pos: &Position) -> (bool, usize) {
        let white_to_move = pos.side_to_move() == Color::White;
        if self.material.is_symmetric() {
            // Only positions with White to move are stored.
            return (!white_to_move, 0);
        }
        let flipped = pos.material_key() != self.material.key();
        (flipped, usize::from(white_to_move == flipped))
    }

    /// Returns the part for the position's leading pawn.
    fn part(&self, pos: &Position, flipped: bool) -> Result<&FilePart, TableError> {
        let leading = self.parts[0].sides.first().map(|side| side.positions.leading_piece());
        let file = match leading {
            Some(pawn) if self.parts.len() > 1 => leading_file(pos, pawn, flipped),
            _ => 0,
        };
        self.parts.get(file).ok_or(INVALID_HEADER)
    }
}

impl FilePart {
    /// Converts a stored value of a DTZ table to plies minus one.
    fn dtz_plies(&self, value: u16, wdl: Wdl) -> Result<i32, TableError> {
        let (list, plies_flag) = match wdl {
            Wdl::Win => (0, WIN_PLIES),
            Wdl::Loss => (1, LOSS_PLIES),
            Wdl::CursedWin => (2, 0),
            Wdl::BlessedLoss | Wdl::Draw => (3, 0),
        };
        let mapped = if self.dtz_map.is_empty() {
            Some(value)
        } else {
            self.dtz_map.get(list).and_then(|list| list.get(usize::from(value))).copied()
        };
        let distance = i32::from(mapped.ok_or(INVALID_VALUE)?);
        Ok(if self.flags & plies_flag != 0 { distance } else { 2 * distance })
    }
}

/// Reads the header of a table. The data of one sort follow each other for all parts and sides:
/// piece lists, headers of the values, DTZ maps, sparse indices, block lengths, blocks.
fn read_parts(
    reader: &mut HeaderReader<'_>,
    kind: TableKind,
    material: &Material,
) -> Result<Vec<FilePart>, TableError> {
    if reader.array()? != kind.magic() {
        return Err(TableError::NotATable);
    }
    let flags = reader.u8()?;
    let side_count = if kind == TableKind::Wdl && flags & SPLIT != 0 { 2 } else { 1 };
    let part_count = if material.has_pawns() { 4 } else { 1 };
    let mut parts = Vec::new();
    for file in 0..part_count {
        let sides = read_sides(reader, material, file, side_count)?;
        parts.push(FilePart { sides, flags: 0, dtz_map: Vec::new() });
    }
    reader.align(2);
    for part in &mut parts {
        for (i, side) in part.sides.iter_mut().enumerate() {
            let constant = |value| if kind == TableKind::Wdl { u16::from(value) } else { 0 };
            let (flags, values) = PairsData::read_header(reader, side.size, constant)?;
            side.values = values;
            if i == 0 {
                part.flags = flags;
            }
        }
    }
    if kind == TableKind::Dtz {
        read_dtz_maps(reader, &mut parts)?;
    }
    let sides = parts.iter_mut().flat_map(|part| &mut part.sides);
    PairsData::locate(sides.map(|side| &mut side.values), reader)?;
    if !reader.is_at_checksum() {
        return Err(TableError::Damaged("file length"));
    }
    Ok(parts)
}

/// Reads the order of the groups and the piece list of a part. Each byte holds the entry of the
/// first side in its lower half and that of the second side in its upper half.
fn read_sides(
    reader: &mut HeaderReader<'_>,
    material: &Material,
    file: usize,
    side_count: usize,
) -> Result<Vec<SideData>, TableError> {
    let has_pawns = |color| material.count(Piece::new(color, PieceType::Pawn)) > 0;
    let leading = reader.u8()?;
    let other_pawns = if Color::ALL.into_iter().all(has_pawns) { Some(reader.u8()?) } else { None };
    let piece_codes = reader.bytes(material.men())?;
    (0..side_count)
        .map(|side| {
            let half = |byte: u8| byte >> (4 * side) & 0xF;
            let order = GroupOrder { leading: half(leading), other_pawns: other_pawns.map(half) };
            let pieces = piece_codes
                .iter()
                .map(|&code| decode_piece(half(code)))
                .collect::<Result<_, _>>()?;
            let (positions, size) = PositionIndex::new(material, order, pieces, file)?;
            // The values follow later in the header.
            Ok(SideData { positions, size, values: PairsData::Constant(0) })
        })
        .collect()
}

/// Reads the lists that map the stored values of a DTZ table, one for each outcome but a draw.
fn read_dtz_maps(reader: &mut HeaderReader<'_>, parts: &mut [FilePart]) -> Result<(), TableError> {
    for part in parts.iter_mut().filter(|part| part.flags & MAPPED != 0) {
        if part.flags & WIDE != 0 {
            reader.align(2);
        }
        for _ in 0..4 {
            let list = if part.flags & WIDE != 0 {
                let len = reader.u16()?;
                (0..len).map(|_| reader.u16()).collect::<Result<Vec<_>, _>>()?
            } else {
                let len = reader.u8()?;
                reader.bytes(len.into())?.iter().map(|&byte| u16::from(byte)).collect()
            };
            part.dtz_map.push(list);
        }
    }
    reader.align(2);
    Ok(())
}
