/* Prints the bits of 1,000 answers on each of three maps: path, ray, nearest place. tests/answers.rs compares them with the
 * engine's. The argument is the folder of the maps. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tautline.h"

static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

/* Returns a number from 0 to `end`, on a lattice of 1/64. */
static double coordinate(uint64_t *state, uint64_t end) { return (double)(next_random(state) % (64 * end)) / 64.0; }

static void print_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  printf("%016" PRIx64 " ", bits);
}

static void print_place(tl_status status, double distance, tl_point point) {
  printf("| ");
  if (status != TL_STATUS_OK) return;
  print_bits(distance);
  print_bits(point.x);
  print_bits(point.y);
}

static void need(tl_status status) {
  char text[256] = "";
  if (status == TL_STATUS_OK) return;
  tl_last_message(text, sizeof(text), NULL);
  fprintf(stderr, "%s\n", text);
  exit(1);
}

static tl_map squares(void) {
  static tl_point corners[41][4] = {{{0, 0}, {64, 0}, {64, 64}, {0, 64}}};
  static tl_shape shapes[41];
  uint64_t state = 1;
  tl_map map = {0};
  int index;
  for (index = 0; index < 41; index++) {
    if (index > 0) {
      double x = coordinate(&state, 64), y = coordinate(&state, 64);
      tl_point square[4] = {{x, y}, {x + 3, y}, {x + 3, y + 3}, {x, y + 3}};
      memcpy(corners[index], square, sizeof(square));
    }
    shapes[index].kind = index == 0 ? TL_SHAPE_KIND_WALKABLE : TL_SHAPE_KIND_OBSTACLE;
    shapes[index].points = corners[index];
    shapes[index].count = 4;
  }
  need(tl_map_new(NULL, shapes, 41, NULL, &map));
  return map;
}

static tl_map load(const char *folder, const char *name, double radius) {
  static uint8_t bytes[65536];
  char path[1024];
  tl_map_options options = tl_map_options_default();
  tl_map map = {0};
  size_t count;
  FILE *file;
  options.agent_radius = radius;
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  count = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  need(tl_map_load(name, bytes, count, &options, &map));
  return map;
}

static void print_answers(tl_map map, uint64_t width, uint64_t height) {
  static tl_point points[256];
  uint64_t state = 2;
  tl_finder finder = {0};
  tl_scratch scratch = {0};
  int index;
  need(tl_map_finder(map, &finder));
  need(tl_scratch_new(&scratch));
  for (index = 0; index < 1000; index++) {
    double ax = coordinate(&state, width), ay = coordinate(&state, height);
    double bx = coordinate(&state, width), by = coordinate(&state, height);
    tl_path_query query = tl_path_query_new(tl_at(ax, ay), tl_at(bx, by));
    tl_path_info info = {0};
    tl_hit hit = {0};
    tl_place near = {0};
    size_t point;
    double distance = 0;
    tl_status status;
    info.size = sizeof(info);
    status = tl_finder_path(finder, scratch, &query, points, 256, &info);
    print_bits(status == TL_STATUS_OK ? info.length : 0.0);
    for (point = 0; status == TL_STATUS_OK && point < info.count; point++) {
      print_bits(points[point].x);
      print_bits(points[point].y);
    }
    status = tl_finder_ray(finder, query.start, query.goal.point, &hit);
    print_place(status, hit.distance, hit.place.point);
    status = tl_finder_nearest(finder, query.start, &near, &distance);
    print_place(status, distance, near.point);
    putchar('\n');
  }
  need(tl_scratch_free(scratch));
  need(tl_finder_free(finder));
  need(tl_map_free(map));
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  print_answers(squares(), 64, 64);
  print_answers(load(arguments[1], "floor_plan.geojson", 0.25), 40, 26);
  print_answers(load(arguments[1], "meadow.geojson", 0), 100, 60);
  return 0;
}
