// The same game by the C++ wrapper, without exceptions, and one snapshot shared by four threads.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "tautline.hpp"
#include "tautline.hpp" // twice, as headers of a program do
#include "tautline.h"

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool holds, const char *condition, int line) {
  if (holds) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, condition, tautline::last_message().c_str());
  std::exit(1);
}

static const tautline::Point ROOM[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
static const tautline::Point LOWER[] = {{10, 0}, {10, 4}};
static const tautline::Point UPPER[] = {{10, 6}, {10, 10}};
static const tautline::Point GATE[] = {{10, 4}, {10, 6}};

static tautline::Map make_map() {
  tl_map_options options = tl_map_options_default();
  options.agent_radius = 0.25;
  auto made = tautline::Map::make({tautline::walkable(ROOM), tautline::wall(LOWER), tautline::wall(UPPER),
                                   tautline::door(GATE, "gate")},
                                  options);
  CHECK(bool(made));
  return std::move(*made);
}

static void test_results(tautline::Map &map) {
  auto unbuildable = tautline::Map::make({});
  CHECK(!unbuildable && unbuildable.status() == TL_STATUS_BAD_INPUT && !unbuildable.message().empty());
  auto unknown = map.close_door("gat");
  CHECK(!unknown && unknown.status() == TL_STATUS_UNKNOWN_ID);

  const std::vector<tautline::Point> crate = {{4, 2}, {6, 2}, {6, 4}, {4, 4}};
  auto id = map.add(tautline::obstacle(crate));
  CHECK(bool(id));
  tautline::Scratch scratch;
  auto finder = map.finder();
  auto path = finder->path(scratch, tautline::at(1, 3), tautline::at(9, 3));
  CHECK(path && path->points.size() == path->info.count && path->info.length > 8);
  CHECK(bool(map.remove(*id)));
  CHECK(map.remove(*id).status() == TL_STATUS_UNKNOWN_ID);
  CHECK(map.undo() && map.undo() && !map.report()->only_blocks);

  auto moved = std::move(*finder);
  CHECK(finder->path(scratch, tautline::at(1, 3), tautline::at(9, 3)).status() == TL_STATUS_BAD_HANDLE);
  const tautline::Place goals[] = {tautline::at(15, 5), tautline::at(2, 8)};
  auto nearest = moved.nearest_goals(tautline::at(1, 8), goals, 1);
  CHECK(nearest && nearest->size() == 1 && nearest->front().goal == 1);
  CHECK(moved.field(goals)->distance(tautline::at(1, 8)) == 1);
  CHECK(moved.visible(tautline::at(1, 8))->size() >= 3);
  CHECK(moved.distances(tautline::at(1, 8), goals)->at(1) == 1);
  CHECK(moved.ray(tautline::at(1, 8), {19, 8})->hit_wall);
}

static void test_scratch_and_fields(tautline::Map &map) {
  CHECK(tautline::is_compatible() && *map.revision() == map.report()->revision && *map.refresh_index(1000000));
  tautline::Scratch scratch;
  auto finder = map.finder();
  CHECK(finder->explain(scratch).status() == TL_STATUS_NOT_FOUND);
  CHECK(!finder->path(scratch, tautline::at(1, 5), tautline::at(90, 5)));
  CHECK(finder->explain(scratch)->status == TL_STATUS_GOAL_OUTSIDE && !tautline::last_message().empty());
  CHECK(bool(finder->path(scratch, tautline::at(1, 5), tautline::at(15, 5))));
  CHECK(scratch.points()->back().x == 15 && scratch.points_f()->back().x == 15.0f);
  CHECK(scratch.layers()->size() == scratch.points()->size() && scratch.links()->empty());
  const tautline::Place goals[] = {tautline::at(2, 8)};
  auto field = finder->field(goals);
  CHECK(field->path(scratch, tautline::at(1, 8))->size() == 2);
  std::uint64_t state = 1;
  auto around = finder->random_point_around(tautline::at(3, 8), 1, state);
  CHECK(around && around->point.x >= 2 && around->point.x <= 4);
  auto crowd = tautline::Crowd::make(*finder);
  tl_agent_options options = tl_agent_options_default();
  options.radius = 0.25;
  auto agent = crowd->add(tautline::at(1, 8), options);
  auto goal = crowd->add_field(*field);
  CHECK(crowd->flow_to(*agent, *goal) && crowd->replace_field(*goal, *field));
  CHECK(crowd->step(0.1) && crowd->info()->agents == 1 && crowd->positions()->front().x > 1);
  CHECK(crowd->positions_f()->front().x == static_cast<float>(crowd->positions()->front().x));
  CHECK(finder->path(scratch, crowd->agent(*agent)->place, tautline::at(9, 8)) && crowd->follow(*agent, scratch));
  CHECK(*crowd->add_class(*finder) == 1);
  const tl_finder both[] = {finder->get(), finder->get()};
  CHECK(crowd->set_maps(both) && crowd->set_maps({both, 1}).status() == TL_STATUS_BAD_ARGUMENT);
  CHECK(crowd->options(*agent)->radius == 0.25);
  options.class_id = 1;
  CHECK(crowd->set_options(*agent, options) && crowd->options(*agent)->class_id == 1);
  CHECK(crowd->set_user(*agent, &state) && crowd->agent(*agent)->user == &state);
}

static void test_tiles() {
  const double costs[] = {1, 0, 1, 1, 1, 1};
  auto tiles = tautline::Tiles::make(3, 2, costs);
  std::uint32_t width = 0, height = 0;
  CHECK(tiles->size(width, height) && width == 3 && height == 2);
  tautline::Scratch scratch;
  CHECK(tiles->path(scratch, {0.5, 0.5}, {2.5, 0.5})->info.length == 4);
  CHECK(tiles->set_cost(1, 1, 3) && tiles->path(scratch, {0.5, 0.5}, {2.5, 0.5})->info.cost > 4);
  CHECK(tiles->set_blocked(1, 1, true) && tiles->path(scratch, {0.5, 0.5}, {2.5, 0.5}).status() == TL_STATUS_UNREACHABLE);
}

static void test_filters_and_batches() {
  const tautline::Point mud[] = {{12, 1}, {16, 1}, {16, 5}, {12, 5}};
  const tautline::Point crate[] = {{4, 2}, {6, 2}, {6, 4}, {4, 4}};
  auto map = tautline::Map::make({tautline::walkable(ROOM)});
  const tl_edit first[] = {tautline::adding(tautline::area(mud, "mud", 1)), tautline::adding(tautline::obstacle(crate))};
  auto ids = map->apply(first);
  CHECK(ids && ids->size() == 2);
  const tl_edit second[] = {tautline::replacing(ids->at(0), tautline::area(mud, "mud", 3)), tautline::removing(ids->at(1))};
  CHECK(map->apply(second)->at(1) == ids->at(1));
  CHECK(map->apply(second).status() == TL_STATUS_UNKNOWN_ID);
  tautline::Scratch scratch;
  auto finder = map->finder();
  CHECK(*finder->distance(scratch, tautline::at(1, 3), tautline::at(9, 3)) == 8);
  const tl_area_rule none[] = {tautline::rule("mud", 1)}, dry[] = {tautline::forbidden("mud")};
  CHECK(*finder->filtered(none)->distance(scratch, tautline::at(11, 3), tautline::at(17, 3)) == 6);
  CHECK(*finder->filtered(dry)->distance(scratch, tautline::at(11, 3), tautline::at(17, 3)) > 6.4);
  auto crowd = tautline::Crowd::make(*finder->filtered(dry));
  auto agent = crowd->add(tautline::at(11, 3));
  CHECK(crowd->go_to(*agent, tautline::at(17, 3)) && crowd->step(0.1));
  auto way = crowd->waypoints(*agent);
  CHECK(way && way->size() >= 3 && way->back().x == 17 && way->back().y == 3);
  CHECK(crowd->push(*agent, {14, 3}) && crowd->positions()->front().x == 12);
}

static void test_crowd(tautline::Map &map) {
  auto crowd = tautline::Crowd::make(*map.finder());
  tl_agent_options options = tl_agent_options_default();
  options.radius = 0.25;
  int user = 0;
  auto agent = crowd->add(tautline::at(1, 5), options, &user);
  CHECK(agent && crowd->go_to(*agent, tautline::at(15, 5)));
  bool arrived = false;
  for (int frame = 0; frame < 900 && !arrived; ++frame) {
    if (frame == 30) CHECK(map.close_door("gate") && crowd->set_map(*map.finder()));
    if (frame == 90) CHECK(map.open_door("gate") && crowd->set_map(*map.finder()));
    CHECK(bool(crowd->step(1.0 / 30.0)));
    const auto events = crowd->events();
    for (const tl_event &event : *events) {
      arrived |= event.kind == TL_EVENT_KIND_ARRIVED && event.user == &user;
    }
  }
  CHECK(arrived && crowd->positions()->size() == 1 && crowd->agent(*agent)->state == TL_AGENT_STATE_ARRIVED);
  auto saved = crowd->save();
  CHECK(saved && crowd->remove(*agent) && crowd->restore(*saved) && crowd->stop(*agent));
}

static void walk(const tautline::Finder &finder, std::uint64_t seed, double &sum) {
  tautline::Scratch scratch;
  for (int query = 0; query < 200; ++query) {
    auto from = finder.random_point(seed);
    auto to = finder.random_point(seed);
    auto path = finder.path(scratch, *from, *to);
    CHECK(bool(path));
    sum += path->info.length;
  }
}

static void test_threads(const tautline::Map &map) {
  auto finder = map.finder();
  double sums[4] = {};
  std::vector<std::thread> threads;
  for (double &sum : sums) threads.emplace_back([&] { walk(*finder, 1, sum); });
  for (std::thread &thread : threads) thread.join();
  CHECK(sums[0] > 0 && sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[3]);
}

int main() {
  tautline::Map map = make_map();
  test_results(map);
  tautline::Map other = make_map();
  test_scratch_and_fields(other);
  test_tiles();
  test_filters_and_batches();
  test_crowd(other);
  test_threads(other);
  std::puts("C++: every check holds");
}
