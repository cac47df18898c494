"""Meshes that change: edits, doors, undo, saved bytes."""

import pickle
import threading

import numpy as np
import pytest
import shapely

import pytautline as tl

HALL = shapely.box(0, 0, 10, 8)
BLOCK = shapely.box(4, 0, 6, 7)


def live_hall(**options):
    return tl.LiveMesh.build(walkable=HALL, **options)


def length(live):
    return live.mesh.path((1, 4), (9, 4)).length


def test_an_edit_adds_moves_replaces_and_removes():
    live = live_hall()
    assert (length(live), len(live.keys)) == (8.0, 1)
    [block] = live.edit(obstacles=BLOCK)
    around = tl.Mesh.build(walkable=HALL, obstacles=BLOCK)
    assert live.mesh.area == around.area
    assert length(live) == around.path((1, 4), (9, 4)).length
    assert live.edit(move={block: (0, 1)}) == []
    assert live.mesh.path((1, 4), (9, 4)).points.min(axis=0)[1] == 1.0  # the block leaves a way below
    live.edit(replace={block: shapely.box(4, 0, 6, 1)})
    assert length(live) == 8.0
    live.edit(remove=[block])
    assert live.mesh.area == 80.0
    with pytest.raises(KeyError, match=f"no shape has the key {block}"):
        live.edit(remove=block)


def test_all_kinds_of_shapes_come_in_one_edit_and_their_keys_in_order():
    live = live_hall()
    keys = live.edit(
        walkable=[shapely.box(12, 0, 16, 8)],
        obstacles=[shapely.box(1, 6, 2, 7), shapely.box(3, 6, 4, 7)],
        walls=[[(5, 0), (5, 3)]],
        areas=[(shapely.box(6, 0, 10, 8), 3.0, "mud")],
        doors={"gate": [(5, 3), (5, 8)]},
        links=[{"start": (10, 4), "end": (12, 4), "cost": 1.0, "name": "plank"}],
    )
    assert len(keys) == len(set(keys)) == 7
    assert live.keys_named("mud") == [keys[4]]
    assert live.keys_named("gate") == [keys[5]]
    assert live.keys_named("plank") == [keys[6]]
    over = live.mesh.path((9, 4), (13, 4))
    assert [used.name for used in over.links] == ["plank"]
    assert over.links[0].cost == 1.0
    live.close_door("gate")
    with pytest.raises(tl.NoPath) as closed:
        live.mesh.path((1, 4), (9, 4))
    assert (closed.value.reason, live.closed_doors) == ("closed-off", ["gate"])
    live.open_door("gate")
    live.edit(replace={keys[4]: shapely.box(6, 0, 10, 4)})  # name and cost stay
    assert live.mesh.areas == [("mud", 3.0)]
    live.edit(replace={keys[4]: (shapely.box(6, 0, 10, 4), 5.0, "swamp"), keys[5]: [(5, 3), (5, 7)], keys[6]: {"start": (10, 5), "end": (12, 5)}})
    assert (live.mesh.areas, live.keys_named("plank")) == ([("swamp", 5.0)], [keys[6]])
    with pytest.raises(KeyError):
        live.close_door("gait")


def test_an_edit_happens_as_a_whole_or_not_at_all():
    live = live_hall()
    [block] = live.edit(obstacles=BLOCK)
    before = live.mesh
    bad = [(0, 0), (1, float("nan")), (1, 1)]
    with pytest.raises(ValueError, match=r"obstacles\[1\], ring 0, vertex 1: the coordinate"):
        live.edit(remove=block, obstacles=[shapely.box(1, 1, 2, 2), bad])
    with pytest.raises(ValueError, match=rf"replace\[{block}\], ring 0, vertex 1"):
        live.edit(replace={block: bad})
    with pytest.raises(ValueError, match="walkable area is empty"):
        live.edit(remove=live.keys)
    with pytest.raises(ValueError, match="has one shape, not 2"):
        live.edit(replace={block: shapely.MultiPolygon([BLOCK, shapely.box(0, 0, 1, 1)])})
    with pytest.raises(KeyError):
        live.edit(move={block: (1, 0), 7: (1, 1)})
    assert live.edit() == []
    assert live.mesh is before


