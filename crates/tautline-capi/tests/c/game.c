/* A game loop in C: a live map with a door and a crate that moves, a crowd, saved games, and wrong calls. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tautline.h"
/* Twice, as headers of a program do. */
#include "tautline.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define EXPECT(status, call) expect((status), (call), #call, __LINE__)
#define CHECK(condition) expect(1, (condition) ? 1u : 0u, #condition, __LINE__)

static void expect(uint32_t wanted, uint32_t got, const char *call, int line) {
  char text[256] = "";
  if (wanted == got) return;
  tl_last_message(text, sizeof(text), NULL);
  fprintf(stderr, "line %d: %s: %u instead of %u: %s\n", line, call, got, wanted, text);
  exit(1);
}

static tl_shape shape(uint32_t kind, const tl_point *points, size_t count, const char *name) {
  tl_shape made;
  memset(&made, 0, sizeof(made));
  made.kind = kind;
  made.points = points;
  made.count = count;
  made.name = name;
  return made;
}

static const tl_point ROOM[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
static const tl_point LOWER[] = {{10, 0}, {10, 4}};
static const tl_point UPPER[] = {{10, 6}, {10, 10}};
static const tl_point GATE[] = {{10, 4}, {10, 6}};
static const tl_point CRATE[] = {{4, 2}, {6, 2}, {6, 4}, {4, 4}};
static const tl_point MUD[] = {{12, 1}, {16, 1}, {16, 5}, {12, 5}};

static tl_map make_map(uint64_t *crate) {
  tl_map_options options = tl_map_options_default();
  tl_shape shapes[5];
  uint64_t ids[5];
  tl_map map = {0};
  shapes[0] = shape(TL_SHAPE_KIND_WALKABLE, ROOM, COUNT(ROOM), NULL);
  shapes[1] = shape(TL_SHAPE_KIND_WALL, LOWER, COUNT(LOWER), NULL);
  shapes[2] = shape(TL_SHAPE_KIND_WALL, UPPER, COUNT(UPPER), NULL);
  shapes[3] = shape(TL_SHAPE_KIND_DOOR, GATE, COUNT(GATE), "gate");
  shapes[4] = shape(TL_SHAPE_KIND_OBSTACLE, CRATE, COUNT(CRATE), NULL);
  options.agent_radius = 0.25;
  options.recorded = 1;
  EXPECT(TL_STATUS_OK, tl_map_new(&options, shapes, COUNT(shapes), ids, &map));
  *crate = ids[4];
  return map;
}

static tl_finder snapshot(tl_map map) {
  tl_finder finder = {0};
  EXPECT(TL_STATUS_OK, tl_map_finder(map, &finder));
  return finder;
}

static void test_paths(tl_map map, uint64_t crate) {
  tl_finder finder = snapshot(map);
  tl_scratch scratch = {0};
  tl_point points[16];
  tl_path_info info = {0};
  tl_path_query query = tl_path_query_new(tl_at(1, 3), tl_at(9, 3));
  size_t count = 0;
  info.size = sizeof(info);
  EXPECT(TL_STATUS_OK, tl_scratch_new(&scratch));
  EXPECT(TL_STATUS_OK, tl_finder_path(finder, scratch, &query, points, COUNT(points), &info));
  CHECK(info.optimal && !info.partial && info.count >= 4 && info.length > 8.0);
  CHECK(points[0].x == 1 && points[info.count - 1].x == 9);

  EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_finder_path(finder, scratch, &query, points, 1, &info));
  EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_scratch_points(scratch, NULL, 0, &count));
  CHECK(count == info.count);
  EXPECT(TL_STATUS_OK, tl_scratch_points(scratch, points, COUNT(points), &count));

  EXPECT(TL_STATUS_OK, tl_map_move(map, crate, (tl_point){0, 5}));
  EXPECT(TL_STATUS_OK, tl_finder_path(finder, scratch, &query, NULL, 0, &info));
  CHECK(info.length > 8.0); /* a snapshot does not change */
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
  EXPECT(TL_STATUS_BAD_HANDLE, tl_finder_path(finder, scratch, &query, NULL, 0, &info));
  finder = snapshot(map);
  EXPECT(TL_STATUS_OK, tl_finder_path(finder, scratch, &query, NULL, 0, &info));
  CHECK(info.length == 8.0);
  EXPECT(TL_STATUS_OK, tl_map_undo(map));
  EXPECT(TL_STATUS_NOT_FOUND, tl_map_undo(map));
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
  EXPECT(TL_STATUS_OK, tl_scratch_free(scratch));
}

