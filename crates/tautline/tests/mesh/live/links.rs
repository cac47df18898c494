//! Links of live maps whose ends lose their ground.

use navmesh_io::{read_nav, write_nav};
use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::build::{EditError, OffMeshLinks, RebuildReason};
use tautline::live::StepKind;
use tautline::mesh::LinkId;
use tautline::{
    BuildError, BuildOptions, DVec2, Link, LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery,
    Wall,
};

use super::edits::Editor;
use super::laws::assert_fresh;

/// Two rooms with a ladder between them.
fn rooms() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([20.0, 0.0], [30.0, 8.0]));
    builder.add_link(Link::new([9.0, 4.0], [21.0, 4.0], "ladder").cost(3.0));
    builder
}

fn is_open(map: &LiveMesh) -> bool {
    map.finder().find_path(&PathQuery::new([1.0, 1.0], [29.0, 1.0])).is_ok()
}

#[test]
fn a_blocked_end_closes_the_link_and_hinders_no_whole_build() {
    let mut map = LiveMesh::new(rooms()).unwrap();
    assert!(is_open(&map));
    let on_end = map.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5])).unwrap();
    assert_eq!((map.report().closed_links.len(), is_open(&map)), (1, false));
    // An edit of a link builds the whole mesh.
    let second = map.add_link(Link::new([1.0, 1.0], [9.0, 7.0], "jump").cost(1.0)).unwrap();
    assert!(!is_open(&map) && map.mesh().is_link_open(LinkId(1)));
    assert!(map.builder().build_mesh().is_ok());
    map.remove(second).unwrap();
    map.remove(on_end).unwrap();
    assert_eq!((map.report().opened_links.len(), is_open(&map)), (1, true));
    for _ in 0..4 {
        assert!(map.undo().unwrap());
    }
    assert!(is_open(&map) && !map.undo().unwrap());
}

/// An obstacle covers an end of the first link, and the path uses the second.
#[test]
fn a_path_holds_on_the_map_that_was_saved_with_another_link_closed() {
    let mut map = LiveMesh::new(rooms()).unwrap();
    map.add_link(Link::new([9.0, 7.0], [21.0, 7.0], "bridge").cost(3.0)).unwrap();
    map.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5])).unwrap();
    let path = map.finder().find_path(&PathQuery::new([1.0, 1.0], [29.0, 1.0])).unwrap();
    assert_eq!(path.links()[0].link, LinkId(1));
    let loaded = read_nav(&write_nav(map.mesh())).unwrap();
    assert_eq!(path.first_blocked_leg(&loaded), None);
    assert_eq!(path.cost_on(&loaded), Some(path.cost()));
}

#[test]
fn a_new_link_with_an_end_off_the_mesh_is_refused() {
    let mut map = LiveMesh::new(rooms()).unwrap();
    map.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5])).unwrap();
    let refused = map.add_link(Link::new([9.0, 4.0], [1.0, 1.0], "").cost(1.0));
    let error = refused.unwrap_err();
    assert!(
        matches!(&error, EditError::Unbuildable { error: BuildError::LinkOffMesh { .. } }),
        "{error}"
    );
    assert_eq!(map.mesh().links().len(), 1);
}

#[test]
fn a_build_closes_links_off_the_mesh_if_it_is_told_to() {
    let mut builder = rooms();
    builder.add_obstacle(Outline::rect([8.5, 3.5], [9.5, 4.5]));
    assert!(matches!(builder.build_mesh(), Err(BuildError::LinkOffMesh { .. })));
    let options = BuildOptions::default().off_mesh_links(OffMeshLinks::Close);
    let mesh = builder.with_options(options).build_mesh().unwrap();
    assert!(!mesh.is_link_open(LinkId(0)));
}

/// A yard with a river across, whose eastern bank is a line, and a link over it to a point of that bank.
fn river(bank: [DVec2; 2], end: DVec2) -> LiveMesh {
    // Welding would keep the bank at the end of the link.
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().weld(0.0));
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::new([
        DVec2::new(8.0, 0.0),
        bank[0],
        bank[1],
        DVec2::new(7.0, 10.0),
    ]));
    builder.add_link(Link::new([2.0, 5.0], end, "jump"));
    LiveMesh::new(builder).unwrap()
}

