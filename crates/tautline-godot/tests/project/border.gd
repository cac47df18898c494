# What must not harm: bad polygons, options and calls, and nodes that are freed at any time.
extends "res://check.gd"

const SIZE := Vector2(1000, 800)
const FROM := Vector2(100, 400)
const TO := Vector2(900, 400)


func run() -> void:
	await bad_obstacles()
	await bad_ground()
	await bad_agents()
	await freed_nodes()
	await calls_from_handlers()
	await maps_that_come_and_go()
	await garbage()


func bad_obstacles() -> void:
	var map := new_map(SIZE, 10.0)
	var refused := []
	map.shape_refused.connect(func(node: Node, reason: String) -> void: refused.append([node, reason]))
	await frames(2)
	var empty := new_obstacle(map, Vector2.ZERO, PackedVector2Array())
	await frames(3)
	check(refused.is_empty() and map.distance(FROM, TO) == 800.0, "an obstacle without polygon is none")
	empty.polygon = PackedVector2Array([Vector2(500, 400), Vector2(510, 400)])
	await frames(3)
	check(map.distance(FROM, TO) == 800.0 and refused.is_empty(), "two points are no obstacle")
	var bad := new_obstacle(map, Vector2.ZERO, PackedVector2Array([Vector2(NAN, 1), Vector2(5, 5), Vector2(9, 0)]))
	var good := new_obstacle(map, Vector2(500, 400), rect(Vector2(-50, -50), Vector2(100, 100)))
	await frames(5)
	check(refused.size() == 1 and refused[0][0] == bad, "a coordinate that is no number is refused once: %s" % [refused])
	check(map.distance(FROM, TO) > 800.0, "and the others of its batch are on the map")
	bad.polygon = rect(Vector2(100, 100), Vector2(50, 50))
	await frames(3)
	check(refused.size() == 1, "it is on the map once it is right")
	bad.polygon = PackedVector2Array([Vector2(1e38, 0), Vector2(5, 5), Vector2(-1e38, 1e38)])
	await frames(3)
	print("huge: ", refused.slice(1), " ", map.distance(FROM, TO))
	bad.polygon = PackedVector2Array([Vector2(INF, 0), Vector2(5, 5), Vector2(9, 0)])
	await frames(3)
	check(refused.back()[0] == bad, "infinite coordinates are refused")
	bad.free()
	await frames(2)
	check(map.distance(FROM, TO) > 800.0, "the map stays")
	# A bow tie: each of its two triangles is an obstacle.
	good.polygon = PackedVector2Array([Vector2(-50, -300), Vector2(50, 300), Vector2(50, -300), Vector2(-50, 300)])
	await frames(2)
	check(is_finite(map.distance(FROM, TO)) and map.distance(FROM, TO) > 810.0, "a polygon may cross itself")
	var failed := []
	map.failed.connect(func(reason: String) -> void: failed.append(reason))
	good.polygon = rect(Vector2(-2000, -2000), Vector2(4000, 4000))
	await frames(4)
	check(failed.size() == 1 and map.find_path(FROM, TO).is_empty(), "no ground is left, said once: %s" % [failed])
	check(map.get_reason() == failed[0], "queries say so too")
	good.polygon = rect(Vector2(-50, -50), Vector2(100, 100))
	await frames(2)
	check(is_finite(map.distance(FROM, TO)), "the map is back with the ground")
	var door := new_door(map, Vector2(NAN, 0), Vector2(0, 0))
	door.open = false
	await frames(2)
	check(refused.back()[0] == door, "a door that is no line is refused: %s" % [refused.back()])
	map.free()


