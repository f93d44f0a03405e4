//! Selects the file of the embedded network: that of the environment variable `FERZ_EVALFILE`, which
//! `make EVALFILE=path` sets, else the network of this crate. A file that is no network ends the
//! build.

#[path = "build/network_file.rs"]
mod network_file;

use std::env::var_os;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rustc-env=FERZ_COMPILER={}", compiler());
    println!("cargo::rerun-if-env-changed=FERZ_EVALFILE");
    println!("cargo::rerun-if-changed=build");
    let file = match var_os("FERZ_EVALFILE").filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => {
            let package = var_os("CARGO_MANIFEST_DIR").expect("cargo sets the folder");
            PathBuf::from(package).join("network/default.nnue")
        }
    };
    match select(&file) {
        Ok(path) => println!("cargo::rustc-env=FERZ_NETWORK={}", path.display()),
        Err(reason) => println!("cargo::error=network {}: {reason}", file.display()),
    }
}

/// Returns the version of the compiler and the target, for the command `compiler`.
fn compiler() -> String {
    let rustc = var_os("RUSTC").expect("cargo sets the compiler");
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let target = std::env::var("TARGET").unwrap_or_default();
    format!("{} for {target}", version.unwrap_or_else(|_| "an unknown compiler".to_owned()))
}

/// Checks a network file and returns its absolute path.
///
/// # Errors
/// The reason for which the file cannot be embedded.
fn select(file: &Path) -> Result<PathBuf, String> {
    let path = file.canonicalize();
    let path = path.map_err(|error| format!("{error} (relative to ferz-engine)"))?;
    println!("cargo::rerun-if-changed={}", path.display());
    let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
    network_file::check(&bytes)?;
    Ok(path)
}
