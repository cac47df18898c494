//! Saved games as bytes: any serde value in a frame that tells damage and other versions.
//!
//! | bytes | type | holds |
//! |---|---|---|
//! | 8 | | the signature `89 53 41 56 0D 0A 1A 0A` (`SAV`, framed as that of a `.nav` file is) |
//! | 4 | u32 | the version, 1 |
//! | 8 | u64 | `T`, the length of the text |
//! | T | UTF-8 | the value as JSON, each number with all its bits |
//! | 4 | u32 | the CRC-32 of all bytes before |
//!
//! Numbers are little-endian.

use serde::{Serialize, de::DeserializeOwned};

const SIGNATURE: [u8; 8] = *b"\x89SAV\r\n\x1a\n";
const VERSION: u32 = 1;
const HEADER_LENGTH: usize = 20;
const CHECKSUM_LENGTH: usize = 4;

/// The reason why a value cannot be written as bytes, or bytes do not hold it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The bytes do not begin with the signature. They are of another format.
    #[error("not a saved state: the signature is missing")]
    NoSignature,
    /// The version of the frame is unknown. Load it with the release that wrote it.
    #[error("the saved state is of version {found}; this library reads version {known}")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// The length is not that of the header: the bytes are cut off, or followed by others.
    #[error("the saved state should have {expected} bytes and has {found}: truncated or damaged")]
    Length {
        /// The number of bytes by the header.
        expected: u64,
        /// The number of bytes.
        found: u64,
    },
    /// The checksum is wrong: some bytes have changed.
    #[error("the saved state is damaged: its checksum is {found:08x}, not {expected:08x}")]
    Checksum {
        /// The checksum in the bytes.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// The bytes are undamaged and hold a value of another type, or the value cannot be JSON.
    #[error("the saved state holds another value: {message}")]
    Value {
        /// The message of the JSON parser.
        message: String,
    },
}

/// Writes a value as bytes: a state of the engine, or a struct of the caller that holds several.
///
/// JSON has no infinite numbers and no NaN; the states of the engine hold none. Keys of maps have to be text or
/// numbers.
///
/// Complexity: linear in the value.
///
/// ```
/// use navmesh_core::PathQuery;
/// use navmesh_io::{read_state, write_state};
/// let saved = (PathQuery::new([0.1, 0.2], [9.0, 4.0]), "level 3");
/// let bytes = write_state(&saved)?;
/// assert_eq!(read_state::<(PathQuery, String)>(&bytes)?.0, saved.0);
/// assert!(read_state::<(PathQuery, String)>(&bytes[1..]).is_err());
/// # Ok::<(), navmesh_io::StateError>(())
/// ```
///
/// # Errors
///
/// [`StateError::Value`] if the value has no form in JSON.
pub fn write_state<T: Serialize>(value: &T) -> Result<Vec<u8>, StateError> {
    let mut bytes = Vec::from(SIGNATURE);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 8]);
    serde_json::to_writer(&mut bytes, value).map_err(|error| value_error(&error))?;
    let length = (bytes.len() - HEADER_LENGTH) as u64;
    bytes[HEADER_LENGTH - 8..HEADER_LENGTH].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    Ok(bytes)
}

/// Reads a value that [`write_state`] has written. Memory is bounded by the length of the bytes.
///
/// Complexity: linear in the bytes.
///
/// # Errors
///
/// [`StateError`]: the bytes are damaged, of another version, or hold a value of another type.
pub fn read_state<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StateError> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(StateError::NoSignature);
    }
    let found = bytes.len() as u64;
    let short = StateError::Length { expected: (HEADER_LENGTH + CHECKSUM_LENGTH) as u64, found };
    let version = field(bytes, SIGNATURE.len()).ok_or_else(|| short.clone())?;
    let version = u32::from_le_bytes(version);
    if version != VERSION {
        return Err(StateError::Version { found: version, known: VERSION });
    }
    let length = u64::from_le_bytes(field(bytes, HEADER_LENGTH - 8).ok_or_else(|| short.clone())?);
    let expected = length.saturating_add((HEADER_LENGTH + CHECKSUM_LENGTH) as u64);
    if expected != found {
        return Err(StateError::Length { expected, found });
    }
    let end = bytes.len() - CHECKSUM_LENGTH;
    let (expected, found) =
        (u32::from_le_bytes(field(bytes, end).ok_or(short)?), crc32fast::hash(&bytes[..end]));
    if expected != found {
        return Err(StateError::Checksum { expected, found });
    }
    serde_json::from_slice(&bytes[HEADER_LENGTH..end]).map_err(|error| value_error(&error))
}

/// Returns the bytes at an offset, if they are there.
fn field<const N: usize>(bytes: &[u8], offset: usize) -> Option<[u8; N]> {
    bytes.get(offset..)?.first_chunk().copied()
}

fn value_error(error: &serde_json::Error) -> StateError {
    StateError::Value { message: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        write_state(&(vec![0.1_f64 + 0.2, -0.0, 5e-324, f64::MAX], "level")).expect("a value")
    }

    #[test]
    fn numbers_are_read_back_bit_for_bit() {
        let (numbers, name): (Vec<f64>, String) = read_state(&sample()).expect("undamaged");
        let bits: Vec<u64> = numbers.into_iter().map(f64::to_bits).collect();
        assert_eq!(bits, [0.1 + 0.2, -0.0, 5e-324, f64::MAX].map(f64::to_bits));
        assert_eq!(name, "level");
    }

    #[test]
    fn bytes_that_are_cut_off_changed_or_followed_by_others_are_refused() {
        let whole = sample();
        let is_read = |bytes: &[u8]| read_state::<(Vec<f64>, String)>(bytes).is_ok();
        assert!(is_read(&whole));
        for length in 0..whole.len() {
            assert!(!is_read(&whole[..length]), "{length}");
        }
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_read(&changed), "{bit}");
        }
        assert!(!is_read(&[&whole[..], b"0"].concat()));
    }

    #[test]
    fn another_version_and_another_type_are_named() {
        let mut later = sample();
        later[8] = 2;
        let known = VERSION;
        assert_eq!(read_state::<u32>(&later), Err(StateError::Version { found: 2, known }));
        assert!(matches!(read_state::<u32>(&sample()), Err(StateError::Value { .. })));
        let mut longer = sample();
        longer[12..20].fill(0xff);
        assert!(matches!(read_state::<u32>(&longer), Err(StateError::Length { .. })));
    }
}
