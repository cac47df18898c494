//! Limits of queries with many goals: those that do not bind change no bit, and the others leave bounds that hold.

use navmesh_testkit::laws::without_stats;
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{SplitMix64, world, world_count};
use tautline::mesh::EdgeId;
use tautline::queries::{BoundedDistance, NearGoal};
use tautline::{
    ClosedDoors, FieldQuery, Filter, Goals, ManyQuery, MeshFinder, NavMesh, NavMeshBuilder, Path,
    PathError, PathQuery, PathToGoal, Place,
};

use crate::points::places;

/// The relative difference of sums of legs whose crossings are rounded.
const ROUNDING: f64 = 1e-9;

/// The number of nearest goals that are asked for.
const COUNT: usize = 3;

/// A finder of one kind, with places to ask about.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) finder: MeshFinder,
    pub(super) start: Place,
    pub(super) goals: Vec<Place>,
    pub(super) random: SplitMix64,
}

impl Case {
    /// Returns the case of a seed: uniform ground, floors or costs; with or without links, doors and a filter.
    fn of(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed ^ 0x11D1);
        let (name, mut mesh, points) = ground(seed);
        if seed % 5 == 1 {
            mesh = with_links(mesh, seed);
        }
        let mesh = std::sync::Arc::new(mesh);
        let mut doors = ClosedDoors::new(&mesh);
        for edge in (0..mesh.edges().len() as u32).map(EdgeId) {
            if seed % 7 == 2 && !mesh.edge(edge).is_wall() && random.chance(10) {
                doors.close_edge(edge).unwrap();
            }
        }
        let mut finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        if seed % 11 == 3 {
            let filter = finder.add_filter(&Filter::new()).unwrap();
            finder = finder.filtered(filter).unwrap();
        }
        Self {
            name,
            finder,
            start: points[0],
            goals: points[1..points.len().min(8)].to_vec(),
            random,
        }
    }

    pub(super) fn is_uniform(&self) -> bool {
        self.finder.mesh().is_uniform()
    }

    /// Returns the answers within limits; `None` if the start has no place.
    fn answers(&self, limits: Limits) -> Option<Answers> {
        let all = limits.set(ManyQuery::new(self.start, &self.goals[..]));
        let segments = [[self.goals[0], self.goals[1]]];
        let kinds = [Goals::Points(&self.goals[..2]), Goals::Segments(&segments)];
        let any =
            |goals| self.finder.path_to_any(&limits.set(ManyQuery::to_any(self.start, goals)));
        let tree = self.finder.paths(&all).ok()?;
        Some(Answers {
            distances: self.finder.distance_bounds(&all).unwrap(),
            nearest: self.finder.nearest(&all, COUNT),
            paths: (0..tree.len()).map(|goal| tree.path_to(goal)).collect(),
            any: kinds.map(any),
        })
    }

    /// Returns a number of nodes that suffices for all distances, with those of goals that move the start.
    fn nodes(&self) -> u64 {
        let query = ManyQuery::new(self.start, &self.goals[..]);
        let mut search = self.finder.begin_paths(&query).unwrap();
        search.advance(u64::MAX);
        let together = search.progress().expanded;
        let own = |goal| search.tree().path_to(goal).map_or(0, |path| path.stats().expanded);
        let apart = (0..self.goals.len()).map(own).filter(|&nodes| nodes != together);
        // Over links a search looks at the next exit only while it has a node left.
        let over_links = u64::from(!self.finder.mesh().links().is_empty());
        together + over_links + if self.is_uniform() { apart.sum() } else { 0 }
    }
}

fn ground(seed: u64) -> (String, NavMesh, Vec<Place>) {
    let build = |world: navmesh_testkit::World| {
        let mesh = NavMeshBuilder::from_outlines(world.outlines).build_mesh().unwrap();
        (world.name, mesh, places(&world.points))
    };
    match seed % 4 {
        0 => build(world(seed)),
        1 => {
            let mesh = stacked_tiles(seed);
            let ends = floor_queries(&mesh, 12, seed);
            let ends = ends.iter().map(PathQuery::start_place).collect();
            (format!("floors {seed}"), mesh, ends)
        }
        _ => build(weighted_world(seed)),
    }
}

