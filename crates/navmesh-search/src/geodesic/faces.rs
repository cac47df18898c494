//! The triangles of a surface, joined across the portals of its mesh.
//!
//! Both cells of a portal may have points on it. They are joined, and a triangle with further points on its sides is divided.

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::backend::collections::NONE;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, DVec3, EdgeId, NavMesh, Surface, SurfaceError};

/// A triangle. Its side `i` runs from its corner `i` to the next one; the number of a side is three times that of its face, plus `i`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// Its corners, counter-clockwise in the plan.
    pub(super) corners: [u32; 3],
    /// For each side the number of the same side in the face beyond; `NONE` at a wall.
    beyond: [u32; 3],
    /// The slot of its cell.
    pub(super) slot: u32,
}

/// The triangles of a surface.
#[derive(Debug, Clone, Default)]
pub(super) struct Faces {
    pub(super) points: Vec<DVec3>,
    pub(super) all: Vec<Face>,
    /// The end of each slot's faces.
    ends: Vec<u32>,
    /// The largest coordinate or height.
    pub(super) size: f64,
}

/// A side of a face as its own first axis: the face lies above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The length of the side.
    pub(super) length: f64,
    /// The third corner of the face.
    pub(super) apex: DVec2,
}

/// The share of a side within which a crossing is at its end. A side is passed so closely by rounding alone.
const NEAR_END: f64 = 1.0 / (1u64 << 46) as f64;

impl Faces {
    /// Joins the triangles of a surface.
    pub(super) fn new(surface: &Surface) -> Result<Self, SurfaceError> {
        let of = |(slot, points, triangles)| Patch { slot, points, triangles };
        let patches: Vec<Patch> = surface.patches().map(of).collect();
        let mut builder = Builder::new(surface.mesh());
        patches.iter().for_each(|patch| builder.note_points(patch));
        builder.number_points();
        patches.iter().try_for_each(|patch| builder.add(patch))?;
        Ok(builder.finish())
    }

    /// Returns the numbers of the faces of a cell.
    pub(super) fn of_slot(&self, slot: u32) -> std::ops::Range<u32> {
        let first = slot.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        first..self.ends[slot as usize]
    }

    /// Returns the face of a side.
    pub(super) fn face(&self, side: u32) -> &Face {
        &self.all[(side / 3) as usize]
    }

    /// Returns the same side in the face beyond; `NONE` at a wall.
    pub(super) fn beyond(&self, side: u32) -> u32 {
        self.face(side).beyond[(side % 3) as usize]
    }

    /// Returns the vertex at which a side begins.
    pub(super) fn origin(&self, side: u32) -> u32 {
        self.face(side).corners[(side % 3) as usize]
    }

    /// Returns the place of that vertex.
    pub(super) fn at(&self, side: u32) -> DVec3 {
        self.points[self.origin(side) as usize]
    }

    pub(super) fn frame(&self, side: u32) -> Frame {
        let [origin, end, apex] = [side, next(side), next(next(side))].map(|side| self.at(side));
        let (length, apex) = within(origin, end, apex);
        Frame { length, apex }
    }

    /// Returns the point of a side at a distance from its origin.
    pub(super) fn along(&self, side: u32, distance: f64) -> DVec3 {
        let [origin, end] = [self.at(side), self.at(next(side))];
        let share = (distance / origin.distance(end)).clamp(0.0, 1.0);
        origin + (end - origin) * share
    }

    /// Returns that point, or an end of the side within rounding of it.
    pub(super) fn near_along(&self, side: u32, distance: f64) -> DVec3 {
        let [origin, end] = [self.at(side), self.at(next(side))];
        let share = distance / origin.distance(end);
        match share {
            _ if share <= NEAR_END => origin,
            _ if share >= 1.0 - NEAR_END => end,
            _ => origin + (end - origin) * share,
        }
    }

    /// True if the plan of a face holds a point.
    pub(super) fn holds(&self, face: u32, point: DVec2) -> bool {
        self.sides(face).all(|[a, b]| turn(a, b, point) != Turn::Right)
    }

