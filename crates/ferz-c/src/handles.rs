//! Handles: pointers that are never dereferenced, but looked up in a table.
//!
//! A handle holds the kind of its object, the index of a slot and the generation of the slot. A slot stores the whole
//! handle while its object lives, so that one comparison of 64 bits tells null, freed, foreign and wrong handles from
//! the right one. The table is an array whose memory stays valid for the whole program: a look-up of any number reads
//! valid memory, and takes two loads without a lock.

use crate::status::{FERZ_ERROR_HANDLE, FERZ_ERROR_LIMIT, FERZ_ERROR_NULL, FERZ_ERROR_TYPE, Fault};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(not(target_pointer_width = "64"))]
compile_error!("handles need pointers of 64 bits");

const KIND_BITS: u32 = 4;
const INDEX_BITS: u32 = 20;
/// The first bit of the generation; the bits between index and generation are zero.
const GENERATION_SHIFT: u32 = 32;
/// The first generation. With the highest bit set a handle is no address of a program: Go's garbage collector ends the
/// program if a pointer looks like one into its heap. Small numbers are no handles either.
const FIRST_GENERATION: u64 = 1 << 63;

/// The number of objects that can exist at once.
const CAPACITY: usize = 1 << INDEX_BITS;

/// The kind of an object, in the lowest bits of its handles. None is zero, so that no handle is null and no slot
/// without an object equals a handle.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Position = 1,
    Game = 2,
    Book = 3,
    Tablebases = 4,
    Engine = 5,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Position, Self::Game, Self::Book, Self::Tablebases, Self::Engine];

    fn of(handle: u64) -> Option<Self> {
        let bits = handle & ((1 << KIND_BITS) - 1);
        Self::ALL.into_iter().find(|&kind| kind as u64 == bits)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Game => "game",
            Self::Book => "book",
            Self::Tablebases => "tablebases",
            Self::Engine => "engine",
        }
    }
}

/// An object that one thread uses at a time.
pub(crate) trait Exclusive: Sized {
    /// The type of the handle in C.
    type Handle;
    const KIND: Kind;
}

/// An object that several threads may use at once.
pub(crate) trait Shared: Sized + Send + Sync {
    /// The type of the handle in C.
    type Handle;
    const KIND: Kind;
}

struct Slot {
    /// The handle of the object; without one the next generation, shifted.
    handle: AtomicU64,
    /// A `Box` of an exclusive object, an `Arc` of a shared one.
    object: AtomicPtr<c_void>,
}

static SLOTS: [Slot; CAPACITY] =
    [const { Slot { handle: AtomicU64::new(0), object: AtomicPtr::new(null_mut()) } }; CAPACITY];

/// The slots without an object.
struct FreeSlots {
    /// Slots whose object was freed.
    freed: Vec<u32>,
    /// The first slot that never had an object.
    unused: usize,
}

static FREE: Mutex<FreeSlots> = Mutex::new(FreeSlots { freed: Vec::new(), unused: 0 });

fn free_slots() -> MutexGuard<'static, FreeSlots> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the slot to which a handle points. Any number points to one.
#[inline(always)]
fn slot(handle: u64) -> &'static Slot {
    &SLOTS[(handle >> KIND_BITS) as usize & (CAPACITY - 1)]
}

/// Stores an object and returns its handle.
fn insert(kind: Kind, object: *mut c_void) -> Result<u64, Fault> {
    let mut free = free_slots();
    let index = match free.freed.pop() {
        Some(index) => index as usize,
        None if free.unused < CAPACITY => {
            free.unused += 1;
            free.unused - 1
        }
        None => return Err(Fault::new(FERZ_ERROR_LIMIT, "more than 1048576 objects")),
    };
    let slot = &SLOTS[index];
    let generation = slot.handle.load(Relaxed).max(FIRST_GENERATION);
    let handle = generation | (index as u64) << KIND_BITS | kind as u64;
    slot.object.store(object, Relaxed);
    slot.handle.store(handle, Release);
    Ok(handle)
}