static void test_batch(void) {
  uint64_t crate = 0, ids[3] = {0};
  tl_map map = make_map(&crate);
  tl_edit edits[3];
  tl_edit_report report = {0};
  report.size = sizeof(report);
  memset(edits, 0, sizeof(edits));
  edits[0].action = TL_EDIT_ACTION_REMOVE, edits[0].id = crate;
  edits[1].action = TL_EDIT_ACTION_ADD, edits[1].shape = shape(TL_SHAPE_KIND_AREA, MUD, COUNT(MUD), "mud");
  edits[2].action = TL_EDIT_ACTION_ADD, edits[2].shape = shape(TL_SHAPE_KIND_OBSTACLE, CRATE, COUNT(CRATE), NULL);
  EXPECT(TL_STATUS_OK, tl_map_apply(map, edits, COUNT(edits), ids));
  CHECK(ids[0] == crate && ids[1] && ids[2] && ids[1] != ids[2]);
  EXPECT(TL_STATUS_OK, tl_map_report(map, &report));
  CHECK(report.added_cells > 0);
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_map_remove(map, crate));
  edits[0].id = ids[2];
  edits[1].action = TL_EDIT_ACTION_REMOVE, edits[1].id = crate;
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_map_apply(map, edits, 2, ids)); /* none of them */
  edits[1].action = 7;
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_map_apply(map, edits, 2, NULL));
  edits[2].action = TL_EDIT_ACTION_REPLACE, edits[2].id = ids[2];
  EXPECT(TL_STATUS_OK, tl_map_apply(map, edits + 2, 1, NULL));
  EXPECT(TL_STATUS_OK, tl_map_undo(map));
  EXPECT(TL_STATUS_OK, tl_map_undo(map)); /* the batch is one edit */
  EXPECT(TL_STATUS_OK, tl_map_remove(map, crate));
  EXPECT(TL_STATUS_OK, tl_map_free(map));
}

static void test_door(void) {
  uint64_t crate = 0;
  tl_map map = make_map(&crate);
  tl_finder finder;
  tl_scratch scratch = {0};
  tl_point points[16];
  tl_path_info info = {0};
  tl_path_query query = tl_path_query_new(tl_at(1, 3), tl_at(15, 5));
  tl_explanation why = {0};
  info.size = sizeof(info);
  why.size = sizeof(why);
  EXPECT(TL_STATUS_OK, tl_scratch_new(&scratch));
  EXPECT(TL_STATUS_OK, tl_map_close_door(map, "gate"));
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_map_close_door(map, "gat"));
  finder = snapshot(map);
  EXPECT(TL_STATUS_CLOSED_OFF, tl_finder_path(finder, scratch, &query, points, COUNT(points), &info));
  EXPECT(TL_STATUS_OK, tl_finder_explain(finder, scratch, &why));
  CHECK(why.status == TL_STATUS_CLOSED_OFF && why.has_nearest && why.nearest.point.x < 10);
  query.goal_policy = TL_POLICY_NEAREST_REACHABLE;
  EXPECT(TL_STATUS_OK, tl_finder_path(finder, scratch, &query, points, COUNT(points), &info));
  CHECK(info.partial && points[info.count - 1].x < 10);
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
  EXPECT(TL_STATUS_OK, tl_scratch_free(scratch));
  EXPECT(TL_STATUS_OK, tl_map_free(map));
}

