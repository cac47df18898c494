//! Live maps: options, doors, undo, revisions and reports. Shapes and files are in modules of their own.

use std::sync::{Arc, Mutex};

use tautline::build::{FillRule, LiveKey, OffMeshLinks};
use tautline::live::{EditReport, StepKind, WallChange};
use tautline::{BuildOptions, LiveMesh, MeshFinder, NavMeshBuilder};

use crate::border::{Out, OutVersioned, Plain, Versioned, array, text, versioned};
use crate::finder::{Edit, Finder};
use crate::handles::{get, handle, insert, lock, remove};
use crate::shapes::{read_shapes, tl_shape};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_finder, tl_map};

/// A live map, and what a crowd has to know of its last edit.
#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) live: LiveMesh,
    /// The number of edits.
    edits: u64,
    /// The walls of the last edit; `None` if they do not tell everything.
    walls: Option<Arc<WallChange>>,
    /// Its address tells the map from others.
    identity: Arc<()>,
}

handle!(tl_map, Mutex<Map>);

impl Map {
    pub(crate) fn new(live: LiveMesh) -> Self {
        Self { live, edits: 0, walls: None, identity: Arc::new(()) }
    }

    /// Notes an edit that has changed walls alone.
    pub(crate) fn note_walls(&mut self) {
        self.edits += 1;
        self.walls = Some(Arc::new(self.live.report().walls().clone()));
    }

    /// Notes an edit that may have changed costs too.
    pub(crate) fn note_all(&mut self) {
        self.edits += 1;
        self.walls = None;
    }

    fn snapshot(&self) -> Finder {
        let last =
            Edit { map: Arc::clone(&self.identity), number: self.edits, walls: self.walls.clone() };
        Finder::new(self.live.finder(), Some(last))
    }
}

/// The options of a map. Start from `tl_map_options_default`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_map_options {
    /// The size of this struct.
    pub size: u32,
    /// Not 0 if rings overlap by the even-odd rule instead of the non-zero rule.
    pub even_odd: u32,
    /// The radius of the agents, in map units; 0 for points.
    pub agent_radius: f64,
    /// The greatest distance of a corner's polygon from its arc, as a share of the radius.
    pub arc_tolerance: f64,
    /// The distance within which points and lines are joined; 0 for none, negative for the default: what rounding moves
    /// apart.
    pub weld: f64,
    /// Not 0 if links whose ends are off the mesh are closed instead of refused.
    pub close_stray_links: u32,
    /// Not 0 if the map can be saved in the format `"state"`, with its keys and its undo list.
    pub recorded: u32,
}

// SAFETY: numbers.
unsafe impl Plain for tl_map_options {}

impl Default for tl_map_options {
    fn default() -> Self {
        let options = BuildOptions::default();
        Self {
            size: size_of::<Self>() as u32,
            even_odd: 0,
            agent_radius: options.agent_radius,
            arc_tolerance: options.arc_tolerance,
            weld: options.weld.unwrap_or(-1.0),
            close_stray_links: 0,
            recorded: 0,
        }
    }
}

impl Versioned for tl_map_options {}

impl From<tl_map_options> for BuildOptions {
    fn from(options: tl_map_options) -> Self {
        let fill = if options.even_odd == 0 { FillRule::NonZero } else { FillRule::EvenOdd };
        let refuses = options.close_stray_links == 0;
        let links = if refuses { OffMeshLinks::Refuse } else { OffMeshLinks::Close };
        let mut build = Self::default()
            .fill(fill)
            .agent_radius(options.agent_radius)
            .arc_tolerance(options.arc_tolerance)
            .off_mesh_links(links);
        let is_default = options.weld < 0.0; // NaN is none, to be refused
        build.weld = (!is_default).then_some(options.weld);
        build
    }
}

/// Builds a live map from a builder.
pub(crate) fn build(builder: NavMeshBuilder, options: tl_map_options) -> Checked<tl_map> {
    let builder = builder.with_options(options.into());
    let live =
        if options.recorded == 0 { LiveMesh::new(builder) } else { LiveMesh::recorded(builder) };
    Ok(insert(Mutex::new(Map::new(live.map_err(Failure::input)?))))
}

/// The kinds of edits, of `tl_edit_report`.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_edit_kind {
    /// Cells around the edit were replaced.
    Patched = 0,
    /// The whole mesh was built anew.
    Rebuilt = 1,
    /// A mesh from before a rebuild returned.
    Restored = 2,
    /// Doors have opened or closed.
    Doors = 3,
    /// Another kind, of a later version.
    Other = 4,
}

/// The report of the last edit.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_edit_report {
    /// The size of this struct.
    pub size: u32,
    /// A `tl_edit_kind`.
    pub kind: u32,
    /// The revision of the mesh after the edit.
    pub revision: u64,
    /// The number of cells that are gone.
    pub removed_cells: usize,
    /// The number of new cells.
    pub added_cells: usize,
    /// The number of repairs of the input.
    pub repairs: usize,
    /// The number of lanes of links that have closed.
    pub closed_links: usize,
    /// The number of lanes of links that have opened.
    pub opened_links: usize,
    /// Not 0 if the edit frees no ground, so that no path becomes shorter.
    pub only_blocks: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: numbers.
unsafe impl Plain for tl_edit_report {}

impl Versioned for tl_edit_report {}

