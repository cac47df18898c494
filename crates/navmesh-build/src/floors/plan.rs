//! From outlines to the ground of every floor, all floors cut alike where they are joined.

use navmesh_core::geom::Bounds;
use navmesh_core::{Clearance, Floor, Outlines};

use super::alike::{Sheet, cut_alike};
use super::radius::openings::CLEAR_UNITS;
use super::radius::{self, DrawnIn, Whole};
use super::seams::{self, Joined, Seam};
use crate::error::BuildError;
use crate::ground::Ground;
use crate::input::{Drawings, clean};
use crate::inset::divide_and_conquer;
use crate::inset::offset::Reach;
use crate::options::BuildOptions;
use crate::plsg::{Drawing, Soup};
use crate::report::{BuildReport, NarrowConnection};
use crate::split::{Crossings, crosses_itself};

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
    pub(super) narrow: Vec<NarrowConnection>,
}

/// What is left of every floor for agents with a size.
struct Left {
    grounds: Vec<Ground>,
    /// The seams along what stays joined.
    seams: Vec<Seam>,
    narrow: Vec<NarrowConnection>,
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
        let drawn = drawings.iter_mut().map(|all| (Crossings::Rare, draw(all))).collect();
        let grounds = self.cut_grounds(&self.seams, drawn, &mut reports)?;
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
            drawings.map_err(|error| error.on_layer(floor.layer))
        };
        self.floors.iter().zip(reports).map(clean).collect()
    }

    fn check_ground(&self, grounds: &[Ground]) -> Result<(), BuildError> {
        let bare = grounds.iter().position(|ground| ground.triangles == 0);
        let Some(floor) = bare.map(|bare| self.floors[bare]) else { return Ok(()) };
        let Outlines { walkable, obstacles, .. } = &floor.outlines;
        let (walkable, obstacles) = (walkable.len(), obstacles.len());
        Err(BuildError::NothingWalkable { walkable, obstacles }.on_layer(floor.layer))
    }

    /// The same ground, drawn in for agents with a size.
    fn draw_in(
        &self,
        built: Built,
        areas: Vec<Drawing>,
        reach: &Reach,
    ) -> Result<Built, BuildError> {
        let Built { grounds, joined, reports, .. } = built;
        let whole = Whole::of(grounds, &self.seams, &joined);
        let border = whole.border(self.layers);
        let Left { grounds, seams, narrow } = self.what_is_left(&whole, areas, reach)?;
        let radius = self.options.agent_radius;
        if grounds.iter().all(|ground| ground.triangles == 0) {
            return Err(BuildError::TooNarrow { radius });
        }
        let joined = seams::pairs(&seams, &grounds, self.layers)?;
        let clearance = Some(Clearance { radius, ..border });
        Ok(Built { grounds, joined, reports, clearance, narrow })
    }

    /// What is left of every floor within reach of its walls; by halves where what they take crosses itself very often.
    fn what_is_left(
        &self,
        whole: &Whole,
        areas: Vec<Drawing>,
        reach: &Reach,
    ) -> Result<Left, BuildError> {
        let plain = || whole.drawn_in(reach);
        let any_number = |drawn| self.cut_left(drawn, areas.clone(), |_| Crossings::Likely);
        let Some(coarse) = radius::coarse(reach) else { return any_number(plain()) };
        let most = |drawing: &Drawing| divide_and_conquer::most_crossings(drawing.points.len());
        let few = |drawing: &Drawing| Crossings::AtMost(most(drawing));
        match self.cut_left(plain(), areas.clone(), few) {
            Err(error) if error.is_too_many_meetings() => {
                // What is left must not depend on areas.
                let mut alone = plain().drawings.into_iter();
                if alone.any(|drawing| crosses_itself(drawing.clone(), most(&drawing))) {
                    any_number(whole.drawn_in_by_halves(&coarse, self.layers)?)
                } else {
                    any_number(plain())
                }
            }
            left => left,
        }
    }

    /// The ground of every floor that was drawn in, told apart by areas.
    fn cut_left(
        &self,
        drawn: DrawnIn,
        areas: Vec<Drawing>,
        crossings: impl Fn(&Drawing) -> Crossings,
    ) -> Result<Left, BuildError> {
        let DrawnIn { drawings, seams, narrow } = drawn;
        let drawings = drawings.into_iter().zip(areas);
        let drawings = drawings.map(|(ground, areas)| (crossings(&ground), ground.with(areas)));
        // Where the moved borders cross is nothing to report.
        let mut unread = vec![BuildReport::default(); self.floors.len()];
        let grounds = self.cut_grounds(&seams, drawings.collect(), &mut unread)?;
        Ok(Left { grounds, seams, narrow })
    }

    /// The ground of every floor, all floors cut alike where they are to be joined; of each drawing it is told what is thought
    /// of its crossings.
    fn cut_grounds(
        &self,
        seams: &[Seam],
        drawings: Vec<(Crossings, Drawing)>,
        reports: &mut [BuildReport],
    ) -> Result<Vec<Ground>, BuildError> {
        let (crossings, mut drawings): (Vec<Crossings>, Vec<Drawing>) =
            drawings.into_iter().unzip();
        seams::draw(seams, &mut drawings);
        let drawings = drawings.into_iter().zip(crossings).zip(self.layers);
        let sheets = drawings.map(|((drawing, crossings), &layer)| {
            let soup = Soup::of(drawing);
            Sheet { layer, soup, crossings, triangles: None }
        });
        let drawn = cut_alike(seams, sheets.collect(), reports)?;
        let drawn = drawn.into_iter().zip(reports);
        Ok(drawn.map(|(triangulation, report)| Ground::of(triangulation, report)).collect())
    }
}
