//! Builds the walkable area of every floor, with common cuts along their connections.

use navmesh_core::backend::geom::Bounds;
use navmesh_core::{Clearance, Floor, Link, Outlines};

use super::common_cuts::{FloorSegments, cut_in_common};
use super::inset::visibility::CLEAR_UNITS;
use super::inset::{self, ConnectedFloors, InsetFloors};
use super::seams::{self, Seam, SeamPairs};
use crate::error::BuildError;
use crate::ground::Ground;
use crate::input::proportion::far_coordinate;
use crate::input::weld::{ConnectionLine, WeldedMap, weld};
use crate::input::{Drawings, clean};
use crate::inset::divide_and_conquer;
use crate::inset::offset::OffsetRadius;
use crate::options::BuildOptions;
use crate::plsg::{Drawing, Plsg};
use crate::report::{BuildReport, NarrowConnection, Weld};
use crate::split::{Crossings, crosses_itself};

/// The input of a build of several floors.
pub(super) struct Plan<'a> {
    pub(super) floors: &'a [&'a Floor],
    /// The number of each floor.
    pub(super) layers: &'a [u32],
    /// The kind of each area, floor after floor.
    pub(super) kinds: &'a [u32],
    pub(super) options: &'a BuildOptions,
    pub(super) seams: Vec<Seam>,
}

/// The walkable area of every floor, with common cuts along their connections.
pub(super) struct Built {
    pub(super) grounds: Vec<Ground>,
    pub(super) joined: Vec<SeamPairs>,
    pub(super) reports: Vec<BuildReport>,
    pub(super) clearance: Option<Clearance>,
    /// The pieces of connections that were closed although agents would only just pass.
    pub(super) narrow: Vec<NarrowConnection>,
    /// The links after welding.
    pub(super) links: Vec<Link>,
    /// The welds of connections and links.
    pub(super) welds: Vec<Weld>,
}

/// The inset area of every floor.
struct Remaining {
    grounds: Vec<Ground>,
    /// The seams along the connections that stay open.
    seams: Vec<Seam>,
    narrow: Vec<NarrowConnection>,
}

