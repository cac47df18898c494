//! The tolerance of arcs: build time, vertices, time of a query and excess, on every map and for three radii.

use std::process::ExitCode;

use benches::arcs::{Figures, Map};
use benches::program::{Maps, Pages, ended};
use benches::setting::Setting;
use clap::Parser;

/// Measures meshes for radii with several arc tolerances.
#[derive(Debug, Parser)]
#[command(name = "arcs")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    #[command(flatten)]
    pages: Pages,
    /// The radii, in tiles.
    #[arg(long, value_delimiter = ',', default_values_t = [0.3, 0.5, 1.0])]
    radii: Vec<f64>,
    /// The arc tolerances, the finest first.
    #[arg(long, value_delimiter = ',', default_values_t = [0.001, 0.01, 0.02, 0.05, 0.1, 0.2])]
    tolerances: Vec<f64>,
    /// The number of queries of each map.
    #[arg(long, default_value_t = 100)]
    queries: usize,
    /// The number of builds, and of runs of a query; the least time counts.
    #[arg(long, default_value_t = 2)]
    repeat: u32,
}

const HEAD: &str = "| map | radius | arc tolerance | build, ms | vertices | waypoints | a query, µs | of the point query | mean excess | largest excess | queries |\n\
                    |---|---|---|---|---|---|---|---|---|---|---|\n";

/// The sums of one tolerance over all maps and radii.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    /// The logarithms of the ratios to the first tolerance: build time, vertices, time of a query.
    logarithms: [f64; 3],
    mean_excess: f64,
    largest_excess: f64,
    count: usize,
}

fn main() -> ExitCode {
    ended("arcs", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut lines = String::new();
    let mut sums = vec![Sums::default(); arguments.tolerances.len()];
    print!("{HEAD}");
    for name in arguments.maps.names(&["map", "map.scen"])? {
        let map = Map::read(&arguments.maps.data, &name, arguments.queries)?;
        for &radius in &arguments.radii {
            let figures = map.figures(radius, &arguments.tolerances, arguments.repeat)?;
            let Some(figures) = figures.filter(|figures| figures[0].queries > 0) else { continue };
            let point = figures[arguments.tolerances.len()];
            for ((figure, tolerance), sum) in
                figures.iter().zip(&arguments.tolerances).zip(&mut sums)
            {
                sum.add(figure, &figures[0]);
                let line = row(&name, [radius, *tolerance], figure, &point);
                print!("{line}");
                lines += &line;
            }
        }
    }
    let total = totals(&arguments.tolerances, &sums);
    print!("\n{total}");
    arguments.pages.write("arcs.md", &page(&lines, &total, &arguments.pages.setting("arcs")))
}

fn row(name: &str, [radius, tolerance]: [f64; 2], figure: &Figures, point: &Figures) -> String {
    format!(
        "| {name} | {radius} | {tolerance} | {:.1} | {} | {:.1} | {:.1} | {:.2} | {:.1e} | {:.1e} | {} |\n",
        figure.build_ms,
        figure.vertices,
        figure.waypoints,
        figure.query_us,
        figure.query_us / point.query_us,
        figure.mean_excess,
        figure.largest_excess,
        figure.queries
    )
}

impl Sums {
    fn add(&mut self, figure: &Figures, first: &Figures) {
        let ratios = [
            figure.build_ms / first.build_ms,
            figure.vertices as f64 / first.vertices as f64,
            figure.query_us / first.query_us,
        ];
        for (sum, ratio) in self.logarithms.iter_mut().zip(ratios) {
            *sum += ratio.ln();
        }
        self.mean_excess += figure.mean_excess;
        self.largest_excess = self.largest_excess.max(figure.largest_excess);
        self.count += 1;
    }
}

fn totals(tolerances: &[f64], sums: &[Sums]) -> String {
    let mut text = "| arc tolerance | build | vertices | a query | mean excess | largest excess | rows |\n|---|---|---|---|---|---|---|\n".to_owned();
    for (tolerance, sum) in tolerances.iter().zip(sums) {
        let count = sum.count.max(1) as f64;
        let [build, vertices, query] = sum.logarithms.map(|sum| (sum / count).exp());
        text += &format!(
            "| {tolerance} | {build:.2} | {vertices:.2} | {query:.2} | {:.1e} | {:.1e} | {} |\n",
            sum.mean_excess / count,
            sum.largest_excess,
            sum.count
        );
    }
    text
}

fn page(lines: &str, total: &str, setting: &Setting) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    format!(
        "# Arcs around corners\n\n`{command}`\n\n- {machine}\n- {flags}\n- commit: {commit}\n- date: {date}\n\n\
         Meshes for agents with a radius, in tiles, by arc tolerance. The *excess* is that of a path's length over the one \
         at the finest tolerance, for queries of the map's scenario that have a path at every tolerance between exactly \
         their ends. Times are the least of several runs. *Of the point query* is the time of a query over that of \
         the same query on the mesh for points. Over all maps and radii, as geometric means of the \
         ratios to the finest tolerance:\n\n{total}\n{HEAD}{lines}"
    )
}
