//! The polygons of all tiles on one lattice, joined across the borders of tiles.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, DVec3};
use navmesh_core::backend::collections::DisjointSets;

use super::tile::{Beyond, Tile};

/// A polygon that an agent may enter.
#[derive(Debug)]
pub(crate) struct Cell {
    /// The tile, and the number of the polygon in it.
    pub(crate) from: [usize; 2],
    /// The vertices, with those where an edge is divided.
    pub(crate) corners: Vec<u32>,
    /// The cell beyond each edge.
    pub(crate) neighbors: Vec<Option<u32>>,
}

/// The polygons of all tiles, joined.
#[derive(Debug)]
pub(crate) struct Joined {
    /// The vertices: x and −z in the plan, and the height. Some belong to no cell.
    pub(crate) points: Vec<DVec3>,
    pub(crate) cells: Vec<Cell>,
    /// The size of Recast's cells.
    pub(crate) cell_size: f64,
    /// Parts of edges that could be joined to several others.
    pub(crate) doubtful: usize,
}

/// Corners of Recast's cells as exact coordinates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lattice {
    pub(crate) origin: DVec2,
    pub(crate) size: f64,
}

/// A vertex: its place on the lattice, and its height.
#[derive(Debug, Clone, Copy)]
struct Vertex {
    place: [i64; 2],
    height: f64,
}

/// An edge at the border of a tile.
#[derive(Debug, Clone, Copy)]
struct Outer {
    cell: usize,
    edge: usize,
    tile: usize,
    /// The direction: x, z, −x, −z.
    direction: u8,
    /// The places along the border where it begins and ends, the lower one first, and the heights there.
    along: [i64; 2],
    heights: [f64; 2],
}

/// A part of an edge that is joined to a part of another.
#[derive(Debug, Clone, Copy)]
struct Portal {
    along: [i64; 2],
    cells: [usize; 2],
    edges: [usize; 2],
}

/// Joins the polygons of all tiles, whose vertices lie on a lattice.
pub(crate) fn join(tiles: &[&Tile], lattice: Lattice) -> Joined {
    let mut seams = Seams::new(tiles, lattice);
    let portals = seams.portals(tiles);
    seams.joined(&portals)
}

impl Lattice {
    fn place(&self, at: DVec2) -> [i64; 2] {
        ((at - self.origin) / self.size).round().to_array().map(|number| number as i64)
    }

    fn at(&self, place: [i64; 2]) -> DVec2 {
        self.origin + DVec2::from(place.map(|number| number as f64)) * self.size
    }

    /// Returns how far a point lies from a corner of cells, in cells.
    pub(crate) fn error(&self, at: DVec2) -> f64 {
        (self.at(self.place(at)) - at).abs().max_element() / self.size
    }
}

/// The polygons of all tiles while they are joined.
struct Seams {
    lattice: Lattice,
    vertices: Vec<Vertex>,
    /// Vertices that are the same. Corners have lower numbers than vertices that divide edges, so theirs are the heights.
    same: DisjointSets,
    cells: Vec<Cell>,
    outer: Vec<Outer>,
    /// The vertices that divide edges, by cell, edge and place along the border.
    dividing: BTreeMap<(usize, usize, i64), u32>,
    doubtful: usize,
}

impl Seams {
    fn new(tiles: &[&Tile], lattice: Lattice) -> Self {
        let (mut vertices, mut cells, mut outer) = (Vec::new(), Vec::new(), Vec::new());
        for (tile_number, tile) in tiles.iter().enumerate() {
            let (first, first_cell) = (vertices.len() as u32, cells.len());
            vertices.extend(
                tile.vertices.iter().map(|point| Vertex {
                    place: lattice.place(point.truncate()),
                    height: point.z,
                }),
            );
            for (number, polygon) in tile.polygons.iter().enumerate() {
                let corners: Vec<u32> =
                    polygon.corners.iter().map(|&corner| first + u32::from(corner)).collect();
                let neighbors = polygon.beyond.iter().map(|beyond| match *beyond {
                    Beyond::Inner(other) => Some((first_cell + other) as u32),
                    Beyond::Wall | Beyond::Outer(_) => None,
                });
                let neighbors = neighbors.collect();
                for (edge, beyond) in polygon.beyond.iter().enumerate() {
                    if let Beyond::Outer(direction) = *beyond {
                        let ends = [edge, (edge + 1) % corners.len()];
                        let ends = ends.map(|end| vertices[corners[end] as usize]);
                        let cell = cells.len();
                        outer.push(Outer::of(ends, direction, cell, edge, tile_number));
                    }
                }
                cells.push(Cell { from: [tile_number, number], corners, neighbors });
            }
        }
        let same = DisjointSets::new(vertices.len());
        Self { lattice, vertices, same, cells, outer, dividing: BTreeMap::new(), doubtful: 0 }
    }

