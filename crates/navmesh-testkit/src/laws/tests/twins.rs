//! Finders made of the oracles, to hold the suite against.

use navmesh_core::backend::{Endpoints, PathSummary, WritePath, checked_points};
use navmesh_core::{CellId, DVec2, Path, PathError, PathQuery, Pathfinder, Place, Scratch};

use crate::laws::Subject;
use crate::oracle::{MeshOracle, TileOracle};

/// A right answer, and then something done to it.
pub(super) type Twist = fn(&PathQuery, Result<Path, PathError>) -> Result<Path, PathError>;

/// Finds by the oracle of a mesh; then twists the answer.
pub(super) struct MeshTwin<'a> {
    pub(super) oracle: &'a MeshOracle<'a>,
    pub(super) twist: Twist,
}

impl MeshTwin<'_> {
    fn answer(&self, query: &PathQuery) -> Result<Path, PathError> {
        let mut ends = Endpoints::default();
        ends.place(self.oracle.mesh(), query)?;
        let (start, goal) = (ends.start.point, ends.goal.point);
        let found = self.oracle.shortest(start, goal);
        let (_, points) =
            found.ok_or(PathError::Unreachable { start: start.into(), goal: goal.into() })?;
        let cells = self.oracle.cells_along(&points).expect("the oracle's path is legal");
        let summary = PathSummary {
            status: ends.status,
            start_offset: ends.start.offset,
            goal_offset: ends.goal.point.distance(query.goal),
            ..PathSummary::default()
        };
        Ok(path_of(&points, &cells, summary))
    }
}

impl Pathfinder for MeshTwin<'_> {
    fn find_path_into(
        &self,
        query: &PathQuery,
        _: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        *path = (self.twist)(query, self.answer(query))?;
        Ok(())
    }
}

/// Finds by the oracle of a tile map.
pub(super) struct TileTwin<'a>(pub(super) TileOracle<'a>);

impl Pathfinder for TileTwin<'_> {
    fn find_path_into(
        &self,
        query: &PathQuery,
        _: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let [start, goal] = checked_points(query)?;
        let grid = self.0.grid();
        let tile = |point, place: Place| {
            let snap = place.snap(query.snap, self.0.default_snap());
            let free = |t: &(u32, u32)| !grid.is_blocked(t.0, t.1);
            let moved = [[snap, 0.0], [-snap, 0.0], [0.0, snap], [0.0, -snap]];
            let near = moved.into_iter().filter_map(|by| self.0.tile_of(point + DVec2::from(by)));
            self.0.tile_of(point).into_iter().chain(near).find(free)
        };
        let start_tile = tile(start, query.start_place())
            .ok_or(PathError::StartOutside { place: start.into() })?;
        let goal_tile =
            tile(goal, query.goal_place()).ok_or(PathError::GoalOutside { place: goal.into() })?;
        let found = self.0.cheapest(start_tile, goal_tile);
        let found =
            found.ok_or(PathError::Unreachable { start: start.into(), goal: goal.into() })?;
        let centers: Vec<DVec2> = found.tiles.iter().map(|t| grid.center(t.0, t.1)).collect();
        let cell = |t: &(u32, u32)| CellId { slot: grid.slot(t.0, t.1).unwrap(), generation: 0 };
        let cells: Vec<_> = found.tiles.iter().map(cell).collect();
        let summary = PathSummary {
            cost: Some(found.cost),
            start_offset: centers[0].distance(start),
            goal_offset: centers[centers.len() - 1].distance(goal),
            ..PathSummary::default()
        };
        *path = path_of(&centers, &cells, summary);
        Ok(())
    }
}

pub(super) fn path_of(points: &[DVec2], cells: &[CellId], summary: PathSummary) -> Path {
    let mut path = Path::default();
    points.iter().for_each(|&point| path.push_waypoint(point));
    cells.iter().for_each(|&cell| path.push_cell(cell));
    path.finish(summary);
    path
}
