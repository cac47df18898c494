// tautline for C++17: owners of handles, spans and results over tautline.h. Headers alone, without exceptions.
//
//     tautline::Result<tautline::Map> map = tautline::Map::make({tautline::walkable(room), tautline::obstacle(crate)});
//     if (!map) { puts(map.message().c_str()); return 1; }
//     tautline::Result<tautline::Finder> finder = map->finder();
//
// A Result holds a value or a status with its message. Its value may be read only after it was tested.

#ifndef TAUTLINE_HPP
#define TAUTLINE_HPP

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tautline.h"
#include "tautline_result.hpp"

namespace tautline {

using Point = tl_point;
using Place = tl_place;

/// Returns a place without a floor and a cell.
inline Place at(double x, double y) { return tl_at(x, y); }

/// Returns true if the library that the program runs with has the version of this header.
inline bool is_compatible() { return tl_abi_version() == TL_ABI_VERSION; }

/// Returns a shape of one ring or line. The points are those of the caller, until the shape is used.
inline tl_shape shape(tl_shape_kind kind, Span<const Point> points, const char *name = nullptr, double cost = 0) {
  tl_shape made{};
  made.kind = kind;
  made.points = points.data();
  made.count = points.size();
  made.name = name;
  made.cost = cost;
  return made;
}
inline tl_shape walkable(Span<const Point> ring) { return shape(TL_SHAPE_KIND_WALKABLE, ring); }
inline tl_shape obstacle(Span<const Point> ring) { return shape(TL_SHAPE_KIND_OBSTACLE, ring); }
inline tl_shape wall(Span<const Point> line) { return shape(TL_SHAPE_KIND_WALL, line); }
inline tl_shape door(Span<const Point> line, const char *name) { return shape(TL_SHAPE_KIND_DOOR, line, name); }
inline tl_shape area(Span<const Point> ring, const char *name, double cost) { return shape(TL_SHAPE_KIND_AREA, ring, name, cost); }

/// Returns a rule of a filter: areas that cost something else, or are forbidden.
inline tl_area_rule rule(const char *area, double cost) { return {area, cost, 0, 0}; }
inline tl_area_rule forbidden(const char *area) { return {area, 1, 1, 0}; }

/// Returns edits of a batch.
inline tl_edit adding(const tl_shape &shape) { return {TL_EDIT_ACTION_ADD, 0, 0, shape}; }
inline tl_edit removing(std::uint64_t id) { return {TL_EDIT_ACTION_REMOVE, 0, id, {}}; }
inline tl_edit replacing(std::uint64_t id, const tl_shape &shape) { return {TL_EDIT_ACTION_REPLACE, 0, id, shape}; }

/// A path: its waypoints, and what is known about it.
struct Path {
  std::vector<Point> points;
  tl_path_info info{};
};

/// The memory of one thread's path queries, and its last path.
class Scratch : public detail::Owner<tl_scratch, tl_scratch_free> {
public:
  using Owner::Owner;
  Scratch() {
    tl_scratch made{};
    tl_scratch_new(&made);
    *static_cast<Owner *>(this) = Owner(made);
  }

  /// The waypoints of the last path, as doubles and as floats; the floors of the waypoints; the links that it takes.
  Result<std::vector<Point>> points() const { return last<Point>(tl_scratch_points); }
  Result<std::vector<tl_point_f>> points_f() const { return last<tl_point_f>(tl_scratch_points_f); }
  Result<std::vector<std::uint32_t>> layers() const { return last<std::uint32_t>(tl_scratch_layers); }
  Result<std::vector<tl_link_use>> links() const { return last<tl_link_use>(tl_scratch_links); }

  /// Returns the path that a query has left in the scratch.
  template <class Query> Result<Path> read(Query query) const {
    Path found;
    found.info.size = sizeof(found.info);
    Status status = query(&found.info);
    if (status != TL_STATUS_OK) return detail::failure(status);
    found.points.resize(found.info.count);
    tl_scratch_points(get(), found.points.data(), found.points.size(), nullptr);
    return found;
  }

private:
  template <class T> Result<std::vector<T>> last(tl_status (*read)(tl_scratch, T *, std::size_t, std::size_t *)) const {
    return detail::all<T>([&](T *to, std::size_t capacity, std::size_t *count) { return read(get(), to, capacity, count); });
  }
};

/// The distances from everywhere to the nearest of some goals.
class Field : public detail::Owner<tl_field, tl_field_free> {
public:
  using Owner::Owner;
  double distance(Place place) const {
    double found = std::numeric_limits<double>::infinity();
    tl_field_distances(get(), &place, 1, &found);
    return found;
  }
  Point direction(Place place) const {
    Point found{};
    tl_field_directions(get(), &place, 1, &found);
    return found;
  }
  /// Returns the waypoints from a place to the nearest goal.
  Result<std::vector<Point>> path(const Scratch &scratch, Place from) const {
    Status status = tl_field_path(get(), scratch.get(), from);
    if (status != TL_STATUS_OK) return detail::failure(status);
    return scratch.points();
  }
};

/// A map as it was at one moment.
class Finder : public detail::Owner<tl_finder, tl_finder_free> {
public:
  using Owner::Owner;

