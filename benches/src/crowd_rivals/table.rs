//! The measures as rows of a page.

use super::measure::Measures;

/// The head of the table.
pub const HEAD: &str = "| scene | engine | 95 % arrived, s | all arrived, s | left | all still, s | greatest overlap | mean overlap \
| off the mesh | farthest off | jitter | steps with a search | µs an agent and step | first step | later steps | checksum |\n\
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

/// Returns a row of the table.
#[must_use]
pub fn row(scene: &str, engine: &str, measures: &Measures) -> String {
    let time = |time: Option<f64>| time.map_or("–".to_owned(), |time| format!("{time:.1}"));
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    let searches =
        if measures.searches > 0.0 { percent(measures.searches) } else { "–".to_owned() };
    format!(
        "| {scene} | {engine} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {searches} | {:.2} | {:.2} | {:.2} | {:016x} |\n",
        time(measures.most_arrived),
        time(measures.arrived),
        measures.left,
        time(measures.still),
        percent(measures.overlap),
        percent(measures.mean_overlap),
        measures.off_mesh,
        percent(measures.farthest_off),
        percent(measures.jitter),
        measures.microseconds,
        measures.first_step,
        measures.later_steps,
        measures.checksum,
    )
}
