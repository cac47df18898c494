"""Ray's answers against one process, and runs that are stopped."""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import pytautline as tl

if os.environ.get("TAUTLINE_NO_RAY"):
    pytest.skip("TAUTLINE_NO_RAY is set", allow_module_level=True)

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
ray = pytest.importorskip("ray")
tr = pytest.importorskip("pytautline.ray")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def ends(floor_plan):
    return floor_plan.random_points(4000, seed=1), floor_plan.random_points(4000, seed=2)


def queries(ends, first=0, last=None):
    starts, goals = (points[first:last] for points in ends)
    columns = {"start_x": starts[:, 0], "start_y": starts[:, 1], "goal_x": goals[:, 0], "goal_y": goals[:, 1]}
    return pa.table({"id": np.arange(first, first + len(starts)), **columns})


def partitions(folder, ends, count):
    folder.mkdir()
    size = len(ends[0]) // count
    for number in range(count):
        pq.write_table(queries(ends, number * size, (number + 1) * size), folder / f"part-{number:03}.parquet")


def read(folder):
    return pa.concat_tables(pq.read_table(file) for file in sorted(Path(folder).glob("*.parquet")))


def assert_equal_to_one_process(table, mesh, ends):
    batch = mesh.paths(*ends)
    np.testing.assert_array_equal(table["id"].to_numpy(), np.arange(len(ends[0])))
    for column, expected in [("length", batch.lengths), ("cost", batch.costs), ("lower_bound", batch.lower_bounds), ("status", batch.status)]:
        np.testing.assert_array_equal(table[column].to_numpy(), expected)


def test_a_dataset_gets_the_answers_of_one_process(floor_plan, ends):
    dataset = ray.data.from_arrow(queries(ends)).repartition(7)
    answered = pa.concat_tables(ray.get(tr.paths(dataset, floor_plan, points=True).to_arrow_refs())).sort_by("id")
    assert_equal_to_one_process(answered, floor_plan, ends)
    batch = floor_plan.paths(*ends)
    for row in range(0, 4000, 97):
        np.testing.assert_array_equal(np.array(answered["points"][row].as_py()), batch[row])


def test_files_get_the_answers_of_one_process(floor_plan, ends, tmp_path):
    partitions(tmp_path / "queries", ends, 10)
    written = tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan, workers=2)
    assert (written.partitions, written.skipped, written.rows) == (10, 0, 4000)
    assert written.found == floor_plan.paths(*ends).found.sum() < 4000
    assert_equal_to_one_process(read(tmp_path / "answers"), floor_plan, ends)
    assert sorted(os.listdir(tmp_path / "answers")) == sorted(os.listdir(tmp_path / "queries"))


def test_a_second_run_answers_what_is_missing(floor_plan, ends, tmp_path):
    partitions(tmp_path / "queries", ends, 4)
    tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan)
    lost = tmp_path / "answers" / "part-002.parquet"
    kept = {file: file.stat().st_mtime_ns for file in lost.parent.iterdir() if file != lost}
    lost.unlink()
    written = tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan)
    assert (written.partitions, written.skipped, written.rows) == (4, 3, 1000)
    assert all(file.stat().st_mtime_ns == time for file, time in kept.items())
    assert_equal_to_one_process(read(tmp_path / "answers"), floor_plan, ends)
    assert tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan).skipped == 4


def worker_processes():
    """The actors of a run, by their titles; the state of Ray's own actors would need its dashboard."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and (process / "cmdline").read_bytes().startswith(b"ray::MapWorker"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="finds the workers by /proc")
def test_no_row_is_lost_or_doubled_where_a_worker_is_killed(floor_plan, ends, tmp_path):
    count, killed = 400, []
    partitions(tmp_path / "queries", ends, count)
    answers = tmp_path / "answers"

    def kill():
        while not killed:
            if answers.exists() and len(list(answers.glob("*.parquet"))) >= count // 3:
                killed.extend(worker_processes()[:1])
                for process in killed:
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.002)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    written = tr.paths_to_parquet(tmp_path / "queries", answers, floor_plan, workers=2)
    thread.join(timeout=5)
    assert len(killed) == 1
    assert (written.rows, written.skipped) == (4000, 0)
    assert_equal_to_one_process(read(answers), floor_plan, ends)


def test_floors_missing_values_and_empty_files(tmp_path):
    mesh = tl.Mesh.build(walkable=[[(0, 0), (9, 0), (9, 9), (0, 9)]])
    table = pa.table({"a": [1.0, None, 1.0], "b": [1.0, 2.0, 50.0], "f": [0, 0, 0], "c": [5.0, 5.0, 5.0], "d": [4.0, 4.0, 4.0]})
    (tmp_path / "queries").mkdir()
    pq.write_table(table, tmp_path / "queries" / "a.parquet")
    pq.write_table(table.slice(0, 0), tmp_path / "queries" / "b.parquet")
    tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", mesh, start=("a", "b"), goal=("c", "d"), points=True)
    answered = pq.read_table(tmp_path / "answers" / "a.parquet")
    np.testing.assert_array_equal(answered["length"].to_numpy(), [5.0, np.nan, np.inf])
    assert answered["points"].to_pylist() == [[[1.0, 1.0], [5.0, 4.0]], [], []]
    assert pq.read_table(tmp_path / "answers" / "b.parquet").schema == answered.schema


def test_wrong_arguments_are_named(floor_plan, ends, tmp_path):
    partitions(tmp_path / "queries", ends, 1)
    with pytest.raises(ValueError, match="no column y; it has id, start_x"):
        tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan, start=("start_x", "y"))
    with pytest.raises(FileNotFoundError):
        tr.paths_to_parquet(tmp_path, tmp_path / "answers", floor_plan)
    with pytest.raises(ValueError, match="two columns"):
        tr.paths(None, floor_plan, start="start_x")
    with pytest.raises(ValueError, match="at least 1"):
        tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan, workers=0)
    with pytest.raises(TypeError, match="budget"):
        tr.paths_to_parquet(tmp_path / "queries", tmp_path / "answers", floor_plan, budget=3)
