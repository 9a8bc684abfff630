#pragma once

#include <cstdint>
#include <vector>

#include "core/mesh.h"

namespace mechtrial {

/** How two solids lie to each other. */
enum class PairState : uint8_t { apart = 0, touching, crossing, contained };

/** One place where a triangle of A and one of B cut each other; points in A's frame, edges as in TriangleCut. */
struct Crossing {
  uint32_t triangle_a = 0, triangle_b = 0;
  Vec3 from_mm, to_mm;
  int from_edge = 0, to_edge = 0;
};

/** The poses X_AB of one pair that follow each other: `order` lists entries of 7 numbers as in Batch. */
struct PoseRun {
  const double* poses_mm = nullptr;
  const uint32_t* order = nullptr;
  size_t count = 0;
};

/** Leaf pairs whose boxes meet at any pose of a run, in the order of B's leaves. */
struct NearLeaves {
  enum class Use : uint8_t { untried, refused, ready };
  Use use = Use::untried;
  std::vector<uint32_t> a, b;
};

/** What is remembered from one pose of a pair to the next. It changes the cost of the next answer, never the answer. */
struct WarmStart {
  bool is_set = false;
  uint32_t triangle_a = 0, triangle_b = 0;
  PoseRun run;
  NearLeaves near;
};

/** Buffers of one thread, kept from pair to pair. */
struct Scratch {
  struct NodePair {
    uint32_t a, b;
    double gap_mm;
  };
  std::vector<NodePair> stack;
  std::vector<Crossing> crossings;
  /** Marks of vertices and triangles of A and B, valid where they hold the present epoch. */
  struct Marks {
    std::vector<uint32_t> vertices, triangles;
    /** A triangle of the other solid near each marked vertex. */
    std::vector<uint32_t> hints;
  };
  Marks marks[2];
  uint32_t epoch = 0;
};

/** What the surfaces do. `touches` may be left false where they cross too, unless all crossings were asked for. */
struct Contact {
  bool touches = false;
  bool crosses = false;
};

struct Proximity {
  Contact contact;
  PairState state = PairState::apart;
  /** Smallest distance [mm]; +∞ beyond the limit asked for, 0 where not apart. */
  double clearance_mm = HUGE_VAL;
  /** Set where apart and within the limit. */
  bool has_closest = false;
  /** Closest points on A and on B, A's frame. */
  Vec3 on_a_mm, on_b_mm;
};

/**
 * Classifies the pair at one pose X_AB and measures its clearance up to `max_clearance_mm` (0: none).
 *
 * - crossing: some triangles cross (see cut_triangles) with `contact_eps_mm`
 * - contained: else, a connected piece of one surface lies inside the other solid
 * - touching: else, some triangles come within `contact_eps_mm`. It can hide an overlap (identical solids).
 * - apart: none of these. A part inside a cavity of the other is apart.
 *
 * Of a connected piece that crosses nothing, one vertex decides that is not within eps of the other surface. Meshes that are not
 * watertight contain nothing.
 *
 * @param wants_crossings  collect every crossing in scratch->crossings; without it the first one ends the search
 */
Proximity classify_pair(const Mesh& a, const Mesh& b, const Pose& X_AB, double max_clearance_mm, bool wants_crossings,
                        WarmStart* warm, Scratch* scratch);

}  // namespace mechtrial
