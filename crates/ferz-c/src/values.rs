//! Values across the border: texts, buffers, moves and results.

use crate::status::{
    FERZ_ERROR_ARGUMENT, FERZ_ERROR_BUFFER, FERZ_ERROR_NULL, FERZ_ERROR_UTF8, Fault,
};
use ferz::Move;
use std::ffi::{CStr, c_char};

/// Returns a text of the caller.
///
/// # Safety
/// `text` is null, or ends with a zero byte and is not changed while the reference lives.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Fault> {
    // SAFETY: the caller's.
    let text = unsafe { optional_text(text) }?;
    text.ok_or_else(|| Fault::new(FERZ_ERROR_NULL, "the text is null"))
}

/// Returns a text of the caller, `None` for a null pointer.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn optional_text<'a>(text: *const c_char) -> Result<Option<&'a str>, Fault> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not null; the caller's.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|error| Fault::of(FERZ_ERROR_UTF8, error))
}

/// Returns values of the caller. The pointer may be null if there are none.
///
/// # Safety
/// `data` has `length` aligned values that are not changed while the reference lives.
#[inline(always)]
pub(crate) unsafe fn values<'a, T>(data: *const T, length: usize) -> Result<&'a [T], Fault> {
    if length == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Fault::new(FERZ_ERROR_NULL, "the data is null"));
    }
    if length > isize::MAX as usize / size_of::<T>() {
        return Err(Fault::new(FERZ_ERROR_ARGUMENT, "the data is longer than memory"));
    }
    // SAFETY: not null; the caller's.
    Ok(unsafe { std::slice::from_raw_parts(data, length) })
}

/// Stores a result.
///
/// # Safety
/// `to` is null or valid for writes.
#[inline(always)]
pub(crate) unsafe fn store<T>(to: *mut T, value: T) -> Result<(), Fault> {
    if to.is_null() {
        return Err(null_result());
    }
    // SAFETY: not null; the caller's.
    unsafe { to.write(value) };
    Ok(())
}

/// Returns the fault of a result without a place.
#[cold]
pub(crate) fn null_result() -> Fault {
    Fault::new(FERZ_ERROR_NULL, "the pointer for a result is null")
}

/// Stores a result that the caller can leave out with a null pointer.
///
/// # Safety
/// `to` is null or valid for writes.
#[inline(always)]
pub(crate) unsafe fn store_optional<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: not null; the caller's.
        unsafe { to.write(value) };
    }
}

/// Writes a text and a zero byte, and stores the length without it. A text that does not fit leaves an empty one.
///
/// # Safety
/// `buffer` has room for `capacity` bytes, or is null with a capacity of 0; `length` is null or valid.
pub(crate) unsafe fn write_text(
    text: &str,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Result<(), Fault> {
    // SAFETY: the caller's, for all writes: none exceeds the capacity.
    unsafe {
        store_optional(length, text.len());
        if buffer.is_null() && capacity > 0 {
            return Err(null_result());
        }
        if text.len() >= capacity {
            if capacity > 0 {
                buffer.write(0);
            }
            return Err(short_buffer(text.len() + 1, capacity));
        }
        buffer.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
        buffer.add(text.len()).write(0);
    }
    Ok(())
}

/// Copies values into the buffer of the caller and stores their number. Writes none if they do not fit.
///
/// # Safety
/// `buffer` has room for `capacity` values, or is null with a capacity of 0; `count` is null or valid.
#[inline(always)]
pub(crate) unsafe fn write_values<T: Copy>(
    values: &[T],
    buffer: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Fault> {
    // SAFETY: the caller's, for all writes: none exceeds the capacity.
    unsafe {
        store_optional(count, values.len());
        if values.len() > capacity {
            return Err(short_buffer(values.len(), capacity));
        }
        if buffer.is_null() {
            return if values.is_empty() { Ok(()) } else { Err(null_result()) };
        }
        buffer.copy_from_nonoverlapping(values.as_ptr(), values.len());
    }
    Ok(())
}

#[cold]
fn short_buffer(needed: usize, capacity: usize) -> Fault {
    Fault::new(FERZ_ERROR_BUFFER, format!("the buffer has {capacity} places, {needed} are needed"))
}

/// Writes a structure that begins with its size, as far as the caller's version of it goes.
///
/// # Safety
/// `to` is null or points to as many bytes as its first field, `struct_size`, says.
pub(crate) unsafe fn write_struct<T: Copy>(to: *mut T, mut value: T) -> Result<(), Fault> {
    if to.is_null() {
        return Err(null_result());
    }
    // SAFETY: the first field of such a structure is the size, which the caller has set.
    let size = unsafe { to.cast::<u32>().read() };
    check_size(size, size_of::<T>())?;
    // SAFETY: as above; the field belongs to the local value.
    unsafe {
        (&raw mut value).cast::<u32>().write(size);
        let bytes = (&raw const value).cast::<u8>();
        to.cast::<u8>().copy_from_nonoverlapping(bytes, (size as usize).min(size_of::<T>()));
    }
    Ok(())
}

/// Returns a structure of the caller that begins with its size.
///
/// # Safety
/// `from` is null or points to as many bytes as its first field, `struct_size`, says.
pub(crate) unsafe fn read_struct<T: Copy>(from: *const T) -> Result<T, Fault> {
    if from.is_null() {
        return Err(Fault::new(FERZ_ERROR_NULL, "the structure is null"));
    }
    // SAFETY: the first field of such a structure is the size, which the caller has set; a structure of that size is
    // initialised by the caller.
    unsafe {
        check_size(from.cast::<u32>().read(), size_of::<T>())?;
        Ok(from.read())
    }
}

/// Fails if a structure of the caller is smaller than that of the first version. All structures still have the
/// size of that version; a larger one is of a later version, whose further fields are left alone.
fn check_size(found: u32, first: usize) -> Result<(), Fault> {
    if (found as usize) < first {
        let message = format!("struct_size is {found}, expected at least {first}");
        return Err(Fault::new(FERZ_ERROR_ARGUMENT, message));
    }
    Ok(())
}

/// Returns the move of 16 bits, if the bits are those of a move.
pub(crate) fn move_of(bits: u16) -> Result<Move, Fault> {
    let illegal = || Fault::new(crate::status::FERZ_ERROR_ILLEGAL, format!("{bits} is no move"));
    Move::from_bits(bits).ok_or_else(illegal)
}
