//! The shapes of a map, as the caller writes them.

use std::ffi::c_char;

use tautline::build::{LiveKey, OutlineEdit};
use tautline::{Area, Door, FloorConnection, Link, Outline, Wall};

use crate::border::{Plain, array, text};
use crate::status::{Checked, Failure};
use crate::types::tl_point;

/// The kinds of shapes.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_shape_kind {
    /// Walkable ground: rings of points.
    Walkable = 1,
    /// An obstacle: rings of points.
    Obstacle = 2,
    /// A wall without thickness: a line of points.
    Wall = 3,
    /// Ground with a name and a cost: rings of points.
    Area = 4,
    /// A door with a name, which can close: a line of points.
    Door = 5,
    /// A jump, ladder or teleporter with a name and a cost: its two ends.
    Link = 6,
    /// A line where two floors meet.
    Connection = 7,
}

/// A shape of a map. Set to zero what does not apply.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_shape {
    /// A `tl_shape_kind`.
    pub kind: u32,
    /// The floor; of links and connections that of the first side.
    pub layer: u32,
    /// The floor of the second side of a link or a connection.
    pub other_layer: u32,
    /// Not 0 for a link that leads from its first end to its second end only.
    pub one_way: u32,
    /// The points of all rings, one ring after the other, or of the line.
    pub points: *const tl_point,
    /// The number of points.
    pub count: usize,
    /// The number of points of each ring, the exterior first and then holes; null for one ring.
    pub rings: *const usize,
    /// The number of rings; 0 for one.
    pub ring_count: usize,
    /// The name of an area, door or link.
    pub name: *const c_char,
    /// The cost: of an area a multiplier of length, of a link in map units. 0 means the default: 1, or the length.
    pub cost: f64,
}

// SAFETY: numbers and pointers.
unsafe impl Plain for tl_shape {}

/// Reads shapes and all that they point to, as the edits that add them.
///
/// # Safety
///
/// The contract of the crate holds for the pointers of the shapes.
pub(crate) unsafe fn read_shapes(shapes: &[tl_shape]) -> Checked<Vec<OutlineEdit>> {
    // SAFETY: passed on.
    shapes.iter().map(|shape| unsafe { read_shape(shape) }).collect()
}

/// Reads a shape and all that it points to, as the edit that adds it.
///
/// # Safety
///
/// The contract of the crate holds for the pointers of the shape.
pub(crate) unsafe fn read_shape(shape: &tl_shape) -> Checked<OutlineEdit> {
    // SAFETY: passed on.
    let (points, rings, name) = unsafe {
        let points = array(shape.points, shape.count, "points")?;
        let rings = array(shape.rings, shape.ring_count, "rings")?;
        (points, rings, text(shape.name, "name")?)
    };
    let line = || points.iter().map(|point| [point.x, point.y]);
    let layers = [shape.layer, shape.other_layer];
    let edit = match shape.kind {
        1 => OutlineEdit::AddWalkable(outline(&points, &rings)?),
        2 => OutlineEdit::AddObstacle(outline(&points, &rings)?),
        3 => OutlineEdit::AddWall(Wall::new(line())),
        4 => {
            let cost = if shape.cost == 0.0 { 1.0 } else { shape.cost };
            OutlineEdit::AddArea(Area::new(outline(&points, &rings)?, name, cost))
        }
        5 => OutlineEdit::AddDoor(Door::new(line(), name)),
        6 => OutlineEdit::AddLink(link(shape, &points, name)?),
        7 => OutlineEdit::AddConnection(FloorConnection::new(layers, line())),
        kind => return Err(Failure::argument(format_args!("{kind} is no kind of a shape"))),
    };
    Ok(edit.on_layer(shape.layer))
}

fn outline(points: &[tl_point], rings: &[usize]) -> Checked<Outline> {
    let total = rings.iter().try_fold(0usize, |sum, &ring| sum.checked_add(ring));
    let whole = [points.len()];
    let rings = if rings.is_empty() { &whole } else { rings };
    if total != Some(points.len()) && rings.len() > 1 || rings.iter().sum::<usize>() != points.len()
    {
        return Err(Failure::argument("the rings have another number of points than the shape"));
    }
    let mut outline = Outline::default();
    let mut rest = points;
    for (index, &length) in rings.iter().enumerate() {
        let (ring, after) = rest.split_at(length);
        let ring = ring.iter().map(|point| [point.x, point.y]);
        outline = if index == 0 { Outline::new(ring) } else { outline.with_hole(ring) };
        rest = after;
    }
    Ok(outline)
}

fn link(shape: &tl_shape, points: &[tl_point], name: String) -> Checked<Link> {
    let [from, to] = points else {
        return Err(Failure::argument(format_args!("a link has 2 points, not {}", points.len())));
    };
    let mut link = Link::new([from.x, from.y], [to.x, to.y], name);
    link = link.on_layers([shape.layer, shape.other_layer]);
    if shape.cost != 0.0 {
        link = link.cost(shape.cost);
    }
    Ok(if shape.one_way == 0 { link } else { link.one_way() })
}

/// Returns the edit that puts the shape of another one in place of one of its kind. Its floor stays.
pub(crate) fn replacing(adding: &OutlineEdit, key: LiveKey) -> Checked<OutlineEdit> {
    let (shape, _) = adding.added().ok_or(Failure::argument("no kind of a shape"))?;
    Ok(OutlineEdit::Replace(key, shape))
}