    /// True if a point of a face lies on one of its sides.
    pub(super) fn is_on(&self, side: u32, point: DVec2) -> bool {
        let [a, b] = [side, next(side)].map(|side| self.at(side).truncate());
        turn(a, b, point) == Turn::Collinear
    }

    /// Returns how far the plan of a face is from holding a point: the largest share of its area outside.
    pub(super) fn excess(&self, face: u32, point: DVec2) -> f64 {
        let parts = self.sides(face).map(|[a, b]| (b - a).perp_dot(point - a));
        let [a, b] = [3 * face, 3 * face + 1].map(|side| self.at(side).truncate());
        let whole = (b - a).perp_dot(self.at(3 * face + 2).truncate() - a);
        parts.map(|part| -part / whole).fold(0.0, f64::max)
    }

    /// Returns a point of the plan on the plane of a face.
    pub(super) fn lift(&self, face: u32, point: DVec2) -> DVec3 {
        let [a, b, c] = [0, 1, 2].map(|corner| self.at(3 * face + corner));
        let normal = (b - a).cross(c - a);
        point.extend(a.z - normal.truncate().dot(point - a.truncate()) / normal.z)
    }

    fn sides(&self, face: u32) -> impl Iterator<Item = [DVec2; 2]> + '_ {
        let side = move |corner| 3 * face + corner;
        (0..3).map(move |corner| [side(corner), next(side(corner))].map(|s| self.at(s).truncate()))
    }
}

/// Returns the next side of the same face.
pub(super) fn next(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}

/// Returns the distance of two points, and the place of a third one beside their line: along it and at a right angle to it.
pub(super) fn within(origin: DVec3, end: DVec3, point: DVec3) -> (f64, DVec2) {
    let (axis, to) = (end - origin, point - origin);
    let length = axis.length();
    (length, DVec2::new(to.dot(axis), to.cross(axis).length()) / length)
}

/// The surface of a cell.
#[derive(Debug)]
struct Patch {
    slot: u32,
    /// The corners of the cell, and further points.
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Patch {
    /// Iterates over the sides on the border, each from its first point: the number of the cell's edge, and the second point.
    fn border(&self, count: u32) -> BTreeMap<u32, (u32, u32)> {
        let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
        let all: BTreeSet<[u32; 2]> = self.triangles.iter().copied().flat_map(sides).collect();
        let outer = all.iter().filter(|[a, b]| !all.contains(&[*b, *a]));
        let ends: BTreeMap<u32, u32> = outer.map(|&[a, b]| (a, b)).collect();
        let (mut border, mut at, mut edge) = (BTreeMap::new(), 0, 0);
        while let Some(&to) = ends.get(&at).filter(|_| !border.contains_key(&at)) {
            border.insert(at, (edge, to));
            edge += u32::from(to < count);
            at = to;
        }
        border
    }
}

/// The points and sides on an edge of the mesh, shared by both of its cells.
#[derive(Debug, Default)]
struct OnEdge {
    /// Points between its ends, in the order of the edge with the lower number.
    points: Vec<DVec3>,
    /// The number of the first of them.
    first: u32,
    /// Its parts, as sides of the cell of the edge with the lower number, and as those of the other cell.
    sides: [Vec<u32>; 2],
}

struct Builder<'a> {
    mesh: &'a NavMesh,
    faces: Faces,
    /// By the lower number of the two edges.
    on_edges: BTreeMap<usize, OnEdge>,
}

impl<'a> Builder<'a> {
    fn new(mesh: &'a NavMesh) -> Self {
        let points = vec![DVec3::NAN; mesh.vertex_count()];
        let faces = Faces { points, all: Vec::new(), ends: vec![0; mesh.slot_count()], size: 0.0 };
        Self { mesh, faces, on_edges: BTreeMap::new() }
    }

