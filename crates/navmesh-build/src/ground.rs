//! Stages 2 to 5: the walkable triangles of a drawing.
//!
//! The half-edges of the triangles become the half-edges of the cells without a copy. The array
//! that holds the face of each half-edge is reused for its twin.

mod regions;
pub(crate) mod classify;
pub(crate) mod slivers;
mod seam_walks;
pub(crate) mod no_effect;
pub(crate) mod inner_points;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::distinct_points;

use crate::error::BuildError;
use crate::ground::classify::{Faces, classify};
use crate::ground::inner_points::remove_inner_points;
use crate::ground::no_effect::{Covered, without_effect};
use crate::ground::slivers::reported;
use crate::half_edges::HalfEdges;
use crate::half_edges::edge_doors::EdgeDoors;
use crate::half_edges::halves::NONE;
use crate::half_edges::triangles::Triangles;
use crate::plsg::{Drawing, Plsg, Source};
use crate::report::{BuildReport, Repair, SliverKind};
use crate::split::{Crossings, Triangulation, triangulate_crossing_free};

/// The walkable triangles. Each is a cell.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) points: Vec<DVec2>,
    pub(crate) cells: HalfEdges,
    pub(crate) triangles: usize,
    /// The half-edges along seams, each with the number of its seam, in ascending order of it.
    /// Half-edges along walls are left out.
    pub(crate) seams: Vec<(u32, u32)>,
    /// The half-edges along seams whose faces a walkable outline covers, obstacles or not, ascending.
    pub(crate) covered_sides: Vec<u32>,
    /// A note for each obstacle, wall and area without effect.
    pub(crate) without_effect: Vec<Repair>,
}

impl Ground {
    /// Builds the walkable triangles of a drawing.
    pub(crate) fn drawn(
        drawing: Drawing,
        crossings: Crossings,
        report: &mut BuildReport,
    ) -> Result<Self, BuildError> {
        let triangulation = triangulate_crossing_free(Plsg::of(drawing), crossings, report)?;
        Ok(Self::of(triangulation, report))
    }

    /// Classifies the triangles of a triangulation. Adjacent walkable triangles are connected
    /// unless a wall or a blocked sliver lies between them.
    pub(crate) fn of(triangulation: Triangulation, report: &mut BuildReport) -> Self {
        let (faces, covered) = classify(&triangulation);
        let walls = walls(&triangulation, &faces);
        let seams = open_seams(&triangulation, &walls);
        let covered_sides = covered_sides(&seams, &triangulation.triangles, &covered);
        let without_effect = without_effect(&triangulation, covered, &faces.slivers);
        report.slivers = reported(&faces.slivers, &triangulation);
        let Triangulation { plsg, triangles } = triangulation;
        let doors = EdgeDoors::of(&plsg, &triangles.labels, triangles.halves.len());
        let mut cells = HalfEdges { doors, ..cells_of(triangles, &faces) };
        for edge in walls {
            cells.separate(edge);
        }
        let triangles = faces.walkable.iter().filter(|&&inside| inside).count();
        let points = plsg.points;
        Self { points, cells, triangles, seams, covered_sides, without_effect }
    }

    /// Removes the points inside the walkable area that no cell needs.
    pub(crate) fn without_inner_points(mut self) -> Self {
        self.triangles -= 2 * remove_inner_points(&mut self.cells, &self.points);
        self
    }

    /// Returns `self`, or the error if it has no triangles.
    pub(crate) fn or_if_empty(self, error: BuildError) -> Result<Self, BuildError> {
        if self.triangles > 0 { Ok(self) } else { Err(error) }
    }

    /// Joins the cells of several floors in one array, floor after floor, and merges equal points.
    ///
    /// Doors are numbered floor after floor; those of margins are numbered so already. `floors` holds
    /// the number and the door count of each floor.
    pub(crate) fn stacked(grounds: Vec<Self>, floors: &[(u32, usize)]) -> (HalfEdges, Vec<DVec2>) {
        let has_kinds = grounds.iter().any(|ground| !ground.cells.kinds.is_empty());
        let drawn = grounds.iter().flat_map(|ground| &ground.points).copied().collect::<Vec<_>>();
        let (points, numbers) = distinct_points(drawn);
        let mut all = HalfEdges::default();
        let (mut first_point, mut first_door) = (0, 0);
        for (ground, &(layer, doors)) in grounds.into_iter().zip(floors) {
            let HalfEdges { halves, twins, mut kinds, doors: along, margins, .. } = ground.cells;
            all.doors.append(along, all.halves.len(), first_door);
            all.margins.append(margins, all.halves.len(), 0);
            first_door += doors as u32;
            kinds.resize(if has_kinds { halves.len() } else { 0 }, NONE);
            all.kinds.extend(kinds);
            all.append(halves, twins, |point| numbers[first_point + point as usize]);
            all.layers.resize(all.halves.len(), layer);
            first_point += ground.points.len();
        }
        (all, points)
    }

