//! Bakes in tiles: large levels, on several threads, and again where a level has changed.
//!
//! 1. `tile`: the polygons of a tile.
//! 2. `seams`: the polygons of all tiles on one lattice, joined as Detour joins them.
//! 3. `cells`: joined polygons → a mesh with heights, on floors.
//! 4. `threads`: numbered work on all threads.

pub(crate) mod tile;
pub(crate) mod seams;
pub(crate) mod cells;
mod threads;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};

use glam::{DVec2, DVec3, Vec3A};
use navmesh_core::{Bounds, Level};

use crate::bake::{Baked, BakedField, Field, bake_field, joined, without_panic};
use crate::error::BakeError;
use crate::field::{Kinds, TriangleCounts};
use crate::frame::Frame;
use crate::numbers::checked;
use crate::observer::Observer;
use crate::options::{BakeOptions, CellCounts};
use crate::stage::BakeStage;
use seams::Lattice;
use threads::on_all_threads;

/// The most tiles in the box around a level.
const MOST_TILES: i64 = 1 << 16;

/// The most cells between a tile and the origin of the plan: their corners are exact as floats.
const FARTHEST: i64 = 1 << 28;

/// A level that is baked in square tiles.
///
/// Tiles are baked apart from each other, on all threads, so a world may be larger than one height field, and where it changes only the
/// tiles there are baked again. Their polygons are joined where Detour joins them: along the borders of tiles, where they are
/// apart by two steps of the agent at most. A path is the shortest one on the joined mesh.
///
/// Tiles lie on a lattice around the origin of the plan. The same level, options and size give the same mesh, whatever was baked before,
/// on any number of threads.
///
/// ```
/// use navmesh_core::{Bounds, Level};
/// use navmesh_terrain::{BakeOptions, TiledBake};
///
/// // Ground of 60 by 60, and then the same with a hill.
/// let height = |place: usize| ((place % 31) as f64 - 20.0).hypot((place / 31) as f64 - 20.0);
/// let flat = Level::of_heights([0.0, 0.0], 2.0, 31, &vec![0.0; 31 * 31]);
/// let hill: Vec<f64> = (0..31 * 31).map(|place| (8.0 - 2.0 * height(place)).max(0.0)).collect();
/// let hill = Level::of_heights([0.0, 0.0], 2.0, 31, &hill);
///
/// let mut tiles = TiledBake::new(&flat, &BakeOptions::default(), 64)?;
/// let changed = Bounds::of([[30.0, 30.0], [50.0, 50.0]].map(Into::into));
/// let again = tiles.rebake(&hill, changed)?;
/// assert!(again < tiles.tile_count());
/// let fresh = TiledBake::new(&hill, &BakeOptions::default(), 64)?;
/// assert_eq!(tiles.baked()?.surface.heights(), fresh.baked()?.surface.heights());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TiledBake {
    options: BakeOptions,
    counts: CellCounts,
    /// The cells of a side of a tile.
    size: u16,
    fields: BTreeMap<[i32; 2], BakedField>,
    kinds: TriangleCounts,
}

/// The triangles of a tile, by their numbers, and the lowest and the highest of their corners.
struct List {
    triangles: Vec<usize>,
    heights: [f64; 2],
}

type Lists = BTreeMap<[i32; 2], List>;

impl TiledBake {
    /// The valid sizes of a tile, in cells. With its border a tile has no more cells than [`BakeOptions::max_cells`].
    pub const SIZES: RangeInclusive<u32> = 16..=2048;

    /// Bakes a level in tiles of `size` cells.
    ///
    /// # Errors
    ///
    /// As [`TiledBake::new_with`], but not `Stopped`.
    pub fn new(level: &Level, options: &BakeOptions, size: u32) -> Result<Self, BakeError> {
        Self::new_with(level, options, size, &mut |_, _| ControlFlow::Continue(()))
    }

