//! The measures of many verdicts, each with its bar.

use std::fmt::Write;

use super::verdict::{Answer, Verdict};
use super::{is_at_most, mean, quantile};
use crate::questions::Bar;

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
    bar: Bar,
    /// The columns that the bar applies to; empty for all.
    only: &'static [&'static str],
    of: fn(&[Verdict]) -> f64,
}

const MUD_MIXED: &[&str] = &["mud", "mixed"];
const WITH_ROAD: &[&str] = &["mud", "mixed", "road"];
const MILLISECOND: f64 = 1e6;

/// The measures of seeded fields.
const OF_FIELDS: [Measure; 19] = [
    Measure { name: "queries", digits: 0, bar: Bar::None, only: &[], of: |all| all.len() as f64 },
    BOUND_BROKEN,
    TOO_CHEAP,
    HAS_WAY_AROUND,
    DEARER_THAN_AVOIDING,
    DEARER_THAN_CORRIDOR,
    Measure {
        name: "mean excess, %",
        digits: 3,
        bar: Bar::None,
        only: &[],
        of: |all| 100.0 * mean(all.iter().map(Verdict::excess)),
    },
    Measure { name: "p50, %", digits: 3, bar: Bar::None, only: &[], of: |all| excess(all, 0.5) },
    Measure { name: "p90, %", digits: 3, bar: Bar::None, only: &[], of: |all| excess(all, 0.9) },
    EXCESS_P99,
    EXCESS_MAX,
    UNPROVED_P99,
    UNPROVED_MAX,
    LEAD_MAX,
    Measure {
        name: "stated gap, mean, %",
        digits: 3,
        bar: Bar::None,
        only: &[],
        of: |all| 100.0 * mean(all.iter().map(|verdict| verdict.answer.gap())),
    },
    Measure {
        name: "certified ≤ 1 % within 5 ms, % of queries",
        digits: 1,
        bar: Bar::AtLeast(99.0),
        only: MUD_MIXED,
        of: |all| certified(answers(all), 0.01, 5.0 * MILLISECOND),
    },
    Measure {
        name: "certified ≤ 5 % within 1 ms, % of queries",
        digits: 1,
        bar: Bar::AtLeast(90.0),
        only: MUD_MIXED,
        of: |all| certified(answers(all), 0.05, MILLISECOND),
    },
    Measure {
        name: "path without a proof: median time, ms",
        digits: 4,
        bar: Bar::AtMost(0.3),
        only: WITH_ROAD,
        of: |all| time(unproved(all), 0.5),
    },
    Measure {
        name: "path proved to 1 %: median time, ms",
        digits: 4,
        bar: Bar::None,
        only: &[],
        of: |all| time(answers(all), 0.5),
    },
];

/// The measures of published maps with areas.
const OF_MAPS: [Measure; 18] = [
    Measure { name: "queries", digits: 0, bar: Bar::None, only: &[], of: |all| all.len() as f64 },
    BOUND_BROKEN,
    HAS_WAY_AROUND,
    DEARER_THAN_AVOIDING,
    DEARER_THAN_CORRIDOR,
    EXCESS_P99,
    EXCESS_MAX,
    UNPROVED_P99,
    UNPROVED_MAX,
    LEAD_MAX,
    Measure {
        name: "path without a proof: median time, ms",
        digits: 3,
        bar: Bar::AtMost(2.0),
        only: &[],
        of: |all| time(unproved(all), 0.5),
    },
    Measure {
        name: "path without a proof: time, p99, ms",
        digits: 3,
        bar: Bar::AtMost(15.0),
        only: &[],
        of: |all| time(unproved(all), 0.99),
    },
    Measure {
        name: "asked for 2 %: certified ≤ 2 % within 20 ms, % of queries",
        digits: 1,
        bar: Bar::AtLeast(90.0),
        only: &[],
        of: |all| certified(wide(all), 0.02, 20.0 * MILLISECOND),
    },
    Measure {
        name: "asked for 1 %: certified ≤ 2 % within 20 ms, % of queries",
        digits: 1,
        bar: Bar::None,
        only: &[],
        of: |all| certified(answers(all), 0.02, 20.0 * MILLISECOND),
    },
    Measure {
        name: "path proved to 2 %: median time, ms",
        digits: 3,
        bar: Bar::None,
        only: &[],
        of: |all| time(wide(all), 0.5),
    },
    Measure {
        name: "path proved to 1 %: median time, ms",
        digits: 3,
        bar: Bar::None,
        only: &[],
        of: |all| time(answers(all), 0.5),
    },
    Measure {
        name: "the same, p99, ms",
        digits: 3,
        bar: Bar::None,
        only: &[],
        of: |all| time(answers(all), 0.99),
    },
    Measure {
        name: "the same, first query of a finder, median, ms",
        digits: 1,
        bar: Bar::None,
        only: &[],
        of: |all| quantile(all.iter().map(|verdict| verdict.first), 0.5) / MILLISECOND,
    },
];

