//! The triangles of meshes, and the boxes around what is seen.

use bevy_asset::prelude::*;
use bevy_camera::primitives::Aabb;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParamItem;
use bevy_math::{Vec2, Vec3};
use bevy_mesh::{Mesh, Mesh2d, PrimitiveTopology};

use super::ShapeSource;
use crate::plane::Plane;
use crate::shapes::NavOutline;

type Meshes = Option<Res<'static, Assets<Mesh>>>;

/// The triangles of a mesh. One that Bevy keeps for the renderer alone has none.
impl ShapeSource for Mesh2d {
    type Param = Meshes;
    type Changed = Or<(Changed<Mesh2d>, AssetChanged<Mesh2d>)>;

    fn outlines(
        &self,
        _: Entity,
        meshes: &SystemParamItem<'_, '_, Meshes>,
    ) -> Option<Vec<NavOutline>> {
        triangles(meshes.as_ref()?.get(&self.0)?)
    }
}

/// Returns the triangles that have an area.
fn triangles(mesh: &Mesh) -> Option<Vec<NavOutline>> {
    let positions = mesh.try_attribute(Mesh::ATTRIBUTE_POSITION).ok()?.as_float3()?;
    let corners: Vec<Vec2> = match mesh.try_indices() {
        Ok(indices) => {
            let corner = |index: usize| positions.get(index).map(|&at| Vec3::from(at).truncate());
            indices.iter().map(corner).collect::<Option<_>>()?
        }
        Err(_) => positions.iter().map(|&at| Vec3::from(at).truncate()).collect(),
    };
    let has_area = |[a, b, c]: [Vec2; 3]| {
        let [a, b, c] = [a, b, c].map(Vec2::as_dvec2);
        (b - a).perp_dot(c - a) != 0.0
    };
    let outlines = |corners: &mut dyn Iterator<Item = &[Vec2]>| {
        let triangles = corners.filter_map(|corners| <[Vec2; 3]>::try_from(corners).ok());
        triangles.filter(|&triangle| has_area(triangle)).map(NavOutline::new).collect()
    };
    match mesh.primitive_topology() {
        PrimitiveTopology::TriangleList => Some(outlines(&mut corners.chunks(3))),
        PrimitiveTopology::TriangleStrip => Some(outlines(&mut corners.windows(3))),
        _ => None,
    }
}

/// The rectangle of a box in the plane of the map.
impl ShapeSource for Aabb {
    type Param = Res<'static, Plane>;
    type Changed = Changed<Aabb>;

    fn outlines(
        &self,
        _: Entity,
        plane: &SystemParamItem<'_, '_, Self::Param>,
    ) -> Option<Vec<NavOutline>> {
        let corner = |at: Vec3| plane.on_map(at.as_dvec3()).as_vec2();
        Some(vec![NavOutline::rect(corner(self.min().into()), corner(self.max().into()))])
    }
}
