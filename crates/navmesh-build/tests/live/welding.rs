//! Edits of welded maps.

use std::slice::from_ref;

use navmesh_build::{BuildOptions, EditError, LiveOutlines, NavMeshBuilder, OutlineEdit};
use navmesh_core::{DVec2, Door, FloorConnection, Link, Outline, Wall};
use navmesh_testkit::{SplitMix64, world_count};

use crate::same::{assert_same, lines};
use crate::sequences::{Tally, apply};

const W: f64 = 1.0 / 64.0;

fn hall() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().weld(W));
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder
}

/// Applies edits one after the other, and compares with a fresh build after each. Returns the rebuilds.
fn follow(builder: NavMeshBuilder, edits: &[OutlineEdit], what: &str) -> Tally {
    let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
    let mut tally = Tally::default();
    for edit in edits {
        if apply(&mut outlines, &mut mesh, from_ref(edit), &mut tally, what).is_none() {
            panic!("{what}: {:?}", outlines.apply(&mesh, from_ref(edit)).err());
        }
        let fresh = outlines.builder().build_mesh().unwrap();
        assert_same(&mesh, &fresh, &format!("{what}: {edit:?}"));
        assert_eq!(mesh.links(), fresh.links(), "{what}: {edit:?}");
    }
    tally
}

fn wall(from: DVec2, to: [f64; 2]) -> OutlineEdit {
    OutlineEdit::AddWall(Wall::new([from, to.into()]))
}

fn near(random: &mut SplitMix64, at: DVec2, reach: f64) -> DVec2 {
    at + DVec2::from_angle(random.unit() * 6.3) * (random.unit() * reach)
}

/// Rooms beyond the next power of two come and go, and walls that miss a border by the distance before or after.
#[test]
fn the_default_distance_follows_the_largest_coordinate() {
    let mut random = SplitMix64::new(6);
    let [mut rebuilt, mut local] = [0; 2];
    for world in 0..world_count(60) {
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
        let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
        let (mut tally, mut standing) = (Tally::default(), Vec::new());
        for step in 0..12 {
            let what = format!("world {world}, step {step}");
            let edit = match random.below(4) {
                0 => {
                    let far = *random.pick(&[15.0, 17.0, 40.0]);
                    let far = Outline::rect([10.0, 0.0], [far, 8.0]);
                    OutlineEdit::AddWalkable(far)
                }
                1 if !standing.is_empty() => {
                    OutlineEdit::Remove(standing.swap_remove(random.below(standing.len())))
                }
                2 => {
                    let from = [1.0 + 8.0 * random.unit(), 2.0];
                    OutlineEdit::AddLink(Link::new(from, [*random.pick(&[9.0, 10.0]), 4.0], "link"))
                }
                _ => {
                    let w = BuildOptions::default_weld(*random.pick(&[10.0, 20.0, 40.0]));
                    let x = 1.0 + 8.0 * random.unit();
                    wall(DVec2::new(x, random.unit() * w), [x, 5.0])
                }
            };
            let Some(inverse) = apply(&mut outlines, &mut mesh, from_ref(&edit), &mut tally, &what)
            else {
                continue;
            };
            if let [OutlineEdit::Remove(key)] = inverse[..] {
                standing.push(key);
            }
            let fresh = outlines.builder().build_mesh().unwrap();
            assert_same(&mesh, &fresh, &what);
            assert_eq!(mesh.links(), fresh.links(), "{what}");
        }
        rebuilt += tally.rebuilds.get("Weld").copied().unwrap_or(0);
        local += tally.patches;
    }
    assert!(rebuilt > 100 && local > 20, "{rebuilt} {local}");
}

/// The points of such a shape lead others, and no side tells of them.
#[test]
fn walls_at_a_shape_that_vanished_end_at_its_point() {
    let mut random = SplitMix64::new(4);
    for world in 0..40 {
        let at = DVec2::new(3.0 + random.unit(), 4.0);
        let mut builder = hall();
        builder.add_obstacle(Outline::new(
            [0.0, 0.1, 0.2].map(|turn| at + 0.4 * W * DVec2::from_angle(10.0 * turn)),
        ));
        let end = near(&mut random, at, 1.5 * W);
        follow(builder, &[wall(end, [7.0, 5.0]), wall(end, [3.0, 1.0])], &format!("world {world}"));
    }
}