const BOUND_BROKEN: Measure = Measure {
    name: "stated bounds above a known path",
    digits: 0,
    bar: Bar::AtMost(0.0),
    only: &[],
    of: |all| count(all, Verdict::is_bound_broken),
};
const TOO_CHEAP: Measure = Measure {
    name: "costs below the bound of the oracle",
    digits: 0,
    bar: Bar::AtMost(0.0),
    only: &[],
    of: |all| count(all, Verdict::is_too_cheap),
};
const HAS_WAY_AROUND: Measure = Measure {
    name: "queries with a path that avoids dear ground",
    digits: 0,
    bar: Bar::None,
    only: &[],
    of: |all| count(all, |verdict| verdict.avoiding.is_some()),
};
const DEARER_THAN_AVOIDING: Measure = Measure {
    name: "dearer than that path",
    digits: 0,
    bar: Bar::AtMost(0.0),
    only: &[],
    of: |all| count(all, Verdict::is_dearer_than_avoiding),
};
const DEARER_THAN_CORRIDOR: Measure = Measure {
    name: "dearer than the corridor",
    digits: 0,
    bar: Bar::AtMost(0.0),
    only: &[],
    of: |all| count(all, Verdict::is_dearer_than_corridor),
};
const EXCESS_P99: Measure = Measure {
    name: "excess, p99, %",
    digits: 3,
    bar: Bar::AtMost(0.5),
    only: &[],
    of: |all| excess(all, 0.99),
};
const EXCESS_MAX: Measure = Measure {
    name: "excess, max, %",
    digits: 3,
    bar: Bar::AtMost(2.0),
    only: &[],
    of: |all| excess(all, 1.0),
};
const UNPROVED_P99: Measure = Measure {
    name: "excess of the path without a proof, p99, %",
    digits: 3,
    bar: Bar::AtMost(0.5),
    only: &[],
    of: |all| 100.0 * quantile(all.iter().map(Verdict::unproved_excess), 0.99),
};
const UNPROVED_MAX: Measure = Measure {
    name: "the same, max, %",
    digits: 3,
    bar: Bar::AtMost(2.0),
    only: &[],
    of: |all| 100.0 * quantile(all.iter().map(Verdict::unproved_excess), 1.0),
};
const LEAD_MAX: Measure = Measure {
    name: "cheaper than the oracle's path, max, %",
    digits: 3,
    bar: Bar::None,
    only: &[],
    of: |all| 100.0 * quantile(all.iter().map(Verdict::lead), 1.0),
};

fn count(all: &[Verdict], is: fn(&Verdict) -> bool) -> f64 {
    all.iter().filter(|verdict| is(verdict)).count() as f64
}

fn excess(all: &[Verdict], share: f64) -> f64 {
    100.0 * quantile(all.iter().map(Verdict::excess), share)
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
    let mut text = "| |".to_owned();
    for column in columns {
        let _ = write!(text, " {} |", column.name);
    }
    text += " bar | holds |\n|---|";
    text += &"---|".repeat(columns.len() + 2);
    text.push('\n');
    for measure in measures {
        text += &line(measure, columns);
    }
    text
}

fn line(measure: &Measure, columns: &[Column]) -> String {
    let mut text = format!("| {} |", measure.name);
    let mut is_held = true;
    for column in columns {
        let value = (measure.of)(&column.verdicts);
        let _ = write!(text, " {value:.*} |", measure.digits);
        if measure.only.is_empty() || measure.only.contains(&column.name.as_str()) {
            is_held &= match measure.bar {
                Bar::None => true,
                Bar::AtMost(most) => value <= most,
                Bar::AtLeast(least) => value >= least,
            };
        }
    }
    let bar = match measure.bar {
        Bar::None => return text + " | |\n",
        Bar::AtMost(most) => format!("≤ {most}"),
        Bar::AtLeast(least) => format!("≥ {least}"),
    };
    let only = match measure.only {
        [] => String::new(),
        columns => format!(" ({})", columns.join(", ")),
    };
    let holds = if is_held { "yes" } else { "**no**" };
    text + &format!(" {bar}{only} | {holds} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline::DVec2;

    fn column(name: &str, costs: &[f64]) -> Column {
        let verdict = |&cost: &f64| {
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
        Column { name: name.to_owned(), verdicts: costs.iter().map(verdict).collect() }
    }

    #[test]
    fn a_measure_counts_what_its_name_says() {
        let text = of_fields(&[column("mud", &[100.0, 100.0, 106.0, 120.0])]);
        assert!(text.contains("| queries | 4 | | |\n"), "{text}");
        assert!(text.contains("| dearer than that path | 2 | ≤ 0 | **no** |"), "{text}");
        assert!(text.contains("| dearer than the corridor | 1 | ≤ 0 | **no** |"), "{text}");
        assert!(text.contains("| stated bounds above a known path | 0 | ≤ 0 | yes |"), "{text}");
        assert!(text.contains("| excess, max, % | 20.000 | ≤ 2 | **no** |"), "{text}");
        assert!(text.contains("| the same, max, % | 21.000 | ≤ 2 | **no** |"), "{text}");
        assert!(text.contains("% of queries | 50.0 | ≥ 99 (mud, mixed) | **no** |"), "{text}");
    }

    #[test]
    fn a_bar_applies_to_its_columns_only() {
        let text = of_fields(&[column("mud", &[100.0]), column("patchwork", &[120.0])]);
        let certified = text.lines().find(|line| line.contains("≤ 1 %")).unwrap();
        assert!(certified.ends_with("| 100.0 | 0.0 | ≥ 99 (mud, mixed) | yes |"), "{certified}");
    }
}
