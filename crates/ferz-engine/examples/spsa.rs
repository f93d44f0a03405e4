//! The search parameters as OpenBench reads them for SPSA: `cargo run -p ferz-engine --example spsa`.
//! They are UCI options of `cargo build --release -p ferz-cli --features tune`.

use ferz_engine::params::PARAMETERS;

/// OpenBench's default of `R_end`, the final learning rate.
const R_END: f64 = 0.002;

fn main() {
    for parameter in PARAMETERS {
        let (name, default, step) = (parameter.name, parameter.default, parameter.step);
        println!("{name}, int, {default}, {}, {}, {step}, {R_END}", parameter.min, parameter.max);
    }
}
