#include "core/mesh.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "core/signed_distance.h"
#include "core/topology.h"

namespace mechtrial {

namespace {

constexpr double weld_tolerance_mm = 1e-5;
constexpr double largest_filled_fraction = 0.2;  // of the mesh diagonal
constexpr double needle_height_mm = 1e-9;

Status validate(const double* coordinates_mm, size_t vertex_count, const uint32_t* indices, size_t triangle_count) {
  if (vertex_count == 0 || triangle_count == 0) return Status::empty_mesh;
  if (triangle_count > max_triangle_count || vertex_count > 3 * max_triangle_count) return Status::too_many_triangles;
  for (size_t i = 0; i < 3 * vertex_count; ++i) {
    if (!std::isfinite(coordinates_mm[i])) return Status::not_finite;
    if (std::fabs(coordinates_mm[i]) > max_coordinate_mm) return Status::coordinate_out_of_range;
  }
  for (size_t i = 0; i < 3 * triangle_count; ++i) {
    if (indices[i] >= vertex_count) return Status::index_out_of_range;
  }
  return Status::ok;
}

bool is_needle(const Triangle& t) {
  const double longest_sq = std::max({norm_sq(t.b - t.a), norm_sq(t.c - t.b), norm_sq(t.a - t.c)});
  return !(norm_sq(cross(t.b - t.a, t.c - t.a)) > needle_height_mm * needle_height_mm * longest_sq);
}

double diagonal(const std::vector<Vec3>& vertices) {
  Vec3 low = vertices[0], high = vertices[0];
  for (const Vec3& v : vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return norm(high - low);
}

/** Closes the surface if welding or filling small loops can; keeps the variant with the fewest open edges. */
void close_surface(std::vector<Vec3>* vertices, std::vector<uint32_t>* corners, EdgePairing* pairing,
                   MeshReport* report) {
  *pairing = pair_edges(*vertices, *corners);
  report->open_edge_count_given = pairing->open_edge_count;
  for (const double tolerance_mm : {0.0, weld_tolerance_mm}) {
    if (pairing->open_edge_count == 0) return;
    std::vector<Vec3> v = *vertices;
    std::vector<uint32_t> c = *corners;
    weld(tolerance_mm, &v, &c);
    if (c.empty()) continue;
    EdgePairing welded = pair_edges(v, c);
    if (welded.open_edge_count >= pairing->open_edge_count) continue;
    *vertices = std::move(v);
    *corners = std::move(c);
    *pairing = std::move(welded);
    report->was_welded = true;
  }
  if (pairing->open_edge_count == 0) return;
  std::vector<uint32_t> filled = *corners;
  std::vector<FilledLoop> loops =
      fill_planar_loops(*vertices, pairing->twin, largest_filled_fraction * diagonal(*vertices), &filled);
  if (loops.empty()) return;
  EdgePairing closed = pair_edges(*vertices, filled);
  if (closed.open_edge_count > 0) return;
  *corners = std::move(filled);
  *pairing = std::move(closed);
  report->filled_loops = std::move(loops);
}

Triangle triangle_at(const std::vector<Vec3>& v, const std::vector<uint32_t>& c, size_t t) {
  return {v[c[3 * t]], v[c[3 * t + 1]], v[c[3 * t + 2]]};
}

void invert(std::vector<uint32_t>* corners) {
  for (size_t t = 0; t + 2 < corners->size(); t += 3) std::swap((*corners)[t + 1], (*corners)[t + 2]);
}

/** Renumbers triangles: new triangle i is old triangle order[i]. */
void permute(const std::vector<uint32_t>& order, std::vector<uint32_t>* corners) {
  std::vector<uint32_t> moved(corners->size());
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t k = 0; k < 3; ++k) moved[3 * i + k] = (*corners)[3 * size_t{order[i]} + k];
  }
  *corners = std::move(moved);
}

/** Leaf order for triangles with area, then needles. */
void index_triangles(Mesh* mesh) {
  const size_t count = mesh->corners.size() / 3;
  std::vector<uint32_t> solid, needles;
  std::vector<Triangle> with_area;
  for (uint32_t t = 0; t < count; ++t) {
    const Triangle triangle = triangle_at(mesh->vertices_mm, mesh->corners, t);
    if (is_needle(triangle)) {
      needles.push_back(t);
    } else {
      solid.push_back(t);
      with_area.push_back(triangle);
    }
  }
  mesh->bvh = build_bvh(with_area);
  std::vector<uint32_t> order;
  order.reserve(count);
  mesh->triangles.reserve(with_area.size());
  for (const uint32_t i : mesh->bvh.order) {
    order.push_back(solid[i]);
    mesh->triangles.push_back(with_area[i]);
  }
  mesh->bvh.order.clear();
  mesh->bvh.order.shrink_to_fit();
  order.insert(order.end(), needles.begin(), needles.end());
  permute(order, &mesh->corners);
  mesh->report.degenerate_triangle_count += needles.size();
}

/** The face a needle lies in: across its longest edge, through further needles if need be. */
Vec3 needle_normal(const Mesh& mesh, size_t t) {
  for (int hop = 0; hop < 16; ++hop) {
    const Triangle n = triangle_at(mesh.vertices_mm, mesh.corners, t);
    const double length[3] = {norm_sq(n.b - n.a), norm_sq(n.c - n.b), norm_sq(n.a - n.c)};
    const size_t longest = static_cast<size_t>(std::max_element(length, length + 3) - length);
    const uint32_t h = mesh.twin[3 * t + longest];
    if (h == no_twin) break;
    t = h / 3;
    if (t < mesh.triangles.size()) return mesh.face_normals[t];
  }
  return {};
}

/** Sharp edges have normals more than 30° apart; the lower half-edge of a triangle with area owns the edge. */
bool owns_sharp_edge(const Mesh& mesh, uint32_t h) {
  const double sharp_sum_sq = 4 * std::pow(std::cos(M_PI / 12), 2);
  const uint32_t twin = mesh.twin[h];
  if (twin != no_twin && twin < h && twin / 3 < mesh.triangles.size()) return false;
  const Vec3 across = twin != no_twin ? mesh.face_normals[twin / 3] : Vec3{};
  return norm_sq(mesh.face_normals[h / 3] + across) < sharp_sum_sq;
}

void compute_normals(Mesh* mesh) {
  const size_t count = mesh->corners.size() / 3;
  mesh->face_normals.resize(count);
  for (size_t t = 0; t < mesh->triangles.size(); ++t) {
    const Triangle& n = mesh->triangles[t];
    mesh->face_normals[t] = normalized(cross(n.b - n.a, n.c - n.a));
  }
  for (size_t t = mesh->triangles.size(); t < count; ++t) mesh->face_normals[t] = needle_normal(*mesh, t);
  mesh->vertex_normals.assign(mesh->vertices_mm.size(), Vec3{});
  mesh->owned_samples.assign(mesh->triangles.size(), 0);
  std::vector<bool> is_owned(mesh->vertices_mm.size(), false);
  for (size_t t = 0; t < count; ++t) {
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t v = mesh->corners[3 * t + k];
      const Vec3 p = mesh->vertices_mm[v];
      const Vec3 e = mesh->vertices_mm[mesh->corners[3 * t + (k + 1) % 3]] - p;
      const Vec3 f = mesh->vertices_mm[mesh->corners[3 * t + (k + 2) % 3]] - p;
      const double angle = std::atan2(norm(cross(e, f)), dot(e, f));
      mesh->vertex_normals[v] = mesh->vertex_normals[v] + angle * mesh->face_normals[t];
      if (t < mesh->triangles.size() && !is_owned[v]) {
        is_owned[v] = true;
        mesh->owned_samples[t] = static_cast<uint8_t>(mesh->owned_samples[t] | (1u << k));
      }
      if (t < mesh->triangles.size() && owns_sharp_edge(*mesh, static_cast<uint32_t>(3 * t + k))) {
        mesh->owned_samples[t] = static_cast<uint8_t>(mesh->owned_samples[t] | (8u << k));
      }
    }
  }
}

