"""Types of the compiled classes; their documentation is in ``help(pytautline)``."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, SupportsFloat, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ._results import Nearest, Paths

__all__ = ["DistanceField", "Failure", "Grid", "Mesh", "Path"]

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
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(map: Any, points: Any, cells: Any, numbers: Any, links: Any) -> Path: ...

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
        walkable: _Shape,
        obstacles: _Shape | None = None,
        *,
        walls: _Shape | None = None,
        areas: Sequence[tuple[Any, float] | tuple[Any, float, str]] | None = None,
        doors: Mapping[str, _Shape] | None = None,
        links: Sequence[Mapping[str, Any]] | None = None,
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
    def random_points(self, count: int, *, seed: int = 0) -> _Floats: ...
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
    def _restore(bytes: bytes, y_down: bool, closed: Any, repairs: Any) -> Mesh: ...

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
