//! Maps of the editor Tiled, `.tmx`, as tile maps.
//!
//! Format: T. Lindeijer and others, "TMX Map Format". A map has layers of tiles; a tile belongs to a
//! tileset, in the file or in one of its own (`.tsx`), where it may have properties. Two of them are
//! used here: `walkable` (a bool) and `cost` (a number).
//!
//! The package `tiled` is not used because it panics on a layer with too few tiles, does not check a map's size,
//! and reports errors without line and column.

mod document;
mod hexagons;
mod layer;
mod tileset;

use navmesh_grid::Grid;
use roxmltree::{Document, Node};

use crate::error::ReadError;
use document::Source;
use layer::Layer;
use tileset::{TileProperties, Tilesets};

pub use hexagons::{HexLayout, read_tmx_hexagons};

/// Reads a `.tmx` text as a tile map: the one layer of this name, or all layers of tiles.
///
/// `tileset` returns the text of a tileset that has its own file, by the name in its `source`, or the reason why it
/// cannot be read, with the file that was looked for. This package opens no file.
///
/// - A position without a tile in any layer is blocked.
/// - A tile is free unless its property `walkable` is `false`; `cost` is its multiplier. A layer's own properties
///   of these names hold for its tiles without them.
/// - A property in an upper layer replaces that of the layers below. So a layer of obstacles has `walkable` =
///   `false`, and a bridge above a river `true`. Hidden layers count.
/// - Orthogonal and isometric maps are read alike: tiles have side 1, and row 0 is on top. Maps of hexagons are
///   read by [`read_tmx_hexagons`].
///
/// Complexity: linear in the texts and in the number of tiles times layers. If the text is too short for its number
/// of tiles, it is refused before any allocation.
///
/// # Errors
///
/// [`ReadError::Unexpected`] with line and column if the text is not XML, has entities of its own, or is not such a map;
/// if the map is staggered, hexagonal or infinite; if a layer has more or fewer tiles than the map, a tile of no tileset,
/// or is compressed as `zstd`; if a property is invalid; or if no layer has the name. [`ReadError::Tileset`] if `tileset`
/// returns a reason.
///
/// ```
/// let text = r#"<map orientation="orthogonal" width="3" height="1">
///   <tileset firstgid="1">
///     <tile id="1"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
///     <tile id="2"><properties><property name="cost" type="float" value="4"/></properties></tile>
///   </tileset>
///   <layer name="ground" width="3" height="1"><data encoding="csv">1,2,3</data></layer>
/// </map>"#;
/// let grid = navmesh_io::read_tmx(text, None, &mut |_| Err("not here".into()))?;
/// assert_eq!([0, 1, 2].map(|x| grid.cost(x, 0)), [Some(1.0), None, Some(4.0)]);
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_tmx(
    text: &str,
    layer: Option<&str>,
    tileset: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Grid, ReadError> {
    let source = Source::map(text);
    let document = source.parse()?;
    let map = map_of(&source, &document)?;
    match map.attribute("orientation") {
        Some("orthogonal" | "isometric") => read_layers(&source, map, layer, tileset),
        other => {
            let expected = "orientation `orthogonal` or `isometric`; maps of hexagons have a reader of their own";
            Err(source.unexpected(map, expected, other.unwrap_or("none")))
        }
    }
}

/// Returns the element `map` of a text.
fn map_of<'a>(source: &Source, document: &'a Document<'a>) -> Result<Node<'a, 'a>, ReadError> {
    let map = document.root_element();
    if !map.has_tag_name("map") {
        return Err(source.unexpected(map, "the element `map`", map.tag_name().name()));
    }
    Ok(map)
}

/// Reads the layer of this name, or all layers, of a map of any orientation.
fn read_layers(
    source: &Source,
    map: Node,
    layer: Option<&str>,
    tileset: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Grid, ReadError> {
    let size = map_size(source, map)?;
    let tilesets = Tilesets::read(source, map, tileset)?;
    let mut stack = LayerStack::new(size)?;
    let mut is_found = false;
    for node in map.descendants().filter(|node| node.has_tag_name("layer")) {
        if layer.is_none_or(|name| node.attribute("name") == Some(name)) {
            is_found = true;
            stack.add(&Layer { source, node, size }, &tilesets)?;
        }
    }
    match layer {
        Some(name) if !is_found => {
            Err(source.unexpected(map, &format!("a layer of tiles named {name:?}"), "none"))
        }
        _ => Ok(stack.into_grid()),
    }
}

/// Reads the size of a map. Fails if it is infinite.
fn map_size(source: &Source, map: Node) -> Result<(u32, u32), ReadError> {
    if map.attribute("infinite") == Some("1") {
        return Err(source.unexpected(map, "a map that is not infinite", "an infinite one"));
    }
    let size = (source.number(map, "width")?, source.number(map, "height")?);
    source.check_size(map, size)?;
    Ok(size)
}

/// The layers read so far, from below.
struct LayerStack {
    grid: Grid,
    /// For each tile whether it is walkable; `None` if there is no tile yet.
    walkable: Vec<Option<bool>>,
}

impl LayerStack {
    fn new(size: (u32, u32)) -> Result<Self, ReadError> {
        let grid = Grid::new(size.0, size.1)?;
        let walkable = vec![None; grid.tile_count()];
        Ok(Self { grid, walkable })
    }

    /// Adds a layer above the others.
    fn add(&mut self, layer: &Layer, tilesets: &Tilesets) -> Result<(), ReadError> {
        let own = TileProperties::of(layer.source, layer.node)?;
        for (slot, gid) in (0..).zip(layer.gids()?) {
            let tile = tilesets.properties(gid).map_err(|number| {
                let (x, y) = self.grid.tile(slot);
                let expected =
                    format!("a tile of the map's tilesets in column {x}, row {y} (from 0)");
                layer.source.unexpected(layer.node, &expected, &number.to_string())
            })?;
            let Some(tile) = tile else { continue };
            let TileProperties { walkable, cost } = tile.or(own);
            // A tile without the property keeps that of the tile below, and is walkable if there is none.
            let known = &mut self.walkable[slot as usize];
            *known = walkable.or(*known).or(Some(true));
            if let Some(cost) = cost {
                let (x, y) = self.grid.tile(slot);
                self.grid.set_cost(x, y, cost)?;
            }
        }
        Ok(())
    }

    fn into_grid(self) -> Grid {
        let mut grid = self.grid;
        for (slot, walkable) in (0..).zip(self.walkable) {
            let (x, y) = grid.tile(slot);
            grid.set_blocked(x, y, walkable != Some(true));
        }
        grid
    }
}

#[cfg(test)]
mod tests;
