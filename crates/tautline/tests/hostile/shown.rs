//! Bytes that print the world they describe, in the text format of the regression corpus.

use navmesh_testkit::CorpusCase;
use navmesh_testkit::worlds::{building_of_bytes, world_of_bytes};

/// Bytes that describe a world or floors.
#[derive(Clone)]
pub(crate) struct Shown {
    pub(crate) bytes: Vec<u8>,
    case: fn(&[u8]) -> CorpusCase,
}

impl Shown {
    pub(crate) fn world(bytes: Vec<u8>) -> Self {
        let case = |bytes: &[u8]| {
            let world = world_of_bytes(bytes);
            CorpusCase { title: world.name, outlines: world.outlines, ..CorpusCase::default() }
        };
        Self { bytes, case }
    }

    pub(crate) fn building(bytes: Vec<u8>) -> Self {
        let case = |bytes: &[u8]| {
            let built = building_of_bytes(bytes);
            let (title, radius) = (format!("bytes, {}", built.name), built.radius);
            CorpusCase { title, building: built.floors, radius, ..CorpusCase::default() }
        };
        Self { bytes, case }
    }
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the bytes {:?}:\n\n{}", self.bytes, (self.case)(&self.bytes))
    }
}

#[test]
fn bytes_print_the_world_they_describe() {
    let room = [16, 0, 0, 8, 0, 8, 8, 0, 8];
    let world = Shown::world([0].into_iter().chain(room).collect());
    assert!(format!("{world:?}").contains("walkable 0,0 8,0 8,8 0,8"), "{world:?}");
    let building = Shown::building([0, 4, 1].into_iter().chain(room).collect());
    assert!(format!("{building:?}").contains("floor 1\nwalkable 0,0 8,0 8,8 0,8"), "{building:?}");
}
