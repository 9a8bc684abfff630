#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/bvh.h"
#include "core/fill_loops.h"
#include "core/mass.h"
#include "core/status.h"
#include "core/triangle.h"

namespace mechtrial {

/** Surfaces nearer than this touch; triangles must straddle and overlap by more to cross [mm]. */
constexpr double contact_eps_mm = 1e-5;
constexpr size_t max_triangle_count = 5'000'000;
constexpr double max_coordinate_mm = 1e7;

/** What validation found and did. */
struct MeshReport {
  /** Closed, consistently oriented and of positive volume, possibly after repair: inside and outside are defined. */
  bool is_watertight = false;
  /** Half-edges without a partner, as given and after repair. */
  size_t open_edge_count_given = 0;
  size_t open_edge_count = 0;
  /** Triangles without area: they hold the surface together but are not tested. */
  size_t degenerate_triangle_count = 0;
  size_t component_count = 0;
  /** Vertices were merged to close the surface. */
  bool was_welded = false;
  /** The surface faced inwards and was turned round. */
  bool was_inverted = false;
  std::vector<FilledLoop> filled_loops;
};

/** A point well inside a solid, and how far it is from the surface. */
struct InnerPoint {
  Vec3 point_mm;
  double depth_mm = 0;
};

/**
 * One solid, validated, indexed and immutable: any number of threads may query it.
 *
 * Triangles are in the order of the hierarchy's leaves; those without area come last and are in no leaf.
 */
struct Mesh {
  std::vector<Vec3> vertices_mm;
  std::vector<uint32_t> corners;
  std::vector<uint32_t> twin;
  /** Corners of the triangles that have area. */
  std::vector<Triangle> triangles;
  /** Unit normals of all triangles; needles take the normal of the face they lie in. */
  std::vector<Vec3> face_normals;
  /** Angle-weighted pseudonormals, not unit. */
  std::vector<Vec3> vertex_normals;
  /** Samples that this triangle stands for and no other: bit k corner k, bit 3 + k the middle of edge k where it is sharp. */
  std::vector<uint8_t> owned_samples;
  /** Vertices sorted by connected piece of surface; piece k owns [component_starts[k], component_starts[k + 1]). */
  std::vector<uint32_t> component_vertices;
  std::vector<uint32_t> component_starts;
  /** Halfway from the centroids of the largest triangles to the opposite wall, deepest first; none where not watertight. */
  std::vector<InnerPoint> inner_points;
  /** One connected closed surface without needles, pinched vertices or edges of more than two triangles. */
  bool is_simple = false;
  Bvh bvh;
  MassProperties mass;
  MeshReport report;
  size_t byte_count() const;
  size_t component_count() const { return component_starts.empty() ? 0 : component_starts.size() - 1; }
};

/**
 * Builds a mesh from 3·vertex_count coordinates [mm] and 3·triangle_count vertex indices.
 *
 * Open input is welded (equal coordinates, then within 1e-5 mm), then small planar loops are filled where that closes it, and
 * a closed surface that faces inwards is turned round. With `is_surface` it is taken as it is, and has no inside.
 *
 * @returns ok, empty_mesh, not_finite, coordinate_out_of_range (|x| > 1e7 mm), index_out_of_range,
 *          too_many_triangles (> 5 million), all_degenerate or out_of_memory; `out` is set only with ok
 */
Status create_mesh(const double* coordinates_mm, size_t vertex_count, const uint32_t* indices, size_t triangle_count,
                   bool is_surface, std::shared_ptr<const Mesh>* out);

}  // namespace mechtrial