/// Calls `check` with every case and its answers without limits.
fn for_each_case(count: u64, mut check: impl FnMut(&mut Case, Answers)) {
    // In the last two a limit of the very cost of a path makes a search look at more nodes.
    for seed in (0..world_count(count)).chain([219, 1039]) {
        let mut case = Case::of(seed);
        if let Some(whole) = case.answers(Limits::default()) {
            check(&mut case, whole);
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Limits {
    max_expanded: Option<u64>,
    max_cost: Option<f64>,
}

impl Limits {
    fn set<G: Copy>(self, query: ManyQuery<G>) -> ManyQuery<G> {
        let query = self.max_expanded.map_or(query, |nodes| query.max_expanded(nodes));
        self.max_cost.map_or(query, |cost| query.max_cost(cost))
    }

    fn nodes(nodes: u64) -> Self {
        Self { max_expanded: Some(nodes), ..Self::default() }
    }

    fn cost(cost: f64) -> Self {
        Self { max_cost: Some(cost), ..Self::default() }
    }
}

#[derive(Debug)]
struct Answers {
    distances: Vec<BoundedDistance>,
    nearest: Result<Vec<NearGoal>, PathError>,
    paths: Vec<Result<Path, PathError>>,
    any: [Result<PathToGoal, PathError>; 2],
}

impl Answers {
    /// Returns all bits but those of the stats, which tell the work.
    fn without_stats(&self) -> String {
        let paths: Vec<_> =
            self.paths.iter().map(|found| found.as_ref().map(without_stats)).collect();
        let any = self
            .any
            .each_ref()
            .map(|found| found.as_ref().map(|found| (without_stats(&found.path), found.goal)));
        format!("{:?} {:?} {paths:?} {any:?}", self.distances, self.nearest)
    }

    /// Returns the greatest finite cost of all answers.
    fn greatest(&self) -> f64 {
        let far = self.distances.iter().map(|far| far.distance).filter(|far| far.is_finite());
        let any = self.any.iter().flatten().map(|found| found.path.cost());
        far.chain(any).fold(0.0, f64::max)
    }
}

#[test]
fn limits_that_do_not_bind_change_no_bit_of_any_answer_with_many_goals() {
    let mut checked = [0; 2];
    for_each_case(28, |case, whole| {
        let (nodes, greatest) = (case.nodes(), whole.greatest());
        let limits = [
            Limits::cost(1e300),
            Limits::cost(greatest),
            Limits { max_expanded: Some(u64::MAX), max_cost: Some(1.5 * greatest) },
        ];
        for limit in limits {
            let some = case.answers(limit).unwrap();
            assert_eq!(some.without_stats(), whole.without_stats(), "{}: {limit:?}", case.name);
        }
        let query = ManyQuery::new(case.start, &case.goals[..]).max_expanded(nodes);
        assert_eq!(case.finder.distance_bounds(&query).unwrap(), whole.distances, "{}", case.name);
        if let Some(last) = whole.nearest.as_ref().unwrap().last() {
            let query = ManyQuery::new(case.start, &case.goals[..]).max_cost(last.distance);
            assert_eq!(case.finder.nearest(&query, COUNT), whole.nearest, "{}", case.name);
        }
        checked[usize::from(case.is_uniform())] += 1;
    });
    assert!(checked.iter().all(|&count| count > 8), "{checked:?}");
}

/// The sentence about what is wrong with bounds within limits; `whole` are those without.
fn fault(bounds: BoundedDistance, whole: BoundedDistance, max_cost: f64) -> Option<&'static str> {
    let least = whole.lower_bound.min(max_cost);
    let faults = [
        (bounds.lower_bound > bounds.distance, "the bound exceeds the distance"),
        (bounds.lower_bound > whole.distance * (1.0 + ROUNDING), "the bound exceeds a path"),
        (bounds.distance < whole.lower_bound * (1.0 - ROUNDING), "the distance is below any path"),
        (bounds.lower_bound < least * (1.0 - 1e-6), "the bound is below the highest cost"),
    ];
    faults.into_iter().find(|fault| fault.0).map(|fault| fault.1)
}

#[test]
fn a_highest_cost_leaves_bounds_that_hold_and_every_answer_up_to_it() {
    let [mut within, mut beyond] = [0; 2];
    for_each_case(28, |case, whole| {
        let max_cost = case.random.unit() * whole.greatest();
        let some = case.answers(Limits::cost(max_cost)).unwrap();
        for (goal, (&far, &known)) in some.distances.iter().zip(&whole.distances).enumerate() {
            let context =
                || format!("{}: goal {goal}, at most {max_cost}: {far:?} {known:?}", case.name);
            assert_eq!(fault(far, known, max_cost), None, "{}", context());
            let is_within = known.distance <= max_cost;
            if case.is_uniform() {
                assert!(!is_within || far == known, "{}", context());
                let is_known = is_within && whole.paths[goal].is_ok();
                assert_eq!(some.paths[goal].is_ok(), is_known, "{}", context());
            }
            if let Ok(path) = &some.paths[goal] {
                assert!(path.cost() <= max_cost, "{}", context());
            }
            within += usize::from(is_within);
            beyond += usize::from(!is_within);
        }
        let mut near = whole.nearest.unwrap();
        near.retain(|near| near.distance <= max_cost);
        if case.is_uniform() {
            assert_eq!(some.nearest, Ok(near), "{}", case.name);
        }
        for (limited, whole) in some.any.iter().zip(&whole.any) {
            let is_within = whole.as_ref().is_ok_and(|whole| whole.path.cost() <= max_cost);
            assert_eq!(limited.is_ok(), is_within, "{}: {limited:?} {whole:?}", case.name);
        }
    });
    assert!(within > 60 && beyond > 40, "{within} {beyond}");
}

#[test]
fn a_number_of_nodes_leaves_bounds_that_hold_and_tells_that_it_is_spent() {
    let [mut open, mut settled] = [0; 2];
    for_each_case(28, |case, whole| {
        let nodes = case.random.below(case.nodes() as usize + 1) as u64;
        let some = case.answers(Limits::nodes(nodes)).unwrap();
        for (goal, (&far, &known)) in some.distances.iter().zip(&whole.distances).enumerate() {
            let context =
                || format!("{}: goal {goal}, {nodes} nodes: {far:?} {known:?}", case.name);
            assert_eq!(fault(far, known, 0.0), None, "{}", context());
            match &some.paths[goal] {
                Ok(path) => assert!(path.cost() >= known.lower_bound * (1.0 - ROUNDING)),
                Err(error) if whole.paths[goal].is_ok() => {
                    assert_eq!(error.kind(), "budget-exhausted", "{}", context());
                }
                Err(_) => {}
            }
            open += usize::from(far.lower_bound < far.distance && case.is_uniform());
            settled += usize::from(far == known);
        }
        match &some.nearest {
            Err(error) => assert_eq!(error.kind(), "budget-exhausted", "{}", case.name),
            near => assert_eq!(near, &whole.nearest, "{}", case.name),
        }
        for (limited, whole) in some.any.iter().zip(&whole.any) {
            match (limited, whole) {
                (Err(error), Ok(_)) => {
                    assert_eq!(error.kind(), "budget-exhausted", "{}", case.name)
                }
                _ => assert_eq!(limited, whole, "{}", case.name),
            }
        }
    });
    assert!(open > 8 && settled > 40, "{open} {settled}");
}

#[test]
fn limits_of_a_field_leave_what_is_known_as_it_is() {
    let mut beyond = 0;
    for_each_case(28, |case, _| {
        let goals = &case.goals[..2];
        let Ok(whole) = case.finder.distance_field(&FieldQuery::new(goals)) else { return };
        let nodes = case.random.below(60) as u64;
        let limited =
            case.finder.distance_field(&FieldQuery::new(goals).max_expanded(nodes)).unwrap();
        let unlimited = FieldQuery::new(goals).max_expanded(u64::MAX).max_cost(f64::INFINITY);
        let unlimited = case.finder.distance_field(&unlimited).unwrap();
        for &place in &case.goals {
            let distance = whole.distance_at(place);
            assert_eq!(unlimited.distance_at(place), distance, "{}", case.name);
            if case.is_uniform() && distance.is_none_or(|far| far <= limited.limit()) {
                assert_eq!(limited.distance_at(place), distance, "{}", case.name);
            }
            if let Err(PathError::BudgetExhausted { lower_bound, .. }) = limited.heading_at(place) {
                assert!(
                    distance.is_none_or(|far| lower_bound <= far * (1.0 + ROUNDING)),
                    "{}: {place}",
                    case.name
                );
                beyond += 1;
            }
        }
    });
    assert!(beyond > 15, "{beyond}");
}
