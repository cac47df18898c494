//! Keys of shapes, watched paths and agents as numbers.

/// The most indices of keys that are numbers: with 31 bits of version they fill the 53 of a double.
pub(crate) const MOST_KEYS: u64 = 1 << 22;

/// Returns the number of a key, exact as a double. The lower half of its bits is an index, the upper half an odd version.
pub(crate) fn number_of_key(bits: u64) -> f64 {
    let (index, version) = (bits & 0xffff_ffff, bits >> 33);
    (version * MOST_KEYS + index) as f64
}

/// Returns the key of a number; `None` if no key has it.
pub(crate) fn key_of_number(number: f64) -> Option<u64> {
    let whole = number as u64;
    let version = 2 * (whole / MOST_KEYS) + 1;
    let key = (version << 32) + whole % MOST_KEYS;
    (whole as f64 == number && whole < 1 << 53).then_some(key)
}