/** Sorts the vertices by connected piece, in the order in which the pieces' triangles come. */
void list_components(Mesh* mesh) {
  const std::vector<uint32_t> piece = component_of_triangles(mesh->twin);
  uint32_t count = 0;
  std::vector<uint32_t> of_vertex(mesh->vertices_mm.size(), no_twin);
  for (size_t t = 0; t < piece.size(); ++t) {
    count = std::max(count, piece[t] + 1);
    for (size_t k = 0; k < 3; ++k) of_vertex[mesh->corners[3 * t + k]] = piece[t];
  }
  mesh->component_starts.assign(count + 1, 0);
  for (const uint32_t p : of_vertex) {
    if (p != no_twin) ++mesh->component_starts[p + 1];
  }
  for (uint32_t k = 0; k < count; ++k) mesh->component_starts[k + 1] += mesh->component_starts[k];
  mesh->component_vertices.resize(mesh->component_starts[count]);
  std::vector<uint32_t> next(mesh->component_starts.begin(), mesh->component_starts.end() - 1);
  for (uint32_t v = 0; v < of_vertex.size(); ++v) {
    if (of_vertex[v] != no_twin) mesh->component_vertices[next[of_vertex[v]]++] = v;
  }
}

/** Whether walking round any corner of a vertex meets all corners of that vertex. */
bool has_pinched_vertices(const Mesh& mesh) {
  std::vector<uint32_t> corner_count(mesh.vertices_mm.size(), 0);
  for (const uint32_t v : mesh.corners) ++corner_count[v];
  for (uint32_t h = 0; h < mesh.corners.size(); ++h) {
    uint32_t& left = corner_count[mesh.corners[h]];
    if (left == 0) continue;  // walked already
    uint32_t walked = 0, at = h;
    do {
      ++walked;
      const uint32_t twin = mesh.twin[at - at % 3 + (at % 3 + 2) % 3];  // the edge that ends in the vertex
      if (twin == no_twin) return true;
      at = twin;
    } while (at != h && walked <= left);
    if (walked != left) return true;
    left = 0;
  }
  return false;
}

