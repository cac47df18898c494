//! Widths of published maps: against the components of meshes built for a radius, and their cost.

use std::sync::Arc;
use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::build::RadiusOptions;
use tautline::widths::MeasuredPlace;
use tautline::{
    BuildError, BuildOptions, DVec2, MeshFinder, NavMesh, Outline, Outlines, PathQuery, Pathfinder,
    RadiusSet, Widths, build_outlines, trace,
};

use crate::scenario::parsed;

/// The tolerance of the arcs of meshes that are built for a radius.
pub const TOLERANCE: f64 = 1e-3;

/// The ratio of neighbouring radii of a bisection.
const RATIO: f64 = 1.002;

/// The coordinates of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// As published.
    Plain,
    /// Each vertex moved by up to an eighth of a tile, at random.
    Jittered,
    /// Turned by 1 rad.
    Rotated,
}

/// All variants.
pub const VARIANTS: [Variant; 3] = [Variant::Plain, Variant::Jittered, Variant::Rotated];

/// A map with its mesh for points and its widths.
#[derive(Debug)]
pub struct Map {
    outlines: Outlines,
    /// The widths.
    pub widths: Widths,
    /// The least time of a build of the mesh, in milliseconds.
    pub mesh_ms: f64,
    /// The least time of a build of the widths, in milliseconds.
    pub widths_ms: f64,
}

/// Pairs of places compared with meshes for radii.
#[derive(Debug, Clone, Copy, Default)]
pub struct Agreement {
    /// Pairs that both call open, or both closed.
    pub same: usize,
    /// Pairs that contradict the guarantee of the mesh.
    pub different: usize,
    /// Pairs that are open by their width and closed in the mesh, within its tolerance.
    pub within_tolerance: usize,
    /// The open pairs among the same ones.
    pub open: usize,
}

impl Map {
    /// Reads a tile map, and builds its mesh and widths `repeat` times.
    ///
    /// # Errors
    ///
    /// A sentence that names the file, or why no mesh can be built.
    pub fn read(
        data: &std::path::Path,
        name: &str,
        variant: Variant,
        repeat: u32,
    ) -> Result<Self, String> {
        let file = data.join("movingai").join(format!("{name}.map"));
        let outlines = moved(trace(&parsed(&file, tautline::io::read_map)?), variant);
        let (mut mesh_ms, mut widths_ms) = (f64::INFINITY, f64::INFINITY);
        let mut last = None;
        for _ in 0..repeat.max(1) {
            let begun = Instant::now();
            let built = build_outlines(&outlines, &BuildOptions::default());
            mesh_ms = mesh_ms.min(begun.elapsed().as_secs_f64() * 1e3);
            let mesh = Arc::new(built.map_err(|error| format!("{name}: {error}"))?.0);
            let begun = Instant::now();
            let widths = Widths::of(&mesh);
            widths_ms = widths_ms.min(begun.elapsed().as_secs_f64() * 1e3);
            last = Some(widths);
        }
        let widths = last.ok_or("a map is built at least once")?;
        Ok(Self { outlines, widths, mesh_ms, widths_ms })
    }

    /// Returns `count` places at random on the mesh.
    ///
    /// # Errors
    ///
    /// A sentence, if a place cannot be measured.
    pub fn places(&self, count: usize, seed: u64) -> Result<Vec<MeasuredPlace>, String> {
        let mut random = SplitMix64::new(seed);
        let (mesh, mut places) = (self.widths.mesh(), Vec::with_capacity(count));
        let bounds = mesh.bounds();
        while places.len() < count {
            let share = DVec2::new(random.unit(), random.unit());
            let point = bounds.min + bounds.size() * share;
            if mesh.locate(point).is_some() {
                places.push(self.widths.measure(point).map_err(|error| error.to_string())?);
            }
        }
        Ok(places)
    }

