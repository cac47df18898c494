//! Images as tile maps: each pixel is a tile, black is blocked, and grey may cost more.

mod pgm;
mod png;

use navmesh_grid::Grid;

use crate::error::{ImageFault, ReadError};

pub(crate) use png::SIGNATURE as PNG_SIGNATURE;

/// The meaning of an image's pixels; made by `default` and chained setters.
///
/// ```
/// use navmesh_io::{GreyCosts, ImageRules};
/// let scan = ImageRules::default().blocked_up_to(0.5).costs(GreyCosts::Ignored);
/// assert_eq!(scan.blocked_up_to, 0.5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ImageRules {
    /// The brightness, from 0 for black to 1 for white, up to which a pixel is blocked. The default 0 blocks only
    /// black. NaN blocks every pixel.
    pub blocked_up_to: f64,
    /// The meaning of a free pixel's grey; [`GreyCosts::Multiply`] by default.
    pub costs: GreyCosts,
}

/// The meaning of a free pixel's grey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GreyCosts {
    /// A pixel's cost is 1 over its brightness: 1 for white, 2 for medium grey.
    #[default]
    Multiply,
    /// All free pixels cost 1.
    Ignored,
}

impl Default for ImageRules {
    fn default() -> Self {
        Self { blocked_up_to: 0.0, costs: GreyCosts::default() }
    }
}

impl ImageRules {
    /// Sets the brightness up to which a pixel is blocked. NaN blocks every pixel.
    #[must_use]
    pub fn blocked_up_to(mut self, brightness: f64) -> Self {
        self.blocked_up_to = brightness;
        self
    }

    /// Chooses the meaning of a free pixel's grey.
    #[must_use]
    pub fn costs(mut self, costs: GreyCosts) -> Self {
        self.costs = costs;
        self
    }
}

/// Reads a PNG image or a portable graymap (PGM) as a tile map: pixel (x, y) is tile (x, y), so that
/// row 0 is on top.
///
/// Colours count as the grey that they look like (ITU-R BT.601), transparent pixels as black. Pixels
/// are squares of side 1; see [`Grid::with_cell_size`].
///
/// Complexity: linear in the number of pixels. If the file is too short for its number of pixels, it is refused before
/// any allocation.
///
/// # Errors
///
/// [`ReadError::Image`] if the bytes are not an image of these two formats, or damaged.
pub fn read_image(bytes: &[u8], rules: &ImageRules) -> Result<Grid, ReadError> {
    let pixels = Pixels::read(bytes)?;
    pixels.grid(Rows::TopFirst, |grey| {
        let brightness = f64::from(grey) / f64::from(pixels.white);
        let is_free = grey > 0 && brightness > rules.blocked_up_to;
        let cost = match rules.costs {
            GreyCosts::Multiply => f64::from(pixels.white) / f64::from(grey.max(1)),
            GreyCosts::Ignored => 1.0,
        };
        is_free.then_some(cost)
    })
}

/// A grey image, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Row after row from the top; 0 is black.
    pub(crate) greys: Vec<u16>,
    /// The value of white; not 0.
    pub(crate) white: u16,
}

/// The row of an image that is row 0 of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    TopFirst,
    BottomFirst,
}

impl Pixels {
    /// Decodes an image. Its first bytes decide the format.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let pixels =
            if bytes.starts_with(&PNG_SIGNATURE) { png::decode(bytes) } else { pgm::decode(bytes) };
        Ok(pixels?)
    }

    /// Builds the tile map; `cost` returns the cost of a grey, or `None` if it is blocked.
    pub(crate) fn grid(
        &self,
        rows: Rows,
        cost: impl Fn(u16) -> Option<f64>,
    ) -> Result<Grid, ReadError> {
        let mut grid = Grid::new(self.width, self.height)?;
        for (y, row) in (0..).zip(self.greys.chunks_exact(self.width as usize)) {
            let y = if rows == Rows::TopFirst { y } else { self.height - 1 - y };
            for (x, &grey) in (0..).zip(row) {
                match cost(grey) {
                    Some(cost) if cost != 1.0 => grid.set_cost(x, y, cost)?,
                    Some(_) => {}
                    None => grid.set_blocked(x, y, true),
                }
            }
        }
        Ok(grid)
    }
}

/// Fails if an image has no pixels, more than a grid can have, or more than its bytes can hold. A byte can hold at most
/// `per_byte` pixels.
fn check_size(width: u32, height: u32, bytes: usize, per_byte: u64) -> Result<(), ImageFault> {
    let pixels = u64::from(width) * u64::from(height);
    let most = Grid::MAX_TILES.min((bytes as u64).saturating_mul(per_byte));
    if (1..=most).contains(&pixels) {
        Ok(())
    } else {
        Err(ImageFault::Size { width, height, bytes })
    }
}

#[cfg(test)]
mod tests;
