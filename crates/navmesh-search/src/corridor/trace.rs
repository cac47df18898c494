//! From the finished search to the corridor.

use glam::DVec2;
use navmesh_core::{
    Corridor, CorridorLink, EdgeId, Endpoint, Endpoints, NavMesh, OffMeshConnection, Portal,
};

use super::frontier::{Frontier, Place};
use super::midpoint;
use super::search::{cheapest, cheapest_shared_cell};

/// Reads the way off a frontier: a chain of edges, each on the side of the cell that is left, and of leaps.
///
/// The edges that a search entered, the last one first, are just that for someone who walks from
/// the target to the origin.
#[derive(Debug, Default)]
pub(super) struct Tracer {
    chain: Vec<Place>,
    /// By slot: the place in the chain where the cell was last seen, if it still stands there.
    places: Vec<u32>,
}

/// Between which points a chain runs, and whether as a path does: over leaps from their entries to their exits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) from: DVec2,
    pub(super) to: DVec2,
    pub(super) is_forward: bool,
}

/// Where a walk begins or ends.
#[derive(Debug, Clone, Copy)]
enum Standing<'a> {
    At(&'a Endpoint),
    /// In the cells around an end of a leap.
    Among(&'a [u32]),
}

impl Standing<'_> {
    fn slots(&self) -> impl Iterator<Item = u32> {
        let (at, among) = match *self {
            Self::At(end) => (&end.incidences[..], &[][..]),
            Self::Among(cells) => (&[][..], cells),
        };
        at.iter().map(|at| at.cell.slot).chain(among.iter().copied())
    }
}

impl Tracer {
    /// Takes the way from the target to the origin.
    pub(super) fn read(&mut self, frontier: &Frontier) {
        self.chain.clear();
        self.chain.extend(frontier.way_back());
    }

    /// Cuts out what lies between two visits of the same cell on one walk; returns whether there was such.
    ///
    /// A convex cell is never worth leaving and entering again where all cells cost the same, but over a link;
    /// equal prices and rounding can still make a search do it.
    pub(super) fn cut_loops(&mut self, mesh: &NavMesh) -> bool {
        let length = self.chain.len();
        self.places.resize(mesh.slot_count().max(self.places.len()), 0);
        let (mut kept, mut first) = (0, 0);
        for i in 0..length {
            let place = self.chain[i];
            self.chain[kept] = place;
            kept += 1;
            let Place::Edge(edge) = place else {
                first = kept;
                continue;
            };
            if kept == first + 1 {
                self.places[mesh.edge(edge).cell_slot() as usize] = first as u32;
            }
            let Some(entered) = mesh.edge(edge).neighbor_slot() else { continue };
            let place = self.places[entered as usize] as usize;
            // Places are never cleared, so that a note counts only where the chain confirms it.
            if (first..kept).contains(&place) && self.leaves(place, mesh) == Some(entered) {
                kept = place;
            } else {
                self.places[entered as usize] = kept as u32;
            }
        }
        self.chain.truncate(kept);
        kept < length
    }

    /// The cell that is left over the edge at a place of the chain.
    fn leaves(&self, place: usize, mesh: &NavMesh) -> Option<u32> {
        match self.chain[place] {
            Place::Edge(edge) => Some(mesh.edge(edge).cell_slot()),
            Place::OffMeshConnection(_) => None,
        }
    }

    /// The cost of the chain on a mesh whose cells all cost 1.
    pub(super) fn cost(&self, mesh: &NavMesh, run: Run) -> f64 {
        let mut at = run.from;
        let mut cost = 0.0;
        for &place in &self.chain {
            match place {
                Place::Edge(edge) => {
                    let middle = midpoint(mesh, edge);
                    cost += at.distance(middle);
                    at = middle;
                }
                Place::OffMeshConnection(leap) => {
                    let OffMeshConnection { entry, exit, cost: own, .. } =
                        mesh.off_mesh_connections()[leap as usize];
                    let [near, far] = if run.is_forward { [entry, exit] } else { [exit, entry] };
                    cost += at.distance(near) + own;
                    at = far;
                }
            }
        }
        cost + at.distance(run.to)
    }

    /// Makes the chain run the other way.
    pub(super) fn turn_around(&mut self, mesh: &NavMesh) {
        self.chain.reverse();
        for place in &mut self.chain {
            if let Place::Edge(edge) = place {
                *edge = mesh.edge(*edge).twin().unwrap_or(*edge);
            }
        }
    }

    /// Writes cells, portals and links of a chain from the start to the goal. A walk without portals is one cell:
    /// the cheapest that holds both its ends.
    pub(super) fn write(&self, mesh: &NavMesh, endpoints: &Endpoints, corridor: &mut Corridor) {
        let is_leap = |place: &Place| matches!(place, Place::OffMeshConnection(_));
        if !self.chain.iter().any(is_leap) {
            let shared = || cheapest_shared_cell(mesh, endpoints);
            return write_walk(mesh, &self.chain, shared, corridor);
        }
        let goal = Standing::At(&endpoints.goal);
        let mut here = Standing::At(&endpoints.start);
        for walk in self.chain.split_inclusive(is_leap) {
            let (edges, leap) = match walk.split_last() {
                Some((&Place::OffMeshConnection(leap), edges)) => {
                    (edges, Some(&mesh.off_mesh_connections()[leap as usize]))
                }
                _ => (walk, None),
            };
            let ahead = leap.map_or(goal, |leap| Standing::Among(&leap.entry_cells));
            write_walk(mesh, edges, || cheapest_shared(mesh, [here, ahead]), corridor);
            if let Some(leap) = leap {
                let OffMeshConnection { link, lane, entered, entry, exit, cost, .. } = *leap;
                let (cells, portals) = (corridor.cells.len(), corridor.portals.len());
                let link = CorridorLink { link, lane, entered, entry, exit, cost, cells, portals };
                corridor.links.push(link);
                here = Standing::Among(&leap.exit_cells);
            }
        }
        if self.chain.last().is_none_or(is_leap) {
            write_walk(mesh, &[], || cheapest_shared(mesh, [here, goal]), corridor);
        }
    }
}

