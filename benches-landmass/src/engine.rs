//! The crate `landmass`: A*, paths pulled straight, and avoidance by `dodgy_2d`, in f32.
//!
//! It names velocities and leaves it to the program to move its agents, as its documentation shows.

use std::sync::Arc;

use glam::Vec2;
use landmass::{
    Agent, AgentId, Archipelago, ArchipelagoOptions, FromAgentRadius, Island, NavigationMesh,
    TargetReachedCondition, Transform, XY,
};
use tautline::{DVec2, NavMesh};

use super::scene::{ARRIVAL, RADIUS, SPEED, STEP, Scene};
use super::simulation::Simulation;

/// The distance from its goal at which an agent stops: within that of arrival also after rounding.
const REACHED: f64 = 0.9 * ARRIVAL;

/// Agents of `landmass`.
pub struct Landmass {
    archipelago: Archipelago<XY>,
    agents: Vec<AgentId>,
}

impl Landmass {
    /// Prepares a scene on the cells of our mesh, which is inset by the radius, as `landmass` expects it.
    ///
    /// # Errors
    ///
    /// A sentence, if the engine refuses the mesh.
    pub fn new(scene: &Scene, mesh: &NavMesh) -> Result<Self, String> {
        let mut options = ArchipelagoOptions::from_agent_radius(RADIUS as f32);
        // With the default of a tenth of that, agents that are pushed off the mesh stand for ever.
        options.point_sample_distance = RADIUS as f32;
        let mut archipelago = Archipelago::new(options);
        let mesh = navigation_mesh(mesh).validate().map_err(|error| error.to_string())?;
        let transform = Transform { translation: Vec2::ZERO, rotation: 0.0 };
        archipelago.add_island(Island::new(transform, Arc::new(mesh)));
        let agent = |start: DVec2, goal: DVec2| {
            let speed = SPEED as f32;
            let mut agent = Agent::create(vector(start), Vec2::ZERO, RADIUS as f32, speed, speed);
            agent.current_target = Some(vector(goal));
            agent.target_reached_condition = TargetReachedCondition::Distance(Some(REACHED as f32));
            agent
        };
        let walkers = scene.walkers.iter();
        let agents = walkers.map(|walker| archipelago.add_agent(agent(walker.start, walker.goal)));
        Ok(Self { agents: agents.collect(), archipelago })
    }

    fn agents(&self) -> impl Iterator<Item = &Agent<XY>> {
        self.agents.iter().filter_map(|&agent| self.archipelago.get_agent(agent))
    }
}

/// Returns the cells of a mesh.
fn navigation_mesh(mesh: &NavMesh) -> NavigationMesh<XY> {
    let raw = mesh.to_raw();
    let corners =
        |index| Some(raw.cell(index)?.corners.iter().map(|&corner| corner as usize).collect());
    let polygons: Vec<Vec<usize>> = (0..raw.cell_count()).filter_map(corners).collect();
    NavigationMesh {
        vertices: raw.positions.iter().map(|&point| vector(point)).collect(),
        polygon_type_indices: vec![0; polygons.len()],
        polygons,
        height_mesh: None,
    }
}

fn vector(point: DVec2) -> Vec2 {
    Vec2::new(point.x as f32, point.y as f32)
}

fn point(vector: Vec2) -> DVec2 {
    DVec2::new(f64::from(vector.x), f64::from(vector.y))
}

impl Simulation for Landmass {
    /// The number of searches is not known.
    fn step(&mut self) -> Result<u64, String> {
        self.archipelago.update(STEP as f32);
        for &agent in &self.agents {
            let agent = self.archipelago.get_agent_mut(agent).ok_or("an agent is gone")?;
            agent.velocity = *agent.get_desired_velocity();
            agent.position += agent.velocity * STEP as f32;
        }
        Ok(0)
    }

    fn read(&self, points: &mut Vec<DVec2>, velocities: &mut Vec<DVec2>) {
        points.clear();
        points.extend(self.agents().map(|agent| point(agent.position)));
        velocities.clear();
        velocities.extend(self.agents().map(|agent| point(agent.velocity)));
    }
}
