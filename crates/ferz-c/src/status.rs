//! Status codes and the error message of a thread.

use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Success.
pub const FERZ_OK: i32 = 0;
/// A handle or another pointer is null.
pub const FERZ_ERROR_NULL: i32 = 1;
/// The handle was freed or never existed.
pub const FERZ_ERROR_HANDLE: i32 = 2;
/// The handle is that of another type.
pub const FERZ_ERROR_TYPE: i32 = 3;
/// The buffer is too small. The needed length is stored.
pub const FERZ_ERROR_BUFFER: i32 = 4;
/// A text is not UTF-8.
pub const FERZ_ERROR_UTF8: i32 = 5;
/// A text cannot be parsed: a FEN, a move or an option.
pub const FERZ_ERROR_PARSE: i32 = 6;
/// A move is not legal.
pub const FERZ_ERROR_ILLEGAL: i32 = 7;
/// A number is out of its range, or `struct_size` is too small.
pub const FERZ_ERROR_ARGUMENT: i32 = 8;
/// There is no such tag, node, option, game, move to undo or tablebase.
pub const FERZ_ERROR_NOT_FOUND: i32 = 9;
/// A file cannot be read.
pub const FERZ_ERROR_IO: i32 = 10;
/// A search is running.
pub const FERZ_ERROR_BUSY: i32 = 11;
/// The time of a wait has passed.
pub const FERZ_ERROR_TIMEOUT: i32 = 12;
/// The function cannot be called from a callback of an engine.
pub const FERZ_ERROR_CALLBACK: i32 = 13;
/// More objects exist than handles, or memory or a thread is not available.
pub const FERZ_ERROR_LIMIT: i32 = 14;
/// An error of the library, which was caught. The object of the call should be freed.
pub const FERZ_ERROR_INTERNAL: i32 = 15;

/// The reason that a call fails.
#[derive(Debug)]
pub(crate) struct Fault {
    code: i32,
    message: Cow<'static, str>,
}

impl Fault {
    #[cold]
    pub(crate) fn new(code: i32, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into() }
    }

    #[cold]
    pub(crate) fn of(code: i32, error: impl Display) -> Self {
        Self::new(code, error.to_string())
    }

    pub(crate) fn code(&self) -> i32 {
        self.code
    }

    /// Stores the message and returns the code.
    #[cold]
    fn report(self) -> i32 {
        self.remember();
        self.code
    }

    /// Stores the message for `ferz_last_error`.
    #[cold]
    pub(crate) fn remember(&self) {
        // Without storage, as when a thread ends, the code remains.
        let _ = MESSAGE.try_with(|message| {
            let mut message = message.borrow_mut();
            message.clear();
            // A text with zero bytes would end early in C.
            message.extend(self.message.chars().filter(|&c| c != '\0'));
        });
    }
}

thread_local! {
    /// The message of the last error of this thread.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the body of a function of the interface. A panic becomes [`FERZ_ERROR_INTERNAL`].
#[inline(always)]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Fault>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => FERZ_OK,
        Ok(Err(fault)) => fault.report(),
        Err(payload) => panicked(payload),
    }
}

/// Runs the body of one of the functions that programs call most, and `failed` if it returns nothing, which
/// finds and reports the reason. Apart from the body, the reason takes no registers and stack from it.
#[inline(always)]
pub(crate) fn guard_or(body: impl FnOnce() -> Option<()>, failed: impl FnOnce() -> i32) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Some(())) => FERZ_OK,
        Ok(None) => failed(),
        Err(payload) => panicked(payload),
    }
}

#[cold]
#[inline(never)]
fn panicked(payload: Box<dyn Any + Send>) -> i32 {
    drop(payload);
    Fault::new(FERZ_ERROR_INTERNAL, "an error of the library").report()
}

/// Returns the message of the last error of this thread; empty before the first one.
pub(crate) fn last_message() -> String {
    MESSAGE.try_with(|message| message.borrow().clone()).unwrap_or_default()
}
