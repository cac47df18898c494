//! A run of a scene, measured after each step.

use std::time::Instant;

use tautline::{DVec2, NavMesh};

use super::buckets::Buckets;
use super::scene::{ARRIVAL, RADIUS, SPEED, STEP, Scene};
use super::simulation::Simulation;

/// The measures of a run.
#[derive(Debug, Clone, Default)]
pub struct Measures {
    /// The steps of the run.
    pub steps: u64,
    /// The time, in microseconds per agent and step.
    pub microseconds: f64,
    /// The time of the first step, in microseconds per agent. It has the first search of each agent.
    pub first_step: f64,
    /// The time of the later steps, in microseconds per agent and step.
    pub later_steps: f64,
    /// The number of positions off the mesh, by the exact test, over all steps.
    pub off_mesh: u64,
    /// The greatest distance of a position from the mesh, as a share of the radius.
    pub farthest_off: f64,
    /// The greatest overlap, as a share of the diameter.
    pub overlap: f64,
    /// The mean overlap of pairs that overlap by more than one hundredth.
    pub mean_overlap: f64,
    /// The simulated time at which the last agent first came to its goal, if all did.
    pub arrived: Option<f64>,
    /// The simulated time at which all but a twentieth of the agents had come to their goals.
    pub most_arrived: Option<f64>,
    /// The agents that never came to their goals.
    pub left: usize,
    /// The simulated time from which all speeds were exactly 0, if there is one.
    pub still: Option<f64>,
    /// The mean change of velocity in a step, as a share of the greatest speed, over agents that have not arrived.
    pub jitter: f64,
    /// The share of agents and steps with a path search.
    pub searches: f64,
    /// The length of all ways walked, and of the straight ways from their ends to the goals.
    pub walked: f64,
    /// A checksum of the last positions.
    pub checksum: u64,
}

/// The agents of the present step, for the measures of the next one.
#[derive(Debug, Default)]
struct State {
    points: Vec<DVec2>,
    velocities: Vec<DVec2>,
    before: Vec<DVec2>,
    points_before: Vec<DVec2>,
    has_arrived: Vec<bool>,
    buckets: Buckets,
    pairs: u64,
    walking: u64,
}

/// Runs a scene to its limit, or until everyone has arrived and, in a gathering, stands still for two seconds.
///
/// # Errors
///
/// A sentence, if the contender refuses a step.
pub fn measured(
    scene: &Scene,
    mesh: &NavMesh,
    simulation: &mut dyn Simulation,
) -> Result<Measures, String> {
    let count = scene.walkers.len();
    let (mut measures, mut state) = (Measures::default(), State::default());
    simulation.read(&mut state.points, &mut state.velocities);
    state.has_arrived = vec![false; count];
    let mut seconds = 0.0;
    while measures.steps as f64 * STEP < scene.limit {
        state.before.clone_from(&state.velocities);
        state.points_before.clone_from(&state.points);
        let start = Instant::now();
        measures.searches += simulation.step()? as f64;
        let spent = start.elapsed().as_secs_f64();
        seconds += spent;
        if measures.steps == 0 {
            measures.first_step = spent * 1e6 / count as f64;
        }
        measures.steps += 1;
        simulation.read(&mut state.points, &mut state.velocities);
        state.look(scene, mesh, &mut measures);
        let time = measures.steps as f64 * STEP;
        let arrived = state.has_arrived.iter().filter(|&&arrived| arrived).count();
        if arrived * 20 >= count * 19 {
            measures.most_arrived = measures.most_arrived.or(Some(time));
        }
        let is_done = state.has_arrived.iter().all(|&arrived| arrived);
        if is_done && measures.arrived.is_none() {
            measures.arrived = Some(time);
        }
        match measures.still {
            Some(still) if time - still > 2.0 && (is_done || scene.is_gathering()) => break,
            _ if is_done && !scene.is_gathering() => break,
            _ => {}
        }
    }
    let agent_steps = count as f64 * measures.steps as f64;
    measures.microseconds = seconds * 1e6 / agent_steps;
    let later = measures.steps.saturating_sub(1).max(1) as f64;
    measures.later_steps = seconds * 1e6 / count as f64 / later - measures.first_step / later;
    measures.searches /= agent_steps;
    measures.jitter /= (state.walking.max(1)) as f64;
    measures.mean_overlap /= (state.pairs.max(1)) as f64;
    measures.left = state.has_arrived.iter().filter(|&&arrived| !arrived).count();
    for (point, walker) in state.points.iter().zip(&scene.walkers) {
        measures.walked += point.distance(walker.goal);
        let bits = point.x.to_bits() ^ point.y.to_bits().rotate_left(32);
        measures.checksum = measures.checksum.rotate_left(7) ^ bits;
    }
    Ok(measures)
}

impl State {
    fn look(&mut self, scene: &Scene, mesh: &NavMesh, measures: &mut Measures) {
        self.look_for_overlap(measures);
        for (index, &point) in self.points.iter().enumerate() {
            measures.walked += point.distance(self.points_before[index]);
            if mesh.locate(point).is_none() {
                measures.off_mesh += 1;
                let off = mesh.nearest(point).map_or(f64::INFINITY, |near| near.distance);
                measures.farthest_off = measures.farthest_off.max(off / RADIUS);
            }
            if !self.has_arrived[index] {
                let change = self.velocities[index].distance(self.before[index]);
                measures.jitter += change / SPEED;
                self.walking += 1;
            }
            self.has_arrived[index] |= point.distance(scene.walkers[index].goal) <= ARRIVAL;
        }
        let is_still = self.velocities.iter().all(|&velocity| velocity == DVec2::ZERO);
        let time = measures.steps as f64 * STEP;
        measures.still = if is_still { measures.still.or(Some(time)) } else { None };
    }

    fn look_for_overlap(&mut self, measures: &mut Measures) {
        self.buckets.build(&self.points, 2.0 * RADIUS);
        for (index, &point) in self.points.iter().enumerate() {
            let (points, pairs) = (&self.points, &mut self.pairs);
            self.buckets.each_near(point, 2.0 * RADIUS, |other| {
                let overlap = 1.0 - point.distance(points[other]) / (2.0 * RADIUS);
                if other > index && overlap > 0.0 {
                    measures.overlap = measures.overlap.max(overlap);
                    if overlap > 0.01 {
                        measures.mean_overlap += overlap;
                        *pairs += 1;
                    }
                }
            });
        }
    }
}
