# 200 agents, a door and 50 moved obstacles a second, for 600 frames: the same positions twice.
extends "res://check.gd"

const SIZE := Vector2(2000, 1200)
const FRAMES := 600


func run() -> void:
	var first := await play()
	var second := await play()
	check(first == second, "the same positions twice: %s and %s" % [first, second])
	print("hash of the positions: ", first)


# Returns a hash of the positions in all frames.
func play() -> String:
	var map := new_map(SIZE, 8.0)
	new_obstacle(map, Vector2.ZERO, rect(Vector2(990, 0), Vector2(20, 500)))
	new_obstacle(map, Vector2.ZERO, rect(Vector2(990, 700), Vector2(20, 400)))
	var door := new_door(map, Vector2(1000, 490), Vector2(1000, 710))
	var random := RandomNumberGenerator.new()
	random.seed = 7
	var obstacles: Array[TautlineObstacle2D] = []
	for index in 50:
		var at := Vector2(random.randf_range(620, 900) + 500 * (index % 2), random.randf_range(50, 1150))
		obstacles.append(new_obstacle(map, at, rect(Vector2(-12, -12), Vector2(24, 24))))
	var agents: Array[TautlineAgent2D] = []
	var bodies: Array[Node2D] = []
	var counts := {"arrived": 0, "no_path": 0}
	for index in 200:
		var row := index / 20
		var agent := new_agent(map, Vector2(60 + 25 * (index % 20), 80 + 110 * row), 8.0)
		agent.max_speed = 200.0
		agent.goes_near = true
		agent.arrived.connect(func() -> void: counts.arrived += 1)
		agent.no_path.connect(func(_reason: String) -> void: counts.no_path += 1)
		agent.target_position = Vector2(1900 - 25 * (index % 20), 80 + 110 * row)
		agents.append(agent)
		bodies.append(agent.get_parent())
	var hash := HashingContext.new()
	hash.start(HashingContext.HASH_SHA256)
	var began := Time.get_ticks_usec()
	for frame in FRAMES:
		if frame % 120 == 60:
			door.open = not door.open
		if frame % 6 == 0:
			for step in 5:
				var obstacle := obstacles[(frame / 6 * 5 + step) % 50]
				obstacle.position += Vector2(random.randf_range(-20, 20), random.randf_range(-20, 20))
		await physics_frame
		var places := PackedVector2Array()
		for body in bodies:
			places.append(body.position)
		hash.update(places.to_byte_array())
	var took := Time.get_ticks_usec() - began
	var east := 0
	for body in bodies:
		east += 1 if body.position.x > 1000.0 else 0
	print("%d frames, %.2f ms each: %s, %d east of the wall" % [FRAMES, took / 1000.0 / FRAMES, counts, east])
	check(east > 50, "agents pass the wall")
	check(map.get_revision() > FRAMES / 6, "the map has changed every sixth frame")
	map.free()
	return hash.finish().hex_encode()
