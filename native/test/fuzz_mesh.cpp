// Fuzz target of the mesh entry and of the queries behind it. With clang it is a libFuzzer target; with any other compiler it
// brings its own driver, which mutates a few small solids with a fixed seed: `mechtrial_fuzz SECONDS`.
//
// Input: 1 byte flags, 1 byte vertex count, 1 byte triangle count, then vertices (3 doubles or 3 small integers each), then
// corners (1 byte each), then what is left as a pose. Whatever comes in, the core must answer with a status.

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "core/batch.h"
#include "core/signed_distance.h"

namespace {

using namespace mechtrial;

/** Takes bytes from the front; zeros once they are used up. */
struct Bytes {
  const uint8_t* data;
  size_t size;
  uint8_t byte() {
    if (size == 0) return 0;
    --size;
    return *data++;
  }
  double number(bool is_small) {
    if (is_small) return static_cast<int8_t>(byte()) / 4.0;  // many coincidences: planes, edges and corners that meet
    uint8_t raw[8];
    for (uint8_t& b : raw) b = byte();
    double value = 0;
    std::memcpy(&value, raw, sizeof value);
    return value;
  }
};

std::shared_ptr<const Mesh> box_mesh() {
  std::vector<double> v;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) v.push_back(i >> k & 1 ? 4.0 : -4.0);
  }
  const uint32_t t[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  std::shared_ptr<const Mesh> mesh;
  if (create_mesh(v.data(), 8, t, 12, false, &mesh) != Status::ok) std::abort();
  return mesh;
}

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

/** A lower bound may not exceed an upper one, distances are not negative, and both ways of asking agree on apart. */
void check_pair(const std::shared_ptr<const Mesh>& a, const std::shared_ptr<const Mesh>& b, const double pose[7]) {
  Batch batch;
  batch.meshes = {a, b};
  const uint32_t pairs[4] = {0, 1, 0, 1};
  double poses[14];
  for (int k = 0; k < 14; ++k) poses[k] = pose[k % 7];
  batch.count = 2;
  batch.pairs = pairs;
  batch.poses_mm = poses;
  batch.max_clearance_mm = 5;
  batch.wants_depth = true;
  uint8_t state[2];
  double depth[2], point[6], clearance[2], on_a[6], on_b[6];
  const std::atomic<bool> is_cancelled{false};
  const Status status = classify_batch(batch, 1, is_cancelled, {state, depth, point, clearance, on_a, on_b});
  if (status != Status::ok) return;
  require(state[0] <= 3, "state is one of four");
  require(state[0] == state[1], "the same pose gives the same state");
  require(clearance[0] >= 0, "clearance is not negative");
  require(std::isnan(depth[0]) || depth[0] >= 0, "depth is not negative");
  require(state[0] != 0 || !(depth[0] > 0), "what is apart has no depth");
  require(state[0] == 0 || clearance[0] == 0, "what is not apart has no clearance");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::shared_ptr<const Mesh> box = box_mesh();
  Bytes in{data, size};
  const uint8_t flags = in.byte();
  const bool is_small = flags & 1u, is_surface = flags & 2u;
  const size_t vertex_count = in.byte() % 64, triangle_count = in.byte() % 96;
  std::vector<double> v;
  for (size_t i = 0; i < 3 * vertex_count; ++i) v.push_back(in.number(is_small));
  std::vector<uint32_t> t;
  for (size_t i = 0; i < 3 * triangle_count; ++i) {
    const uint8_t b = in.byte();
    // One flag lets indices run wild; otherwise they are in range, so that fuzzing gets past validation.
    t.push_back(flags & 4u ? b * 0x01010101u : (vertex_count > 0 ? b % static_cast<uint32_t>(vertex_count) : 0));
  }
  std::shared_ptr<const Mesh> mesh;
  const Status status = create_mesh(v.data(), vertex_count, t.data(), triangle_count, is_surface, &mesh);
  require((status == Status::ok) == (mesh != nullptr), "a mesh comes with ok and only with ok");
  if (status != Status::ok) return 0;
  require(!is_surface || !mesh->report.is_watertight, "a surface has no inside");
  double pose[7];
  for (int k = 0; k < 3; ++k) pose[k] = in.number(is_small);
  for (int k = 3; k < 7; ++k) pose[k] = in.number(is_small);
  if (flags & 8u) pose[3] = pose[4] = pose[5] = 0, pose[6] = 1;
  const SurfacePoint s = signed_distance(*mesh, {pose[0], pose[1], pose[2]}, in.byte());
  require(s.triangle < mesh->triangles.size(), "the nearest triangle exists");
  check_pair(mesh, box, pose);
  check_pair(box, mesh, pose);
  check_pair(mesh, mesh, pose);
  return 0;
}

