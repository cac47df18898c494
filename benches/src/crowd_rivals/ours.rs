//! Our crowd.

use std::sync::Arc;

use tautline::agents::{AgentKey, AgentOptions, Crowd};
use tautline::{DVec2, MeshFinder, NavMesh};

use super::scene::{ARRIVAL, RADIUS, SPEED, STEP, Scene};
use super::simulation::Simulation;

/// Our crowd, with the keys of the scene's agents.
#[derive(Debug)]
pub struct Ours {
    crowd: Crowd,
    keys: Vec<AgentKey>,
}

impl Ours {
    /// Adds the agents of a scene to a crowd on `mesh`.
    ///
    /// # Errors
    ///
    /// A sentence, if an agent is off the mesh.
    pub fn new(scene: &Scene, mesh: &Arc<NavMesh>) -> Result<Self, String> {
        let mut crowd = Crowd::new(MeshFinder::new(Arc::clone(mesh)));
        let options = AgentOptions::default().radius(RADIUS).max_speed(SPEED).arrival(ARRIVAL);
        let mut keys = Vec::new();
        for walker in &scene.walkers {
            let key = crowd.add(walker.start, options).map_err(|error| error.to_string())?;
            crowd.go_to(key, walker.goal).map_err(|error| error.to_string())?;
            keys.push(key);
        }
        Ok(Self { crowd, keys })
    }
}

impl Simulation for Ours {
    fn step(&mut self) -> Result<u64, String> {
        let report = self.crowd.step(STEP, u64::MAX).map_err(|error| error.to_string())?;
        Ok(report.searches)
    }

    fn read(&self, points: &mut Vec<DVec2>, velocities: &mut Vec<DVec2>) {
        let place = |&key| self.crowd.place(key).map_or(DVec2::NAN, |place| place.point);
        points.clear();
        points.extend(self.keys.iter().map(place));
        velocities.clear();
        velocities
            .extend(self.keys.iter().map(|&key| self.crowd.velocity(key).unwrap_or_default()));
    }
}