static void test_filters(void) {
  tl_shape shapes[2];
  tl_map map = {0};
  tl_finder finder, dry = {0}, slow = {0};
  tl_scratch scratch = {0};
  tl_place goal = tl_at(16, 3);
  tl_path_query query = tl_path_query_new(tl_at(11, 3), goal);
  tl_path_info info = {0};
  tl_area_rule rules[2];
  double distance = 0;
  info.size = sizeof(info);
  memset(rules, 0, sizeof(rules));
  shapes[0] = shape(TL_SHAPE_KIND_WALKABLE, ROOM, COUNT(ROOM), NULL);
  shapes[1] = shape(TL_SHAPE_KIND_AREA, MUD, COUNT(MUD), "mud");
  EXPECT(TL_STATUS_OK, tl_map_new(NULL, shapes, COUNT(shapes), NULL, &map));
  finder = snapshot(map);
  EXPECT(TL_STATUS_OK, tl_scratch_new(&scratch));
  rules[0].area = "mud", rules[0].forbidden = 1;
  rules[1].area = "mud", rules[1].cost = 1.25;
  EXPECT(TL_STATUS_OK, tl_finder_filtered(finder, rules, 1, &dry));
  EXPECT(TL_STATUS_OK, tl_finder_filtered(finder, rules, 2, &slow)); /* the last rule counts */
  EXPECT(TL_STATUS_OK, tl_finder_path(finder, scratch, &query, NULL, 0, &info));
  CHECK(info.cost == 5 && info.optimal);
  EXPECT(TL_STATUS_OK, tl_finder_path(slow, scratch, &query, NULL, 0, &info));
  CHECK(info.cost == 6 && info.length == 5);
  EXPECT(TL_STATUS_OK, tl_finder_path(dry, scratch, &query, NULL, 0, &info));
  CHECK(info.length > 6 && info.length == info.cost && info.optimal);
  EXPECT(TL_STATUS_OK, tl_finder_distances(dry, query.start, &goal, 1, &distance));
  CHECK(distance == info.length);
  query.goal = tl_at(14, 3);
  EXPECT(TL_STATUS_ON_CLOSED_CELL, tl_finder_path(dry, scratch, &query, NULL, 0, NULL));
  rules[0].area = "road";
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_finder_filtered(finder, rules, 1, &dry));
  rules[1].cost = -1;
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_finder_filtered(finder, rules + 1, 1, &dry));
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_finder_filtered(finder, NULL, 1, &dry));
  EXPECT(TL_STATUS_BAD_HANDLE, tl_finder_filtered((tl_finder){0}, NULL, 0, &dry));
  EXPECT(TL_STATUS_OK, tl_finder_free(dry));
  EXPECT(TL_STATUS_OK, tl_finder_free(slow));
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
  EXPECT(TL_STATUS_OK, tl_scratch_free(scratch));
  EXPECT(TL_STATUS_OK, tl_map_free(map));
}

static void test_queries(tl_map map) {
  tl_finder finder = snapshot(map);
  tl_place goals[3], place;
  tl_point ring[64], direction;
  tl_near_goal near_goals[2];
  tl_field field = {0};
  tl_hit hit;
  tl_widest widest;
  double distances[3], distance;
  size_t count = 0;
  uint64_t state = 7;
  goals[0] = tl_at(15, 5);
  goals[1] = tl_at(2, 8);
  goals[2] = tl_at(19, 9);
  EXPECT(TL_STATUS_OK, tl_finder_distances(finder, tl_at(1, 8), goals, 3, distances));
  CHECK(distances[1] == 1.0 && distances[0] > 14.0 && distances[2] > distances[0]);
  EXPECT(TL_STATUS_OK, tl_finder_nearest_goals(finder, tl_at(1, 8), goals, 3, near_goals, 2, &count));
  CHECK(count == 2 && near_goals[0].goal == 1 && near_goals[1].goal == 0);
  EXPECT(TL_STATUS_OK, tl_finder_field(finder, goals, 2, -1, &field));
  place = tl_at(1, 8);
  EXPECT(TL_STATUS_OK, tl_field_distances(field, &place, 1, &distance));
  EXPECT(TL_STATUS_OK, tl_field_directions(field, &place, 1, &direction));
  CHECK(distance == 1.0 && direction.x == 1.0 && direction.y == 0.0);
  EXPECT(TL_STATUS_OK, tl_finder_nearest(finder, tl_at(-5, 5), &place, &distance));
  CHECK(fabs(place.point.x - 0.25) < 1e-9 && fabs(distance - 5.25) < 1e-9);
  EXPECT(TL_STATUS_OK, tl_finder_ray(finder, tl_at(1, 8), (tl_point){19, 8}, &hit));
  CHECK(hit.hit_wall && hit.place.point.x < 10 && hit.normal.x == -1);
  EXPECT(TL_STATUS_OK, tl_finder_move_along(finder, tl_at(1, 8), (tl_point){-3, 9}, &hit));
  CHECK(fabs(hit.place.point.x - 0.25) < 1e-9 && hit.place.point.y > 8);
  EXPECT(TL_STATUS_OK, tl_finder_wall(finder, tl_at(1, 8), 10, &hit));
  CHECK(fabs(hit.distance - 0.75) < 1e-9);
  EXPECT(TL_STATUS_NOT_FOUND, tl_finder_wall(finder, tl_at(1, 8), 0.1, &hit));
  EXPECT(TL_STATUS_OK, tl_finder_random_point(finder, &state, &place));
  CHECK(state != 7 && place.point.x > 0 && place.point.x < 20);
  EXPECT(TL_STATUS_OK, tl_finder_visible(finder, tl_at(1, 8), ring, COUNT(ring), &count));
  CHECK(count >= 3);
  EXPECT(TL_STATUS_OK, tl_finder_widest(finder, tl_at(1, 8), tl_at(15, 5), &widest));
  CHECK(widest.width > 1.4 && widest.width <= 1.5); /* the gate of 2, less two radii and their arcs */
  EXPECT(TL_STATUS_OK, tl_field_free(field));
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
}

