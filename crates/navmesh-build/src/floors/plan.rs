//! From outlines to the ground of every floor, all floors cut alike where they are joined.

use std::collections::BTreeMap;

use navmesh_core::geom::Bounds;
use navmesh_core::{Clearance, DVec2, Floor, Outlines};

use super::openings::CLEAR_UNITS;
use super::radius::{self, DrawnIn, Whole};
use super::seams::{self, Joined, Seam, Walked};
use crate::clean::{Drawings, clean};
use crate::error::BuildError;
use crate::ground::Ground;
use crate::options::BuildOptions;
use crate::report::{BuildReport, NarrowJoin};
use crate::shrink::Reach;
use crate::soup::{Drawing, Soup};
use crate::split::{Crossings, Triangulation, triangulate_crossing_free};

/// How often points are carried from floor to floor before giving up.
const MAX_ROUNDS: usize = 16;

/// What floors are built of.
pub(super) struct Plan<'a> {
    pub(super) floors: &'a [&'a Floor],
    /// The number of each floor.
    pub(super) layers: &'a [u32],
    /// The kind of each area, floor after floor.
    pub(super) kinds: &'a [u32],
    pub(super) options: &'a BuildOptions,
    pub(super) seams: Vec<Seam>,
}

/// The ground of every floor, all floors cut alike where they are joined.
pub(super) struct Built {
    pub(super) grounds: Vec<Ground>,
    pub(super) joined: Vec<Joined>,
    pub(super) reports: Vec<BuildReport>,
    pub(super) clearance: Option<Clearance>,
    /// What was closed of joins though a point would pass.
    pub(super) narrow: Vec<NarrowJoin>,
}

impl Plan<'_> {
    pub(super) fn build(&self) -> Result<Built, BuildError> {
        let mut reports = vec![BuildReport::default(); self.floors.len()];
        let mut drawings = self.drawings(&mut reports)?;
        let points = drawings.iter().flat_map(|all| all.ground.points.iter().copied());
        let reach = Reach::of(self.options, Bounds::of(points), CLEAR_UNITS)?;
        let draw = |all: &mut Drawings| match reach {
            // Areas wait until it is known where the ground will end.
            Some(_) => std::mem::take(&mut all.ground),
            None => std::mem::take(&mut all.ground).with(std::mem::take(&mut all.areas)),
        };
        let drawn = drawings.iter_mut().map(draw).collect();
        let grounds = cut_grounds(self.floors, &self.seams, drawn, Crossings::Rare, &mut reports)?;
        self.check_ground(&grounds)?;
        let joined = seams::pairs(&self.seams, &grounds, self.layers)?;
        seams::check_joined(&joined)?;
        let narrow = Vec::new();
        let built = Built { grounds, joined, reports, clearance: None, narrow };
        match reach {
            None => Ok(built),
            Some(reach) => {
                let areas = drawings.into_iter().map(|all| all.areas).collect();
                self.draw_in(built, areas, &reach)
            }
        }
    }

    /// What is drawn on every floor.
    fn drawings(&self, reports: &mut [BuildReport]) -> Result<Vec<Drawings>, BuildError> {
        let mut kinds = self.kinds;
        let clean = |(floor, report): (&&Floor, &mut BuildReport)| {
            let own;
            (own, kinds) = kinds.split_at(floor.outlines.areas.len());
            let drawings = clean(&floor.outlines, own, self.options.fill, report);
            drawings.map_err(|error| failed(floor, error))
        };
        self.floors.iter().zip(reports).map(clean).collect()
    }

    fn check_ground(&self, grounds: &[Ground]) -> Result<(), BuildError> {
        let bare = grounds.iter().position(|ground| ground.triangles == 0);
        let Some(floor) = bare.map(|bare| self.floors[bare]) else { return Ok(()) };
        let Outlines { walkable, obstacles, .. } = &floor.outlines;
        let (walkable, obstacles) = (walkable.len(), obstacles.len());
        Err(failed(floor, BuildError::NothingWalkable { walkable, obstacles }))
    }

    /// The same ground, drawn in for agents with a size.
    fn draw_in(
        &self,
        built: Built,
        areas: Vec<Drawing>,
        reach: &Reach,
    ) -> Result<Built, BuildError> {
        let Built { grounds, joined, mut reports, .. } = built;
        let whole = Whole { grounds, layers: self.layers, seams: &self.seams, joined: &joined };
        let DrawnIn { drawings, seams, border, narrow } = radius::drawn_in(whole, reach);
        let drawn = drawings.into_iter().zip(areas).map(|(ground, areas)| ground.with(areas));
        // Where the moved borders cross is nothing to report.
        let mut unread = vec![BuildReport::default(); self.floors.len()];
        let drawn = drawn.collect();
        let grounds = cut_grounds(self.floors, &seams, drawn, Crossings::Likely, &mut unread)?;
        for (report, ground) in reports.iter_mut().zip(&grounds) {
            report.triangles = ground.triangles;
        }
        let radius = self.options.agent_radius;
        if grounds.iter().all(|ground| ground.triangles == 0) {
            return Err(BuildError::TooNarrow { radius });
        }
        let joined = seams::pairs(&seams, &grounds, self.layers)?;
        let clearance = Some(Clearance { radius, ..border });
        Ok(Built { grounds, joined, reports, clearance, narrow })
    }
}

