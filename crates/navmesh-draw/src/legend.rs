//! The footer of a page: the areas of colours and their costs, a scale bar, the distances or heights of colours.

use glam::DVec2;
use navmesh_core::NavMesh;
use navmesh_grid::Grid;

use crate::areas::{AreaClass, AreaClasses, CostBands};
use crate::canvas::{Canvas, Line};
use crate::distances::DistanceMap;
use crate::stroke_font::lines_of;
use crate::style::colors;

/// The height of a row of the footer below the map, in page units.
pub(crate) const FOOTER: f64 = 26.0;

/// The height of digits.
const DIGITS: f64 = 14.0;
/// The longest scale bar, relative to the width of the page.
const LONGEST: f64 = 0.2;
/// The sides of a colour's box.
const BOX: DVec2 = DVec2::new(22.0, 12.0);
/// The distance of everything from the border of the page, and between texts and what they name.
const SPACE: f64 = 24.0;

/// Draws a bar of a round length, and the length in map units.
pub(crate) fn scale_bar(canvas: &mut Canvas, size: DVec2) {
    let unit = canvas.page.length(1.0);
    let Some(length) = round_below(LONGEST * size.x / unit) else { return };
    let left = DVec2::new(SPACE, size.y - SPACE * 0.8);
    let right = left + DVec2::X * length * unit;
    let tick = DVec2::Y * 5.0;
    let mut pen = canvas.pen();
    pen.line_on_page([left - tick, left + tick]);
    pen.line_on_page([left, right]);
    pen.line_on_page([right - tick, right + tick]);
    canvas.stroke(pen, Line { color: colors::WALL, width: 2.0, is_dashed: false });
    let corner = right + DVec2::new(DIGITS * 0.7, DIGITS / 2.0);
    canvas.heading(&number(length), corner, DIGITS, colors::WALL);
}

/// A colour with its text, and its place in the legend.
#[derive(Debug)]
pub(crate) struct AreaEntry {
    color: &'static str,
    text: String,
    left: f64,
    /// The row, counted from the top.
    pub(crate) row: usize,
}

/// Arranges the kinds of areas of a mesh, each with its cost, in rows of a page of this width.
pub(crate) fn area_entries(mesh: &NavMesh, page_width: f64) -> Vec<AreaEntry> {
    let classes = AreaClasses::of(mesh);
    let shown = classes.all.iter().enumerate().filter(|(_, class)| class.has_cells);
    let text = |class: &AreaClass| format!("{} {}", class.name, number(significant(class.cost)));
    let texts =
        shown.map(|(index, class)| (colors::area(index), text(class).trim_start().to_owned()));
    in_rows(texts, page_width)
}

/// Arranges the costs of tiles other than 1 in rows of a page of this width.
pub(crate) fn cost_entries(grid: &Grid, page_width: f64) -> Vec<AreaEntry> {
    let bands = CostBands::of(grid).all.into_iter();
    let texts =
        bands.map(|band| band.map(|cost| number(significant(cost)))).map(|[least, largest]| {
            if least == largest {
                format!("cost {least}")
            } else {
                format!("cost {least} to {largest}")
            }
        });
    let texts = texts.enumerate().map(|(index, text)| (colors::area(index), text));
    in_rows(texts, page_width)
}