func bad_ground() -> void:
	var map := TautlineMap2D.new()
	root.add_child(map)
	await frames(3)
	check(map.find_path(FROM, TO).is_empty() and map.get_reason() != "", "without ground: " + map.get_reason())
	map.outlines = [PackedVector2Array([Vector2(NAN, NAN)]), rect(Vector2.ZERO, SIZE)] as Array[PackedVector2Array]
	await frames(2)
	check(map.distance(FROM, TO) == 800.0, "ground beside a polygon that is none")
	map.radii = PackedFloat32Array([500.0])
	await frames(2)
	check(map.find_path(FROM, TO).is_empty(), "too narrow: " + map.get_reason())
	map.radii = PackedFloat32Array([-1.0, NAN])
	await frames(2)
	print("bad radii: ", map.get_reason())
	map.radii = PackedFloat32Array()
	map.weld = NAN
	await frames(2)
	check(map.find_path(FROM, TO).is_empty(), "a bad weld distance: " + map.get_reason())
	map.weld = 0.0
	await frames(2)
	check(map.distance(FROM, TO) == 800.0, "no radius is a point")
	map.data = TautlineMapData.new()
	check(not map.data.load_geojson("res://missing.geojson"), "a file that is missing")
	map.data.geojson = "{]"
	await frames(2)
	map.free()


func bad_agents() -> void:
	var map := new_map(SIZE, 10.0)
	var reasons := []
	var agents: Array[TautlineAgent2D] = []
	for index in 6:
		var agent := new_agent(map, FROM + Vector2(0, 30 * index), 10.0)
		agent.no_path.connect(func(reason: String) -> void: reasons.append(reason))
		agents.append(agent)
	agents[0].target_position = Vector2(NAN, 0)
	agents[1].radius = -5.0
	agents[2].max_speed = NAN
	agents[3].get_parent().position = Vector2(INF, NAN)
	agents[4].radius = 900.0
	agents[5].target_position = TO
	var lost := TautlineAgent2D.new()
	root.add_child(lost)
	lost.target_position = TO
	await frames(30)
	check(reasons.size() == 5, "each of five is refused once: %s" % [reasons])
	check(agents[5].velocity.length() > 0.0, "the sixth walks")
	agents[1].radius = 10.0
	agents[1].target_position = TO
	await frames(5)
	check(agents[1].velocity.length() > 0.0, "an agent is on the map once it is right")
	map.radii = PackedFloat32Array([12.0])
	await frames(3)
	check(agents[1].velocity.length() > 0.0 and agents[5].velocity.length() > 0.0, "agents stay with a new mesh")
	lost.free()
	map.free()


func freed_nodes() -> void:
	var map := new_map(SIZE, 10.0)
	var obstacle := new_obstacle(map, Vector2(500, 400), rect(Vector2(-50, -50), Vector2(100, 100)))
	var agents: Array[TautlineAgent2D] = []
	for index in 20:
		var agent := new_agent(map, Vector2(100, 100 + 30 * index), 10.0)
		agent.target_position = Vector2(900, 100 + 30 * index)
		agents.append(agent)
	await frames(30)
	for index in range(0, 20, 2):
		agents[index].get_parent().free()
	obstacle.free()
	await frames(30)
	check(agents[1].velocity.length() > 0.0, "those that are left walk on")
	var body := agents[1].get_parent()
	body.remove_child(agents[1])
	await frames(2)
	body.add_child(agents[1])
	await frames(2)
	check(agents[1].velocity.length() > 0.0, "an agent that comes back walks on")
	map.remove_child(body)
	root.add_child(body)
	await frames(3)
	check(agents[1].velocity.length() > 0.0, "also under another parent: the first map is its map")
	map.free()
	await frames(3)
	check(is_instance_valid(agents[1]), "an agent outlives its map")
	body.free()


