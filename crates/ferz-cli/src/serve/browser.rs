//! The browser of the person who started the program.

use std::process::{Command, Stdio};

/// Opens an address in the default browser. Ignores errors: the address has been printed.
pub(super) fn open(address: &str) {
    let Some((program, arguments)) = opener() else { return };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        let _ = std::thread::Builder::new().spawn(move || child.wait());
    }
}

/// Returns the program that opens addresses; `None` without a desktop, where it would start a browser of text in this
/// terminal.
fn opener() -> Option<(&'static str, &'static [&'static str])> {
    if cfg!(windows) {
        // `start` takes the first argument in quotes for a title.
        return Some(("cmd", &["/C", "start", ""]));
    }
    if cfg!(target_os = "macos") {
        return Some(("open", &[]));
    }
    let has_desktop =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    has_desktop.then_some(("xdg-open", &[]))
}
