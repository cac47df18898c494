//! Closed doors on a live map: copies of the mesh that follow its edits answer as new ones.

use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::{world, world_count};
use tautline::build::{LiveKey, LiveShape};
use tautline::live::StepKind;
use tautline::{
    Door, Link, LiveMesh, MeshFinder, NavMeshBuilder, Outline, Path, PathQuery, Scratch, Wall,
};

use super::affected::{assert_follows, watched};
use super::edits::{Editor, live};
use super::laws::assert_fresh;

/// The bits of the waypoints of the answer to a query, or the kind of its error.
fn answer(
    finder: &MeshFinder,
    query: &PathQuery,
    scratch: &mut Scratch,
) -> Result<Vec<u64>, &'static str> {
    let mut path = Path::default();
    match finder.find_path_into(query, scratch, &mut path) {
        Ok(()) => {
            Ok(path.waypoints().iter().flat_map(|at| at.to_array()).map(f64::to_bits).collect())
        }
        Err(error) => Err(error.kind()),
    }
}

#[test]
fn scratches_and_watches_that_follow_edits_answer_as_new_ones() {
    let (mut compared, mut closed_off) = (0, 0);
    for seed in 0..world_count(130) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let queries = world.queries(6);
        let mut paths = watched(&mut map, &queries);
        let (mut editor, mut held) = (Editor::new(seed), Scratch::new());
        let mut story = world.name.clone();
        for step in 0..8 {
            let (revision, is_closed) = (map.revision(), map.is_door_closed("door"));
            let done = match step {
                0 => {
                    let ends = [queries[0].start, queries[0].goal];
                    map.add_door(Door::new(ends, "door")).ok().map(|_| format!("door {ends:?}"))
                }
                1 | 5 if is_closed => map.open_door("door").ok().map(|_| "open".to_owned()),
                1 | 5 => map.close_door("door").ok().map(|_| "close".to_owned()),
                _ => editor.step(&mut map).filter(|_| map.revision() != revision),
            };
            let Some(done) = done else { continue };
            story = format!("{story}\n  {done}");
            let finder = map.finder();
            for query in &queries {
                let own = answer(&finder, query, &mut held);
                assert_eq!(own, answer(&finder, query, &mut Scratch::new()), "{query:?}: {story}");
                compared += 1;
                closed_off += usize::from(own == Err("closed-off"));
            }
            drop(finder);
            assert_follows(&mut map, &mut paths, &story);
        }
    }
    assert!(compared > 2000 && closed_off > 50, "{compared} compared, {closed_off} closed off");
}

/// Makes an edit of a door or a link, an undo or a redo. Returns its name, or `None` if the map refused it.
fn step_with_doors(
    map: &mut LiveMesh,
    rng: &mut SplitMix64,
    doors: &mut Vec<LiveKey>,
    query: &PathQuery,
) -> Option<String> {
    let (ends, name) = ([query.start, query.goal], *rng.pick(&["door", "gate"]));
    match rng.below(8) {
        0..=2 => {
            doors.push(map.add_door(Door::new(ends, name)).ok()?.into());
            Some(format!("{name} {ends:?}"))
        }
        3 if !doors.is_empty() => {
            let key = doors.swap_remove(rng.below(doors.len()));
            map.remove(key).ok().map(|()| format!("remove {key:?}"))
        }
        4 => {
            let link = Link::new(ends[0], ends[1], name).cost(0.5 * ends[0].distance(ends[1]));
            map.add_link(link).ok().map(|_| format!("link {ends:?}"))
        }
        5 => map.redo().ok().map(|_| "redo".to_owned()),
        _ => map.undo().ok().map(|_| "undo".to_owned()),
    }
}

