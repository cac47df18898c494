# What each node does: obstacles, doors, agents, files.
extends "res://check.gd"

const SIZE := Vector2(1000, 800)
const FROM := Vector2(100, 400)
const TO := Vector2(900, 400)


func run() -> void:
	await obstacles()
	await doors()
	await polygons_of_children()
	await an_agent_arrives()
	await no_path_has_a_reason()
	await a_body_that_the_game_moves()
	await radii()
	await files()
	await scripts()
	await a_saved_scene()


func obstacles() -> void:
	var map := new_map(SIZE, 0.0)
	var changes := [0]
	map.changed.connect(func() -> void: changes[0] += 1)
	await frames(2)
	check(map.find_path(FROM, TO) == PackedVector2Array([FROM, TO]), "a straight path on empty ground")
	var obstacle := new_obstacle(map, Vector2(500, 400), rect(Vector2(-50, -50), Vector2(100, 100)))
	map.update_map()
	var around := map.distance(FROM, TO)
	check(around > 800.0 and is_equal_approx(around, length(map.find_path(FROM, TO))), "a path around")
	check(is_equal_approx(around, 100.0 + 2.0 * sqrt(350.0 * 350.0 + 50.0 * 50.0)), "it touches two corners")
	obstacle.rotation = PI / 4.0
	obstacle.scale = Vector2(2, 2)
	map.update_map()
	check(is_equal_approx(map.distance(FROM, TO), 2.0 * sqrt(400.0 * 400.0 + 20000.0)), "it follows the transform")
	obstacle.position.y = 100.0
	await frames(2)
	check(map.distance(FROM, TO) == 800.0, "the obstacle has moved away, in a tick")
	obstacle.position.y = 400.0
	map.update_map()
	check(map.distance(FROM, TO) > 800.0, "and back")
	map.remove_child(obstacle)
	map.update_map()
	check(map.distance(FROM, TO) == 800.0, "out of the tree it is off the map")
	map.add_child(obstacle)
	map.update_map()
	check(map.distance(FROM, TO) > 800.0, "in the tree again")
	obstacle.enabled = false
	map.update_map()
	check(map.distance(FROM, TO) == 800.0, "switched off")
	var revision := map.get_revision()
	var count: int = changes[0]
	for index in 20:
		new_obstacle(map, Vector2(40 * index, 600), rect(Vector2.ZERO, Vector2(20, 20)))
	await frames(2)
	check(map.get_revision() == revision + 1 and changes[0] == count + 1, "all edits of a frame are one batch")
	var away := TautlineObstacle2D.new()
	away.polygon = rect(Vector2(480, 300), Vector2(40, 200))
	root.add_child(away)
	map.update_map()
	check(map.distance(FROM, TO) > 800.0, "an obstacle that is no child of a map is on the first map")
	away.free()
	map.free()


func doors() -> void:
	var map := new_map(SIZE, 10.0)
	new_obstacle(map, Vector2.ZERO, rect(Vector2(480, 0), Vector2(40, 350)))
	new_obstacle(map, Vector2.ZERO, rect(Vector2(480, 450), Vector2(40, 350)))
	var door := new_door(map, Vector2(500, 340), Vector2(500, 460))
	await frames(2)
	var open := map.distance(FROM, TO)
	check(open == 800.0 and map.get_reason() == "", "through the open door")
	door.open = false
	map.update_map()
	check(map.find_path(FROM, TO).is_empty() and map.get_reason() != "", "closed: " + map.get_reason())
	check(map.distance(FROM, TO) == INF, "no distance through a closed door")
	door.open = true
	await frames(2)
	check(map.distance(FROM, TO) == open, "open again")
	door.open = false
	await frames(2)
	door.free()
	map.update_map()
	check(map.distance(FROM, TO) == open, "a door that is freed closes nothing")
	map.free()


