//! One file of a tablebase: its header, and the value of a position.

use crate::fault::{TableError, TableKind};
use crate::material::Material;
use crate::number::{Numbering, Order, lead_file, piece_of};
use crate::pairs::{Described, Pairs};
use crate::store::{Reader, Store};
use crate::wdl::Wdl;
use ferz::{Color, Piece, Position};
use std::path::Path;

/// A file of a tablebase, ready to be asked.
pub(crate) struct Table {
    store: Store,
    material: Material,
    /// One part, or four where there are pawns: for each file of the foremost pawn.
    parts: Vec<Part>,
}

/// The part of a table for one file of the foremost pawn.
struct Part {
    /// What is to be asked with the stronger side to move, and with the other if that differs.
    sides: Vec<Side>,
    /// The flags of the first side.
    flags: u8,
    /// What the values of a DTZ table stand for, by the outcome; empty where they stand for
    /// themselves.
    distances: Vec<Vec<u16>>,
}

/// The positions of a part with one side to move.
struct Side {
    numbering: Numbering,
    size: u64,
    pairs: Pairs,
}

/// What a DTZ table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Distance {
    /// Plies to zeroing, less one.
    Plies(i32),
    /// The table has the positions with the other side to move only.
    OtherSide,
}

/// The flag in the header: each side to move has values of its own.
const SPLIT: u8 = 1;
/// Flags of a part of a DTZ table: the positions are those with Black to move.
const BLACK_TO_MOVE: u8 = 1;
/// The values stand for others, which lists tell.
const MAPPED: u8 = 2;
/// The distances of wins are in plies, not in moves.
const WIN_PLIES: u8 = 4;
/// The distances of losses are in plies, not in moves.
const LOSS_PLIES: u8 = 8;
/// The lists have numbers of two bytes.
const WIDE: u8 = 16;

impl Table {
    /// Checks what can be checked without reading the whole file: its beginning and its length.
    pub(crate) fn check(path: &Path, kind: TableKind) -> Result<(), TableError> {
        use std::io::Read;
        let mut file = std::fs::File::open(path)?;
        let mut magic = [0; 4];
        file.read_exact(&mut magic)?;
        // Blocks of 64 bytes, and a checksum of 16.
        let whole = file.metadata()?.len() % 64 == 16;
        if magic == kind.magic() && whole { Ok(()) } else { Err(TableError::NotATable) }
    }

    /// Reads the header of a file.
    pub(crate) fn open(
        path: &Path,
        kind: TableKind,
        material: Material,
    ) -> Result<Self, TableError> {
        let store = Store::open(path)?;
        let parts = read_parts(&mut Reader::new(&store), kind, &material)?;
        Ok(Self { store, material, parts })
    }

    /// The outcome of a position without castling rights or en passant. Where a capture is at least
    /// as good as any other move, it may say anything no better than that.
    pub(crate) fn wdl(&self, pos: &Position) -> Result<Wdl, TableError> {
        let view = View::of(&self.material, pos);
        let part = self.part(pos, view)?;
        let side = part.sides.get(view.other_side).or(part.sides.first());
        let side = side.ok_or(TableError::Damaged("its header"))?;
        let number = side.numbering.number(pos, view.flipped)?;
        let value = side.pairs.value(&self.store, number)?;
        Wdl::from_value(i32::from(value) - 2).ok_or(TableError::Damaged("a value"))
    }

    /// The distance to zeroing of a position whose outcome is known and is no draw, and in which no
    /// zeroing move is as good as any.
    pub(crate) fn distance(&self, pos: &Position, wdl: Wdl) -> Result<Distance, TableError> {
        let view = View::of(&self.material, pos);
        let part = self.part(pos, view)?;
        let side = part.sides.first().ok_or(TableError::Damaged("its header"))?;
        if usize::from(part.flags & BLACK_TO_MOVE) != view.other_side
            && !self.material.is_symmetric()
        {
            return Ok(Distance::OtherSide);
        }
        let number = side.numbering.number(pos, view.flipped)?;
        let value = side.pairs.value(&self.store, number)?;
        part.distance(value, wdl).map(Distance::Plies)
    }

    fn part(&self, pos: &Position, view: View) -> Result<&Part, TableError> {
        let first = &self.parts[0];
        let lead = first.sides.first().map(|side| side.numbering.leader());
        let file = match lead {
            Some(lead) if self.parts.len() > 1 => lead_file(pos, lead, view.flipped),
            _ => 0,
        };
        self.parts.get(file).ok_or(TableError::Damaged("its header"))
    }
}

