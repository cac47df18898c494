//! The properties of tiles in a map's tilesets.

use std::collections::BTreeMap;

use navmesh_grid::Grid;
use roxmltree::Node;

use super::document::Source;
use crate::error::ReadError;

/// The properties of a tile or a layer; `None` if they are missing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct TileProperties {
    pub(super) walkable: Option<bool>,
    pub(super) cost: Option<f64>,
}

/// The tilesets of a map, and the properties of all tiles that have some.
#[derive(Debug, Default)]
pub(super) struct Tilesets {
    /// The number behind the last tile of each tileset, by its first number.
    ends: BTreeMap<u32, u32>,
    properties: BTreeMap<u32, TileProperties>,
}

/// The bits of a tile's number in a layer without those that flip it.
const NUMBER_BITS: u32 = (1 << 28) - 1;

impl Tilesets {
    /// Reads the tilesets of a map; `own_file` returns the text of those that have their own file, or the reason why not.
    pub(super) fn read(
        source: &Source,
        map: Node,
        own_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Self, ReadError> {
        let mut tilesets = Self::default();
        let mut nodes = Vec::new();
        for node in map.children().filter(|node| node.has_tag_name("tileset")) {
            nodes.push((source.number::<u32>(node, "firstgid")?, node));
        }
        // They may be listed in any order: each ends where the one with the next number begins.
        nodes.sort_by_key(|&(first, _)| first);
        for (first, node) in nodes {
            // Earlier tilesets end before its first number.
            tilesets.properties.split_off(&first);
            let Some(name) = node.attribute("source") else {
                tilesets.take(source, node, first)?;
                continue;
            };
            let text = own_file(name).map_err(|reason| source.no_tileset(node, name, reason))?;
            let own = Source::tileset(&text, name);
            let document = own.parse()?;
            tilesets.take(&own, document.root_element(), first)?;
        }
        Ok(tilesets)
    }

    /// Returns the properties of the tile with a layer's number, which may flip it; `None` for 0, which is no tile.
    ///
    /// # Errors
    ///
    /// The number without flips if no tileset has such a tile.
    pub(super) fn properties(&self, gid: u32) -> Result<Option<TileProperties>, u32> {
        let number = gid & NUMBER_BITS;
        if number == 0 {
            return Ok(None);
        }
        let end = self.ends.range(..=number).next_back().map_or(0, |(_, &end)| end);
        let own = || self.properties.get(&number).copied().unwrap_or_default();
        if number < end { Ok(Some(own())) } else { Err(number) }
    }

    /// Adds a tileset. One that does not tell the number of its tiles may have any; a collection of images may have
    /// tiles beyond it.
    fn take(&mut self, source: &Source, tileset: Node, first: u32) -> Result<(), ReadError> {
        let mut count = match tileset.attribute("tilecount") {
            Some(_) => source.number(tileset, "tilecount")?,
            None => u32::MAX,
        };
        for tile in tileset.children().filter(|node| node.has_tag_name("tile")) {
            let id: u32 = source.number(tile, "id")?;
            count = count.max(id.saturating_add(1));
            let properties = TileProperties::of(source, tile)?;
            if properties != TileProperties::default() {
                self.properties.insert(first.saturating_add(id), properties);
            }
        }
        self.ends.insert(first, first.saturating_add(count));
        Ok(())
    }
}

impl TileProperties {
    /// Reads the properties of a node.
    pub(super) fn of(source: &Source, node: Node) -> Result<Self, ReadError> {
        let mut read = Self::default();
        let lists = node.children().filter(|child| child.has_tag_name("properties"));
        for property in lists.flat_map(|list| list.children()) {
            let value = property.attribute("value").or(property.text()).unwrap_or_default().trim();
            match property.attribute("name") {
                Some("walkable") => {
                    let walkable = value.parse();
                    read.walkable = Some(walkable.map_err(|_| {
                        source.unexpected(property, "`true` or `false` as `walkable`", value)
                    })?);
                }
                Some("cost") => {
                    let cost = value.parse().ok().filter(|cost| Grid::COSTS.contains(cost));
                    read.cost = Some(cost.ok_or_else(|| {
                        source.unexpected(property, "a `cost` from 2^-64 to 2^64", value)
                    })?);
                }
                _ => {}
            }
        }
        Ok(read)
    }

    /// Returns these properties, and those of `other` where they are missing.
    pub(super) fn or(self, other: Self) -> Self {
        Self { walkable: self.walkable.or(other.walkable), cost: self.cost.or(other.cost) }
    }
}
