//! The summary of a script: counts and times by command.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tautline::error::Short;

use super::run::Run;
use crate::report::Report;

/// Adds the answers of all lines as text, and the summary.
pub(super) fn report(report: &mut Report, run: &Run) {
    for answer in run.answers() {
        report.say(line_of(answer));
    }
    let mut by_kind: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for &(kind, nanoseconds) in &run.times {
        by_kind.entry(kind).or_default().push(nanoseconds);
    }
    let mut commands = Map::new();
    for (kind, mut times) in by_kind {
        times.sort_unstable();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share).round() as usize] as f64 / 1e3;
        let [p50, p99, worst] = [0.5, 0.99, 1.0].map(at);
        report.say(format_args!(
            "{kind:<8} {:>6} lines, median {} us, p99 {} us, worst {} us",
            times.len(),
            Short(p50),
            Short(p99),
            Short(worst)
        ));
        let object = json!({
            "count": times.len(), "p50_us": p50, "p99_us": p99, "worst_us": worst,
        });
        commands.insert(kind.to_owned(), object);
    }
    report.put("lines", run.times.len());
    report.put("commands", Value::Object(commands));
    report.state("revision", run.map.revision());
    report.state("cells", run.map.mesh().cell_count());
    report.state("area", run.map.mesh().area());
}

/// Formats the answer of a line as text.
fn line_of(answer: &Value) -> String {
    let text = |name: &str| answer[name].as_str().unwrap_or_default();
    let mut line = format!("line {}: {} {}", answer["line"], text("command"), text("status"));
    if let Some(length) = answer["length"].as_f64() {
        line += &format!(", length {}", Short(length));
    }
    if let (Some(added), Some(gone)) = (answer["new_cells"].as_u64(), answer["gone_cells"].as_u64())
    {
        line += &format!(", {added} cells new, {gone} gone");
    }
    for name in ["reason", "message"] {
        if let Some(more) = answer[name].as_str() {
            line += &format!(": {more}");
        }
    }
    let microseconds = answer["us"].as_f64().unwrap_or_default();
    line + &format!(", {} us", Short((microseconds * 10.0).round() / 10.0))
}
