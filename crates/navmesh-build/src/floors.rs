//! Builds one mesh from several floors.
//!
//! A floor has outlines of its own. A [`FloorConnection`](navmesh_core::FloorConnection) is a line
//! along which two floors meet: the walkable area of one lies on its left, that of the other on its
//! right. The line is inserted on both floors, and every cut on one floor is made on the other.
//! Each of its pieces is therefore one edge of either floor, and the two become twins. Cells never
//! merge across it.

mod plan;
mod seams;
mod common_cuts;
mod inset;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{Area, Floor, Floors, Link, NavMesh};

use crate::cells::MeshParts;
use crate::cells::doors::note_idle_doors;
use crate::error::BuildError;
use crate::ground::Ground;
use crate::input::area_kinds::area_kinds;
use crate::input::weld::sort;
use crate::options::BuildOptions;
use crate::report::{BuildReport, MovedLink, NarrowConnection, Repair, Weld};
use plan::{Built, Plan};
use seams::Connections;
pub(crate) use seams::line as connection_line;

/// The counts and repairs of a build of several floors.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FloorsReport {
    /// The report of each floor, by ascending number. Cells are counted for all floors together.
    pub floors: Vec<(u32, BuildReport)>,
    /// The length, in map units, along which each floor connection connects its floors.
    pub connected_lengths: Vec<f64>,
    /// The repairs of floor connections, with the connection and its vertex as given.
    #[cfg_attr(feature = "serde", serde(default))]
    pub connection_repairs: Vec<Repair>,
    /// The welds of floor connections and links, with the index of the link or connection, largest distance first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub connection_welds: Vec<Weld>,
    /// The pieces of floor connections that were closed although agents would only just pass.
    #[cfg_attr(feature = "serde", serde(default))]
    pub narrow_connections: Vec<NarrowConnection>,
    /// The number of cells in the mesh.
    pub cells: usize,
    /// The ends of links that were moved onto the walkable area. Links of the floors' own outlines
    /// come first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moved_links: Vec<MovedLink>,
}

impl FloorsReport {
    /// Unites the reports of the floors. An index of an outline or door is that on its floor.
    pub(crate) fn united(self) -> BuildReport {
        let Self { floors, connection_repairs, connection_welds, cells, moved_links, .. } = self;
        let mut all = BuildReport { cells, moved_links, ..BuildReport::default() };
        for (_, own) in floors {
            all.repairs.extend(own.repairs);
            all.weld = own.weld; // one for all floors
            all.welds.extend(own.welds);
            all.triangles += own.triangles;
            all.exact_crossings += own.exact_crossings;
            all.rounded_crossings.extend(own.rounded_crossings);
            all.slivers.extend(own.slivers);
        }
        all.repairs.extend(connection_repairs);
        all.welds.extend(connection_welds);
        sort(&mut all.welds);
        all
    }
}