    /// Returns radii at random up to `largest`, and four around half of each of `chords` passages.
    #[must_use]
    pub fn radii(&self, count: usize, largest: f64, chords: usize) -> Vec<f64> {
        let mut random = SplitMix64::new(3);
        let mut radii: Vec<f64> =
            (0..count).map(|_| largest * (0.05 + 0.95 * random.unit())).collect();
        let passages: Vec<f64> = self.widths.passages().map(|choke| choke.width).collect();
        let narrow: Vec<f64> =
            passages.into_iter().filter(|&width| width < 2.0 * largest && width > 0.1).collect();
        for _ in 0..chords.min(narrow.len()) {
            let half = random.pick(&narrow) / 2.0;
            radii.extend([half, half.next_up(), half.next_down(), half / (1.0 + 2.0 * TOLERANCE)]);
        }
        radii
    }

    /// Compares the widths between consecutive places with a bisection over meshes whose radii differ by a factor of
    /// 1.002. Returns the number of widths outside of the bounds that the meshes prove.
    ///
    /// # Errors
    ///
    /// A sentence, if a mesh cannot be built for another reason than the radius.
    pub fn bisected(&self, places: &[MeasuredPlace], largest: f64) -> Result<usize, String> {
        let count = ((largest / 0.1).ln() / RATIO.ln()).ceil() as usize;
        let radius = |step: usize| 0.1 * RATIO.powi(step as i32);
        let mut parts: Vec<Option<Vec<Option<u32>>>> = vec![None; count + 1];
        let mut different = 0;
        for (number, pair) in places.windows(2).enumerate() {
            // The way is open in the meshes below `open`, and closed from `closed` on.
            let (mut open, mut closed) = (0, count + 1);
            while open < closed {
                let step = usize::midpoint(open, closed);
                if parts[step].is_none() {
                    parts[step] = Some(self.parts(places, radius(step))?);
                }
                let at = |place: usize| parts[step].as_ref().and_then(|parts| parts[place]);
                if at(number).is_some() && at(number) == at(number + 1) {
                    open = step + 1;
                } else {
                    closed = step;
                }
            }
            let width = self.widths.widest_between(&pair[0], &pair[1]).map_or(0.0, |way| way.width);
            let least = open.checked_sub(1).map_or(0.0, |step| 2.0 * radius(step));
            let most = 2.0 * radius(closed) * (1.0 + TOLERANCE) * (1.0 + 1e-12);
            different += usize::from(width < least || width > most && closed <= count);
        }
        Ok(different)
    }

    /// Returns the component of each place in the mesh for a radius.
    fn parts(&self, places: &[MeasuredPlace], radius: f64) -> Result<Vec<Option<u32>>, String> {
        let inset = self.inset(radius)?;
        let part =
            |place: &MeasuredPlace| inset.as_ref().and_then(|mesh| part_at(mesh, place.point()));
        Ok(places.iter().map(part).collect())
    }

    /// Builds the mesh for a radius; `None` if the map is too narrow.
    fn inset(&self, radius: f64) -> Result<Option<NavMesh>, String> {
        let options = BuildOptions::default().agent_radius(radius).arc_tolerance(TOLERANCE);
        match build_outlines(&self.outlines, &options) {
            Ok((mesh, _)) => Ok(Some(mesh)),
            Err(BuildError::TooNarrow { .. }) => Ok(None),
            Err(error) => Err(format!("radius {radius}: {error}")),
        }
    }

    /// Returns the mean times of queries for a radius, in microseconds: of a set that keeps the class, and of a mesh built
    /// for the radius alone.
    ///
    /// # Errors
    ///
    /// A sentence, if the mesh cannot be built.
    pub fn set_us(&self, places: &[MeasuredPlace], radius: f64) -> Result<[f64; 2], String> {
        let options = BuildOptions::default();
        let built = build_outlines(&self.outlines, &options.agent_radius(radius));
        let alone = MeshFinder::new(built.map_err(|error| error.to_string())?.0);
        let set = RadiusSet::new(self.outlines.clone()).with_options(RadiusOptions::default());
        set.finder(radius).map_err(|error| error.to_string())?;
        let plain = |query: PathQuery| query;
        let of_radius = |query: PathQuery| query.radius(radius);
        let mut least = [f64::INFINITY; 2];
        for _ in 0..5 {
            least[0] = least[0].min(mean_us(&set, places, of_radius));
            least[1] = least[1].min(mean_us(&alone, places, plain));
        }
        Ok(least)
    }

