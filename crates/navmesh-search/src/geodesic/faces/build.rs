//! The triangles of a surface, joined across the portals of its mesh.
//!
//! Both cells of a portal may have points on it. They are joined, and a triangle with further points on its sides is divided.

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::backend::collections::NONE;
use navmesh_core::{DVec3, EdgeId, NavMesh, Surface, SurfaceError};

use super::{Face, Faces, next};

impl Faces {
    /// Joins the triangles of a surface.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Order`].
    pub(in crate::geodesic) fn new(surface: &Surface) -> Result<Self, SurfaceError> {
        let mesh = surface.mesh();
        let of = |(slot, points, triangles)| Patch::of(mesh, slot, points, triangles);
        let patches: Vec<Patch> = surface.patches().map(of).collect();
        let mut builder = Builder::new(mesh);
        patches.iter().for_each(|patch| builder.note_points(patch));
        builder.number_points();
        patches.iter().try_for_each(|patch| builder.add(patch))?;
        Ok(builder.finish())
    }
}

/// The surface of a cell.
struct Patch {
    slot: u32,
    /// The number of its corners, which are its first points.
    count: u32,
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// The sides on the border, by their first point: the number of the cell's edge, and the second point.
    border: BTreeMap<u32, (u32, u32)>,
}

impl Patch {
    fn of(mesh: &NavMesh, slot: u32, points: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Self {
        let count = mesh.edge_range(slot).len() as u32;
        let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
        let all: BTreeSet<[u32; 2]> = triangles.iter().copied().flat_map(sides).collect();
        let outer = all.iter().filter(|[a, b]| !all.contains(&[*b, *a]));
        let ends: BTreeMap<u32, u32> = outer.map(|&[a, b]| (a, b)).collect();
        let (mut border, mut at, mut edge) = (BTreeMap::new(), 0, 0);
        while let Some(&to) = ends.get(&at).filter(|_| !border.contains_key(&at)) {
            border.insert(at, (edge, to));
            edge += u32::from(to < count);
            at = to;
        }
        Self { slot, count, points, triangles, border }
    }
}

/// The points and sides on an edge of the mesh, shared by both of its cells.
#[derive(Default)]
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
        for (edge, &point) in self.mesh.edge_range(patch.slot).zip(&patch.points) {
            let known = &mut self.faces.points[self.mesh.edges()[edge].vertex().index()];
            if known.is_nan() {
                *known = point;
            }
        }
        for &(edge, to) in patch.border.values().filter(|&&(_, to)| to >= patch.count) {
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

    fn add(&mut self, patch: &Patch) -> Result<(), SurfaceError> {
        let numbers = self.vertices(patch)?;
        let first = self.faces.all.len();
        for &triangle in &patch.triangles {
            let corners = triangle.map(|corner| numbers[corner as usize]);
            let mut ring = Vec::new();
            for side in 0..3 {
                let [from, to] = [triangle[side], triangle[(side + 1) % 3]];
                ring.push(corners[side]);
                if let Some(&(edge, _)) = patch.border.get(&from).filter(|side| side.1 == to) {
                    let ends = [corners[side], corners[(side + 1) % 3]];
                    let at = patch.points[from as usize].truncate();
                    let between = self.between(patch.slot, edge, ends);
                    ring.extend(between.ok_or(SurfaceError::Order { at })?);
                }
            }
            self.divide(patch.slot, corners, &ring);
        }
        self.join(first);
        self.note_sides(patch, first, &numbers);
        self.faces.ends[patch.slot as usize] = self.faces.all.len() as u32;
        Ok(())
    }

    /// Returns the vertices of a cell's points; those inside are new.
    fn vertices(&mut self, patch: &Patch) -> Result<Vec<u32>, SurfaceError> {
        let corners = self.mesh.edge_range(patch.slot);
        let corners = corners.map(|edge| self.mesh.edges()[edge].vertex().index() as u32);
        let mut numbers: Vec<u32> = corners.collect();
        for (index, &point) in patch.points.iter().enumerate().skip(patch.count as usize) {
            let Some(&(edge, _)) = patch.border.get(&(index as u32)) else {
                numbers.push(self.faces.points.len() as u32);
                self.faces.points.push(point);
                continue;
            };
            let at = point.truncate();
            let on_edge = self.on_edges.get(&self.key(patch.slot, edge).0);
            let found = on_edge.and_then(|on_edge| {
                let index = on_edge.points.iter().position(|point| point.truncate() == at)?;
                Some(on_edge.first + index as u32)
            });
            numbers.push(found.ok_or(SurfaceError::Order { at })?);
        }
        Ok(numbers)
    }

    /// Returns the vertices of an edge between two of it, in their order; `None` if they are out of order.
    fn between(&self, slot: u32, edge: u32, [from, to]: [u32; 2]) -> Option<Vec<u32>> {
        let (key, is_own) = self.key(slot, edge);
        let Some(OnEdge { points, first, .. }) = self.on_edges.get(&key) else {
            return Some(Vec::new());
        };
        let end = first + points.len() as u32;
        let (low, high) = if is_own { (from, to) } else { (to, from) };
        // The ends of the edge have other numbers than the points on it.
        let low = if (*first..end).contains(&low) { low + 1 } else { *first };
        let high = if (*first..end).contains(&high) { high } else { end };
        let between = low..high;
        (low <= high).then(|| if is_own { between.collect() } else { between.rev().collect() })
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
                self.faces.lead([side, other]);
            }
        }
    }

    fn sides_from(&self, first: usize) -> impl Iterator<Item = ([u32; 2], u32)> + '_ {
        let sides = 3 * first as u32..3 * self.faces.all.len() as u32;
        sides.map(|side| ([side, next(side)].map(|side| self.faces.origin(side)), side))
    }

    /// Notes the sides of a cell's faces on its edges.
    fn note_sides(&mut self, patch: &Patch, first: usize, numbers: &[u32]) {
        let sides = self.sides_from(first).filter(|&(_, side)| self.faces.beyond(side) == NONE);
        let sides: BTreeMap<u32, u32> = sides.map(|([from, _], side)| (from, side)).collect();
        for corner in 0..patch.count {
            let (key, is_own) = self.key(patch.slot, corner);
            let end = numbers[((corner + 1) % patch.count) as usize];
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
    fn finish(self) -> Faces {
        let Self { mut faces, on_edges, .. } = self;
        for OnEdge { sides: [own, other], .. } in on_edges.into_values() {
            // Both cells have the same points on a portal, so as many parts.
            for (own, other) in own.into_iter().zip(other) {
                faces.lead([own, other]);
                faces.lead([other, own]);
            }
        }
        let most = faces.points.iter().map(|point| point.abs().max_element());
        // Numbers of vertices without cells have no place.
        faces.size = most.fold(0.0, f64::max);
        let mut last = 0;
        for end in &mut faces.ends {
            last = last.max(*end);
            *end = last;
        }
        faces
    }
}
