//! The picture: per map a group of lines, one a contender, from its mean time to its 99th
//! percentile, along a logarithmic axis.

use svg::Document;
use svg::node::element::{Circle, Line, Rectangle, Text};

use crate::report::Race;

/// One colour a contender; apart from one another for colour-blind readers too.
///
/// Source: M. Okabe, K. Ito, "Color Universal Design", 2008.
const COLORS: [&str; 6] = ["#0072b2", "#56b4e9", "#009e73", "#d55e00", "#e69f00", "#555555"];

const WIDTH: f64 = 960.0;
const LEFT: f64 = 170.0;
const RIGHT: f64 = 24.0;
const LEGEND_ROW: f64 = 20.0;
const ROW: f64 = 9.0;
const GAP: f64 = 12.0;

/// Draws all races.
#[must_use]
pub fn draw(races: &[Race]) -> Document {
    let contenders = races.first().map_or(0, |race| race.rows.len());
    let top = 52.0 + LEGEND_ROW * contenders.div_ceil(2) as f64;
    let group = ROW * contenders as f64 + GAP;
    let bottom = top + group * races.len() as f64;
    let axis = Axis::of(races);
    let mut document = Document::new()
        .set("viewBox", (0, 0, WIDTH, bottom + 16.0))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
        .add(text("µs a query, mean (dot) to 99th percentile (end of line)", LEFT, 18.0));
    document = legend(document, races);
    document = axis.grid(document, top, bottom);
    for (index, race) in races.iter().enumerate() {
        let y = top + group * index as f64 + GAP / 2.0;
        let middle = y + ROW * contenders as f64 / 2.0 + 4.0;
        let name = text(&race.map, LEFT - 12.0, middle).set("text-anchor", "end");
        document = axis.group(document.add(name), race, y);
    }
    document
}

fn legend(mut document: Document, races: &[Race]) -> Document {
    for (index, row) in races.first().map_or(&[][..], |race| &race.rows).iter().enumerate() {
        let x = LEFT + (index % 2) as f64 * 300.0;
        let y = 38.0 + LEGEND_ROW * (index / 2) as f64;
        document =
            document.add(dot(x + 5.0, y - 4.0, color(index))).add(text(row.name, x + 16.0, y));
    }
    document
}

/// The logarithmic axis, over whole powers of ten.
struct Axis {
    low: i32,
    high: i32,
}

impl Axis {
    fn of(races: &[Race]) -> Self {
        let scores =
            races.iter().flat_map(|race| &race.rows).filter_map(|row| row.score.as_ref().ok());
        let times = scores.flat_map(|score| [score.mean, score.p99]).filter(|time| *time > 0.0);
        let (low, high) =
            times.fold((f64::MAX, 0.0f64), |(low, high), time| (low.min(time), high.max(time)));
        if low > high {
            return Self { low: 0, high: 1 };
        }
        let (low, high) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        Self { low, high: high.max(low + 1) }
    }

    fn x(&self, time: f64) -> f64 {
        let share = (time.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }

    fn grid(&self, mut document: Document, top: f64, bottom: f64) -> Document {
        for power in self.low..=self.high {
            let time = 10f64.powi(power);
            for step in 1..10 {
                let x = self.x(time * f64::from(step));
                let shade = if step == 1 { "#bbbbbb" } else { "#eeeeee" };
                document = document.add(line([x, top], [x, bottom], shade, 1.0));
            }
            let label = text(&time.to_string(), self.x(time), top - 6.0);
            document = document.add(label.set("text-anchor", "middle"));
        }
        document
    }

    fn group(&self, mut document: Document, race: &Race, y: f64) -> Document {
        for (index, row) in race.rows.iter().enumerate() {
            let Ok(score) = &row.score else { continue };
            let y = y + ROW * (index as f64 + 0.5);
            let (mean, p99) = (self.x(score.mean), self.x(score.p99));
            document = document
                .add(line([mean, y], [p99, y], color(index), 2.0))
                .add(line([p99, y - 3.0], [p99, y + 3.0], color(index), 2.0))
                .add(dot(mean, y, color(index)));
        }
        document
    }
}

fn color(index: usize) -> &'static str {
    COLORS[index % COLORS.len()]
}

fn text(content: &str, x: f64, y: f64) -> Text {
    Text::new(content).set("x", x).set("y", y)
}

fn dot(x: f64, y: f64, color: &str) -> Circle {
    Circle::new().set("cx", rounded(x)).set("cy", rounded(y)).set("r", 3.5).set("fill", color)
}

fn line(from: [f64; 2], to: [f64; 2], color: &str, width: f64) -> Line {
    Line::new()
        .set("x1", rounded(from[0]))
        .set("y1", rounded(from[1]))
        .set("x2", rounded(to[0]))
        .set("y2", rounded(to[1]))
        .set("stroke", color)
        .set("stroke-width", width)
}

/// A hundredth of a pixel is finer than anybody sees.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
