//! The rings near an edit as sources and regions of a [`Cover`](crate::ground::classify::Cover).

use super::super::anchors::{Ring, Winding};
use super::super::index::ShapeKey;
use super::super::step::state::Step;
use crate::error::Role;
use crate::plsg::{Effect, Region, Source};
use navmesh_core::backend::collections::MergeSort;

/// The numbers of rings.
pub(super) struct Numbering {
    /// The rings, ascending. The number of a ring is its place.
    rings: Vec<Ring>,
    pub(super) sources: Vec<Source>,
    pub(super) regions: Vec<Region>,
}

impl Numbering {
    /// Numbers the rings of these segments and windings, and their shapes, areas in their order.
    pub(super) fn of<'s>(
        step: &Step<'_>,
        slots: &[u32],
        windings: impl Iterator<Item = &'s Winding>,
    ) -> Self {
        let index = step.index;
        let of_segment = |&slot: &u32| {
            let segment = index.segment(slot);
            [segment.shape, segment.ring]
        };
        let mut rings: Vec<Ring> = slots.iter().map(of_segment).collect();
        rings.extend(windings.map(|winding| winding.ring));
        rings.merge_sort();
        rings.dedup();
        let mut shapes: Vec<u32> = rings.iter().map(|ring| ring[0]).collect();
        shapes.dedup();
        shapes.merge_sort_by_key(|&shape| index.shape(shape).map(|shape| shape.rank));
        let mut numbering =
            Self { sources: vec![Source::Wall; rings.len()], rings, regions: Vec::new() };
        for shape in shapes {
            numbering.add(step, shape);
        }
        numbering
    }

    /// Adds a shape, unless it is a line.
    fn add(&mut self, step: &Step<'_>, number: u32) {
        let Some(shape) = step.index.shape(number) else { return };
        let effect = match (shape.key, shape.role) {
            (ShapeKey::Margin(key), _) => match step.doors.number(key) {
                Some(door) => Effect::Margin { door },
                None => return,
            },
            (_, Role::Walkable) => Effect::Walkable,
            (_, Role::Obstacle) => Effect::Obstacle,
            (key, Role::Area) => Effect::Area { kind: step.kinds.number(step.builder, key) },
            _ => return,
        };
        let outline = self.regions.len() as u32;
        self.regions.push(Region { effect, fill: shape.fill });
        let first = self.rings.partition_point(|ring| ring[0] < number);
        let own = self.rings[first..].iter().take_while(|ring| ring[0] == number);
        for (ring, source) in own.zip(&mut self.sources[first..]) {
            let is_exterior = shape.is_exterior[ring[1] as usize];
            *source =
                if is_exterior { Source::Exterior { outline } } else { Source::Hole { outline } };
        }
    }

    /// Returns the number of a ring that was numbered.
    pub(super) fn source(&self, ring: Ring) -> u32 {
        self.rings.partition_point(|own| *own < ring) as u32
    }
}
