//! Levels as bytes: glTF 2.0 in its binary container (`.glb`).
//!
//! Read by our own code, not by the crate `gltf` 1.4, which panics on accessors without items, with a wrong type or with a short
//! stride. The triangles of all meshes in the scene are read, with the transforms of their nodes and the names of their materials.

use glam::{DMat4, DQuat, DVec3};
use navmesh_core::{Level, Up};

use super::gltf_json::{Accessor, Document, Node, Primitive};
use crate::error::{GltfFault, ReadError};

/// The most triangles of a level, as nodes may repeat a mesh.
const MOST_TRIANGLES: usize = 1 << 24;

/// The first bytes of the two chunks after their lengths.
const JSON: &[u8] = b"JSON";
const BIN: &[u8] = b"BIN\0";

/// The extensions that change how positions are stored.
const UNREADABLE: [&str; 3] =
    ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_mesh_quantization"];

/// Reads the triangles of a glTF binary, with `up` as the axis that points upwards; by the format it is y.
///
/// Triangles of mirrored nodes are turned round, as the format says. Points and lines are left out.
///
/// Complexity: linear in the triangles of all nodes, at most 2²⁴.
///
/// # Errors
///
/// [`ReadError::Json`] if the first chunk is not JSON of a glTF document, and [`ReadError::Gltf`] if the container is damaged,
/// if an index leads nowhere, an accessor reaches beyond its data, or data lie outside of the file.
pub fn read_glb(bytes: &[u8], up: Up) -> Result<Level, ReadError> {
    let [json, data] = chunks(bytes)?;
    let document: Document = serde_json::from_slice(json).map_err(|error| ReadError::Json {
        line: error.line(),
        column: error.column(),
        message: error.to_string(),
    })?;
    let unreadable = |name: &&String| UNREADABLE.contains(&name.as_str());
    if let Some(name) = document.extensions_required.iter().find(unreadable) {
        return Err(GltfFault::Extension { name: name.clone() }.into());
    }
    let mut reader = GlbReader { document: &document, data, up, level: Level::default() };
    reader.read_scene()?;
    let mut level = reader.level;
    let name = |material: &super::gltf_json::Named| material.name.clone().unwrap_or_default();
    level.material_names = document.materials.iter().map(name).collect();
    if level.materials.iter().all(Option::is_none) {
        level.materials.clear();
    }
    Ok(level)
}

/// Splits a container into the JSON and the binary chunk, which is empty if it is missing.
fn chunks(bytes: &[u8]) -> Result<[&[u8]; 2], GltfFault> {
    let word = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
        let fault = GltfFault::Length { expected: at as u64 + 4, found: bytes.len() as u64 };
        four.map(u32::from_le_bytes).ok_or(fault)
    };
    if !bytes.starts_with(b"glTF") {
        return Err(GltfFault::NoSignature);
    }
    match word(4)? {
        2 => {}
        found => return Err(GltfFault::Version { found }),
    }
    let (mut found, mut at) = ([&bytes[..0]; 2], 12);
    for (chunk, kind) in found.iter_mut().zip([JSON, BIN]) {
        if at >= bytes.len() && kind == BIN {
            break;
        }
        let length = word(at)? as usize;
        let end = (at + 8).saturating_add(length);
        let whole = bytes.get(at + 4..end);
        let expected = end as u64;
        let whole = whole.ok_or(GltfFault::Length { expected, found: bytes.len() as u64 })?;
        *chunk = whole.strip_prefix(kind).ok_or(GltfFault::Chunk { offset: at })?;
        at = end;
    }
    Ok(found)
}

/// The type of an accessor's items.
#[derive(Clone, Copy)]
struct ItemType {
    kind: &'static str,
    component: u32,
    /// The number of bytes.
    size: usize,
}

/// A document being read.
struct GlbReader<'a> {
    document: &'a Document,
    data: &'a [u8],
    up: Up,
    level: Level,
}