/// The ground of every floor, all floors cut alike where they are to be joined.
fn cut_grounds(
    floors: &[&Floor],
    seams: &[Seam],
    mut drawings: Vec<Drawing>,
    crossings: Crossings,
    reports: &mut [BuildReport],
) -> Result<Vec<Ground>, BuildError> {
    let mut drawn = Vec::with_capacity(floors.len());
    seams::draw(seams, &mut drawings);
    for (index, (drawing, report)) in drawings.into_iter().zip(reports.iter_mut()).enumerate() {
        let triangulation = triangulate_crossing_free(Soup::of(drawing), crossings, report);
        drawn.push(triangulation.map_err(|error| failed(floors[index], error))?);
    }
    cut_alike(floors, seams, &mut drawn, reports)?;
    let ground = |(triangulation, report): (Triangulation, &mut BuildReport)| {
        let ground = Ground::of(triangulation, report);
        report.triangles = ground.triangles;
        ground
    };
    Ok(drawn.into_iter().zip(reports).map(ground).collect())
}

/// Carries the points at which seams are cut from floor to floor, until both floors of each have the same.
fn cut_alike(
    floors: &[&Floor],
    seams: &[Seam],
    drawn: &mut [Triangulation],
    reports: &mut [BuildReport],
) -> Result<(), BuildError> {
    let mut last = DVec2::ZERO;
    for _ in 0..MAX_ROUNDS {
        let mut more: Vec<BTreeMap<u32, Vec<DVec2>>> = vec![BTreeMap::new(); floors.len()];
        let walked: Vec<Walked> = drawn.iter().map(Walked::of).collect();
        for seam in seams {
            let missing = seam.missing(seam.floors.map(|floor| &walked[floor]));
            seam.floors.iter().zip(missing).for_each(|(&floor, points)| more[floor].extend(points));
        }
        let Some(&first) = more.iter().flat_map(BTreeMap::values).flatten().next() else {
            return Ok(());
        };
        last = first;
        for (index, points) in more.iter().enumerate().filter(|(_, points)| !points.is_empty()) {
            let soup = std::mem::take(&mut drawn[index]).with_points(points);
            let cut = triangulate_crossing_free(soup, Crossings::OfBundles, &mut reports[index]);
            drawn[index] = cut.map_err(|error| failed(floors[index], error))?;
        }
    }
    Err(BuildError::Unresolved { x: last.x, y: last.y, rounds: MAX_ROUNDS })
}

/// The error that something is wrong on a floor.
fn failed(floor: &Floor, error: BuildError) -> BuildError {
    BuildError::OnLayer { layer: floor.layer, error: Box::new(error) }
}
