//! The measures of a run: arrivals, overlap, time.

use std::time::Duration;

use serde_json::{Value, json};
use tautline::DVec2;
use tautline::agents::{Crowd, Event};

use crate::report::Report;

/// The measures of a run.
#[derive(Debug, Default)]
pub(super) struct Measures {
    arrived: u64,
    settled: u64,
    without_path: u64,
    /// The reason of each agent without a path.
    reasons: Vec<Value>,
    last_arrival: Option<f64>,
    standing: usize,
    worst_overlap: f64,
    overlap_sum: f64,
    overlaps: u64,
    searches: u64,
    steps: u32,
    time: Duration,
}

impl Measures {
    pub(super) fn count(&mut self, event: &Event, time: f64) {
        match event {
            Event::Arrived { .. } => {
                self.arrived += 1;
                self.last_arrival = Some(time);
            }
            Event::Settled { .. } => self.settled += 1,
            Event::NoPath { .. } => self.without_path += 1,
            _ => {}
        }
    }

    /// Records why an agent has no path.
    pub(super) fn add_without_path(&mut self, agent: Option<Value>, kind: &str, reason: String) {
        self.reasons.push(json!({ "agent": agent, "kind": kind, "reason": reason }));
    }

    pub(super) fn add_step(&mut self, time: Duration, crowd: &Crowd, searches: u64) {
        self.time += time;
        self.steps += 1;
        self.searches += searches;
        self.look_for_overlap(crowd);
    }

    pub(super) fn look_at_the_end(&mut self, crowd: &Crowd) {
        let stands = |&key: &_| crowd.velocity(key) == Some(DVec2::ZERO);
        self.standing = crowd.keys().filter(stands).count();
    }

    /// Looks at all pairs of agents that are near each other in x.
    fn look_for_overlap(&mut self, crowd: &Crowd) {
        let body = |key| Some((crowd.place(key)?, crowd.options(key)?.radius));
        let mut bodies: Vec<_> = crowd.keys().filter_map(body).collect();
        bodies.sort_by(|a, b| a.0.point.x.total_cmp(&b.0.point.x));
        let widest = bodies.iter().map(|body| body.1).fold(0.0, f64::max);
        for (index, (place, radius)) in bodies.iter().enumerate() {
            let right = place.point.x + radius + widest;
            for (other, other_radius) in &bodies[index + 1..] {
                if other.point.x >= right {
                    break;
                }
                let touch = radius + other_radius;
                let overlap = 1.0 - place.point.distance(other.point) / touch;
                if overlap > 1e-3 && other.layer == place.layer {
                    self.worst_overlap = self.worst_overlap.max(overlap);
                    self.overlap_sum += overlap;
                    self.overlaps += 1;
                }
            }
        }
    }

    pub(super) fn describe(&self, report: &mut Report, agents: usize) {
        report.state("arrived", self.arrived);
        report.state("settled", self.settled);
        report.state("without_path", self.without_path);
        for reason in &self.reasons {
            let text = |name: &str| {
                reason[name].as_str().map_or_else(|| reason[name].to_string(), str::to_owned)
            };
            report.say(format_args!("  {}: {}", text("agent"), text("reason")));
        }
        if !self.reasons.is_empty() {
            report.put("reasons", self.reasons.clone());
        }
        report.state("standing", self.standing);
        let last = self.last_arrival.map_or(Value::Null, |time| json!(time));
        report.state("last_arrival", last);
        report.state("overlap_worst", self.worst_overlap);
        report.state("overlap_mean", self.overlap_sum / self.overlaps.max(1) as f64);
        report.state("searches", self.searches);
        report.state("steps", self.steps);
        let steps = f64::from(self.steps.max(1));
        let microseconds = self.time.as_secs_f64() * 1e6 / steps;
        report.state("us_per_step", microseconds);
        report.state("us_per_agent", microseconds / agents.max(1) as f64);
    }
}