func polygons_of_children() -> void:
	var map := TautlineMap2D.new()
	map.radii = PackedFloat32Array([0.0])
	var ground := Polygon2D.new()
	ground.polygon = rect(Vector2.ZERO, SIZE)
	map.add_child(ground)
	var obstacle := TautlineObstacle2D.new()
	var shape := CollisionPolygon2D.new()
	shape.polygon = rect(Vector2(-50, -50), Vector2(100, 100))
	shape.position = Vector2(500, 400)
	obstacle.add_child(shape)
	map.add_child(obstacle)
	root.add_child(map)
	await frames(2)
	check(map.distance(FROM, TO) > 800.0, "polygons of children are ground and obstacles")
	shape.position.y = 0.0
	map.update_map()
	check(map.distance(FROM, TO) == 800.0, "and follow their transforms")
	map.free()


func an_agent_arrives() -> void:
	var map := new_map(SIZE, 10.0)
	new_obstacle(map, Vector2(500, 400), rect(Vector2(-50, -50), Vector2(100, 100)))
	var agent := new_agent(map, FROM, 10.0)
	agent.max_speed = 200.0
	var events := []
	agent.arrived.connect(func() -> void: events.append("arrived"))
	agent.no_path.connect(func(reason: String) -> void: events.append(reason))
	agent.target_position = TO
	await frames(60)
	var body: Node2D = agent.get_parent()
	check(agent.velocity.length() > 100.0 and body.position.x > 200.0, "the agent walks")
	check(not map.path_of(agent).is_empty(), "it has waypoints ahead")
	await frames(300)
	check(events == ["arrived"], "it arrives once: %s" % [events])
	check(body.position.distance_to(TO) <= 10.5, "at its target: %s" % body.position)
	agent.target_position = FROM
	await frames(60)
	agent.stop()
	await frames(2)
	var stood := body.position
	await frames(20)
	check(body.position == stood and events.size() == 1, "it stops")
	body.position = FROM + Vector2(50, 50)
	await frames(2)
	check(body.position.distance_to(FROM + Vector2(50, 50)) < 0.01, "the game moves it elsewhere")
	agent.target_position = FROM
	await frames(120)
	check(events == ["arrived", "arrived"], "it goes on from there")
	agent.max_turning_rate = 1.0
	agent.heading = Vector2(0.0, -3.0)
	await frames(2)
	check(agent.heading == Vector2.UP, "the game turns it: %s" % agent.heading)
	agent.target_position = FROM + Vector2(0, 200)
	stood = body.position
	await frames(60)
	check(absf(agent.heading.angle_to(Vector2.UP)) > 0.8 and body.position == stood, "it turns on the spot: %s" % agent.heading)
	map.free()


func no_path_has_a_reason() -> void:
	var map := new_map(SIZE, 10.0)
	var wall := new_obstacle(map, Vector2(500, 400), rect(Vector2(-20, -500), Vector2(40, 1000)))
	var agent := new_agent(map, FROM, 10.0)
	agent.max_speed = 400.0
	var reasons := []
	var arrived := [0]
	agent.no_path.connect(func(reason: String) -> void: reasons.append(reason))
	agent.arrived.connect(func() -> void: arrived[0] += 1)
	agent.target_position = TO
	await frames(30)
	check(reasons.size() == 1 and reasons[0].length() > 10, "no path, with the reason once: %s" % [reasons])
	agent.target_position = Vector2(-500, 400)
	await frames(30)
	check(reasons.size() == 2 and reasons[1] != reasons[0], "another reason off the map: %s" % [reasons])
	agent.target_position = TO
	await frames(2)
	wall.position.y = -400.0
	await frames(300)
	check(arrived[0] == 1, "it goes on once the wall is away")
	agent.goes_near = true
	agent.target_position = Vector2(1100, 400)
	await frames(120)
	check(arrived[0] == 2 and agent.get_parent().position.x > 970.0, "it goes near what it cannot reach")
	map.free()


