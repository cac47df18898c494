//! Weighted regions: excess, certified gaps and times, on seeded fields and published maps.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::program::{Pages, ended};
use benches::scenario::{Options, Scenario};
use benches::setting::Setting;
use benches::weighted::field::Field;
use benches::weighted::table::{Column, of_fields, of_maps};
use benches::weighted::verdict::{Density, Verdict, verdicts};
use clap::Parser;
use navmesh_testkit::worlds::weighted::{Ground, weighted_field, weighted_world};

/// Holds paths over weighted regions against independent bounds, and times them.
#[derive(Debug, Parser)]
#[command(name = "weighted")]
struct Arguments {
    /// The folder that has `movingai/SUITE/NAME.map`; without it, no published maps.
    #[arg(long)]
    data: Option<PathBuf>,
    /// The published maps.
    #[arg(long, value_delimiter = ',', default_value = "sc1/Aurora,dao/ost100d,bg512/AR0700SR")]
    maps: Vec<String>,
    /// The kinds of seeded fields; `hard` for the worlds of all kinds, or the name of one of their other kinds.
    #[arg(long, value_delimiter = ',', default_value = "mud,mixed,road,patchwork,hard")]
    kinds: Vec<String>,
    /// The seed of the first field of each kind.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The number of fields of each kind, and of four times as many hard worlds.
    #[arg(long, default_value_t = 20)]
    scenes: u64,
    /// The number of queries on each field or map, at most 56 on a field.
    #[arg(long, default_value_t = 28)]
    queries: usize,
    /// The number of points of the oracle on each portal of a field.
    #[arg(long, default_value_t = 32)]
    points: usize,
    /// The number of pieces of each portal for the lower bound of the oracle; 0 for none.
    #[arg(long, default_value_t = 8)]
    pieces: usize,
    /// Leaves the seeded fields out.
    #[arg(long)]
    no_fields: bool,
    #[command(flatten)]
    pages: Pages,
}

impl Arguments {
    fn asks_for(&self, kind: &str) -> bool {
        self.kinds.iter().any(|asked| asked == kind)
    }

    /// True for a hard world that is asked for, by the kind that its name begins with.
    fn asks_for_hard(&self, world: &str) -> bool {
        let is_study = |kind: &String| Ground::STUDY.iter().any(|study| study.name() == kind);
        let mut others = self.kinds.iter().filter(|kind| !is_study(kind));
        others.any(|kind| kind == "hard" || world.starts_with(kind.as_str()))
    }
}

fn main() -> ExitCode {
    ended("weighted", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut page = heading(&arguments.pages.setting("weighted"));
    let mut tell = |text: String| {
        print!("{text}");
        page += &text;
    };
    if !arguments.no_fields {
        tell(format!("\n## Seeded fields\n\n{}", of_fields(&columns(arguments)?)));
    }
    if let Some(data) = &arguments.data {
        tell(format!("\n## Published maps with 200 areas\n\n{}", of_maps(&maps(arguments, data)?)));
    }
    arguments.pages.write("weighted.md", &page)
}

/// The columns of all kinds, and of as many hard worlds.
fn columns(arguments: &Arguments) -> Result<Vec<Column>, String> {
    let density = Density { points: arguments.points, pieces: arguments.pieces };
    let mut columns = Vec::new();
    for ground in Ground::STUDY.into_iter().filter(|ground| arguments.asks_for(ground.name())) {
        let mut verdicts = Vec::new();
        for seed in arguments.first..arguments.first + arguments.scenes {
            let field = Field::of_world(&weighted_field(ground, seed), arguments.queries)?;
            verdicts.extend(judged(&field, density));
        }
        columns.push(Column { name: ground.name().to_owned(), verdicts });
    }
    let mut verdicts = Vec::new();
    let worlds = arguments.scenes * Ground::STUDY.len() as u64;
    for world in (arguments.first..arguments.first + worlds).map(weighted_world) {
        if arguments.asks_for_hard(&world.name) {
            verdicts.extend(judged(&Field::of_world(&world, arguments.queries)?, density));
        }
    }
    if !verdicts.is_empty() {
        columns.push(Column { name: "hard".to_owned(), verdicts });
    }
    Ok(columns)
}

/// The verdicts about a field. Those that break a bar are listed on standard error, to be reduced.
fn judged(field: &Field, density: Density) -> Vec<Verdict> {
    let verdicts = verdicts(field, density);
    for verdict in verdicts.iter().filter(|verdict| verdict.is_suspect()) {
        eprintln!("{}: {verdict}", field.name);
    }
    verdicts
}

/// The points of the oracle on each portal of a published map, which has many portals.
const POINTS_ON_MAPS: usize = 6;

/// The columns of the published maps.
fn maps(arguments: &Arguments, data: &Path) -> Result<Vec<Column>, String> {
    let options = Options { limit: Some(arguments.queries), ..Options::default() };
    let mut columns = Vec::new();
    for name in &arguments.maps {
        let field = Field::of_map(&Scenario::read(data, name, &options)?)?;
        let verdicts = verdicts(&field, Density { points: POINTS_ON_MAPS, pieces: 0 });
        columns.push(Column { name: name.clone(), verdicts });
    }
    Ok(columns)
}

fn heading(Setting { command, machine, flags, commit, date }: &Setting) -> String {
    format!(
        "# Weighted regions\n\n\
         `{command}`\n\n\
         - machine: {machine}\n- compiler: {flags}\n- commit: {commit}\n- date: {date}\n\n\
         Fields measure 100 by 100 units. *Mud* has 12 areas of cost 3, *mixed* 12 areas of costs from 0.5 to 5, *road* a zigzag \
         of cost 0.5 and mud, *patchwork* 49 quadrangles. *Hard* worlds have areas that overlap, nest, have holes, touch, share \
         sides, or differ by powers of two; they are turned and scaled. The excess is that over the cheapest path known: the \
         path of the oracle over points on all portals, refined, or any other answer in this table. The lower bound of the oracle \
         is that over pieces of portals. A path without a proof is the answer to a query with a gap of 1: no tube runs. Times are \
         the least of three, with a scratch and tables that are kept; those of first queries include the tables.\n"
    )
}
