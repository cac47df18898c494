//! Weighted regions on floors and over links, held between bounds that share no code with any search.
//!
//! The oracle bounds the costs on the ground between the ends of all links, from below by pieces of portals and from
//! above by a dense graph, and relaxes them until nothing changes.

use crate::points::places;
use navmesh_testkit::oracle::weighted::{PieceGraph, SteinerGraph};
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::{SplitMix64, world_count};
use tautline::mesh::{LinkSide, OffMeshConnection};
use tautline::{FieldQuery, ManyQuery, MeshFinder, NavMesh, Path, PathError, Place};

use super::{ROUNDING, is_at_most};

/// The number of points, and of pieces, on each portal.
const POINTS: usize = 4;

/// A bound from below and one from above.
type Bounds = [f64; 2];

/// The bounds of a way that does not exist.
const NO_WAY: Bounds = [f64::INFINITY; 2];

/// A mesh with links, and bounds on the costs between their ends.
struct Judge<'a> {
    mesh: &'a NavMesh,
    steiner: SteinerGraph<'a>,
    pieces: PieceGraph<'a>,
    entries: Vec<Place>,
    costs: Vec<f64>,
    /// For each link the bounds on the ground from its exit to the entry of each link.
    between: Vec<Vec<Bounds>>,
    exits: Vec<Place>,
}

impl<'a> Judge<'a> {
    fn new(mesh: &'a NavMesh) -> Self {
        let links = mesh.off_mesh_connections();
        let ends = |of: fn(&OffMeshConnection) -> LinkSide| -> Vec<Place> {
            links.iter().map(|link| end(mesh, link, of(link))).collect()
        };
        let entries = ends(|link| link.entered);
        let exits = ends(|link| link.entered.other());
        let costs = links.iter().map(|link| link.cost).collect();
        let (steiner, pieces) = (SteinerGraph::new(mesh, POINTS), PieceGraph::new(mesh, POINTS));
        let mut judge = Self { mesh, steiner, pieces, entries, costs, between: Vec::new(), exits };
        judge.between =
            judge.exits.iter().map(|&exit| judge.on_ground(exit, &judge.entries)).collect();
        judge
    }

    /// The bounds without links from one place to several.
    fn on_ground(&self, from: Place, to: &[Place]) -> Vec<Bounds> {
        let flood = self.steiner.flood(from);
        let bounds = |&place: &Place| {
            let chain = flood.chain_to(place);
            let upper = chain.map(|chain| chain.refined(self.mesh).cost(self.mesh));
            let lower = self.pieces.lower_bound(from, place);
            [lower, upper].map(|bound| bound.unwrap_or(f64::INFINITY))
        };
        to.iter().map(bounds).collect()
    }

    /// The bounds of the cheapest path, links included.
    fn bounds(&self, start: Place, goal: Place) -> Bounds {
        let mut entered = self.on_ground(start, &self.entries);
        for _ in 0..entered.len() {
            for (link, between) in self.between.iter().enumerate() {
                let left = entered[link].map(|cost| cost + self.costs[link]);
                for (entered, onward) in entered.iter_mut().zip(between) {
                    *entered = least(*entered, sum(left, *onward));
                }
            }
        }
        let mut best = self.on_ground(start, &[goal])[0];
        for ((entered, cost), &exit) in entered.into_iter().zip(&self.costs).zip(&self.exits) {
            let left = entered.map(|entered| entered + cost);
            best = least(best, sum(left, self.on_ground(exit, &[goal])[0]));
        }
        best
    }
}

fn least(one: Bounds, other: Bounds) -> Bounds {
    [one[0].min(other[0]), one[1].min(other[1])]
}

fn sum(one: Bounds, other: Bounds) -> Bounds {
    [one[0] + other[0], one[1] + other[1]]
}

/// The place of an end of a link's lane.
fn end(mesh: &NavMesh, link: &OffMeshConnection, side: LinkSide) -> Place {
    let end = mesh.link(link.link).unwrap().end_of_lane(link.lane, side).unwrap();
    Place::new(end.point).on_layer(end.layer)
}

/// Stacked floors of tiles whose cells have seeded costs; with links for odd seeds.
fn costly_floors(seed: u64) -> NavMesh {
    let mut rng = SplitMix64::new(seed ^ 0xC057);
    let mut raw = stacked_tiles(seed).to_raw();
    raw.costs = (0..raw.cell_count()).map(|_| *rng.pick(&[0.25, 1.0, 1.0, 3.0, 8.0])).collect();
    let mesh = NavMesh::from_raw(&raw).unwrap();
    if seed.is_multiple_of(2) { mesh } else { with_links(mesh, seed) }
}

/// Asserts that bounds on a cost do not contradict those of the oracle.
fn check(name: &str, [lower, upper]: Bounds, [least, most]: Bounds) {
    assert!(lower <= upper, "{name}: {lower} to {upper}");
    assert!(is_at_most(lower, most), "{name}: the bound {lower} exceeds a path of {most}");
    assert!(is_at_most(least, upper), "{name}: {upper} is below the least cost {least}");
}

#[derive(Debug, Default)]
struct Met {
    paths: usize,
    over_links: usize,
    apart: usize,
    tight: usize,
}

#[test]
fn answers_on_floors_and_over_links_lie_between_the_bounds() {
    let mut met = Met::default();
    for seed in 0..world_count(60) {
        let mesh = costly_floors(seed);
        let (finder, judge) = (MeshFinder::new(mesh.clone()), Judge::new(&mesh));
        for query in floor_queries(&mesh, 4, seed) {
            let name = format!("seed {seed}, {query:?}");
            let [start, goal] = [query.start_place(), query.goal_place()];
            let bounds = judge.bounds(start, goal);
            let field = finder.distance_field(&FieldQuery::new(&[goal])).unwrap();
            let path = match finder.find_path(&query) {
                Ok(path) => path,
                Err(PathError::Unreachable { .. }) => {
                    assert_eq!(bounds, NO_WAY, "{name}");
                    assert_eq!(field.distance_at(start), None, "{name}");
                    met.apart += 1;
                    continue;
                }
                Err(error) => panic!("{name}: {error}"),
            };
            assert_eq!(path.verify_answer(&query, &mesh), Ok(()), "{name}");
            check(&name, [path.lower_bound(), path.cost()], bounds);
            let far = finder
                .distance_bounds(&ManyQuery::new(start, &places(&[goal])).gap(0.01))
                .unwrap()[0];
            check(&name, [far.lower_bound, far.distance], bounds);
            let known = field.bounds_at(start).unwrap();
            check(&name, [known.lower_bound, known.distance], bounds);
            check_leads_to(&field.path_from(start).unwrap(), goal, &mesh, &name);
            met.paths += 1;
            met.over_links += usize::from(!path.links().is_empty());
            met.tight += usize::from(path.lower_bound() >= 0.99 * path.cost() * (1.0 - ROUNDING));
        }
    }
    assert!(met.paths > 100 && met.over_links > 20 && met.apart > 5, "{met:?}");
    assert!(10 * met.tight >= 9 * met.paths, "{met:?}");
}

fn check_leads_to(path: &Path, goal: Place, mesh: &NavMesh, name: &str) {
    assert_eq!(path.verify(mesh), Ok(()), "{name}");
    assert_eq!(path.waypoints().last(), Some(&goal.point), "{name}");
}
