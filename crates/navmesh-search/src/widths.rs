//! The widest way between two places, and its narrowest point, for agents of any radius.
//!
//! Source: J. O'Rourke, C. K. Yap and their successors plan the motion of a disc on the Voronoi diagram of the
//! walls: C. Ó'Dúnlaing, C. K. Yap, "A 'Retraction' Method for Planning the Motion of a Disc", 1985. A *chord* is a
//! segment between two walls whose disc, with the chord as diameter, meets no other wall. Chords are the places where
//! the clearance along the diagram is least. They cut the walkable area into *rooms*. No way from room to room is
//! wider than the chords that it crosses, and a way within a room is as wide as its ends allow. A maximum spanning
//! tree of the rooms holds the widest ways. We differ from it in: 1) the diagram is not built; the edges of a
//! triangulation and short walks from its corners find the chords; 2) all tests are exact; 3) rooms are faces of a plane graph, whose vertices
//! are the boundaries of the walkable area and whose edges are the chords; 4) one tree answers for every radius.
//!
//! The page `docs/algorithms/widths.md` has the proof.

mod walls;
mod triangles;
mod candidates;
mod clear;
mod chord;
mod rooms;
mod tree;
mod measured;
mod links;
mod answer;

use std::fmt;
use std::sync::Arc;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{InvalidQuery, NavMesh, PathError, Place, TooNarrow};

pub use answer::{ChokePoint, NarrowLink, Narrowest, WallPart, WidestWay};
use chord::Chord;
use links::Lanes;
pub use measured::MeasuredPlace;
use rooms::Border;
use tree::RoomTree;
use walls::Walls;

/// The widths of all passages of a mesh.
///
/// A way has the width w if an agent of every radius below w / 2 can follow it. **A passage of exactly 2r is closed to
/// an agent of radius r**, as in a mesh built for the radius r. An agent of radius 0 needs no width.
///
/// Links have no width of their own: an agent uses one if it has room at both of its ends. A way may use links.
///
/// The widths are those of the mesh that is given: a closed door is a wall, and so is the border of a closed area. For
/// other doors or filters build the widths of that mesh. On a mesh that was built for an agent radius, they are what is
/// left for the agent's centre.
///
/// ```
/// use std::sync::Arc;
/// use navmesh_search::Widths;
/// # use navmesh_core::{NavMesh, RawMesh};
/// # let points = [[0, 0], [4, 0], [4, 2], [4, 3], [0, 3], [5, 2], [5, 3], [5, 0], [9, 0], [9, 3]];
/// # let points = points.map(|p: [i32; 2]| p.map(f64::from));
/// # let raw = RawMesh::of_cells(points, &[&[0, 1, 2, 3, 4], &[2, 5, 6, 3], &[7, 8, 9, 6, 5]]);
/// # let mesh = Arc::new(NavMesh::from_raw(&raw)?);
/// // Two rooms, and a passage between them that is 1 wide.
/// let widths = Widths::of(&mesh);
/// let way = widths.widest([1.0, 1.0], [8.0, 1.0])?.expect("a way");
/// assert_eq!(way.width, 1.0);
/// assert!(widths.can_pass([1.0, 1.0], [8.0, 1.0], 0.49)?);
/// assert!(!widths.can_pass([1.0, 1.0], [8.0, 1.0], 0.5)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("bottleneck", "clearance", "corridor width"))]
pub struct Widths {
    mesh: Arc<NavMesh>,
    /// All chords, the widest first.
    chords: Vec<Chord>,
    border: Border,
    /// The links that join rooms.
    lanes: Lanes,
    tree: RoomTree,
}

impl Widths {
    /// Finds the chords and rooms of a mesh.
    ///
    /// Complexity: a triangulation of the cells, then linear in the triangles within twice the Voronoi cell of each corner;
    /// in practice near linear in the size of the mesh. A cell with k corners may take O(k²).
    #[must_use]
    pub fn of(mesh: &Arc<NavMesh>) -> Self {
        let walls = Walls::of(mesh);
        let chords = clear::all_chords(&walls);
        let (border, sides) = Border::of(&walls, &chords);
        let mut widths = Self {
            mesh: Arc::clone(mesh),
            chords,
            border,
            lanes: Lanes::default(),
            tree: RoomTree::default(),
        };
        let mut lanes = widths.measured_lanes();
        let crossings = widths.merge_lanes(&mut lanes, &sides);
        widths.tree = RoomTree::of(widths.border.room_count(), &crossings);
        widths.lanes = lanes;
        widths
    }