    /// Returns the lower number of the two edges of a cell's edge, and whether it is this one.
    fn key(&self, slot: u32, edge: u32) -> (usize, bool) {
        let own = self.mesh.edge_range(slot).start + edge as usize;
        let other = self.mesh.edges()[own].twin().map_or(usize::MAX, |twin| twin.index());
        (own.min(other), own <= other)
    }

    /// Gives the vertices of a cell their heights, and notes its points on edges.
    fn note_points(&mut self, patch: &Patch) {
        let edges = self.mesh.edge_range(patch.slot);
        let count = edges.len() as u32;
        for (edge, &point) in edges.zip(&patch.points) {
            let vertex = self.mesh.edges()[edge].vertex().index();
            if self.faces.points[vertex].is_nan() {
                self.faces.points[vertex] = point;
            }
        }
        for (edge, to) in patch.border(count).into_values().filter(|&(_, to)| to >= count) {
            let (key, _) = self.key(patch.slot, edge);
            self.on_edges.entry(key).or_default().points.push(patch.points[to as usize]);
        }
    }

    /// Sorts the points on each edge, and makes vertices of them.
    fn number_points(&mut self) {
        for (&key, on_edge) in &mut self.on_edges {
            let [from, to] = self.mesh.edge_ends(EdgeId(key as u32));
            let share = |point: &DVec3| (point.truncate() - from).dot(to - from);
            on_edge.points.sort_by(|a, b| share(a).total_cmp(&share(b)));
            on_edge.points.dedup_by(|a, b| a.truncate() == b.truncate());
            on_edge.first = self.faces.points.len() as u32;
            self.faces.points.extend_from_slice(&on_edge.points);
        }
    }

    /// Returns the vertices of an edge from one of its points to the next one of a cell; both may be its ends.
    fn between(&self, patch: &Patch, edge: u32, ends: [u32; 2]) -> Result<Vec<u32>, SurfaceError> {
        let count = self.mesh.edge_range(patch.slot).len() as u32;
        let (key, is_own) = self.key(patch.slot, edge);
        let empty = OnEdge::default();
        let on_edge = self.on_edges.get(&key).unwrap_or(&empty);
        let all = on_edge.points.len();
        let [from, to] = ends.map(|end| {
            let at = patch.points[end as usize].truncate();
            let found = on_edge.points.iter().position(|point| point.truncate() == at);
            (end >= count).then_some(found.unwrap_or(all))
        });
        let number = |index: usize| on_edge.first + index as u32;
        let (low, high) = if is_own { (from, to) } else { (to, from) };
        let (low, high) = (low.map_or(0, |low| low + 1), high.unwrap_or(all));
        if low > high || high > all {
            return Err(SurfaceError::Order { at: patch.points[ends[0] as usize].truncate() });
        }
        let between = (low..high).map(number);
        Ok(if is_own { between.collect() } else { between.rev().collect() })
    }

