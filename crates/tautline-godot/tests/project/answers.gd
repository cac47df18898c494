# The answers to 1,000 queries on each of three maps, against those of Rust, bit for bit.
extends "res://check.gd"


func run() -> void:
	for name in ["floor_plan", "squares", "meadow"]:
		await compare(name)


func compare(name: String) -> void:
	var file := FileAccess.open("res://expected/%s.bin" % name, FileAccess.READ)
	var map := TautlineMap2D.new()
	map.data = TautlineMapData.new()
	check(map.data.load_geojson("res://expected/%s.geojson" % name), "%s is read" % name)
	map.radii = PackedFloat32Array([file.get_float()])
	root.add_child(map)
	await frames(2)
	var count := file.get_32()
	var paths := 0
	var wrong := 0
	for query in count:
		var from := Vector2(file.get_float(), file.get_float())
		var to := Vector2(file.get_float(), file.get_float())
		var distance := file.get_double()
		var reason := file.get_pascal_string()
		var points := PackedVector2Array()
		for point in file.get_32():
			points.append(Vector2(file.get_float(), file.get_float()))
		var path := map.find_path(from, to)
		var is_same := path == points and map.get_reason() == reason and map.distance(from, to) == distance
		wrong += 0 if is_same else 1
		paths += 1 if not path.is_empty() else 0
	check(count == 1000 and file.get_position() == file.get_length(), "%s has 1,000 queries" % name)
	check(paths > 300 and paths < count, "%s has queries with and without a path" % name)
	check(wrong == 0, "%s: %d answers of %d differ" % [name, wrong, count])
	print("%s: %d answers of %d are those of Rust, %d paths" % [name, count - wrong, count, paths])
	map.free()
