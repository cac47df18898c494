//! Questions about places on a mesh.

use tautline::error::Terrain;
use tautline::queries::Region;
use tautline::{Bounds, BuildOptions, DVec2, Goals, Grid, GridFinder, MeshQueries, Place};

use super::{answer, each_real, finders, outcome};
use crate::builder;

#[test]
fn spatial_questions_take_any_number() {
    let here = [3.0, 3.0];
    for finder in finders() {
        let mut queries = MeshQueries::new(finder.mesh());
        each_real(
            "MeshQueries::cast_ray, MeshQueries::cast_ray_through, MeshQueries::sees, MeshQueries::straight_cost, \
             MeshQueries::move_along, MeshQueries::move_along_through, MeshQueries::visible_from",
            |x| {
                let far = DVec2::new(x, 1.0);
                [
                    outcome(queries.cast_ray(far, here)),
                    outcome(queries.cast_ray(here, far)),
                    outcome(queries.cast_ray_through(here, far, &mut Vec::new())),
                    outcome(queries.sees(here, far)),
                    outcome(queries.sees(far, here)),
                    outcome(queries.straight_cost(here, &[far])),
                    outcome(queries.straight_cost(far, &[here.into()])),
                    outcome(queries.move_along(here, far)),
                    outcome(queries.move_along(far, here)),
                    outcome(queries.move_along_through(here, far, &mut Vec::new())),
                    outcome(queries.visible_from(far)),
                ]
            },
        );
        each_real(
            "MeshQueries::cells_around, MeshQueries::nearest_wall, MeshQueries::random_point_around",
            |x| {
                let (far, mut random) = (DVec2::new(x, 1.0), || 7);
                [
                    outcome(queries.cells_around(here, x)),
                    outcome(queries.cells_around(far, 1.0)),
                    outcome(queries.nearest_wall(here, x)),
                    outcome(queries.nearest_wall(far, 1.0)),
                    outcome(queries.random_point_around(here, x, &mut random)),
                    outcome(queries.random_point_around(far, 1.0, &mut random)),
                    outcome(queries.cells_in(&Region::Circle { center: far, radius: 1.0 })),
                    outcome(queries.cells_in(&Region::Circle { center: here.into(), radius: x })),
                    outcome(queries.cells_in(&Region::Polygon(&[far, here.into(), DVec2::ONE]))),
                ]
            },
        );
        each_real("MeshQueries::snap", |x| {
            [outcome(MeshQueries::new(finder.mesh()).snap(x).sees(here, [3.0, 4.0]))]
        });
    }
}

#[test]
fn widths_are_asked_of_any_place_and_radius() {
    let (here, there) = ([3.0, 3.0], [17.0, 3.0]);
    let widths = finders()[0].widths();
    each_real("Widths::can_pass, Widths::choke_points, Widths::too_narrow", |x| {
        let far = DVec2::new(x, 1.0);
        [
            outcome(widths.can_pass(here, there, x)),
            outcome(widths.can_pass(far, there, 0.5)),
            outcome(widths.too_narrow(here, there, x)),
            outcome(widths.too_narrow(here, far, 0.5)),
            outcome(widths.choke_points(here, far)),
        ]
    });
    each_real(
        "Widths::widest, Widths::measure, WidestWay::ends, WidestWay::lets_pass, WidestWay::middle",
        |x| {
            let far = DVec2::new(x, 1.0);
            let way = widths.widest(here, there).unwrap().unwrap();
            [
                outcome(widths.widest(here, far)),
                outcome(widths.widest(far, here)),
                outcome(widths.measure(far).map(|_| "begun")),
                answer(way.lets_pass(x)),
                answer(way.ends(far, there.into()).len() != 2),
                answer(!way.middle(there.into(), far).is_finite()),
            ]
        },
    );
}

