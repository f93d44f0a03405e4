use ferz_engine::eval::default_network;
use ferz_engine::{Control, bench};

/// Any change of the search, the evaluation or the network alters the count.
#[test]
fn the_bench_searches_as_many_nodes_as_its_signature() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/bench-signature");
    // A published package has no such file.
    let Ok(signature) = std::fs::read_to_string(file) else { return };
    let result =
        bench::run(Some(default_network()), bench::DEPTH, &Control::new(false), |_, _| {}).unwrap();
    assert_eq!(result.nodes.to_string(), signature.trim());
}
