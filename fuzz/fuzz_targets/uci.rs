//! Any line parses as a UCI command or reply or is refused with a message. A parsed value is written
//! as a line that parses to the same value.

#![no_main]

use ferz_uci::{Command, Reply};
use libfuzzer_sys::fuzz_target;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fn check<T>(line: &str)
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match line.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again = written.parse::<T>().ok();
            assert_eq!(again.as_ref(), Some(&value), "{line:?} is written as {written:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|text: &str| {
    // A carriage return within a line is written as a space, so such lines do not round-trip.
    for line in text.lines().filter(|line| !line.contains('\r')) {
        check::<Reply>(line);
        check::<Command>(line);
    }
});