/// The cell that holds both ends of a walk and costs least; of equal ones, the lowest slot.
fn cheapest_shared(mesh: &NavMesh, [from, to]: [Standing<'_>; 2]) -> Option<u32> {
    cheapest(mesh, from.slots().filter(|&slot| to.slots().any(|other| other == slot)))
}

/// Writes the cells and portals of one walk; `shared` finds the cell of one without portals.
fn write_walk(
    mesh: &NavMesh,
    edges: &[Place],
    shared: impl FnOnce() -> Option<u32>,
    corridor: &mut Corridor,
) {
    let edges = || {
        edges.iter().filter_map(|place| match place {
            Place::Edge(edge) => Some(*edge),
            Place::OffMeshConnection(_) => None,
        })
    };
    let first = edges().next().map(|edge| mesh.edge(edge).cell_slot());
    let first = first.or_else(shared);
    corridor.cells.extend(first.map(|slot| mesh.cell_id(slot)));
    for edge in edges() {
        corridor.portals.push(portal(mesh, edge));
        corridor.cells.extend(mesh.edge(edge).neighbor_slot().map(|slot| mesh.cell_id(slot)));
    }
}

/// The edge `a` → `b` of a counter-clockwise cell, seen by someone who walks out through it: the
/// cell lies to the left of `a` → `b`, so that on the way out `b` is on the left hand.
fn portal(mesh: &NavMesh, edge: EdgeId) -> Portal {
    let (origin, end) = (mesh.edge(edge), mesh.edge(mesh.next_edge(edge)));
    Portal {
        left: end.origin(),
        right: origin.origin(),
        left_vertex: end.vertex(),
        right_vertex: origin.vertex(),
        edge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_core::RawMesh;

    /// Four triangles around the middle of a square, in the order of their outer edges: bottom,
    /// right, top, left. Edge 3·i + 1 of triangle i leads to triangle i + 1, and 3·i + 2 to i − 1.
    fn square_of_four() -> NavMesh {
        let points = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]];
        let mut raw = RawMesh { positions: points.map(Into::into).to_vec(), ..RawMesh::default() };
        for i in 0..4 {
            raw.push_cell(&[i, (i + 1) % 4, 4]);
        }
        raw.join_matching_edges();
        NavMesh::from_raw(&raw).unwrap()
    }

    fn tracer_along(edges: &[u32]) -> Tracer {
        let chain = edges.iter().map(|&edge| Place::Edge(EdgeId(edge))).collect();
        Tracer { chain, ..Tracer::default() }
    }

    fn first_portal(mesh: &NavMesh, tracer: &Tracer) -> Portal {
        match tracer.chain[0] {
            Place::Edge(edge) => portal(mesh, edge),
            Place::OffMeshConnection(_) => panic!("the mesh has no links"),
        }
    }

    #[test]
    fn a_chain_around_a_vertex_is_cut_where_it_comes_back() {
        let mesh = square_of_four();
        // Bottom, right, top, left, bottom again, right.
        let mut tracer = tracer_along(&[1, 4, 7, 10, 1]);
        assert!(tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain, [Place::Edge(EdgeId(1))]);
        // Right, top, right, bottom: a way there and back.
        let mut tracer = tracer_along(&[4, 8, 5]);
        assert!(tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain, [Place::Edge(EdgeId(5))]);
    }

    #[test]
    fn a_chain_without_loops_stays_whatever_was_cut_before() {
        let mesh = square_of_four();
        let mut tracer = tracer_along(&[1, 4, 7, 10]);
        assert!(tracer.cut_loops(&mesh));
        assert!(tracer.chain.is_empty());
        tracer.chain = [4, 7].map(|edge| Place::Edge(EdgeId(edge))).to_vec();
        assert!(!tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain.len(), 2);
    }

    #[test]
    fn turned_around_a_chain_costs_the_same_and_its_portals_swap_hands() {
        let mesh = square_of_four();
        let (from, to) = (DVec2::new(1.0, 0.5), DVec2::new(1.0, 1.5));
        let mut tracer = tracer_along(&[1, 4]);
        let run = Run { from, to, is_forward: true };
        let cost = tracer.cost(&mesh, run);
        // (1, ½) to (1½, ½) to (1½, 1½) to (1, 1½).
        assert_eq!(cost, 2.0);
        let there = first_portal(&mesh, &tracer);
        assert_eq!((there.left, there.right), (DVec2::ONE, DVec2::new(2.0, 0.0)));
        tracer.turn_around(&mesh);
        let run = Run { from: to, to: from, is_forward: false };
        assert_eq!(tracer.cost(&mesh, run), cost);
        tracer.chain.reverse();
        let back = first_portal(&mesh, &tracer);
        assert_eq!((back.left, back.right), (there.right, there.left));
        assert_eq!((back.left_vertex, back.right_vertex), (there.right_vertex, there.left_vertex));
    }
}
