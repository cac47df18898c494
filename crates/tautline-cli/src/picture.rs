//! Pictures of maps and paths, by the extension of the file that they go to.

use std::path::Path;

use tautline::draw::Scene;
use tautline::{Bounds, DVec2};

use crate::failure::Failure;
use crate::output;

/// Pixels along the longer side of a PNG.
const LONGER_SIDE: f64 = 1600.0;

/// The formats of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
}

impl Format {
    /// The format of a file to write, by its extension.
    pub(crate) fn of(file: &Path) -> Result<Self, Failure> {
        match output::extension(file, &["svg", "png"])? {
            "svg" => Ok(Self::Svg),
            _ => Ok(Self::Png),
        }
    }
}

/// Draws `scene` into a file.
pub(crate) fn write(file: &Path, format: Format, scene: &Scene) -> Result<(), Failure> {
    match format {
        Format::Svg => output::write(file, scene.to_svg().as_bytes()),
        Format::Png => {
            let png = scene.to_png(png_width(scene.bounds()));
            let bytes = png.map_err(|error| Failure::unwritable(file, error))?;
            output::write(file, &bytes)
        }
    }
}

/// The width at which the longer side of a picture of `bounds` has [`LONGER_SIDE`] pixels.
fn png_width(bounds: Bounds) -> u32 {
    /// What the page has around a map whose longer side is 1.
    const BORDER: f64 = 0.05;
    let longest = bounds.size().max_element();
    let size = if longest > 0.0 { bounds.size() / longest } else { DVec2::ZERO };
    let page = size + BORDER;
    (LONGER_SIDE * page.x / page.max_element()).clamp(1.0, LONGER_SIDE) as u32
}