  static Result<Finder> load(const char *name, Span<const std::uint8_t> bytes) {
    return detail::owned<Finder, tl_finder>([&](tl_finder *made) { return tl_finder_load(name, bytes.data(), bytes.size(), made); });
  }

  Result<Path> path(const Scratch &scratch, const tl_path_query &query) const {
    return scratch.read([&](tl_path_info *info) { return tl_finder_path(get(), scratch.get(), &query, nullptr, 0, info); });
  }
  Result<Path> path(const Scratch &scratch, Place from, Place to) const {
    return path(scratch, tl_path_query_new(from, to));
  }
  Result<double> distance(const Scratch &scratch, Place from, Place to) const {
    double found = 0;
    return detail::made(tl_finder_distance(get(), scratch.get(), from, to, &found), found);
  }
  /// Explains the failure of the last query of a scratch; last_message() has the sentence.
  Result<tl_explanation> explain(const Scratch &scratch) const {
    tl_explanation found{};
    found.size = sizeof(found);
    Status status = tl_finder_explain(get(), scratch.get(), &found);
    return detail::made(status, found);
  }
  Result<std::vector<double>> distances(Place from, Span<const Place> goals) const {
    std::vector<double> found(goals.size());
    Status status = tl_finder_distances(get(), from, goals.data(), goals.size(), found.data());
    return detail::made(status, std::move(found));
  }
  Result<std::vector<tl_near_goal>> nearest_goals(Place from, Span<const Place> goals, std::size_t most) const {
    std::vector<tl_near_goal> found(most);
    std::size_t count = 0;
    Status status =
        tl_finder_nearest_goals(get(), from, goals.data(), goals.size(), found.data(), most, &count);
    found.resize(status == TL_STATUS_OK ? count : 0);
    return detail::made(status, std::move(found));
  }
  Result<Field> field(Span<const Place> goals, double max_cost = -1) const {
    return detail::owned<Field, tl_field>([&](tl_field *made) { return tl_finder_field(get(), goals.data(), goals.size(), max_cost, made); });
  }
  Result<Place> nearest(Place from, double *distance = nullptr) const {
    Place found{};
    return detail::made(tl_finder_nearest(get(), from, &found, distance), found);
  }
  Result<tl_hit> ray(Place from, Point to) const {
    tl_hit hit{};
    return detail::made(tl_finder_ray(get(), from, to, &hit), hit);
  }
  Result<tl_hit> move_along(Place from, Point to) const {
    tl_hit hit{};
    return detail::made(tl_finder_move_along(get(), from, to, &hit), hit);
  }
  Result<tl_hit> wall(Place from, double max_distance) const {
    tl_hit hit{};
    return detail::made(tl_finder_wall(get(), from, max_distance, &hit), hit);
  }
  Result<Place> random_point(std::uint64_t &state) const {
    Place found{};
    return detail::made(tl_finder_random_point(get(), &state, &found), found);
  }
  Result<Place> random_point_around(Place center, double radius, std::uint64_t &state) const {
    Place found{};
    return detail::made(tl_finder_random_point_around(get(), center, radius, &state, &found), found);
  }
  Result<std::vector<Point>> visible(Place from) const {
    return detail::all<Point>([&](Point *points, std::size_t capacity, std::size_t *count) {
      return tl_finder_visible(get(), from, points, capacity, count);
    });
  }
  /// Returns a finder under other rules for areas, for all its queries.
  Result<Finder> filtered(Span<const tl_area_rule> rules) const {
    return detail::owned<Finder, tl_finder>([&](tl_finder *made) { return tl_finder_filtered(get(), rules.data(), rules.size(), made); });
  }
  Result<tl_widest> widest(Place from, Place to) const {
    tl_widest found{};
    return detail::made(tl_finder_widest(get(), from, to, &found), found);
  }
};

/// A map of shapes that may change.
class Map : public detail::Owner<tl_map, tl_map_free> {
public:
  using Owner::Owner;

  static Result<Map> make(Span<const tl_shape> shapes, const tl_map_options &options = tl_map_options_default(),
                          std::uint64_t *ids = nullptr) {
    return detail::owned<Map, tl_map>([&](tl_map *made) { return tl_map_new(&options, shapes.data(), shapes.size(), ids, made); });
  }
  static Result<Map> make(std::initializer_list<tl_shape> shapes,
                          const tl_map_options &options = tl_map_options_default(),
                          std::uint64_t *ids = nullptr) {
    return make(Span<const tl_shape>(shapes.begin(), shapes.size()), options, ids);
  }
  static Result<Map> load(const char *name, Span<const std::uint8_t> bytes,
                          const tl_map_options &options = tl_map_options_default()) {
    return detail::owned<Map, tl_map>([&](tl_map *made) { return tl_map_load(name, bytes.data(), bytes.size(), &options, made); });
  }