impl GlbReader<'_> {
    /// Reads all nodes of the scene: the default one, or the first; without scenes, the nodes that are no children.
    fn read_scene(&mut self) -> Result<(), GltfFault> {
        let Document { scene, scenes, nodes, .. } = self.document;
        let number = scene.unwrap_or(0);
        let roots = match scenes.get(number) {
            Some(scene) => scene.nodes.clone(),
            None if scene.is_some() => return Err(GltfFault::missing("scene", number)),
            None => {
                let children = || nodes.iter().flat_map(|node| &node.children);
                let mut is_child = vec![false; nodes.len()];
                for &child in children().filter(|&&child| child < nodes.len()) {
                    is_child[child] = true;
                }
                (0..nodes.len()).filter(|&node| !is_child[node]).collect()
            }
        };
        let mut is_done = vec![false; nodes.len()];
        let mut open: Vec<(usize, DMat4)> =
            roots.iter().rev().map(|&node| (node, DMat4::IDENTITY)).collect();
        while let Some((index, parent)) = open.pop() {
            let node = nodes.get(index).ok_or(GltfFault::missing("node", index))?;
            if std::mem::replace(&mut is_done[index], true) {
                return Err(GltfFault::Cycle { node: index });
            }
            let transform = parent * transform_of(node);
            if let Some(mesh) = node.mesh {
                let found = self.document.meshes.get(mesh);
                for primitive in &found.ok_or(GltfFault::missing("mesh", mesh))?.primitives {
                    self.read_primitive(primitive, transform)?;
                }
            }
            open.extend(node.children.iter().rev().map(|&child| (child, transform)));
        }
        Ok(())
    }

    fn read_primitive(&mut self, primitive: &Primitive, transform: DMat4) -> Result<(), GltfFault> {
        let Some(position) = primitive.attributes.position else { return Ok(()) };
        let points = self.accessor(position)?;
        let bytes =
            self.items(position, points, ItemType { kind: "VEC3", component: FLOAT, size: 12 })?;
        let number = |item: &[u8], at: usize| {
            f32::from_le_bytes([item[at], item[at + 1], item[at + 2], item[at + 3]])
        };
        let first = self.level.positions.len();
        let points = bytes.map(|item| {
            DVec3::new(number(item, 0).into(), number(item, 4).into(), number(item, 8).into())
        });
        let points: Vec<DVec3> = points.collect();
        let count = points.len();
        let corners: Vec<u32> = match primitive.indices {
            None => (0..count as u32).collect(),
            Some(indices) => self.indices(indices, count)?,
        };
        let is_mirrored = transform.determinant() < 0.0;
        let turned = |[a, b, c]: [u32; 3]| if is_mirrored { [a, c, b] } else { [a, b, c] };
        let triangles = triangles_of(primitive.mode.unwrap_or(TRIANGLES), &corners);
        let total = self.level.triangles.len() + triangles.len();
        if total > MOST_TRIANGLES || first + count > u32::MAX as usize {
            return Err(GltfFault::TooManyTriangles { limit: MOST_TRIANGLES });
        }
        if triangles.is_empty() {
            return Ok(());
        }
        let material = primitive.material.map(|material| material as u32);
        if primitive.material.is_some_and(|material| material >= self.document.materials.len()) {
            return Err(GltfFault::missing("material", primitive.material.unwrap_or(0)));
        }
        let placed = points
            .iter()
            .map(|&point| self.up.to_plan(transform.transform_point3(point).to_array()));
        self.level.positions.extend(placed.collect::<Vec<_>>());
        self.level.materials.extend(triangles.iter().map(|_| material));
        let moved = triangles
            .into_iter()
            .map(|triangle| turned(triangle.map(|corner| corner + first as u32)));
        self.level.triangles.extend(moved);
        Ok(())
    }

    fn accessor(&self, index: usize) -> Result<&Accessor, GltfFault> {
        self.document.accessors.get(index).ok_or(GltfFault::missing("accessor", index))
    }

    /// Reads the indices of a primitive with `count` positions.
    fn indices(&self, index: usize, count: usize) -> Result<Vec<u32>, GltfFault> {
        let accessor = self.accessor(index)?;
        let size = match accessor.component_type {
            BYTE => 1,
            SHORT => 2,
            _ => 4,
        };
        let component = if size == 4 { INT } else { accessor.component_type };
        let items = self.items(index, accessor, ItemType { kind: "SCALAR", component, size })?;
        let number =
            |item: &[u8]| item.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        let numbers: Vec<u32> = items.map(number).collect();
        match numbers.iter().find(|&&number| number as usize >= count) {
            Some(&number) => Err(GltfFault::Index { accessor: index, number, count }),
            None => Ok(numbers),
        }
    }

    /// Iterates over the items of an accessor.
    fn items(
        &self,
        index: usize,
        accessor: &Accessor,
        item: ItemType,
    ) -> Result<impl Iterator<Item = &[u8]>, GltfFault> {
        let ItemType { kind, component, size } = item;
        if accessor.kind != kind || accessor.component_type != component {
            return Err(GltfFault::Type { accessor: index, expected: kind });
        }
        let view = accessor.buffer_view.filter(|_| accessor.sparse.is_none());
        let view = view.ok_or(GltfFault::Sparse { accessor: index })?;
        let found =
            self.document.buffer_views.get(view).ok_or(GltfFault::missing("buffer view", view))?;
        let buffer = self.document.buffers.get(found.buffer);
        if buffer.ok_or(GltfFault::missing("buffer", found.buffer))?.uri.is_some()
            || found.buffer != 0
        {
            return Err(GltfFault::Outside { buffer: found.buffer });
        }
        let beyond = GltfFault::Beyond { accessor: index };
        let stride = found.byte_stride.unwrap_or(size);
        let part = |whole, start: usize, length: usize| -> Option<&[u8]> {
            <[u8]>::get(whole, start..start.checked_add(length)?)
        };
        let data = part(self.data, found.byte_offset, found.byte_length).ok_or(beyond.clone())?;
        let length = match accessor.count.checked_sub(1) {
            Some(more) => more.checked_mul(stride).and_then(|length| length.checked_add(size)),
            None => Some(0),
        };
        let length = length.filter(|_| stride >= size).ok_or(beyond.clone())?;
        let data = part(data, accessor.byte_offset, length).ok_or(beyond)?;
        Ok(data.chunks(stride).map(move |item| &item[..size]))
    }
}

