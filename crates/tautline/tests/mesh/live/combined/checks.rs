//! The laws that hold after each step.

use std::collections::BTreeMap;

use navmesh_io::{read_nav, write_nav};
use tautline::mesh::LaneId;
use tautline::{
    FilterId, LiveMesh, ManyQuery, MeshFinder, NavMesh, Path, PathError, PathQuery, Place,
};

use crate::live::laws::same_ends;

/// The margin of sums that are added in another order.
const ROUNDING: f64 = 1e-9;

/// The numbers of cases that the scripts met, so that a law that checks nothing fails.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) steps: u32,
    paths: u32,
    costly: u32,
    closed: u32,
    filtered: u32,
    distances: u32,
    /// Agents that walked, over all steps of the crowd.
    pub(crate) walked: u32,
}

impl Counts {
    pub(crate) fn is_worth_it(&self) -> bool {
        let rare = [self.costly, self.closed, self.filtered];
        self.steps > 600
            && self.paths > 2000
            && self.distances > 1000
            && self.walked > 2000
            && rare.iter().all(|&n| n > 100)
    }
}

/// Compares a live map with a fresh build, a loaded one, and each way of asking with the plain one.
pub(crate) fn assert_whole(
    map: &LiveMesh,
    queries: &[PathQuery],
    filter: FilterId,
    counts: &mut Counts,
    story: &str,
) {
    let finder = map.finder();
    finder.mesh().assert_invariants();
    let built = map.builder().build_mesh().unwrap();
    assert_eq!(Shown::of(finder.mesh()), Shown::of(&built), "{story}");
    let loaded = read_nav(&write_nav(finder.mesh())).unwrap();
    let [fresh, loaded] = [built, loaded].map(|mesh| closed_as(map, mesh));
    for query in queries {
        let path = finder.find_path(query);
        assert_compatible(query, &path, &fresh.find_path(query), story);
        assert_compatible(query, &path, &loaded.find_path(query), story);
        assert_unbound(&finder, query, &path, story);
        if let Ok(path) = &path {
            assert_readable(path, &[&finder, &fresh, &loaded], story);
        }
        if let Err(error) = &path {
            assert!(!error.explain(&finder).to_string().is_empty(), "{story}");
        }
        counts.paths += u32::from(path.is_ok());
        counts.costly += u32::from(path.is_ok() && !finder.mesh().is_uniform());
        counts.closed += u32::from(path.is_err_and(|error| error.kind() == "closed-off"));
        counts.filtered += u32::from(finder.find_path(&query.filter(filter)).is_ok());
    }
    counts.distances += assert_distances(&finder, queries, story);
}

/// A finder on another mesh with the same doors closed.
fn closed_as(map: &LiveMesh, mesh: NavMesh) -> MeshFinder {
    let mut finder = MeshFinder::new(mesh);
    for name in map.closed_doors() {
        let _gone = finder.close_door(name); // a name may outlive its doors
    }
    finder
}

/// The sizes of doors, margins and areas of a mesh by name and floor, in thousandths of a unit, and its lanes.
#[derive(Debug, PartialEq)]
struct Shown {
    doors: BTreeMap<(String, u32), i64>,
    margins: BTreeMap<(String, u32), i64>,
    areas: BTreeMap<(String, u32, u64), i64>,
    lanes: BTreeMap<LaneId, String>,
}

impl Shown {
    fn of(mesh: &NavMesh) -> Self {
        let thousandths = |size: f64| (size * 1000.0).round() as i64;
        let (mut doors, mut margins, mut areas) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for door in mesh.doors() {
            for &edge in &door.edges {
                let [a, b] = mesh.edge_ends(edge);
                // An edge is named by either of its sides; between two floors it counts for the lower one.
                let sides = [Some(edge), mesh.edge(edge).twin()].into_iter().flatten();
                let floor = sides.map(|side| mesh.layer(mesh.edge(side).cell_slot())).min();
                let key = (door.name.clone(), floor.unwrap());
                *doors.entry(key).or_insert(0.0) += a.distance(b);
            }
            for &slot in &door.margin {
                *margins.entry((door.name.clone(), mesh.layer(slot))).or_insert(0.0) +=
                    size(mesh, slot);
            }
        }
        for slot in mesh.slots() {
            let Some(area) = mesh.area_of(slot) else { continue };
            let name = mesh.areas()[area.index()].name.clone();
            let key = (name, mesh.layer(slot), mesh.cost(slot).to_bits());
            *areas.entry(key).or_insert(0.0) += size(mesh, slot);
        }
        let lanes = mesh.off_mesh_connections().iter().map(|connection| {
            let lane = connection.lane_id();
            (lane, mesh.links()[lane.link.index()].name.clone())
        });
        Self {
            doors: doors.into_iter().map(|(key, size)| (key, thousandths(size))).collect(),
            margins: margins.into_iter().map(|(key, size)| (key, thousandths(size))).collect(),
            areas: areas.into_iter().map(|(key, size)| (key, thousandths(size))).collect(),
            lanes: lanes.collect(),
        }
    }
}

