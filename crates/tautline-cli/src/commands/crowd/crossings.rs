//! Agents on links: each stands at the entrance for a time, and then at the other end.

use tautline::Place;
use tautline::agents::{AgentKey, Crowd, Event};

/// An agent on a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    pub(super) agent: AgentKey,
    pub(super) exit: Place,
    /// The time of the crowd at which it is at the other end.
    pub(super) until: f64,
}

/// The agents that are on links.
#[derive(Debug)]
pub(super) struct Crossings {
    /// The time for every link, if it was given.
    seconds: Option<f64>,
    open: Vec<Crossing>,
}

impl Crossings {
    pub(super) fn new(seconds: Option<f64>) -> Self {
        Self { seconds, open: Vec::new() }
    }

    /// Lets the agents of some events enter their links, and returns them.
    pub(super) fn begin(&mut self, crowd: &Crowd, events: &[Event]) -> &[Crossing] {
        let first = self.open.len();
        for event in events {
            let Event::AtLink { agent, link, exit } = event else { continue };
            let speed = crowd.options(*agent).map_or(1.0, |options| options.max_speed);
            let path = crowd.path(*agent);
            let layer = path.and_then(|path| path.waypoint_layer(link.leg + 1));
            let exit = Place { layer, ..Place::new(*exit) };
            let until = crowd.time() + self.seconds.unwrap_or(link.cost / speed);
            self.open.push(Crossing { agent: *agent, exit, until });
        }
        &self.open[first..]
    }

    /// Puts the agents whose time is over at the other ends of their links.
    pub(super) fn end(&mut self, crowd: &mut Crowd) {
        let now = crowd.time();
        self.open.retain(|crossing| {
            let is_over = crossing.until <= now;
            if is_over {
                // The exit is on the mesh. An agent that has left the crowd meanwhile is unknown.
                let _ = crowd.warp(crossing.agent, crossing.exit);
            }
            !is_over
        });
    }
}
