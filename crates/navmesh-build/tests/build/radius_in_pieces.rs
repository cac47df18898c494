//! Tests of agents with a radius on worlds in pieces: floors connected along lines that cross, end
//! at one another, run into walls and through pillars. The inset must equal that of the whole
//! world, to within the documented rounding.

use navmesh_build::{BuildError, BuildOptions, build_floors, build_outlines};
use navmesh_core::{DVec2, Floors, NavMesh, Outlines, Place};
use navmesh_testkit::reduce::{Failure, failure};
use navmesh_testkit::{CorpusCase, SplitMix64, world_count};

use super::pieces::{Line, cut_into_pieces, world_in_pieces};
use super::radius::{ROUNDING, apart, least, segments, to_segment};
use super::squares::{Square, Squares};

/// Counts over all worlds.
#[derive(Debug, Default)]
struct Met {
    left: usize,
    lost: usize,
    joins: usize,
    /// Pairs of places that must be connected, and pairs that must be disconnected.
    ways: [usize; 2],
    refused: usize,
}

/// A world, whole and in pieces, without a radius.
struct Whole {
    mesh: NavMesh,
    walls: Vec<[DVec2; 2]>,
    /// The pieces; `None` if no line cuts the world.
    floors: Option<Floors>,
    outlines: Outlines,
    bare: NavMesh,
    /// The walls of the pieces. Borders that coincide up to rounding are walls in one and open in
    /// the other.
    own_walls: Vec<[DVec2; 2]>,
}

#[derive(Debug, Clone, Copy)]
struct Agent {
    radius: f64,
    tolerance: f64,
}

impl Agent {
    fn options(self) -> BuildOptions {
        BuildOptions::default().agent_radius(self.radius).arc_tolerance(self.tolerance)
    }

    /// Every place nearer to a wall than this must be lost.
    fn near(self) -> f64 {
        self.radius * (1.0 - ROUNDING)
    }

    /// Every place farther from all walls than this must remain.
    fn far(self) -> f64 {
        self.radius * (1.0 + self.tolerance + ROUNDING)
    }
}

impl Whole {
    fn of(outlines: Outlines, lines: &[Line]) -> Option<Self> {
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).ok()?;
        let floors = (!lines.is_empty()).then(|| cut_into_pieces(&outlines, lines));
        let bare = match &floors {
            Some(floors) => build_floors(floors, &BuildOptions::default()).unwrap().0,
            None => mesh.clone(),
        };
        let [walls, own_walls] = [&mesh, &bare].map(|mesh| segments(mesh, true));
        Some(Self { mesh, walls, floors, outlines, bare, own_walls })
    }

    fn drawn_in(&self, agent: Agent) -> Result<NavMesh, BuildError> {
        match &self.floors {
            Some(floors) => build_floors(floors, &agent.options()).map(|built| built.0),
            None => build_outlines(&self.outlines, &agent.options()).map(|built| built.0),
        }
    }

    /// Returns the distance of a place from the walls of the world.
    fn distance(&self, point: DVec2) -> f64 {
        least(self.walls.iter().map(|&wall| to_segment(point, wall)))
    }

    fn check(&self, agent: Agent, random: &mut SplitMix64, met: &mut Met) -> Result<(), String> {
        let mesh = match self.drawn_in(agent) {
            Ok(mesh) => Some(mesh),
            Err(BuildError::TooNarrow { .. }) => None,
            // A passage may be as narrow as rounding, and its agents too small for these
            // coordinates.
            Err(BuildError::BadRadius { .. }) => {
                met.refused += 1;
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        };
        if let Some(mesh) = &mesh {
            mesh.assert_invariants();
            if !mesh.overlaps(1).is_empty() {
                return Err("cells overlap".into());
            }
            met.joins += mesh.layer_connections().len();
            self.check_edges(mesh, agent)?;
            self.check_ways(mesh, agent, met)?;
        }
        self.check_places(mesh.as_ref(), agent, random, met)
    }

    /// Checks that no edge is nearer to a wall than the radius.
    fn check_edges(&self, mesh: &NavMesh, agent: Agent) -> Result<(), String> {
        for edge in segments(mesh, false) {
            let nearest = [&self.walls, &self.own_walls]
                .map(|walls| least(walls.iter().map(|&wall| apart(edge, wall))))
                .into_iter()
                .fold(0.0, f64::max);
            if nearest < agent.near() {
                return Err(format!("{nearest} from a wall is the edge {edge:?}"));
            }
        }
        Ok(())
    }

    /// Returns a random place, or one at a critical distance from a wall.
    fn place(&self, agent: Agent, random: &mut SplitMix64) -> DVec2 {
        let bounds = self.mesh.bounds();
        if random.chance(30) {
            return bounds.min + bounds.size() * DVec2::new(random.unit(), random.unit());
        }
        let [a, b] = *random.pick(&self.walls);
        let way = DVec2::new(random.unit() - 0.5, random.unit() - 0.5);
        let [at, way] = match random.below(2) {
            0 => [a, way.normalize_or_zero()],
            _ => [a.lerp(b, random.unit()), (b - a).perp().normalize_or_zero()],
        };
        let just_far = agent.far() * (1.0 + ROUNDING);
        let [near, far] = [agent.radius * (1.0 - 1e-6), just_far];
        at + way * *random.pick(&[near, near * 0.98, far, far * 1.001, far * 1.03])
    }

    fn check_places(
        &self,
        mesh: Option<&NavMesh>,
        agent: Agent,
        random: &mut SplitMix64,
        met: &mut Met,
    ) -> Result<(), String> {
        for _ in 0..100 {
            let point = self.place(agent, random);
            let distance = self.distance(point);
            let was_ground = self.mesh.locate(point).is_some();
            let is_far = was_ground && distance > agent.far();
            let is_near = !was_ground || distance < agent.near();
            met.left += usize::from(is_far);
            met.lost += usize::from(is_near);
            let is_left = mesh.is_some_and(|mesh| self.is_left(mesh, point, is_far));
            if (is_far && !is_left) || (is_near && is_left) {
                return Err(format!("{distance} from a wall is {point}, left: {is_left}"));
            }
        }
        Ok(())
    }

    /// True if a place is on the mesh. A place that must remain has to be on its own floor.
    fn is_left(&self, mesh: &NavMesh, point: DVec2, is_far: bool) -> bool {
        let mut places = mesh.layers().iter().map(|&layer| Place::new(point).on_layer(layer));
        places.any(|place| {
            mesh.locate(place).is_some() && !(is_far && self.bare.locate(place).is_none())
        })
    }

    /// Compares connectivity with that of adjacent squares.
    fn check_ways(&self, mesh: &NavMesh, agent: Agent, met: &mut Met) -> Result<(), String> {
        let bounds = self.mesh.bounds();
        let most = if cfg!(debug_assertions) { 24.0 } else { 96.0 };
        let side = (agent.radius / 8.0).max(bounds.size().max_element() / most);
        let squares = Squares::over(bounds, side, |middle| Square {
            middle,
            is_ground: self.mesh.locate(middle).is_some(),
            distance: self.distance(middle),
        });
        let half = squares.side * std::f64::consts::FRAC_1_SQRT_2;
        let surely =
            squares.parts(|square| square.is_ground && square.distance > agent.far() + half, false);
        let perhaps = squares.parts(|square| square.distance >= agent.near() - half, true);
        let mut joined = vec![None; squares.all.len()];
        for (square, part) in squares.all.iter().zip(&surely) {
            let &Some(part) = part else { continue };
            let Some(found) = mesh.locate(square.middle) else {
                return Err(format!("{} from a wall is {}, lost", square.distance, square.middle));
            };
            let component = mesh.component(found.cells()[0].slot);
            met.ways[0] += 1;
            if *joined[part].get_or_insert(component) != component {
                return Err(format!("closed is a way to {}", square.middle));
            }
        }
        let mut apart = vec![None; mesh.slot_count()];
        for slot in mesh.slots() {
            let at = mesh.centroid(slot);
            let Some(part) = perhaps[squares.index(at)] else {
                return Err(format!("{at} is left"));
            };
            met.ways[1] += 1;
            if *apart[mesh.component(slot) as usize].get_or_insert(part) != part {
                return Err(format!("open is a way to {at}"));
            }
        }
        Ok(())
    }
}

