//! `SquareSet`: a mutable set of squares with the operators of integers and of Python's sets.
//!
//! Methods that change a set read the other operand first, since it can be the same set.

use crate::arguments::{Clamped, SquareArg};
use ferz::{Bitboard, File, Rank, Square, attacks};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

/// A set of squares as an integer mask of any size, of which 64 bits count.
#[derive(Clone, Copy)]
pub(crate) struct MaskArg(pub(crate) Bitboard);

impl<'py> FromPyObject<'_, 'py> for MaskArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mask) = object.extract::<u64>() {
            return Ok(Self(Bitboard(mask)));
        }
        if let Ok(set) = object.cast::<SquareSet>() {
            return Ok(Self(set.try_borrow()?.squares));
        }
        let number = object.py().get_type::<PyInt>().call1((object,))?;
        Ok(Self(Bitboard(number.call_method1("__and__", (u64::MAX,))?.extract()?)))
    }
}

/// A set of squares as a mask, a `SquareSet` or an iterable of squares.
#[derive(Clone, Copy)]
pub(crate) struct SquaresArg(pub(crate) Bitboard);

impl<'py> FromPyObject<'_, 'py> for SquaresArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let not_a_mask = match object.extract::<MaskArg>() {
            Ok(mask) => return Ok(Self(mask.0)),
            Err(error) => error,
        };
        let Ok(squares) = object.try_iter() else { return Err(not_a_mask) };
        let mut mask = Bitboard::EMPTY;
        for square in squares {
            mask = mask.with(square?.extract::<SquareArg>()?.0);
        }
        Ok(Self(mask))
    }
}

/// A set of squares.
///
/// `SquareSet(squares)` takes an integer mask, another set or an iterable of squares. The operators
/// `&`, `|`, `^`, `-`, `~`, `<<` and `>>` work on the 64-bit mask, and the methods are those of
/// Python's `set`.
#[pyclass(subclass, module = "ferz")]
#[derive(Clone, Copy)]
pub struct SquareSet {
    pub(crate) squares: Bitboard,
}

/// Iterator over squares by ascending or descending number.
#[pyclass(module = "ferz")]
pub struct SquareIterator {
    squares: Bitboard,
    reversed: bool,
}

#[pymethods]
impl SquareIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<u8> {
        let square = if self.reversed { self.squares.last() } else { self.squares.first() }?;
        self.squares = self.squares.without(square);
        Some(square as u8)
    }

    fn __length_hint__(&self) -> usize {
        self.squares.len()
    }
}

/// Iterator over the subsets of a set as integer masks.
#[pyclass(module = "ferz")]
pub struct SubsetIterator {
    subsets: ferz::Subsets,
}

#[pymethods]
impl SubsetIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<u64> {
        self.subsets.next().map(|subset| subset.0)
    }
}