#[test]
fn links_to_borders_are_open_where_a_fresh_build_opens_them() {
    let (mut moved, mut stayed) = (0, 0);
    for seed in 0..world_count(400) {
        let mut rng = SplitMix64::new(seed ^ 0x1a2b);
        let bank =
            [DVec2::new(10.0 + 3.0 * rng.unit(), 0.0), DVec2::new(9.0 + 3.0 * rng.unit(), 10.0)];
        let at = 0.3 + 0.4 * rng.unit();
        let mut map = river(bank, bank[0].lerp(bank[1], at));
        // A rock on the bank, near the end of the link or over it.
        let [low, high] = [at + 0.2 * rng.unit() - 0.1, at + 0.1 * rng.unit()];
        let rock = [bank[0].lerp(bank[1], low), bank[0].lerp(bank[1], high)];
        let rock = Outline::new([rock[0] - DVec2::X * 0.3, rock[0] + DVec2::X, rock[1] + DVec2::X]);
        let queries =
            [PathQuery::new([1.0, 1.0], [19.0, 9.0]), PathQuery::new([1.0, 9.0], [19.0, 1.0])];
        let mut editor = Editor::new(seed);
        let mut story = format!("seed {seed}");
        for step in 0..4 {
            let done = match step {
                0 => map.add_obstacle(rock.clone()).ok().map(|_| format!("{rock:?}")),
                _ => editor.step(&mut map),
            };
            let Some(done) = done else { continue };
            story = format!("{story}\n  {done}");
            match map.report().kind {
                StepKind::Rebuilt(RebuildReason::Links) => moved += 1,
                _ => stayed += 1,
            }
            assert_fresh(&map, &queries, &story);
        }
    }
    assert!(moved > 50 && stayed > 300, "{moved} steps moved an end, {stayed} none");
}

/// The rock cuts the bank 0.5 beside the end of the link, and the rounding of the cut bends the bank away from it.
#[test]
fn a_cut_beside_the_end_of_a_link_on_a_border_leaves_the_link_open() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::new([[9.0, 0.0], [13.0, 0.0], [10.0, 10.0], [8.0, 10.0]]));
    builder.add_link(Link::new([2.0, 5.0], [10.75, 7.5], "jump"));
    let mut map = LiveMesh::new(builder).unwrap();
    map.add_obstacle(Outline::new([[11.0, 6.5], [13.3, 6.6], [13.3, 7.0], [11.0, 7.0]])).unwrap();
    assert!(map.mesh().is_link_open(LinkId(0)));
    let query = PathQuery::new([1.0, 1.0], [19.0, 9.0]);
    assert_fresh(&map, &[query], "a rock on the bank");
    assert!(map.undo().unwrap());
    assert_fresh(&map, &[query], "no rock");
}

/// Reduced from world 3512 of the combined law: the link keeps its number, and the path around the wall does not use it.
#[test]
fn a_link_that_moves_or_costs_less_is_a_possible_gain() {
    let query = PathQuery::new([9.0, 1.0], [11.0, 1.0]);
    let ladder = |y: f64, cost: f64| Link::new([9.5, y], [10.5, y], "ladder").cost(cost);
    for (before, after, gains) in [
        (ladder(7.5, 20.0), ladder(1.0, 20.0), 0),
        (ladder(7.5, 3.0), ladder(1.0, 3.0), 1),
        (ladder(1.0, 50.0), ladder(1.0, 3.0), 1),
        (ladder(1.0, 50.0), ladder(1.0, 50.0), 0),
    ] {
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 8.0]));
        builder.add_wall(Wall::new([[10.0, 0.0], [10.0, 7.0]]));
        let key = builder.add_link(before);
        let mut map = LiveMesh::new(builder).unwrap();
        let mut paths = LivePaths::of(&map);
        let path = map.finder().find_path(&query).unwrap();
        paths.add(&mut map, &query, path).unwrap();
        map.replace(key, after.clone().into()).unwrap();
        let affected = map.affected(&mut paths).unwrap();
        assert_eq!((affected.broken.len(), affected.gains.len()), (0, gains), "{after:?}");
    }
}
