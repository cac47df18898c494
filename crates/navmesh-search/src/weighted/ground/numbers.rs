//! The numbers of nodes after edits.
//!
//! Nodes at cells that stay keep their numbers, so that arcs between them stay right. Others take numbers that are free.
//! Free numbers stand for no node.

use std::sync::Arc;

use navmesh_core::backend::collections::NONE;
use navmesh_core::{DVec2, EdgeId, NavMesh};

use super::{Border, Ground, PIECES};

/// The edge of a number without a node.
const NOWHERE: EdgeId = EdgeId(NONE);

/// The numbers of the nodes of a mesh.
#[derive(Debug, Clone)]
pub(crate) struct Numbers {
    vertices: Vec<EdgeId>,
    /// The cheap and the costly edge of each border.
    borders: Vec<[EdgeId; 2]>,
}

impl Numbers {
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.vertices) + size_of_val(&*self.borders)
    }
}

/// Numbers for things that are found in any order: those that they had before, or free ones.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The number of each key that had one, else `NONE`.
    reserved: Vec<u32>,
    /// The numbers that nothing has, the lowest last.
    free: Vec<u32>,
}

impl Numbering {
    /// Reserves for the key of each number the number; numbers without a key are free.
    fn reserve(
        keys: usize,
        of_numbers: impl DoubleEndedIterator<Item = Option<usize>> + ExactSizeIterator,
    ) -> Self {
        let mut all = Self { reserved: vec![NONE; keys], free: Vec::new() };
        for (number, key) in of_numbers.enumerate().rev() {
            match key.map(|key| &mut all.reserved[key]).filter(|known| **known == NONE) {
                Some(known) => *known = number as u32,
                None => all.free.push(number as u32),
            }
        }
        all
    }

    /// Returns the number of a key, or a free one; else `next`.
    pub(super) fn take(&mut self, key: usize, next: usize) -> usize {
        match self.reserved.get(key) {
            Some(&own) if own != NONE => own as usize,
            _ => self.free.pop().map_or(next, |number| number as usize),
        }
    }
}

impl Ground {
    /// Returns the numbers of the nodes.
    pub(crate) fn numbers(&self) -> Numbers {
        let borders = self.borders.iter().map(|border| [border.cheap, border.costly]).collect();
        Numbers { vertices: self.vertices.clone(), borders }
    }

    /// Numbers the nodes of a later mesh. Those at edges that are kept have their former numbers.
    ///
    /// `None` if there is no number left for a vertex; see [`Ground::with_room`].
    ///
    /// Complexity: linear.
    pub(crate) fn after_edits(
        former: &Numbers,
        mesh: Arc<NavMesh>,
        is_kept: impl Fn(EdgeId) -> bool,
    ) -> Option<Self> {
        let is_kept = |edge: EdgeId| edge != NOWHERE && is_kept(edge);
        let vertex = |&edge: &EdgeId| is_kept(edge).then(|| mesh.edge(edge).vertex().index());
        let vertices = Numbering::reserve(mesh.vertex_count(), former.vertices.iter().map(vertex));
        let cheap = |&[cheap, costly]: &[EdgeId; 2]| {
            (is_kept(cheap) && is_kept(costly)).then(|| cheap.index())
        };
        let borders = Numbering::reserve(mesh.edges().len(), former.borders.iter().map(cheap));
        let mut ground = Self::bare(Arc::clone(&mesh));
        ground.leave_room(former.vertices.len());
        let none = Border {
            cheap: NOWHERE,
            costly: NOWHERE,
            ends: [DVec2::ZERO; 2],
            nodes: [NONE; 2],
            cost: 0.0,
        };
        ground.borders.resize(former.borders.len(), none);
        ground.find_nodes(vertices, borders);
        (ground.vertices.len() == former.vertices.len()).then_some(ground)
    }

    /// Numbers the nodes of a mesh, and leaves numbers free for vertices of later ones. Complexity: linear.
    pub(crate) fn with_room(mesh: Arc<NavMesh>) -> Self {
        let mut ground = Self::new(mesh);
        let vertices = ground.vertices.len();
        ground.leave_room(vertices + vertices / 8 + 64);
        ground
    }

    fn leave_room(&mut self, vertices: usize) {
        self.vertices.resize(vertices, NOWHERE);
        self.walls.resize(vertices, None);
    }

    /// Returns for each number whether it stands for the same node as before.
    pub(crate) fn same_numbers(
        &self,
        former: &Numbers,
        is_kept: impl Fn(EdgeId) -> bool,
    ) -> Vec<bool> {
        let vertices = (0..).zip(&former.vertices).map(|(number, &edge)| {
            edge != NOWHERE && is_kept(edge) && self.node_at(edge) == Some(number)
        });
        let borders = self.borders.iter().zip(&former.borders).flat_map(|(border, edges)| {
            let is_same = [border.cheap, border.costly] == *edges;
            let is_same = is_same && edges.iter().all(|&edge| edge != NOWHERE && is_kept(edge));
            [is_same; 2 * PIECES as usize]
        });
        let mut all: Vec<bool> = vertices.chain(borders).collect();
        all.resize(self.node_count(), false);
        all
    }

    /// True if a number stands for a node.
    pub(crate) fn is_used(&self, number: u32) -> bool {
        if let Some(&edge) = self.vertices.get(number as usize) {
            return edge != NOWHERE;
        }
        let at = number as usize - self.vertices.len();
        let border = self.borders.get(at / (2 * PIECES as usize));
        border.is_none_or(|border| border.cheap != NOWHERE)
    }
}