impl SquareSet {
    /// Creates a set.
    pub(crate) const fn of(squares: Bitboard) -> Self {
        Self { squares }
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares=None))]
    fn new(squares: Option<SquaresArg>) -> Self {
        Self::of(squares.map_or(Bitboard::EMPTY, |argument| argument.0))
    }

    /// Creates the set of the squares between two squares on a common rank, file or diagonal,
    /// without the two.
    #[staticmethod]
    fn between(a: SquareArg, b: SquareArg) -> Self {
        Self::of(attacks::between(a.0, b.0))
    }

    /// Creates the set of all squares of the rank, file or diagonal through two squares, or the
    /// empty set if they have none in common.
    #[staticmethod]
    fn ray(a: SquareArg, b: SquareArg) -> Self {
        Self::of(attacks::line(a.0, b.0))
    }

    /// Creates the set of one square.
    #[staticmethod]
    fn from_square(square: SquareArg) -> Self {
        Self::of(Bitboard::of(square.0))
    }

    /// The squares as an integer mask: bit 0 is a1, bit 63 is h8.
    #[getter]
    fn mask(&self) -> u64 {
        self.squares.0
    }

    #[setter]
    fn set_mask(&mut self, mask: SquaresArg) {
        self.squares = mask.0;
    }

    /// Returns true if the sets have no square in common.
    fn isdisjoint(&self, other: SquaresArg) -> bool {
        !self.squares.intersects(other.0)
    }

    /// Returns true if every square of this set is in the other.
    fn issubset(&self, other: SquaresArg) -> bool {
        self.squares.is_subset(other.0)
    }

    /// Returns true if every square of the other set is in this one.
    fn issuperset(&self, other: SquaresArg) -> bool {
        other.0.is_subset(self.squares)
    }

    /// Returns the squares in either set.
    fn union(&self, other: SquaresArg) -> Self {
        Self::of(self.squares | other.0)
    }

    /// Returns the squares in both sets.
    fn intersection(&self, other: SquaresArg) -> Self {
        Self::of(self.squares & other.0)
    }

    /// Returns the squares in this set that are not in the other.
    fn difference(&self, other: SquaresArg) -> Self {
        Self::of(self.squares - other.0)
    }

    /// Returns the squares in exactly one of the sets.
    fn symmetric_difference(&self, other: SquaresArg) -> Self {
        Self::of(self.squares ^ other.0)
    }

    /// Adds the squares of other sets.
    #[pyo3(signature = (*others))]
    fn update(slf: &Bound<'_, Self>, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        for other in others {
            let other = other.extract::<SquaresArg>()?;
            slf.borrow_mut().squares |= other.0;
        }
        Ok(())
    }

    /// Keeps the squares that are also in all other sets.
    #[pyo3(signature = (*others))]
    fn intersection_update(slf: &Bound<'_, Self>, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        for other in others {
            let other = other.extract::<SquaresArg>()?;
            slf.borrow_mut().squares &= other.0;
        }
        Ok(())
    }

    /// Removes the squares of another set.
    fn difference_update(slf: &Bound<'_, Self>, other: SquaresArg) {
        slf.borrow_mut().squares -= other.0;
    }

    /// Keeps the squares in exactly one of the sets.
    fn symmetric_difference_update(slf: &Bound<'_, Self>, other: SquaresArg) {
        slf.borrow_mut().squares ^= other.0;
    }

    /// Adds a square.
    fn add(&mut self, square: SquareArg) {
        self.squares = self.squares.with(square.0);
    }

    /// Removes a square. Raises `KeyError` if it is not in the set.
    fn remove(&mut self, square: SquareArg) -> PyResult<()> {
        if !self.squares.contains(square.0) {
            return Err(PyKeyError::new_err(square.0 as u8));
        }
        self.squares = self.squares.without(square.0);
        Ok(())
    }

    /// Removes a square if it is in the set.
    fn discard(&mut self, square: SquareArg) {
        self.squares = self.squares.without(square.0);
    }

    /// Removes and returns the lowest square. Raises `KeyError` if the set is empty.
    fn pop(&mut self) -> PyResult<u8> {
        let square = self.squares.pop_first();
        square
            .map(|square| square as u8)
            .ok_or_else(|| PyKeyError::new_err("pop from empty SquareSet"))
    }

    /// Removes all squares.
    fn clear(&mut self) {
        self.squares = Bitboard::EMPTY;
    }

    /// Returns a copy.
    fn copy(&self) -> Self {
        *self
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    /// Returns an iterator over the subsets as integer masks, the empty set first.
    fn carry_rippler(&self) -> SubsetIterator {
        SubsetIterator { subsets: self.squares.subsets() }
    }

    /// Returns the set mirrored top to bottom.
    fn mirror(&self) -> Self {
        Self::of(self.squares.flip_ranks())
    }

    /// Returns a list of 64 booleans, `True` for the squares of the set.
    fn tolist(&self) -> Vec<bool> {
        Square::ALL.into_iter().map(|square| self.squares.contains(square)).collect()
    }

    fn __contains__(&self, square: SquareArg) -> bool {
        self.squares.contains(square.0)
    }

    fn __iter__(&self) -> SquareIterator {
        SquareIterator { squares: self.squares, reversed: false }
    }

    fn __reversed__(&self) -> SquareIterator {
        SquareIterator { squares: self.squares, reversed: true }
    }

    fn __len__(&self) -> usize {
        self.squares.len()
    }

    fn __bool__(&self) -> bool {
        self.squares.any()
    }

    fn __eq__(&self, other: SquaresArg) -> bool {
        self.squares == other.0
    }

    fn __or__(&self, other: SquaresArg) -> Self {
        self.union(other)
    }

    fn __ror__(&self, other: SquaresArg) -> Self {
        self.union(other)
    }

    fn __ior__(slf: &Bound<'_, Self>, other: SquaresArg) {
        slf.borrow_mut().squares |= other.0;
    }

    fn __and__(&self, other: SquaresArg) -> Self {
        self.intersection(other)
    }

    fn __rand__(&self, other: SquaresArg) -> Self {
        self.intersection(other)
    }

    fn __iand__(slf: &Bound<'_, Self>, other: SquaresArg) {
        slf.borrow_mut().squares &= other.0;
    }

    fn __xor__(&self, other: SquaresArg) -> Self {
        self.symmetric_difference(other)
    }

    fn __rxor__(&self, other: SquaresArg) -> Self {
        self.symmetric_difference(other)
    }

    fn __ixor__(slf: &Bound<'_, Self>, other: SquaresArg) {
        slf.borrow_mut().squares ^= other.0;
    }

    fn __sub__(&self, other: SquaresArg) -> Self {
        self.difference(other)
    }

    fn __rsub__(&self, other: SquaresArg) -> Self {
        Self::of(other.0 - self.squares)
    }

    fn __isub__(slf: &Bound<'_, Self>, other: SquaresArg) {
        slf.borrow_mut().squares -= other.0;
    }

    fn __invert__(&self) -> Self {
        Self::of(!self.squares)
    }

    fn __lshift__(&self, shift: Clamped) -> PyResult<Self> {
        Ok(Self::of(Bitboard(self.squares.0.checked_shl(bits(shift)?).unwrap_or(0))))
    }

    fn __rshift__(&self, shift: Clamped) -> PyResult<Self> {
        Ok(Self::of(Bitboard(self.squares.0.checked_shr(bits(shift)?).unwrap_or(0))))
    }

    fn __ilshift__(&mut self, shift: Clamped) -> PyResult<()> {
        *self = self.__lshift__(shift)?;
        Ok(())
    }

    fn __irshift__(&mut self, shift: Clamped) -> PyResult<()> {
        *self = self.__rshift__(shift)?;
        Ok(())
    }

    fn __int__(&self) -> u64 {
        self.squares.0
    }

    fn __index__(&self) -> u64 {
        self.squares.0
    }

    fn __repr__(&self) -> String {
        let digits = format!("{:016x}", self.squares.0);
        let groups = [&digits[..4], &digits[4..8], &digits[8..12], &digits[12..]];
        format!("SquareSet(0x{})", groups.join("_"))
    }

    fn __str__(&self) -> String {
        let row = |rank| {
            let square = |file| Square::new(file, rank);
            let mark = |file| if self.squares.contains(square(file)) { "1" } else { "." };
            File::ALL.map(mark).join(" ")
        };
        Rank::ALL.into_iter().rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u64,)) {
        (slf.get_type().into_any(), (slf.borrow().squares.0,))
    }

    /// Returns a picture for Jupyter.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::package::svg(slf.py(), "board", 400, &[("squares", slf.as_any())])
    }
}

/// Returns the number of bits of a shift, at most 64. Raises `ValueError` if it is negative.
fn bits(shift: Clamped) -> PyResult<u32> {
    let bits = u64::try_from(shift.0).map_err(|_| PyValueError::new_err("negative shift count"))?;
    Ok(bits.min(64) as u32)
}

/// Returns an iterator over the squares of a mask, a1 first.
#[pyfunction]
pub(crate) fn scan_forward(bb: SquaresArg) -> SquareIterator {
    SquareIterator { squares: bb.0, reversed: false }
}

/// Returns an iterator over the squares of a mask, h8 first.
#[pyfunction]
pub(crate) fn scan_reversed(bb: SquaresArg) -> SquareIterator {
    SquareIterator { squares: bb.0, reversed: true }
}

/// Returns the mask of the squares between two squares on a common line, without the two.
#[pyfunction]
pub(crate) fn between(a: SquareArg, b: SquareArg) -> u64 {
    attacks::between(a.0, b.0).0
}

/// Returns the mask of the whole rank, file or diagonal through two squares, or 0.
#[pyfunction]
pub(crate) fn ray(a: SquareArg, b: SquareArg) -> u64 {
    attacks::line(a.0, b.0).0
}
