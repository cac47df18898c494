# The same scene by Godot's NavigationServer2D: lengths, the time of a query, the time from an edit to the first right path.
extends "res://check.gd"

const RADIUS := 10.0
const QUERIES := 1000
const EDITS := 25

var size: Vector2
var boxes: Array[Vector2] = []
var box := rect(Vector2(-20, -20), Vector2(40, 40))
# Of Godot's server.
var server_map: RID
var region: RID


func run() -> void:
	await compare(Vector2(2000, 1200), 100)
	await compare(Vector2(4000, 2400), 400)


func compare(of_size: Vector2, count: int) -> void:
	print("%d boxes on %d by %d, radius %d" % [count, of_size.x, of_size.y, RADIUS])
	size = of_size
	boxes.clear()
	var random := RandomNumberGenerator.new()
	random.seed = 3
	for index in count:
		boxes.append(Vector2(random.randf_range(50, size.x - 50), random.randf_range(50, size.y - 50)))
	var map := new_map(size, RADIUS)
	var obstacles: Array[TautlineObstacle2D] = []
	for at in boxes:
		obstacles.append(new_obstacle(map, at, box))
	await frames(2)
	server_map = NavigationServer2D.map_create()
	NavigationServer2D.map_set_active(server_map, true)
	NavigationServer2D.map_set_use_async_iterations(server_map, false)
	region = NavigationServer2D.region_create()
	NavigationServer2D.region_set_use_async_iterations(region, false)
	NavigationServer2D.region_set_map(region, server_map)
	NavigationServer2D.region_set_navigation_polygon(region, bake())
	await frames(6)
	queries(map, random)
	await edits(map, obstacles, random)
	NavigationServer2D.free_rid(region)
	NavigationServer2D.free_rid(server_map)
	map.free()


func bake() -> NavigationPolygon:
	var polygon := NavigationPolygon.new()
	polygon.agent_radius = RADIUS
	var source := NavigationMeshSourceGeometryData2D.new()
	source.add_traversable_outline(rect(Vector2.ZERO, size))
	for at in boxes:
		source.add_obstruction_outline(Transform2D(0.0, at) * box)
	NavigationServer2D.bake_from_source_geometry_data(polygon, source)
	return polygon


func server_path(from: Vector2, to: Vector2) -> PackedVector2Array:
	return NavigationServer2D.map_get_path(server_map, from, to, true)


func queries(map: TautlineMap2D, random: RandomNumberGenerator) -> void:
	var ends: Array[PackedVector2Array] = []
	while ends.size() < QUERIES:
		var pair := PackedVector2Array()
		for end in 2:
			pair.append(Vector2(random.randf_range(20, size.x - 20), random.randf_range(20, size.y - 20)))
		if is_finite(map.distance(pair[0], pair[1])):
			ends.append(pair)
	var ours: Array[PackedVector2Array] = []
	var theirs: Array[PackedVector2Array] = []
	var times := [0, 0]
	for pair in ends:
		var began := Time.get_ticks_usec()
		ours.append(map.find_path(pair[0], pair[1]))
		var middle := Time.get_ticks_usec()
		theirs.append(server_path(pair[0], pair[1]))
		times[0] += middle - began
		times[1] += Time.get_ticks_usec() - middle
	var sums := [0.0, 0.0]
	var longest := 0.0
	var shorter := 0
	for index in QUERIES:
		var both := [length(ours[index]), length(theirs[index])]
		for side in 2:
			sums[side] += both[side]
		longest = maxf(longest, both[1] / maxf(both[0], 1e-9) - 1.0)
		# Its bake cuts the corners of the radius, so its paths may be shorter by what the corners differ.
		shorter += 1 if both[1] < both[0] * 0.98 else 0
	check(shorter == 0, "Godot's paths are no shorter by 2 %% than a shortest one: %d" % shorter)
	print("%d queries: mean length %.3f, Godot %.3f, at most %.2f %% longer" % [
		QUERIES, sums[0] / QUERIES, sums[1] / QUERIES, 100.0 * longest])
	print("a query: %.1f us, Godot %.1f us" % [times[0] / float(QUERIES), times[1] / float(QUERIES)])


# A box is put onto the way between two points; then both engines are asked until their paths go around it.
func edits(map: TautlineMap2D, obstacles: Array[TautlineObstacle2D], random: RandomNumberGenerator) -> void:
	var ours := []
	var theirs := []
	var baked := []
	var waited := []
	for edit in EDITS:
		var number := edit % boxes.size()
		var before := PackedVector2Array()
		var from: Vector2
		var to: Vector2
		while before.is_empty():
			from = Vector2(30, random.randf_range(200, size.y - 200))
			to = Vector2(size.x - 30, from.y)
			before = map.find_path(from, to)
		var leg := before.size() / 2
		boxes[number] = before[leg - 1].lerp(before[leg], 0.5)
		var began := Time.get_ticks_usec()
		obstacles[number].position = boxes[number]
		map.update_map()
		var path := map.find_path(from, to)
		ours.append(Time.get_ticks_usec() - began)
		check(not path.is_empty() and avoids(path, number), "edit %d: the first path goes around the box" % edit)
		began = Time.get_ticks_usec()
		NavigationServer2D.region_set_navigation_polygon(region, bake())
		baked.append(Time.get_ticks_usec() - began)
		NavigationServer2D.map_force_update(server_map)
		path = server_path(from, to)
		var took := Time.get_ticks_usec() - began
		var count := 0
		while not avoids(path, number) and count < 20:
			await physics_frame
			count += 1
			began = Time.get_ticks_usec()
			path = server_path(from, to)
			took += Time.get_ticks_usec() - began
		theirs.append(took)
		waited.append(count)
	for times: Array in [ours, theirs, baked, waited]:
		times.sort()
	print("an edit to the first right path: %d us (worst %d), Godot %d us (worst %d), of which the bake %d us; frames waited %d to %d" % [
		ours[EDITS / 2], ours[-1], theirs[EDITS / 2], theirs[-1], baked[EDITS / 2], waited[0], waited[-1]])


# True if a path does not cross the inside of a box.
func avoids(path: PackedVector2Array, number: int) -> bool:
	var inside := Transform2D(0.0, boxes[number]).scaled_local(Vector2(0.95, 0.95)) * box
	return path.size() > 1 and Geometry2D.intersect_polyline_with_polygon(path, inside).is_empty()