func a_body_that_the_game_moves() -> void:
	var map := new_map(SIZE, 10.0)
	var body := CharacterBody2D.new()
	body.position = FROM
	var agent := TautlineAgent2D.new()
	agent.moves_parent = false
	agent.max_speed = 300.0
	body.add_child(agent)
	map.add_child(body)
	var arrived := [false]
	agent.arrived.connect(func() -> void: arrived[0] = true)
	agent.velocity_computed.connect(
		func(velocity: Vector2) -> void:
			body.velocity = velocity
			body.move_and_slide()
	)
	agent.target_position = TO
	await frames(10)
	check(body.position.x > FROM.x, "move_and_slide moves the body by the velocity")
	body.position.y += 4.0
	await frames(240)
	check(arrived[0] and body.position.distance_to(TO) < 20.0, "it arrives, pushed aside once")
	map.free()


func radii() -> void:
	var map := new_map(SIZE, 10.0)
	new_obstacle(map, Vector2.ZERO, rect(Vector2(480, 0), Vector2(40, 380)))
	new_obstacle(map, Vector2.ZERO, rect(Vector2(480, 420), Vector2(40, 380)))
	await frames(2)
	check(map.distance(FROM, TO) == 800.0, "the gap of 40 is wide enough for a radius of 10")
	check(map.find_path(FROM, TO, 25.0).is_empty(), "and too narrow for 25")
	map.radii = PackedFloat32Array([25.0])
	map.update_map()
	check(map.find_path(FROM, TO).is_empty(), "radii can change")
	check(map.closest_point(Vector2(0, 0)).distance_to(Vector2(25, 25)) < 0.01, "the mesh ends at the radius")
	map.free()


func files() -> void:
	var map := TautlineMap2D.new()
	map.radii = PackedFloat32Array([0.0])
	map.data = TautlineMapData.new()
	map.data.geojson = """{"type": "FeatureCollection", "features": [
		{"type": "Feature", "properties": {}, "geometry":
			{"type": "Polygon", "coordinates": [[[0, 0], [100, 0], [100, 80], [0, 80]]]}},
		{"type": "Feature", "properties": {"kind": "door", "name": "gate"}, "geometry":
			{"type": "LineString", "coordinates": [[50, 0], [50, 80]]}}]}"""
	root.add_child(map)
	await frames(2)
	check(map.distance(Vector2(10, 10), Vector2(90, 10)) == 80.0, "the ground of a file")
	check(map.close_door("gate") and map.is_door_closed("gate"), "a door of a file closes by its name")
	check(map.distance(Vector2(10, 10), Vector2(90, 10)) == INF, "and closes the way")
	check(map.open_door("gate") and not map.is_door_closed("gate"), "it opens")
	check(map.distance(Vector2(10, 10), Vector2(90, 10)) == 80.0, "and opens the way")
	check(not map.close_door("gat"), "there is no door of another name")
	map.free()


# A script on the node has the same virtual functions as the node.
func scripts() -> void:
	var script := GDScript.new()
	script.source_code = "extends TautlineMap2D\nvar ticks := 0\nfunc _physics_process(_delta):\n\tticks += 1\n"
	script.reload()
	var map := new_map(SIZE, 10.0)
	map.set_script(script)
	map.set_physics_process(true)
	map.debug = true
	var agent := new_agent(map, FROM, 10.0)
	agent.target_position = TO
	await frames(60)
	check(map.get("ticks") > 0, "the script has its ticks")
	check(agent.get_parent().position.x > 150.0, "and the map its own")
	map.free()


# All nodes as the editor saves them. Also a map that comes into the tree after its agents were made.
func a_saved_scene() -> void:
	var level: Node = load("res://scene.tscn").instantiate()
	root.add_child(level)
	var map: TautlineMap2D = level.get_node("Map")
	var agent: TautlineAgent2D = level.get_node("Map/Body/TautlineAgent2D")
	await frames(2)
	check(map.distance(FROM, TO) == INF, "the door of the scene is closed: " + map.get_reason())
	agent.target_position = TO
	await frames(30)
	level.get_node("Map/Door").open = true
	await frames(240)
	check(map.distance(FROM, TO) == 800.0, "and opens")
	check(level.get_node("Map/Body").position.distance_to(TO) < 11.0, "the agent went through it")
	level.free()
