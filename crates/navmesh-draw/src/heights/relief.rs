//! Colours, shades and contour lines of the triangles of a surface.

use glam::{DVec2, DVec3};
use navmesh_core::Surface;
use navmesh_core::backend::Facet;

use crate::canvas::{Canvas, Line};
use crate::floors::FloorView;
use crate::legend::round_below;
use crate::pen::Pen;
use crate::style::colors;

/// The number of shades, from dark to light.
const SHADES: usize = 9;
/// The darkest and the lightest shade, as shares of the colour of level ground.
const LIGHT: [f64; 2] = [0.74, 1.08];
/// The most contour lines above one another.
const CONTOURS: f64 = 12.0;

/// The range of heights of a surface.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heights {
    low: f64,
    high: f64,
}

impl Heights {
    pub(crate) fn of(surface: &Surface) -> Self {
        let points = surface.patches().flat_map(|(_, points, _)| points);
        points.fold(Self { low: f64::INFINITY, high: f64::NEG_INFINITY }, |range, point| Self {
            low: range.low.min(point.z),
            high: range.high.max(point.z),
        })
    }

    pub(crate) fn ends(self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Returns the colours of level ground, from low to high.
    pub(crate) fn tones() -> Vec<String> {
        colors::HEIGHTS.iter().map(|color| hex(*color, 1.0)).collect()
    }

    /// Returns the number of the tone of a triangle: of its height, and of its shade.
    pub(crate) fn tone(self, facet: &Facet) -> usize {
        let height = facet.0.iter().map(|point| point.z).sum::<f64>() / 3.0;
        let share = (height - self.low) / (self.high - self.low);
        // The quotient of two zeros is NaN, which becomes 0.
        let band = ((share * colors::HEIGHTS.len() as f64) as usize).min(colors::HEIGHTS.len() - 1);
        let step = (light(facet) - LIGHT[0]) / (LIGHT[1] - LIGHT[0]) * (SHADES - 1) as f64;
        band * SHADES + (step.round() as usize).min(SHADES - 1)
    }

    /// Returns the heights of contour lines within a range.
    fn levels(self, low: f64, high: f64) -> impl Iterator<Item = f64> {
        let interval = round_below((self.high - self.low) / CONTOURS * 2.0);
        let levels = interval.into_iter().flat_map(move |interval| {
            let first = (low / interval).ceil();
            (0..).map(move |number| (first + f64::from(number)) * interval)
        });
        levels.take_while(move |level| *level <= high && *level < self.high)
    }
}

/// Returns the light on a triangle from the upper left, relative to that on level ground.
fn light(facet: &Facet) -> f64 {
    let slope = facet.gradient();
    let up = (-slope).extend(1.0).normalize_or(DVec3::Z);
    let sun = DVec3::new(-0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2);
    (up.dot(sun) / sun.z).clamp(LIGHT[0], LIGHT[1])
}

/// Returns the color of a tone.
pub(crate) fn color(tone: usize) -> String {
    let share = (tone % SHADES) as f64 / (SHADES - 1) as f64;
    hex(colors::HEIGHTS[tone / SHADES], LIGHT[0] + share * (LIGHT[1] - LIGHT[0]))
}

fn hex(color: [u8; 3], light: f64) -> String {
    let [red, green, blue] = color.map(|part| (f64::from(part) * light).round().min(255.0) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Iterates over the triangles of a surface, each with the slot of its cell.
pub(crate) fn facets(surface: &Surface) -> impl Iterator<Item = (u32, Facet)> + '_ {
    surface.patches().flat_map(|(slot, points, triangles)| {
        let facet = move |corners: [u32; 3]| Facet(corners.map(|corner| points[corner as usize]));
        triangles.into_iter().map(move |corners| (slot, facet(corners)))
    })
}

/// Draws the triangles of the shown floors in their tones, and the contour lines.
pub(crate) fn relief(canvas: &mut Canvas, surface: &Surface, on: FloorView) {
    let heights = Heights::of(surface);
    let mut tones: Vec<Pen> = (0..colors::HEIGHTS.len() * SHADES).map(|_| canvas.pen()).collect();
    let mut contours = canvas.pen();
    for (_, facet) in facets(surface).filter(|(slot, _)| on.shows(*slot)) {
        tones[heights.tone(&facet)].polygon(facet.0.map(DVec3::truncate));
        let points = facet.0.map(|point| point.z);
        let [low, high] =
            [f64::min, f64::max].map(|pick| points.into_iter().reduce(pick).unwrap_or(0.0));
        for level in heights.levels(low, high) {
            contours.line(contour(&facet, level));
        }
    }
    for (tone, pen) in tones.into_iter().enumerate() {
        canvas.fill_without_seams(pen, &color(tone));
    }
    canvas.stroke(contours, Line { color: colors::CONTOUR, width: 0.8, is_dashed: false });
}

/// Returns the points where a contour line enters and leaves a triangle.
fn contour(facet: &Facet, level: f64) -> impl Iterator<Item = DVec2> {
    let [a, b, c] = facet.0;
    [[a, b], [b, c], [c, a]].into_iter().filter_map(move |[a, b]| {
        // A corner at the level counts as above, so that a line meets two sides or none.
        let crosses = (a.z < level) != (b.z < level);
        crosses.then(|| a.truncate().lerp(b.truncate(), (level - a.z) / (b.z - a.z)))
    })
}