/// Builds one mesh from several floors.
///
/// Each floor is built like [`build_outlines`](crate::build_outlines) does. Floors may overlap in
/// the plan without touching. Two floors are connected only along a
/// [`FloorConnection`](navmesh_core::FloorConnection).
///
/// Complexity: that of the floors, plus O(n log n) in the number of segments for each round of
/// cuts.
///
/// # Errors
///
/// - [`BuildError::OnLayer`] for an error on one floor, `RepeatedLayer` for a number used twice.
/// - `BadConnection`, `Fold`, `Fork` and `ConnectionInside` for a floor connection.
/// - `LinkOffMesh`, `BadLinkCost` and `TooManyLanes` for a link.
/// - `TooNarrow` if no floor has room for agents of this radius.
/// - `Unresolved` if rounding makes new crossings in every round. No known input does this.
///
/// ```
/// use navmesh_build::{BuildOptions, build_floors};
/// use navmesh_core::{Floors, FloorConnection, Outline, Outlines};
///
/// let ground = |x: f64, to: f64| Outlines {
///     walkable: vec![Outline::rect([x, 0.0], [to, 4.0])],
///     ..Outlines::default()
/// };
/// // Two halls, and a ramp (floor 9) from the east end of the lower to the west end of the upper one.
/// let building = Floors::default()
///     .with_floor(0, ground(0.0, 10.0))
///     .with_floor(9, ground(10.0, 16.0))
///     .with_floor(1, ground(16.0, 30.0))
///     .with_connection(FloorConnection::new([0, 9], [[10.0, 1.0], [10.0, 3.0]]))
///     .with_connection(FloorConnection::new([9, 1], [[16.0, 1.0], [16.0, 3.0]]));
/// let (mesh, report) = build_floors(&building, &BuildOptions::default())?;
/// assert_eq!((mesh.layers(), mesh.component_count()), (&[0, 1, 9][..], 1));
/// assert_eq!(report.connected_lengths, [2.0, 2.0]);
/// # Ok::<(), navmesh_build::BuildError>(())
/// ```
pub fn build_floors(
    building: &Floors,
    options: &BuildOptions,
) -> Result<(NavMesh, FloorsReport), BuildError> {
    let mut floors: Vec<&Floor> = building.floors.iter().collect();
    floors.merge_sort_by_key(|floor| floor.layer);
    if let Some(pair) = floors.windows(2).find(|pair| pair[0].layer == pair[1].layer) {
        return Err(BuildError::RepeatedLayer { layer: pair[0].layer });
    }
    if floors.is_empty() {
        return Err(BuildError::NothingWalkable { walkable: 0, obstacles: 0 });
    }
    let areas: Vec<Area> = floors.iter().flat_map(|floor| floor.outlines.areas.clone()).collect();
    let (kinds, kind_of_area) = area_kinds(&areas);
    let Connections { seams, lines, repairs: connection_repairs } =
        seams::of(&building.connections, |layer| {
            floors.binary_search_by_key(&layer, |floor| floor.layer).ok()
        })?;
    let layers: Vec<u32> = floors.iter().map(|floor| floor.layer).collect();
    let links = links_of(&floors, building);
    let kinds_of_areas = &kind_of_area;
    let plan = Plan { floors: &floors, layers: &layers, kinds: kinds_of_areas, options, seams };
    let Built { grounds, joined, mut reports, clearance, narrow, links, welds } =
        plan.build(lines, links)?;
    let grounds: Vec<Ground> = grounds.into_iter().map(Ground::without_inner_points).collect();
    for (report, ground) in reports.iter_mut().zip(&grounds) {
        report.triangles = ground.triangles;
        report.repairs.extend(&ground.without_effect);
    }
    let doors: Vec<usize> = floors.iter().map(|floor| floor.outlines.doors.len()).collect();
    let stack: Vec<(u32, usize)> = layers.iter().copied().zip(doors).collect();
    let (mut cells, points) = Ground::stacked(grounds, &stack);
    for &pair in joined.iter().flat_map(|seam| &seam.pairs) {
        cells.join(pair);
    }
    let doors = floors.iter().flat_map(|floor| &floor.outlines.doors).collect();
    let parts = MeshParts { cells, points, kinds, clearance, doors, links: &links };
    let (mesh, moved_links) = parts.into_mesh(options)?;
    let mut rest = mesh.doors();
    for (report, &(_, doors)) in reports.iter_mut().zip(&stack) {
        let own;
        (own, rest) = rest.split_at(doors);
        note_idle_doors(own, &mut report.repairs);
    }
    let connected_lengths = joined.iter().map(|seam| seam.length).collect();
    let floors = layers.into_iter().zip(reports).collect();
    let cells = mesh.cell_count();
    let report = FloorsReport {
        floors,
        connected_lengths,
        connection_repairs,
        narrow_connections: narrow,
        connection_welds: welds,
        cells,
        moved_links,
    };
    Ok((mesh, report))
}

/// Returns the links of the floors' own outlines, then those between floors.
fn links_of(floors: &[&Floor], building: &Floors) -> Vec<Link> {
    let own = floors.iter().flat_map(|floor| {
        let links = floor.outlines.links.iter().cloned();
        links.map(|link| link.on_layers([floor.layer; 2]))
    });
    own.chain(building.links.iter().cloned()).collect()
}