bool is_simple(const Mesh& mesh) {
  return mesh.report.is_watertight && mesh.component_count() == 1 && mesh.corners.size() == 3 * mesh.triangles.size() &&
         !has_pinched_vertices(mesh);
}

void find_inner_points(Mesh* mesh) {
  constexpr size_t most_points = 512;
  std::vector<std::pair<double, uint32_t>> largest;
  largest.reserve(mesh->triangles.size());
  for (uint32_t t = 0; t < mesh->triangles.size(); ++t) {
    const Triangle& n = mesh->triangles[t];
    largest.emplace_back(-norm_sq(cross(n.b - n.a, n.c - n.a)), t);
  }
  const size_t count = std::min(most_points, largest.size());
  std::partial_sort(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(count), largest.end());
  for (size_t i = 0; i < count; ++i) {
    const Triangle& n = mesh->triangles[largest[i].second];
    const Vec3 inward = -mesh->face_normals[largest[i].second];
    const Vec3 g = (1.0 / 3) * (n.a + n.b + n.c);
    const double half = 0.5 * ray_hit(*mesh, g, inward, contact_eps_mm);
    if (!std::isfinite(half)) continue;
    const Vec3 p = g + half * inward;
    const double depth = -signed_distance(*mesh, p, largest[i].second).signed_mm;
    if (depth > 0) mesh->inner_points.push_back({p, depth});
  }
  std::stable_sort(mesh->inner_points.begin(), mesh->inner_points.end(),
                   [](const InnerPoint& p, const InnerPoint& q) { return p.depth_mm > q.depth_mm; });
}

Status build(const double* coordinates_mm, size_t vertex_count, const uint32_t* indices, size_t triangle_count,
             bool is_surface, std::shared_ptr<const Mesh>* out) {
  auto mesh = std::make_shared<Mesh>();
  mesh->vertices_mm.resize(vertex_count);
  for (size_t i = 0; i < vertex_count; ++i) {
    mesh->vertices_mm[i] = {coordinates_mm[3 * i], coordinates_mm[3 * i + 1], coordinates_mm[3 * i + 2]};
  }
  mesh->corners.assign(indices, indices + 3 * triangle_count);
  mesh->report.degenerate_triangle_count = drop_collapsed(&mesh->corners);
  if (mesh->corners.empty()) return Status::all_degenerate;
  EdgePairing pairing;
  if (is_surface) {
    pairing = pair_edges(mesh->vertices_mm, mesh->corners);
    mesh->report.open_edge_count_given = pairing.open_edge_count;
  } else {
    close_surface(&mesh->vertices_mm, &mesh->corners, &pairing, &mesh->report);
  }
  mesh->report.open_edge_count = pairing.open_edge_count;
  mesh->report.is_watertight = !is_surface && pairing.open_edge_count == 0;
  mesh->mass = mass_properties(mesh->vertices_mm, mesh->corners);
  if (mesh->report.is_watertight && mesh->mass.volume_mm3 < 0) {
    invert(&mesh->corners);
    mesh->report.was_inverted = true;
    mesh->mass = mass_properties(mesh->vertices_mm, mesh->corners);
  }
  mesh->report.is_watertight = mesh->report.is_watertight && mesh->mass.volume_mm3 > 0;
  index_triangles(mesh.get());
  if (mesh->triangles.empty()) return Status::all_degenerate;
  mesh->twin = pair_edges(mesh->vertices_mm, mesh->corners).twin;
  compute_normals(mesh.get());
  list_components(mesh.get());
  mesh->report.component_count = mesh->component_count();
  if (mesh->report.is_watertight) find_inner_points(mesh.get());
  mesh->is_simple = is_simple(*mesh);
  *out = std::move(mesh);
  return Status::ok;
}

}  // namespace

size_t Mesh::byte_count() const {
  return sizeof(Mesh) + vertices_mm.capacity() * sizeof(Vec3) + corners.capacity() * sizeof(uint32_t) +
         twin.capacity() * sizeof(uint32_t) + triangles.capacity() * sizeof(Triangle) +
         face_normals.capacity() * sizeof(Vec3) + vertex_normals.capacity() * sizeof(Vec3) +
         owned_samples.capacity() + component_vertices.capacity() * sizeof(uint32_t) +
         inner_points.capacity() * sizeof(InnerPoint) +
         bvh.nodes.capacity() * sizeof(AlignedNode) + bvh.oriented.capacity() * sizeof(OrientedNode);
}

Status create_mesh(const double* coordinates_mm, size_t vertex_count, const uint32_t* indices, size_t triangle_count,
                   bool is_surface, std::shared_ptr<const Mesh>* out) {
  const Status status = validate(coordinates_mm, vertex_count, indices, triangle_count);
  if (status != Status::ok) return status;
  try {
    return build(coordinates_mm, vertex_count, indices, triangle_count, is_surface, out);
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  } catch (const std::length_error&) {
    return Status::out_of_memory;
  }
}

}  // namespace mechtrial