#[test]
fn walls_meet_the_ends_of_links_near_them() {
    let mut random = SplitMix64::new(5);
    let mut patches = 0;
    for world in 0..40 {
        let mut builder = hall();
        let stand = DVec2::new(3.0, 4.0);
        builder.add_link(Link::new(stand, [8.0, 6.0], "jump"));
        let through = near(&mut random, stand, 3.0 * W);
        let start = through - DVec2::new(2.0, random.unit());
        let link = Link::new(near(&mut random, start, 2.0 * W), [1.0, 1.0], "leap");
        let edits = [
            wall(start, (2.0 * through - start).to_array()),
            OutlineEdit::AddLink(link),
            wall(near(&mut random, start, 2.0 * W), [0.5, 0.5]),
            OutlineEdit::AddObstacle(Outline::rect([6.0, 1.0], [7.0, 2.0])),
        ];
        patches += follow(builder, &edits, &format!("world {world}")).patches;
    }
    assert!(patches > 60, "{patches}");
}

#[test]
fn floors_are_welded_together() {
    let mut random = SplitMix64::new(6);
    for world in 0..40 {
        let mut builder = hall();
        let border = [0, 1].map(|_| 10.0 + 0.4 * W * random.unit());
        builder.on_layer(1).add_walkable(Outline::new([
            [border[0], 0.0],
            [20.0, 0.0],
            [20.0, 8.0],
            [border[1], 8.0],
        ]));
        let x = 10.0 + 0.4 * W * (random.unit() - 0.5);
        builder.add_connection(FloorConnection::new([0, 1], [[x, 3.0], [x, 5.0]]));
        let end = DVec2::new(10.0 + 0.4 * W * (random.unit() - 0.5), 4.0);
        let far = OutlineEdit::AddObstacle(Outline::rect([14.0, 2.0], [15.0, 3.0])).on_layer(1);
        let tally = follow(builder, &[far, wall(end, [6.0, 4.0])], &format!("world {world}"));
        assert_eq!((tally.patches, tally.rebuilds.len()), (1, 1), "world {world}: {tally:?}");
    }
}

/// Half of the edits are taken back, and the shape that was removed is bent as before.
#[test]
fn refused_and_recorded_edits_leave_the_welds_of_a_fresh_build() {
    let mut builder = hall();
    let bent = builder.add_door(Door::new([[0.5 * W, 0.5 * W], [5.0, 4.0]], "gate"));
    let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
    let remove = OutlineEdit::Remove(bent.into());
    let bad = OutlineEdit::AddWall(Wall::new([[1.0, f64::NAN]]));
    let refused = outlines.apply(&mesh, &[remove.clone(), bad]);
    assert!(matches!(refused, Err(EditError::Invalid { edit: 1, .. })));
    let crossing = wall(DVec2::new(3.0, 1.0), [3.0, 3.0]);
    let (tally, what) = (&mut Tally::default(), "after edits");
    apply(&mut outlines, &mut mesh, from_ref(&crossing), tally, what).unwrap();
    assert_same(&mesh, &outlines.builder().build_mesh().unwrap(), what);
    let before = lines(&mesh);
    let step = outlines.apply(&mesh, from_ref(&remove)).unwrap();
    outlines.record(&step.inverse).unwrap();
    outlines.renumber_doors(step.doors);
    let again = wall(DVec2::new(2.0, 1.0), [2.0, 3.0]);
    let inverse = apply(&mut outlines, &mut mesh, from_ref(&again), tally, what).unwrap();
    assert_same(&mesh, &outlines.builder().build_mesh().unwrap(), what);
    apply(&mut outlines, &mut mesh, &inverse, tally, what).unwrap();
    assert_eq!((lines(&mesh), tally.patches), (before, 3));
}
