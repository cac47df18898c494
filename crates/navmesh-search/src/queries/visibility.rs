//! The visible region: everything that can be seen from a place.
//!
//! Source: F. Bungiu, M. Hemmer, J. Hershberger, K. Huang, A. Kröller, "Efficient Computation of Visibility
//! Polygons", 2014. From the cell of the place, look through each portal at the edges behind it, and narrow
//! the cone of sight to the portal's ends.
//! We differ from it in: 1) cells are convex polygons; 2) two given corners bound a cone of sight, so side
//! tests decide exactly what is seen, and only points where a line of sight past a corner meets a wall are
//! rounded; 3) from places on walls, corners and pinches every fan around them is seen.

use navmesh_core::backend::geom::double;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, Feature, Incidence, PathError, Place, VertexId};

use super::MeshQueries;

/// The region that can be seen from a place.
///
/// A part that is seen only along a single line, between two corners on both sides of it, has no area and is left
/// out.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VisibleRegion {
    /// The place, moved onto the mesh, with the cell and the floor that the query names.
    pub viewpoint: Place,
    /// The region's border, counter-clockwise. A place on a wall or a corner is part of it; a pinch is so more
    /// than once.
    pub ring: Vec<DVec2>,
    /// For each point of the ring, the wall along which the ring goes on; `None` for a line of sight. The
    /// cell of a wall ([`Edge::cell_slot`](navmesh_core::Edge::cell_slot)) gives the side and the floor of
    /// its points.
    pub walls: Vec<Option<EdgeId>>,
    /// The number of changes of the map before the mesh of the region
    /// ([`NavMesh::revision`](navmesh_core::NavMesh::revision)). The region is up to date if the map has the
    /// same number.
    #[cfg_attr(feature = "serde", serde(default))]
    pub revision: u64,
}

impl VisibleRegion {
    /// Returns the area in square map units, rounded.
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn area(&self) -> f64 {
        let next = self.ring.iter().cycle().skip(1);
        let eye = self.viewpoint.point;
        let twice = self.ring.iter().zip(next).map(|(&a, &b)| (a - eye).perp_dot(b - eye));
        twice.sum::<f64>() / 2.0
    }
}

/// The memory of visible regions.
#[derive(Debug, Clone, Default)]
pub(super) struct VisibilityWorkspace {
    cones: Vec<Cone>,
    sides: Vec<Side>,
    /// The vertices whose fans were seen.
    seen: Vec<VertexId>,
    /// The edges that begin at one of them.
    fan: Vec<EdgeId>,
}

/// A cone of sight: an edge, and the two given points that bound the part of it that is seen.
#[derive(Debug, Clone, Copy)]
struct Cone {
    edge: EdgeId,
    right: DVec2,
    left: DVec2,
}

/// A piece of the border: the part of a wall that is seen.
#[derive(Debug, Clone, Copy)]
struct Side {
    from: DVec2,
    to: DVec2,
    wall: Option<EdgeId>,
}

