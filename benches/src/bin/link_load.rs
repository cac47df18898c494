//! The cost of links: the same queries on one map with more and more links, of three kinds.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::program::{Pages, ended};
use benches::scenario::{Options, Scenario};
use benches::setting::Setting;
use clap::Parser;
use navmesh_testkit::SplitMix64;
use tautline::io::read_mesh;
use tautline::{DVec2, Link, MeshFinder, NavMesh, Path, PathQuery, Scratch};

/// Asks a map's queries with so many links between random places of other queries.
#[derive(Debug, Parser)]
#[command(name = "link_load")]
struct Arguments {
    /// The folder that has `movingai/sc1/Aurora.map`.
    #[arg(long)]
    data: PathBuf,
    /// The map, on the mesh that was published with it.
    #[arg(long, default_value = "sc1/Aurora")]
    map: String,
    /// The number of links.
    #[arg(long, value_delimiter = ',', default_value = "0,1,10,100,1000")]
    counts: Vec<usize>,
    /// About how many queries are asked.
    #[arg(long, default_value_t = 300)]
    limit: usize,
    /// The number of times each query is asked; the least time counts.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    #[command(flatten)]
    pages: Pages,
}

/// The costs of links, relative to the straight distance between their ends.
const KINDS: [(&str, f64); 3] =
    [("as the straight line", 1.0), ("a quarter", 0.25), ("nothing", 0.0)];

fn main() -> ExitCode {
    ended("link_load", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let Setting { command, machine, flags, commit, date } = arguments.pages.setting("link_load");
    let scenario = Scenario::read(&arguments.data, &arguments.map, &Options::default())?;
    let step = scenario.queries.len().div_ceil(arguments.limit.max(1)).max(1);
    let queries: Vec<[DVec2; 2]> = scenario.queries.iter().copied().step_by(step).collect();
    let raw = read_mesh(&scenario.mesh_text).map_err(|error| error.to_string())?;
    let mesh = NavMesh::from_raw(&raw).map_err(|error| error.to_string())?;
    let mut page = format!(
        "# What links cost a search\n\n- {machine}\n- {flags}\n- commit {commit}, {date}\n- `{command}`\n\n\
         {} on its published mesh, {} queries. Links lead both ways, between random places.\n\n\
         | links | they cost | µs a query | expansions | over links | prepared in ms |\n\
         |---|---|---|---|---|---|\n",
        scenario.name,
        queries.len()
    );
    for &count in &arguments.counts {
        for (kind, share) in KINDS {
            let links = random_links(&scenario, count, share);
            let linked = mesh.clone().with_links(links).map_err(|error| error.to_string())?;
            let Load { query, expanded, over_links, prepared } =
                load(linked, &queries, arguments.repeat);
            let [query, prepared] =
                [(query, 1e6), (prepared, 1e3)].map(|(t, f)| t.as_secs_f64() * f);
            let _ = writeln!(
                page,
                "| {count} | {kind} | {query:.1} | {expanded:.0} | {over_links} | {prepared:.1} |"
            );
        }
    }
    println!("{page}");
    arguments.pages.write("links.md", &page)
}

/// Links between ends of the scenario's queries.
fn random_links(scenario: &Scenario, count: usize, share: f64) -> Vec<Link> {
    let mut random = SplitMix64::new(count as u64);
    let mut place = || random.pick(&scenario.queries)[0];
    let mut link = |number: usize| {
        let link = Link::new(place(), place(), format!("link {number}"));
        let cost = link.span() * share;
        link.cost(cost)
    };
    (0..count).map(&mut link).collect()
}

/// The measurement.
struct Load {
    query: Duration,
    expanded: f64,
    over_links: usize,
    prepared: Duration,
}

fn load(mesh: NavMesh, queries: &[[DVec2; 2]], repeat: u32) -> Load {
    let begun = Instant::now();
    let finder = MeshFinder::new(mesh);
    let prepared = begun.elapsed();
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut sum, mut expanded, mut over_links) = (Duration::ZERO, 0, 0);
    for &[start, goal] in queries {
        let mut ask = || {
            let begun = Instant::now();
            let _ = finder.find_path_into(&PathQuery::new(start, goal), &mut scratch, &mut path);
            begun.elapsed()
        };
        sum += (0..repeat).map(|_| ask()).min().unwrap_or_default();
        expanded += path.stats().expanded;
        over_links += usize::from(!path.links().is_empty());
    }
    let queries = queries.len() as u32;
    Load {
        query: sum / queries,
        expanded: expanded as f64 / f64::from(queries),
        over_links,
        prepared,
    }
}
