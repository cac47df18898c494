//! Outlines, lines, links and options of builds.

use tautline::build::{MapSource, RadiusOptions, near_misses};
use tautline::mesh::RawMesh;
use tautline::{
    Area, BuildOptions, Door, Filter, FloorConnection, Floors, Link, MeshFinder, NavMesh,
    NavMeshBuilder, Outline, Outlines, PathQuery, RadiusSet, Wall, build_floors, build_outlines,
};

use super::{Outcome, answer, each_real, named, outcome, ring};
use crate::builder;

/// Builds the rooms with one more shape.
fn built<T>(add: impl FnOnce(&mut NavMeshBuilder) -> T) -> Outcome {
    let mut builder = builder();
    add(&mut builder);
    outcome(builder.build_mesh().map(|mesh| mesh.area()))
}

#[test]
fn outlines_with_any_coordinate_are_built_or_refused() {
    each_real("Outline::new, Outline::rect, Outline::with_hole", |x| {
        let hole = [[2.0, 2.0], [3.0, x], [3.0, 3.0]];
        let pierced = Outline::rect([1.0, 1.0], [9.0, 9.0]).with_hole(hole);
        [
            built(|map| map.add_obstacle(Outline::new([[2.0, 2.0], [x, 2.0], [4.0, 4.0]]))),
            built(|map| map.add_obstacle(Outline::rect([x, 2.0], [3.0, 3.0]))),
            built(|map| map.add_obstacle(Outline::rect([2.0, 2.0], [3.0, x]))),
            built(|map| map.add_walkable(Outline::rect([x, x], [x, x]))),
            built(|map| map.add_walkable(pierced)),
        ]
    });
    each_real("NavMeshBuilder::add_walkable, NavMeshBuilder::add_obstacle", |x| {
        [built(|map| map.add_walkable(ring(x))), built(|map| map.add_obstacle(ring(x)))]
    });
    each_real("FloorBuilder::add_walkable, FloorBuilder::add_obstacle", |x| {
        [
            built(|map| map.on_layer(1).add_walkable(ring(x))),
            built(|map| map.on_layer(0).add_obstacle(ring(x))),
        ]
    });
    each_real("NavMeshBuilder::from_outlines, build_outlines, Floors::with_floor", |x| {
        let outlines = Outlines { obstacles: vec![ring(x)], ..builder().outlines().clone() };
        let floors = Floors::default().with_floor(2, outlines.clone());
        let options = BuildOptions::default();
        let query = PathQuery::new([1.0, 1.0], [1.5, 1.0]);
        [
            outcome(build_outlines(&outlines, &options).map(|(mesh, _)| mesh.area())),
            outcome(build_floors(&floors, &options).map(|(mesh, _)| mesh.area())),
            outcome(RadiusSet::new(MapSource::from(outlines.clone())).finder(0.0)),
            named(
                outcome(RadiusSet::new(MapSource::from(floors)).find_path(&query)),
                "RadiusSet::finder",
            ),
            outcome(NavMeshBuilder::from_outlines(outlines).build_mesh().map(|mesh| mesh.area())),
        ]
    });
}

#[test]
fn lines_areas_and_links_with_any_number_are_built_or_refused() {
    each_real("Wall::new, Door::new, Area::new", |x| {
        let line = [[1.0, 1.0], [x, 3.0]];
        [
            built(|map| map.add_wall(Wall::new(line))),
            built(|map| map.add_door(Door::new(line, "hatch"))),
            built(|map| map.add_area(Area::new(ring(x), "mud", 2.0))),
            built(|map| map.add_area(Area::new(ring(3.0), "mud", x))),
        ]
    });
    each_real("Link::new, Link::cost, Link::wide", |x| {
        let link = || Link::new([1.0, 1.0], [19.0, 1.0], "jump");
        [
            built(|map| map.add_link(Link::new([x, 1.0], [19.0, 1.0], "jump"))),
            built(|map| map.add_link(Link::new([1.0, 1.0], [1.0, x], "jump"))),
            built(|map| map.add_link(link().cost(x))),
            built(|map| map.add_link(link().wide([x, 2.0], [19.0, 2.0], 2))),
            built(|map| map.add_link(link().wide([1.0, 2.0], [19.0, x], 2))),
        ]
    });
    each_real("FloorConnection::new", |x| {
        let mut map = builder();
        map.on_layer(1).add_walkable(Outline::rect([0.0, -5.0], [20.0, 0.0]));
        map.add_connection(FloorConnection::new([0, 1], [[1.0, 0.0], [x, 0.0]]));
        let built = outcome(map.build_mesh().map(|mesh| mesh.area()));
        [named(built, "floor connection 0: vertex 1")]
    });
    each_real("RawMesh::of_cells", |x| {
        let raw = RawMesh::of_cells([[0.0, 0.0], [x, 0.0], [0.0, 1.0]], &[&[0, 1, 2]]);
        let made = outcome(NavMesh::from_raw(&raw).map(|mesh| mesh.area()));
        let made = named(made, "position 1 has a coordinate that is not finite");
        [named(made, "cell 0 turns right at corner 1")]
    });
    each_real("Filter::cost", |x| {
        let mut map = builder();
        map.add_area(Area::new(ring(3.0), "mud", 2.0));
        let mut finder = MeshFinder::new(map.build_mesh().unwrap());
        [outcome(finder.add_filter(&Filter::new().cost("mud", x)))]
    });
}

#[test]
fn builds_take_any_real_option() {
    each_real("BuildOptions::agent_radius, BuildOptions::arc_tolerance, BuildOptions::weld", |x| {
        let options = BuildOptions::default();
        let round = options.agent_radius(0.5);
        let build =
            |options| outcome(builder().with_options(options).build_mesh().map(|mesh| mesh.area()));
        // A weld distance of 10²⁰ is valid, and leaves one point.
        let welded = named(build(options.weld(x)), "the walkable area is empty");
        [build(options.agent_radius(x)), build(round.arc_tolerance(x)), welded]
    });
    each_real("near_misses", |x| {
        let options = BuildOptions::default().agent_radius(x);
        let misses = near_misses(&builder().outlines(), &options);
        [outcome(misses.map(|misses| misses.len()))]
    });
    each_real("BuildOptions::default_weld", |x| {
        [answer(Some(BuildOptions::default_weld(x)).filter(|weld| *weld > 0.0))]
    });
    each_real("RadiusSet::finder, RadiusSet::is_built, RadiusOptions::step", |x| {
        let set = RadiusSet::new(builder().outlines().clone());
        let coarse = RadiusSet::new(builder().outlines().clone());
        let coarse = coarse.with_options(RadiusOptions::default().step(x));
        let found = outcome(set.finder(x));
        for _ in 0..2 {
            assert_eq!([-0.5, 0.5].map(|radius| set.finder(radius).is_ok()), [false, true]);
        }
        assert!(
            x > 1.0 || coarse.finder(0.25).is_ok(),
            "a step that is no positive number does not round"
        );
        [found, answer(set.is_built(x))]
    });
}
