//! The levels of RecastDemo against Recast's own counts and their triangles.

use std::path::PathBuf;

use glam::{UVec3, Vec3A};
use navmesh_terrain::{BakeOptions, Level, Up, bake};
use navmesh_testkit::{SplitMix64, world_count};
use rerecast::{
    AreaType, BuildContoursFlags, DetailNavmesh, HeightfieldBuilder, PolygonNavmesh, TriMesh,
};
use tautline::surface::DVec3;
use tautline::{DVec2, MeshFinder, PathQuery, Place, Surface};

use crate::{check, heights_at, within};

pub(crate) const NAMES: [&str; 3] = ["nav_test", "dungeon", "undulating"];

/// The cell sizes and heights that are tried: RecastDemo's, and finer ones.
const CELLS: [[f64; 2]; 2] = [[0.3, 0.2], [0.2, 0.15]];

/// Reads a level, if there is a folder of them.
pub(crate) fn level(name: &str) -> Option<Level> {
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

/// The floors at a point of the plan and their heights, by all triangles of a surface.
fn floors_at(surface: &Surface, facets: &[(u32, [DVec3; 3])], point: DVec2) -> Vec<(u32, f64)> {
    let hit = |(slot, corners): &(u32, [DVec3; 3])| {
        let [a, b, c] = *corners;
        let part = |a: DVec3, b: DVec3| (b - a).truncate().perp_dot(point - a.truncate());
        let parts = [part(b, c), part(c, a), part(a, b)];
        let whole: f64 = parts.iter().sum();
        let height = (parts[0] * a.z + parts[1] * b.z + parts[2] * c.z) / whole;
        let is_hit = parts.iter().all(|part| *part >= 0.0) && whole > 0.0;
        is_hit.then(|| (surface.mesh().layer(*slot), height))
    };
    facets.iter().filter_map(hit).collect()
}

#[test]
fn a_pick_is_the_floor_that_a_vertical_ray_meets_first() {
    for name in NAMES {
        let Some(level) = level(name) else { return };
        let surface = bake(&level, &BakeOptions::default()).unwrap().surface;
        let facets: Vec<(u32, [DVec3; 3])> = surface
            .patches()
            .flat_map(|(slot, points, triangles)| {
                let corners = move |triangle: [u32; 3]| triangle.map(|at| points[at as usize]);
                triangles.into_iter().map(move |triangle| (slot, corners(triangle)))
            })
            .collect();
        let bounds = surface.mesh().bounds();
        let heights = surface.heights();
        let [low, high] =
            [f64::min, f64::max].map(|pick| heights.iter().copied().reduce(pick).unwrap());
        let mut rng = SplitMix64::new(11);
        let (mut picked, mut missed) = (0, 0);
        while picked + missed < 10 * world_count(100) {
            let at = DVec2::new(
                within(&mut rng, bounds.min.x, bounds.max.x),
                within(&mut rng, bounds.min.y, bounds.max.y),
            );
            let floors = floors_at(&surface, &facets, at);
            if floors.is_empty() {
                continue;
            }
            let from = at.extend(within(&mut rng, low - 1.0, high + 1.0));
            let [below, above] = [within(&mut rng, 0.0, 4.0), within(&mut rng, 0.0, 4.0)];
            let away = |height: f64| (height - from.z).abs();
            let reach = from.z - below..=from.z + above;
            let near = floors.iter().filter(|(_, height)| reach.contains(height));
            let nearest = near.min_by(|a, b| away(a.1).total_cmp(&away(b.1)));
            match (surface.pick(from, below, above), nearest) {
                (Ok(found), Some(&(layer, height))) => {
                    picked += 1;
                    assert!(
                        found.layer == layer && (found.height - height).abs() < 1e-9,
                        "{name}: {from}"
                    );
                    // The level's own triangles: nearer than another floor, which is an agent of height 2 away.
                    let hits = heights_at(&level, at);
                    let off =
                        hits.iter().map(|hit| (hit - height).abs()).fold(f64::INFINITY, f64::min);
                    assert!(hits.is_empty() || off < 1.2, "{name}: {from} {off}");
                }
                (Err(_), None) => missed += 1,
                (found, expected) => {
                    panic!("{name}: {from} {below} {above}: {found:?}, {expected:?}")
                }
            }
        }
        assert!(picked > missed / 20, "{name}: {picked} {missed}");
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