impl MeshQueries<'_> {
    /// Returns the region that can be seen from `place`.
    ///
    /// Complexity: linear in the number of cones of sight: pairs of a portal and an interval of it that is seen.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain; `StartOutside` if `place` is off the
    /// mesh by more than the snap distance.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let region = queries.visible_from([1.0, 1.0])?;
    /// assert_eq!((region.ring.len(), region.area()), (4, 12.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "visibility_polygon")]
    #[doc(alias = "isovist")]
    #[doc(alias = "field_of_view")]
    pub fn visible_from(&mut self, place: impl Into<Place>) -> Result<VisibleRegion, PathError> {
        let asked = place.into();
        let viewpoint = self.locate(asked)?;
        let place = Place { point: viewpoint, ..asked };
        let revision = self.mesh.revision();
        let mut region = VisibleRegion { viewpoint: place, revision, ..VisibleRegion::default() };
        self.visibility.seen.clear();
        let mut sides = std::mem::take(&mut self.visibility.sides);
        sides.clear();
        for at in 0..self.located.len() {
            let Incidence { cell, feature } = self.located[at];
            match feature {
                Feature::Inside => {
                    let first = EdgeId(self.mesh.edge_range(cell.slot).start as u32);
                    self.look_around(viewpoint, &[first], &mut sides);
                }
                Feature::Edge(edge) => match self.mesh.edge(edge).twin() {
                    Some(twin) if twin < edge => {} // seen from the other cell already
                    Some(twin) => {
                        let both = [edge, twin].map(|edge| self.mesh.next_edge(edge));
                        self.look_around(viewpoint, &both, &mut sides);
                    }
                    None => self.look_from_border(viewpoint, &[edge], [edge; 2], &mut sides),
                },
                Feature::Corner(edge) => {
                    let vertex = self.mesh.edge(edge).vertex();
                    if !self.visibility.seen.contains(&vertex) {
                        self.visibility.seen.push(vertex);
                        self.look_from_vertex(viewpoint, edge, &mut sides);
                    }
                }
            }
        }
        region.close(&sides);
        self.visibility.sides = sides;
        Ok(region)
    }

    /// Adds everything that is seen from the origin of `edge`, in every cell of its fan.
    fn look_from_vertex(&mut self, eye: DVec2, edge: EdgeId, sides: &mut Vec<Side>) {
        let walls = self.mesh.walls_of_fan(edge);
        let first = walls.map_or(edge, |[first, _]| first);
        let mut fan = std::mem::take(&mut self.visibility.fan);
        fan.clear();
        fan.push(first);
        let mut at = first;
        while let Some(next) = self.mesh.counter_clockwise(at).filter(|&next| next != first) {
            fan.push(next);
            at = next;
        }
        match walls {
            Some(walls) => self.look_from_border(eye, &fan, walls, sides),
            None => self.look_around(eye, &fan, sides),
        }
        self.visibility.fan = fan;
    }

    /// Adds everything that is seen from a place on two walls, or on one wall twice. The border goes along the first
    /// wall, and returns along the second.
    fn look_from_border(
        &mut self,
        eye: DVec2,
        starts: &[EdgeId],
        walls: [EdgeId; 2],
        sides: &mut Vec<Side>,
    ) {
        let begin = sides.len();
        self.look_around(eye, starts, sides);
        let [Some(first), Some(last)] = [sides.get(begin), sides.last()] else { return };
        let [out, back] = walls.map(Some);
        let out = Side { from: eye, to: first.from, wall: out };
        let back = Side { from: last.to, to: eye, wall: back };
        sides.insert(begin, out);
        sides.push(back);
    }

    /// Adds everything that is seen of some cells, counter-clockwise from one edge of each, and through their
    /// portals.
    fn look_around(&mut self, eye: DVec2, starts: &[EdgeId], sides: &mut Vec<Side>) {
        for &start in starts {
            let count = self.mesh.edge_range(self.mesh.edge(start).cell_slot()).len();
            let edges = std::iter::successors(Some(start), |&edge| Some(self.mesh.next_edge(edge)));
            for edge in edges.take(count) {
                let [right, left] = self.mesh.edge_ends(edge);
                if turn(eye, right, left) == Turn::Left {
                    self.follow_cone(eye, Cone { edge, right, left }, sides);
                }
            }
        }
    }

    /// Follows a cone of sight to the walls at its end, from right to left.
    fn follow_cone(&mut self, eye: DVec2, cone: Cone, sides: &mut Vec<Side>) {
        self.visibility.cones.push(cone);
        while let Some(cone) = self.visibility.cones.pop() {
            let Some(twin) = self.mesh.edge(cone.edge).twin() else {
                sides.push(self.seen_of_wall(eye, &cone));
                continue;
            };
            // From the portal's left end backwards, so that the rightmost edge is popped first.
            let mut edge = self.mesh.previous_edge(twin);
            while edge != twin {
                self.visibility.cones.extend(self.narrowed(eye, &cone, edge));
                edge = self.mesh.previous_edge(edge);
            }
        }
    }

    /// Narrows a cone of sight to an edge behind its portal; `None` if it shows nothing of the edge.
    fn narrowed(&self, eye: DVec2, cone: &Cone, edge: EdgeId) -> Option<Cone> {
        let [a, b] = self.mesh.edge_ends(edge);
        if turn(eye, a, b) != Turn::Left {
            return None; // seen edge-on or from behind
        }
        let right = if turn(eye, cone.right, a) == Turn::Left { a } else { cone.right };
        let left = if turn(eye, cone.left, b) == Turn::Right { b } else { cone.left };
        (turn(eye, right, left) == Turn::Left).then_some(Cone { edge, right, left })
    }

    /// Returns the part of a wall in a cone of sight.
    fn seen_of_wall(&self, eye: DVec2, cone: &Cone) -> Side {
        let Cone { edge, right, left } = *cone;
        let [a, b] = self.mesh.edge_ends(edge);
        let crossing = |end: DVec2, bound: DVec2| match turn(eye, bound, end) {
            Turn::Collinear => end,
            _ => double::crossing([a, b], [eye, bound]),
        };
        Side { from: crossing(a, right), to: crossing(b, left), wall: Some(edge) }
    }
}

impl VisibleRegion {
    /// Joins the sides into a ring, with lines of sight between those that do not meet.
    fn close(&mut self, sides: &[Side]) {
        for (i, side) in sides.iter().enumerate() {
            let follows =
                self.walls.last() == Some(&side.wall) && i > 0 && sides[i - 1].to == side.from;
            if !follows && side.from != side.to {
                self.ring.push(side.from);
                self.walls.push(side.wall);
            }
            let next = &sides[(i + 1) % sides.len()];
            if side.to != next.from {
                self.ring.push(side.to);
                self.walls.push(None);
            }
        }
    }
}
