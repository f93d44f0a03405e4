//! Escape sequences and colours on standard output.

use std::ffi::OsString;
use std::io::{IsTerminal, stdout};

/// Returns true if standard output is a terminal with escape sequences.
pub(crate) fn has_escapes() -> bool {
    stdout().is_terminal() && knows_escapes(&variable("TERM"))
}

/// Returns true if text on standard output may have colours, by the environment variables `NO_COLOR`
/// (<https://no-color.org>), `CLICOLOR_FORCE`, `CLICOLOR` (<https://bixense.com/clicolors>) and `TERM`.
pub(crate) fn has_colors() -> bool {
    allows_colors(stdout().is_terminal(), variable)
}

fn variable(name: &str) -> OsString {
    std::env::var_os(name).unwrap_or_default()
}

/// Decides by the value of `TERM`, which Windows has no use for.
fn knows_escapes(term: &OsString) -> bool {
    if cfg!(windows) { term != "dumb" } else { !term.is_empty() && term != "dumb" }
}

/// Decides by the values of the variables, empty ones if they are not set.
fn allows_colors(on_terminal: bool, variable: impl Fn(&str) -> OsString) -> bool {
    if !variable("NO_COLOR").is_empty() {
        return false;
    }
    let force = variable("CLICOLOR_FORCE");
    if !force.is_empty() && force != "0" {
        return true;
    }
    on_terminal && variable("CLICOLOR") != "0" && knows_escapes(&variable("TERM"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_turns_colours_off_and_on() {
        for (on_terminal, variables, allowed) in [
            (true, &[("TERM", "xterm-256color")][..], true),
            (false, &[("TERM", "xterm-256color")], false),
            (true, &[("TERM", "xterm"), ("NO_COLOR", "")], true),
            (true, &[("TERM", "xterm"), ("NO_COLOR", "1")], false),
            (true, &[("TERM", "xterm"), ("NO_COLOR", "0")], false),
            (true, &[("TERM", "dumb")], false),
            (true, &[("TERM", "dumb"), ("CLICOLOR", "1")], false),
            (true, &[("TERM", "")], cfg!(windows)),
            (true, &[], cfg!(windows)),
            (true, &[("TERM", "xterm"), ("CLICOLOR", "0")], false),
            (true, &[("TERM", "xterm"), ("CLICOLOR", "1")], true),
            (true, &[("TERM", "xterm"), ("CLICOLOR", "")], true),
            (false, &[("CLICOLOR", "1")], false),
            (false, &[("CLICOLOR_FORCE", "1")], true),
            (false, &[("CLICOLOR_FORCE", "0")], false),
            (false, &[("CLICOLOR_FORCE", "")], false),
            (true, &[("TERM", "xterm"), ("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")], true),
            (true, &[("TERM", "xterm"), ("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], false),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map_or_else(OsString::new, |(_, value)| value.into())
            };
            assert_eq!(allows_colors(on_terminal, variable), allowed, "{variables:?}");
        }
    }
}
