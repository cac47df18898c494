//! Options of builds, floors, sets of radii and live maps.

use std::hint::black_box;

use tautline::build::RadiusOptions;
use tautline::mesh::{CellId, LinkSide, RawMesh};
use tautline::{
    Area, BuildOptions, Filter, FloorConnection, Floors, Link, LiveMesh, LivePaths, MeshFinder,
    MeshQueries, NavMesh, Outline, Outlines, PathQuery, Place, RadiusSet,
};

use crate::{builder, each_count, finder};

fn query() -> PathQuery {
    PathQuery::new([1.0, 1.0], [19.0, 1.0])
}

/// Returns a room of 20 by 10 above a height.
fn room(low: f64) -> Outlines {
    let walkable = vec![Outline::rect([0.0, low], [20.0, low + 10.0])];
    Outlines { walkable, ..Outlines::default() }
}

#[test]
fn builds_take_any_option() {
    each_count("BuildOptions::max_intersections", |n| {
        let options = BuildOptions::default();
        let with_radius = options.agent_radius(0.5).arc_tolerance(n.real);
        assert_eq!(builder().with_options(with_radius).build_mesh().is_ok(), n.wide == 1);
        let radius = builder().with_options(options.agent_radius(n.real)).build_mesh();
        assert_eq!(radius.is_ok(), n.wide <= 1);
        let mut builder = builder().with_options(options.max_intersections(n.size));
        builder.add_obstacle(Outline::rect([17.0, -1.0], [18.0, 1.0])); // two intersections
        assert_eq!(builder.build_mesh().is_ok(), n.wide > 1);
    });
}

#[test]
fn shapes_of_any_size_are_built_or_refused() {
    each_count("Link::end_of_lane", |n| {
        let mut builder = builder();
        builder.add_walkable(Outline::rect([0.0, 0.0], [n.real, n.real]));
        builder.add_area(Area::new(Outline::rect([1.0, 1.0], [2.0, 2.0]), "mud", n.real));
        let link = Link::new([1.0, 1.0], [19.0, 1.0], "jump").cost(n.real);
        assert_eq!(link.end_of_lane(n.short, LinkSide::From).is_some(), n.wide == 0);
        builder.add_link(link);
        black_box(builder.build_mesh().is_ok());
    });
    each_count("Link::wide", |n| {
        let ledge = Link::new([1.0, 1.0], [19.0, 1.0], "ledge");
        let mut builder = builder();
        builder.add_link(ledge.wide([1.0, 5.0], [19.0, 5.0], n.short));
        assert_eq!(
            builder.build_mesh().is_ok(),
            n.wide <= 1,
            "at least two lanes, at most the limit"
        );
    });
    each_count("RawMesh::of_cells, RawMesh::push_cell, RawMesh::cell", |n| {
        let raw = RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[&[0, n.short, 2]]);
        assert_eq!(NavMesh::from_raw(&raw).is_ok(), n.wide == 1);
        assert_eq!(raw.cell(n.size).is_some(), n.wide == 0);
        let mut raw = RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[]);
        raw.push_cell(&[n.short, 1, 2]);
        assert_eq!(NavMesh::from_raw(&raw).is_ok(), n.wide == 0);
    });
}

#[test]
fn floors_of_any_number_are_built_or_refused() {
    each_count(
        "Floors::with_floor, FloorConnection::new, Link::on_layers, PathQuery::start_layer, PathQuery::goal_layer, \
         MeshQueries::on_layer, NavMeshBuilder::on_layer",
        |n| {
            let floors = Floors::default()
                .with_floor(7, room(0.0))
                .with_floor(n.short, room(-10.0))
                .with_connection(FloorConnection::new([7, n.short], [[1.0, 0.0], [2.0, 0.0]]))
                .with_link(Link::new([3.0, -1.0], [4.0, 1.0], "lift").on_layers([n.short, 7]));
            let (mesh, _) = tautline::build_floors(&floors, &BuildOptions::default()).unwrap();
            assert_eq!(mesh.layers().len(), 2);
            let finder = MeshFinder::new(mesh);
            for layer in [n.short, n.short / 2] {
                black_box(finder.find_path(&query().start_layer(layer).goal_layer(7))).ok();
                let mut queries = MeshQueries::new(finder.mesh()).on_layer(layer);
                black_box(queries.nearest_wall([1.0, 1.0], n.real)).ok();
            }
            let mut map = builder();
            map.on_layer(n.short).add_walkable(Outline::rect([0.0, 0.0], [9.0, 9.0]));
            assert!(map.build_mesh().is_ok());
        },
    );
}

#[test]
fn places_in_any_cell_have_answers() {
    each_count("NavMesh::overlaps, Place::on_layer", |n| {
        let (finder, cell) = (finder(), CellId { slot: n.short, generation: n.short });
        let upstairs = Place::new([1.0, 1.0]).on_layer(n.short);
        assert_eq!(finder.find_path(&PathQuery::new(upstairs, [19.0, 1.0])).is_ok(), n.wide == 0);
        let place = Place::new([1.0, 1.0]).in_cell(cell);
        assert!(finder.find_path(&PathQuery::new(place, [19.0, 1.0])).is_ok());
        let has_cell = finder.mesh().has_cell(cell);
        assert!(!has_cell || n.wide == 0);
        black_box((
            finder.mesh().overlaps(n.size),
            MeshQueries::new(finder.mesh()).sees(place, [2.0, 1.0]),
        ))
        .1
        .unwrap();
    });
}

#[test]
fn sets_of_radii_take_any_budget_step_and_radius() {
    each_count("RadiusOptions::budget", |n| {
        let options = RadiusOptions::default();
        for options in [options.budget(n.size), options.step(n.real)] {
            let set = RadiusSet::new(room(0.0)).with_options(options);
            assert_eq!(set.find_path(&query().radius(n.real)).is_ok(), n.wide <= 1);
            assert_eq!(set.finder(n.real).is_ok(), n.wide <= 1);
            assert!(set.find_path(&query().radius(0.25)).is_ok());
            black_box((set.is_built(n.real), set.radii()));
            assert!(set.memory() <= set.options().budget);
        }
    });
}

#[test]
fn live_maps_take_any_number() {
    each_count("NavMeshBuilder::key_of_number", |n| {
        let map = LiveMesh::new(builder()).unwrap();
        black_box(map.builder().key_of_number(n.wide));
    });
    each_count("LivePaths::replan, LiveMesh::refresh_index, LiveMesh::on_layer", |n| {
        let mut map = LiveMesh::new(builder()).unwrap();
        let (mut paths, query) = (LivePaths::of(&map), query());
        let path = map.finder().find_path(&query).unwrap();
        let key = paths.add(&mut map, &query, path).unwrap();
        let house = map.add_obstacle(Outline::rect([2.0, 0.0], [3.0, 7.0])).unwrap();
        map.affected(&mut paths).unwrap();
        black_box(paths.replan(&map, [key], n.wide));
        black_box((map.refresh_index(n.wide), map.move_by(house, [n.real, -n.real]).is_ok()));
        black_box(
            map.on_layer(n.short).add_obstacle(Outline::rect([5.0, 5.0], [6.0, 6.0])).is_ok(),
        );
        black_box(map.add_filter(&Filter::new().cost("mud", n.real)).is_ok());
        assert!(map.undo().is_ok());
    });
}
