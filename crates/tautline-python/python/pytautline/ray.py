"""Paths of many queries on a Ray cluster; the same file runs on a laptop.

Needs the extra ``pytautline[ray]``. Queries are rows with a start and a goal; answers are the same rows with more columns:

===============  ====================  =======================================================================
column           type                  value
===============  ====================  =======================================================================
``length``       float64               in map units; infinite without a path, NaN for a row with NaN
``cost``         float64               the length weighted by the costs of areas
``lower_bound``  float64               a proved bound on the cost
``status``       uint8                 a number of ``pytautline.Status``
``points``       list of [x, y]        the waypoints, with ``points=True``
===============  ====================  =======================================================================

``paths_to_parquet`` reads and writes files and can be run again after it was stopped. ``paths`` adds the columns to any
dataset of Ray. Where no cluster runs, both start one on this machine, without its dashboard and usage reports.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq
import ray
import ray.data

from ._native import Grid, Mesh

__all__ = ["Written", "paths", "paths_to_parquet"]

_START, _GOAL = ("start_x", "start_y"), ("goal_x", "goal_y")

_ROWS_AT_ONCE = 50_000
"""Rows that a worker holds in memory with their paths."""

_CPUS_A_WORKER = 0.5
"""With whole cores the readers of a dataset would never start on a machine of as many cores as workers."""


@dataclass(frozen=True)
class Written:
    """What ``paths_to_parquet`` did.

    ``skipped`` partitions had been written by an earlier run; ``rows`` and ``found`` count the others alone. ``begins`` and
    ``ends`` are the seconds since the epoch at which each partition was begun and ended by its worker.
    """

    partitions: int
    skipped: int
    rows: int
    found: int
    begins: tuple[float, ...]
    ends: tuple[float, ...]


def paths(
    dataset: ray.data.Dataset,
    mesh: Mesh | Grid,
    *,
    start: Sequence[str] = _START,
    goal: Sequence[str] = _GOAL,
    points: bool = False,
    workers: int | None = None,
    **options: Any,
) -> ray.data.Dataset:
    """The dataset with the columns of the answers; computed when it is read, as all datasets of Ray.

    ``start`` and ``goal`` name two columns each, or three with the floor last. ``workers`` processes, one for each core of
    the cluster unless told otherwise, load the mesh once and ask it on one thread. ``options`` are those of ``Mesh.paths``.
    Raises ``ValueError`` for wrong names of columns; an error in a worker arrives as Ray's ``RayTaskError``.
    """
    queries = _asked(mesh, start, goal, points, options)
    _connect()
    return dataset.map_batches(
        _Batches,
        batch_format="pyarrow",
        batch_size=_ROWS_AT_ONCE,
        fn_constructor_args=(ray.put(mesh), queries),
        compute=ray.data.ActorPoolStrategy(size=_workers(workers)),
        num_cpus=_CPUS_A_WORKER,
    )


def paths_to_parquet(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    mesh: Mesh | Grid,
    *,
    start: Sequence[str] = _START,
    goal: Sequence[str] = _GOAL,
    points: bool = False,
    workers: int | None = None,
    **options: Any,
) -> Written:
    """Answers each Parquet file of the folder ``source`` by a file of the same name in the folder ``target``.

    Folders may be of any file system that ``pyarrow`` opens by address, such as ``s3://…``; workers on other machines must
    reach both. Rows keep their order. A file gets its name once it is whole. Files that exist are skipped, so a
    run that was stopped is resumed by the same call; a partition whose worker died is answered again by another.
    The arguments are those of ``paths``. Raises ``FileNotFoundError`` for a source without Parquet files and ``ValueError``
    for columns that are missing.
    """
    queries = _asked(mesh, start, goal, points, options)
    sources, targets = _Folder.at(source), _Folder.at(target, create=True)
    names = sources.parquet_files()
    if not names:
        raise FileNotFoundError(f"{os.fspath(source)} has no Parquet files")
    queries.check(sources.schema(names[0]), names[0])
    done = set(targets.parquet_files())
    todo = [name for name in names if name not in done]
    rows = _answered(todo, sources, targets, mesh, queries, workers) if todo else []
    return Written(
        partitions=len(names),
        skipped=len(names) - len(todo),
        rows=sum(row["rows"] for row in rows),
        found=sum(row["found"] for row in rows),
        begins=tuple(row["begin"] for row in rows),
        ends=tuple(row["end"] for row in rows),
    )


def _answered(
    names: list[str], sources: _Folder, targets: _Folder, mesh: Mesh | Grid, queries: _Queries, workers: int | None
) -> list[dict[str, Any]]:
    _connect()
    count = min(_workers(workers), len(names))
    # One block a file: a block is what Ray gives to a worker, and gives to another when that one dies.
    answered = ray.data.from_items([{"name": name} for name in names], override_num_blocks=len(names)).map_batches(
        _Partitions,
        batch_size=1,
        fn_constructor_args=(ray.put(mesh), queries, sources, targets),
        compute=ray.data.ActorPoolStrategy(size=count),
        num_cpus=_CPUS_A_WORKER,
    )
    rows: list[dict[str, Any]] = answered.take_all()
    return rows


@dataclass(frozen=True)
class _Queries:
    """Where the ends of a query stand in a table, and what is asked."""

    start: tuple[str, ...]
    goal: tuple[str, ...]
    points: bool
    options: dict[str, Any]

    def check(self, schema: pa.Schema, name: str) -> None:
        missing = [column for column in self.start + self.goal if column not in schema.names]
        if missing:
            raise ValueError(f"{name} has no column {', '.join(missing)}; it has {', '.join(schema.names)}")

    def answer(self, mesh: Mesh | Grid, table: pa.Table) -> pa.Table:
        """The table with the columns of the answers."""
        self.check(table.schema, "the table")
        starts, goals = _array(table, self.start), _array(table, self.goal)
        batch = mesh.paths(starts, goals, points=self.points, threads=1, **self.options)
        columns: dict[str, Any] = {
            "length": batch.lengths,
            "cost": batch.costs,
            "lower_bound": batch.lower_bounds,
            "status": batch.status,
        }
        if batch.offsets is not None and batch.points is not None:
            pairs = pa.FixedSizeListArray.from_arrays(pa.array(batch.points.ravel()), 2)
            columns["points"] = pa.LargeListArray.from_arrays(pa.array(batch.offsets), pairs)
        for column, values in columns.items():
            table = table.append_column(column, values if isinstance(values, pa.Array) else pa.array(values))
        return table


@dataclass(frozen=True)
class _Folder:
    """A folder of any file system."""

    system: pyarrow.fs.FileSystem
    path: str

    @classmethod
    def at(cls, folder: str | os.PathLike[str], *, create: bool = False) -> _Folder:
        text = os.fspath(folder)
        if "://" in text:
            system, path = pyarrow.fs.FileSystem.from_uri(text)
        else:
            system, path = pyarrow.fs.LocalFileSystem(), os.path.abspath(text)
        if create:
            system.create_dir(path)
        return cls(system, path)

    def parquet_files(self) -> list[str]:
        """The names of the Parquet files, in order."""
        found = self.system.get_file_info(pyarrow.fs.FileSelector(self.path))
        return sorted(info.base_name for info in found if info.base_name.endswith(".parquet"))

    def file(self, name: str) -> str:
        return f"{self.path}/{name}"

    def schema(self, name: str) -> pa.Schema:
        return pq.read_schema(self.file(name), filesystem=self.system)

    def write(self, name: str, schema: pa.Schema, tables: Iterable[pa.Table]) -> None:
        """Writes a file that gets its name when it is whole."""
        part = self.file(f".{name}.{uuid.uuid4().hex}.part")
        with pq.ParquetWriter(part, schema, filesystem=self.system) as writer:
            for table in tables:
                writer.write_table(table)
        self.system.move(part, self.file(name))


class _Batches:
    """A worker that answers batches of a dataset."""

    def __init__(self, mesh: ray.ObjectRef[Mesh | Grid], queries: _Queries) -> None:
        self._mesh, self._queries = ray.get(mesh), queries

    def __call__(self, batch: pa.Table) -> pa.Table:
        return self._queries.answer(self._mesh, batch)


class _Partitions:
    """A worker that answers whole files."""

    def __init__(self, mesh: ray.ObjectRef[Mesh | Grid], queries: _Queries, sources: _Folder, targets: _Folder) -> None:
        self._mesh, self._queries, self._sources, self._targets = ray.get(mesh), queries, sources, targets

    def __call__(self, batch: dict[str, npt.NDArray[Any]]) -> dict[str, Any]:
        (name,) = batch["name"]
        begin, rows, found = time.time(), 0, 0

        def answers(queries: pq.ParquetFile) -> Iterator[pa.Table]:
            nonlocal rows, found
            for piece in queries.iter_batches(_ROWS_AT_ONCE):
                table = self._queries.answer(self._mesh, pa.Table.from_batches([piece]))
                rows += len(table)
                found += int(np.isfinite(table["length"].to_numpy()).sum())
                yield table

        with self._sources.system.open_input_file(self._sources.file(name)) as file:
            queries = pq.ParquetFile(file)
            schema = self._queries.answer(self._mesh, queries.schema_arrow.empty_table()).schema
            self._targets.write(name, schema, answers(queries))
        return {"rows": [rows], "found": [found], "begin": [begin], "end": [time.time()]}


def _array(table: pa.Table, columns: tuple[str, ...]) -> npt.NDArray[np.float64]:
    """The columns as an array of points; a missing value is NaN."""
    values = [table[column].cast(pa.float64()).to_numpy() for column in columns]
    return np.column_stack(values)


def _asked(
    mesh: Mesh | Grid, start: Sequence[str], goal: Sequence[str], points: bool, options: dict[str, Any]
) -> _Queries:
    queries = _Queries(_names("start", start), _names("goal", goal), points, options)
    # No row at all: wrong options are an error here, and not in every worker.
    mesh.paths(np.empty((0, 2)), np.empty((0, 2)), points=points, threads=1, **options)
    return queries


def _names(end: str, columns: Sequence[str]) -> tuple[str, ...]:
    names = tuple(columns)
    if isinstance(columns, str) or len(names) not in (2, 3) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{end} names two columns, or three with the floor last, not {columns!r}")
    return names


def _connect() -> None:
    """Joins the cluster that runs, or starts one on this machine."""
    if not ray.is_initialized():
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(include_dashboard=False)


def _workers(count: int | None) -> int:
    if count is None:
        return max(1, int(ray.cluster_resources().get("CPU", 1)))
    if count < 1:
        raise ValueError(f"workers must be at least 1, not {count}")
    return count
