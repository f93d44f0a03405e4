//! The check of the build script refuses files that are no networks.

#[path = "../../build/network_file.rs"]
mod network_file;

use ferz_nnue::{Network, Shape};
use network_file::check;

fn network(hidden: usize, buckets: usize) -> Vec<u8> {
    let network = Network::random(1, Shape::new(hidden, buckets).unwrap());
    network.with_provenance("a test").to_bytes()
}

#[test]
fn networks_of_all_shapes_are_accepted() {
    for (hidden, buckets) in [(64, 1), (128, 8), (256, 4)] {
        assert_eq!(check(&network(hidden, buckets)), Ok(()), "{hidden} x {buckets}");
    }
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let valid = network(64, 1);
    let len = valid.len();
    let reason = |bytes: &[u8]| check(bytes).unwrap_err();
    let begins = "not a network: begins with";
    assert_eq!(reason(b""), format!("{begins} \"\", expected \"FERZNNUE\""));
    let foreign = [&b"\x20\x2f\xf3\x7a"[..], &valid].concat();
    assert!(reason(&foreign).starts_with(&format!("{begins} \" /\\xf3z")));
    assert_eq!(reason(&valid[..20]), "20 bytes, expected at least 36");
    assert_eq!(reason(&valid[..len - 1]), format!("{} bytes, expected {len}", len - 1));
    let longer = [valid.as_slice(), b"\n"].concat();
    assert_eq!(reason(&longer), format!("{} bytes, expected {len}", len + 1));
    let mut version = valid.clone();
    version[8] = 1;
    assert_eq!(reason(&version), "network format version 1, expected 3");
    for (byte, expected) in [
        (12, "255 neurons, expected a multiple of 32 up to 1024"),
        (15, "4278190144 neurons, expected"),
        (16, "255 output buckets, expected 1, 2, 4 or 8"),
        (22, "scale of 167"),
        (28, "quantised by 255 and 255"),
    ] {
        let mut changed = valid.clone();
        changed[byte] = 0xFF;
        assert!(reason(&changed).starts_with(expected), "{byte}: {}", reason(&changed));
    }
    let mut larger = valid.clone();
    larger[12] = 96;
    assert!(reason(&larger).starts_with(&format!("{len} bytes, expected ")));
    for byte in [40, len / 2, len - 1] {
        let mut damaged = valid.clone();
        damaged[byte] ^= 1;
        assert!(reason(&damaged).starts_with("damaged: checksum "), "byte {byte}");
    }
}
