//! Meshes as text: Polyanya's `mesh` format, version 2.
//!
//! Format: M. Cui, D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! IJCAI 2017, and their program. White space parts the numbers; by custom a record is a line:
//!
//! | record | holds |
//! |---|---|
//! | header | `mesh`, `2`, then the numbers of vertices and of polygons |
//! | a vertex each | `x y n` and the `n` polygons around it counter-clockwise; −1 is an obstacle |
//! | a polygon each | `n`, its `n` vertices counter-clockwise, its `n` neighbours; −1 is a wall |
//!
//! Neighbour `i` lies across the edge from vertex `i − 1` to vertex `i`, so the first one across the
//! edge from the last vertex to the first.

use navmesh_core::{NavMesh, RawMesh};

use crate::error::{ReadError, WriteError};
use crate::text::Reader;

mod polygons_around;

/// Reads a `.mesh` text; [`NavMesh::from_raw`] then checks that it is a mesh.
///
/// Neighbours are taken from the file: −1 is a wall, even between cells that touch. The polygons around a vertex
/// follow from the polygons, so they are read and dropped.
///
/// Complexity: linear in the text, time and memory, whatever the header announces.
///
/// # Errors
///
/// [`ReadError::Unexpected`] if a number is missing or invalid, if it names a vertex or polygon that the file does not
/// have, or if anything follows the last polygon.
///
/// ```
/// let text = "mesh\n2\n3 1\n0 0 2 0 -1\n1 0 2 0 -1\n0 1 2 0 -1\n3 0 1 2 -1 -1 -1\n";
/// let mesh = navmesh_core::NavMesh::from_raw(&navmesh_io::read_mesh(text)?)?;
/// assert_eq!(mesh.cell_count(), 1);
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_mesh(text: &str) -> Result<RawMesh, ReadError> {
    let mut reader = Reader::new(text);
    for expected in ["mesh", "2"] {
        let name = format!("`{expected}`: a Polyanya mesh begins with `mesh` and version `2`");
        let word = reader.word(&name)?;
        if word.text != expected {
            return Err(reader.unexpected(word, &name));
        }
    }
    let counts = Counts {
        vertices: reader.integer("the number of vertices")?,
        polygons: reader.integer("the number of polygons")?,
    };
    let mut raw = RawMesh::default();
    for _ in 0..counts.vertices {
        let x = reader.finite("a vertex's x, a finite number")?;
        let y = reader.finite("a vertex's y, a finite number")?;
        raw.positions.push([x, y].into());
        let around: u32 = reader.integer("how many polygons are around the vertex")?;
        for _ in 0..around {
            neighbor(&mut reader, counts)?;
        }
    }
    for _ in 0..counts.polygons {
        polygon(&mut reader, &mut raw, counts)?;
    }
    let announced = counts.polygons;
    reader.end(&format!("nothing after the {announced} polygons that the header announces"))?;
    Ok(raw)
}

/// The counts in the header.
#[derive(Debug, Clone, Copy)]
struct Counts {
    vertices: u32,
    polygons: u32,
}

/// Reads one polygon and appends it.
fn polygon(reader: &mut Reader, raw: &mut RawMesh, counts: Counts) -> Result<(), ReadError> {
    let first = raw.corners.len();
    let corner_count: u32 = reader.integer("how many corners the polygon has")?;
    for _ in 0..corner_count {
        let expected = "one of the polygon's vertices, by its number from 0";
        let word = reader.word(expected)?;
        let vertex: u32 = reader.parse(word, expected)?;
        if vertex >= counts.vertices {
            return Err(reader.unexpected(word, &format!("a vertex below {}", counts.vertices)));
        }
        raw.corners.push(vertex);
    }
    for _ in 0..corner_count {
        raw.neighbors.push(neighbor(reader, counts)?);
    }
    if let Some(cell) = raw.neighbors.get_mut(first..).filter(|cell| !cell.is_empty()) {
        // The file's first neighbour lies across the edge that we count last.
        cell.rotate_left(1);
    }
    raw.cell_ends.push(raw.corners.len() as u32);
    Ok(())
}

/// Reads a polygon's number, or −1.
fn neighbor(reader: &mut Reader, counts: Counts) -> Result<Option<u32>, ReadError> {
    let expected = "a polygon's number from 0, or -1";
    let word = reader.word(expected)?;
    if word.text == "-1" {
        return Ok(None);
    }
    match reader.parse(word, expected)? {
        number if number < counts.polygons => Ok(Some(number)),
        _ => Err(reader.unexpected(word, &format!("a polygon below {}, or -1", counts.polygons))),
    }
}

/// Writes a mesh as `.mesh` text. Coordinates are read back bit for bit.
///
/// Vertices are the distinct positions in the order of first use, and cells are in the order of their slots. The same
/// mesh gives the same bytes. The file has positions and no fans. A pinch is read back all the same, since
/// neighbours are written edge by edge.
///
/// Complexity: O(n log n) in the number of corners.
///
/// # Errors
///
/// [`WriteError::Cost`] if a cell's cost is not 1; [`WriteError::Layer`] if a cell is not on floor 0;
/// [`WriteError::Links`] if the mesh has links.
pub fn write_mesh(mesh: &NavMesh) -> Result<String, WriteError> {
    let raw = mesh.to_raw();
    if let Some(cell) = raw.layers.iter().position(|&layer| layer != 0) {
        return Err(WriteError::Layer { cell: cell as u32, layer: raw.layers[cell] });
    }
    if let Some(cell) = raw.costs.iter().position(|&cost| cost != 1.0) {
        return Err(WriteError::Cost { cell: cell as u32, cost: raw.costs[cell] });
    }
    if !raw.links.is_empty() {
        return Err(WriteError::Links { count: raw.links.len() });
    }
    let mut text = format!("mesh\n2\n{} {}\n", raw.positions.len(), raw.cell_count());
    let around = polygons_around::polygons_around(&raw);
    for (vertex, point) in raw.positions.iter().enumerate() {
        let polygons = around.of(vertex);
        let [x, y] = [number(point.x), number(point.y)];
        push_line(&mut text, [x, y, polygons.len().to_string()], polygons.iter().map(signed));
    }
    for cell in (0..raw.cell_count()).filter_map(|index| raw.cell(index)) {
        let count = cell.corners.len();
        let corners = cell.corners.iter().map(u32::to_string);
        let neighbors = (0..count).map(|i| signed(&cell.neighbors[(i + count - 1) % count]));
        push_line(&mut text, [count.to_string()], corners.chain(neighbors));
    }
    Ok(text)
}

fn push_line<const N: usize>(
    text: &mut String,
    first: [String; N],
    rest: impl Iterator<Item = String>,
) {
    for (i, word) in first.into_iter().chain(rest).enumerate() {
        if i > 0 {
            text.push(' ');
        }
        text.push_str(&word);
    }
    text.push('\n');
}

fn signed(polygon: &Option<u32>) -> String {
    polygon.map_or("-1".to_owned(), |number| number.to_string())
}

/// The shortest digits that read back as the same double.
fn number(value: f64) -> String {
    let plain = value == 0.0 || (1e-5..1e16).contains(&value.abs());
    if plain { format!("{value}") } else { format!("{value:e}") }
}

#[cfg(test)]
mod tests;