#[test]
fn closed_doors_are_those_of_a_fresh_build_over_undo_and_redo_of_rebuilds() {
    let (mut restored, mut steps) = (0, 0);
    for seed in 0..world_count(130) {
        let world = world(seed);
        let Some(mut map) = live(&world) else { continue };
        let queries = world.queries(8);
        let (mut rng, mut editor) = (SplitMix64::new(seed ^ 0xd00e), Editor::new(seed));
        let (mut doors, mut story) = (Vec::new(), world.name.clone());
        for name in ["door", "gate"] {
            let ends = [queries[0].start, queries[0].goal];
            doors.extend(map.add_door(Door::new(ends, name)).map(LiveKey::from));
        }
        let _unknown = map.close_door("gate"); // where neither door could be added
        for _ in 0..10 {
            let done = if rng.below(3) == 0 {
                editor.step(&mut map)
            } else {
                let query = *rng.pick(&queries);
                step_with_doors(&mut map, &mut rng, &mut doors, &query)
            };
            let Some(done) = done else { continue };
            story = format!("{story}\n  {done}");
            doors.retain(|&key| map.shape(key).is_some());
            steps += 1;
            restored += u32::from(map.report().kind == StepKind::Restored);
            assert_fresh(&map, &queries, &story);
        }
    }
    assert!(steps > 500 && restored > 10, "{steps} steps, {restored} restored");
}

/// Undo of a replaced door brought back the old name, but new pieces of the door went to the other name.
#[test]
fn a_replaced_door_closes_under_its_own_name_after_undo() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let crate_key = builder.add_obstacle(Outline::rect([11.0, 2.0], [13.0, 3.0]));
    let mut map = LiveMesh::new(builder).unwrap();
    let door = map.add_door(Door::new([[12.0, 0.0], [12.0, 10.0]], "gate")).unwrap();
    let other = Door::new([[30.0, 0.0], [30.0, 10.0]], "other");
    map.replace(door, LiveShape::Door(other)).unwrap();
    assert!(map.close_door("gate").is_err(), "the name went with the door");
    assert!(map.undo().unwrap() && map.close_door("other").is_err());
    map.move_by(crate_key, [1.0, 2.0]).unwrap();
    map.close_door("gate").unwrap();
    let query = PathQuery::new([2.0, 8.0], [18.0, 8.0]);
    assert_eq!(map.finder().find_path(&query).unwrap_err().kind(), "closed-off");
    assert_fresh(&map, &[query], "the crate moved");
}

/// Undo of a rebuild brought back the old mesh, but not the numbers of its doors: the new pieces of a door went to
/// another one.
#[test]
fn a_closed_door_stays_closed_after_the_undo_of_a_rebuild() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [30.0, 10.0]));
    builder.add_door(Door::new([[25.0, 0.0], [25.0, 10.0]], "gate"));
    let mut map = LiveMesh::new(builder).unwrap();
    map.close_door("gate").unwrap();
    let other = map.add_door(Door::new([[5.0, 0.0], [5.0, 10.0]], "other")).unwrap();
    map.remove(other).unwrap();
    map.add_door(Door::new([[15.0, 0.0], [15.0, 10.0]], "gate")).unwrap();
    map.add_link(Link::new([1.0, 1.0], [2.0, 1.0], "link")).unwrap();
    assert!(map.undo().unwrap());
    map.add_wall(Wall::new([[11.0, 1.0], [12.0, 2.0]])).unwrap();
    assert_eq!(map.report().kind, StepKind::Patched);
    let found = map.finder().find_path(&PathQuery::new([10.0, 5.0], [20.0, 5.0]));
    assert_eq!(found.unwrap_err().kind(), "closed-off");
}

/// The explanation of a failure walked over the edges of former cells, which are in no component.
#[test]
fn a_failure_behind_a_closed_door_is_explained_after_an_edit() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    for ys in [[0.0, 4.0], [6.0, 10.0]] {
        builder.add_wall(Wall::new(ys.map(|y| [10.0, y])));
    }
    builder.add_door(Door::new([[10.0, 4.0], [10.0, 6.0]], "gate"));
    let mut map = LiveMesh::new(builder).unwrap();
    map.add_obstacle(Outline::rect([4.0, 4.0], [6.0, 6.0])).unwrap();
    map.close_door("gate").unwrap();
    let finder = map.finder();
    let error = finder.find_path(&PathQuery::new([2.0, 5.0], [18.0, 5.0])).unwrap_err();
    assert_eq!(error.kind(), "closed-off");
    assert_eq!(error.explain(&finder).gap, Some(8.0)); // from the door to the goal
}
