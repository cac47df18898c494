//! The memory of path queries, and the last path of a thread.

use std::sync::Mutex;

use tautline::mesh::LinkSide;
use tautline::{MeshFinder, Path, PathError, PathQuery, Pathfinder, Scratch};

use crate::border::{Buffer, Out};
use crate::handles::{get, handle, insert, lock, remove};
use crate::status::{Checked, guard, tl_status};
use crate::types::{tl_point, tl_point_f, tl_scratch};

/// The memory of path queries, and the last path.
#[derive(Debug, Default)]
pub(crate) struct PathScratch {
    pub(crate) scratch: Scratch,
    pub(crate) path: Path,
    /// The waypoints on their way out.
    pub(crate) points: Vec<tl_point>,
    /// The reason if the last query has failed.
    pub(crate) error: Option<PathError>,
}

handle!(tl_scratch, Mutex<PathScratch>);

impl PathScratch {
    /// Finds a path and keeps it; after a failure the best partial path.
    pub(crate) fn find(&mut self, finder: &MeshFinder, query: &PathQuery) -> Checked<()> {
        let found = finder.find_path_into(query, &mut self.scratch, &mut self.path);
        self.note(found)
    }

    /// Finds a path of any finder.
    pub(crate) fn find_by(&mut self, finder: &dyn Pathfinder, query: &PathQuery) -> Checked<()> {
        let found = finder.find_path_into(query, &mut self.scratch, &mut self.path);
        self.note(found)
    }

    /// Keeps the result of a query.
    pub(crate) fn note(&mut self, found: Result<(), PathError>) -> Checked<()> {
        self.error = found.err();
        self.error.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// Creates the memory of one thread's path queries. Free it with `tl_scratch_free`.
///
/// Threads that share one wait for each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_scratch_new(scratch: *mut tl_scratch) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let scratch = unsafe { Out::new(scratch, "scratch") }?;
        scratch.put(insert(Mutex::new(PathScratch::default())));
        Ok(())
    })
}

/// Frees the memory of path queries.
#[unsafe(no_mangle)]
pub extern "C" fn tl_scratch_free(scratch: tl_scratch) -> tl_status {
    guard(|| remove(scratch))
}

/// Writes the waypoints of the last path, and their number to `*count`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_scratch_points(
    scratch: tl_scratch,
    points: *mut tl_point,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let points = unsafe { Buffer::new(points, capacity, count) }?;
        let own = get(scratch)?;
        let waypoints = lock(&own)?;
        let all: Vec<_> = waypoints.path.waypoints().iter().copied().map(tl_point::from).collect();
        points.give(&all)
    })
}

/// Writes the waypoints of the last path as floats: rounded, but never out of a start's snap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_scratch_points_f(
    scratch: tl_scratch,
    points: *mut tl_point_f,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let points = unsafe { Buffer::new(points, capacity, count) }?;
        let own = get(scratch)?;
        let path = &lock(&own)?.path;
        let all: Vec<_> = path.waypoints_f32().map(|[x, y]| tl_point_f { x, y }).collect();
        points.give(&all)
    })
}

/// Writes the floor of each waypoint of the last path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_scratch_layers(
    scratch: tl_scratch,
    layers: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let layers = unsafe { Buffer::new(layers, capacity, count) }?;
        let own = get(scratch)?;
        let path = &lock(&own)?.path;
        let waypoints = 0..path.waypoints().len();
        layers.give(&waypoints.map(|at| path.waypoint_layer(at).unwrap_or(0)).collect::<Vec<_>>())
    })
}

/// The use of a link by a path.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct tl_link_use {
    /// The leg of the path: from the waypoint with this index to the next one.
    pub leg: usize,
    /// The index of the link.
    pub link: usize,
    /// The cost, in map units.
    pub cost: f64,
    /// Not 0 if the link is entered at its second end.
    pub backward: u32,
    /// 0.
    pub reserved: u32,
}

/// Writes the links that the last path takes, in their order along it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_scratch_links(
    scratch: tl_scratch,
    links: *mut tl_link_use,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let links = unsafe { Buffer::new(links, capacity, count) }?;
        let own = get(scratch)?;
        let scratch = lock(&own)?;
        let all = scratch.path.links().iter().map(|link| tl_link_use {
            leg: link.leg,
            link: link.link.index(),
            cost: link.cost,
            backward: u32::from(link.entered == LinkSide::To),
            reserved: 0,
        });
        links.give(&all.collect::<Vec<_>>())
    })
}