/// Arranges texts beside their colours in rows of a page of this width.
pub(crate) fn in_rows(
    texts: impl Iterator<Item = (&'static str, String)>,
    page_width: f64,
) -> Vec<AreaEntry> {
    let (mut left, mut row) = (SPACE, 0);
    let mut entries = Vec::new();
    for (color, text) in texts {
        let width = BOX.x + SPACE / 3.0 + lines_of(&text, DIGITS).1;
        if left > SPACE && left + width > page_width - SPACE {
            (left, row) = (SPACE, row + 1);
        }
        entries.push(AreaEntry { color, text, left, row });
        left += width + SPACE;
    }
    entries
}

/// Returns the height of the rows of a legend, in page units.
pub(crate) fn height(entries: &[AreaEntry]) -> f64 {
    entries.last().map_or(0.0, |last| FOOTER * (last.row + 1) as f64)
}

/// Draws colours with their texts. The last row is `below` above the end of the page.
pub(crate) fn areas(canvas: &mut Canvas, entries: &[AreaEntry], size: DVec2, below: f64) {
    let rows = entries.last().map_or(0, |entry| entry.row);
    for AreaEntry { color, text, left, row } in entries {
        let middle = size.y - SPACE * 0.8 - below - FOOTER * (rows - row) as f64;
        let corner = DVec2::new(*left, middle - BOX.y / 2.0);
        let sides = [DVec2::ZERO, BOX.with_y(0.0), BOX, BOX.with_x(0.0)].map(|at| corner + at);
        let (mut area, mut border) = (canvas.pen(), canvas.pen());
        area.polygon_on_page(sides);
        border.line_on_page(sides.into_iter().chain([sides[0]]));
        canvas.fill(area, color);
        canvas.stroke(border, Line { color: colors::WALL, width: 1.0, is_dashed: false });
        let corner = DVec2::new(left + BOX.x + SPACE / 3.0, middle + DIGITS / 2.0);
        canvas.heading(text, corner, DIGITS, colors::WALL);
    }
}

/// Draws the colours of distances, with the least and the largest distance.
pub(crate) fn distances(canvas: &mut Canvas, map: &DistanceMap, size: DVec2) {
    scale(canvas, &colors::BANDS, ["0".to_owned(), number(significant(map.farthest))], size);
}

/// Draws the colours of heights, with the least and the largest height.
pub(crate) fn heights(canvas: &mut Canvas, tones: &[String], [low, high]: [f64; 2], size: DVec2) {
    let [low, high] = [low, high].map(|height| number(significant(height)));
    scale(canvas, tones, [format!("height {low}"), high], size);
}

/// Draws colours in the corner of the page, between two texts.
fn scale<C: AsRef<str>>(
    canvas: &mut Canvas,
    tones: &[C],
    [least, largest]: [String; 2],
    size: DVec2,
) {
    let (_, width) = lines_of(&largest, DIGITS);
    let boxes = BOX.x * tones.len() as f64;
    let first = DVec2::new(size.x - SPACE - width - SPACE / 2.0 - boxes, size.y - SPACE * 0.8);
    for (index, color) in tones.iter().enumerate() {
        let corner = first + DVec2::new(BOX.x * index as f64, -BOX.y / 2.0);
        let mut pen = canvas.pen();
        pen.polygon_on_page(
            [DVec2::ZERO, BOX.with_y(0.0), BOX, BOX.with_x(0.0)].map(|at| corner + at),
        );
        canvas.fill_without_seams(pen, color.as_ref());
    }
    let below = DVec2::Y * DIGITS / 2.0;
    let (_, width) = lines_of(&least, DIGITS);
    canvas.heading(&least, first + below - DVec2::X * (width + SPACE / 2.0), DIGITS, colors::WALL);
    let end = first + below + DVec2::X * (boxes + SPACE / 2.0);
    canvas.heading(&largest, end, DIGITS, colors::WALL);
}

/// Returns the largest of 1, 2 or 5 times a power of ten that is not above `most`.
pub(crate) fn round_below(most: f64) -> Option<f64> {
    if !most.is_normal() {
        return None;
    }
    let exponent = most.log10().floor() as i32;
    let steps = [(5, exponent), (2, exponent), (1, exponent), (5, exponent - 1)].into_iter();
    // Text is the only exact way from a decimal to the nearest float.
    let mut lengths =
        steps.filter_map(|(digit, exponent)| format!("{digit}e{exponent}").parse().ok());
    lengths.find(|&length: &f64| length <= most)
}

/// Rounds a number to three significant digits.
fn significant(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

/// Writes a number without an exponent if it is short.
fn number(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-3..1e6 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_has_a_round_length() {
        for (most, length) in
            [(1.0, 1.0), (9.9, 5.0), (0.21, 0.2), (4999.0, 2000.0), (1.5e60, 1e60)]
        {
            assert_eq!(round_below(most), Some(length), "{most}");
        }
        for most in [0.0, f64::INFINITY, f64::NAN] {
            assert_eq!(round_below(most), None);
        }
    }
}