typedef struct npc {
  const char *name;
  int arrived;
} npc;

static void play(tl_map map, tl_crowd crowd, uint64_t crate, npc *npcs, uint64_t *agents, size_t count) {
  int frame;
  size_t index, events_count, arrived = 0;
  tl_event events[32];
  tl_point positions[8];
  tl_point_f floats[8];
  for (frame = 0; frame < 1200 && arrived < count; frame++) {
    int is_edited = frame == 60 || frame == 100 || frame == 300;
    if (frame == 60) EXPECT(TL_STATUS_OK, tl_map_close_door(map, "gate"));
    if (frame == 100) EXPECT(TL_STATUS_OK, tl_map_move(map, crate, (tl_point){2, 1}));
    if (frame == 300) EXPECT(TL_STATUS_OK, tl_map_open_door(map, "gate"));
    if (is_edited) {
      tl_finder finder = snapshot(map);
      EXPECT(TL_STATUS_OK, tl_crowd_set_maps(crowd, &finder, 1));
      EXPECT(TL_STATUS_OK, tl_finder_free(finder));
    }
    EXPECT(TL_STATUS_OK, tl_crowd_step(crowd, 1.0 / 30.0, 100000));
    EXPECT(TL_STATUS_OK, tl_crowd_events(crowd, events, COUNT(events), &events_count));
    for (index = 0; index < events_count; index++) {
      npc *own = events[index].user;
      CHECK(own >= npcs && own < npcs + count && events[index].agent == agents[own - npcs]);
      if (events[index].kind == TL_EVENT_KIND_ARRIVED || events[index].kind == TL_EVENT_KIND_SETTLED) {
        arrived += own->arrived == 0;
        own->arrived = 1;
      }
    }
    EXPECT(TL_STATUS_OK, tl_crowd_agents(crowd, NULL, positions, NULL, COUNT(positions), &events_count));
    CHECK(events_count == count);
    EXPECT(TL_STATUS_OK, tl_crowd_agents_f(crowd, NULL, floats, NULL, COUNT(floats), NULL));
    CHECK(floats[count - 1].x == (float)positions[count - 1].x && floats[0].y == (float)positions[0].y);
    EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_crowd_agents_f(crowd, NULL, floats, NULL, count - 1, NULL));
  }
  CHECK(arrived == count);
}

