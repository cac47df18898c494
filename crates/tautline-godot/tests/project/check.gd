# What the tests share: checks that are counted, and an exit code.
extends SceneTree

var checks := 0
var failures := 0


func _initialize() -> void:
	await physics_frame
	await run()
	print("%s: %d checks, %d failed" % [get_script().resource_path, checks, failures])
	quit(1 if failures > 0 or checks == 0 else 0)


# What a test does.
func run() -> void:
	pass


func check(is_right: bool, what: String) -> void:
	checks += 1
	if not is_right:
		failures += 1
		printerr("FAILED: ", what)


func frames(count: int) -> void:
	for frame in count:
		await physics_frame


func rect(from: Vector2, size: Vector2) -> PackedVector2Array:
	return PackedVector2Array([from, from + Vector2(size.x, 0), from + size, from + Vector2(0, size.y)])


# A map of a rectangle, in the tree.
func new_map(size: Vector2, radius: float) -> TautlineMap2D:
	var map := TautlineMap2D.new()
	map.outlines = [rect(Vector2.ZERO, size)] as Array[PackedVector2Array]
	map.radii = PackedFloat32Array([radius])
	root.add_child(map)
	return map


func new_obstacle(map: Node, at: Vector2, polygon: PackedVector2Array) -> TautlineObstacle2D:
	var obstacle := TautlineObstacle2D.new()
	obstacle.polygon = polygon
	obstacle.position = at
	map.add_child(obstacle)
	return obstacle


func new_door(map: Node, from: Vector2, to: Vector2) -> TautlineDoor2D:
	var door := TautlineDoor2D.new()
	door.line = PackedVector2Array([from, to])
	map.add_child(door)
	return door


# An agent, with a body of its own.
func new_agent(map: Node, at: Vector2, radius: float) -> TautlineAgent2D:
	var body := Node2D.new()
	body.position = at
	var agent := TautlineAgent2D.new()
	agent.radius = radius
	body.add_child(agent)
	map.add_child(body)
	return agent


func length(path: PackedVector2Array) -> float:
	var sum := 0.0
	for index in range(1, path.size()):
		sum += path[index - 1].distance_to(path[index])
	return sum
