//! Closed doors on a live map: copies of the mesh that follow its edits answer as new ones.

use navmesh_testkit::worlds::{world, world_count};
use tautline::{Door, MeshFinder, Path, PathQuery, Scratch};

use super::affected::{assert_follows, watched};
use super::edits::{Editor, live};

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
