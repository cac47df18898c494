//! The levels of RecastDemo against Recast's own counts and their triangles.

use std::path::PathBuf;

use glam::{UVec3, Vec3A};
use navmesh_terrain::{BakeOptions, Level, Up, bake};
use navmesh_testkit::{SplitMix64, world_count};
use rerecast::{
    AreaType, BuildContoursFlags, DetailNavmesh, HeightfieldBuilder, PolygonNavmesh, TriMesh,
};
use tautline::surface::DVec3;
use tautline::{MeshFinder, PathQuery, Place};

use crate::{check, heights_at};

const NAMES: [&str; 3] = ["nav_test", "dungeon", "undulating"];

/// The cell sizes and heights that are tried: RecastDemo's, and finer ones.
const CELLS: [[f64; 2]; 2] = [[0.3, 0.2], [0.2, 0.15]];

/// Reads a level, if there is a folder of them.
fn level(name: &str) -> Option<Level> {
    let folder = PathBuf::from(std::env::var_os("TAUTLINE_DATA")?).join("levels");
    let text = std::fs::read_to_string(folder.join(format!("{name}.obj"))).unwrap();
    Some(navmesh_io::read_obj(&text, Up::Y).unwrap())
}

/// Recast's polygons by its own steps, with nothing of ours between them.
fn recast(level: &Level, [size, height]: [f32; 2]) -> (PolygonNavmesh, DetailNavmesh) {
    let vertices =
        level.positions.iter().map(|at| Vec3A::new(at.x as f32, at.z as f32, -at.y as f32));
    let mut triangles = TriMesh {
        vertices: vertices.collect(),
        indices: level.triangles.iter().map(|&triangle| UVec3::from(triangle)).collect(),
        area_types: vec![AreaType::NOT_WALKABLE; level.triangles.len()],
    };
    triangles.mark_walkable_triangles(45f32.to_radians());
    let aabb = triangles.compute_aabb().unwrap();
    let mut field =
        HeightfieldBuilder { aabb, cell_size: size, cell_height: height }.build().unwrap();
    let cells = |length: f32, cell: f32| (length / cell).ceil() as u16;
    let (tall, step) = (cells(2.0, height), (0.9 / height).floor() as u16);
    field.populate_from_trimesh(triangles, tall, step).unwrap();
    let mut ground = field.into_compact(tall, step).unwrap();
    ground.erode_walkable_area(cells(0.6, size));
    ground.build_distance_field();
    ground.build_regions(0, 64, 400).unwrap();
    let contours = ground.build_contours(1.3, (12.0 / size) as u16, BuildContoursFlags::default());
    let polygons = contours.into_polygon_mesh(6).unwrap();
    let detail = DetailNavmesh::new(&polygons, &ground, 6.0 * size, height).unwrap();
    (polygons, detail)
}

#[test]
fn every_polygon_and_portal_of_recast_is_one_of_ours() {
    for name in NAMES {
        let Some(level) = level(name) else { return };
        for [size, height] in CELLS {
            let baked =
                bake(&level, &BakeOptions::default().cell_size(size).cell_height(height)).unwrap();
            check(&baked);
            let (own, _) = recast(&level, [size as f32, height as f32]);
            let portals =
                own.polygon_neighbors.iter().filter(|&&near| near != PolygonNavmesh::NO_CONNECTION);
            let mesh = baked.surface.mesh();
            assert_eq!(mesh.cell_count(), own.polygon_count(), "{name}");
            assert_eq!(baked.report.portals, portals.count(), "{name}");
        }
    }
}

#[test]
fn paths_are_verified_and_as_long_as_their_surface() {
    for name in NAMES {
        let Some(level) = level(name) else { return };
        let surface = bake(&level, &BakeOptions::default()).unwrap().surface;
        let finder = MeshFinder::new(surface.mesh().clone());
        let mesh = surface.mesh();
        let slots: Vec<u32> = mesh.slots().collect();
        let (mut rng, mut found) = (SplitMix64::new(7), 0);
        for _ in 0..100 {
            let mut end = || {
                let slot = *rng.pick(&slots);
                mesh.place_in(slot, mesh.centroid(slot))
            };
            let Ok(path) = finder.find_path(&PathQuery::new(end(), end())) else { continue };
            path.verify(mesh).unwrap();
            found += 1;
            let way = surface.along(&path, f64::INFINITY).unwrap();
            let steps = way.points.windows(2);
            let longest = steps.map(|pair| (pair[1].height - pair[0].height).abs()).sum::<f64>();
            let rounding = 1e-12 * path.length();
            assert!(path.length() - rounding <= way.length, "{name}");
            assert!(way.length <= path.length() + longest + rounding, "{name}");
        }
        assert!(found > 25, "{name}: {found}");
    }
}

