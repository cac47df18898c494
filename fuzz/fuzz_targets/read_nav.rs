//! Any bytes as a `.nav` file, its checksum made right; what reads is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::{read_nav, read_surface, write_nav, write_surface};

fuzz_target!(|bytes: &[u8]| {
    // With the checksum that a file that was changed should have, in place of its own or behind it.
    let without = &bytes[..bytes.len().saturating_sub(4)];
    for body in [without, bytes] {
        let whole = [body, &checksum(body).to_le_bytes()].concat();
        if let Ok(mesh) = read_nav(&whole) {
            mesh.assert_invariants();
            let again = read_nav(&write_nav(&mesh)).expect("what is written reads");
            assert_eq!(again.to_raw(), mesh.to_raw());
        }
        if let Ok((_, Some(surface))) = read_surface(&whole) {
            let again = read_surface(&write_surface(&surface)).expect("what is written reads");
            assert_eq!(again.1.expect("heights").heights(), surface.heights());
        }
    }
    drop(read_nav(bytes));
});

/// The CRC-32 of zlib and PNG, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}
