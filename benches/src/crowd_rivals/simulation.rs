//! The trait of a contender.

use tautline::DVec2;

/// A crowd that moves.
pub trait Simulation {
    /// Moves all agents by a step. Returns the number of path searches, if it is known.
    ///
    /// # Errors
    ///
    /// A sentence, if the engine refuses the step.
    fn step(&mut self) -> Result<u64, String>;

    /// Writes the position and the velocity of each agent, in the order of the scene.
    fn read(&self, points: &mut Vec<DVec2>, velocities: &mut Vec<DVec2>);
}
