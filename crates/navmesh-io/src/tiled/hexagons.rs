//! Maps of hexagons.
//!
//! Tiled shifts every other row (`staggeraxis` = `y`) or column (`x`), the odd ones or the even ones
//! (`staggerindex`). A [`HexGrid`] has its odd rows shifted to the right. Swapping columns with rows, and right with
//! left, turns the one into the other; neighbours stay neighbours.

use navmesh_grid::{Grid, HexGrid};
use roxmltree::Node;

use super::document::Source;
use super::{map_of, read_layers};
use crate::error::ReadError;

/// The mapping between the hexagons of a file and those of the map that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexLayout {
    /// The numbers of columns and rows of the file.
    size: (u32, u32),
    shifted: Shifted,
    which: Which,
}

/// The lines of hexagons that are shifted by half a hexagon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Shifted {
    Rows,
    Columns,
}

/// The parity of the shifted rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Which {
    Odd,
    Even,
}

impl HexLayout {
    /// Returns the hexagon of the map for a column and row of the file; `None` outside.
    #[must_use]
    pub fn to_map(&self, tile: (u32, u32)) -> Option<(u32, u32)> {
        let is_inside = tile.0 < self.size.0 && tile.1 < self.size.1;
        is_inside.then(|| self.mirrored(self.turned(tile)))
    }

    /// Returns the column and row in the file for a hexagon of the map; `None` outside.
    #[must_use]
    pub fn to_file(&self, hexagon: (u32, u32)) -> Option<(u32, u32)> {
        let (width, height) = self.turned(self.size);
        let is_inside = hexagon.0 < width && hexagon.1 < height;
        is_inside.then(|| self.turned(self.mirrored(hexagon)))
    }

    /// Swaps columns with rows if columns are shifted.
    fn turned(&self, tile: (u32, u32)) -> (u32, u32) {
        match self.shifted {
            Shifted::Rows => tile,
            Shifted::Columns => (tile.1, tile.0),
        }
    }

    /// Swaps right with left if even rows are shifted. Then the odd rows are farther right.
    fn mirrored(&self, tile: (u32, u32)) -> (u32, u32) {
        match self.which {
            Which::Odd => tile,
            Which::Even => (self.turned(self.size).0 - 1 - tile.0, tile.1),
        }
    }

    fn read(source: &Source, map: Node) -> Result<Self, ReadError> {
        let found = |name| map.attribute(name).unwrap_or("none");
        let shifted = match found("staggeraxis") {
            "y" => Shifted::Rows,
            "x" => Shifted::Columns,
            other => return Err(source.unexpected(map, "staggeraxis `x` or `y`", other)),
        };
        let which = match found("staggerindex") {
            "odd" => Which::Odd,
            "even" => Which::Even,
            other => return Err(source.unexpected(map, "staggerindex `odd` or `even`", other)),
        };
        let size = (source.number(map, "width")?, source.number(map, "height")?);
        Ok(Self { size, shifted, which })
    }

    /// Converts the tiles of the file to hexagons of the map.
    fn lay(&self, tiles: &Grid) -> Result<Grid, ReadError> {
        let (width, height) = self.turned(self.size);
        let mut map = Grid::new(width, height)?;
        for slot in 0..tiles.tile_count() as u32 {
            let (x, y) = tiles.tile(slot);
            let (to_x, to_y) = self.mirrored(self.turned((x, y)));
            match tiles.cost(x, y) {
                Some(cost) => map.set_cost(to_x, to_y, cost)?,
                None => map.set_blocked(to_x, to_y, true),
            }
        }
        Ok(map)
    }
}