    /// Finds the parts of edges that face each other.
    fn portals(&mut self, tiles: &[&Tile]) -> Vec<Portal> {
        let mut lines: BTreeMap<(u8, i64), Vec<Outer>> = BTreeMap::new();
        for &edge in &self.outer {
            let corner = self.cells[edge.cell].corners[edge.edge];
            let across = self.vertices[corner as usize].place[usize::from(edge.direction % 2)];
            lines.entry((edge.direction % 2, across)).or_default().push(edge);
        }
        let mut portals = Vec::new();
        for edges in lines.values_mut() {
            edges.sort_by_key(|edge| (edge.along, edge.cell, edge.edge));
            for (index, a) in edges.iter().enumerate() {
                let reached = edges[index + 1..].iter().take_while(|b| b.along[0] < a.along[1]);
                for b in reached.filter(|b| a.faces(b, tiles)) {
                    let along = [a.along[0].max(b.along[0]), a.along[1].min(b.along[1])];
                    if along[0] < along[1] && a.meets(b, along, tiles) {
                        let (cells, edges) = ([a.cell, b.cell], [a.edge, b.edge]);
                        portals.push(Portal { along, cells, edges });
                    }
                }
            }
        }
        self.without_doubt(portals)
    }

    /// Keeps the first of several portals over one part of an edge.
    fn without_doubt(&mut self, portals: Vec<Portal>) -> Vec<Portal> {
        let mut taken: BTreeMap<(usize, usize), Vec<[i64; 2]>> = BTreeMap::new();
        let mut kept = Vec::with_capacity(portals.len());
        for portal in portals {
            let keys = [0, 1].map(|side: usize| (portal.cells[side], portal.edges[side]));
            let is_taken = keys.iter().any(|key| {
                let parts = taken.get(key).map_or(&[][..], Vec::as_slice);
                parts.iter().any(|[from, to]| portal.along[0] < *to && *from < portal.along[1])
            });
            if is_taken {
                self.doubtful += 1;
                continue;
            }
            for key in keys {
                taken.entry(key).or_default().push(portal.along);
            }
            kept.push(portal);
        }
        kept
    }

    /// Divides the edges where portals begin and end, and joins them.
    fn joined(mut self, portals: &[Portal]) -> Joined {
        for portal in portals {
            for along in portal.along {
                let ends = [0, 1].map(|side: usize| {
                    self.vertex_at(portal.cells[side], portal.edges[side], along)
                });
                self.same.unite(ends[0], ends[1]);
            }
        }
        let mut divided: BTreeMap<(usize, usize), BTreeSet<i64>> = BTreeMap::new();
        for &(cell, edge, along) in self.dividing.keys() {
            divided.entry((cell, edge)).or_default().insert(along);
        }
        let mut beyond = BTreeMap::new();
        for Portal { along, cells, edges } in portals {
            for side in 0..2 {
                beyond.insert((cells[side], edges[side], along[0]), cells[1 - side] as u32);
            }
        }
        let points: Vec<DVec3> = (0..self.vertices.len() as u32)
            .map(|vertex| {
                let Vertex { place, height } = self.vertices[self.same.lowest(vertex) as usize];
                self.lattice.at(place).extend(height)
            })
            .collect();
        let cells =
            (0..self.cells.len()).map(|cell| self.divided(cell, &divided, &beyond)).collect();
        Joined { points, cells, cell_size: self.lattice.size, doubtful: self.doubtful }
    }