    /// Returns the origin of a half-edge, dead or alive.
    pub(crate) fn point_of(&self, half: u32) -> DVec2 {
        self.points[self.cells.origin(half) as usize]
    }
}

/// Turns the walkable triangles into connected cells.
pub(crate) fn cells_of(triangles: Triangles, faces: &Faces) -> HalfEdges {
    let Triangles { mut halves, faces: of_halves, .. } = triangles;
    let of_halves_in = |of_faces: &[u32]| {
        let count = if of_faces.is_empty() { 0 } else { of_halves.len() };
        of_halves[..count].iter().map(|&face| of_faces[face as usize]).collect()
    };
    let kinds = of_halves_in(&faces.kinds);
    let margins = EdgeDoors::numbered(of_halves_in(&faces.margins), faces.margin_sets.clone());
    let mut twins = of_halves;
    for (edge, sides) in twins.chunks_exact_mut(2).enumerate() {
        let is_alive = [sides[0], sides[1]].map(|face| faces.walkable[face as usize]);
        for side in 0..2 {
            let half = 2 * edge + side;
            sides[side] = if is_alive == [true; 2] { half as u32 ^ 1 } else { NONE };
            if !is_alive[side] {
                (halves[half].next, halves[half].previous) = (NONE, NONE);
            }
        }
    }
    HalfEdges { halves, twins, kinds, margins, ..HalfEdges::default() }
}

/// Returns the even half-edges of all edges along walls or blocked slivers, ascending.
pub(crate) fn walls(triangulation: &Triangulation, faces: &Faces) -> Vec<u32> {
    let Triangulation { plsg, triangles } = triangulation;
    let mut edges = triangles.labels.edges_of(|segment| plsg.source(segment) == Source::Wall);
    let slivers = faces.slivers.iter().filter(|sliver| sliver.kind == SliverKind::Blocked);
    edges.extend(slivers.map(|sliver| sliver.edge));
    edges.merge_sort();
    edges
}

/// Returns the half-edges along seams, except those along walls.
fn open_seams(triangulation: &Triangulation, walls: &[u32]) -> Vec<(u32, u32)> {
    let walks = triangulation.walks();
    let halves = walks.iter().flat_map(|walk| walk.halves.iter().map(|&half| (half, walk.leg[0])));
    halves.filter(|(half, _)| walls.binary_search(&(half & !1)).is_err()).collect()
}

/// Returns the half-edges along seams whose faces a walkable outline covers, ascending.
fn covered_sides(seams: &[(u32, u32)], triangles: &Triangles, covered: &Covered) -> Vec<u32> {
    let halves = seams.iter().flat_map(|&(half, _)| [half, half ^ 1]);
    let mut sides: Vec<u32> =
        halves.filter(|&half| covered.faces[triangles.face(half) as usize]).collect();
    sides.merge_sort();
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::slivers::SliverEdge;
    use crate::half_edges::chain_spans::ChainSpans;
    use crate::half_edges::labels::Labels;
    use crate::plsg::Segment;

    /// `open_seams` finds edges in this list by binary search.
    #[test]
    fn walls_and_blocked_slivers_are_listed_by_edge() {
        let (segments, sources) = (vec![Segment::default()], vec![Source::Wall]);
        let plsg = Plsg { segments, sources, ..Plsg::default() };
        let triangles = Triangles {
            labels: Labels::of(vec![(7, 0)], ChainSpans::default()),
            ..Triangles::default()
        };
        let slivers = [(4, SliverKind::Blocked), (2, SliverKind::Ground), (0, SliverKind::Blocked)];
        let slivers = slivers.map(|(edge, kind)| SliverEdge { edge, kind }).to_vec();
        let (walkable, kinds) = (Vec::new(), Vec::new());
        let (margins, margin_sets) = (Vec::new(), Vec::new());
        let faces = Faces { walkable, kinds, margins, margin_sets, slivers };
        assert_eq!(walls(&Triangulation { plsg, triangles }, &faces), [0, 4, 6]);
    }
}