def test_undo_and_redo_bring_the_same_bits():
    live = live_hall(doors={"gate": [(0, 7.5), (10, 7.5)]})
    live.edit(obstacles=BLOCK)
    with_block = length(live)
    live.close_door("gate")
    live.open_door("gate")  # doors are no steps to undo
    assert live.undo()
    assert length(live) == 8.0
    assert live.redo()
    assert length(live) == with_block
    assert not live.redo()
    assert live.undo()
    assert not live.undo()
    assert live.last_edit.kind in ("patched", "restored")


def test_a_mesh_of_before_stays_as_it_is():
    live = live_hall()
    old = live.mesh
    live.edit(obstacles=BLOCK)
    assert old.path((1, 4), (9, 4)).length == 8.0
    assert live.mesh is live.mesh
    assert live.mesh is not old


def test_cells_of_an_edited_mesh_have_the_numbers_of_its_paths():
    live = live_hall()
    keys = [live.edit(obstacles=shapely.box(x, 1, x + 1, 6))[0] for x in (1, 3, 5)]
    free = 0
    for key in keys:
        live.edit(remove=key)
        mesh = live.mesh
        cells = mesh.cells()
        free += sum(len(ring) == 0 for ring in cells)
        assert sum(len(ring) > 0 for ring in cells) == mesh.cell_count
        path = mesh.path((0.5, 4), (9.5, 4))
        line = shapely.LineString(path.points)
        for cell in path.cells:
            assert shapely.Polygon(cells[cell]).distance(line) < 1e-9
        near = mesh.nearest(mesh.random_points(50, seed=key))
        for point, cell in zip(near.points, near.cells):
            assert shapely.Polygon(cells[cell]).distance(shapely.Point(point)) < 1e-9
    assert free > 0


def test_random_edits_agree_with_fresh_builds(random):
    for _ in range(6):
        live = live_hall(doors={"gate": [(0, 4), (10, 4)]})
        boxes = {}
        for _ in range(25):
            low = random.integers(0, 14, size=2) / 2
            box = shapely.box(*low, *(low + random.integers(1, 5, size=2) / 2))
            remove = [key for key in boxes if random.random() < 0.2]
            try:
                [key] = live.edit(obstacles=box, remove=remove)
            except ValueError:
                continue
            boxes = {old: shape for old, shape in boxes.items() if old not in remove} | {key: box}
            fresh = tl.Mesh.build(walkable=HALL, obstacles=list(boxes.values()), doors={"gate": [(0, 4), (10, 4)]})
            assert live.mesh.area == pytest.approx(fresh.area, rel=1e-12)
            ends = random.random((40, 4)) * (10, 8, 10, 8)
            ours, theirs = (mesh.paths(ends[:, :2], ends[:, 2:]) for mesh in (live.mesh, fresh))
            assert (ours.status == theirs.status).all()
            np.testing.assert_allclose(ours.lengths, theirs.lengths, rtol=1e-12)


def test_saved_bytes_and_pickles_have_the_same_future():
    live = live_hall(recorded=True)
    keys = live.edit(obstacles=[BLOCK, shapely.box(1, 1, 2, 2)], doors={"gate": [(6, 3), (10, 3)]})
    live.close_door("gate")
    for again in (tl.LiveMesh.from_bytes(live.to_bytes()), pickle.loads(pickle.dumps(live))):
        assert again.closed_doors == ["gate"]
        assert length(again) == length(live)
        again.edit(remove=keys[0])
        assert length(again) == 8.0
        assert again.undo()
        assert length(again) == length(live)
    with pytest.raises(ValueError, match="not recorded"):
        pickle.dumps(live_hall())
    with pytest.raises(ValueError):
        tl.LiveMesh.from_bytes(live.to_bytes()[:-3])


