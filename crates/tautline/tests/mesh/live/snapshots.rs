//! Finders are snapshots: an edit does not change their answers.

use std::sync::mpsc;
use std::thread;

use tautline::{DVec2, MeshFinder, Outline, PathQuery};

use super::edits::yard;

/// The bits of all waypoints of some paths.
fn answers(finder: &MeshFinder) -> Vec<u64> {
    let goals = (0..12_u32).map(|i| [f64::from(i) * 1.5 + 1.0, 19.0 - f64::from(i % 5)]);
    let paths = goals.map(|goal| finder.find_path(&PathQuery::new([1.0, 1.0], goal)));
    let points = paths.flat_map(|path| path.map_or(Vec::new(), |path| path.waypoints().to_vec()));
    points.flat_map(|point: DVec2| point.to_array()).map(f64::to_bits).collect()
}

/// The lengths of the same paths; 0 without a path.
fn lengths(finder: &MeshFinder) -> Vec<f64> {
    let goals = (0..12_u32).map(|i| [f64::from(i) * 1.5 + 1.0, 19.0 - f64::from(i % 5)]);
    let paths = goals.map(|goal| finder.find_path(&PathQuery::new([1.0, 1.0], goal)));
    paths.map(|path| path.map_or(0.0, |path| path.length())).collect()
}

#[test]
fn a_held_finder_gives_the_same_bits_during_a_thousand_edits() {
    let mut map = yard();
    let held = map.finder();
    let before = answers(&held);
    let mut key = None;
    for edit in 0..1000_u32 {
        let at = DVec2::new(f64::from(edit % 17) + 0.5, f64::from(edit % 13) + 0.5);
        match key.take() {
            Some(key) => map.remove(key).unwrap(),
            None => key = map.add_obstacle(Outline::rect(at, at + 1.25)).ok(),
        }
        if edit % 50 == 0 {
            assert_eq!(answers(&held), before, "after edit {edit}");
            let newest = map.finder();
            assert_ne!(newest.revision(), held.revision());
            drop(answers(&newest));
        }
    }
    assert_eq!(answers(&held), before);
    assert_eq!((held.revision(), map.revision()), (0, 1000));
}

#[test]
fn readers_on_other_threads_see_whole_versions() {
    let mut map = yard();
    let (send, receive) = mpsc::channel::<MeshFinder>();
    let reader = thread::spawn(move || {
        let mut seen = 0;
        while let Ok(finder) = receive.recv() {
            let fresh = lengths(&MeshFinder::new(finder.mesh().clone()));
            for (own, other) in lengths(&finder).into_iter().zip(fresh) {
                assert!((own - other).abs() <= 1e-12 * other);
            }
            seen += 1;
        }
        seen
    });
    for edit in 0..60_u32 {
        let at = DVec2::new(f64::from(edit % 17) + 0.5, f64::from(edit % 11) + 0.5);
        let key = map.add_obstacle(Outline::rect(at, at + 0.75)).unwrap();
        send.send(map.finder()).unwrap();
        map.move_by(key, [0.25, 0.5]).unwrap();
        send.send(map.finder()).unwrap();
        map.refresh_index(100);
        map.remove(key).unwrap();
    }
    drop(send);
    assert_eq!(reader.join().unwrap(), 120);
}
