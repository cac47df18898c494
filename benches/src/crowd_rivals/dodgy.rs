//! The crate `dodgy_2d`: avoidance in the manner of RVO2, in f32. It gets exact paths from [`ExactPaths`].
//!
//! Its own simulator leaves out near neighbours, so its agents are stepped one by one, as its documentation shows.

use std::borrow::Cow;
use std::sync::Arc;

use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2};
use tautline::mesh::EdgeId;
use tautline::{DVec2, NavMesh};

use super::buckets::Buckets;
use super::exact_paths::ExactPaths;
use super::scene::{ARCS, RADIUS, SPEED, STEP, Scene};
use super::simulation::Simulation;

/// The time without contact between agents, and with walls, in seconds.
const HORIZONS: [f32; 2] = [2.0, 0.5];

/// An obstacle and its box.
type Boxed = (Obstacle, [DVec2; 2]);

/// Agents of `dodgy_2d`.
#[expect(missing_debug_implementations, reason = "its obstacles have none")]
pub struct Dodgy {
    agents: Vec<Agent>,
    obstacles: Vec<Boxed>,
    paths: ExactPaths,
    wanted: Vec<DVec2>,
    points: Vec<DVec2>,
    buckets: Buckets,
}

impl Dodgy {
    /// Prepares a scene.
    ///
    /// # Errors
    ///
    /// A sentence, if its mesh cannot be built.
    pub fn new(scene: &Scene, mesh: &Arc<NavMesh>) -> Result<Self, String> {
        let agent = |start: DVec2| Agent {
            position: vector(start),
            velocity: Vec2::ZERO,
            radius: RADIUS as f32,
            avoidance_responsibility: 1.0,
        };
        Ok(Self {
            agents: scene.walkers.iter().map(|walker| agent(walker.start)).collect(),
            obstacles: loops(&scene.mesh(0.0, ARCS)?).into_iter().map(obstacle).collect(),
            paths: ExactPaths::new(scene, mesh),
            wanted: Vec::new(),
            points: Vec::new(),
            buckets: Buckets::default(),
        })
    }

    /// Returns the nearest ten agents.
    fn near(&self, index: usize, near: &mut Vec<(f64, usize)>) {
        let (point, range) = (self.points[index], 10.0 * RADIUS);
        near.clear();
        self.buckets.each_near(point, range, |other| {
            let distance_sq = point.distance_squared(self.points[other]);
            if other != index && distance_sq < range * range {
                near.push((distance_sq, other));
            }
        });
        if near.len() > 10 {
            near.select_nth_unstable_by(9, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            near.truncate(10);
        }
    }

    /// Returns the obstacles whose boxes are within reach.
    fn obstacles_near<'a>(&'a self, point: DVec2, near: &mut Vec<Cow<'a, Obstacle>>) {
        let reach = f64::from(HORIZONS[1]) * SPEED + RADIUS;
        let touches = |[low, high]: &[DVec2; 2]| {
            point.cmpge(*low - reach).all() && point.cmple(*high + reach).all()
        };
        near.clear();
        let touched = self.obstacles.iter().filter(|(_, bounds)| touches(bounds));
        near.extend(touched.map(|(obstacle, _)| Cow::Borrowed(obstacle)));
    }

    fn velocities(&self) -> Vec<Vec2> {
        let options = AvoidanceOptions {
            obstacle_margin: RADIUS as f32,
            time_horizon: HORIZONS[0],
            obstacle_time_horizon: HORIZONS[1],
        };
        let (mut near, mut walls, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for (index, agent) in self.agents.iter().enumerate() {
            self.near(index, &mut near);
            self.obstacles_near(self.points[index], &mut walls);
            let others: Vec<Cow<'_, Agent>> =
                near.iter().map(|&(_, other)| Cow::Borrowed(&self.agents[other])).collect();
            found.push(agent.compute_avoiding_velocity(
                &others,
                &walls,
                vector(self.wanted[index]),
                SPEED as f32,
                STEP as f32,
                &options,
            ));
        }
        found
    }
}

fn vector(point: DVec2) -> Vec2 {
    Vec2::new(point.x as f32, point.y as f32)
}

fn point(vector: Vec2) -> DVec2 {
    DVec2::new(f64::from(vector.x), f64::from(vector.y))
}

fn obstacle(points: Vec<DVec2>) -> Boxed {
    let low = points.iter().copied().fold(DVec2::INFINITY, DVec2::min);
    let high = points.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
    let vertices = points.iter().rev().map(|&point| vector(point)).collect();
    (Obstacle::Closed { vertices }, [low, high])
}

/// Returns the borders of a mesh, with the ground to the left.
fn loops(mesh: &NavMesh) -> Vec<Vec<DVec2>> {
    let corners =
        |walls: &Vec<EdgeId>| walls.iter().map(|&wall| mesh.edge(wall).origin()).collect();
    mesh.boundary_loops().iter().map(corners).collect()
}

impl Simulation for Dodgy {
    fn step(&mut self) -> Result<u64, String> {
        self.points.clear();
        self.points.extend(self.agents.iter().map(|agent| point(agent.position)));
        let searches = self.paths.steer(&self.points, &mut self.wanted);
        self.buckets.build(&self.points, 5.0 * RADIUS);
        let velocities = self.velocities();
        for (agent, velocity) in self.agents.iter_mut().zip(velocities) {
            agent.velocity = velocity;
            agent.position += velocity * STEP as f32;
        }
        Ok(searches)
    }

    fn read(&self, points: &mut Vec<DVec2>, velocities: &mut Vec<DVec2>) {
        points.clear();
        points.extend(self.agents.iter().map(|agent| point(agent.position)));
        velocities.clear();
        velocities.extend(self.agents.iter().map(|agent| point(agent.velocity)));
    }
}
