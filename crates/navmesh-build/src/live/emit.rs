//! Merges the walkable triangles of a local step into cells, and writes them as a patch.

use navmesh_core::{AreaId, DoorId, MeshPatch, PatchCell, PatchDoor, PatchSide};

use super::cavity::{BorderSide, Cavity};
use super::kinds::Kinds;
use super::step::{LocalTriangles, Piece, Step};
use crate::cells::merge::merge_inside;
use crate::ground::classify::Faces;
use crate::ground::inner_points::remove_inner_points;
use crate::ground::{cells_of, walls};
use crate::half_edges::HalfEdges;
use crate::half_edges::edge_doors::EdgeDoors;
use crate::options::Merge;
use crate::split::Triangulation;

/// Writes the patch that replaces a cavity by the walkable triangles.
pub(super) fn emit(
    step: &Step<'_>,
    cavity: &Cavity,
    local: LocalTriangles,
    faces: &Faces,
    kinds: Kinds,
) -> MeshPatch {
    let LocalTriangles { triangulation, pieces } = local;
    let mut is_rim = vec![false; triangulation.triangles.halves.len()];
    let is_of_rim = |segment: u32| match pieces[segment as usize] {
        Piece::Border { edge } => cavity.edges[edge as usize].side == BorderSide::Rim,
        Piece::Outline { .. } => false,
    };
    let source = |segment: u32| triangulation.soup.segments[segment as usize].source;
    for (half, _) in triangulation.triangles.labels.of_segments(|own| is_of_rim(source(own))) {
        is_rim[half as usize] = true;
    }
    let walls = walls(&triangulation, faces);
    let Triangulation { soup, triangles } = triangulation;
    let doors = EdgeDoors::of(&soup, &triangles.labels, triangles.halves.len());
    let mut cells = HalfEdges { doors, ..cells_of(triangles, faces) };
    for edge in walls {
        cells.part(edge);
    }
    remove_inner_points(&mut cells, &soup.points);
    if step.builder.options.merge == Merge::LongestEdgeFirst {
        merge_inside(&mut cells, &soup.points, |edge| is_rim[edge as usize]);
    }
    let cell = |first: u32| patch_cell(&cells, &soup.points, &is_rim, &kinds, first);
    MeshPatch {
        removed: cavity.slots.iter().map(|&slot| step.mesh.cell_id(slot)).collect(),
        cells: cells.firsts().into_iter().map(cell).collect(),
        areas: kinds.into_new(),
        ..MeshPatch::default()
    }
}

fn patch_cell(
    cells: &HalfEdges,
    points: &[navmesh_core::DVec2],
    is_rim: &[bool],
    kinds: &Kinds,
    first: u32,
) -> PatchCell {
    let side = |edge: u32| match cells.twin(edge) {
        None if !is_rim[edge as usize] => PatchSide::Wall,
        _ => PatchSide::Joined,
    };
    let kind = cells.kind(first);
    let is_first = |edge: u32| cells.twin(edge).is_some_and(|twin| edge < twin);
    let doors = (0..).zip(cells.ring(first)).filter(|&(_, edge)| is_first(edge));
    let doors = doors.flat_map(|(side, edge)| {
        let own = cells.doors.along(edge).iter();
        own.map(move |&door| PatchDoor { door: DoorId(door), side: Some(side) })
    });
    PatchCell {
        doors: doors.collect(),
        sides: cells.ring(first).map(side).collect(),
        cost: kinds.cost(kind),
        area: kind.map(AreaId),
        ..PatchCell::new(cells.ring(first).map(|edge| points[cells.origin(edge) as usize]))
    }
}