  Result<std::uint64_t> add(const tl_shape &shape) {
    std::uint64_t id = 0;
    return detail::made(tl_map_add(get(), &shape, &id), id);
  }
  Outcome replace(std::uint64_t id, const tl_shape &shape) { return detail::done(tl_map_replace(get(), id, &shape)); }
  Outcome move(std::uint64_t id, Point by) { return detail::done(tl_map_move(get(), id, by)); }
  Outcome remove(std::uint64_t id) { return detail::done(tl_map_remove(get(), id)); }
  /// Makes several edits at once, all or none, and returns the id of the shape of each.
  Result<std::vector<std::uint64_t>> apply(Span<const tl_edit> edits) {
    std::vector<std::uint64_t> ids(edits.size());
    Status status = tl_map_apply(get(), edits.data(), edits.size(), ids.data());
    return detail::made(status, std::move(ids));
  }
  Outcome open_door(const char *name) { return detail::done(tl_map_open_door(get(), name)); }
  Outcome close_door(const char *name) { return detail::done(tl_map_close_door(get(), name)); }
  bool is_door_closed(const char *name) const {
    std::uint32_t closed = 0;
    tl_map_is_door_closed(get(), name, &closed);
    return closed != 0;
  }
  Outcome undo() { return detail::done(tl_map_undo(get())); }
  Outcome redo() { return detail::done(tl_map_redo(get())); }
  Result<tl_edit_report> report() const {
    tl_edit_report report{};
    report.size = sizeof(report);
    Status status = tl_map_report(get(), &report);
    return detail::made(status, report);
  }
  Result<std::uint64_t> revision() const {
    std::uint64_t found = 0;
    return detail::made(tl_map_revision(get(), &found), found);
  }
  /// Works on the search index, for at most about `budget` nodes, and returns true if it is complete.
  Result<bool> refresh_index(std::uint64_t budget) {
    std::uint32_t ready = 0;
    Status status = tl_map_refresh_index(get(), budget, &ready);
    return detail::made(status, ready != 0);
  }
  Result<Finder> finder() const {
    return detail::owned<Finder, tl_finder>([&](tl_finder *made) { return tl_map_finder(get(), made); });
  }
  Result<std::vector<std::uint8_t>> save(const char *format) const {
    return detail::all<std::uint8_t>([&](std::uint8_t *bytes, std::size_t capacity, std::size_t *count) {
      return tl_map_save(get(), format, bytes, capacity, count);
    });
  }
};

/// Agents that walk among each other.
class Crowd : public detail::Owner<tl_crowd, tl_crowd_free> {
public:
  using Owner::Owner;

  static Result<Crowd> make(const Finder &finder) {
    return detail::owned<Crowd, tl_crowd>([&](tl_crowd *made) { return tl_crowd_new(finder.get(), made); });
  }

