//! The cost of doors: toggles, and the queries after them, on ever larger maps.

use std::fmt::Write;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use benches::build_fixture::{BuildFixture, Obstacle};
use benches::program::{Pages, ended};
use benches::setting::Setting;
use clap::Parser;
use navmesh_testkit::SplitMix64;
use tautline::mesh::{CellId, DoorId, EdgeId, UnknownDoor};
use tautline::{
    BuildOptions, ClosedDoors, DVec2, Door, GoalPolicy, MeshFinder, Outlines, Path, PathQuery,
    Scratch, StartPolicy, build_outlines,
};

/// Opens and closes doors on ever larger maps, and asks for paths after that.
#[derive(Debug, Parser)]
#[command(name = "doors")]
struct Arguments {
    /// The number of vertices the maps have.
    #[arg(long, value_delimiter = ',', default_value = "2000,20000,200000,2000000")]
    vertices: Vec<usize>,
    /// The number of times each query is asked; the least time counts.
    #[arg(long, default_value_t = 5)]
    repeat: u32,
    #[command(flatten)]
    pages: Pages,
}

/// The number of edges, cells and doors are toggled for a mean.
const TOGGLES: usize = 1 << 18;

/// The number of doors are drawn.
const DOORS: usize = 64;

/// The distance between the ends of a query, in sides of a lattice of octagons.
const APART: f64 = 8.0;