impl Plan<'_> {
    /// Builds all floors. `connections` are the lines of the seams as given.
    pub(super) fn build(
        mut self,
        connections: Vec<ConnectionLine>,
        links: Vec<Link>,
    ) -> Result<Built, BuildError> {
        let mut reports = vec![BuildReport::default(); self.floors.len()];
        let floors = self.drawings(&mut reports)?;
        self.check_proportion()?;
        let points = floors.iter().flat_map(|all| all.ground.points.iter().copied());
        let offset = OffsetRadius::of(self.options, Bounds::of(points), CLEAR_UNITS)?;
        let mut map = WeldedMap { floors, connections, links };
        let welds = weld(&mut map, self.options)?;
        let WeldedMap { floors: mut drawings, connections, links } = map;
        for (seam, line) in self.seams.iter_mut().zip(connections) {
            seam.legs = line.chain.legs();
        }
        for (report, own) in reports.iter_mut().zip(welds.floors) {
            (report.weld, report.welds) = (welds.distance, own);
        }
        let draw = |all: &mut Drawings| match offset {
            // Areas wait until the inset borders are known.
            Some(_) => std::mem::take(&mut all.ground),
            None => std::mem::take(&mut all.ground).with(std::mem::take(&mut all.areas)),
        };
        let drawn = drawings.iter_mut().map(|all| (Crossings::Rare, draw(all))).collect();
        let grounds = self.cut_grounds(&self.seams, drawn, &mut reports)?;
        self.check_ground(&grounds)?;
        let joined = seams::pairs(&self.seams, &grounds, self.layers)?;
        seams::check_joined(&joined)?;
        let (narrow, welds) = (Vec::new(), welds.between);
        let built = Built { grounds, joined, reports, clearance: None, narrow, links, welds };
        match offset {
            None => Ok(built),
            Some(offset) => {
                let mut built = built;
                for (report, ground) in built.reports.iter_mut().zip(&built.grounds) {
                    report.repairs.extend(&ground.without_effect);
                }
                let areas = drawings.into_iter().map(|all| all.areas).collect();
                self.inset(built, areas, &offset)
            }
        }
    }

    /// Validates the outlines of every floor.
    fn drawings(&self, reports: &mut [BuildReport]) -> Result<Vec<Drawings>, BuildError> {
        let mut kinds = self.kinds;
        let mut clean = |floor: &Floor, report: &mut BuildReport| {
            let own;
            (own, kinds) = kinds.split_at(floor.outlines.areas.len());
            let drawings = clean(&floor.outlines, own, self.options, report);
            drawings.map_err(|error| error.on_layer(floor.layer))
        };
        self.floors.iter().zip(reports).map(|(floor, report)| clean(floor, report)).collect()
    }

    fn outlines(&self) -> Vec<&Outlines> {
        self.floors.iter().map(|floor| &floor.outlines).collect()
    }

    fn check_proportion(&self) -> Result<(), BuildError> {
        let far = far_coordinate(&self.outlines());
        far.map_or(Ok(()), |(floor, error)| Err(error.on_layer(self.layers[floor])))
    }

    fn check_ground(&self, grounds: &[Ground]) -> Result<(), BuildError> {
        let bare = grounds.iter().position(|ground| ground.triangles == 0);
        let Some(floor) = bare.map(|bare| self.floors[bare]) else { return Ok(()) };
        let Outlines { walkable, obstacles, .. } = &floor.outlines;
        let (walkable, obstacles) = (walkable.len(), obstacles.len());
        Err(BuildError::NothingWalkable { walkable, obstacles }.on_layer(floor.layer))
    }

    /// Insets every floor by the radius.
    fn inset(
        &self,
        built: Built,
        areas: Vec<Drawing>,
        offset: &OffsetRadius,
    ) -> Result<Built, BuildError> {
        let whole = ConnectedFloors::of(built.grounds, &self.seams, &built.joined);
        let border = whole.clearance(self.layers);
        let margins = whole.door_margins(&areas, &self.first_doors(), offset);
        let areas = areas.into_iter().zip(margins).map(|(areas, margins)| areas.with(margins));
        let areas = areas.collect();
        let Remaining { grounds, seams, narrow } = self.remaining_ground(&whole, areas, offset)?;
        let radius = self.options.agent_radius;
        if grounds.iter().all(|ground| ground.triangles == 0) {
            return Err(BuildError::TooNarrow { radius });
        }
        let joined = seams::pairs(&seams, &grounds, self.layers)?;
        let clearance = Some(Clearance { radius, ..border });
        Ok(Built { grounds, joined, clearance, narrow, ..built })
    }

    /// Returns the number of the first door of each floor.
    fn first_doors(&self) -> Vec<u32> {
        let counts = self.floors.iter().map(|floor| floor.outlines.doors.len() as u32);
        let next = |end: &mut u32, count: u32| {
            *end += count;
            Some(*end - count)
        };
        counts.scan(0, next).collect()
    }

    /// Builds the inset area of every floor, by divide and conquer if its borders cross too often.
    fn remaining_ground(
        &self,
        whole: &ConnectedFloors,
        areas: Vec<Drawing>,
        offset: &OffsetRadius,
    ) -> Result<Remaining, BuildError> {
        let plain = || whole.inset(offset);
        let any_number = |drawn| self.cut_remaining(drawn, areas.clone(), |_| Crossings::Likely);
        let Some(coarse) = inset::coarse(offset) else { return any_number(plain()) };
        let most = |drawing: &Drawing| divide_and_conquer::most_crossings(drawing.points.len());
        let few = |drawing: &Drawing| Crossings::AtMost(most(drawing));
        match self.cut_remaining(plain(), areas.clone(), few) {
            Err(error) if error.is_too_many_intersections() => {
                // The inset must not depend on areas.
                let mut without_areas = plain().drawings.into_iter();
                if without_areas.any(|drawing| crosses_itself(drawing.clone(), most(&drawing))) {
                    any_number(whole.inset_by_divide_and_conquer(&coarse, self.layers)?)
                } else {
                    any_number(plain())
                }
            }
            left => left,
        }
    }

    /// Builds the area of every inset floor, with its areas.
    fn cut_remaining(
        &self,
        drawn: InsetFloors,
        areas: Vec<Drawing>,
        crossings: impl Fn(&Drawing) -> Crossings,
    ) -> Result<Remaining, BuildError> {
        let InsetFloors { drawings, seams, narrow } = drawn;
        let drawings = drawings.into_iter().zip(areas);
        let drawings = drawings.map(|(ground, areas)| (crossings(&ground), ground.with(areas)));
        // Crossings of inset borders are not reported.
        let mut unread = vec![BuildReport::default(); self.floors.len()];
        let grounds = self.cut_grounds(&seams, drawings.collect(), &mut unread)?;
        Ok(Remaining { grounds, seams, narrow })
    }

    /// Builds the walkable area of every floor from its drawing, with common cuts along the seams.
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
        let floors = drawings.map(|((drawing, crossings), &layer)| {
            let plsg = Plsg::of(drawing);
            FloorSegments { layer, plsg, crossings, triangles: None }
        });
        let drawn = cut_in_common(seams, floors.collect(), reports)?;
        let drawn = drawn.into_iter().zip(reports);
        Ok(drawn.map(|(triangulation, report)| Ground::of(triangulation, report)).collect())
    }
}