/// The numbers of component types and of the modes of primitives.
const BYTE: u32 = 5121;
const SHORT: u32 = 5123;
const INT: u32 = 5125;
const FLOAT: u32 = 5126;
const TRIANGLES: u32 = 4;
const STRIP: u32 = 5;
const FAN: u32 = 6;

/// Returns the triangles of a primitive; none of points and lines.
fn triangles_of(mode: u32, corners: &[u32]) -> Vec<[u32; 3]> {
    let strip = |(index, three): (usize, &[u32])| match index % 2 {
        0 => [three[0], three[1], three[2]],
        _ => [three[1], three[0], three[2]],
    };
    match (mode, corners) {
        (TRIANGLES, _) => corners.as_chunks::<3>().0.to_vec(),
        (STRIP, _) => corners.windows(3).enumerate().map(strip).collect(),
        (FAN, [first, rest @ ..]) => {
            rest.windows(2).map(|pair| [*first, pair[0], pair[1]]).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the transform of a node to its parent.
fn transform_of(node: &Node) -> DMat4 {
    if let Some(matrix) = &node.matrix {
        return DMat4::from_cols_array(matrix);
    }
    let rotation = node.rotation.map_or(DQuat::IDENTITY, DQuat::from_array);
    let scale = node.scale.map_or(DVec3::ONE, DVec3::from);
    let translation = node.translation.map_or(DVec3::ZERO, DVec3::from);
    DMat4::from_scale_rotation_translation(scale, rotation, translation)
}

#[cfg(test)]
mod tests;
