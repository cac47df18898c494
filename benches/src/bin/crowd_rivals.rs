//! Crowds side by side with other engines, in the scenes of the record.

use std::process::ExitCode;
use std::sync::Arc;

use benches::crowd_rivals::detour_crowd::DetourCrowd;
use benches::crowd_rivals::dodgy::Dodgy;
use benches::crowd_rivals::measure::measured;
use benches::crowd_rivals::ours::Ours;
use benches::crowd_rivals::scene::{ARCS, RADIUS, Scene};
use benches::crowd_rivals::simulation::Simulation;
use benches::crowd_rivals::table::{HEAD, row};
use benches::program::{Pages, ended};
use benches::setting::Setting;
use clap::Parser;
use tautline::{MeshFinder, NavMesh, PathQuery};

/// Runs crowds of ours and of other engines through the same scenes.
#[derive(Debug, Parser)]
#[command(name = "crowd_rivals")]
struct Arguments {
    /// The scenes, by the beginning of their names; without it, all.
    #[arg(long, value_delimiter = ',')]
    scenes: Vec<String>,
    /// The engines; without it, all.
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// The threads of our crowd; the others use one.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The arc tolerance of the meshes.
    #[arg(long, default_value_t = ARCS)]
    arcs: f64,
    /// Moves each start by up to 0.005 along each axis, at random by this seed.
    #[arg(long, value_name = "SEED")]
    shift: Option<u64>,
    #[command(flatten)]
    pages: Pages,
}

/// The engines, in the order of the table.
const ENGINES: [&str; 3] = ["tautline", "dodgy_2d", "detour"];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build();
    let result = pool.map_err(|error| error.to_string());
    let result = result.and_then(|pool| pool.install(|| run(&arguments)));
    ended("crowd_rivals", result.map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let is_asked = |names: &[String], name: &str| {
        names.is_empty() || names.iter().any(|start| name.starts_with(start.as_str()))
    };
    print!("{HEAD}");
    let mut rows = HEAD.to_owned();
    for scene in Scene::all().into_iter().filter(|s| is_asked(&arguments.scenes, &s.name)) {
        let mesh = Arc::new(scene.mesh(RADIUS, arguments.arcs)?);
        let scene = match arguments.shift {
            Some(seed) => scene.shifted(seed),
            None => scene,
        };
        for engine in ENGINES.into_iter().filter(|name| is_asked(&arguments.engines, name)) {
            let mut simulation = simulation(engine, &scene, &mesh)?;
            let measures = measured(&scene, &mesh, &mut *simulation)?;
            let row = row(&scene.name, engine, &measures);
            print!("{row}");
            rows += &row;
            if scene.walkers.len() == 1 {
                let walked =
                    format!("{engine} walked {:.5}\n", walked(&scene, &mesh, measures.walked)?);
                print!("{walked}");
            }
        }
    }
    let setting = arguments.pages.setting("crowd_rivals");
    arguments.pages.write("crowd.md", &page(&setting, &rows))
}

fn page(setting: &Setting, rows: &str) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    format!(
        "# Crowds against other engines\n\n`{command}`\n\n- {machine}\n- {flags}\n- commit: {commit}\n- date: {date}\n\n\
         Agents of radius 0.5 walk 1.5 units a second, in steps of 0.1 s, on one thread. `dodgy_2d` only avoids, so it \
         follows exact paths of ours; `detour` (Recast's crowd in the crate `navmesh-rs`) has all its corrections \
         switched on. An agent has arrived once it was within 0.5 of its goal. Overlap is a share of the diameter, and \
         its mean is that of pairs with more than 1 %. *Off the mesh* counts centres over all steps, by the exact test; \
         *farthest off* is a share of the radius. *Jitter* is the mean change of velocity in a step as a share of the \
         speed, of agents that have not arrived. The time of a step includes following and planning; the first step has \
         the first search of each agent, so its time and that of the later steps are given apart, in the same unit.\n\n{rows}"
    )
}

fn simulation(
    engine: &str,
    scene: &Scene,
    mesh: &Arc<NavMesh>,
) -> Result<Box<dyn Simulation>, String> {
    Ok(match engine {
        "tautline" => Box::new(Ours::new(scene, mesh)?),
        "dodgy_2d" => Box::new(Dodgy::new(scene, mesh)?),
        _ => Box::new(DetourCrowd::new(scene, mesh)?),
    })
}

/// Returns the way walked by one agent and on to its goal, as a share of the shortest path.
fn walked(scene: &Scene, mesh: &Arc<NavMesh>, length: f64) -> Result<f64, String> {
    let [walker] = scene.walkers[..] else { return Err("not one agent".to_owned()) };
    let query = PathQuery::new(walker.start, walker.goal);
    let finder = MeshFinder::new(Arc::clone(mesh));
    let path = finder.find_path(&query).map_err(|error| error.to_string())?;
    Ok(length / path.length())
}
