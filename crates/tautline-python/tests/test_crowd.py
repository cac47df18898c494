"""Crowds: arrays in and out, live maps under them, pickles."""

import pickle

import numpy as np
import pytest
import shapely

import pytautline as tl

HALL = shapely.box(0, 0, 20, 8)
WALL = [(10, 0), (10, 3)], [(10, 5), (10, 8)]


def two_groups(map_):
    crowd = tl.Crowd(map_)
    left = crowd.add([(1 + i % 3, 2 + i) for i in range(5)], radius=0.3)
    right = crowd.add([(19 - i % 3, 2 + i) for i in range(5)], radius=0.3, max_speed=np.linspace(1.0, 1.4, 5))
    crowd.go_to(left, [(18, 2 + i) for i in range(5)])
    crowd.go_to(right, (1.5, 4))
    return crowd, left, right


def walk(crowd, seconds, rate=10):
    events = []
    for _ in range(seconds * rate):
        events += crowd.step(1 / rate).events
    return events


def test_two_groups_pass_one_another_through_a_gap_and_touch_no_one():
    crowd, left, right = two_groups(tl.Mesh.build(walkable=HALL, walls=list(WALL), radius=0.3))
    assert (len(crowd), crowd.positions.shape, crowd.agents.tolist()) == (10, (10, 2), [*left, *right])
    nearest = np.inf
    for _ in range(900):
        crowd.step(0.1)
        apart = np.linalg.norm(crowd.positions[:, None] - crowd.positions, axis=2)
        nearest = min(nearest, apart[~np.eye(10, dtype=bool)].min())
    assert nearest > 0.59  # two radii, but for a hundredth
    assert set(crowd.states) == {tl.AgentState.ARRIVED}
    assert crowd.positions[:5, 0].min() > 15
    assert crowd.time == pytest.approx(90.0)


def test_the_same_calls_give_the_same_bits_and_so_do_pickles():
    mesh = tl.Mesh.build(walkable=HALL, walls=list(WALL), radius=0.3)
    crowds = [two_groups(mesh)[0] for _ in range(2)]
    for crowd in crowds:
        walk(crowd, 6)
    crowds.append(pickle.loads(pickle.dumps(crowds[0])))
    for _ in range(100):
        steps = [crowd.step(0.1) for crowd in crowds]
        assert steps[0] == steps[1] == steps[2]
        for crowd in crowds[1:]:
            np.testing.assert_array_equal(crowd.positions, crowds[0].positions)
            np.testing.assert_array_equal(crowd.velocities, crowds[0].velocities)


def test_edits_of_a_live_mesh_turn_agents_by_themselves():
    live = tl.LiveMesh.build(walkable=HALL, radius=0.3, doors={"gate": [(10, 0), (10, 8)]})
    crowd = tl.Crowd(live)
    agent = crowd.add((1, 4), radius=0.3)
    crowd.go_to(agent, (18, 4))
    walk(crowd, 2)
    straight = crowd.ways_left[0]
    [block] = live.edit(obstacles=shapely.box(8, 2, 9, 8))
    crowd.step(0.1)
    assert crowd.ways_left[0] > straight
    assert crowd.waypoints(agent)[:, 1].min() < 2
    live.edit(remove=block)
    live.close_door("gate")
    [event] = [event for event in crowd.step(0.1).events if event.kind == "no-path"]
    assert (event.agent, event.reason) == (agent, "closed-off")
    assert crowd.states[0] == tl.AgentState.WAITS
    assert crowd.why_waiting(agent)[0] == "closed-off"
    live.open_door("gate")
    assert [event.kind for event in walk(crowd, 15)] == ["arrived"]
    assert crowd.why_waiting(agent) is None
    [ground] = live.edit(obstacles=shapely.box(17, 3, 19, 5))
    [moved] = crowd.step(0.1).events
    assert (moved.kind, moved.distance > 0.5) == ("moved", True)
    live.edit(remove=ground)


def test_cheaper_ground_counts_for_those_who_walk():
    live = tl.LiveMesh.build(walkable=HALL, areas=[(shapely.box(5, 0, 15, 7), 9.0, "mud")])
    crowd = tl.Crowd(live)
    agent = crowd.add((1, 1), radius=0.2)
    crowd.go_to(agent, (19, 1))
    crowd.step(0.1)
    assert crowd.waypoints(agent)[:, 1].max() > 6.9
    live.edit(remove=live.keys_named("mud"))
    crowd.step(0.1)
    assert crowd.waypoints(agent)[:, 1].max() < 2


def test_classes_of_two_sizes_walk_on_maps_of_their_own():
    small, large = (tl.LiveMesh.build(walkable=HALL, walls=[[(10, 0), (10, 3.5)], [(10, 4.5), (10, 8)]], radius=radius) for radius in (0.3, 0.8))
    crowd = tl.Crowd(small)
    number = crowd.add_class(large)
    thin = crowd.add((1, 4), radius=0.3)
    wide = crowd.add((3, 4), radius=0.8, agent_class=number)
    crowd.go_to([thin, wide], (18, 4))
    kinds = {event.kind: event.agent for event in walk(crowd, 20)}
    assert kinds == {"arrived": thin, "no-path": wide}
    with pytest.raises(ValueError, match="0.8"):
        crowd.add((3, 6), radius=0.8)
    with pytest.raises(KeyError, match="no class 2"):
        crowd.add((3, 6), agent_class=2)


