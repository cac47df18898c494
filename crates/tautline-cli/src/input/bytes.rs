//! The bytes of a file, its beginning first: what is no map is refused before the rest is read.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::failure::Failure;

/// What is read of a file to see what it is.
const BEGINNING: u64 = 1 << 16;

/// The most that is read of a file: some 20 million vertices. A device that never ends ends here.
const MOST: u64 = 1 << 31;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Bytes<'f> {
    file: &'f Path,
    rest: File,
    read: Vec<u8>,
}

impl<'f> Bytes<'f> {
    pub(super) fn of(file: &'f Path) -> Result<Self, Failure> {
        let rest = File::open(file).map_err(|error| cannot_be_read(file, &error))?;
        if rest.metadata().is_ok_and(|found| found.len() > MOST) {
            return Err(too_long(file));
        }
        Ok(Self { file, rest, read: Vec::new() })
    }

    /// The first bytes, all of a small file.
    pub(super) fn beginning(&mut self) -> Result<&[u8], Failure> {
        self.read_up_to(BEGINNING)?;
        Ok(&self.read)
    }

    /// All bytes.
    pub(super) fn all(mut self) -> Result<Vec<u8>, Failure> {
        self.read_up_to(MOST + 1)?;
        match self.read.len() as u64 > MOST {
            true => Err(too_long(self.file)),
            false => Ok(self.read),
        }
    }

    fn read_up_to(&mut self, count: u64) -> Result<(), Failure> {
        let missing = count.saturating_sub(self.read.len() as u64);
        let result = (&self.rest).take(missing).read_to_end(&mut self.read);
        result.map(|_| ()).map_err(|error| cannot_be_read(self.file, &error))
    }
}

fn cannot_be_read(file: &Path, error: &std::io::Error) -> Failure {
    Failure::unusable_file(file, format_args!("cannot be read: {error}"))
}

fn too_long(file: &Path) -> Failure {
    Failure::unusable_file(file, "longer than 2 GiB, the most that is read of a file")
}