fn main() -> ExitCode {
    ended("doors", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut page = heading(&arguments.pages.setting("doors"));
    for &vertices in &arguments.vertices {
        let row = measured(vertices, arguments.repeat)?;
        print!("{row}");
        page += &row;
    }
    arguments.pages.write("doors.md", &page)
}

fn heading(Setting { command, machine, flags, commit, date }: &Setting) -> String {
    format!(
        "# What doors cost\n\n- {machine}\n- {flags}\n- commit {commit}, {date}\n- `{command}`\n\n\
         Octagons on a square field, and {DOORS} doors across it, each two octagons long. *An edge*, *a cell* and *a door* are \
         closed and opened again in a `ClosedDoors`: half of that is the time of one toggle, the mean of {TOGGLES}, of the same one over \
         and over and of any in turn, which the memory has to fetch. Queries are the default search over some {APART} octagons, \
         in places next to a door, and their mean. *All open* and *closed* are queries of which none comes right after a toggle; *after a toggle* one \
         does, on a scratch that has followed the doors before: it patches the cells around the door and updates the \
         components. *The first* copies the map for its scratch. *Anew* is what building the mesh and its index takes: what a \
         toggle saves.\n\n\
         | vertices | cells | an edge, ns | any | a cell, ns | any | a door, ns | any | all open, µs | closed, µs | after a toggle, µs | \
         a cell of it, ns | the first, ms | anew, ms |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n"
    )
}

/// A field with doors.
fn fixture(vertices: usize) -> (Outlines, Vec<DVec2>) {
    let mut outlines = BuildFixture::field(vertices, Obstacle::Octagon).outlines;
    let mut random = SplitMix64::new(1);
    let side = outlines.obstacles.len().isqrt();
    let mut places = Vec::new();
    for number in 0..DOORS {
        let mut place = || random.below(side.max(4) - 3) as f64 + 0.7;
        let from = DVec2::new(place(), place());
        places.push(from);
        outlines.doors.push(Door::new([from, from + DVec2::X * 2.0], number.to_string()));
    }
    (outlines, places)
}

fn measured(vertices: usize, repeat: u32) -> Result<String, String> {
    let (outlines, places) = fixture(vertices);
    let begun = Instant::now();
    let built = build_outlines(&outlines, &BuildOptions::default());
    let (mesh, _) = built.map_err(|error| error.to_string())?;
    let mut finder = MeshFinder::new(mesh);
    let anew = begun.elapsed().as_secs_f64() * 1e3;
    let (count, cells) = (finder.mesh().vertex_count(), finder.mesh().cell_count());
    let mut row = format!("| {count} | {cells} |");
    for [same, any] in toggles(&finder).map_err(|error| error.to_string())? {
        let _ = write!(row, " {same:.1} | {any:.1} |");
    }
    let Queries { open, closed, toggled, first } =
        queries(&mut finder, &places, repeat).map_err(|error| error.to_string())?;
    let a_cell = (toggled - closed) * 1e3 / cells as f64;
    let _ = writeln!(
        row,
        " {open:.1} | {closed:.1} | {toggled:.1} | {a_cell:.1} | {:.1} | {anew:.0} |",
        first / 1e3
    );
    Ok(row)
}

/// The time of a toggle in nanoseconds, of an edge, a cell and a door: of the same one always, and of any.
fn toggles(finder: &MeshFinder) -> Result<[[f64; 2]; 3], UnknownDoor> {
    let mesh = finder.mesh();
    let mut doors = ClosedDoors::new(mesh);
    let edge = |doors: &mut ClosedDoors, number: usize| {
        let edge = EdgeId(number as u32);
        doors.close_edge(edge)?;
        doors.open_edge(edge)
    };
    let cell = |doors: &mut ClosedDoors, number: usize| {
        let cell = CellId { slot: number as u32, generation: 0 };
        doors.close_cell(cell)?;
        doors.open_cell(cell)
    };
    let door = |doors: &mut ClosedDoors, number: usize| {
        let door = DoorId(number as u32);
        doors.close(door)?;
        doors.open(door)
    };
    Ok([
        means(&mut doors, mesh.edges().len(), edge)?,
        means(&mut doors, mesh.cell_count(), cell)?,
        means(&mut doors, mesh.doors().len(), door)?,
    ])
}

/// The mean time of half of `work` in nanoseconds: with one number always, and with any below a count.
fn means<E>(
    doors: &mut ClosedDoors,
    count: usize,
    work: impl Fn(&mut ClosedDoors, usize) -> Result<(), E>,
) -> Result<[f64; 2], E> {
    let mut random = SplitMix64::new(count as u64);
    let any: Vec<usize> = (0..TOGGLES).map(|_| random.below(count)).collect();
    let mut mean = |numbers: &[usize]| {
        let begun = Instant::now();
        for &number in numbers {
            work(black_box(doors), number)?;
        }
        Ok(begun.elapsed().as_secs_f64() * 1e9 / (2 * numbers.len()) as f64)
    };
    // The set has its memory from then on.
    mean(&[count - 1])?;
    Ok([mean(&vec![any[0]; TOGGLES])?, mean(&any)?])
}

/// The mean times of queries, in microseconds.
struct Queries {
    open: f64,
    closed: f64,
    toggled: f64,
    first: f64,
}

fn queries(finder: &mut MeshFinder, places: &[DVec2], repeat: u32) -> Result<Queries, UnknownDoor> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut ask = |finder: &MeshFinder, place: DVec2| {
        let beside = DVec2::Y * (APART / 2.0);
        let query = PathQuery::new(place + beside, place - beside).goal_policy(GoalPolicy::Nearest);
        let query = query.start_policy(StartPolicy::Nearest);
        let begun = Instant::now();
        let _ = black_box(finder.find_path_into(&query, &mut scratch, &mut path));
        begun.elapsed().as_secs_f64() * 1e6
    };
    let mean = |sum: f64| sum / (places.len() - 1) as f64;
    let doors = || places.iter().copied().zip((0..).map(DoorId)).skip(1);
    let mut open = 0.0;
    for (place, _) in doors() {
        let asked = (0..repeat.max(1)).map(|_| ask(finder, place));
        open += asked.fold(f64::INFINITY, f64::min);
    }
    finder.close_door(DoorId(0))?;
    let first = ask(finder, places[0]);
    let (mut closed, mut toggled) = (0.0, 0.0);
    for (place, door) in doors() {
        let mut times = [f64::INFINITY; 2];
        for _ in 0..repeat.max(1) {
            finder.close_door(door)?;
            times[0] = times[0].min(ask(finder, place));
            times[1] = times[1].min(ask(finder, place));
            finder.open_door(door)?;
            times[0] = times[0].min(ask(finder, place));
        }
        toggled += times[0];
        closed += times[1];
    }
    Ok(Queries { open: mean(open), closed: mean(closed), toggled: mean(toggled), first })
}