    /// Returns the mesh.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// Finds the widest way between two places; `None` if no way connects them.
    ///
    /// The width counts the ends: a place at distance d from the nearest wall has room for a radius below d.
    ///
    /// Complexity: that of two searches for the nearest wall, then logarithmic in the number of rooms; with k one-way
    /// links, k² times that.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain; `StartOutside` and `GoalOutside` if a
    /// place is off the mesh by more than the default snap distance.
    pub fn widest(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<Option<WidestWay>, PathError> {
        let [from, to] = self.ends(from.into(), to.into())?;
        Ok(self.widest_between(&from, &to))
    }

    /// True if an agent can get from one place to the other: its radius is less than half the width of the widest way.
    ///
    /// For the radius 0 the answer is whether any way connects the places.
    ///
    /// # Errors
    ///
    /// Those of [`widest`](Self::widest), and `InvalidQuery` for a radius that is negative or NaN.
    pub fn can_pass(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
        radius: f64,
    ) -> Result<bool, PathError> {
        check_radius(radius)?;
        Ok(self.widest(from, to)?.is_some_and(|way| way.lets_pass(radius)))
    }

    /// Returns the passages that the widest way crosses, the narrowest first; none within one room. Links are left out.
    ///
    /// Complexity: linear in the rooms between the two places, beyond that of [`widest`](Self::widest).
    ///
    /// # Errors
    ///
    /// Those of [`widest`](Self::widest).
    pub fn choke_points(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<Vec<ChokePoint>, PathError> {
        let [from, to] = self.ends(from.into(), to.into())?;
        let walks = self.route(&from, &to).map_or_else(Vec::new, |route| route.walks);
        let mut numbers: Vec<u32> =
            walks.into_iter().flat_map(|rooms| self.tree.path(rooms)).collect();
        numbers.merge_sort_by(|a, b| b.cmp(a));
        numbers.dedup();
        Ok(numbers.into_iter().filter_map(|number| self.choke_at(number)).collect())
    }

    /// Iterates over the passages of the mesh, the narrowest first: the chords with different rooms on their sides
    /// that widest ways cross.
    pub fn passages(&self) -> impl Iterator<Item = ChokePoint> + '_ {
        self.tree.passages().filter_map(|number| self.choke_at(number))
    }

    /// Finds the place where an agent does not fit on the widest way; `None` if it fits, or if no way connects the places.
    ///
    /// # Errors
    ///
    /// Those of [`can_pass`](Self::can_pass).
    pub fn too_narrow(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
        radius: f64,
    ) -> Result<Option<TooNarrow>, PathError> {
        check_radius(radius)?;
        let [from, to] = self.ends(from.into(), to.into())?;
        let way = self.widest_between(&from, &to).filter(|way| !way.lets_pass(radius));
        Ok(way.map(|way| TooNarrow {
            width: way.width,
            radius,
            ends: way.ends(from.point(), to.point()),
        }))
    }

    /// Returns the number of chords.
    #[must_use]
    pub fn chord_count(&self) -> usize {
        self.chords.len()
    }

    /// Returns the number of rooms.
    #[must_use]
    pub fn room_count(&self) -> usize {
        self.border.room_count()
    }

    /// Returns the memory of the widths in bytes, without the mesh.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.chords.len() * size_of::<Chord>()
            + self.border.memory()
            + self.tree.memory()
            + self.lanes.memory()
    }
}

fn check_radius(radius: f64) -> Result<(), PathError> {
    let reason = InvalidQuery::Radius { radius };
    if radius >= 0.0 { Ok(()) } else { Err(PathError::InvalidQuery { reason }) }
}

impl fmt::Debug for Widths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Widths")
            .field("chords", &self.chord_count())
            .field("rooms", &self.room_count())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