/// Reads a `.tmx` text of orientation `hexagonal`: the one layer of this name, or all layers of tiles, as
/// [`read_tmx`](super::read_tmx) does.
///
/// The odd rows of the map are shifted to the right. The layout maps its hexagons to those of the file.
///
/// # Errors
///
/// [`ReadError::Unexpected`] if the orientation is not `hexagonal`, or for the reasons of
/// [`read_tmx`](super::read_tmx).
///
/// ```
/// let text = r#"<map orientation="hexagonal" staggeraxis="x" staggerindex="even" width="2" height="3">
///   <tileset firstgid="1"/>
///   <layer name="ground" width="2" height="3"><data encoding="csv">1,1,1,0,1,1</data></layer>
/// </map>"#;
/// let (map, layout) = navmesh_io::read_tmx_hexagons(text, None, &mut |_| Err("not here".into()))?;
/// let [start, goal] = [(0, 0), (1, 2)].map(|tile| layout.to_map(tile).unwrap());
/// let mut finder = navmesh_grid::HexFinder::new(map);
/// let path = finder.find_path(start, goal).unwrap();
/// let tiles: Vec<_> = path.tiles.iter().filter_map(|&tile| layout.to_file(tile)).collect();
/// assert_eq!(tiles, [(0, 0), (0, 1), (1, 2)]);
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_tmx_hexagons(
    text: &str,
    layer: Option<&str>,
    tileset: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<(HexGrid, HexLayout), ReadError> {
    let source = Source::map(text);
    let document = source.parse()?;
    let map = map_of(&source, &document)?;
    match map.attribute("orientation") {
        Some("hexagonal") => {}
        other => {
            let found = other.unwrap_or("none");
            return Err(source.unexpected(map, "orientation `hexagonal`", found));
        }
    }
    let tiles = read_layers(&source, map, layer, tileset)?;
    let layout = HexLayout::read(&source, map)?;
    Ok((HexGrid::new(layout.lay(&tiles)?), layout))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(axis: &str, index: &str, size: (u32, u32)) -> String {
        let (width, height) = size;
        let ones = vec!["1"; (width * height) as usize].join(",");
        format!(
            r#"<map orientation="hexagonal" staggeraxis="{axis}" staggerindex="{index}"
            width="{width}" height="{height}"><tileset firstgid="1"/><layer name="a" width="{width}"
            height="{height}"><data encoding="csv">{ones}</data></layer></map>"#
        )
    }

    /// The centre of a tile as the editor draws it, in half hexagons along the row or column.
    fn middle(tile: (u32, u32), axis: &str, index: &str) -> (i64, i64) {
        let (x, y) = tile;
        let (along, across) = if axis == "y" { (x, y) } else { (y, x) };
        let shift = i64::from((across % 2 == 1) == (index == "odd"));
        (2 * i64::from(along) + shift, i64::from(across))
    }

    /// True if two centres are those of neighbours: one hexagon apart in a row, or half of one in the next row.
    fn touch(a: (i64, i64), b: (i64, i64)) -> bool {
        matches!(((a.0 - b.0).abs(), (a.1 - b.1).abs()), (2, 0) | (1, 1))
    }

    #[test]
    fn neighbours_are_those_that_the_editor_draws_side_by_side() {
        for (axis, index) in [("y", "odd"), ("y", "even"), ("x", "odd"), ("x", "even")] {
            for size in [(1, 1), (4, 5), (5, 4)] {
                let text = text(axis, index, size);
                let (map, layout) =
                    read_tmx_hexagons(&text, None, &mut |_| Err("not here".into())).unwrap();
                let tiles = || (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
                for from in tiles() {
                    let (x, y) = layout.to_map(from).unwrap();
                    assert_eq!(layout.to_file((x, y)), Some(from));
                    let around: Vec<_> = map.neighbors(x, y).collect();
                    for to in tiles() {
                        let is_beside = around.contains(&layout.to_map(to).unwrap());
                        let [a, b] = [from, to].map(|tile| middle(tile, axis, index));
                        assert_eq!(is_beside, touch(a, b), "{axis} {index} {from:?} {to:?}");
                    }
                }
                assert_eq!((layout.to_map(size), layout.to_file((9, 9))), (None, None));
            }
        }
    }

    #[test]
    fn costs_and_blocked_tiles_are_kept() {
        let text = text("x", "even", (2, 3)).replace("1,1,1,1,1,1", "1,2,1,0,1,1").replace(
            "<tileset firstgid=\"1\"/>",
            r#"<tileset firstgid="1"><tile id="1"><properties><property name="cost" type="float"
            value="4"/></properties></tile></tileset>"#,
        );
        let (map, layout) =
            read_tmx_hexagons(&text, None, &mut |_| Err("not here".into())).unwrap();
        let cost = |tile| layout.to_map(tile).and_then(|(x, y)| map.tiles().cost(x, y));
        assert_eq!((cost((1, 0)), cost((1, 1)), cost((0, 2))), (Some(4.0), None, Some(1.0)));
    }

    #[test]
    fn errors_name_the_expected_attribute() {
        let whole = text("y", "odd", (2, 2));
        for (from, to, expected) in [
            ("hexagonal", "staggered", "orientation `hexagonal`"),
            ("\"y\"", "\"z\"", "staggeraxis"),
            ("\"odd\"", "\"third\"", "staggerindex"),
            ("<map", "<mop", "well-formed"),
        ] {
            let error =
                read_tmx_hexagons(&whole.replace(from, to), None, &mut |_| Err("not here".into()));
            let error = error.unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let error = super::super::read_tmx(&whole, None, &mut |_| Err("not here".into()))
            .unwrap_err()
            .to_string();
        assert!(error.contains("hexagons"), "{error}");
    }
}
