//! The numbers of a file, in little-endian order.

use super::error::RecastFault;

/// Reads numbers one after the other.
#[derive(Debug, Clone)]
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    /// Returns the bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Takes so many bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<Bytes<'a>, RecastFault> {
        if count > self.rest.len() {
            return Err(RecastFault::Cut { needed: count, left: self.rest.len() });
        }
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        Ok(Self::new(taken))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], RecastFault> {
        let taken = self.take(N)?;
        taken.rest.try_into().map_err(|_| RecastFault::Cut { needed: N, left: 0 })
    }

    pub(super) fn byte(&mut self) -> Result<u8, RecastFault> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn u16(&mut self) -> Result<u16, RecastFault> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, RecastFault> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, RecastFault> {
        self.array().map(i32::from_le_bytes)
    }

    /// Reads a number that is finite.
    pub(super) fn f32(&mut self) -> Result<f32, RecastFault> {
        let number = self.array().map(f32::from_le_bytes)?;
        if number.is_finite() { Ok(number) } else { Err(RecastFault::NotFinite { number }) }
    }

    pub(super) fn point(&mut self) -> Result<[f32; 3], RecastFault> {
        Ok([self.f32()?, self.f32()?, self.f32()?])
    }

    /// Reads a count of items, of which each takes at least a byte.
    pub(super) fn count(&mut self) -> Result<usize, RecastFault> {
        let count = self.i32()?;
        usize::try_from(count).map_err(|_| RecastFault::Count { count })
    }

    /// Reads so many items of a size in bytes.
    pub(super) fn items<T>(
        &mut self,
        count: usize,
        size: usize,
        mut read: impl FnMut(&mut Bytes<'a>) -> Result<T, RecastFault>,
    ) -> Result<Vec<T>, RecastFault> {
        let mut all = self.take(count.saturating_mul(size))?;
        (0..count).map(|_| read(&mut all.take(size)?)).collect()
    }
}