    /// Compares the ways between consecutive places with the mesh for a radius.
    ///
    /// # Errors
    ///
    /// A sentence, if the mesh cannot be built for another reason than the radius.
    pub fn agreement(&self, places: &[MeasuredPlace], radius: f64) -> Result<Agreement, String> {
        let parts = self.parts(places, radius)?;
        let mut found = Agreement::default();
        for (pair, parts) in places.windows(2).zip(parts.windows(2)) {
            let way = self.widths.widest_between(&pair[0], &pair[1]);
            let is_open = parts[0].is_some() && parts[0] == parts[1];
            let passes = way.is_some_and(|way| way.lets_pass(radius));
            let with_tolerance = radius * (1.0 + TOLERANCE) * (1.0 + 1e-12);
            let must_be_open = way.is_some_and(|way| way.lets_pass(with_tolerance));
            match (passes, is_open) {
                (true, false) if !must_be_open => found.within_tolerance += 1,
                (true, false) | (false, true) => found.different += 1,
                _ => found.same += 1,
            }
            found.open += usize::from(passes && is_open);
        }
        Ok(found)
    }

    /// Returns the mean time of a question between measured places, in microseconds.
    #[must_use]
    pub fn question_us(&self, places: &[MeasuredPlace]) -> f64 {
        let (begun, mut sum, rounds) = (Instant::now(), 0.0, 20);
        for _ in 0..rounds {
            for pair in places.windows(2) {
                sum += self.widths.widest_between(&pair[0], &pair[1]).map_or(0.0, |way| way.width);
            }
        }
        std::hint::black_box(sum);
        begun.elapsed().as_secs_f64() * 1e6 / (rounds * (places.len() - 1).max(1)) as f64
    }
}

impl Agreement {
    /// Adds the pairs of another radius.
    pub fn add(&mut self, other: Self) {
        self.same += other.same;
        self.different += other.different;
        self.within_tolerance += other.within_tolerance;
        self.open += other.open;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.same + self.different + self.within_tolerance
    }
}

/// Returns the mean time of the queries between consecutive places, in microseconds.
fn mean_us(
    finder: &impl Pathfinder,
    places: &[MeasuredPlace],
    ask: impl Fn(PathQuery) -> PathQuery,
) -> f64 {
    let (begun, mut sum) = (Instant::now(), 0.0);
    for pair in places.windows(2) {
        let query = ask(PathQuery::new(pair[0].point(), pair[1].point()));
        sum += finder.find_path(&query).map_or(0.0, |path| path.length());
    }
    std::hint::black_box(sum);
    begun.elapsed().as_secs_f64() * 1e6 / (places.len() - 1).max(1) as f64
}

fn part_at(mesh: &NavMesh, point: DVec2) -> Option<u32> {
    mesh.incidences(point).next().map(|at| mesh.component(at.cell.slot))
}

/// Moves all vertices. Equal vertices move alike.
fn moved(mut outlines: Outlines, variant: Variant) -> Outlines {
    let apply = |point: DVec2| match variant {
        Variant::Plain => point,
        Variant::Rotated => DVec2::from_angle(1.0).rotate(point),
        Variant::Jittered => {
            let seed = point.x.to_bits().rotate_left(32) ^ point.y.to_bits();
            let mut random = SplitMix64::new(seed);
            point + (DVec2::new(random.unit(), random.unit()) - 0.5) / 4.0
        }
    };
    let Outlines { walkable, obstacles, .. } = &mut outlines;
    for Outline { exterior, holes } in walkable.iter_mut().chain(obstacles) {
        for point in std::iter::once(exterior).chain(holes).flatten() {
            *point = apply(*point);
        }
    }
    outlines
}
