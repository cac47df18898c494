//! Heights as images: GeoTIFF.
//!
//! One band of numbers, their cells by the tags of GeoTIFF 1.1 (OGC 19-008r4), and GDAL's number for places without data. Plain
//! TIFF images have cells of 1.

use std::io::Cursor;

use glam::DVec2;
use navmesh_core::Level;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::tags::Tag;

use crate::error::{HeightFault, ReadError};

/// The heights of a raster.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HeightMap {
    /// The point of the plan with the first height: the middle of the lower left cell, with y upwards.
    pub origin: DVec2,
    /// The side of a cell, in map units.
    pub spacing: f64,
    /// The number of heights in a row.
    pub columns: usize,
    /// The heights, row after row from the lowest y on. NaN where there is no data.
    pub heights: Vec<f64>,
}

impl HeightMap {
    /// The most heights that are read.
    pub const MOST: u64 = 1 << 24;

    /// Returns the level of the heights, as [`Level::of_heights`] makes it.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of_heights(self.origin, self.spacing, self.columns, &self.heights)
    }
}

/// Reads the heights of a GeoTIFF file, in the coordinates of its reference system.
///
/// Complexity: linear in the heights.
///
/// # Errors
///
/// [`ReadError::Heights`] if the file is damaged or compressed by another method than LZW and deflate, has several bands, more
/// than [`HeightMap::MOST`] heights, coordinates in degrees, or cells that are turned or not square.
pub fn read_geotiff(bytes: &[u8]) -> Result<HeightMap, ReadError> {
    let mut file = Decoder::new(Cursor::new(bytes)).map_err(damaged)?;
    let (columns, rows) = file.dimensions().map_err(damaged)?;
    if u64::from(columns) * u64::from(rows) > HeightMap::MOST {
        return Err(HeightFault::Size { columns, rows, most: HeightMap::MOST }.into());
    }
    let bands = file.colortype().map_err(damaged)?.num_samples();
    if bands != 1 {
        return Err(HeightFault::Bands { bands }.into());
    }
    let (origin, spacing) = frame(&mut file, rows)?;
    let missing = text(&mut file, Tag::GdalNodata).and_then(|text| text.trim().parse::<f64>().ok());
    let mut heights = numbers(file.read_image().map_err(damaged)?);
    let columns = columns as usize;
    if columns == 0 || heights.len() != columns * rows as usize {
        return Err(HeightFault::Damaged { reason: "the number of heights is wrong".into() }.into());
    }
    for height in &mut heights {
        if Some(*height) == missing || !height.is_finite() {
            *height = f64::NAN;
        }
    }
    // The first row of the file is the uppermost one.
    let heights = heights.chunks(columns).rev().flatten().copied().collect();
    Ok(HeightMap { origin, spacing, columns, heights })
}

fn damaged(error: tiff::TiffError) -> ReadError {
    HeightFault::Damaged { reason: error.to_string() }.into()
}

type File<'a> = Decoder<Cursor<&'a [u8]>>;

fn floats(file: &mut File<'_>, tag: Tag) -> Result<Option<Vec<f64>>, ReadError> {
    let value = file.find_tag(tag).map_err(damaged)?;
    value.map(|value| value.into_f64_vec().map_err(damaged)).transpose()
}

fn text(file: &mut File<'_>, tag: Tag) -> Option<String> {
    let text = file.find_tag(tag).ok()??.into_string().ok()?;
    Some(text.trim_end_matches('\0').to_owned())
}

/// Returns the middle of the lower left cell, and the side of a cell.
fn frame(file: &mut File<'_>, rows: u32) -> Result<(DVec2, f64), ReadError> {
    let keys = GeoKeys::of(file)?;
    if keys.value(GeoKeys::MODEL) == Some(GeoKeys::GEOGRAPHIC) {
        return Err(HeightFault::Degrees.into());
    }
    if file.find_tag(Tag::ModelTransformationTag).map_err(damaged)?.is_some() {
        return Err(HeightFault::Turned.into());
    }
    let scale = floats(file, Tag::ModelPixelScaleTag)?;
    let tie = floats(file, Tag::ModelTiepointTag)?;
    let (Some([wide, high, ..]), Some([column, row, _, x, y, ..])) =
        (scale.as_deref(), tie.as_deref())
    else {
        return Ok((DVec2::ZERO, 1.0));
    };
    // Sides differ by the rounding of their decimals.
    let is_square = (wide - high).abs() <= 1e-6 * wide;
    if !(is_square && *wide > 0.0 && wide.is_finite()) {
        return Err(HeightFault::Cells { wide: *wide, high: *high }.into());
    }
    // A tie point names the corner of a cell, or its middle if heights are those of points.
    let half = if keys.value(GeoKeys::RASTER) == Some(GeoKeys::POINTS) { 0.0 } else { 0.5 };
    let upper = DVec2::new(x + (half - column) * wide, y - (half - row) * wide);
    let origin = upper - DVec2::Y * (f64::from(rows.saturating_sub(1)) * wide);
    match origin.is_finite() {
        true => Ok((origin, *wide)),
        false => Err(HeightFault::Damaged { reason: "its place is not finite".into() }.into()),
    }
}

/// The keys of GeoTIFF that are short numbers.
struct GeoKeys(Vec<u16>);

impl GeoKeys {
    const MODEL: u16 = 1024;
    const GEOGRAPHIC: u16 = 2;
    const RASTER: u16 = 1025;
    const POINTS: u16 = 2;

    fn of(file: &mut File<'_>) -> Result<Self, ReadError> {
        let keys = file.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag).map_err(damaged)?;
        Ok(Self(keys.unwrap_or_default()))
    }

    /// Returns a value that the directory holds itself: a key, no other tag, one value.
    fn value(&self, key: u16) -> Option<u16> {
        let mut entries = self.0.chunks_exact(4).skip(1);
        entries.find(|entry| entry[..3] == [key, 0, 1]).map(|entry| entry[3])
    }
}

fn numbers(image: DecodingResult) -> Vec<f64> {
    fn each<T: Into<f64>>(numbers: Vec<T>) -> Vec<f64> {
        numbers.into_iter().map(Into::into).collect()
    }
    match image {
        DecodingResult::U8(numbers) => each(numbers),
        DecodingResult::U16(numbers) => each(numbers),
        DecodingResult::U32(numbers) => each(numbers),
        DecodingResult::I8(numbers) => each(numbers),
        DecodingResult::I16(numbers) => each(numbers),
        DecodingResult::I32(numbers) => each(numbers),
        DecodingResult::F16(numbers) => numbers.into_iter().map(f64::from).collect(),
        DecodingResult::F32(numbers) => each(numbers),
        DecodingResult::F64(numbers) => numbers,
        DecodingResult::U64(numbers) => numbers.into_iter().map(|number| number as f64).collect(),
        DecodingResult::I64(numbers) => numbers.into_iter().map(|number| number as f64).collect(),
    }
}

#[cfg(test)]
mod tests;
