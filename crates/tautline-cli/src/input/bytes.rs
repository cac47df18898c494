//! Reads a file in two steps, so that the format is checked before the rest is read.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::failure::Failure;

/// The number of bytes to read for recognizing the format.
const BEGINNING: u64 = 1 << 16;

/// The largest file to read, about 20 million vertices; it also bounds endless devices.
const MAX_BYTES: u64 = 1 << 31;

/// A file that is partly read.
#[derive(Debug)]
pub(super) struct Bytes<'f> {
    file: &'f Path,
    rest: File,
    read: Vec<u8>,
}

impl<'f> Bytes<'f> {
    pub(super) fn of(file: &'f Path) -> Result<Self, Failure> {
        let rest = File::open(file).map_err(|error| cannot_be_read(file, &error))?;
        if rest.metadata().is_ok_and(|found| found.len() > MAX_BYTES) {
            return Err(too_long(file));
        }
        Ok(Self { file, rest, read: Vec::new() })
    }

    /// Returns the first bytes; all bytes of a small file.
    pub(super) fn beginning(&mut self) -> Result<&[u8], Failure> {
        self.read_up_to(BEGINNING)?;
        Ok(&self.read)
    }

    /// Returns all bytes.
    pub(super) fn all(mut self) -> Result<Vec<u8>, Failure> {
        self.read_up_to(MAX_BYTES + 1)?;
        if self.read.len() as u64 > MAX_BYTES { Err(too_long(self.file)) } else { Ok(self.read) }
    }

    fn read_up_to(&mut self, count: u64) -> Result<(), Failure> {
        let missing = count.saturating_sub(self.read.len() as u64);
        let result = (&self.rest).take(missing).read_to_end(&mut self.read);
        result.map(|_| ()).map_err(|error| cannot_be_read(self.file, &error))
    }
}

fn cannot_be_read(file: &Path, error: &std::io::Error) -> Failure {
    Failure::unusable_file(file, format_args!("cannot read: {error}"))
}

fn too_long(file: &Path) -> Failure {
    Failure::unusable_file(file, "the file is longer than the limit of 2 GiB")
}
