//! Selects the file of the embedded network: that of the environment variable `FERZ_EVALFILE`, which
//! `make EVALFILE=path` sets, else the network of this crate.

use std::env::var_os;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=FERZ_EVALFILE");
    let file = match var_os("FERZ_EVALFILE").filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => {
            let package = var_os("CARGO_MANIFEST_DIR").expect("cargo sets the folder");
            PathBuf::from(package).join("network/default.nnue")
        }
    };
    let Ok(path) = file.canonicalize() else {
        println!(
            "cargo::error=FERZ_EVALFILE: no file {} (relative to ferz-engine)",
            file.display()
        );
        return;
    };
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=FERZ_NETWORK={}", path.display());
}