    /// Bakes a level in tiles of `size` cells, and calls `observe` with the share of tiles that are done; it may stop the bake.
    ///
    /// Complexity: as [`bake`](crate::bake) for each tile, on all threads. While it runs each thread holds the height field of one tile.
    ///
    /// # Errors
    ///
    /// Any [`BakeError`] of a tile; [`BakeError::Option`] for a size out of [`TiledBake::SIZES`], [`BakeError::TooManyTiles`], [`BakeError::TooFar`], and
    /// `Stopped`. A level without ground is told by [`TiledBake::baked`].
    pub fn new_with(
        level: &Level,
        options: &BakeOptions,
        size: u32,
        observe: &mut dyn FnMut(BakeStage, f64) -> ControlFlow<()>,
    ) -> Result<Self, BakeError> {
        let counts = CellCounts::of(options)?;
        let [least, most] = [Self::SIZES.start(), Self::SIZES.end()].map(|&end| f64::from(end));
        let most = most.min((options.max_cells as f64).sqrt() - 2.0 * f64::from(border(&counts)));
        let size = checked("size", f64::from(size), least, most.floor())? as u16;
        let (options, kinds) = (options.clone(), Default::default());
        let mut tiles = Self { options, counts, size, fields: BTreeMap::new(), kinds };
        tiles.bake(level, None, observe)?;
        Ok(tiles)
    }

    /// Bakes the tiles again that a change of the level touches. Returns how many there are.
    ///
    /// `level` is the whole level as it is now, which differs from the one before within `changed` alone, by x and y of the plan.
    /// After an error the tiles are those of before.
    ///
    /// Complexity: linear in the triangles, and that of the tiles.
    ///
    /// # Errors
    ///
    /// As [`TiledBake::new`]; [`BakeError::Option`] for a NaN in `changed`.
    pub fn rebake(&mut self, level: &Level, changed: Bounds) -> Result<usize, BakeError> {
        for end in [changed.min, changed.max].into_iter().flat_map(|end| end.to_array()) {
            checked("changed", end, f64::NEG_INFINITY, f64::INFINITY)?;
        }
        self.bake(level, Some(changed), &mut |_, _| ControlFlow::Continue(()))
    }

