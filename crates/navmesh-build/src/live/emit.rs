//! Merges the walkable triangles of a local step into cells, and writes them as a patch.
//!
//! The neighbours of the cavity take part in merging as they are. Those that stay as they are in the end are not
//! part of the patch.

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{MeshPatch, PatchCell, PatchDoor, PatchSide};
use navmesh_core::{AreaId, DVec2, DoorId, NavMesh};

use super::cavity::{BorderSide, Cavity};
use super::kinds::Kinds;
use super::step::state::{LocalTriangles, Piece, Step};
use crate::cells::merge::merge_inside;
use crate::ground::classify::Faces;
use crate::ground::inner_points::remove_inner_points;
use crate::ground::{cells_of, walls};
use crate::half_edges::HalfEdges;
use crate::half_edges::edge_doors::EdgeDoors;
use crate::half_edges::halves::NONE;
use crate::options::Merge;
use crate::split::Triangulation;

/// Writes the patch that replaces a cavity by the walkable triangles.
pub(super) fn emit(
    step: &Step<'_>,
    cavity: &Cavity,
    local: LocalTriangles,
    faces: &Faces,
) -> MeshPatch {
    let LocalTriangles { triangulation, pieces } = local;
    let rim = rim_halves(cavity, &triangulation, &pieces);
    let connections = connection_halves(cavity, &triangulation, &pieces);
    let walls = walls(&triangulation, faces);
    let Triangulation { plsg, triangles } = triangulation;
    let doors = EdgeDoors::of(&plsg, &triangles.labels, triangles.halves.len());
    let mut cells = HalfEdges { doors, ..cells_of(triangles, faces) };
    for edge in walls {
        cells.separate(edge);
    }
    remove_inner_points(&mut cells, &plsg.points);
    let mut area = LocalCells { cells, points: plsg.points, neighbors: Vec::new(), connections };
    area.add_neighbors(step.mesh, cavity, &rim);
    if step.builder.options.merge == Merge::LongestEdgeFirst {
        let LocalCells { cells, points, neighbors, connections } = &mut area;
        merge_inside(cells, points, |edge| beyond(neighbors, connections, edge).is_some());
    }
    area.into_patch(step, cavity)
}

/// Returns the half-edges along floor connections, each with the other floor, ascending.
fn connection_halves(
    cavity: &Cavity,
    triangulation: &Triangulation,
    pieces: &[Piece],
) -> Vec<(u32, u32)> {
    let Triangulation { plsg, triangles } = triangulation;
    let layer = |segment: u32| match pieces[plsg.segments[segment as usize].source as usize] {
        Piece::Border { edge } => match cavity.edges[edge as usize].side {
            BorderSide::Connection { layer } => Some(layer),
            _ => None,
        },
        Piece::Outline { .. } => None,
    };
    let halves = triangles.labels.of_segments(|segment| layer(segment).is_some()).into_iter();
    let mut halves: Vec<(u32, u32)> =
        halves.filter_map(|(half, segment)| Some((half, layer(segment)?))).collect();
    halves.merge_sort();
    halves
}

/// Returns the edges of the mesh that lead to neighbours, each with its half-edge, ascending.
fn rim_halves(cavity: &Cavity, triangulation: &Triangulation, pieces: &[Piece]) -> Vec<(u32, u32)> {
    let Triangulation { plsg, triangles } = triangulation;
    let border = |segment: u32| match pieces[plsg.segments[segment as usize].source as usize] {
        Piece::Border { edge } => Some(&cavity.edges[edge as usize]),
        Piece::Outline { .. } => None,
    };
    let is_rim = |segment: u32| border(segment).is_some_and(|own| own.side == BorderSide::Rim);
    let halves = triangles.labels.of_segments(is_rim).into_iter();
    let mut rim: Vec<(u32, u32)> =
        halves.filter_map(|(half, segment)| Some((border(segment)?.edge, half))).collect();
    rim.merge_sort();
    rim
}

/// Returns the kind of a side between two cells that stay joined.
fn side_to(mesh: &NavMesh, slot: u32, other: u32) -> PatchSide {
    let layer = mesh.layer(other);
    if layer == mesh.layer(slot) { PatchSide::Joined } else { PatchSide::FloorConnection { layer } }
}

/// The new cells and the neighbours, before and after they merge.
struct LocalCells {
    cells: HalfEdges,
    points: Vec<DVec2>,
    neighbors: Vec<Neighbor>,
    /// The half-edges along floor connections, each with the other floor, ascending.
    connections: Vec<(u32, u32)>,
}

/// A neighbour of the cavity as a ring of half-edges.
struct Neighbor {
    slot: u32,
    /// Its first half-edge; the others follow.
    first: u32,
    /// For each half-edge, its kind if it leads to a cell beyond.
    beyond: Vec<Option<PatchSide>>,
}

/// Returns the neighbour that a half-edge belonged to.
fn neighbor_of(neighbors: &[Neighbor], edge: u32) -> Option<&Neighbor> {
    let after = neighbors.partition_point(|neighbor| neighbor.first <= edge);
    neighbors[..after].last()
}

/// Returns the kind of a half-edge that leads to a cell beyond the neighbours.
fn beyond(neighbors: &[Neighbor], connections: &[(u32, u32)], edge: u32) -> Option<PatchSide> {
    match neighbor_of(neighbors, edge) {
        Some(own) => own.beyond[(edge - own.first) as usize],
        None => {
            let found = connections.binary_search_by_key(&edge, |(half, _)| *half).ok()?;
            Some(PatchSide::FloorConnection { layer: connections[found].1 })
        }
    }
}

