//! The page: a table a map, and geometric means over all maps.

use crate::contender::Contender;
use crate::passes::Answer;
use crate::score::{Score, geometric_mean};
use crate::setting::Setting;

/// One map's race.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The map.
    pub map: String,
    /// The contenders in order; the first is the one that the others are compared with.
    pub rows: Vec<Row>,
}

/// One contender's race.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The name of the contender.
    pub name: &'static str,
    /// Its times and lengths, or why there are none.
    pub score: Result<Score, String>,
    /// The preparation time, in milliseconds.
    pub prepare_ms: f64,
}

impl Race {
    /// Sums up a map's answers.
    #[must_use]
    pub fn of(
        map: &str,
        reference: &[f64],
        contenders: &[Contender],
        answers: &[Vec<Answer>],
    ) -> Self {
        let row = |(contender, answers): (&Contender, &Vec<Answer>)| Row {
            name: contender.name,
            prepare_ms: contender.prepare_ms,
            score: match &contender.map {
                Ok(_) => Ok(Score::of(answers, reference, contender.tolerance)),
                Err(reason) => Err(reason.clone()),
            },
        };
        let rows = contenders.iter().zip(answers).map(row).collect();
        Self { map: map.to_owned(), rows }
    }

    /// The ratio of a contender's measure to that of the first; `None` where one has none.
    #[must_use]
    pub fn ratio(&self, row: usize, measure: impl Fn(&Score) -> f64) -> Option<f64> {
        let of = |row: usize| self.rows.get(row)?.score.as_ref().ok().map(&measure);
        Some(of(row)? / of(0)?)
    }

    /// The race as a section of the page.
    #[must_use]
    pub fn section(&self) -> String {
        let queries = self.rows.iter().find_map(|row| row.score.as_ref().ok());
        let queries = queries.map_or(0, |score| score.queries);
        let mut text = format!("### {}: {queries} queries\n\n", self.map);
        text += "| | mean µs | p50 | p99 | mean, ratio | p99, ratio | optimal % | mean excess % \
                 | max excess % | max rel. error | too short | failed | prepared in ms |\n\
                 |---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
        for index in 0..self.rows.len() {
            text += &self.line(index);
        }
        text
    }

    fn line(&self, index: usize) -> String {
        let Row { name, score, prepare_ms } = &self.rows[index];
        let score = match score {
            Ok(score) => score,
            Err(reason) => {
                return format!("| {name} | – left out: {reason} | | | | | | | | | | | |\n");
            }
        };
        let [mean, p50, p99] = [score.mean, score.p50, score.p99].map(digits);
        let ratio = |measure: fn(&Score) -> f64| self.ratio(index, measure).map_or_else(no, digits);
        let (of_mean, of_p99) = (ratio(|s| s.mean), ratio(|s| s.p99));
        format!(
            "| {name} | {mean} | {p50} | {p99} | {of_mean} | {of_p99} | {:.2} | {:.4} | {:.3} \
             | {:.1e} | {} | {} | {prepare_ms:.1} |\n",
            score.percent_optimal(),
            score.mean_excess * 100.0,
            score.max_excess * 100.0,
            score.max_error,
            score.too_short,
            score.failed,
        )
    }
}

/// The geometric means over all maps, as a section of the page.
#[must_use]
pub fn summary(races: &[Race]) -> String {
    let with_ratios =
        races.iter().filter(|race| race.ratio(0, |score| score.mean).is_some()).count();
    let mut text = match with_ratios == races.len() {
        true => format!("### All {} maps\n\n", races.len()),
        false => {
            format!("### {with_ratios} of {} maps, where the first row took part\n\n", races.len())
        }
    };
    text += "| | maps | mean, geometric mean of ratios | the least | p99, geometric mean of ratios \
             | the least | queries without the optimum | failed |\n|---|---|---|---|---|---|---|---|\n";
    let Some(first) = races.first() else { return text };
    for (index, row) in first.rows.iter().enumerate() {
        let means = Ratios::of(races, index, |score| score.mean);
        let p99s = Ratios::of(races, index, |score| score.p99);
        let scores = races.iter().filter_map(|race| race.rows.get(index)?.score.as_ref().ok());
        let (wrong, failed) = scores.fold((0, 0), |(wrong, failed), score| {
            (wrong + score.queries - score.optimal, failed + score.failed)
        });
        let count = means.0.len();
        text += &format!("| {} | {count} | {means} | {p99s} | {wrong} | {failed} |\n", row.name);
    }
    text
}

/// The whole page, with the file of its picture.
#[must_use]
pub fn page(races: &[Race], setting: &Setting, picture: &str) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    let sections: Vec<String> = races.iter().map(Race::section).collect();
    format!(
        "# Rivals, on the same queries\n\n\
         `{command}`\n\n\
         - machine: {machine}\n- compiler: {flags}\n- commit: {commit}\n- date: {date}\n\n\
         One process, one thread; whole passes that take turns, each in a shuffled order; a query's \
         time is the least of its passes and holds all of the answer: both ends located, the search, \
         the waypoints. Failed queries count in the times. Ratios are to the first row. A length is \
         optimal within 1e-9 of the reference (tautline, f64) or 1e-4 (the rivals, f32); it is too \
         short where it is below the reference by more, and then goes through walls. Prepared: from \
         the mesh file's text, or from the outlines, to the first query.\n\n\
         ![mean and 99th percentile per map]({picture})\n\n\
         {}\n{}",
        summary(races),
        sections.join("\n"),
    )
}

/// A contender's ratios, one a map that it took part on; shown as their mean, and the least of them.
struct Ratios<'a>(Vec<(f64, &'a str)>);

impl<'a> Ratios<'a> {
    fn of(races: &'a [Race], index: usize, measure: fn(&Score) -> f64) -> Self {
        let ratio = |race: &'a Race| Some((race.ratio(index, measure)?, race.map.as_str()));
        Self(races.iter().filter_map(ratio).collect())
    }
}

impl std::fmt::Display for Ratios<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<f64> = self.0.iter().map(|(ratio, _)| *ratio).collect();
        let mean = geometric_mean(&all).map_or_else(no, digits);
        let least = self.0.iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let least = least.map_or_else(no, |(ratio, map)| format!("{} ({map})", digits(*ratio)));
        write!(f, "{mean} | {least}")
    }
}

fn no() -> String {
    "–".to_owned()
}

/// Three digits that count, or all before the point.
fn digits(value: f64) -> String {
    match value {
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(map: &str, means: [f64; 2]) -> Race {
        let row = |mean| {
            let score = Score { mean, p99: mean, queries: 1, optimal: 1, ..Score::default() };
            Row { name: "one", score: Ok(score), prepare_ms: 1.0 }
        };
        Race { map: map.to_owned(), rows: means.map(row).to_vec() }
    }

    #[test]
    fn ratios_are_to_the_first_row_and_their_mean_is_geometric() {
        let races = [race("a", [2.0, 8.0]), race("b", [1.0, 16.0])];
        assert_eq!(races[0].ratio(1, |score| score.mean), Some(4.0));
        assert!(
            summary(&races).contains("| one | 2 | 8.00 | 4.00 (a) | 8.00 | 4.00 (a) | 0 | 0 |")
        );
    }

    #[test]
    fn one_who_is_left_out_has_no_ratio_and_a_reason() {
        let mut race = race("a", [2.0, 8.0]);
        race.rows[1].score = Err("too wide".to_owned());
        assert_eq!(race.ratio(1, |score| score.mean), None);
        assert!(race.section().contains("left out: too wide"));
    }
}
