//! The measures of many verdicts.

use std::fmt::Write;

use super::verdict::{Answer, Verdict};
use super::{is_at_most, mean, quantile};

/// The verdicts about all fields of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name of the kind or the map.
    pub name: String,
    /// The verdicts.
    pub verdicts: Vec<Verdict>,
}

/// A measure of verdicts.
struct Measure {
    name: &'static str,
    digits: usize,
    of: fn(&[Verdict]) -> f64,
}

const fn measure(name: &'static str, digits: usize, of: fn(&[Verdict]) -> f64) -> Measure {
    Measure { name, digits, of }
}

const MILLISECOND: f64 = 1e6;

/// The measures of all maps. The laws are the counts that must be 0.
const OF_ALL: [Measure; 12] = [
    measure("queries", 0, |all| all.len() as f64),
    measure("law: stated bounds above a known path", 0, |all| count(all, Verdict::is_bound_broken)),
    measure("law: costs below the bound of the oracle", 0, |all| count(all, Verdict::is_too_cheap)),
    measure("queries with a path that avoids costly regions", 0, |all| {
        count(all, |verdict| verdict.avoiding.is_some())
    }),
    measure("law: costs above that of this path", 0, |all| {
        count(all, Verdict::costs_more_than_avoiding)
    }),
    measure("law: costs above that of the corridor", 0, |all| {
        count(all, Verdict::costs_more_than_corridor)
    }),
    measure("excess, mean, %", 3, |all| 100.0 * mean(all.iter().map(Verdict::excess))),
    measure("excess, p99, %", 3, |all| excess(all, 0.99)),
    measure("excess, max, %", 3, |all| excess(all, 1.0)),
    measure("excess without a proof, p99, %", 3, |all| unproved_excess(all, 0.99)),
    measure("excess without a proof, max, %", 3, |all| unproved_excess(all, 1.0)),
    measure("cheaper than the oracle's path, max, %", 3, |all| {
        100.0 * quantile(all.iter().map(Verdict::lead), 1.0)
    }),
];

/// The measures of seeded fields only.
const OF_FIELDS: [Measure; 5] = [
    measure("stated gap, mean, %", 3, |all| {
        100.0 * mean(all.iter().map(|verdict| verdict.answer.gap()))
    }),
    measure("certified ≤ 1 % within 5 ms, % of queries", 1, |all| {
        certified(answers(all), 0.01, 5.0 * MILLISECOND)
    }),
    measure("certified ≤ 5 % within 1 ms, % of queries", 1, |all| {
        certified(answers(all), 0.05, MILLISECOND)
    }),
    measure("path without a proof: median time, ms", 4, |all| time(unproved(all), 0.5)),
    measure("path proved to 1 %: median time, ms", 4, |all| time(answers(all), 0.5)),
];

/// The measures of published maps with areas only.
const OF_MAPS: [Measure; 7] = [
    measure("path without a proof: median time, ms", 3, |all| time(unproved(all), 0.5)),
    measure("path without a proof: time, p99, ms", 3, |all| time(unproved(all), 0.99)),
    measure("asked for 2 %: certified ≤ 2 % within 20 ms, % of queries", 1, |all| {
        certified(wide(all), 0.02, 20.0 * MILLISECOND)
    }),
    measure("path proved to 2 %: median time, ms", 3, |all| time(wide(all), 0.5)),
    measure("path proved to 1 %: median time, ms", 3, |all| time(answers(all), 0.5)),
    measure("path proved to 1 %: time, p99, ms", 3, |all| time(answers(all), 0.99)),
    measure("the same, first query of a finder, median, ms", 1, |all| {
        quantile(all.iter().map(|verdict| verdict.first), 0.5) / MILLISECOND
    }),
];

fn count(all: &[Verdict], is: fn(&Verdict) -> bool) -> f64 {
    all.iter().filter(|verdict| is(verdict)).count() as f64
}

fn excess(all: &[Verdict], share: f64) -> f64 {
    100.0 * quantile(all.iter().map(Verdict::excess), share)
}

fn unproved_excess(all: &[Verdict], share: f64) -> f64 {
    100.0 * quantile(all.iter().map(Verdict::unproved_excess), share)
}

fn answers(all: &[Verdict]) -> impl Iterator<Item = Answer> {
    all.iter().map(|verdict| verdict.answer)
}

fn unproved(all: &[Verdict]) -> impl Iterator<Item = Answer> {
    all.iter().map(|verdict| verdict.unproved)
}

fn wide(all: &[Verdict]) -> impl Iterator<Item = Answer> {
    all.iter().map(|verdict| verdict.wide)
}

fn time(all: impl Iterator<Item = Answer>, share: f64) -> f64 {
    quantile(all.map(|answer| answer.nanoseconds), share) / MILLISECOND
}

/// The percentage of answers that state at most a gap within a time.
fn certified(all: impl Iterator<Item = Answer>, gap: f64, nanoseconds: f64) -> f64 {
    let is = |answer: Answer| is_at_most(answer.gap(), gap) && answer.nanoseconds <= nanoseconds;
    100.0 * mean(all.map(|answer| f64::from(u8::from(is(answer)))))
}

/// The table of seeded fields.
#[must_use]
pub fn of_fields(columns: &[Column]) -> String {
    table(&OF_FIELDS, columns)
}

/// The table of published maps.
#[must_use]
pub fn of_maps(columns: &[Column]) -> String {
    table(&OF_MAPS, columns)
}

fn table(measures: &[Measure], columns: &[Column]) -> String {
    let names: String = columns.iter().map(|column| format!(" {} |", column.name)).collect();
    let mut text = format!("| |{names}\n|---|{}\n", "---|".repeat(columns.len()));
    for Measure { name, digits, of } in OF_ALL.iter().chain(measures) {
        let _ = write!(text, "| {name} |");
        for column in columns {
            let _ = write!(text, " {:.*} |", digits, of(&column.verdicts));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline::DVec2;

    #[test]
    fn a_measure_counts_what_its_name_says() {
        let verdict = |cost: f64| {
            let answer = Answer { cost, stated: 99.0, nanoseconds: 2.0 * MILLISECOND };
            Verdict {
                ends: [DVec2::ZERO, DVec2::X],
                answer,
                unproved: Answer { cost: cost + 1.0, ..answer },
                wide: answer,
                oracle: 100.0,
                known: 100.0,
                least: 98.0,
                corridor: 110.0,
                avoiding: Some(105.0),
                first: 0.0,
            }
        };
        let verdicts = [100.0, 100.0, 106.0, 120.0].map(verdict).to_vec();
        let text = of_fields(&[Column { name: "mud".to_owned(), verdicts }]);
        let rows = [
            "| queries | 4 |",
            "| law: costs above that of this path | 2 |",
            "| law: costs above that of the corridor | 1 |",
            "| law: stated bounds above a known path | 0 |",
            "| excess, max, % | 20.000 |",
            "| excess without a proof, max, % | 21.000 |",
            "| certified ≤ 1 % within 5 ms, % of queries | 50.0 |",
        ];
        assert!(rows.iter().all(|row| text.lines().any(|line| line == *row)), "{text}");
    }
}