/// Random points on the detail that Recast makes, in proportion to the areas of its triangles.
fn points_on(detail: &DetailNavmesh, rng: &mut SplitMix64) -> Vec<DVec3> {
    let mut points = Vec::new();
    for mesh in &detail.meshes {
        let corners = &detail.vertices[mesh.base_vertex_index as usize..];
        let first = mesh.base_triangle_index as usize;
        for triangle in &detail.triangles[first..][..mesh.triangle_count as usize] {
            let [a, b, c] = triangle.map(|corner| corners[usize::from(corner)].as_dvec3());
            let area = (b - a).cross(c - a).length() / 2.0;
            for _ in 0..area.round() as u32 {
                let [u, v] = [rng.unit(), rng.unit()];
                let [u, v] = if u + v > 1.0 { [1.0 - u, 1.0 - v] } else { [u, v] };
                let at = a + (b - a) * u + (c - a) * v;
                points.push(DVec3::new(at.x, -at.z, at.y));
            }
        }
    }
    points
}

#[test]
fn heights_differ_from_the_triangles_no_more_than_recasts_own_detail() {
    for name in NAMES {
        let Some(level) = level(name) else { return };
        let surface = bake(&level, &BakeOptions::default()).unwrap().surface;
        let (_, detail) = recast(&level, [0.3, 0.2]);
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        // Recast lifts its detail by a cell.
        for point in
            points_on(&detail, &mut SplitMix64::new(9)).into_iter().map(|at| at - 0.2 * DVec3::Z)
        {
            let hits = heights_at(&level, point.truncate());
            let error = |height: f64| {
                hits.iter().map(|hit| (hit - height).abs()).min_by(f64::total_cmp).unwrap_or(0.0)
            };
            let Ok(picked) = surface.pick(point, 2.0, 2.0) else { continue };
            own.push(error(picked.height));
            theirs.push(error(point.z));
        }
        let [(own_mean, own_far), (their_mean, their_far)] = [own, theirs].map(|mut errors| {
            errors.sort_by(f64::total_cmp);
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            // Floors are at least an agent of height 2 apart.
            assert!(errors[errors.len() - 1] < 1.2, "{name}: another floor, {:?}", errors.last());
            (mean, errors[errors.len() * 99 / 100])
        });
        println!(
            "{name}: mean {own_mean:.3} against {their_mean:.3}, 99 % within {own_far:.3} against {their_far:.3}"
        );
        assert!(own_mean <= 1.02 * their_mean && own_far <= 1.05 * their_far, "{name}");
    }
}

#[test]
fn no_path_of_the_plan_is_shorter_along_the_surface_than_the_shortest() {
    for name in NAMES {
        let Some(level) = level(name) else { return };
        let surface = bake(&level, &BakeOptions::default()).unwrap().surface;
        let finder = MeshFinder::new(surface.mesh().clone());
        let geodesics = finder.geodesics(&surface).unwrap();
        let slots: Vec<u32> = surface.mesh().slots().collect();
        let (mut rng, mut found, mut most) = (SplitMix64::new(11), 0, 1.0f64);
        for _ in 0..world_count(100) {
            let [start, goal] = [(); 2].map(|()| {
                let slot = *rng.pick(&slots);
                Place::new(surface.mesh().centroid(slot)).on_layer(surface.mesh().layer(slot))
            });
            let query = PathQuery::new(start, goal);
            let Ok(plan) = finder.find_path(&query) else { continue };
            let own = geodesics.find_path(&query).unwrap();
            own.path.verify(surface.mesh()).unwrap();
            let rounding = 1e-9 * (1.0 + own.cost);
            let along = surface.along(&own.path, 0.0).unwrap();
            assert!((along.length - own.cost).abs() <= rounding, "{name} {query:?}");
            assert!(own.lower_bound >= own.cost - rounding, "{name} {query:?}");
            let other = surface.along(&plan, 0.0).unwrap().length;
            assert!(own.cost <= other + rounding, "{name} {query:?}: {} {other}", own.cost);
            most = most.max(other / own.cost);
            found += 1;
        }
        println!("{name}: {found} paths, in the plan up to {most:.3} times as long");
        assert!(found > 25, "{name}: {found}");
    }
}