impl LocalCells {
    /// Adds the neighbours of the cavity, joined with one another and with the triangles.
    fn add_neighbors(&mut self, mesh: &NavMesh, cavity: &Cavity, rim: &[(u32, u32)]) {
        let Self { cells, points, neighbors, .. } = self;
        let has_kinds = !cells.kinds.is_empty();
        let more = cavity.ring.iter().map(|&slot| mesh.edge_range(slot).len()).sum();
        points.reserve(more);
        cells.halves.reserve(more);
        cells.twins.reserve(more);
        neighbors.reserve(cavity.ring.len());
        for &slot in &cavity.ring {
            let (range, first) = (mesh.edge_range(slot), cells.count());
            let from = points.len() as u32;
            points.extend(mesh.corners(slot));
            cells.push_cell(from..points.len() as u32);
            if has_kinds {
                let kind = mesh.area_of(slot).map_or(NONE, |area| area.0);
                cells.kinds.resize(cells.halves.len(), kind);
            }
            cells.margins.assign(first..cells.halves.len() as u32, cavity.margins_of(slot));
            neighbors.push(Neighbor { slot, first, beyond: vec![None; range.len()] });
        }
        for own in 0..neighbors.len() {
            let Neighbor { slot, first, .. } = neighbors[own];
            for (place, index) in mesh.edge_range(slot).enumerate() {
                let edge = &mesh.edges()[index];
                let (Some(twin), Some(other)) = (edge.twin(), edge.neighbor_slot()) else {
                    continue;
                };
                let half = first + place as u32;
                let across = match cavity.ring.binary_search(&other) {
                    Ok(other) => {
                        let start = mesh.edge_range(neighbors[other].slot).start;
                        Some(neighbors[other].first + (twin.index() - start) as u32)
                    }
                    Err(_) => {
                        let found = rim.binary_search_by_key(&twin.0, |(edge, _)| *edge);
                        found.ok().map(|found| rim[found].1)
                    }
                };
                match across {
                    Some(across) => {
                        cells.pair([half, across]);
                        for &door in cavity.doors_along(index as u32) {
                            cells.doors.add(door, [half, across]);
                        }
                    }
                    None => neighbors[own].beyond[place] = Some(side_to(mesh, slot, other)),
                }
            }
        }
    }

    /// True if a neighbour has the corners and the neighbours that it had.
    fn is_unchanged(&self, mesh: &NavMesh, neighbor: &Neighbor) -> bool {
        let Self { cells, points, .. } = self;
        let edges = mesh.edge_range(neighbor.slot);
        let count = edges.len() as u32;
        (0..count).zip(edges).all(|(place, edge)| {
            let half = neighbor.first + place;
            let next = neighbor.first + (place + 1) % count;
            let edge = &mesh.edges()[edge];
            cells.is_alive(half)
                && cells.next(half) == next
                && points[cells.origin(half) as usize] == edge.origin()
                && (cells.twin(half).is_some() || neighbor.beyond[place as usize].is_some())
                    != edge.is_wall()
        })
    }

    fn into_patch(self, step: &Step<'_>, cavity: &Cavity) -> MeshPatch {
        let mesh = step.mesh;
        let (kept, changed): (Vec<&Neighbor>, Vec<&Neighbor>) =
            self.neighbors.iter().partition(|neighbor| self.is_unchanged(mesh, neighbor));
        let mut is_kept = vec![false; self.cells.halves.len()];
        for neighbor in kept {
            is_kept[neighbor.first as usize..][..neighbor.beyond.len()].fill(true);
        }
        let mut removed: Vec<u32> = changed.into_iter().map(|neighbor| neighbor.slot).collect();
        removed.extend(&cavity.slots);
        removed.merge_sort();
        let firsts = self.cells.ring_starts().into_iter().filter(|&first| !is_kept[first as usize]);
        MeshPatch {
            removed: removed.into_iter().map(|slot| mesh.cell_id(slot)).collect(),
            cells: firsts
                .map(|first| PatchCell {
                    layer: step.index.layer,
                    ..self.patch_cell(&is_kept, step.kinds, first)
                })
                .collect(),
            ..MeshPatch::default()
        }
    }

    fn patch_cell(&self, is_kept: &[bool], kinds: &Kinds, first: u32) -> PatchCell {
        let cells = &self.cells;
        let side = |edge: u32| match cells.twin(edge) {
            Some(_) => PatchSide::Joined,
            None => beyond(&self.neighbors, &self.connections, edge).unwrap_or(PatchSide::Wall),
        };
        let (kind, count) = (cells.kind(first), cells.ring(first).count());
        let (mut corners, mut sides) = (Vec::with_capacity(count), Vec::with_capacity(count));
        corners.extend(cells.ring(first).map(|edge| self.points[cells.origin(edge) as usize]));
        sides.extend(cells.ring(first).map(side));
        // A door keeps its edges on cells that stay.
        let is_first =
            |edge: u32| cells.twin(edge).is_some_and(|twin| edge < twin && !is_kept[twin as usize]);
        let doors = (0..).zip(cells.ring(first)).filter(|&(_, edge)| is_first(edge));
        let doors = doors.flat_map(|(side, edge)| {
            let own = cells.doors.along(edge).iter();
            own.map(move |&door| PatchDoor { door: DoorId(door), side: Some(side) })
        });
        let margins = cells.margins.along(first).iter();
        let margins = margins.map(|&door| PatchDoor { door: DoorId(door), side: None });
        PatchCell {
            doors: doors.chain(margins).collect(),
            corners,
            sides,
            cost: kinds.cost(kind),
            area: kind.map(AreaId),
            ..PatchCell::new::<DVec2>([])
        }
    }
}
