//! Expansion: what an interval's root sees of the next cell, and what it sees around its corners.
//!
//! The cell is entered over an edge with the ends a, on the left looking in, and b on the right.
//! Its other doors follow from b to a, from the right hand to the left:
//!
//! 1. those that lie right of the right ray are reached only by turning right at b;
//! 2. those between the rays are seen from the root;
//! 3. those left of the left ray are reached only by turning left at a.
//!
//! A door that a ray crosses is in two of them. A turn is made only where the interval ends at the
//! vertex itself and the vertex is a corner. A door post exactly on a ray belongs to both sides; a
//! door that runs along a ray is seen edge-on. Doors out of the marked blocks are passed over before
//! any side is asked.

use navmesh_core::DVec2;
use navmesh_core::geom::within_box;

use super::dominance::Hand;
use super::doors::Door;
use super::node::{End, Node, Root};
use super::search::Run;
use super::sides::Sides;

/// Which part of the cell the walk along its doors has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Right,
    Seen,
    Left,
}

/// A node while it is expanded.
struct Expansion<'a> {
    index: u32,
    root: Root,
    right: End,
    left: End,
    entry: &'a Door,
    /// True where the root is a or b, and so may be in line with a door.
    touches: bool,
    /// The roots that follow by turning at b and at a.
    turned: [Turned; 2],
}

/// What is known of a turn.
#[derive(Debug, Clone, Copy)]
enum Turned {
    Unasked,
    Useless,
    Root(Root),
}

impl<'a> Expansion<'a> {
    #[inline(always)]
    fn new(index: u32, node: &Node, entry: &'a Door) -> Self {
        let (root, right, left) = (node.root, node.right(), node.left());
        let (is_a, is_b) = (root.point == entry.left, root.point == entry.right);
        let turned = |turnable| if turnable { Turned::Unasked } else { Turned::Useless };
        Self {
            index,
            root,
            right,
            left,
            entry,
            touches: is_a || is_b,
            turned: [
                turned(right.is_at_vertex() && !is_b && entry.right_corner().is_some()),
                turned(left.is_at_vertex() && !is_a && entry.left_corner().is_some()),
            ],
        }
    }

    #[inline(always)]
    fn side_of_right<S: Sides>(&self, point: DVec2) -> f64 {
        self.right.side::<S>(self.root.point, point)
    }

    #[inline(always)]
    fn side_of_left<S: Sides>(&self, point: DVec2) -> f64 {
        self.left.side::<S>(self.root.point, point)
    }

    /// Whether a door that ends on the line of the right ray ends on the ray. Seen from a or b that
    /// line is the entry's, and a door may end on it beyond a.
    fn ends_on_right_ray(&self, door: &Door) -> bool {
        !self.touches || within_box(self.entry.left, door.left, self.entry.right)
    }
}

