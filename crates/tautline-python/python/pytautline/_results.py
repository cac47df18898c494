"""Results that are plain data, and the exception of a query without a path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._native import DistanceField, Failure, Mesh, Path


class Status(IntEnum):
    """The outcome of a row of ``Mesh.paths`` or ``Grid.paths``. ``status.reason`` is that of ``NoPath``.

    >>> import pytautline as tl
    >>> tl.Status(7), tl.Status(7).reason
    (<Status.UNREACHABLE: 7>, 'unreachable')
    """

    COMPLETE = 0
    """A path to the goal."""
    PARTIAL = 1
    """A path whose end a policy moved."""
    INVALID_QUERY = 2
    """A coordinate is NaN, infinite or too large."""
    START_OUTSIDE = 3
    """The start is off the walkable area."""
    GOAL_OUTSIDE = 4
    """The goal is off the walkable area."""
    ON_CLOSED_CELL = 5
    """An end is within a closed door."""
    CLOSED_OFF = 6
    """Closed doors block every path."""
    UNREACHABLE = 7
    """No path exists: a proof, not a guess."""
    BUDGET_EXHAUSTED = 8
    """``max_expanded`` or ``max_cost`` was spent."""
    CANCELLED = 9
    """The search was cancelled."""
    UNSUPPORTED = 10
    """The map cannot answer this query."""

    @property
    def reason(self) -> str:
        """The name as in ``NoPath.reason``."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, eq=False)
class Paths:
    """The paths of a batch, row by row.

    - ``lengths``: (n,) float64; infinite without a path, NaN for a row with NaN.
    - ``costs``: (n,) float64, the lengths weighted by the costs of areas or tiles.
    - ``lower_bounds``: (n,) float64, proved bounds on the costs.
    - ``status``: (n,) uint8, numbers of ``Status``.
    - ``offsets``: (n + 1,) int64; path ``i`` has the rows ``offsets[i]:offsets[i + 1]`` of ``points``.
    - ``points``: (m, 2) float64, the waypoints of all paths.
    - ``floors``: (m,) uint32, the floor of each waypoint, all 0 on maps without floors.

    ``batch[i]`` is an (k, 2) array, the points of path ``i``. With ``points=False`` offsets, points and floors are ``None``.

    >>> import shapely, pytautline as tl
    >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    >>> batch = mesh.paths([(1, 1), (1, 2)], [(9, 1), (20, 2)])
    >>> len(batch), batch.found
    (2, array([ True, False]))
    >>> batch[0]
    array([[1., 1.],
           [9., 1.]])
    """

    lengths: npt.NDArray[np.float64]
    costs: npt.NDArray[np.float64]
    lower_bounds: npt.NDArray[np.float64]
    status: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64] | None
    points: npt.NDArray[np.float64] | None
    floors: npt.NDArray[np.uint32] | None

    @property
    def found(self) -> npt.NDArray[np.bool_]:
        """Whether each row has a path: (n,) bool."""
        found: npt.NDArray[np.bool_] = self.status <= Status.PARTIAL
        return found

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, row: int) -> npt.NDArray[np.float64]:
        if self.offsets is None or self.points is None:
            raise ValueError("the batch was made with points=False")
        row = range(len(self))[row]
        return self.points[self.offsets[row] : self.offsets[row + 1]]

    def __iter__(self) -> Iterator[npt.NDArray[np.float64]]:
        return (self[row] for row in range(len(self)))


class Nearest(NamedTuple):
    """The nearest walkable points; single values if a single point was asked for."""

    points: npt.NDArray[np.float64]
    """(n, 2) float64."""
    distances: npt.NDArray[np.float64]
    """(n,) float64, in map units."""
    cells: npt.NDArray[np.int64]
    """(n,) int64, the numbers of the cells."""
    floors: npt.NDArray[np.uint32]
    """(n,) uint32, the floors."""


class Hits(NamedTuple):
    """The ends of rays and of moves; single values if a single one was asked for."""

    points: npt.NDArray[np.float64]
    """(n, 2) float64."""
    distances: npt.NDArray[np.float64]
    """(n,) float64: the lengths of the rays, or of the ways."""
    walls: npt.NDArray[np.bool_]
    """(n,) bool: whether a wall ended it."""
    normals: npt.NDArray[np.float64]
    """(n, 2) float64: the directions away from the walls, of length 1; NaN without a wall."""


class Picked(NamedTuple):
    """The floors under points of space; single values if a single point was asked for."""

    points: npt.NDArray[np.float64]
    """(n, 3) float64: x and y of the plan and the floor, for queries. NaN where no floor is in reach."""
    heights: npt.NDArray[np.float64]
    """(n,) float64, the heights of the floors."""


class Along(NamedTuple):
    """A path along the ground."""

    points: npt.NDArray[np.float64]
    """(n, 3) float64: x and y of the plan and the height, wherever the ground bends."""
    floors: npt.NDArray[np.uint32]
    """(n,) uint32, the floor of each point."""
    legs: npt.NDArray[np.uint32]
    """(n,) uint32, the leg of the path that leads to each point; 0 at the start."""
    length: float
    """The length along the ground, in map units. Links have none."""
    cost: float
    """That length weighted by the costs of areas, and the costs of links."""
    steepest: float
    """The steepest slope, up or down: height for each unit of the plan."""


class Geodesic(NamedTuple):
    """The shortest path along the ground."""

    path: Path
    """The path in the plan; its length and cost are those of the plan."""
    cost: float
    """Its cost along the ground: the length where all ground costs 1."""
    lower_bound: float
    """A lower bound on the cost of any path along the ground."""