/// Removes the object of a handle from its slot and returns it.
fn remove(handle: u64) -> Result<(Kind, *mut c_void), Fault> {
    let kind = Kind::of(handle).ok_or_else(|| Fault::of_handle(handle, None))?;
    let mut free = free_slots();
    let slot = slot(handle);
    if slot.handle.load(Relaxed) != handle {
        return Err(Fault::of_handle(handle, None));
    }
    let object = slot.object.swap(null_mut(), Relaxed);
    let generation = (handle >> GENERATION_SHIFT) + 1;
    // A slot whose generations are used up stays empty: with generation 0 an old handle would be valid again.
    slot.handle.store(generation << GENERATION_SHIFT, Release);
    if generation >> GENERATION_SHIFT == 0 {
        free.freed.push((handle >> KIND_BITS) as u32 & (CAPACITY as u32 - 1));
    }
    Ok((kind, object))
}

impl Fault {
    /// Returns the fault of a handle that is not that of an object of the expected kind.
    #[cold]
    fn of_handle(handle: u64, expected: Option<Kind>) -> Self {
        if handle == 0 {
            return Self::new(FERZ_ERROR_NULL, "the handle is null");
        }
        let found = Kind::of(handle).filter(|_| slot(handle).handle.load(Relaxed) == handle);
        match (found, expected) {
            (Some(found), Some(expected)) => Self::new(
                FERZ_ERROR_TYPE,
                format!("expected the handle of a {}, found a {}", expected.name(), found.name()),
            ),
            _ => Self::new(FERZ_ERROR_HANDLE, "the handle was freed or never existed"),
        }
    }
}

/// Creates an object that one thread uses at a time.
pub(crate) fn create<T: Exclusive>(object: T) -> Result<*mut T::Handle, Fault> {
    let object = Box::into_raw(Box::new(object));
    match insert(T::KIND, object.cast()) {
        Ok(handle) => Ok(handle as usize as *mut T::Handle),
        Err(fault) => {
            // SAFETY: made by `Box::into_raw` above, and stored nowhere.
            drop(unsafe { Box::from_raw(object) });
            Err(fault)
        }
    }
}

/// Creates an object that several threads may use at once.
pub(crate) fn create_shared<T: Shared>(object: T) -> Result<*mut T::Handle, Fault> {
    let object = Arc::into_raw(Arc::new(object));
    match insert(T::KIND, object.cast_mut().cast()) {
        Ok(handle) => Ok(handle as usize as *mut T::Handle),
        Err(fault) => {
            // SAFETY: made by `Arc::into_raw` above, and stored nowhere.
            drop(unsafe { Arc::from_raw(object) });
            Err(fault)
        }
    }
}

/// Returns the pointer to an exclusive object, if there is one with this handle.
#[inline(always)]
fn find<T: Exclusive>(handle: *const T::Handle) -> Option<*mut T> {
    let handle = handle as usize as u64;
    let slot = slot(handle);
    let is_kind = handle & ((1 << KIND_BITS) - 1) == T::KIND as u64;
    (is_kind && slot.handle.load(Acquire) == handle).then(|| slot.object.load(Relaxed).cast())
}

/// Returns the pointer to an exclusive object.
#[inline(always)]
fn exclusive<T: Exclusive>(handle: *const T::Handle) -> Result<*mut T, Fault> {
    find(handle).ok_or_else(|| Fault::of_handle(handle as usize as u64, Some(T::KIND)))
}

/// Returns the object of a handle for changes, as [`get_mut`] does, without the reason of a failure.
///
/// # Safety
/// As for [`get_mut`].
#[inline(always)]
pub(crate) unsafe fn find_mut<'a, T: Exclusive>(handle: *const T::Handle) -> Option<&'a mut T> {
    // SAFETY: a slot with this handle has a `Box` of `T`, by its kind; the caller excludes other uses.
    find(handle).map(|object| unsafe { &mut *object })
}

/// Returns the object of a handle for reading.
///
/// # Safety
/// No other thread changes or frees the object while the reference lives.
#[inline(always)]
pub(crate) unsafe fn get<'a, T: Exclusive>(handle: *const T::Handle) -> Result<&'a T, Fault> {
    let object = exclusive::<T>(handle)?;
    // SAFETY: a slot with this handle has a `Box` of `T`, by its kind; the caller excludes changes.
    Ok(unsafe { &*object })
}