/// The answers to an explanation, of which none is right at a bad place.
fn explained(terrain: &impl Terrain, bad: Place) -> Vec<String> {
    let good = Place::new([3.0, 3.0]);
    vec![
        format!("{:?}", terrain.components(good, bad)),
        format!("{:?}", terrain.narrowest_gap(good, bad)),
        format!("{:?}", terrain.near_closed_door(bad)),
        format!("{:?}", terrain.near_wall(bad)),
        format!("{:?}", terrain.nearest_reachable(good, bad)),
        format!("{:?}", terrain.nearest_walkable(bad)),
        format!("{:?}", terrain.walkable_layer_at(bad.point)),
    ]
}

#[test]
fn errors_are_explained_at_any_place() {
    let [plain, _] = finders();
    let tiles = GridFinder::new(Grid::new(20, 10).unwrap());
    each_real(
        "Terrain::components, Terrain::narrowest_gap, Terrain::near_closed_door, Terrain::near_wall, \
         Terrain::nearest_reachable, Terrain::nearest_walkable, Terrain::walkable_layer_at",
        |x| {
            let bad = Place::new([x, 1.0]);
            let all = [
                explained(&plain, bad),
                explained(plain.mesh().as_ref(), bad),
                explained(&tiles, bad),
            ];
            all.into_iter().flatten().map(Ok)
        },
    );
}

#[test]
fn meshes_locate_any_point() {
    let [plain, costly] = finders();
    let (mesh, radius) = (plain.mesh(), BuildOptions::default().agent_radius(0.5));
    let inset = builder().with_options(radius).build_mesh().unwrap();
    each_real(
        "NavMesh::locate, NavMesh::locate_into, NavMesh::nearest, NavMesh::nearest_where, NavMesh::incidences, \
         NavMesh::incidences_at, NavMesh::feature_at, NavMesh::own_incidence, NavMesh::place_in, \
         NavMesh::nudged_into, NavMesh::each_cell_near, NavMesh::each_cell_near_segment, \
         Clearance::wall_distance",
        |x| {
            let (far, mut near, mut found) = (DVec2::new(x, 1.0), Vec::new(), Vec::new());
            mesh.each_cell_near(Bounds { min: far, max: far }, |cell| near.push(cell));
            assert!(near.len() <= mesh.cell_count(), "each cell once");
            mesh.each_cell_near_segment([far, DVec2::ONE], |cell| near.push(cell));
            assert!(near.iter().all(|&cell| (cell as usize) < mesh.slot_count()));
            mesh.locate_into(Place::new(far), &mut found);
            [
                answer(mesh.locate(far)),
                answer(mesh.nearest(far)),
                answer(mesh.nearest_where(far, 1.0, |_| true)),
                answer(mesh.nearest_where([3.0, 3.0], x, |_| true)),
                answer(mesh.incidences(far).collect::<Vec<_>>()),
                answer(mesh.incidences_at(far).collect::<Vec<_>>()),
                answer(mesh.feature_at(0, far)),
                answer(mesh.own_incidence(&mesh.place_in(0, far))),
                answer(mesh.nudged_into(0, far)),
                answer(found),
                answer(inset.clearance().and_then(|clearance| clearance.wall_distance(far))),
            ]
        },
    );
    each_real("NavMesh::snap_to_connect, NavMesh::without_cells_above", |x| {
        let bad = DVec2::new(x, 1.0);
        let without = costly.mesh().without_cells_above(x).area();
        [
            answer(mesh.snap_to_connect(bad, 1.0, |_| true)),
            answer(mesh.snap_to_connect([3.0, 3.0], x, |_| true)),
            answer(without.is_nan()),
        ]
    });
    each_real("Goals::distance_to, Goals::hold", |x| {
        let (points, bad) = ([Place::new([3.0, 3.0])], DVec2::new(x, 1.0));
        let goals = Goals::Points(&points);
        [answer(goals.hold(bad)), answer(goals.distance_to(bad) < 1.0)]
    });
}
