//! The visible region: all that can be seen from a place.
//!
//! Source: F. Bungiu, M. Hemmer, J. Hershberger, K. Huang, A. Kröller, "Efficient Computation of Visibility
//! Polygons", 2014: from the cell of the place, look through each portal at the edges behind it, and narrow the
//! view to what lies between the portal's ends.
//! We differ from it in: 1) cells are convex polygons; 2) a view is bounded by two given corners, so that what
//! is seen is decided by exact side tests, and rounded are only the points where a line of sight past a corner
//! meets a wall; 3) places on walls, corners and pinches look into every fan that they stand in.

use navmesh_core::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, Feature, Incidence, PathError, Place, VertexId, geom::double};

use super::MeshQueries;

/// What can be seen from a place.
///
/// What is seen along a single line, between two corners that the line touches from either side, has no area
/// and is left out.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VisibleRegion {
    /// The place, as moved onto the ground.
    pub viewpoint: DVec2,
    /// The region's border, counter-clockwise. Where the place is on a wall or a corner it is part of the
    /// border; where it is a pinch, more than once.
    pub ring: Vec<DVec2>,
    /// For each point of the ring, the wall that the ring follows to the next one; `None` where it follows a
    /// line of sight.
    pub walls: Vec<Option<EdgeId>>,
}

impl VisibleRegion {
    /// Its area in square map units, rounded. Complexity: linear.
    #[must_use]
    pub fn area(&self) -> f64 {
        let next = self.ring.iter().cycle().skip(1);
        let eye = self.viewpoint;
        let twice = self.ring.iter().zip(next).map(|(&a, &b)| (a - eye).perp_dot(b - eye));
        twice.sum::<f64>() / 2.0
    }
}

/// What looks around keep between them.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    views: Vec<View>,
    sides: Vec<Side>,
    /// The vertices around which was looked.
    seen: Vec<VertexId>,
    /// The edges that begin at one of them.
    fan: Vec<EdgeId>,
}

/// An edge, and the two given points that bound the view of it, right and left.
#[derive(Debug, Clone, Copy)]
struct View {
    edge: EdgeId,
    right: DVec2,
    left: DVec2,
}

/// A piece of the border: what is seen of a wall.
#[derive(Debug, Clone, Copy)]
struct Side {
    from: DVec2,
    to: DVec2,
    wall: Option<EdgeId>,
}

impl MeshQueries<'_> {
    /// All that can be seen from `point`; see [`VisibleRegion`].
    ///
    /// Complexity: linear in the number of views: pairs of a portal and an interval of it that is seen.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers; `StartOutside` off the ground.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let region = survey.visible_from([1.0, 1.0])?;
    /// assert_eq!((region.ring.len(), region.area()), (4, 12.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "visibility_polygon")]
    #[doc(alias = "isovist")]
    #[doc(alias = "field_of_view")]
    pub fn visible_from(&mut self, place: impl Into<Place>) -> Result<VisibleRegion, PathError> {
        let viewpoint = self.stand(place.into())?;
        let mut region = VisibleRegion { viewpoint, ..VisibleRegion::default() };
        self.sight.seen.clear();
        let mut sides = std::mem::take(&mut self.sight.sides);
        sides.clear();
        for at in 0..self.standing.len() {
            let Incidence { cell, feature } = self.standing[at];
            match feature {
                Feature::Inside => {
                    let first = EdgeId(self.mesh.edge_range(cell.slot).start as u32);
                    self.look_around(viewpoint, &[first], &mut sides);
                }
                Feature::Edge(edge) => match self.mesh.edge(edge).twin() {
                    Some(twin) if twin < edge => {} // its own cell looked through the portal too
                    Some(twin) => {
                        let both = [edge, twin].map(|edge| self.mesh.next_edge(edge));
                        self.look_around(viewpoint, &both, &mut sides);
                    }
                    None => self.look_from_border(viewpoint, &[edge], [edge; 2], &mut sides),
                },
                Feature::Corner(edge) => {
                    let vertex = self.mesh.edge(edge).vertex();
                    if !self.sight.seen.contains(&vertex) {
                        self.sight.seen.push(vertex);
                        self.look_from_vertex(viewpoint, edge, &mut sides);
                    }
                }
            }
        }
        region.close(&sides);
        self.sight.sides = sides;
        Ok(region)
    }

    /// Looks into every cell of the fan around the origin of `edge`.
    fn look_from_vertex(&mut self, eye: DVec2, edge: EdgeId, sides: &mut Vec<Side>) {
        let walls = self.mesh.walls_of_fan(edge);
        let first = walls.map_or(edge, |[first, _]| first);
        let mut fan = std::mem::take(&mut self.sight.fan);
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
        self.sight.fan = fan;
    }

    /// Looks from a place on two walls (or on one, twice): the border goes from it along the first and comes
    /// back to it along the second.
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

    /// Looks at all edges of some cells, counter-clockwise from one edge of each, and through the portals
    /// among them.
    fn look_around(&mut self, eye: DVec2, starts: &[EdgeId], sides: &mut Vec<Side>) {
        for &start in starts {
            let count = self.mesh.edge_range(self.mesh.edge(start).cell_slot()).len();
            let edges = std::iter::successors(Some(start), |&edge| Some(self.mesh.next_edge(edge)));
            for edge in edges.take(count) {
                let [right, left] = self.mesh.edge_ends(edge);
                if turn(eye, right, left) == Turn::Left {
                    self.look_at(eye, View { edge, right, left }, sides);
                }
            }
        }
    }

    /// Follows one view to the walls at its end, from right to left.
    fn look_at(&mut self, eye: DVec2, view: View, sides: &mut Vec<Side>) {
        self.sight.views.push(view);
        while let Some(view) = self.sight.views.pop() {
            let Some(twin) = self.mesh.edge(view.edge).twin() else {
                sides.push(self.seen_of_wall(eye, &view));
                continue;
            };
            // From the portal's left end backwards, so that the rightmost is looked at first.
            let mut edge = self.mesh.previous_edge(twin);
            while edge != twin {
                self.sight.views.extend(self.narrowed(eye, &view, edge));
                edge = self.mesh.previous_edge(edge);
            }
        }
    }

    /// What a view shows of an edge behind its portal.
    fn narrowed(&self, eye: DVec2, view: &View, edge: EdgeId) -> Option<View> {
        let [a, b] = self.mesh.edge_ends(edge);
        if turn(eye, a, b) != Turn::Left {
            return None; // seen edge-on or from behind
        }
        let right = if turn(eye, view.right, a) == Turn::Left { a } else { view.right };
        let left = if turn(eye, view.left, b) == Turn::Right { b } else { view.left };
        (turn(eye, right, left) == Turn::Left).then_some(View { edge, right, left })
    }

    /// The part of a wall between the two lines of sight.
    fn seen_of_wall(&self, eye: DVec2, &View { edge, right, left }: &View) -> Side {
        let [a, b] = self.mesh.edge_ends(edge);
        let met = |end: DVec2, bound: DVec2| match turn(eye, bound, end) {
            Turn::Collinear => end,
            _ => double::crossing([a, b], [eye, bound]),
        };
        Side { from: met(a, right), to: met(b, left), wall: Some(edge) }
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