/// The area of a cell.
fn size(mesh: &NavMesh, slot: u32) -> f64 {
    let corners: Vec<_> = mesh.corners(slot).collect();
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>() / 2.0
}

/// Two answers to a query: the same kind, and bounds that allow the other cost.
fn assert_compatible(
    query: &PathQuery,
    own: &Result<Path, PathError>,
    other: &Result<Path, PathError>,
    story: &str,
) {
    match [own, other] {
        [Ok(own), Ok(other)] => {
            assert!(same_ends(own, other), "{own:?} {other:?} {query:?}: {story}");
            for [one, two] in [[own, other], [other, own]] {
                let (bound, cost) = (one.lower_bound(), two.cost());
                assert!(bound <= cost * (1.0 + ROUNDING), "{bound} {cost} {query:?}: {story}");
            }
        }
        [own, other] => {
            let kinds =
                [own, other].map(|found| found.as_ref().map_or_else(PathError::kind, |_| "path"));
            assert_eq!(kinds[0], kinds[1], "{query:?}: {story}");
        }
    }
}

/// Limits that do not bind leave the same bits.
fn assert_unbound(
    finder: &MeshFinder,
    query: &PathQuery,
    plain: &Result<Path, PathError>,
    story: &str,
) {
    let cost = plain.as_ref().map_or(1e30, Path::cost);
    let limited = [query.max_expanded(u64::MAX), query.max_cost(1e30), query.max_cost(cost)];
    for query in limited {
        let answer = finder.find_path(&query);
        let bits = |found: &Result<Path, PathError>| {
            found
                .as_ref()
                .map(|path| (path.waypoints().to_vec(), path.cost(), path.lower_bound()))
                .map_err(|error| error.kind())
        };
        assert_eq!(bits(&answer), bits(plain), "{query:?}: {story}");
    }
}

/// A path is valid, and costs the same, on every mesh of the same outlines.
fn assert_readable(path: &Path, finders: &[&MeshFinder], story: &str) {
    assert_eq!(path.verify(&finders[0].current_mesh()), Ok(()), "{path:?}: {story}");
    for (number, finder) in finders.iter().enumerate() {
        let mesh = finder.current_mesh();
        assert_eq!(path.first_blocked_leg(&mesh), None, "on mesh {number}, {path:?}: {story}");
        assert!(path.still_valid(&mesh), "on mesh {number}, {path:?}: {story}");
        let cost = path.cost_on(&mesh).unwrap_or(f64::INFINITY);
        assert!((cost - path.cost()).abs() <= ROUNDING * cost, "{cost} {path:?}: {story}");
    }
}

/// Distances from one start to all goals allow the costs of the paths. Returns the number of paths.
fn assert_distances(finder: &MeshFinder, queries: &[PathQuery], story: &str) -> u32 {
    let start = queries[0].start_place();
    let goals: Vec<Place> = queries.iter().map(PathQuery::goal_place).collect();
    let Ok(distances) = finder.distance_bounds(&ManyQuery::new(start, &goals).gap(0.01).snap(0.0))
    else {
        return 0;
    };
    let mut compared = 0;
    for (goal, distance) in goals.iter().zip(distances) {
        let query = PathQuery::new(start, *goal).snap(0.0);
        match finder.find_path(&query) {
            Ok(path) => {
                let least = distance.lower_bound.max(path.lower_bound());
                let most = distance.distance.min(path.cost());
                assert!(
                    least <= most * (1.0 + ROUNDING),
                    "{distance:?} {path:?} {query:?}: {story}"
                );
                compared += 1;
            }
            Err(error) => {
                assert!(
                    distance.distance.is_infinite(),
                    "{error:?} {distance:?} {query:?}: {story}"
                );
            }
        }
    }
    compared
}