#ifndef MECHTRIAL_LIBFUZZER

#include <chrono>

namespace {

/** xorshift64*: the same inputs on every machine. */
struct Random {
  uint64_t state = 88172645463325252ull;
  uint64_t bits() {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return state * 2685821657736338717ull;
  }
  size_t below(size_t n) { return static_cast<size_t>(bits() % n); }
};

using Input = std::vector<uint8_t>;

void put(Input* input, bool is_small, double x) {
  if (is_small) {
    input->push_back(static_cast<uint8_t>(static_cast<int8_t>(x * 4)));
    return;
  }
  uint8_t raw[8];
  std::memcpy(raw, &x, sizeof raw);
  input->insert(input->end(), raw, raw + 8);
}

/** Boxes, one or two of them, as the target reads them. */
Input seed_input(Random* random) {
  const bool is_small = random->below(2) == 0;
  const size_t boxes = 1 + random->below(2);
  Input input{static_cast<uint8_t>((is_small ? 1 : 0) | (random->below(8) == 0 ? 2 : 0) | (random->below(4) == 0 ? 0 : 8)),
              static_cast<uint8_t>(8 * boxes), static_cast<uint8_t>(12 * boxes)};
  for (size_t b = 0; b < boxes; ++b) {
    for (int i = 0; i < 8; ++i) {
      for (int k = 0; k < 3; ++k) put(&input, is_small, (i >> k & 1 ? 3.0 : -3.0) + 2.0 * static_cast<double>(b));
    }
  }
  const uint8_t t[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  for (size_t b = 0; b < boxes; ++b) {
    for (const uint8_t i : t) input.push_back(static_cast<uint8_t>(i + 8 * b));
  }
  for (int k = 0; k < 7; ++k) put(&input, is_small, static_cast<double>(random->below(64)) / 4 - 8);
  return input;
}

double special_number(Random* random) {
  const double values[] = {0.0, -0.0, 1e-300, 5e-324, 1e-5, 1e-9, 1e7, 1.0000001e7, 1e300, std::nan(""), HUGE_VAL, -HUGE_VAL,
                           std::numeric_limits<double>::epsilon(), 1.0, -4.0, 4.0};
  return values[random->below(sizeof values / sizeof values[0])];
}

void mutate(Random* random, Input* input) {
  const size_t edits = random->below(6);
  for (size_t e = 0; e < edits && !input->empty(); ++e) {
    const size_t at = random->below(input->size());
    switch (random->below(6)) {
      case 0: (*input)[at] = static_cast<uint8_t>(random->bits()); break;
      case 1: (*input)[at] = static_cast<uint8_t>((*input)[at] ^ (1u << random->below(8))); break;
      case 2: input->resize(at); break;
      case 3: (*input)[at] = (*input)[random->below(input->size())]; break;
      case 4: input->insert(input->begin() + static_cast<std::ptrdiff_t>(at), static_cast<uint8_t>(random->bits())); break;
      default: {
        // A special number where a coordinate may be: coordinates start at byte 3.
        const size_t place = 3 + 8 * random->below(30);
        const double x = special_number(random);
        if (place + 8 <= input->size()) std::memcpy(input->data() + place, &x, 8);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
  const auto start = std::chrono::steady_clock::now();
  Random random;
  size_t count = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    Input input = seed_input(&random);
    mutate(&random, &input);
    // The bytes of a failing input can be seen in a debugger; the run is deterministic, so that it comes again.
    LLVMFuzzerTestOneInput(input.data(), input.size());
    ++count;
  }
  std::printf("fuzzed %zu inputs in %.0f s without a finding\n", count, seconds);
  return 0;
}

#endif