    /// Returns the number of tiles with triangles.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.fields.len()
    }

    /// Joins the tiles, and returns the mesh with its heights.
    ///
    /// Complexity: O(n log n) in the polygons, and the pairs of edges at the border of two tiles; with jumps also that of their search.
    ///
    /// # Errors
    ///
    /// [`BakeError::NoGround`], and [`BakeError::Mesh`] if coordinates are too large for the size of cells.
    pub fn baked(&self) -> Result<Baked, BakeError> {
        let fields: Vec<&BakedField> = self.fields.values().collect();
        let lattice = Lattice { origin: DVec2::ZERO, size: self.counts.size.into() };
        joined(&fields, self.kinds, lattice, &self.options, &self.counts, self.side())
    }

    /// Returns the side of a tile, in map units.
    fn side(&self) -> f64 {
        f64::from(self.counts.size) * f64::from(self.size)
    }

    /// Bakes all tiles, or those that a change touches.
    fn bake(
        &mut self,
        level: &Level,
        changed: Option<Bounds>,
        observe: &mut dyn FnMut(BakeStage, f64) -> ControlFlow<()>,
    ) -> Result<usize, BakeError> {
        let part = changed.map(|bounds| self.tiles_of(bounds.min, bounds.max));
        let lists = self.lists(level, part)?;
        let kinds =
            Kinds::of(level, &self.options, &self.counts, |corners| own_corners(level, corners));
        let baked = self.bake_lists(level, &kinds, &lists, observe)?;
        let is_kept = |place: &[i32; 2]| {
            part.is_some_and(|part| {
                (0..2).any(|axis| !(part[0][axis]..=part[1][axis]).contains(&place[axis]))
            })
        };
        self.fields.retain(|place, _| is_kept(place));
        self.kinds = kinds.counts;
        let count = baked.len();
        self.fields.extend(baked.into_iter().map(|field| (field.tile.place, field)));
        Ok(count)
    }

    /// Returns the first and the last tile that a box of the plan touches with the border.
    fn tiles_of(&self, low: DVec2, high: DVec2) -> [[i32; 2]; 2] {
        let (side, more) =
            (self.side(), f64::from(border(&self.counts) + 1) * f64::from(self.counts.size));
        let ends = [[low.x - more, -high.y - more], [high.x + more, more - low.y]];
        ends.map(|end| end.map(|along| (along / side).floor() as i32))
    }

    /// Lists the triangles of each tile in a part of the plan.
    fn lists(&self, level: &Level, part: Option<[[i32; 2]; 2]>) -> Result<Lists, BakeError> {
        let [low, high] = Frame::check(level)?;
        let of = |triangle: &[u32; 3]| triangle.map(|corner| level.positions[corner as usize]);
        let [first, last] = self.tiles_of(DVec2::new(low.x, -high.z), DVec2::new(high.x, -low.z));
        let sides = [0, 1].map(|axis: usize| i64::from(last[axis]) - i64::from(first[axis]) + 1);
        let tiles = sides[0].saturating_mul(sides[1]);
        if tiles > MOST_TILES {
            return Err(BakeError::TooManyTiles { tiles: tiles as u64, limit: MOST_TILES as u64 });
        }
        let along = [first, last].into_iter().flatten();
        if let Some(place) = along.map(|place| i64::from(place).abs() * i64::from(self.size)).max()
            && place > FARTHEST
        {
            let limit = FARTHEST as f64 * f64::from(self.counts.size);
            return Err(BakeError::TooFar { at: DVec2::new(low.x, -high.z), limit });
        }
        let part = part.unwrap_or([[i32::MIN; 2], [i32::MAX; 2]]);
        let mut lists = Lists::new();
        for (index, triangle) in level.triangles.iter().enumerate() {
            let [a, b, c] = of(triangle);
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let [first, last] = self.tiles_of(low.truncate(), high.truncate());
            let along =
                |axis: usize| first[axis].max(part[0][axis])..=last[axis].min(part[1][axis]);
            for place in along(0).flat_map(|x| along(1).map(move |z| [x, z])) {
                let empty =
                    || List { triangles: Vec::new(), heights: [f64::INFINITY, f64::NEG_INFINITY] };
                let List { triangles, heights } = lists.entry(place).or_insert_with(empty);
                triangles.push(index);
                *heights = [heights[0].min(low.z), heights[1].max(high.z)];
            }
        }
        Ok(lists)
    }

    /// Bakes the tiles of lists.
    fn bake_lists(
        &self,
        level: &Level,
        kinds: &Kinds,
        lists: &Lists,
        observe: &mut dyn FnMut(BakeStage, f64) -> ControlFlow<()>,
    ) -> Result<Vec<BakedField>, BakeError> {
        let work: Vec<(&[i32; 2], &List)> = lists.iter().collect();
        let one = |number: usize, stop: &AtomicBool| {
            let (&place, List { triangles, heights }) = work[number];
            let observe = &mut |_: BakeStage, _: f64| match stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let mut observer = Observer { observe, stage: BakeStage::Sample };
            let frame =
                Frame::of_tile(place, self.size, border(&self.counts), *heights, &self.counts)?;
            let field = Field { level, kinds, triangles, frame, place };
            without_panic(&mut observer, |observer| {
                bake_field(field, &self.options, &self.counts, observer)
            })
        };
        let mut observer = Observer { observe, stage: BakeStage::Tiles };
        on_all_threads(work.len(), one, |share| observer.call(BakeStage::Tiles, share))
    }
}

/// Returns the cells of other tiles that a tile needs on each side, as in RecastDemo: the agent's radius and three.
fn border(counts: &CellCounts) -> u16 {
    counts.radius + 3
}

/// Returns the corners of a triangle in Recast's axes, seen from the first one.
fn own_corners(level: &Level, corners: [u32; 3]) -> [Vec3A; 3] {
    let points = corners.map(|corner| level.positions[corner as usize]);
    points.map(|point| {
        let from = point - points[0];
        DVec3::new(from.x, from.z, 0.0 - from.y).as_vec3a()
    })
}
