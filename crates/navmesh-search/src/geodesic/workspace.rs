//! The memory of a search: roots, windows, the queue, and the best known ways.

use std::collections::BinaryHeap;

use navmesh_core::backend::collections::OpenNode;
use navmesh_core::{DVec2, DVec3};

use super::faces::Faces;
use super::fan::Exit;
use super::window::{Nearest, Window};

/// A point from which windows are seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    pub(super) at: DVec3,
    pub(super) cost: f64,
    /// The way there; `None` at the start.
    pub(super) from: Option<Reached>,
    /// The link that ends here; `NONE` for none.
    pub(super) link: u32,
}

/// A point that was reached: straight from a root in one face, or through a window.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reached {
    pub(super) root: u32,
    /// `NONE` straight from the root.
    pub(super) window: u32,
    /// The place where the window's side is crossed.
    pub(super) at: f64,
    /// The face of the last leg.
    pub(super) face: u32,
}

/// A point that is looked for: the goal, or the entry of a link.
#[derive(Debug, Clone)]
pub(super) struct Site {
    pub(super) point: DVec2,
    /// Its place in the first of its faces. It has several heights where parts of the surface touch in the plan alone.
    pub(super) at: DVec3,
    pub(super) cost: f64,
    pub(super) reached: Option<Reached>,
}

/// The best known way to a vertex.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    pub(super) cost: f64,
    pub(super) reached: Reached,
    /// The side that begins at the vertex in the face of the last leg, and the direction back in its frame.
    pub(super) corner: u32,
    pub(super) back: DVec2,
}

/// An entry of the queue.
#[derive(Debug, Clone, Copy)]
pub(super) enum Entry {
    Window(u32),
    Vertex(u32),
    Link(u32),
}

/// The memory of a search.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) roots: Vec<Root>,
    pub(super) windows: Vec<Window>,
    /// The entries by their numbers in `entries`. A sum is a lower bound on the cost of a way to the goal.
    pub(super) queue: BinaryHeap<OpenNode>,
    pub(super) entries: Vec<Entry>,
    pub(super) labels: Vec<Option<Label>>,
    pub(super) touched: Vec<u32>,
    /// By the side that is entered.
    pub(super) nearest: Vec<Option<Nearest>>,
    pub(super) entered: Vec<u32>,
    pub(super) sites: Vec<Site>,
    /// Pairs of a face and the site that it holds, ascending.
    pub(super) held: Vec<(u32, u32)>,
    pub(super) exits: Vec<Exit>,
    pub(super) expanded: u64,
    /// The bound of the entry expanded last.
    pub(super) bound: f64,
}

impl Workspace {
    pub(super) fn clear(&mut self, faces: &Faces) {
        let (touched, entered) =
            (std::mem::take(&mut self.touched), std::mem::take(&mut self.entered));
        touched.iter().for_each(|&vertex| self.labels[vertex as usize] = None);
        entered.iter().for_each(|&side| self.nearest[side as usize] = None);
        (self.touched, self.entered) = (touched, entered);
        self.touched.clear();
        self.entered.clear();
        self.labels.resize(faces.points.len(), None);
        self.nearest.resize(3 * faces.all.len(), None);
        self.roots.clear();
        self.windows.clear();
        self.queue.clear();
        self.entries.clear();
        self.sites.clear();
        self.held.clear();
        (self.expanded, self.bound) = (0, 0.0);
    }

    /// Puts an entry into the queue, by its cost and a lower bound on the cost of a way to the goal.
    pub(super) fn open(&mut self, entry: Entry, cost: f64, sum: f64) {
        self.queue.push(OpenNode { sum, cost, node: self.entries.len() as u32 });
        self.entries.push(entry);
    }

    /// Returns the entry of a link.
    pub(super) fn entry(&self, link: u32) -> DVec2 {
        self.sites[link as usize + 1].point
    }

    /// Returns the cost of the best way to the goal, and that way.
    pub(super) fn goal(&self) -> Option<(f64, Reached)> {
        let goal = self.sites.first()?;
        Some((goal.cost, goal.reached?))
    }
}
