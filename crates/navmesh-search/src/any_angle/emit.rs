//! Emission: a door of the current cell as a node of the cell behind it, unless it is of no use.

use super::dominance::Hand;
use super::doors::Door;
use super::node::{End, Node, Root};
use super::search::Run;
use super::sides::Sides;

impl<S: Sides> Run<'_, S> {
    /// Adds the node of an interval, unless another way there is known to be shorter. The root is
    /// not in line with the door.
    #[inline(always)]
    pub(super) fn emit(
        &mut self,
        parent: u32,
        root: Root,
        exit: u32,
        door: &Door,
        right: End,
        left: End,
    ) {
        if self.is_of_use(root, door, right, left) {
            self.room.nodes.push(Node::new(root, right, left, exit, parent));
        }
    }

    /// Notes what is learnt of the two ends, and asks whether one of them dominates the interval.
    #[inline(always)]
    fn is_of_use(&mut self, root: Root, door: &Door, right: End, left: End) -> bool {
        let to_right = root.g + root.point.distance(door.right);
        let to_left = root.g + root.point.distance(door.left);
        let length = door.right.distance(door.left);
        let vertices = &mut self.room.vertices;
        let of_right = vertices.reach(
            door.right_vertex(),
            if right.is_at_vertex() { to_right } else { f64::INFINITY },
        );
        let of_left = vertices
            .reach(door.left_vertex(), if left.is_at_vertex() { to_left } else { f64::INFINITY });
        !vertices.dominates(of_right, length, to_left)
            && !vertices.dominates(of_left, length, to_right)
    }

    /// Adds a door in line with the root: it is seen from its nearer end, which sees all behind it.
    pub(super) fn emit_edge_on(&mut self, parent: u32, root: Root, exit: u32, door: &Door) {
        let (point, right, left) = (root.point, door.right, door.left);
        let nearer_is_right = (point - right).length_squared() < (point - left).length_squared();
        let (corner, hand) = match nearer_is_right {
            true => (door.right_corner(), Hand::Right),
            false => (door.left_corner(), Hand::Left),
        };
        let root = if point == right || point == left {
            Some(root)
        } else {
            corner.and_then(|corner| self.turned_root(root, corner, hand))
        };
        let Some(root) = root else { return };
        let (right_end, left_end) = match hand {
            Hand::Right => (End::past(left).prolonged(true), End::vertex(left)),
            Hand::Left => (End::vertex(right), End::past(right).prolonged(true)),
        };
        self.room.nodes.push(Node::new(root, right_end, left_end, exit, parent));
    }
}