def test_geojson_goes_in_and_out():
    live = live_hall(doors={"gate": [(5, 0), (5, 8)]}, areas=[(shapely.box(0, 0, 1, 1), 2.0, "mud")])
    live.edit(obstacles=BLOCK)
    again = tl.LiveMesh.from_geojson(live.to_geojson())
    assert length(again) == length(live)
    assert (again.mesh.doors, again.mesh.areas) == (["gate"], [("mud", 2.0)])
    with pytest.raises(ValueError, match="feature"):
        tl.LiveMesh.from_geojson({"type": "Polygon", "coordinates": [[(0, 0), (1, None)]]})


def test_threads_may_edit_and_ask():
    live = live_hall()
    failures = []

    def edit(number):
        try:
            for _ in range(40):
                [key] = live.edit(obstacles=shapely.box(number, 1, number + 0.5, 2))
                live.mesh.path((0.2, 0.2), (9.8, 7.8))
                live.edit(remove=key)
        except Exception as error:  # told to the main thread
            failures.append(error)

    threads = [threading.Thread(target=edit, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (failures, live.mesh.area) == ([], 80.0)


def test_a_mesh_without_shapes_is_edited_too(floor_plan, random):
    live = tl.LiveMesh.from_mesh(tl.Mesh.from_bytes(floor_plan.to_bytes()), recorded=True)
    assert live.mesh.area == pytest.approx(floor_plan.area, rel=1e-12)
    ends = floor_plan.random_points(60, seed=4)
    before, after = (mesh.paths(ends[:30], ends[30:]) for mesh in (floor_plan, live.mesh))
    np.testing.assert_allclose(after.lengths, before.lengths, rtol=1e-9)
    [block] = live.edit(obstacles=shapely.box(10, 5, 14, 9))
    assert live.mesh.area < floor_plan.area
    again = pickle.loads(pickle.dumps(live))
    again.edit(remove=block)
    assert again.mesh.area == pytest.approx(floor_plan.area, rel=1e-12)


def test_watched_paths_are_planned_anew_where_edits_matter(random):
    live = live_hall(doors={"gate": [(5, 0), (5, 8)]})
    ends = random.random((30, 4)) * (10, 8, 10, 8)
    numbers = [live.watch(row[:2], row[2:]) for row in ends]
    assert live.replan() == []
    blocks = []
    for turn in range(12):
        if turn % 4 == 3:
            live.edit(remove=blocks.pop())
        elif turn == 5:
            live.close_door("gate")
        elif turn == 8:
            live.open_door("gate")
        else:
            low = random.random(2) * (8, 6)
            blocks += live.edit(obstacles=shapely.box(*low, *(low + 1.5)))
        before = [live.watched(number) for number in numbers]
        changed = live.replan()
        for number, row, old in zip(numbers, ends, before, strict=True):
            kept = live.watched(number)
            try:
                fresh = live.mesh.path(row[:2], row[2:])
            except tl.NoPath:
                assert kept is None
                assert old is None or number in changed
                continue
            assert kept.length == pytest.approx(fresh.length, rel=1e-12)
            assert number in changed or kept.points.tolist() == old.points.tolist()
    live.unwatch(numbers[0])
    for call in (live.watched, live.unwatch):
        with pytest.raises(KeyError, match="no watched path"):
            call(numbers[0])
    with pytest.raises(ValueError):
        live.watch((float("nan"), 1), (1, 1))


def test_rules_of_agents_are_left_out_of_a_mesh_that_is_edited():
    mesh = tl.Mesh.build(walkable=HALL, areas=[(shapely.box(4, 0, 6, 7), 2.0, "ditch")])
    live = tl.LiveMesh.from_mesh(mesh.filtered(forbid=["ditch"]))
    assert live.mesh.path((4, 1), (6, 1)).cost == mesh.path((4, 1), (6, 1)).cost
