//! The step of a crowd, and its events.

use tautline::agents::Event;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Crowd, number, refused};
use crate::failure::JsResult;
use crate::options::Options;
use crate::record::{Record, list, pair};
use crate::types::{BudgetObject, object};

#[wasm_bindgen]
impl Crowd {
    /// Moves all agents on by some seconds, and returns what happened.
    ///
    /// `maxExpanded` limits the nodes of all searches; agents without a path wait for a later step. Throws a RangeError if
    /// `seconds` is negative or no number.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn step(&mut self, seconds: f64, options: Option<BudgetObject>) -> JsResult<JsValue> {
        let options = Options::new(&object(options), &["maxExpanded"])?;
        let budget = options.count("maxExpanded")?.unwrap_or(u64::MAX);
        self.follow_maps()?;
        self.crowd.step_into(seconds, budget, &mut self.report).map_err(refused)?;
        let report = &self.report;
        let record = Record::new().with("events", list(report.events.iter().filter_map(event)));
        let record = record.with("searches", report.searches as f64);
        let record = record.with("expanded", report.expanded as f64);
        Ok(record.with("waiting", report.waiting as f64).into())
    }
}

fn event(event: &Event) -> Option<Record> {
    let of = |kind: &str, agent| Record::new().with("kind", kind).with("agent", number(agent));
    Some(match event {
        Event::Arrived { agent } => of("arrived", *agent),
        Event::Settled { agent } => of("settled", *agent),
        Event::Detour { agent } => of("detour", *agent),
        Event::NoPath { agent, error } => {
            let record = of("no-path", *agent).with("reason", error.kind());
            record.with("explanation", error.to_string())
        }
        Event::AtLink { agent, link, exit } => {
            let record = of("at-link", *agent).with("link", link.link.index() as u32);
            record.with("point", pair(*exit))
        }
        Event::Moved { agent, distance } => of("moved", *agent).with("distance", *distance),
        _ => return None,
    })
}
