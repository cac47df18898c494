/* Prints the bits of 1,000 paths: of each its length and its waypoints. tests/calls.rs compares them with the engine's. */
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

static double coordinate(uint64_t *state) { return (double)(next_random(state) % 4096) / 64.0; }

static void print_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  printf("%016" PRIx64, bits);
}

static void need(tl_status status) {
  char text[256] = "";
  if (status == TL_STATUS_OK) return;
  tl_last_message(text, sizeof(text), NULL);
  fprintf(stderr, "%s\n", text);
  exit(1);
}

int main(void) {
  static tl_point corners[41][4] = {{{0, 0}, {64, 0}, {64, 64}, {0, 64}}};
  static tl_shape shapes[41];
  static tl_point points[256];
  uint64_t state = 1;
  tl_map map = {0};
  tl_finder finder = {0};
  tl_scratch scratch = {0};
  int index;
  for (index = 0; index < 41; index++) {
    if (index > 0) {
      double x = coordinate(&state), y = coordinate(&state);
      tl_point square[4] = {{x, y}, {x + 3, y}, {x + 3, y + 3}, {x, y + 3}};
      memcpy(corners[index], square, sizeof(square));
    }
    shapes[index].kind = index == 0 ? TL_SHAPE_KIND_WALKABLE : TL_SHAPE_KIND_OBSTACLE;
    shapes[index].points = corners[index];
    shapes[index].count = 4;
  }
  need(tl_map_new(NULL, shapes, 41, NULL, &map));
  need(tl_map_finder(map, &finder));
  need(tl_scratch_new(&scratch));
  state = 2;
  for (index = 0; index < 1000; index++) {
    double ax = coordinate(&state), ay = coordinate(&state), bx = coordinate(&state), by = coordinate(&state);
    tl_path_query query = tl_path_query_new(tl_at(ax, ay), tl_at(bx, by));
    tl_path_info info = {0};
    size_t point;
    tl_status status;
    info.size = sizeof(info);
    status = tl_finder_path(finder, scratch, &query, points, 256, &info);
    print_bits(status == TL_STATUS_OK ? info.length : 0.0);
    for (point = 0; status == TL_STATUS_OK && point < info.count; point++) {
      putchar(' ');
      print_bits(points[point].x);
      putchar(' ');
      print_bits(points[point].y);
    }
    putchar('\n');
  }
  need(tl_scratch_free(scratch));
  need(tl_finder_free(finder));
  need(tl_map_free(map));
  return 0;
}