    /// Returns a cell with the vertices that divide its edges.
    fn divided(
        &self,
        cell: usize,
        divided: &BTreeMap<(usize, usize), BTreeSet<i64>>,
        beyond: &BTreeMap<(usize, usize, i64), u32>,
    ) -> Cell {
        let Cell { from, corners, neighbors } = &self.cells[cell];
        let mut whole = Cell { from: *from, corners: Vec::new(), neighbors: Vec::new() };
        for (edge, (&corner, &neighbor)) in corners.iter().zip(neighbors).enumerate() {
            let outer = self.outer_at(cell, edge);
            let Some(outer) = outer else {
                whole.corners.push(self.same.lowest(corner));
                whole.neighbors.push(neighbor);
                continue;
            };
            let axis = usize::from(1 - outer.direction % 2);
            let start = self.vertices[corner as usize].place[axis];
            let ascends = start == outer.along[0];
            let mut stops: Vec<i64> =
                divided.get(&(cell, edge)).into_iter().flatten().copied().collect();
            let [low, high] = outer.along;
            stops.extend([low, high]);
            stops.sort_unstable();
            let mut parts: Vec<[i64; 2]> =
                stops.windows(2).map(|part| [part[0], part[1]]).collect();
            if !ascends {
                parts.reverse();
            }
            for part in parts {
                let begins = if ascends { part[0] } else { part[1] };
                let vertex = self.dividing.get(&(cell, edge, begins)).copied().unwrap_or(corner);
                whole.corners.push(self.same.lowest(vertex));
                whole.neighbors.push(beyond.get(&(cell, edge, part[0])).copied());
            }
        }
        whole
    }

    fn outer_at(&self, cell: usize, edge: usize) -> Option<&Outer> {
        let index =
            self.outer.binary_search_by_key(&(cell, edge), |outer| (outer.cell, outer.edge));
        index.ok().map(|index| &self.outer[index])
    }

    /// Returns the vertex at a place of an edge at the border of its tile; a new one between its ends.
    fn vertex_at(&mut self, cell: usize, edge: usize, along: i64) -> u32 {
        let corners = &self.cells[cell].corners;
        let ends = [corners[edge], corners[(edge + 1) % corners.len()]];
        let Some(&outer) = self.outer_at(cell, edge) else { return ends[0] };
        let axis = usize::from(1 - outer.direction % 2);
        let found = ends.iter().find(|&&end| self.vertices[end as usize].place[axis] == along);
        if let Some(&end) = found {
            return end;
        }
        let mut place = self.vertices[ends[0] as usize].place;
        place[axis] = along;
        let vertex = Vertex { place, height: outer.height(along) };
        *self.dividing.entry((cell, edge, along)).or_insert_with(|| {
            self.vertices.push(vertex);
            self.same.add(1)
        })
    }
}

impl Outer {
    fn of(ends: [Vertex; 2], direction: u8, cell: usize, edge: usize, tile: usize) -> Self {
        let axis = usize::from(1 - direction % 2);
        let mut ends = ends.map(|end| (end.place[axis], end.height));
        ends.sort_by_key(|end| end.0);
        let (along, heights) = (ends.map(|end| end.0), ends.map(|end| end.1));
        Self { cell, edge, tile, direction, along, heights }
    }

    /// True if the other edge lies in the tile beyond, or in another one at the same place, and looks the other way.
    fn faces(&self, other: &Self, tiles: &[&Tile]) -> bool {
        let step = [[1, 0], [0, 1], [-1, 0], [0, -1]][usize::from(self.direction)];
        let [own, beyond] = [self.tile, other.tile].map(|tile| tiles[tile].place);
        let apart = [0, 1].map(|axis: usize| beyond[axis].wrapping_sub(own[axis]));
        self.direction ^ other.direction == 2 && (apart == step || apart == [0, 0])
    }

    /// True if the two edges cross within a part of them, or are apart by two steps of the agent at most at one of its ends.
    fn meets(&self, other: &Self, along: [i64; 2], tiles: &[&Tile]) -> bool {
        let apart = along.map(|place| other.height(place) - self.height(place));
        let most = 2.0 * tiles[other.tile].step;
        apart[0] * apart[1] < 0.0 || apart.iter().any(|apart| apart.abs() <= most)
    }

    fn height(&self, along: i64) -> f64 {
        let [low, high] = self.along;
        let share = (along - low) as f64 / ((high - low) as f64).max(1.0);
        self.heights[0] + (self.heights[1] - self.heights[0]) * share
    }
}