  Result<std::uint64_t> add(Place place, const tl_agent_options &options = tl_agent_options_default(),
                            void *user = nullptr) {
    std::uint64_t agent = 0;
    return detail::made(tl_crowd_add(get(), place, &options, user, &agent), agent);
  }
  Outcome remove(std::uint64_t agent) { return detail::done(tl_crowd_remove(get(), agent)); }
  Outcome go_to(std::uint64_t agent, Place goal) { return detail::done(tl_crowd_go_to(get(), agent, goal)); }
  Outcome stop(std::uint64_t agent) { return detail::done(tl_crowd_stop(get(), agent)); }
  Outcome warp(std::uint64_t agent, Place place) { return detail::done(tl_crowd_warp(get(), agent, place)); }
  Outcome drive(std::uint64_t agent, Place place, Point velocity) { return detail::done(tl_crowd_drive(get(), agent, place, velocity)); }
  Outcome face(std::uint64_t agent, Point heading) { return detail::done(tl_crowd_face(get(), agent, heading)); }
  Outcome push(std::uint64_t agent, Point point) { return detail::done(tl_crowd_push(get(), agent, point)); }
  Result<std::vector<Point>> waypoints(std::uint64_t agent) const {
    return detail::all<Point>([&](Point *points, std::size_t capacity, std::size_t *count) {
      return tl_crowd_waypoints(get(), agent, points, capacity, count);
    });
  }
  Outcome set_user(std::uint64_t agent, void *user) { return detail::done(tl_crowd_set_user(get(), agent, user)); }
  Outcome set_options(std::uint64_t agent, const tl_agent_options &options) {
    return detail::done(tl_crowd_set_options(get(), agent, &options));
  }
  Result<tl_agent_options> options(std::uint64_t agent) const {
    tl_agent_options found = tl_agent_options_default();
    Status status = tl_crowd_options(get(), agent, &found);
    return detail::made(status, found);
  }
  Outcome follow(std::uint64_t agent, const Scratch &scratch) { return detail::done(tl_crowd_follow(get(), agent, scratch.get())); }
  Outcome flow_to(std::uint64_t agent, std::uint64_t field) { return detail::done(tl_crowd_flow_to(get(), agent, field)); }
  Result<std::uint64_t> add_field(const Field &field) {
    std::uint64_t id = 0;
    return detail::made(tl_crowd_add_field(get(), field.get(), &id), id);
  }
  Outcome replace_field(std::uint64_t id, const Field &field) { return detail::done(tl_crowd_replace_field(get(), id, field.get())); }
  Result<std::uint32_t> add_class(const Finder &finder) {
    std::uint32_t id = 0;
    return detail::made(tl_crowd_add_class(get(), finder.get(), &id), id);
  }
  /// Replaces the maps of all classes, in their order.
  Outcome set_maps(Span<const tl_finder> finders) { return detail::done(tl_crowd_set_maps(get(), finders.data(), finders.size())); }
  Outcome set_map(const Finder &finder) {
    tl_finder handle = finder.get();
    return detail::done(tl_crowd_set_maps(get(), &handle, 1));
  }
  Outcome step(double seconds, std::uint64_t max_expanded = 0) { return detail::done(tl_crowd_step(get(), seconds, max_expanded)); }
  Result<std::vector<tl_event>> events() const {
    return detail::all<tl_event>([&](tl_event *events, std::size_t capacity, std::size_t *count) {
      return tl_crowd_events(get(), events, capacity, count);
    });
  }
  Result<std::vector<Point>> positions() const {
    return detail::all<Point>([&](Point *points, std::size_t capacity, std::size_t *count) {
      return tl_crowd_agents(get(), nullptr, points, nullptr, capacity, count);
    });
  }
  Result<std::vector<tl_point_f>> positions_f() const {
    return detail::all<tl_point_f>([&](tl_point_f *points, std::size_t capacity, std::size_t *count) {
      return tl_crowd_agents_f(get(), nullptr, points, nullptr, capacity, count);
    });
  }
  Result<tl_step_info> info() const {
    tl_step_info found{};
    found.size = sizeof(found);
    Status status = tl_crowd_info(get(), &found);
    return detail::made(status, found);
  }
  Result<tl_agent_info> agent(std::uint64_t agent) const {
    tl_agent_info info{};
    info.size = sizeof(info);
    Status status = tl_crowd_agent(get(), agent, &info);
    return detail::made(status, info);
  }
  Result<std::vector<std::uint8_t>> save() const {
    return detail::all<std::uint8_t>([&](std::uint8_t *bytes, std::size_t capacity, std::size_t *count) {
      return tl_crowd_save(get(), bytes, capacity, count);
    });
  }
  Outcome restore(Span<const std::uint8_t> bytes) { return detail::done(tl_crowd_restore(get(), bytes.data(), bytes.size())); }
};

/// A tile map with paths from tile to tile.
class Tiles : public detail::Owner<tl_tiles, tl_tiles_free> {
public:
  using Owner::Owner;

  static Result<Tiles> make(std::uint32_t width, std::uint32_t height, Span<const double> costs) {
    assert(costs.size() == std::size_t{width} * height);
    return detail::owned<Tiles, tl_tiles>([&](tl_tiles *made) { return tl_tiles_new(width, height, costs.data(), nullptr, made); });
  }
  static Result<Tiles> load(const char *name, Span<const std::uint8_t> bytes) {
    return detail::owned<Tiles, tl_tiles>([&](tl_tiles *made) { return tl_tiles_load(name, bytes.data(), bytes.size(), nullptr, made); });
  }
  /// Writes the width and the height in tiles.
  Outcome size(std::uint32_t &width, std::uint32_t &height) const { return detail::done(tl_tiles_size(get(), &width, &height)); }
  Outcome set_cost(std::uint32_t x, std::uint32_t y, double cost) { return detail::done(tl_tiles_set_cost(get(), x, y, cost)); }
  Outcome set_blocked(std::uint32_t x, std::uint32_t y, bool blocked) { return detail::done(tl_tiles_set_blocked(get(), x, y, blocked)); }
  Result<Path> path(const Scratch &scratch, Point from, Point to) const {
    return scratch.read([&](tl_path_info *info) { return tl_tiles_path(get(), scratch.get(), from, to, nullptr, 0, info); });
  }
};

} // namespace tautline

#endif // TAUTLINE_HPP
