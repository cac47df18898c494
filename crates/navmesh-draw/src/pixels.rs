//! From SVG to PNG.

use glam::DVec2;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// An error in drawing a picture.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture has no pixel, or too many. Choose another width.
    #[error(
        "a picture of {width} x {height} pixels is empty or too large: at most {MAX_SIDE} a side \
         and {MAX_PIXELS} in all; choose another width"
    )]
    Size {
        /// The requested width.
        width: u32,
        /// The height that follows from the width and the map's shape.
        height: u64,
    },
    /// The renderer refused the picture, which is a bug of this package. Please report it; the SVG is unaffected.
    #[error("the picture cannot be rendered: {message}")]
    Render {
        /// The message of the renderer.
        message: String,
    },
}

/// The most pixels of a side.
const MAX_SIDE: u32 = 1 << 14;
/// The most pixels in all: 256 MiB of memory.
const MAX_PIXELS: u64 = 1 << 26;

/// Returns the height in pixels of a page of `size` that is `width` pixels wide.
pub(crate) fn checked_height(width: u32, size: DVec2) -> Result<u32, DrawError> {
    // Rounded up, so that a flat page has at least one pixel. The page's sides are never 0.
    let height = (f64::from(width) * size.y / size.x).ceil() as u64;
    let sides = 1..=u64::from(MAX_SIDE);
    let fits = sides.contains(&u64::from(width)) && sides.contains(&height);
    match u32::try_from(height) {
        Ok(height) if fits && u64::from(width) * u64::from(height) <= MAX_PIXELS => Ok(height),
        _ => Err(DrawError::Size { width, height }),
    }
}

/// Renders an SVG document of this package into PNG bytes of this many pixels.
pub(crate) fn rendered(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, DrawError> {
    let failed = |message: String| DrawError::Render { message };
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| failed(e.to_string()))?;
    let too_large = DrawError::Size { width, height: u64::from(height) };
    let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
    let scale = Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|e| failed(e.to_string()))
}