impl<S: Sides> Run<'_, S> {
    /// Emits everything that follows from a node.
    pub(super) fn expand(&mut self, index: u32) {
        let doors = self.doors;
        let node = &self.room.nodes[index as usize];
        let entry = doors.get(node.door);
        let mut expansion = Expansion::new(index, node, entry);
        let all = doors.of_cell(entry.into);
        let mut part = Part::Right;
        let own_block = doors.block(node.door);
        let mut exit = entry.twin;
        loop {
            exit = if exit + 1 == all.end { all.start } else { exit + 1 };
            if exit == entry.twin {
                return;
            }
            let block = doors.block(exit);
            if block == own_block || self.room.way.leads_through(block) {
                part = self.pass(&mut expansion, exit, doors.get(exit), part);
            }
        }
    }

    /// Emits what is reached through one door; returns the part that the walk has come to.
    #[inline(always)]
    fn pass(&mut self, at: &mut Expansion, exit: u32, door: &Door, part: Part) -> Part {
        match part {
            Part::Right => {
                let beyond = at.side_of_right::<S>(door.left);
                if beyond < 0.0 || (beyond == 0.0 && at.ends_on_right_ray(door)) {
                    self.pass_right(at, exit, door, beyond);
                    return Part::Right;
                }
                let side = at.side_of_right::<S>(door.right);
                if side > 0.0 {
                    return self.pass_seen(at, exit, door, End::vertex(door.right));
                }
                if side < 0.0 {
                    let left = End::past(at.root.point);
                    self.emit_turned(at, Hand::Right, exit, door, End::vertex(door.right), left);
                }
                self.pass_seen(at, exit, door, at.right.prolonged(side == 0.0))
            }
            Part::Seen => self.pass_seen(at, exit, door, End::vertex(door.right)),
            Part::Left => {
                self.pass_left(at, exit, door);
                Part::Left
            }
        }
    }

    /// A door that ends right of the right ray, or on it.
    fn pass_right(&mut self, at: &mut Expansion, exit: u32, door: &Door, beyond: f64) {
        if matches!(at.turned[Hand::Right as usize], Turned::Useless) && beyond < 0.0 {
            return;
        }
        if beyond == 0.0 && at.side_of_right::<S>(door.right) == 0.0 {
            if at.right.is_at_vertex() && at.root.point != at.entry.right {
                self.emit_edge_on(at.index, at.root, exit, door);
            }
            return;
        }
        let (right, left) = (End::vertex(door.right), End::vertex(door.left));
        self.emit_turned(at, Hand::Right, exit, door, right, left);
    }

    /// A door that begins right of the left ray, if anything of it is.
    #[inline(always)]
    fn pass_seen(&mut self, at: &mut Expansion, exit: u32, door: &Door, right: End) -> Part {
        let begins = at.side_of_left::<S>(door.right);
        let ends = at.side_of_left::<S>(door.left);
        if begins > 0.0 || (begins == 0.0 && ends >= 0.0) {
            self.pass_left(at, exit, door);
            return Part::Left;
        }
        let left = if ends < 0.0 { End::vertex(door.left) } else { at.left.prolonged(ends == 0.0) };
        if at.touches && S::side(door.right, door.left, at.root.point) == 0.0 {
            self.emit_edge_on(at.index, at.root, exit, door);
        } else {
            self.emit(at.index, at.root, exit, door, right, left);
        }
        if ends > 0.0 {
            let right = End::past(at.root.point);
            self.emit_turned(at, Hand::Left, exit, door, right, End::vertex(door.left));
        }
        if ends < 0.0 { Part::Seen } else { Part::Left }
    }

    /// A door that begins left of the left ray, or on it.
    fn pass_left(&mut self, at: &mut Expansion, exit: u32, door: &Door) {
        let on_ray = |point| at.side_of_left::<S>(point) == 0.0;
        if at.left.is_at_vertex() && on_ray(door.right) && on_ray(door.left) {
            if at.root.point != at.entry.left {
                self.emit_edge_on(at.index, at.root, exit, door);
            }
            return;
        }
        let (right, left) = (End::vertex(door.right), End::vertex(door.left));
        self.emit_turned(at, Hand::Left, exit, door, right, left);
    }

    /// Emits a door, or part of it, as seen from b or a after turning there, if that is of use.
    #[inline(always)]
    fn emit_turned(
        &mut self,
        at: &mut Expansion,
        hand: Hand,
        exit: u32,
        door: &Door,
        right: End,
        left: End,
    ) {
        if !matches!(at.turned[hand as usize], Turned::Useless) {
            self.emit_around(at, hand, exit, door, right, left);
        }
    }

    fn emit_around(
        &mut self,
        at: &mut Expansion,
        hand: Hand,
        exit: u32,
        door: &Door,
        right: End,
        left: End,
    ) {
        if let Turned::Unasked = at.turned[hand as usize] {
            let corner = match hand {
                Hand::Right => at.entry.right_corner(),
                Hand::Left => at.entry.left_corner(),
            };
            let root = corner.and_then(|corner| self.turned_root(at.root, corner, hand));
            at.turned[hand as usize] = root.map_or(Turned::Useless, Turned::Root);
        }
        let Turned::Root(root) = at.turned[hand as usize] else { return };
        if S::side(door.right, door.left, root.point) == 0.0 {
            self.emit_edge_on(at.index, root, exit, door);
        } else {
            self.emit(at.index, root, exit, door, right, left);
        }
    }

    /// A corner as the next root; `None` where turning there is of no use.
    pub(super) fn turned_root(
        &mut self,
        root: Root,
        (point, vertex): (DVec2, u32),
        hand: Hand,
    ) -> Option<Root> {
        let g = root.g + root.point.distance(point);
        let useful = self.room.vertices.turn(vertex, hand, g);
        useful.then(|| self.room.turned(root, point, g, vertex))
    }
}
