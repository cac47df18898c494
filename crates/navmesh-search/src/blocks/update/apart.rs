//! Touched blocks whose parts are in several components now.
//!
//! Such a block cannot stay one: its top would not be connected with all of its cells, and a later patch that
//! removes the top would not find them.

use std::cmp::Reverse;

use navmesh_core::NavMesh;
use navmesh_core::backend::collections::{MergeSort, NONE};

use super::TouchedBlocks;
use crate::blocks::Blocks;

impl Blocks {
    /// Gives a block of its own to each part of a touched block outside the largest component. Returns the
    /// touched blocks then; `None` if nothing has changed.
    ///
    /// Complexity: linear in the rim, and in the cells of the smaller components.
    pub(super) fn part_components(
        &mut self,
        mesh: &NavMesh,
        touched: &TouchedBlocks,
    ) -> Option<TouchedBlocks> {
        let tops = touched.blocks.iter().map(|&block| (block, self.tops[block as usize]));
        let tops = tops.filter(|(_, top)| *top != NONE);
        let mut cells = Vec::with_capacity(touched.rim.len() + touched.blocks.len());
        cells.extend(touched.rim.iter().map(|&(cell, block)| (block, cell)));
        cells.extend(tops);
        let component = |&(_, cell): &(u32, u32)| mesh.component(cell);
        let first = cells.first().map(component);
        if cells.iter().all(|pair| Some(component(pair)) == first) {
            return None;
        }
        cells.merge_sort();
        cells.dedup();
        let mut parts: Vec<Part> = Vec::new();
        for of_block in cells.chunk_by(|a, b| a.0 == b.0) {
            let first = component(&of_block[0]);
            if of_block.iter().all(|pair| component(pair) == first) {
                continue;
            }
            let order = |&component: &u32| (mesh.component_size(component), Reverse(component));
            let kept = of_block.iter().map(component).max_by_key(order);
            let mut others: Vec<u32> = of_block.iter().map(component).collect();
            others.merge_sort();
            others.dedup();
            others.retain(|&component| Some(component) != kept);
            let block = of_block[0].0;
            parts.extend(others.into_iter().map(|component| {
                let own = |&&(_, cell): &&(u32, u32)| mesh.component(cell) == component;
                let cells = of_block.iter().filter(own).map(|&(_, cell)| cell).collect();
                Part { block, cells }
            }));
        }
        if parts.is_empty() {
            return None;
        }
        let mut touched = touched.clone();
        for part in parts {
            self.part(mesh, part, &mut touched);
        }
        touched.blocks.merge_sort();
        touched.rim.merge_sort();
        Some(touched)
    }

    /// Makes a part of a block a block of its own.
    fn part(&mut self, mesh: &NavMesh, Part { block, cells }: Part, touched: &mut TouchedBlocks) {
        let own = self.new_block();
        touched.blocks.push(own);
        let top = self.tops[block as usize];
        if cells.contains(&top) {
            self.tops[own as usize] = top;
            self.tops[block as usize] = NONE;
        }
        for &cell in &cells {
            if self.parents[cell as usize] == block {
                self.set_parent(cell, own);
            }
        }
        for pair in touched.rim.iter_mut().filter(|pair| pair.1 == block && cells.contains(&pair.0))
        {
            pair.1 = own;
        }
        self.repaint(mesh, cells, [block, own]);
    }
}

/// The known cells of a part of a block.
struct Part {
    block: u32,
    cells: Vec<u32>,
}
