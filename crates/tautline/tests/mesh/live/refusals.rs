//! Bad edits leave the map as it was, and say why.

use tautline::build::{EditError, LiveKey, LiveShape, OutlineEdit, WallKey};
use tautline::{DVec2, Outline, Wall};

use super::edits::{outline_of, yard};

#[test]
fn bad_edits_leave_the_map_as_it_was_and_say_why() {
    let mut map = yard();
    let key = map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0])).unwrap();
    let gone = map.add_obstacle(Outline::rect([3.0, 1.0], [3.5, 2.0])).unwrap();
    map.remove(gone).unwrap();
    let before = (map.mesh().to_raw(), map.outlines(), map.revision(), map.report().clone());
    let nan = Outline::new([[0.0, 0.0], [f64::NAN, 0.0], [1.0, 1.0]]);
    let whole = Outline::rect([-1.0, -1.0], [21.0, 21.0]);
    let good = OutlineEdit::AddObstacle(Outline::rect([17.0, 1.0], [18.0, 2.0]));
    let bad = [
        OutlineEdit::AddObstacle(nan.clone()),
        OutlineEdit::AddObstacle(whole),
        OutlineEdit::AddWall(Wall::new([[1e20, 0.0]])),
        OutlineEdit::Remove(LiveKey::Outline(gone)),
        OutlineEdit::Remove(LiveKey::Wall(WallKey::default())),
        OutlineEdit::Replace(key.into(), LiveShape::Wall(Wall::new([[0.0, 0.0], [1.0, 0.0]]))),
        OutlineEdit::Replace(key.into(), LiveShape::Outline(nan)),
    ];
    for edit in bad {
        let error = map.apply(&[good.clone(), edit.clone()]).unwrap_err();
        let says = error.to_string();
        assert!(
            says.starts_with("edit 1: ") || matches!(error, EditError::Unbuildable { .. }),
            "{says}"
        );
        let after = (map.mesh().to_raw(), map.outlines(), map.revision(), map.report().clone());
        assert_eq!(after, before, "{edit:?}");
    }
    assert!(map.move_by(gone, [1.0, 0.0]).is_err());
    assert!(map.move_by(key, DVec2::NAN).is_err());
    assert_eq!(outline_of(&map, key.into()), Some(Outline::rect([1.0, 1.0], [2.0, 2.0])));
}

#[test]
fn a_ring_that_crosses_itself_blocks_what_it_winds_around() {
    let mut map = yard();
    let area = map.mesh().area();
    map.add_obstacle(Outline::new([[1.0, 1.0], [3.0, 3.0], [3.0, 1.0], [1.0, 3.0]])).unwrap();
    assert_eq!(map.mesh().area(), area - 2.0);
}
