//! Instruction counts by callgrind, which are the same in each run and on a busy machine.

use crate::{ROWS, Workload};
use std::process::Command;

/// Returns the number of instructions of a case for each position. Each case runs this program once
/// more, under `valgrind`, and collects within [`crate::measured`] only.
///
/// # Errors
/// If the program or this machine cannot run under `valgrind`, or a count is wrong.
pub(crate) fn of_case(case: &Workload) -> Result<[f64; ROWS.len()], String> {
    if cfg!(target_feature = "avx512f") {
        return Err("valgrind does not support AVX-512: build with RUSTFLAGS=\"-C \
                    target-cpu=x86-64\""
            .to_owned());
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut instructions = [0.0; ROWS.len()];
    for (row, instructions) in ROWS.iter().zip(&mut instructions) {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg("--toggle-collect=*ferz_bench*measured*")
            .arg(&program)
            .args(["--once", case.name, row.name])
            .output()
            .map_err(|error| format!("valgrind: {error}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let collected = text.lines().find_map(|line| line.split_once("Collected : "));
        *instructions = collected
            .and_then(|(_, number)| number.trim().parse().ok())
            .filter(|&number| output.status.success() && number > 0.0)
            .ok_or_else(|| {
                format!("{}: no count of instructions from valgrind:\n{text}", case.name)
            })?;
    }
    Ok(instructions)
}