static void test_crowd(tl_map map, uint64_t crate) {
  npc npcs[4] = {{"ann", 0}, {"bob", 0}, {"cat", 0}, {"dan", 0}};
  uint64_t agents[4];
  tl_finder finder = snapshot(map);
  tl_crowd crowd = {0};
  tl_agent_options options = tl_agent_options_default();
  tl_agent_info info = {0};
  tl_step_info step = {0};
  tl_point way[8];
  uint8_t *saved;
  size_t index, count = 0;
  info.size = sizeof(info);
  step.size = sizeof(step);
  options.radius = 0.25;
  EXPECT(TL_STATUS_OK, tl_crowd_new(finder, &crowd));
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
  for (index = 0; index < COUNT(npcs); index++) {
    tl_place start = tl_at(1.0 + (double)index, 8), goal = tl_at(15, 2.0 + 2.0 * (double)index);
    EXPECT(TL_STATUS_OK, tl_crowd_add(crowd, start, &options, &npcs[index], &agents[index]));
    EXPECT(TL_STATUS_OK, tl_crowd_go_to(crowd, agents[index], goal));
  }
  play(map, crowd, crate, npcs, agents, COUNT(npcs));
  EXPECT(TL_STATUS_OK, tl_crowd_agent(crowd, agents[0], &info));
  CHECK(info.state == TL_AGENT_STATE_ARRIVED && info.user == &npcs[0] && info.place.point.x > 14);
  EXPECT(TL_STATUS_OK, tl_crowd_go_to(crowd, agents[0], tl_at(19, 9)));
  EXPECT(TL_STATUS_OK, tl_crowd_step(crowd, 1.0 / 30.0, 0));
  EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_crowd_waypoints(crowd, agents[0], NULL, 0, &count));
  EXPECT(TL_STATUS_OK, tl_crowd_waypoints(crowd, agents[0], way, COUNT(way), &count));
  CHECK(count > 0 && way[count - 1].x == 19 && way[count - 1].y == 9);
  EXPECT(TL_STATUS_OK, tl_crowd_waypoints(crowd, agents[1], way, COUNT(way), &count));
  CHECK(count == 0);
  EXPECT(TL_STATUS_OK, tl_crowd_push(crowd, agents[0], (tl_point){30, 5}));
  EXPECT(TL_STATUS_OK, tl_crowd_agent(crowd, agents[0], &info));
  CHECK(fabs(info.place.point.x - 19.75) < 1e-9 && info.state == TL_AGENT_STATE_WALKS);
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_crowd_push(crowd, agents[0], (tl_point){NAN, 5}));
  options.max_turning_rate = 2;
  EXPECT(TL_STATUS_OK, tl_crowd_set_options(crowd, agents[1], &options));
  EXPECT(TL_STATUS_OK, tl_crowd_face(crowd, agents[1], (tl_point){0, -3}));
  EXPECT(TL_STATUS_OK, tl_crowd_agent(crowd, agents[1], &info));
  CHECK(info.heading.x == 0 && info.heading.y == -1);
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_crowd_face(crowd, agents[1], (tl_point){0, 0}));
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_crowd_waypoints(crowd, 1, way, COUNT(way), &count));
  EXPECT(TL_STATUS_OK, tl_crowd_info(crowd, &step));
  CHECK(step.agents == COUNT(npcs) && step.time > 8);
  EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_crowd_save(crowd, NULL, 0, &count));
  saved = malloc(count);
  EXPECT(TL_STATUS_OK, tl_crowd_save(crowd, saved, count, &count));
  EXPECT(TL_STATUS_OK, tl_crowd_remove(crowd, agents[1]));
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_crowd_stop(crowd, agents[1]));
  EXPECT(TL_STATUS_OK, tl_crowd_restore(crowd, saved, count));
  EXPECT(TL_STATUS_OK, tl_crowd_stop(crowd, agents[1]));
  EXPECT(TL_STATUS_BAD_FILE, tl_crowd_restore(crowd, saved + 1, count - 1));
  free(saved);
  EXPECT(TL_STATUS_OK, tl_crowd_free(crowd));
}

