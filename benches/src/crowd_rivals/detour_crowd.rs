//! Detour's crowd in the crate `navmesh-rs`, in f32, with all of its corrections switched on.

use navmesh_rs::crowd::{
    ANTICIPATE_TURNS, AgentId, AgentParams, Crowd, OBSTACLE_AVOIDANCE, OPTIMIZE_TOPO, OPTIMIZE_VIS,
    SEPARATION,
};
use navmesh_rs::detour::{DefaultFilter, NavMeshQuery};
use navmesh_rs::{Limits, Workspace};
use tautline::{DVec2, NavMesh};

use super::scene::{RADIUS, SPEED, STEP, Scene};
use super::simulation::Simulation;
use crate::detour::DetourMap;

/// Agents of Detour's crowd.
#[expect(missing_debug_implementations, reason = "Detour's mesh has none")]
pub struct DetourCrowd {
    crowd: Crowd,
    workspace: Workspace,
    map: DetourMap,
    agents: Vec<AgentId>,
}

fn parameters() -> AgentParams {
    let mut parameters = AgentParams::default();
    parameters.radius = RADIUS as f32;
    parameters.max_speed = SPEED as f32;
    parameters.max_acceleration = 8.0;
    parameters.collision_query_range = 12.0 * parameters.radius;
    parameters.path_optimization_range = 30.0 * parameters.radius;
    parameters.update_flags =
        ANTICIPATE_TURNS | OBSTACLE_AVOIDANCE | OPTIMIZE_VIS | OPTIMIZE_TOPO | SEPARATION;
    parameters.separation_weight = 2.0;
    parameters
}

impl DetourCrowd {
    /// Prepares a scene on the cells of our mesh.
    ///
    /// # Errors
    ///
    /// A sentence, if the engine refuses the mesh or an agent.
    pub fn new(scene: &Scene, mesh: &NavMesh) -> Result<Self, String> {
        let map = DetourMap::on_mesh(mesh)?;
        let (max_bytes, max_work) = (usize::MAX / 4, u64::MAX / 4);
        let limits = Limits { max_bytes, max_work, ..Limits::default() };
        let mut workspace = Workspace::with_limits(limits);
        let text = |error: navmesh_rs::Error| error.to_string();
        let count = scene.walkers.len();
        let mut crowd =
            Crowd::new(&mut workspace, map.mesh(), count, RADIUS as f32).map_err(text)?;
        let query = NavMeshQuery::new(map.mesh(), 512).map_err(text)?;
        let filter = DefaultFilter::default();
        let mut agents = Vec::new();
        for walker in &scene.walkers {
            let [start, goal] =
                [walker.start, walker.goal].map(|point| [point.x as f32, 0.0, point.y as f32]);
            let id =
                crowd.add_agent(&mut workspace, map.mesh(), start, parameters()).map_err(text)?;
            let (polygon, target, _) =
                query.find_nearest_poly(&goal, &[1.0; 3], &filter).map_err(text)?;
            crowd.request_move_target(map.mesh(), id, polygon, target).map_err(text)?;
            agents.push(id);
        }
        drop(query);
        Ok(Self { crowd, workspace, map, agents })
    }
}

impl Simulation for DetourCrowd {
    fn step(&mut self) -> Result<u64, String> {
        let updated = self.crowd.update(&mut self.workspace, self.map.mesh(), STEP as f32);
        updated.map(|_| 0).map_err(|error| error.to_string())
    }

    fn read(&self, points: &mut Vec<DVec2>, velocities: &mut Vec<DVec2>) {
        let point = |at: [f32; 3]| DVec2::new(f64::from(at[0]), f64::from(at[2]));
        points.clear();
        velocities.clear();
        for agent in self.agents.iter().filter_map(|&id| self.crowd.agent(id)) {
            points.push(point(agent.npos));
            velocities.push(point(agent.vel));
        }
    }
}
