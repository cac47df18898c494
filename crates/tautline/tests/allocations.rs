//! After the first query with the same scratch and path nothing is allocated, failures included.

#![allow(unsafe_code, reason = "a global allocator that counts cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use navmesh_testkit::{SplitMix64, world};
use tautline::{
    Batch, DVec2, Grid, GridFinder, MeshFinder, NavMesh, NavMeshBuilder, Path, PathQuery,
    Pathfinder, Scratch, Search, Surveyor,
};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above, which is the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How much is allocated by a second pass over the queries.
fn second_pass(finder: &dyn Pathfinder, queries: &[PathQuery]) -> usize {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut pass = || {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let found =
            queries.iter().filter(|q| finder.find_path_into(q, &mut scratch, &mut path).is_ok());
        (found.count(), ALLOCATIONS.load(Ordering::Relaxed) - before)
    };
    let (found, first) = pass();
    assert!(first > 0, "the counter does not count");
    assert!(found > 0 && found < queries.len(), "both answers and failures are wanted");
    pass().1
}

/// How much is allocated by a batch that was run before; of so few queries that no thread is called.
fn second_batch(finder: &dyn Pathfinder, queries: &[PathQuery]) -> usize {
    let mut batch = Batch::new();
    batch.find_paths(finder, queries);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    batch.find_paths(finder, queries);
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

/// How much is allocated by a second pass over every question about places that returns no list.
fn second_survey(mesh: &NavMesh, places: &[DVec2]) -> usize {
    let mut survey = Surveyor::new(mesh);
    let mut pass = || {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let mut random = SplitMix64::new(1);
        for (&place, &target) in places.iter().zip(&places[1..]) {
            let mut random = || random.next_u64();
            let answers = [
                survey.cast_ray(place, target).is_ok(),
                survey.move_along(place, target).is_ok(),
                survey.nearest_wall(place, f64::INFINITY).is_ok(),
                survey.random_point_around(place, 100.0, &mut random).is_ok(),
            ];
            assert_eq!(answers, [answers[0]; 4]);
            survey.random_point(&mut random);
        }
        ALLOCATIONS.load(Ordering::Relaxed) - before
    };
    assert!(pass() > 0, "the counter does not count");
    pass()
}

/// One test, so that no other allocates meanwhile.
#[test]
fn queries_allocate_nothing_once_warm() {
    let mut queries = world(0).queries(40);
    queries.push(PathQuery::new([f64::NAN, 0.0], [1.0, 1.0]));
    queries.push(PathQuery::new([-100.0, 0.0], [1.0, 1.0]));
    let (mesh, _) = NavMeshBuilder::from_outlines(world(0).outlines).build().unwrap();
    let places: Vec<DVec2> = queries[..40].iter().map(|query| query.start).collect();
    assert_eq!(second_survey(&mesh, &places), 0, "questions about places");
    let finder = MeshFinder::new(mesh);
    for search in [Search::Optimal, Search::Corridor] {
        let queries: Vec<PathQuery> = queries.iter().map(|query| query.search(search)).collect();
        assert_eq!(second_pass(&finder, &queries), 0, "{search:?}");
    }
    let rows = ["......", ".####.", ".#..#.", ".#..#.", ".####.", "......"];
    let grid = GridFinder::new(Grid::from_rows(rows).unwrap());
    let queries = [
        PathQuery::new([0.5, 0.5], [5.5, 5.5]),
        PathQuery::new([0.5, 0.5], [2.5, 2.5]),
        PathQuery::new([1.5, 1.5], [2.5, 2.5]),
    ];
    assert_eq!(second_pass(&grid, &queries), 0, "the grid");
    assert_eq!(second_batch(&grid, &queries), 0, "a batch");
}
