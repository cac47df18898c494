//! A script of commands from bytes: whatever the order, everyone stays on the mesh, and a loaded crowd goes on alike.

use std::sync::Arc;

use tautline::agents::{AgentKey, AgentOptions, Crowd, CrowdError, FieldKey, SharedGoals};
use tautline::live::WallsBefore;
use tautline::{BuildOptions, DVec2, FieldQuery, MeshFinder, NavMeshBuilder, Outline};

/// The most agents; more commands to add are ignored.
const MOST_AGENTS: usize = 24;

/// Bytes that run out: zeros follow.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A coordinate: mostly on a lattice of quarters, sometimes off the map or no number.
    fn coordinate(&mut self) -> f64 {
        match self.next() {
            250 => f64::NAN,
            251 => f64::INFINITY,
            252 => -1e300,
            253 => 1e-300,
            byte => f64::from(byte) / 8.0,
        }
    }

    fn point(&mut self) -> DVec2 {
        DVec2::new(self.coordinate(), self.coordinate())
    }

    fn options(&mut self) -> AgentOptions {
        let options = AgentOptions::default().priority(self.next() % 3);
        let options = options.radius(0.25 + self.coordinate() / 16.0);
        let options = options.max_speed(self.coordinate() / 8.0).arrival(0.5);
        let options = options.yields(f64::from(self.next() % 3) / 2.0);
        match self.next() % 4 {
            0 => options.max_acceleration(self.coordinate()),
            1 => options.max_turning_rate(self.coordinate()),
            _ => options,
        }
    }
}

/// Returns a room of 30 by 20 with walls in which agents jam, or with others.
fn map(kind: u8) -> MeshFinder {
    let mut builder =
        NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.25));
    builder.add_walkable(Outline::rect([0.0, 0.0], [30.0, 20.0]));
    let middle = 5.0 * f64::from(kind % 4);
    builder.add_obstacle(Outline::rect([14.0, -1.0], [15.0, middle]));
    builder.add_obstacle(Outline::rect([14.0, middle + 1.2], [15.0, 21.0]));
    builder.add_obstacle(Outline::rect([5.0, 5.0], [8.0, 8.0]));
    MeshFinder::new(builder.build_mesh().expect("the map is valid"))
}

/// A crowd, its map, and the keys that the script has seen.
struct Run {
    finder: MeshFinder,
    crowd: Crowd,
    field: FieldKey,
    keys: Vec<AgentKey>,
}

impl Run {
    fn on(finder: MeshFinder) -> Self {
        let mut crowd = Crowd::new(finder.clone());
        let exits = [[1.0, 1.0], [29.0, 19.0]].map(DVec2::from);
        let field =
            finder.distance_field(&FieldQuery::new(&exits)).expect("the exits are on the mesh");
        let field = crowd.add_field(Arc::new(field));
        Self { finder, crowd, field, keys: Vec::new() }
    }

    fn key(&self, byte: u8) -> AgentKey {
        let index = usize::from(byte) % self.keys.len().max(1);
        self.keys.get(index).copied().unwrap_or_default()
    }

    /// Runs a command.
    fn command(&mut self, bytes: &mut Bytes<'_>) {
        let (command, key) = (bytes.next(), self.key(bytes.next()));
        let crowd = &mut self.crowd;
        match command % 12 {
            0..=2 if crowd.len() < MOST_AGENTS => {
                self.keys.extend(crowd.add(bytes.point(), bytes.options()));
            }
            3 if crowd.len() < MOST_AGENTS => {
                self.keys.extend(crowd.add_driven(bytes.point(), bytes.options()));
            }
            4 => ignore(crowd.go_to(key, bytes.point())),
            5 => ignore(crowd.flow_to(key, self.field)),
            6 => ignore(crowd.warp(key, bytes.point())),
            7 => ignore(crowd.drive(key, bytes.point(), bytes.point())),
            8 if command > 200 => ignore(crowd.face(key, bytes.point())),
            8 => ignore(crowd.stop(key)),
            9 if command > 200 => ignore(crowd.remove(key)),
            10 if command > 200 => self.change_map(bytes.next()),
            _ => self.step(bytes),
        }
    }

    fn change_map(&mut self, kind: u8) {
        self.finder = map(kind);
        let finder = self.finder.clone();
        if kind.is_multiple_of(2) {
            self.crowd.set_map(finder).expect("nobody is too wide");
        } else {
            let change = WallsBefore::whole(self.crowd.mesh()).after_rebuild(finder.mesh());
            self.crowd.edit_map(finder, &change).expect("nobody is too wide");
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        let seconds = f64::from(1 + bytes.next() % 64) / 64.0;
        let budget = if bytes.next().is_multiple_of(2) { u64::MAX } else { 3 };
        self.crowd.step(seconds, budget).expect("the length of the step is valid");
        check(&self.crowd);
    }
}

/// Errors are answers, too.
fn ignore<T>(_: Result<T, CrowdError>) {}

/// Checks that everyone is on the mesh by the exact test, and moves by numbers.
fn check(crowd: &Crowd) {
    for key in crowd.keys() {
        let place = crowd.place(key).expect("the agent is there");
        assert!(crowd.mesh().own_incidence(&place).is_some(), "{key:?} at {place}");
        assert!(crowd.velocity(key).expect("the agent is there").is_finite());
        assert!(crowd.heading(key).is_none_or(|heading| heading.is_normalized()));
    }
}

/// Runs the script of some bytes.
pub fn run(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut run = Run::on(map(bytes.next()));
    while !bytes.0.is_empty() {
        run.command(&mut bytes);
    }
    let exits = [[1.0, 1.0], [29.0, 19.0]].map(DVec2::from);
    let Ok(field) = run.finder.distance_field(&FieldQuery::new(&exits)) else { return };
    let field: Arc<dyn SharedGoals> = Arc::new(field);
    run.crowd.replace_field(run.field, Arc::clone(&field)).expect("the field is there");
    let mut other = Crowd::new(run.finder.clone());
    other.add_field(field);
    other.restore(run.crowd.state()).expect("a state");
    for _ in 0..3 {
        for crowd in [&mut run.crowd, &mut other] {
            crowd.step(0.1, u64::MAX).expect("the length of the step is valid");
        }
        check(&run.crowd);
        for key in run.crowd.keys() {
            assert_eq!(run.crowd.place(key), other.place(key));
            assert_eq!(run.crowd.heading(key), other.heading(key));
        }
    }
}
