//! A world cut into two connected floors answers as the uncut world.

use navmesh_testkit::corpus::Ask;
use navmesh_testkit::{CorpusCase, SplitMix64, world, world_count};
use tautline::build::ConnectionFault;
use tautline::{
    Area, BuildError, BuildOptions, DVec2, MeshFinder, NavMesh, Outline, Outlines, Path, PathError,
    PathQuery, build_floors, build_outlines,
};

use super::SEEDS;
use super::bent::Bent;
use super::cuts::{assert_holds_cut, chord, cut};
use crate::rounding::are_equal;

const QUERIES: usize = 24;

/// A world, and the same world cut into two floors.
struct Both<'a> {
    whole: MeshFinder,
    cut: MeshFinder,
    bent: Bent<'a>,
}

type Answer = Result<Path, PathError>;

impl Both<'_> {
    /// Compares paths. Paths that differ must be those of the world with the rounded sides.
    fn check(&self, queries: &[PathQuery], place: &str, met: &mut Met) {
        let mut bent = None;
        for query in queries.iter().map(|query| query.snap(0.0)) {
            if ![query.start, query.goal].into_iter().all(|end| self.is_one_place(end)) {
                continue;
            }
            let [found, known] = [&self.cut, &self.whole].map(|finder| finder.find_path(&query));
            if !are_equal_answers(&found, &known) {
                let bent = bent.get_or_insert_with(|| self.bent.world());
                let finder = finder(bent).unwrap_or_else(|error| panic!("{place}: {error}"));
                let bent = finder.find_path(&query);
                assert!(
                    are_equal_answers(&found, &bent),
                    "{place}: {query:?}: {found:?}, not {known:?}, nor {bent:?}"
                );
                met.bent += 1;
            }
            if let Ok(path) = found {
                path.verify_answer(&query, self.cut.mesh())
                    .unwrap_or_else(|defect| panic!("{place}: {defect}"));
                met.paths += 1;
            }
        }
    }

    /// True if a point is on one side of every wall: on the cut only the lower floor is used, and rounding
    /// may move a side past a point.
    fn is_one_place(&self, point: DVec2) -> bool {
        let is_one_place_on = |mesh: &NavMesh| {
            let mut fans: Vec<_> = mesh.incidences(point).map(|i| mesh.fan(&i)).collect();
            fans.dedup();
            fans.len() <= 1
        };
        is_one_place_on(self.cut.mesh()) && !self.bent.may_have_crossed_a_side(point)
    }
}

fn are_equal_answers(a: &Answer, b: &Answer) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => are_equal(a.length(), b.length()),
        (a, b) => a.is_err() && b.is_err(),
    }
}

fn finder(world: &Outlines) -> Result<MeshFinder, BuildError> {
    build_outlines(world, &BuildOptions::default().weld(0.0)).map(|(mesh, _)| MeshFinder::new(mesh))
}

/// Counters of the cases that were met.
#[derive(Debug, Default)]
struct Met {
    paths: usize,
    crossings: usize,
    cuts: usize,
    /// Answers that agree only with the world with rounded sides.
    bent: usize,
}

impl Met {
    /// Compares a world with its cut version.
    fn check(&mut self, world: &CorpusCase, from: DVec2, to: DVec2) {
        let Ok(whole) = finder(&world.outlines) else { return };
        self.cuts += 1;
        let place = format!("{}, cut from {from} to {to}", world.title);
        let built =
            build_floors(&cut(&world.outlines, from, to), &BuildOptions::default().weld(0.0));
        let (mesh, report) = match built {
            Ok(built) => built,
            Err(
                BuildError::BadConnection { fault: ConnectionFault::ConnectsNothing, .. }
                | BuildError::OnLayer { .. },
            ) => {
                return; // the line misses the world
            }
            Err(error) => panic!("{place}: {error}"),
        };
        mesh.assert_invariants();
        assert!(mesh.overlaps(1).is_empty(), "{place}");
        let areas = [&mesh, whole.mesh()].map(NavMesh::area);
        assert!(are_equal(areas[0], areas[1]), "{place}: {areas:?}");
        let of_floor = report.floors.iter().flat_map(|(_, floor)| &floor.rounded_crossings);
        let rounded: Vec<DVec2> = of_floor.copied().collect();
        // Rounding may cut off a region as small as itself.
        let components = [&mesh, whole.mesh()].map(NavMesh::component_count);
        assert!(components[0] == components[1] || !rounded.is_empty(), "{place}: {components:?}");
        self.crossings += rounded.len();
        let queries: Vec<PathQuery> = world.asks.iter().map(|ask| ask.query).collect();
        let bent = Bent { world: &world.outlines, line: [from, to], places: &rounded };
        let both = Both { whole, cut: MeshFinder::new(mesh), bent };
        both.check(&queries, &place, self);
    }
}

#[test]
fn a_world_cut_into_two_floors_has_the_same_area_and_paths() {
    let mut met = Met::default();
    for seed in (0..world_count(SEEDS)).filter(|seed| matches!(seed / 13 % 6, 0 | 3)) {
        let world = world(seed);
        let queries = world.queries(QUERIES).into_iter();
        let asks = queries.map(|query| Ask { query, closed: Vec::new(), answer: None }).collect();
        let mut rng = SplitMix64::new(seed);
        let case = CorpusCase {
            title: world.name,
            outlines: world.outlines,
            asks,
            ..CorpusCase::default()
        };
        for _ in 0..4 {
            let line = chord(&world.points, &mut rng);
            assert_holds_cut(&case, line, |world| met.check(world, line[0], line[1]));
        }
    }
    let Met { paths, crossings, cuts, bent } = met;
    assert!(paths > 10_000 && crossings > 200 && bent < 1 + cuts / 1000, "{met:?}");
}

/// Minimized from seed 1096. Two obstacles leave a gap of one unit between their tips. The cut runs
/// through the lower tip, and a side of the other obstacle crosses it two units beside that.
#[test]
fn a_gap_of_one_unit_closes_if_a_crossing_rounds_to_its_corner() {
    let above = 7.0_f64.next_up();
    let obstacles = [
        Outline::new([[1.0, 2.0], [2.0, 2.0], [2.0, 7.0]]),
        Outline::new([[2.0, above], [3.0, 6.0], [0.0, 14.0]]),
        Outline::new([[9.0, 3.0], [0.0, 14.0], [8.0, 14.0]]),
    ];
    let walkable = vec![Outline::rect([0.0, 0.0], [10.0, 16.0])];
    let outlines = Outlines { walkable, obstacles: obstacles.to_vec(), ..Outlines::default() };
    let query = PathQuery::new([4.0, 0.0], [0.0, 8.0]);
    let asks = vec![Ask { query, closed: Vec::new(), answer: None }];
    let mut world = CorpusCase { outlines, asks, ..CorpusCase::default() };
    let mut met = Met::default();
    met.check(&world, DVec2::new(-90.0, 7.0), DVec2::new(90.0, 7.0));
    assert_eq!([met.paths, met.bent], [1; 2], "{met:?}");
    let length = |world: &Outlines| finder(world).unwrap().find_path(&query).unwrap().length();
    let by_the_tip = length(&world.outlines);
    let area = |corner: [f64; 2]| vec![Area::new(Outline::rect(corner, [90.0; 2]), "mud", 1.0)];
    world.outlines.areas = area([-90.0, 7.0]);
    assert_eq!(length(&world.outlines), by_the_tip, "the border of an area does not close it");
    world.outlines.areas = area([2.0, 7.0]);
    assert!(
        length(&world.outlines) > by_the_tip + 0.1,
        "an obstacle with a corner there closes it"
    );
}