def test_a_field_serves_many_and_survives_a_pickle():
    mesh = tl.Mesh.build(walkable=HALL, walls=list(WALL), radius=0.3)
    exits = mesh.distance_field([(19, 1), (19, 7)])
    crowd = tl.Crowd(mesh)
    agents = crowd.add([(1 + i, 1 + j) for i in range(4) for j in range(5)], radius=0.25)
    crowd.flow_to(agents, exits)
    crowd.flow_to(agents[:3], exits)
    walk(crowd, 3)
    again = pickle.loads(pickle.dumps(crowd))
    for both in (crowd, again):
        assert walk(both, 60) != []
        assert (both.positions[:, 0] > 16).all()
    np.testing.assert_array_equal(crowd.positions, again.positions)
    assert np.isnan(crowd.goals).all()


def test_the_program_leads_pushes_warps_and_stops():
    crowd = tl.Crowd(tl.Mesh.build(walkable=HALL, radius=0.3, links=[{"start": (19, 4), "end": (1, 4), "name": "tunnel", "cost": 0.1, "one_way": True}]))
    player = crowd.add((10, 4), radius=0.3, driven=True)
    agents = crowd.add([(9, 4), (12, 2)], radius=0.3)
    crowd.drive(player, (11, 4), (1.0, 0.0))
    assert crowd.positions[0].tolist() == [11.0, 4.0]
    assert crowd.states.tolist() == [tl.AgentState.DRIVEN, tl.AgentState.STANDS, tl.AgentState.STANDS]
    crowd.push(agents, [(9, 100), (12, 3)])
    np.testing.assert_allclose(crowd.positions[1:], [[9.0, 7.7], [12.0, 3.0]], rtol=1e-9)
    crowd.warp(agents[0], (18.5, 4))
    crowd.go_to(agents[0], (1.5, 4))
    [event] = walk(crowd, 5)
    assert (event.kind, event.agent) == ("at-link", agents[0])
    crowd.warp(agents[0], event.point)
    assert [event.kind for event in walk(crowd, 3)] == ["arrived"]
    crowd.go_to(agents, (15, 4))
    crowd.stop(agents)
    assert (crowd.states[1:] == tl.AgentState.STANDS).all()
    crowd.set_options(agents, max_speed=[0.5, 0.25], priority=9)
    crowd.go_to(agents, (15, 4))
    walk(crowd, 2)
    assert np.linalg.norm(crowd.velocities[1:], axis=1) == pytest.approx([0.5, 0.25], rel=0.2)
    crowd.stop(agents)
    walk(crowd, 1)
    assert np.isnan(crowd.headings[1:]).all()
    crowd.set_options(agents, max_turning_rate=[1.0, 2.0])
    crowd.face(agents, [(0, 2), (-3, 0)])
    assert crowd.headings[1:].tolist() == [[0, 1], [-1, 0]]
    with pytest.raises(ValueError, match="heading"):
        crowd.face(agents, (0, 0))
    crowd.remove(agents)
    assert crowd.agents.tolist() == [player]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda crowd: crowd.add((50, 50)), ValueError, "is off the walkable area"),
        (lambda crowd: crowd.add([(1, 1), (50, 50)]), ValueError, "is off the walkable area"),
        (lambda crowd: crowd.add((1, 1), speed=2), TypeError, "speed is no option of an agent"),
        (lambda crowd: crowd.add((1, 1), radius=-1), ValueError, "radius"),
        (lambda crowd: crowd.add((1, 1), priority=1.5), ValueError, "priority is a whole number"),
        (lambda crowd: crowd.add([(1, 1), (2, 2)], radius=[0.1, 0.1, 0.1]), ValueError, "radius has 3 numbers for 2 agents"),
        (lambda crowd: crowd.add((1, 1), search="fast"), ValueError, "search is"),
        (lambda crowd: crowd.go_to(12345, (1, 1)), KeyError, "no agent has the number 12345"),
        (lambda crowd: crowd.go_to(crowd.agents, [(1, 1)] * 3), ValueError, "there are 2 agents and 3 points"),
        (lambda crowd: crowd.go_to(crowd.agents, (float("nan"), 1)), ValueError, "NaN"),
        (lambda crowd: crowd.warp(crowd.agents, (50, 50)), ValueError, "is off the walkable area"),
        (lambda crowd: crowd.step(float("nan")), ValueError, "NaN"),
        (lambda crowd: crowd.step(-1), ValueError, "-1"),
        (lambda crowd: tl.Crowd(5), TypeError, "a Mesh or a LiveMesh"),
        (lambda crowd: crowd.waypoints(3), KeyError, "no agent"),
    ],
)
def test_wrong_calls_are_errors_and_change_nothing(call, error, message):
    crowd = tl.Crowd(tl.Mesh.build(walkable=HALL))
    crowd.add([(2, 2), (4, 4)])
    with pytest.raises(error, match=message):
        call(crowd)
    assert crowd.positions.tolist() == [[2, 2], [4, 4]]
