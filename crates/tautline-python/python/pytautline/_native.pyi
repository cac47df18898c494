"""Types of the compiled classes; their documentation is in ``help(pytautline)``."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, SupportsFloat, TypeAlias, TypedDict, final, type_check_only

import numpy as np
import numpy.typing as npt

from typing_extensions import Unpack

from ._results import (
    Along,
    AreaShare,
    Curve,
    Edit,
    Geodesic,
    Hits,
    LinkUse,
    Nearest,
    Paths,
    Picked,
    Step,
    Widest,
)

__all__ = ["Crowd", "DistanceField", "Failure", "Grid", "Level", "LiveMesh", "Mesh", "Path", "PathTree", "RadiusSet", "Search", "Surface"]

_Floats: TypeAlias = npt.NDArray[np.float64]
_Point: TypeAlias = Sequence[SupportsFloat] | npt.NDArray[Any] | Any
_Points: TypeAlias = npt.ArrayLike | Any
_Shape: TypeAlias = Mapping[str, Any] | npt.ArrayLike | Any
_Policy: TypeAlias = Literal["exact", "nearest", "nearest-reachable"]
_Search: TypeAlias = Literal["auto", "optimal", "corridor"]
_Fill: TypeAlias = Literal["non-zero", "even-odd"]
_Corners: TypeAlias = Literal["never", "one-free", "always"]
_File: TypeAlias = str | PathLike[str]

@final
class Failure:
    def __str__(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def explanation(self) -> str: ...
    @property
    def nearest(self) -> tuple[float, float] | None: ...
    @property
    def lower_bound(self) -> float | None: ...
    @property
    def partial(self) -> Path | None: ...

@final
class Path:
    @property
    def points(self) -> _Floats: ...
    @property
    def length(self) -> float: ...
    @property
    def cost(self) -> float: ...
    @property
    def guarantee(self) -> Literal["optimal", "bounded"]: ...
    @property
    def lower_bound(self) -> float: ...
    @property
    def status(self) -> Literal["complete", "partial"]: ...
    @property
    def cells(self) -> npt.NDArray[np.uint32]: ...
    @property
    def floors(self) -> npt.NDArray[np.uint32]: ...
    @property
    def start_offset(self) -> float: ...
    @property
    def goal_offset(self) -> float: ...
    @property
    def expanded(self) -> int: ...
    @property
    def map(self) -> Mesh | Grid: ...
    @property
    def __geo_interface__(self) -> dict[str, Any]: ...
    def point_at(self, distance: float) -> tuple[float, float]: ...
    def resample(self, spacing: float) -> _Floats: ...
    def verify(self) -> None: ...
    @property
    def links(self) -> list[LinkUse]: ...
    @property
    def by_area(self) -> list[AreaShare]: ...
    def arcs(self) -> Curve: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(map: Any, points: Any, cells: Any, numbers: Any, links: Any) -> Path: ...

@final
class Search:
    def advance(self, nodes: int) -> bool: ...
    @property
    def done(self) -> bool: ...
    @property
    def expanded(self) -> int: ...
    @property
    def open(self) -> int: ...
    @property
    def lower_bound(self) -> float: ...
    def path(self) -> Path: ...

@final
class PathTree:
    @property
    def distances(self) -> _Floats: ...
    @property
    def lower_bounds(self) -> _Floats: ...
    def path(self, goal: int) -> Path: ...
    def paths(self, *, points: bool = True) -> Paths: ...
    def __len__(self) -> int: ...

@final
class DistanceField:
    def at(self, points: _Points) -> Any: ...
    def bounds(self, points: _Points) -> tuple[_Floats, _Floats]: ...
    def directions(self, points: _Points) -> _Floats: ...
    def path(self, start: _Point) -> Path: ...
    @property
    def goals(self) -> _Floats: ...
    @property
    def limit(self) -> float: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def mesh(self) -> Mesh: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Mesh:
    @staticmethod
    def build(
        walkable: _Shape | None = None,
        obstacles: _Shape | None = None,
        *,
        walls: _Shape | None = None,
        areas: Sequence[tuple[Any, float] | tuple[Any, float, str]] | None = None,
        doors: Mapping[str, _Shape] | None = None,
        links: Sequence[Mapping[str, Any]] | None = None,
        floors: Mapping[int, Mapping[str, Any]] | None = None,
        connections: Sequence[tuple[_Shape, int, int]] | None = None,
        radius: float = 0.0,
        fill: _Fill = "non-zero",
        merge: bool = True,
        arc_tolerance: float = 0.05,
        max_intersections: int | None = None,
        weld: float | None = None,
    ) -> Mesh: ...
    @staticmethod
    def from_geojson(
        geojson: str | Mapping[str, Any] | Any,
        *,
        radius: float = 0.0,
        fill: _Fill = "non-zero",
        merge: bool = True,
        planar: bool = False,
        weld: float | None = None,
    ) -> Mesh: ...
    @staticmethod
    def from_grid(grid: Grid | npt.ArrayLike, *, radius: float = 0.0) -> Mesh: ...
    @staticmethod
    def open(
        file: _File,
        *,
        radius: float = 0.0,
        fill: _Fill = "non-zero",
        merge: bool = True,
        layer: str | None = None,
        unknown: Literal["blocked", "free"] = "blocked",
        planar: bool = False,
        weld: float | None = None,
    ) -> Mesh: ...
    def save(self, file: _File) -> None: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> Mesh: ...
    def path(
        self,
        start: _Point,
        goal: _Point,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        search: _Search | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Path: ...
    def paths(
        self,
        starts: _Points,
        goals: _Points,
        *,
        threads: int | None = None,
        points: bool = True,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        search: _Search | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Paths: ...
    def search(
        self,
        start: _Point,
        goal: _Point,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        search: _Search | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Search: ...
    def path_tree(
        self,
        start: _Point,
        goals: _Points,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> PathTree: ...
    def distances(
        self,
        start: _Point,
        goals: _Points,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> _Floats: ...
    def distance_bounds(
        self,
        start: _Point,
        goals: _Points,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> tuple[_Floats, _Floats]: ...
    def nearest_goals(
        self,
        start: _Point,
        goals: _Points,
        count: int,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> tuple[npt.NDArray[np.int64], _Floats]: ...
    def distance_matrix(
        self, starts: _Points, goals: _Points | None = None, *, threads: int | None = None
    ) -> _Floats: ...
    def distance_field(
        self,
        goals: _Points,
        *,
        limit: float = ...,
        snap: float | None = None,
        max_expanded: int | None = None,
    ) -> DistanceField: ...
    def nearest(self, points: _Points) -> Nearest: ...
    def visible_from(self, point: _Point) -> _Floats: ...
    def sees(self, start: _Point, goal: _Point) -> bool: ...
    def random_points(
        self, count: int, *, seed: int = 0, around: _Point | None = None, radius: float | None = None
    ) -> _Floats: ...
    def rays(self, starts: _Points, ends: _Points) -> Hits: ...
    def slides(self, starts: _Points, ends: _Points) -> Hits: ...
    def straight_cost(self, line: _Points) -> float: ...
    def nearest_walls(self, points: _Points, *, max_distance: float = ...) -> Hits: ...
    def widest(self, start: _Point, goal: _Point) -> Widest: ...
    def can_pass(self, start: _Point, goal: _Point, radius: float) -> bool: ...
    def path_to_any(
        self,
        start: _Point,
        *,
        points: _Points | None = None,
        segments: Sequence[Sequence[_Point]] | None = None,
        polygon: _Shape | None = None,
        floor: int | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> tuple[Path, int | None]: ...
    def cells_in(
        self,
        polygon: _Shape | None = None,
        *,
        center: _Point | None = None,
        radius: float | None = None,
        floor: int | None = None,
    ) -> npt.NDArray[np.uint32]: ...
    def cells_around(self, point: _Point, radius: float) -> npt.NDArray[np.uint32]: ...
    def components(self, points: _Points) -> npt.NDArray[np.int64]: ...
    def filtered(self, *, forbid: Sequence[str] = ..., costs: Mapping[str, float] = ...) -> Mesh: ...
    @property
    def cell_count(self) -> int: ...
    @property
    def vertex_count(self) -> int: ...
    @property
    def component_count(self) -> int: ...
    @property
    def area(self) -> float: ...
    @property
    def bounds(self) -> tuple[float, float, float, float]: ...
    @property
    def radius(self) -> float: ...
    @property
    def floors(self) -> list[int]: ...
    @property
    def areas(self) -> list[tuple[str, float]]: ...
    @property
    def doors(self) -> list[str]: ...
    @property
    def closed_doors(self) -> list[str]: ...
    @property
    def repairs(self) -> list[str]: ...
    @property
    def index_bytes(self) -> int: ...
    @property
    def __geo_interface__(self) -> dict[str, Any]: ...
    def closing(self, doors: Sequence[str]) -> Mesh: ...
    def cells(self) -> list[_Floats]: ...
    def to_shapely(self, floor: int | None = None) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Mesh: ...
    def __deepcopy__(self, _memo: Any) -> Mesh: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(bytes: bytes, y_down: bool, closed: Any, repairs: Any, rules: Any) -> Mesh: ...

@final
class Level:
    @staticmethod
    def from_triangles(
        positions: npt.ArrayLike,
        triangles: npt.ArrayLike,
        *,
        up: Literal["y", "z"],
        materials: Sequence[str | None] | None = None,
    ) -> Level: ...
    @staticmethod
    def of_heights(heights: npt.ArrayLike, *, spacing: float = 1.0, origin: _Point = ...) -> Level: ...
    @staticmethod
    def open(file: _File, *, up: Literal["y", "z"] = "y") -> Level: ...
    def bake(
        self,
        *,
        radius: float | None = None,
        height: float | None = None,
        step: float | None = None,
        slope: float | None = None,
        cell_size: float | None = None,
        cell_height: float | None = None,
        areas: Mapping[str, float] = ...,
        blocked: Sequence[str] = ...,
        steeper: Sequence[tuple[float, float] | tuple[float, float, str]] | None = None,
        volumes: Sequence[
            tuple[_Shape, float, float] | tuple[_Shape, float, float, float] | tuple[_Shape, float, float, float, str]
        ]
        | None = None,
        jumps: Mapping[str, float] | None = None,
        min_region: int | None = None,
        merge_region: int | None = None,
        max_edge: float | None = None,
        simplification: float | None = None,
        polygon_corners: int | None = None,
        detail_distance: float | None = None,
        detail_error: float | None = None,
        max_cells: int | None = None,
        tiles: int | None = None,
    ) -> Surface: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def triangles(self) -> npt.NDArray[np.uint32]: ...
    @property
    def materials(self) -> list[str | None]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restore(positions: Any, triangles: Any, materials: Any) -> Level: ...

@final
class Surface:
    def __new__(cls, mesh: Mesh, heights: npt.ArrayLike) -> Surface: ...
    @staticmethod
    def open(file: _File) -> Surface: ...
    def save(self, file: _File) -> None: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> Surface: ...
    def pick(self, points: npt.ArrayLike, below: float, above: float) -> Picked: ...
    def height(self, points: _Points) -> Any: ...
    def gradient(self, points: _Points) -> _Floats: ...
    def waypoints(self, path: Path) -> _Floats: ...
    def along(self, path: Path, step: float = 0.0) -> Along: ...
    def geodesic(
        self,
        start: _Point,
        goal: _Point,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        search: _Search | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Geodesic: ...
    def on(self, mesh: Mesh) -> Surface: ...
    @property
    def mesh(self) -> Mesh: ...
    @property
    def heights(self) -> _Floats: ...
    @property
    def report(self) -> dict[str, int]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(bytes: bytes, mesh: Any, report: Any) -> Surface: ...

@final
class LiveMesh:
    @staticmethod
    def build(
        walkable: _Shape | None = None,
        obstacles: _Shape | None = None,
        *,
        walls: _Shape | None = None,
        areas: Sequence[tuple[Any, float] | tuple[Any, float, str]] | None = None,
        doors: Mapping[str, _Shape] | None = None,
        links: Sequence[Mapping[str, Any]] | None = None,
        floors: Mapping[int, Mapping[str, Any]] | None = None,
        connections: Sequence[tuple[_Shape, int, int]] | None = None,
        radius: float = 0.0,
        fill: _Fill = "non-zero",
        merge: bool = True,
        arc_tolerance: float = 0.05,
        max_intersections: int | None = None,
        weld: float | None = None,
        recorded: bool = False,
    ) -> LiveMesh: ...
    @staticmethod
    def from_geojson(
        geojson: str | Mapping[str, Any] | Any,
        *,
        radius: float = 0.0,
        fill: _Fill = "non-zero",
        merge: bool = True,
        planar: bool = False,
        weld: float | None = None,
        recorded: bool = False,
    ) -> LiveMesh: ...
    @staticmethod
    def from_mesh(mesh: Mesh, *, recorded: bool = False) -> LiveMesh: ...
    def edit(
        self,
        *,
        walkable: _Shape | None = None,
        obstacles: _Shape | None = None,
        walls: _Shape | None = None,
        areas: Sequence[tuple[Any, float] | tuple[Any, float, str]] | None = None,
        doors: Mapping[str, _Shape] | None = None,
        links: Sequence[Mapping[str, Any]] | None = None,
        floor: int = 0,
        remove: int | Iterable[int] | None = None,
        move: Mapping[int, _Point] | None = None,
        replace: Mapping[int, _Shape] | None = None,
    ) -> list[int]: ...
    def close_door(self, name: str) -> None: ...
    def open_door(self, name: str) -> None: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    def watch(
        self,
        start: _Point,
        goal: _Point,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        search: _Search | None = None,
        gap: float | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> int: ...
    def watched(self, number: int) -> Path | None: ...
    def unwatch(self, number: int) -> None: ...
    def replan(self, *, max_expanded: int | None = None) -> list[int]: ...
    def refresh_index(self, nodes: int = 10000) -> bool: ...
    def to_geojson(self) -> str: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> LiveMesh: ...
    @property
    def mesh(self) -> Mesh: ...
    @property
    def keys(self) -> list[int]: ...
    def keys_named(self, name: str) -> list[int]: ...
    @property
    def closed_doors(self) -> list[str]: ...
    @property
    def revision(self) -> int: ...
    @property
    def repairs(self) -> list[str]: ...
    @property
    def last_edit(self) -> Edit: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...

@final
class RadiusSet:
    @staticmethod
    def build(
        walkable: _Shape | None = None,
        obstacles: _Shape | None = None,
        *,
        walls: _Shape | None = None,
        areas: Sequence[tuple[Any, float] | tuple[Any, float, str]] | None = None,
        doors: Mapping[str, _Shape] | None = None,
        links: Sequence[Mapping[str, Any]] | None = None,
        floors: Mapping[int, Mapping[str, Any]] | None = None,
        connections: Sequence[tuple[_Shape, int, int]] | None = None,
        fill: _Fill = "non-zero",
        merge: bool = True,
        arc_tolerance: float = 0.05,
        max_intersections: int | None = None,
        weld: float | None = None,
        step: float | None = None,
        budget: int | None = None,
    ) -> RadiusSet: ...
    def mesh(self, radius: float) -> Mesh: ...
    @property
    def radii(self) -> list[float]: ...
    @property
    def nbytes(self) -> int: ...

_Agents: TypeAlias = int | Iterable[int] | npt.NDArray[np.uint64]
_Each: TypeAlias = float | Sequence[float] | npt.NDArray[Any]

@type_check_only
class _AgentOptions(TypedDict, total=False):
    radius: _Each
    max_speed: _Each
    max_acceleration: _Each
    max_turning_rate: _Each
    arrival: _Each
    priority: int | Sequence[int] | npt.NDArray[Any]
    yields: _Each
    gap: _Each
    agent_class: int
    search: _Search
    goal_policy: _Policy
    slowed_by_costs: bool

@final
class Crowd:
    def __new__(cls, map: Mesh | LiveMesh) -> Crowd: ...
    def add_class(self, map: Mesh | LiveMesh) -> int: ...
    def add(self, points: _Points, *, driven: bool = False, **options: Unpack[_AgentOptions]) -> Any: ...
    def set_options(self, agents: _Agents, **options: Unpack[_AgentOptions]) -> None: ...
    def remove(self, agents: _Agents) -> None: ...
    def go_to(self, agents: _Agents, goals: _Points) -> None: ...
    def flow_to(self, agents: _Agents, field: DistanceField) -> None: ...
    def stop(self, agents: _Agents) -> None: ...
    def warp(self, agents: _Agents, points: _Points) -> None: ...
    def push(self, agents: _Agents, points: _Points) -> None: ...
    def face(self, agents: _Agents, headings: _Points) -> None: ...
    def drive(self, agents: _Agents, points: _Points, velocities: _Points) -> None: ...
    def step(self, seconds: float, *, max_expanded: int | None = None) -> Step: ...
    @property
    def agents(self) -> npt.NDArray[np.uint64]: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def velocities(self) -> _Floats: ...
    @property
    def headings(self) -> _Floats: ...
    @property
    def floors(self) -> npt.NDArray[np.uint32]: ...
    @property
    def goals(self) -> _Floats: ...
    @property
    def states(self) -> npt.NDArray[np.uint8]: ...
    @property
    def ways_left(self) -> _Floats: ...
    def waypoints(self, agent: int) -> _Floats: ...
    def why_waiting(self, agent: int) -> tuple[str, str] | None: ...
    @property
    def time(self) -> float: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restore(maps: Any, fields: Any, saved: bytes) -> Crowd: ...

@final
class Grid:
    def __new__(
        cls,
        tiles: npt.ArrayLike,
        *,
        corners: _Corners = "never",
        neighbors: Literal[4, 8] = 8,
        cell_size: float = 1.0,
        origin: _Point = ...,
    ) -> Grid: ...
    @staticmethod
    def open(
        file: _File,
        *,
        corners: _Corners = "never",
        neighbors: Literal[4, 8] = 8,
        layer: str | None = None,
        unknown: Literal["blocked", "free"] = "blocked",
    ) -> Grid: ...
    def path(
        self,
        start: _Point,
        goal: _Point,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Path: ...
    def search(
        self,
        start: _Point,
        goal: _Point,
        *,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Search: ...
    def paths(
        self,
        starts: _Points,
        goals: _Points,
        *,
        threads: int | None = None,
        points: bool = True,
        snap: float | None = None,
        start_policy: _Policy | None = None,
        goal_policy: _Policy | None = None,
        max_expanded: int | None = None,
        max_cost: float | None = None,
    ) -> Paths: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def tiles(self) -> _Floats: ...
    @property
    def cell_size(self) -> float: ...
    @property
    def origin(self) -> tuple[float, float]: ...
    @property
    def corners(self) -> _Corners: ...
    @property
    def neighbors(self) -> Literal[4, 8]: ...
    def __copy__(self) -> Grid: ...
    def __deepcopy__(self, _memo: Any) -> Grid: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(
        costs: Any, corners: Any, neighbors: Any, cell_size: Any, origin: Any, y_down: Any
    ) -> Grid: ...