/// Returns the object of a handle for changes.
///
/// # Safety
/// No other reference to the object is in use, and no other thread frees it.
#[inline(always)]
pub(crate) unsafe fn get_mut<'a, T: Exclusive>(
    handle: *const T::Handle,
) -> Result<&'a mut T, Fault> {
    let object = exclusive::<T>(handle)?;
    // SAFETY: a slot with this handle has a `Box` of `T`, by its kind; the caller excludes other uses.
    Ok(unsafe { &mut *object })
}

/// Returns a shared object, which lives until its last user drops it.
pub(crate) fn share<T: Shared>(handle: *const T::Handle) -> Result<Arc<T>, Fault> {
    let handle = handle as usize as u64;
    // The lock keeps another thread from freeing the object between the check and the count.
    let _free = free_slots();
    let slot = slot(handle);
    if slot.handle.load(Relaxed) != handle || Kind::of(handle) != Some(T::KIND) {
        return Err(Fault::of_handle(handle, Some(T::KIND)));
    }
    let object: *const T = slot.object.load(Relaxed).cast_const().cast();
    // SAFETY: a slot with this handle has an `Arc` of `T`, by its kind, which the lock keeps there.
    unsafe {
        Arc::increment_strong_count(object);
        Ok(Arc::from_raw(object))
    }
}

/// Returns the kind that a handle names; its object need not exist.
pub(crate) fn kind(handle: *const c_void) -> Option<Kind> {
    Kind::of(handle as usize as u64)
}

/// The object of a handle that was freed.
pub(crate) struct Freed {
    pub(crate) kind: Kind,
    object: *mut c_void,
}

/// Takes the object of a handle, which is no longer valid.
pub(crate) fn take(handle: *const c_void) -> Result<Freed, Fault> {
    let (kind, object) = remove(handle as usize as u64)?;
    Ok(Freed { kind, object })
}

impl Freed {
    /// Returns an exclusive object.
    ///
    /// # Safety
    /// `T` has the kind of the object, and no reference to it is in use.
    pub(crate) unsafe fn into_exclusive<T: Exclusive>(self) -> Box<T> {
        // SAFETY: made by `create`.
        unsafe { Box::from_raw(self.object.cast()) }
    }

    /// Returns a shared object.
    ///
    /// # Safety
    /// `T` has the kind of the object.
    pub(crate) unsafe fn into_shared<T: Shared>(self) -> Arc<T> {
        // SAFETY: made by `create_shared`.
        unsafe { Arc::from_raw(self.object.cast_const().cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number(u64);

    impl Exclusive for Number {
        type Handle = u8;
        const KIND: Kind = Kind::Position;
    }

    #[test]
    fn handles_of_a_slot_differ_by_generation() {
        let mut earlier = Vec::new();
        for number in 0..100 {
            let handle = create(Number(number)).unwrap();
            // SAFETY: no other thread has the handle.
            assert_eq!(unsafe { get::<Number>(handle) }.unwrap().0, number);
            let code = |&old: &*mut u8| exclusive::<Number>(old).unwrap_err().code();
            assert!(earlier.iter().all(|old| code(old) == FERZ_ERROR_HANDLE));
            assert!(!earlier.contains(&handle));
            // No address of a program: garbage collectors take it for one otherwise.
            assert!(handle as usize as u64 >= 1 << 63);
            let freed = take(handle.cast()).unwrap();
            // SAFETY: created with this type above.
            drop(unsafe { freed.into_exclusive::<Number>() });
            assert!(take(handle.cast()).is_err());
            earlier.push(handle);
        }
    }

    #[test]
    fn any_number_is_refused_as_a_handle() {
        for _ in 0..100_000 {
            let number = fastrand::u64(..) >> fastrand::u32(..64);
            // No test of this crate comes to generation 100,000.
            let number = number | 100_000 << GENERATION_SHIFT;
            assert!(exclusive::<Number>(number as usize as *const u8).is_err());
        }
        assert_eq!(exclusive::<Number>(null_mut()).unwrap_err().code(), FERZ_ERROR_NULL);
    }
}