static void test_files_and_tiles(tl_map map, uint64_t crate) {
  static const char ROWS[] = "...\n.#.\n...\n";
  uint8_t *bytes;
  size_t count = 0;
  tl_map loaded = {0};
  tl_tiles tiles = {0};
  tl_scratch scratch = {0};
  tl_path_info info = {0};
  info.size = sizeof(info);
  EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_map_save(map, "state", NULL, 0, &count));
  bytes = malloc(count);
  EXPECT(TL_STATUS_OK, tl_map_save(map, "state", bytes, count, &count));
  EXPECT(TL_STATUS_OK, tl_map_load("game.state", bytes, count, NULL, &loaded));
  EXPECT(TL_STATUS_OK, tl_map_remove(loaded, crate)); /* ids are those of the saved map */
  EXPECT(TL_STATUS_UNKNOWN_ID, tl_map_remove(loaded, crate));
  EXPECT(TL_STATUS_BAD_FILE, tl_map_load("game.state", bytes, count / 2, NULL, &loaded));
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_map_save(map, "docx", NULL, 0, &count));
  free(bytes);
  EXPECT(TL_STATUS_OK, tl_map_free(loaded));
  EXPECT(TL_STATUS_OK, tl_scratch_new(&scratch));
  EXPECT(TL_STATUS_OK, tl_tiles_load("level.txt", (const uint8_t *)ROWS, sizeof(ROWS) - 1, NULL, &tiles));
  EXPECT(TL_STATUS_OK, tl_tiles_path(tiles, scratch, (tl_point){0.5, 1.5}, (tl_point){2.5, 1.5}, NULL, 0, &info));
  CHECK(info.length == 4.0);
  EXPECT(TL_STATUS_OK, tl_tiles_set_blocked(tiles, 1, 1, 0));
  EXPECT(TL_STATUS_OK, tl_tiles_path(tiles, scratch, (tl_point){0.5, 1.5}, (tl_point){2.5, 1.5}, NULL, 0, &info));
  CHECK(info.length == 2.0);
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_tiles_set_blocked(tiles, 3, 0, 1));
  EXPECT(TL_STATUS_OK, tl_tiles_free(tiles));
  EXPECT(TL_STATUS_OK, tl_scratch_free(scratch));
}

static void test_wrong_calls(tl_map map) {
  tl_map none = {0}, foreign;
  tl_finder finder = snapshot(map);
  tl_path_query query = tl_path_query_new(tl_at(1, 3), tl_at(NAN, 3));
  tl_scratch scratch = {0};
  tl_shape bad = shape(TL_SHAPE_KIND_OBSTACLE, NULL, 4, NULL);
  char text[8];
  size_t count = 0;
  foreign.id = finder.id;
  EXPECT(TL_STATUS_BAD_HANDLE, tl_map_undo(none));
  EXPECT(TL_STATUS_BAD_HANDLE, tl_map_undo(foreign));
  EXPECT(TL_STATUS_BUFFER_TOO_SMALL, tl_last_message(text, sizeof(text), &count));
  CHECK(strlen(text) == 7 && count > 8);
  EXPECT(TL_STATUS_OK, tl_map_free(none));
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_map_finder(map, NULL));
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_map_add(map, &bad, NULL));
  EXPECT(TL_STATUS_OK, tl_scratch_new(&scratch));
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_finder_path(finder, scratch, &query, NULL, 0, NULL));
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_finder_path(finder, scratch, NULL, NULL, 0, NULL));
  query = tl_path_query_new(tl_at(1, 3), tl_at(9, 3));
  query.size = 3;
  EXPECT(TL_STATUS_BAD_ARGUMENT, tl_finder_path(finder, scratch, &query, NULL, 0, NULL));
  query.size = offsetof(tl_path_query, snap); /* a struct of an earlier version */
  EXPECT(TL_STATUS_OK, tl_finder_path(finder, scratch, &query, NULL, 0, NULL));
  EXPECT(TL_STATUS_OK, tl_scratch_free(scratch));
  EXPECT(TL_STATUS_BAD_HANDLE, tl_scratch_free(scratch));
  EXPECT(TL_STATUS_OK, tl_finder_free(finder));
}

int main(void) {
  uint64_t crate = 0;
  tl_map map = make_map(&crate);
  CHECK(tl_abi_version() == TL_ABI_VERSION);
  test_paths(map, crate);
  test_batch();
  test_door();
  test_filters();
  test_queries(map);
  test_files_and_tiles(map, crate);
  test_wrong_calls(map);
  test_crowd(map, crate);
  EXPECT(TL_STATUS_OK, tl_map_free(map));
  puts("C: every check holds");
  return 0;
}
