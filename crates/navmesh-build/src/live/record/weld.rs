//! Welding of live maps.
//!
//! The indexes hold the sides of outlines as welding bends them. An edit is local if welding changes nothing because of
//! it: whatever comes within the distance of its outlines touches them exactly. Otherwise leaders or chains may change,
//! and the map is built anew ([`RebuildReason::Weld`](super::super::RebuildReason::Weld)).

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::backend::geom::sanitized;
use navmesh_core::{DVec2, Link};

use super::super::LiveOutlines;
use super::super::changes::Placed;
use super::super::index::weld::is_apart;
use crate::builder::{Entry, LiveKey, LiveShape, NavMeshBuilder};
use crate::input::Drawings;
use crate::input::reaches::Reaches;
use crate::input::weld::{WeldedMap, ends, weld};
use crate::options::BuildOptions;
use crate::plsg::{Drawing, point_key};

/// The outlines of a map as welding bends them.
#[derive(Debug, Default)]
pub(super) struct WeldedOutlines {
    /// The drawing of each shape; empty without a weld distance.
    pub(super) drawings: BTreeMap<LiveKey, Drawing>,
    /// The reaches of all chains; none if the options state that nothing is welded.
    pub(super) reaches: Reaches,
    /// The distance; 0 for none.
    pub(super) distance: f64,
    /// The links after welding; none without a weld distance.
    pub(super) links: Vec<Link>,
    /// The given points that no piece of a side tells of.
    pub(super) vanished: Vec<DVec2>,
}

impl WeldedOutlines {
    /// Welds the outlines that stand. They are valid.
    ///
    /// Complexity: that of welding in a whole build.
    pub(super) fn of(builder: &NavMeshBuilder) -> Self {
        let (options, mut all) = (builder.options, Self::default());
        if options.weld == Some(0.0) {
            return all;
        }
        let (mut keys, mut floors) = (Vec::new(), Vec::new());
        for entry in builder.shapes.iter() {
            let own = Placed { entry, options: &options }.drawings().unwrap_or_default();
            each_chain(entry, &own, |chain| all.reaches.add_chain(chain));
            keys.push(entry.key);
            floors.push(own);
        }
        let given = |own: &Drawings| [own.ground.points.clone(), own.areas.points.clone()].concat();
        let given: Vec<Vec<DVec2>> = floors.iter().map(given).collect();
        // Floors are welded as one drawing, so each shape may be one.
        let mut map = WeldedMap { floors, links: builder.links(), ..WeldedMap::default() };
        let Ok(welds) = weld(&mut map, &options) else {
            return all; // these outlines have no mesh either
        };
        if welds.distance == 0.0 {
            return all;
        }
        all.distance = welds.distance;
        all.links = map.links;
        for ((key, Drawings { ground, areas, .. }), given) in
            keys.into_iter().zip(map.floors).zip(given)
        {
            let drawing = ground.with(areas);
            let told = drawing.sides().flat_map(|(_, sides)| sides).flat_map(|side| side.given);
            let told: BTreeSet<_> = told.map(point_key).collect();
            all.vanished.extend(given.iter().filter(|&&point| !told.contains(&point_key(point))));
            all.drawings.insert(key, drawing);
        }
        all
    }
}

impl LiveOutlines {
    /// True if the default distance is no longer the one by which the outlines are welded.
    pub(in super::super) fn has_other_default_weld(&self) -> bool {
        self.builder.options.weld.is_none() && self.reaches.default_weld() != self.weld
    }

    /// True if welding changes nothing because of a shape, which stands or is removed.
    ///
    /// Complexity: that of a query of the index, plus linear in the number of links and of points that vanished.
    pub(in super::super) fn is_apart(&self, own: &Drawings) -> bool {
        if self.weld == 0.0 {
            return true;
        }
        let options = BuildOptions { weld: Some(self.weld), ..self.builder.options };
        let drawings = [&own.ground, &own.areas];
        let sides = drawings.into_iter().flat_map(Drawing::sides).flat_map(|(_, sides)| sides);
        let sides: Vec<[DVec2; 2]> = sides.map(|side| side.ends).collect();
        let mut alone = WeldedMap { floors: vec![own.clone()], ..WeldedMap::default() };
        let distance = self.weld;
        let is_far =
            |&point: &DVec2| sides.iter().all(|&side| distance_to_segment(side, point) > distance);
        let touches = |end: DVec2| sides.iter().all(|&side| is_apart(side, end, distance));
        let links = self.builder.shapes.of_kind::<Link>().flat_map(|(_, link)| link.lanes());
        let mut ends = links.flatten().filter_map(sanitized);
        let inset = self.inset.as_ref().map(|inset| &inset.index);
        weld(&mut alone, &options).is_ok_and(|welds| welds.united().is_empty())
            && self.vanished.iter().all(is_far)
            && ends.all(touches)
            && self.floors.iter().chain(inset).all(|index| index.is_apart(&sides, distance))
    }
}

/// Visits the chains of a shape with these drawings, and the ends of a link.
pub(super) fn each_chain(entry: &Entry, own: &Drawings, mut visit: impl FnMut(&[DVec2])) {
    own.ground.lines().chain(own.areas.lines()).for_each(|(_, points)| visit(points));
    if let LiveShape::Link(link) = &entry.shape {
        visit(&ends(link).collect::<Vec<_>>());
    }
}