impl From<&EditReport> for tl_edit_report {
    fn from(report: &EditReport) -> Self {
        let kind = match report.kind {
            StepKind::Patched => tl_edit_kind::Patched,
            StepKind::Rebuilt(_) => tl_edit_kind::Rebuilt,
            StepKind::Restored => tl_edit_kind::Restored,
            StepKind::Doors => tl_edit_kind::Doors,
            _ => tl_edit_kind::Other,
        };
        Self {
            size: size_of::<Self>() as u32,
            kind: kind as u32,
            revision: report.revision,
            removed_cells: report.removed.len(),
            added_cells: report.added.len(),
            repairs: report.repairs.len(),
            closed_links: report.closed_links.len(),
            opened_links: report.opened_links.len(),
            only_blocks: u32::from(report.only_blocks()),
            reserved: 0,
        }
    }
}

/// Returns the default options of a map.
#[unsafe(no_mangle)]
pub extern "C" fn tl_map_options_default() -> tl_map_options {
    tl_map_options::default()
}

/// Builds a map from shapes, at least one of them walkable. `options` may be null.
///
/// `ids` takes the ids of the shapes, in their order, and may be null. `*map` becomes the map; free it with `tl_map_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_new(
    options: *const tl_map_options,
    shapes: *const tl_shape,
    count: usize,
    ids: *mut u64,
    map: *mut tl_map,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (options, shapes, ids, map) = unsafe {
            let capacity = if ids.is_null() { 0 } else { count };
            let ids = crate::border::Buffer::new(ids, capacity, std::ptr::null_mut())?;
            let shapes = read_shapes(&array(shapes, count, "shapes")?)?;
            (versioned(options, "options")?, shapes, ids, Out::new(map, "map")?)
        };
        let mut builder = NavMeshBuilder::new();
        let keys: Vec<u64> = shapes
            .iter()
            .filter_map(|shape| shape.add_to(&mut builder))
            .map(LiveKey::number)
            .collect();
        map.put(build(builder, options)?);
        ids.give_if_any(&keys);
        Ok(())
    })
}

/// Frees a map. Finders and crowds that were made from it stay.
#[unsafe(no_mangle)]
pub extern "C" fn tl_map_free(map: tl_map) -> tl_status {
    guard(|| remove(map))
}

/// Closes all doors and links of a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_close_door(
    map: tl_map,
    name: *const std::ffi::c_char,
) -> tl_status {
    // SAFETY: passed on.
    guard(|| turn(map, unsafe { text(name, "name") }?, true))
}

/// Opens all doors and links of a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_open_door(map: tl_map, name: *const std::ffi::c_char) -> tl_status {
    // SAFETY: passed on.
    guard(|| turn(map, unsafe { text(name, "name") }?, false))
}

fn turn(map: tl_map, name: String, closes: bool) -> Checked<()> {
    let own = get(map)?;
    let mut map = lock(&own)?;
    let before = map.live.is_door_closed(&name);
    let result = if closes { map.live.close_door(&name) } else { map.live.open_door(&name) };
    result.map_err(|error| Failure::new(tl_status::UnknownId, error))?;
    if before != closes {
        map.note_walls();
    }
    Ok(())
}

/// Writes 1 to `*closed` if the doors and links of a name are closed, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_is_door_closed(
    map: tl_map,
    name: *const std::ffi::c_char,
    closed: *mut u32,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (name, closed) = unsafe { (text(name, "name")?, Out::new(closed, "closed")?) };
        closed.put(u32::from(lock(&*get(map)?)?.live.is_door_closed(&name)));
        Ok(())
    })
}

/// Takes the last edit back. The status is `TL_STATUS_NOT_FOUND` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn tl_map_undo(map: tl_map) -> tl_status {
    guard(|| step_back(map, LiveMesh::undo, "nothing to undo"))
}

/// Makes an edit again that was taken back. The status is `TL_STATUS_NOT_FOUND` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn tl_map_redo(map: tl_map) -> tl_status {
    guard(|| step_back(map, LiveMesh::redo, "nothing to redo"))
}

fn step_back(
    map: tl_map,
    step: impl FnOnce(&mut LiveMesh) -> Result<bool, tautline::build::EditError>,
    message: &str,
) -> Checked<()> {
    let own = get(map)?;
    let mut map = lock(&own)?;
    if !step(&mut map.live).map_err(Failure::input)? {
        return Err(Failure::new(tl_status::NotFound, message));
    }
    map.note_all();
    Ok(())
}

/// Writes the revision of the mesh, which grows with every edit that changes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_revision(map: tl_map, revision: *mut u64) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let revision = unsafe { Out::new(revision, "revision") }?;
        revision.put(lock(&*get(map)?)?.live.revision());
        Ok(())
    })
}

/// Writes the report of the last edit. Set `report->size` first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_report(map: tl_map, report: *mut tl_edit_report) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let report = unsafe { OutVersioned::required(report, "report") }?;
        report.put(lock(&*get(map)?)?.live.report().into());
        Ok(())
    })
}

/// Works on the search index after edits, for at most about `budget` nodes. `*ready`, which may be null, becomes 1 if the
/// index is complete. Queries are right without it, and faster with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_refresh_index(
    map: tl_map,
    budget: u64,
    ready: *mut u32,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let ready = unsafe { Out::optional(ready, "ready") }?;
        let is_ready = lock(&*get(map)?)?.live.refresh_index(budget);
        if let Some(ready) = ready {
            ready.put(u32::from(is_ready));
        }
        Ok(())
    })
}

/// Takes a snapshot of a map for queries, with its closed doors. The cost does not depend on the size of the map.
///
/// Later edits do not change it. Free it with `tl_finder_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_finder(map: tl_map, finder: *mut tl_finder) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let finder = unsafe { Out::new(finder, "finder") }?;
        let snapshot = lock(&*get(map)?)?.snapshot();
        finder.put(insert(snapshot));
        Ok(())
    })
}

/// Returns a finder on a mesh that cannot be edited.
pub(crate) fn fixed(mesh: tautline::NavMesh) -> Finder {
    Finder::new(MeshFinder::new(mesh), None)
}