/// Returns a fraction of the world's size, or the critical radius of a passage, as the radius.
fn agent(whole: &Whole, random: &mut SplitMix64) -> Agent {
    let size = whole.mesh.bounds().size().max_element();
    let tolerance = *random.pick(&[0.01, 0.01, 0.01, 0.1, 1e-4]);
    let share = *random.pick(&[0.0007, 0.004, 0.02, 0.05, 0.0625, 0.15, 0.24, 0.4]);
    let mut radius = size * share;
    if random.chance(60) {
        let wall = *random.pick(&whole.walls);
        let others = whole.walls.iter().map(|&other| apart(wall, other));
        let gap = least(others.filter(|&gap| gap > size * 1e-4));
        let part = *random.pick(&[2.05, 1.99, 2.0 * (1.0 + tolerance) + 1e-7, 2.0 - 1e-7]);
        if gap.is_finite() {
            radius = gap / part;
        }
    }
    Agent { radius, tolerance }
}

/// Returns the smallest world found that fails in the same way, with the same cuts.
fn reduced(
    outlines: Outlines,
    lines: &[Line],
    agent: Agent,
    random: &SplitMix64,
) -> Option<Failure> {
    let title = format!("Cut along {lines:?}");
    let case = CorpusCase { title, outlines, radius: agent.radius, ..CorpusCase::default() };
    failure(&case, |world| {
        let Some(whole) = Whole::of(world.outlines.clone(), lines) else { return };
        let agent = Agent { radius: world.radius, ..agent };
        for mut random in [random.clone(), SplitMix64::new(1), SplitMix64::new(2)] {
            whole.check(agent, &mut random, &mut Met::default()).unwrap();
        }
    })
}

#[test]
fn a_world_in_pieces_has_the_inset_of_the_whole() {
    let mut met = Met::default();
    for seed in 0..world_count(16) {
        let mut random = SplitMix64::new(seed);
        let Some((outlines, lines)) = world_in_pieces(seed, &mut random) else { continue };
        let Some(whole) = Whole::of(outlines.clone(), &lines) else { continue };
        for _ in 0..3 {
            let agent = agent(&whole, &mut random);
            let before = random.clone();
            if let Err(fault) = whole.check(agent, &mut random, &mut met) {
                println!("seed {seed}, {agent:?}: {fault}");
                panic!("{}", reduced(outlines, &lines, agent, &before).unwrap());
            }
        }
    }
    let Met { left, lost, joins, ways, refused } = met;
    assert!(left > 800 && lost > 2000 && joins > 40 && refused * 100 < left, "{met:?}");
    assert!(ways.iter().all(|&ways| ways > 2000), "{met:?}");
}