func calls_from_handlers() -> void:
	var map := new_map(SIZE, 10.0)
	var lengths := []
	var agents: Array[TautlineAgent2D] = []
	for index in 3:
		var agent := new_agent(map, FROM + Vector2(0, 100 * index), 10.0)
		agent.target_position = agent.get_parent().position + Vector2(100, 0)
		agent.max_speed = 300.0
		agents.append(agent)
	agents[0].arrived.connect(
		func() -> void:
			new_obstacle(map, Vector2(500, 400), rect(Vector2(-50, -50), Vector2(100, 100)))
			map.update_map()
			lengths.append(map.distance(FROM, TO))
			agents[0].target_position = FROM
	)
	agents[1].arrived.connect(func() -> void: agents[1].get_parent().free())
	map.changed.connect(func() -> void: lengths.append(map.distance(FROM, TO)))
	await frames(90)
	check(lengths.size() >= 4 and lengths.max() > 800.0, "handlers may ask and edit the map: %s" % [lengths])
	check(not is_instance_valid(agents[1]), "a handler may free its agent")
	agents[2].arrived.connect(func() -> void: map.queue_free())
	agents[2].target_position = agents[2].get_parent().position + Vector2(30, 0)
	await frames(60)
	check(not is_instance_valid(map), "a handler may free the map")


# Nodes below no map are on the first one of the tree, whichever that is.
func maps_that_come_and_go() -> void:
	var agent := new_agent(root, FROM, 10.0)
	agent.target_position = TO
	await frames(2)
	var map := new_map(SIZE, 10.0)
	await frames(10)
	check(agent.velocity.length() > 0.0, "an agent that is older than its map")
	map.free()
	var second := new_map(SIZE, 10.0)
	var third := new_map(SIZE, 10.0)
	var obstacle := new_obstacle(third, Vector2(500, 400), rect(Vector2(-50, -50), Vector2(100, 100)))
	var from: Vector2 = agent.get_parent().position
	await frames(10)
	check(agent.get_parent().position.x > from.x, "it is on the next map when its map is freed")
	check(second.distance(FROM, TO) == 800.0 and third.distance(FROM, TO) > 800.0, "each map has its own obstacles")
	obstacle.reparent(second)
	await frames(2)
	check(second.distance(FROM, TO) > 800.0 and third.distance(FROM, TO) == 800.0, "until they are below another")
	second.free()
	third.free()
	agent.get_parent().free()


# Calls and properties of any kind, on a map with all kinds of nodes.
func garbage() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 5
	var map := new_map(SIZE, 10.0)
	var values := [0.0, -1.0, NAN, INF, -INF, 1e30, 1e-30, 5.0, 400.0, 123.5]
	var value := func() -> float: return values[random.randi() % values.size()]
	var point := func() -> Vector2: return Vector2(value.call(), value.call())
	var points := func() -> PackedVector2Array:
		var all := PackedVector2Array()
		for index in random.randi() % 6:
			all.append(point.call())
		return all
	var nodes: Array[Node] = []
	var quiet := Engine.print_error_messages
	Engine.print_error_messages = false
	for index in 3000:
		match random.randi() % 12:
			0: nodes.append(new_obstacle(map, point.call(), points.call()))
			1: nodes.append(new_door(map, point.call(), point.call()))
			2: nodes.append(new_agent(map, point.call(), value.call()))
			3:
				if not nodes.is_empty():
					nodes.pop_at(random.randi() % nodes.size()).free()
			4: map.find_path(point.call(), point.call(), value.call())
			5: map.distance(point.call(), point.call(), value.call())
			6: map.closest_point(point.call(), value.call())
			7: map.update_map()
			8:
				for node in nodes:
					if node is TautlineAgent2D:
						node.target_position = point.call()
						node.max_speed = value.call()
			9: map.close_door("no door") if random.randi() % 2 else map.open_door("")
			10:
				if random.randi() % 20 == 0:
					map.outlines = [points.call(), rect(Vector2.ZERO, SIZE)] as Array[PackedVector2Array]
			11: await physics_frame
	for node in nodes:
		if node is TautlineAgent2D:
			node.get_parent().free()
		else:
			node.free()
	map.outlines = [rect(Vector2.ZERO, SIZE)] as Array[PackedVector2Array]
	map.radii = PackedFloat32Array([10.0])
	await frames(3)
	Engine.print_error_messages = quiet
	check(map.distance(FROM, TO) == 800.0, "after 3,000 calls with garbage the map answers: " + map.get_reason())
	map.free()