    fn add(&mut self, patch: &Patch) -> Result<(), SurfaceError> {
        let edges = self.mesh.edge_range(patch.slot);
        let count = edges.len() as u32;
        let border = patch.border(count);
        let mut numbers: Vec<u32> = Vec::with_capacity(patch.points.len());
        numbers.extend(edges.map(|edge| self.mesh.edges()[edge].vertex().index() as u32));
        for (index, &point) in patch.points.iter().enumerate().skip(count as usize) {
            numbers.push(match border.get(&(index as u32)) {
                Some(&(edge, _)) => self.number_of(patch, edge, index as u32)?,
                None => self.faces.points.len() as u32,
            });
            if !border.contains_key(&(index as u32)) {
                self.faces.points.push(point);
            }
        }
        let first = self.faces.all.len();
        for &triangle in &patch.triangles {
            let mut ring = Vec::new();
            for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (triangle[a], triangle[b])) {
                ring.push(numbers[from as usize]);
                if let Some(&(edge, _)) = border.get(&from).filter(|side| side.1 == to) {
                    ring.extend(self.between(patch, edge, [from, to])?);
                }
            }
            self.divide(patch.slot, triangle.map(|corner| numbers[corner as usize]), &ring);
        }
        self.join(first);
        self.note_sides(patch, first, &border, &numbers);
        self.faces.ends[patch.slot as usize] = self.faces.all.len() as u32;
        Ok(())
    }

    /// Returns the vertex of a cell's point on an edge.
    fn number_of(&self, patch: &Patch, edge: u32, point: u32) -> Result<u32, SurfaceError> {
        let at = patch.points[point as usize].truncate();
        let on_edge = self.on_edges.get(&self.key(patch.slot, edge).0);
        let found = on_edge.and_then(|on_edge| {
            let index = on_edge.points.iter().position(|point| point.truncate() == at)?;
            Some(on_edge.first + index as u32)
        });
        found.ok_or(SurfaceError::Order { at })
    }

    /// Adds a triangle; one with further points on its sides as a fan around its middle.
    fn divide(&mut self, slot: u32, corners: [u32; 3], ring: &[u32]) {
        let beyond = [NONE; 3];
        if ring.len() == 3 {
            return self.faces.all.push(Face { corners, beyond, slot });
        }
        let middle = corners.map(|corner| self.faces.points[corner as usize]);
        let center = self.faces.points.len() as u32;
        self.faces.points.push(middle.into_iter().sum::<DVec3>() / 3.0);
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        let of = |(&a, &b): (&u32, &u32)| Face { corners: [a, b, center], beyond, slot };
        self.faces.all.extend(ends.map(of));
    }

    /// Joins the faces of a cell, from the first one on.
    fn join(&mut self, first: usize) {
        let sides: BTreeMap<[u32; 2], u32> = self.sides_from(first).collect();
        for (&[a, b], &side) in &sides {
            if let Some(&other) = sides.get(&[b, a]) {
                self.faces.all[(side / 3) as usize].beyond[(side % 3) as usize] = other;
            }
        }
    }

    fn sides_from(&self, first: usize) -> impl Iterator<Item = ([u32; 2], u32)> + '_ {
        let sides = 3 * first as u32..3 * self.faces.all.len() as u32;
        sides.map(|side| ([side, next(side)].map(|side| self.faces.origin(side)), side))
    }

    /// Joins the faces of a cell to those of the cells before it.
    fn note_sides(
        &mut self,
        patch: &Patch,
        first: usize,
        border: &BTreeMap<u32, (u32, u32)>,
        numbers: &[u32],
    ) {
        let sides: BTreeMap<u32, u32> = self
            .sides_from(first)
            .filter(|&(_, side)| self.faces.beyond(side) == NONE)
            .map(|([from, _], side)| (from, side))
            .collect();
        let count = self.mesh.edge_range(patch.slot).len() as u32;
        for corner in 0..count {
            let Some(&(edge, _)) = border.get(&corner) else { continue };
            let (key, is_own) = self.key(patch.slot, edge);
            let end = numbers[((corner + 1) % count) as usize];
            let mut chain = Vec::new();
            let mut at = numbers[corner as usize];
            while let Some(&side) = sides.get(&at).filter(|_| chain.is_empty() || at != end) {
                chain.push(side);
                at = self.faces.origin(next(side));
            }
            if !is_own {
                chain.reverse();
            }
            self.on_edges.entry(key).or_default().sides[usize::from(!is_own)] = chain;
        }
    }

    /// Joins the faces on both sides of all portals.
    fn finish(mut self) -> Faces {
        // Both cells have the same points on a portal, so as many parts.
        let pairs = self.on_edges.values().flat_map(|OnEdge { sides: [own, other], .. }| {
            own.iter().copied().zip(other.iter().copied())
        });
        for (own, other) in pairs {
            for [from, to] in [[own, other], [other, own]] {
                self.faces.all[(from / 3) as usize].beyond[(from % 3) as usize] = to;
            }
        }
        let most = self.faces.points.iter().map(|point| point.abs().max_element());
        // Numbers of vertices without cells have no place.
        self.faces.size = most.fold(0.0, f64::max);
        let mut last = 0;
        for end in &mut self.faces.ends {
            last = last.max(*end);
            *end = last;
        }
        self.faces
    }
}
