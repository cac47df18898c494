//! The state of a map without Godot: a mesh for each radius, and one crowd on them.

mod sizes;
mod edits;
mod agents;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tautline::agents::Crowd;
use tautline::build::{OffMeshLinks, OutlineEdit};
use tautline::{BuildOptions, DVec2, MeshFinder, NavMesh, Path, PathQuery, Scratch};

use agents::Slot;
pub(crate) use agents::{Goal, Motion, Seen};
use sizes::Size;

/// The nodes by which the index of a mesh is refreshed in a tick.
const INDEX_NODES: u64 = 200;

/// The most meshes of a map. Each edit is made on all of them.
const MOST_SIZES: usize = 16;

/// The kind of a shape. Kinds are added to a map in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Ground,
    /// The shapes of a file, of any kind.
    File,
    Obstacle,
    Door,
}

/// A shape: its kind, the serial number of its node, and its place among the shapes of the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShapeId {
    pub(crate) kind: Kind,
    pub(crate) node: u64,
    pub(crate) part: usize,
}

/// Shapes, each as the edit that adds it.
pub(crate) type Shapes = BTreeMap<ShapeId, OutlineEdit>;

/// A shape that is left out of the map, or with no id the whole map that cannot be built.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub(crate) id: Option<ShapeId>,
    pub(crate) reason: String,
}

/// The options by which the meshes are made.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Options {
    /// The radii for which meshes are kept, in map units. Others are added when agents need them.
    pub(crate) radii: Vec<f64>,
    /// The distance within which shapes are joined, in map units.
    pub(crate) weld: f64,
}

/// The state of a map.
#[derive(Debug, Default)]
pub(crate) struct World {
    options: Options,
    /// The shapes on the map.
    shapes: Shapes,
    /// The shapes that are left out, as they were refused.
    refused: Shapes,
    /// The meshes, in the order of the classes of the crowd.
    sizes: Vec<Size>,
    /// The radii for which there is no mesh, as bits, and why. They are tried again after the next edit.
    unbuilt: BTreeMap<u64, String>,
    crowd: Option<Crowd>,
    agents: BTreeMap<u64, Slot>,
    /// The reasons for which agents are not on the map as they should be.
    refused_agents: BTreeMap<u64, String>,
    scratch: Scratch,
    path: Path,
    /// The number of changes of the map.
    changes: u64,
}

impl World {
    /// Takes over options. Others than before drop the map, which the next edit makes anew. Returns true if so.
    pub(crate) fn set_options(&mut self, options: Options) -> bool {
        let has_changed = self.options != options;
        if has_changed {
            let changes = self.changes + 1;
            *self = Self { options, changes, ..Self::default() };
        }
        has_changed
    }

    /// Returns the number of changes of the map so far.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Finds a shortest path for a radius, by default the first of the options.
    pub(crate) fn find_path(
        &mut self,
        ends: [DVec2; 2],
        radius: Option<f64>,
    ) -> Result<&Path, String> {
        let finder = self.finder(radius)?;
        let query = PathQuery::new(ends[0], ends[1]);
        let found = finder.find_path_into(&query, &mut self.scratch, &mut self.path);
        found.map(|()| &self.path).map_err(|error| error.to_string())
    }

    /// Returns the finder for a radius, and makes its mesh if there is none.
    pub(crate) fn finder(&mut self, radius: Option<f64>) -> Result<MeshFinder, String> {
        let radius = radius.or_else(|| self.options.radii.first().copied()).unwrap_or(0.0);
        let size = self.size_for(radius)?;
        Ok(self.sizes[size].live.finder())
    }

    /// Returns the mesh of the first radius with its closed doors as walls, if it is built.
    pub(crate) fn mesh(&self) -> Option<Arc<NavMesh>> {
        self.sizes.first().map(|size| size.live.finder().current_mesh())
    }

    /// Refreshes the indexes of the searches a little, after edits.
    pub(crate) fn refresh(&mut self) {
        for size in &mut self.sizes {
            size.live.refresh_index(INDEX_NODES);
        }
    }

    /// Opens and closes doors. Doors that are not listed are open.
    pub(crate) fn set_doors(&mut self, closed: &BTreeSet<String>) {
        for edit in self.shapes.values() {
            let OutlineEdit::AddDoor(door) = edit.placed().0 else { continue };
            let mut has_changed = false;
            for Size { live, .. } in &mut self.sizes {
                let is_closed = closed.contains(&door.name);
                if live.is_door_closed(&door.name) != is_closed {
                    // A door off the mesh has nothing to open or close.
                    has_changed |= match is_closed {
                        true => live.close_door(&door.name).is_ok(),
                        false => live.open_door(&door.name).is_ok(),
                    };
                }
            }
            if has_changed {
                self.changes += 1;
                follow(&self.sizes, &mut self.crowd);
            }
        }
    }

    /// Returns the names of the doors on the map.
    pub(crate) fn door_names(&self) -> impl Iterator<Item = &str> {
        self.shapes.values().filter_map(|edit| match edit.placed().0 {
            OutlineEdit::AddDoor(door) => Some(door.name.as_str()),
            _ => None,
        })
    }

    /// Returns the number of the mesh for agents of a radius: the least that is listed and not smaller, or else one of its own.
    fn size_for(&mut self, radius: f64) -> Result<usize, String> {
        let listed = self.options.radii.iter().copied().filter(|&listed| listed >= radius);
        let radius = listed.min_by(f64::total_cmp).unwrap_or(radius);
        if let Some(size) = self.sizes.iter().position(|size| size.radius == radius) {
            return Ok(size);
        }
        if let Some(reason) = self.unbuilt.get(&radius.to_bits()) {
            return Err(reason.clone());
        }
        if self.sizes.len() == MOST_SIZES {
            return Err(format!(
                "the map has meshes for {MOST_SIZES} radii, and none for {radius}: list it in `radii`"
            ));
        }
        match Size::build(self.build_options(radius), &self.shapes) {
            Ok(size) => {
                self.add_size(size);
                Ok(self.sizes.len() - 1)
            }
            Err(fault) => {
                self.unbuilt.insert(radius.to_bits(), fault.reason.clone());
                Err(fault.reason)
            }
        }
    }

    fn build_options(&self, radius: f64) -> BuildOptions {
        let options = BuildOptions::default().agent_radius(radius).weld(self.options.weld);
        options.off_mesh_links(OffMeshLinks::Close)
    }

    /// Adds a mesh, with a class of agents.
    fn add_size(&mut self, mut size: Size) {
        let finder = size.live.finder();
        match &mut self.crowd {
            Some(crowd) => size.class = crowd.add_class(finder),
            None => self.crowd = Some(Crowd::new(finder)),
        }
        self.sizes.push(size);
        self.changes += 1;
    }
}

/// Tells a crowd what the last step of each mesh has changed.
fn follow(sizes: &[Size], crowd: &mut Option<Crowd>) {
    let Some(crowd) = crowd else { return };
    let steps = sizes.iter().map(|size| (size.live.finder(), size.live.report().walls()));
    // It refuses only another number of meshes than it has classes.
    let _followed = crowd.edit_maps(steps);
}