class LinkUse(NamedTuple):
    """A link that a path takes."""

    link: int
    """The number of the link."""
    name: str
    """Its name."""
    leg: int
    """The leg of the path that it is: from ``points[leg]`` to ``points[leg + 1]``."""
    cost: float
    """Its cost."""


class AreaShare(NamedTuple):
    """A piece of a path in the areas of a name."""

    area: str | None
    """The name of the areas; ``None`` for ground without one."""
    length: float
    """The length, in map units."""
    cost: float
    """The cost."""


class Piece(NamedTuple):
    """A piece of a ``Curve``."""

    kind: str
    """``"segment"``, ``"arc"`` or ``"link"``."""
    start: tuple[float, float]
    """Its start."""
    end: tuple[float, float]
    """Its end."""
    center: tuple[float, float] | None
    """The center of an arc: a corner of a wall."""
    radius: float | None
    """The radius of an arc."""
    angle: float | None
    """The angle of an arc in radians, positive if it turns left."""


class Curve(NamedTuple):
    """A path with arcs around its corners."""

    length: float
    """Its length, in map units."""
    pieces: list[Piece]
    """Its pieces, in order."""


class Widest(NamedTuple):
    """The widest way between two points."""

    width: float
    """Its width, in map units."""
    start: tuple[float, float]
    """One end of its narrowest place."""
    end: tuple[float, float]
    """The other end."""


class Edit(NamedTuple):
    """The last edit of a ``LiveMesh``."""

    kind: str
    """``"patched"``, ``"rebuilt"``, ``"restored"`` (by undo or redo) or ``"doors"``."""
    reason: str | None
    """The reason of a whole build, or ``None``."""
    removed_cells: int
    """The number of cells that are gone."""
    added_cells: int
    """The number of new cells."""
    repairs: list[str]
    """The repairs of the new shapes."""
    only_blocks: bool
    """Whether the edit frees no ground, so that no path became shorter."""


class AgentState(IntEnum):
    """The state of an agent, in ``Crowd.states``."""

    STANDS = 0
    """It has no goal."""
    WALKS = 1
    """It walks to its goal, or stands at the entrance of a link."""
    WAITS = 2
    """No path leads to its goal; ``Crowd.why_waiting`` says why."""
    ARRIVED = 3
    """It has arrived, or has settled beside its goal."""
    DRIVEN = 4
    """The program moves it."""


class Event(NamedTuple):
    """An event of a step of a ``Crowd``."""

    kind: str
    """``"arrived"``, ``"settled"`` (others are there), ``"no-path"``, ``"at-link"`` (``warp`` it to ``point``),
    ``"detour"`` (around a jam) or ``"moved"`` (its place is not walkable any more). The first two come again for an
    agent that others have pushed far away, once it is back."""
    agent: int
    """The number of the agent."""
    reason: str | None
    """The kind of the error, of ``"no-path"``."""
    explanation: str | None
    """The error as a sentence, of ``"no-path"``."""
    point: tuple[float, float] | None
    """The other side of the link, of ``"at-link"``."""
    link: int | None
    """The number of the link, of ``"at-link"``."""
    distance: float | None
    """The distance, of ``"moved"``."""


class Step(NamedTuple):
    """The step of a ``Crowd``. The same calls give the same events in the same order."""

    events: list[Event]
    """The events."""
    searches: int
    """The number of path searches."""
    expanded: int
    """The number of nodes that they expanded."""
    waiting: int
    """The number of agents that wait for a search in a later step."""


class NoPath(Exception):
    """A query has no path. ``str(error)`` is a sentence; the attributes say more.

    >>> import shapely, pytautline as tl
    >>> mesh = tl.Mesh.build(walkable=[shapely.box(0, 0, 4, 4), shapely.box(6, 0, 9, 4)])
    >>> try:
    ...     mesh.path((1, 1), (8, 1))
    ... except tl.NoPath as error:
    ...     print(error.reason, error.nearest)
    ...     print(error.explanation)
    unreachable (4.0, 1.0)
    no path leads from (1, 1) to (8, 1); the nearest reachable point is (4, 1), 4 from the goal; the two components are nearest at (4, 0) and (6, 0), 2 apart
    """

    def __init__(self, message: str, facts: _Facts | Failure | None = None) -> None:
        super().__init__(message)
        self._facts = facts if facts is not None else _Facts("unknown", message, None, None, None)

    @property
    def reason(self) -> str:
        """The kind, such as ``"start-outside"`` or ``"unreachable"``."""
        return self._facts.reason

    @property
    def explanation(self) -> str:
        """The error as a sentence, with the nearest point that works and the nearest walls."""
        return self._facts.explanation

    @property
    def nearest(self) -> tuple[float, float] | None:
        """The nearest point that would have worked: walkable, or reachable from the start."""
        return self._facts.nearest

    @property
    def lower_bound(self) -> float | None:
        """A lower bound on the cost of any path, if the budget was spent."""
        return self._facts.lower_bound

    @property
    def partial(self) -> Path | None:
        """The best partial path, if the budget was spent."""
        return self._facts.partial

    def __reduce__(self) -> tuple[type[NoPath], tuple[str, _Facts]]:
        facts = self._facts
        told = (facts.reason, facts.explanation, facts.nearest, facts.lower_bound, facts.partial)
        return type(self), (str(self), _Facts(*told))


NoPath.__module__ = "pytautline"


class _Facts(NamedTuple):
    """The attributes of a pickled ``NoPath``."""

    reason: str
    explanation: str
    nearest: tuple[float, float] | None
    lower_bound: float | None
    partial: Path | None


def _no_path(failure: Failure) -> NoPath:
    return NoPath(str(failure), failure)


def _field(mesh: Mesh, goals: npt.NDArray[np.float64], limit: float) -> DistanceField:
    return mesh.distance_field(goals, limit=limit)
