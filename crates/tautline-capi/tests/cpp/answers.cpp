// The same answers as tests/c/answers.c, by the C++ wrapper.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "tautline.hpp"

using tautline::Map;
using tautline::Point;

static std::uint64_t next_random(std::uint64_t &state) {
  std::uint64_t mixed = state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

// Returns a number from 0 to `end`, on a lattice of 1/64.
static double coordinate(std::uint64_t &state, std::uint64_t end) {
  return static_cast<double>(next_random(state) % (64 * end)) / 64.0;
}

static void print_bits(std::initializer_list<double> values) {
  for (double value : values) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    std::printf("%016" PRIx64 " ", bits);
  }
}

template <class T> T need(tautline::Result<T> made) {
  if (made) return std::move(*made);
  std::fprintf(stderr, "%s\n", made.message().c_str());
  std::exit(1);
}

static Map squares() {
  std::uint64_t state = 1;
  std::vector<Point> corners = {{0, 0}, {64, 0}, {64, 64}, {0, 64}};
  for (int index = 0; index < 40; ++index) {
    const double x = coordinate(state, 64), y = coordinate(state, 64);
    for (Point corner : {Point{x, y}, {x + 3, y}, {x + 3, y + 3}, {x, y + 3}}) corners.push_back(corner);
  }
  std::vector<tl_shape> shapes = {tautline::walkable({corners.data(), 4})};
  for (std::size_t first = 4; first < corners.size(); first += 4) {
    shapes.push_back(tautline::obstacle({corners.data() + first, 4}));
  }
  return need(Map::make(shapes));
}

static Map load(const std::string &folder, const char *name, double radius) {
  std::ifstream file(folder + "/" + name, std::ios::binary);
  const std::vector<char> read{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::vector<std::uint8_t> bytes(read.begin(), read.end());
  tl_map_options options = tl_map_options_default();
  options.agent_radius = radius;
  return need(Map::load(name, bytes, options));
}

static void print_answers(const Map &map, std::uint64_t width, std::uint64_t height) {
  std::uint64_t state = 2;
  const tautline::Finder finder = need(map.finder());
  const tautline::Scratch scratch;
  for (int index = 0; index < 1000; ++index) {
    const double ax = coordinate(state, width), ay = coordinate(state, height);
    const double bx = coordinate(state, width), by = coordinate(state, height);
    const auto path = finder.path(scratch, tautline::at(ax, ay), tautline::at(bx, by));
    print_bits({path ? path->info.length : 0.0});
    if (path) {
      for (const Point &point : path->points) print_bits({point.x, point.y});
    }
    std::printf("| ");
    const auto ray = finder.ray(tautline::at(ax, ay), {bx, by});
    if (ray) print_bits({ray->distance, ray->place.point.x, ray->place.point.y});
    std::printf("| ");
    double distance = 0;
    const auto near = finder.nearest(tautline::at(ax, ay), &distance);
    if (near) print_bits({distance, near->point.x, near->point.y});
    std::puts("");
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  print_answers(squares(), 64, 64);
  print_answers(load(arguments[1], "floor_plan.geojson", 0.25), 40, 26);
  print_answers(load(arguments[1], "meadow.geojson", 0), 100, 60);
}
