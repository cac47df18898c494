//! The obstacles, walls and areas without effect: no walkable area lies where they are.

use std::collections::BTreeSet;

use crate::error::{InputPlace, Role};
use crate::ground::slivers::SliverEdge;
use crate::plsg::{Effect, Source};
use crate::report::{Repair, RepairKind};
use crate::split::Triangulation;

/// The faces and shapes that walkable outlines cover, before obstacles.
#[derive(Debug)]
pub(crate) struct Covered {
    /// True for each face that a walkable outline covers.
    pub(crate) faces: Vec<bool>,
    /// For each outline, true if it is an obstacle or area that covers such a face.
    pub(crate) outlines: Vec<bool>,
}

/// Returns a note for each obstacle, area and wall without effect. Shapes without sides are left out.
///
/// Complexity: O(n log n) in the number of edges along walls and slivers, and linear in the number of outlines.
pub(crate) fn without_effect(
    triangulation: &Triangulation,
    Covered { faces, mut outlines }: Covered,
    slivers: &[SliverEdge],
) -> Vec<Repair> {
    let Triangulation { plsg, triangles } = triangulation;
    let along =
        |edge: u32| [edge, edge ^ 1].into_iter().flat_map(|half| triangles.labels.along(half));
    // A shape that became a line still blocks.
    for segment in slivers.iter().flat_map(|sliver| along(sliver.edge)) {
        if let Source::Exterior { outline } | Source::Hole { outline } = plsg.source(segment) {
            outlines[outline as usize] = true;
        }
    }
    let drawn: BTreeSet<u32> = plsg
        .sources
        .iter()
        .filter_map(|source| match source {
            Source::Exterior { outline } => Some(*outline),
            _ => None,
        })
        .collect();
    let of_role = |effect: Effect| match effect {
        Effect::Obstacle => Some(Role::Obstacle),
        Effect::Area { .. } => Some(Role::Area),
        Effect::Walkable | Effect::Margin { .. } => None,
    };
    let mut notes = Vec::new();
    for role in [Role::Obstacle, Role::Area] {
        let own =
            (0..).zip(&plsg.outlines).filter(|(_, region)| of_role(region.effect) == Some(role));
        let idle = own
            .enumerate()
            .filter(|(_, (outline, _))| drawn.contains(outline) && !outlines[*outline as usize]);
        notes.extend(idle.map(|(index, _)| note(role, index)));
    }
    let walls = (0..).zip(&plsg.sources).filter(|(_, source)| **source == Source::Wall);
    let walls: Vec<u32> = walls.map(|(source, _)| source).collect();
    let (mut seen, mut touching) = (BTreeSet::new(), BTreeSet::new());
    for edge in triangles.labels.edges_of(|segment| plsg.source(segment) == Source::Wall) {
        let is_beside = [edge, edge ^ 1].iter().any(|&half| faces[triangles.face(half) as usize]);
        for segment in along(edge) {
            let source = plsg.segments[segment as usize].source;
            seen.insert(source);
            if is_beside {
                touching.insert(source);
            }
        }
    }
    let idle = (0..).zip(walls).filter(|(_, wall)| seen.contains(wall) && !touching.contains(wall));
    notes.extend(idle.map(|(index, _)| note(Role::Wall, index)));
    notes
}

/// Returns the note that a shape has no effect.
pub(crate) fn note(role: Role, outline: usize) -> Repair {
    let place = InputPlace { role, outline, ring: 0, vertex: 0 };
    Repair { place, kind: RepairKind::NoEffect }
}