/// How a table sees a position.
#[derive(Clone, Copy)]
struct View {
    /// The colours are exchanged.
    flipped: bool,
    /// 1 if the side that the table calls Black is to move, else 0.
    other_side: usize,
}

impl View {
    fn of(material: &Material, pos: &Position) -> Self {
        let white_to_move = pos.side_to_move() == Color::White;
        if material.is_symmetric() {
            // Whoever is to move is called White.
            return Self { flipped: !white_to_move, other_side: 0 };
        }
        let flipped = pos.material_key() != material.key();
        Self { flipped, other_side: usize::from(white_to_move == flipped) }
    }
}

impl Part {
    /// What a value of a DTZ table means, in plies less one.
    fn distance(&self, value: u16, wdl: Wdl) -> Result<i32, TableError> {
        let (list, in_plies) = match wdl {
            Wdl::Win => (0, WIN_PLIES),
            Wdl::Loss => (1, LOSS_PLIES),
            Wdl::CursedWin => (2, 0),
            Wdl::BlessedLoss | Wdl::Draw => (3, 0),
        };
        let mapped = if self.distances.is_empty() {
            Some(value)
        } else {
            self.distances.get(list).and_then(|list| list.get(usize::from(value))).copied()
        };
        let distance = i32::from(mapped.ok_or(TableError::Damaged("a value"))?);
        Ok(if self.flags & in_plies != 0 { distance } else { 2 * distance })
    }
}

fn read_parts(
    reader: &mut Reader<'_>,
    kind: TableKind,
    material: &Material,
) -> Result<Vec<Part>, TableError> {
    if reader.array()? != kind.magic() {
        return Err(TableError::NotATable);
    }
    let flags = reader.u8()?;
    let sides = if kind == TableKind::Wdl && flags & SPLIT != 0 { 2 } else { 1 };
    let files = if material.has_pawns() { 4 } else { 1 };
    let mut parts = Vec::new();
    for file in 0..files {
        let sides = read_numberings(reader, material, file, sides)?;
        parts.push(Part { sides, flags: 0, distances: Vec::new() });
    }
    reader.align(2);
    for part in &mut parts {
        for (i, side) in part.sides.iter_mut().enumerate() {
            let constant = |value| if kind == TableKind::Wdl { u16::from(value) } else { 0 };
            let Described { flags, pairs } = Pairs::describe(reader, side.size, constant)?;
            side.pairs = pairs;
            if i == 0 {
                part.flags = flags;
            }
        }
    }
    if kind == TableKind::Dtz {
        read_distances(reader, &mut parts)?;
    }
    let sides = |parts: &mut Vec<Part>, place: Place<'_>| {
        parts
            .iter_mut()
            .flat_map(|part| &mut part.sides)
            .try_for_each(|side| place(&mut side.pairs))
    };
    sides(&mut parts, &mut |pairs| pairs.place_index(reader))?;
    sides(&mut parts, &mut |pairs| pairs.place_lengths(reader))?;
    sides(&mut parts, &mut |pairs| pairs.place_data(reader))?;
    Ok(parts)
}

/// Notes where a kind of data lies.
type Place<'a> = &'a mut dyn FnMut(&mut Pairs) -> Result<(), TableError>;

/// Reads the men and the order of their groups, both sides to move in one byte: the first one in
/// the lower half.
fn read_numberings(
    reader: &mut Reader<'_>,
    material: &Material,
    file: usize,
    sides: usize,
) -> Result<Vec<Side>, TableError> {
    let pawns_of = |color| material.count(Piece::new(color, ferz::PieceType::Pawn)) > 0;
    let lead = reader.u8()?;
    let pawns = if Color::ALL.into_iter().all(pawns_of) { Some(reader.u8()?) } else { None };
    let men = reader.bytes(material.men())?;
    (0..sides)
        .map(|side| {
            let half = |byte: u8| byte >> (4 * side) & 0xF;
            let order = Order { lead: half(lead), pawns: pawns.map(half) };
            let pieces = men.iter().map(|&man| piece_of(half(man))).collect::<Result<_, _>>()?;
            let (numbering, size) = Numbering::new(material, order, pieces, file)?;
            Ok(Side { numbering, size, pairs: Pairs::Constant(0) })
        })
        .collect()
}

/// Reads what the values of a DTZ table stand for: a list for each outcome but the draw.
fn read_distances(reader: &mut Reader<'_>, parts: &mut [Part]) -> Result<(), TableError> {
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
            part.distances.push(list);
        }
    }
    reader.align(2);
    Ok(())
}
