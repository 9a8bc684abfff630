#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/vec.h"

namespace mechtrial {

/** Half-edge 3·t + k runs from corner k to corner k+1 of triangle t. */
constexpr uint32_t no_twin = 0xffffffffu;

/** Twin of every half-edge (`no_twin` where the surface is open or wrongly oriented), and the count of those. */
struct EdgePairing {
  std::vector<uint32_t> twin;
  size_t open_edge_count = 0;
};

/**
 * Pairs half-edges that run in opposite directions between the same two vertices. Where more than two triangles meet in
 * an edge, each is paired with the next one through the material, by angle about the edge.
 */
EdgePairing pair_edges(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& corners);

/**
 * Merges vertices closer than `tolerance_mm` (0: equal coordinates only) and drops triangles that lose a corner to it.
 * Vertices keep the coordinates of the first of each cluster.
 */
void weld(double tolerance_mm, std::vector<Vec3>* vertices, std::vector<uint32_t>* corners);

/** Drops triangles that name one vertex twice; returns how many. */
size_t drop_collapsed(std::vector<uint32_t>* corners);

/** Number of the connected piece of surface (through paired edges) that each triangle belongs to, from 0. */
std::vector<uint32_t> component_of_triangles(const std::vector<uint32_t>& twin);

}  // namespace mechtrial
