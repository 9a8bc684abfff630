#include <algorithm>

#include "core/depth_hunt.h"

// Contributor notes. Knowing that a sample is outside costs a full search for its nearest triangle; finding that an inside one
// does not beat the best depth mostly ends at the first triangle looked at. So which samples are inside is taken from the
// crossings: an edge that pierces a triangle has its end on the outer side of that triangle's plane outside and the other end
// inside, vertices joined by an edge that pierces nothing lie on the same side, and so on across the surface. Only the
// triangles reached from an inside vertex, and those that are crossed, hold samples. Each sample carries a triangle that is
// near it, and the triangle found for the last sample is mostly near too: with either within the best depth it is skipped.
// (Reading samples from the largest such bound down was slower: those with the worst hints come first.)

namespace mechtrial {

namespace {

/** A sample that may be the deepest, with its distance from a nearby triangle of the other solid. */
struct Candidate {
  double bound_mm;
  uint32_t from;
  uint32_t hint;
  bool is_said_inside;
  Vec3 p_A;
};

/** The surface of one solid on its way to be sorted into inside and outside. */
class CutSurface {
 public:
  CutSurface(const Hunt& hunt, uint32_t from, const Piercing* begin, const Piercing* end, Scratch* scratch)
      : from_(from),
        self_(hunt.side[from]),
        other_(hunt.side[1 - from]),
        mesh_(*hunt.side[from].mesh),
        begin_(begin),
        end_(end),
        marks_(scratch->marks[from]),
        epoch_(scratch->epoch) {
    // Two states per vertex and two per triangle: 4·epoch … 4·epoch + 3.
    if (marks_.vertices.size() < mesh_.vertices_mm.size()) marks_.vertices.resize(mesh_.vertices_mm.size(), 0);
    if (marks_.hints.size() < mesh_.vertices_mm.size()) marks_.hints.resize(mesh_.vertices_mm.size(), 0);
    if (marks_.triangles.size() < mesh_.triangles.size()) marks_.triangles.resize(mesh_.triangles.size(), 0);
  }

  bool sort_out(const std::vector<Crossing>& crossings) {
    for (const Crossing& c : crossings) {
      const uint32_t t = from_ == 0 ? c.triangle_a : c.triangle_b;
      add_crossed(t, from_ == 0 ? c.triangle_b : c.triangle_a);
      segments_.push_back({t, self_.to_own(c.from_mm), self_.to_own(c.to_mm)});
    }
    std::stable_sort(segments_.begin(), segments_.end(),
                     [](const Segment& p, const Segment& q) { return p.triangle < q.triangle; });
    if (!read_pierced_edges() || !spread()) return false;
    for (size_t i = 0; i < crossed_.size(); ++i) {
      const uint32_t t = crossed_[i];
      if (!visit_now(t)) return false;
      if (is_visited(t)) continue;
      // Only pierced in its middle, and no neighbour knows its corners.
      const uint32_t v = mesh_.corners[3 * size_t{t}];
      const Vec3 p = other_.to_own(self_.to_common(mesh_.vertices_mm[v]));
      const SurfacePoint near = signed_distance(*other_.mesh, p, partners_[i]);
      if (!settle(v, near.signed_mm < 0, near.triangle) || !visit_now(t)) return false;
    }
    return true;
  }

  /** Lists the samples that are inside, or may be. */
  void list_samples(std::vector<Candidate>* out) {
    list_pieces(out);
    for (const uint32_t v : inside_) add(out, self_.to_common(mesh_.vertices_mm[v]), marks_.hints[v], true);
    for (const uint32_t t : visited_) list_triangle(out, t);
    for (size_t i = 0; i < crossed_.size(); ++i) {
      const int side = side_of_centroid(crossed_[i]);
      if (side >= 0) add(out, centroid(crossed_[i]), partners_[i], side > 0);
    }
  }

 private:
  bool is_known(uint32_t v) const { return marks_.vertices[v] >= 4 * epoch_; }
  bool is_inside_vertex(uint32_t v) const { return marks_.vertices[v] == 4 * epoch_ + 1; }
  bool is_visited(uint32_t t) const { return marks_.triangles[t] >= 4 * epoch_ + 2; }
  bool is_crossed(uint32_t t) const { return (marks_.triangles[t] | 2u) == 4 * epoch_ + 3; }

  void add_crossed(uint32_t t, uint32_t partner) {
    if (is_crossed(t)) return;
    marks_.triangles[t] = 4 * epoch_ + 1;
    crossed_.push_back(t);
    partners_.push_back(partner);
    queue_.push_back(t);
  }

  /** Fixes the state of a vertex; false where it has the other one. */
  bool settle(uint32_t v, bool is_inside, uint32_t hint) {
    if (is_known(v)) return is_inside_vertex(v) == is_inside;
    marks_.hints[v] = hint;
    marks_.vertices[v] = 4 * epoch_ + (is_inside ? 1 : 0);
    if (is_inside) inside_.push_back(v);
    return true;
  }

  /** Height of a point (own frame) over the plane of a triangle of the other solid. */
  double height(const Vec3& p, uint32_t pierced) const {
    return dot(other_.mesh->face_normals[pierced], other_.to_own(self_.to_common(p)) - other_.mesh->triangles[pierced].a);
  }

  struct Range {
    const Piercing *begin, *end;
  };
  Range piercings_of(uint32_t half_edge) const {
    const Piercing* begin = std::lower_bound(begin_, end_, half_edge, [](const Piercing& p, uint32_t h) { return p.half_edge < h; });
    const Piercing* end = begin;
    while (end != end_ && end->half_edge == half_edge) ++end;
    return {begin, end};
  }

  bool read_pierced_edges() {
    for (const Piercing* p = begin_; p != end_;) {
      const Range range = piercings_of(p->half_edge);
      const Ends e = ends_of(mesh_, p->half_edge);
      const double at_a = height(e.a, range.begin->pierced), at_b = height(e.b, (range.end - 1)->pierced);
      if (std::fabs(at_a) <= contact_eps_mm || std::fabs(at_b) <= contact_eps_mm) return false;
      const uint32_t h = p->half_edge;
      if (!settle(mesh_.corners[h], at_a < 0, range.begin->pierced)) return false;
      if (!settle(mesh_.corners[h - h % 3 + (h % 3 + 1) % 3], at_b < 0, (range.end - 1)->pierced)) return false;
      p = range.end;
    }
    return true;
  }

  void visit(uint32_t t) {
    if (is_visited(t)) return;
    if (marks_.triangles[t] < 4 * epoch_) marks_.triangles[t] = 4 * epoch_;
    queue_.push_back(t);
  }

  bool visit_now(uint32_t t) {
    visit(t);
    return spread();
  }

  /** Carries states along edges that pierce nothing, and visits every triangle at an inside vertex. */
  bool spread() {
    while (!queue_.empty()) {
      const uint32_t t = queue_.back();
      queue_.pop_back();
      // A crossed triangle without a known corner waits until its neighbours or a query tell.
      const uint32_t* v = &mesh_.corners[3 * size_t{t}];
      if (!is_known(v[0]) && !is_known(v[1]) && !is_known(v[2])) continue;
      if (is_visited(t)) continue;
      marks_.triangles[t] += 2;
      visited_.push_back(t);
      bool is_free[3];
      for (uint32_t k = 0; k < 3; ++k) {
        const Range range = piercings_of(std::min(3 * t + k, mesh_.twin[3 * t + k]));
        is_free[k] = range.begin == range.end;
      }
      for (int round = 0; round < 2; ++round) {
        for (uint32_t k = 0; k < 3; ++k) {
          const uint32_t from = v[k], to = v[(k + 1) % 3];
          if (!is_free[k]) continue;
          if (is_known(from) && !settle(to, is_inside_vertex(from), marks_.hints[from])) return false;
          if (is_known(to) && !settle(from, is_inside_vertex(to), marks_.hints[to])) return false;
        }
      }
      for (uint32_t k = 0; k < 3; ++k) {
        if (is_inside_vertex(v[k]) || is_inside_vertex(v[(k + 1) % 3]) || !is_free[k]) visit(mesh_.twin[3 * t + k] / 3);
      }
    }
    return true;
  }

  void add(std::vector<Candidate>* out, const Vec3& p_A, uint32_t hint, bool is_said_inside) const {
    const Triangle& near = other_.mesh->triangles[hint];
    const double bound = std::sqrt(closest_on_triangle(other_.to_own(p_A), near).distance_sq);
    out->push_back({bound, from_, hint, is_said_inside, p_A});
  }

  /** Adds a point of a pierced edge where the nearest piercing says that it is inside. */
  void add_on_edge(std::vector<Candidate>* out, const Range& range, const Ends& e, double t) const {
    const Piercing* nearest = range.begin;
    for (const Piercing* p = range.begin; p != range.end; ++p) {
      if (std::fabs(p->t - t) < std::fabs(nearest->t - t)) nearest = p;
    }
    const Vec3 p = lerp(e.a, e.b, t);
    if (height(p, nearest->pierced) < 0) add(out, self_.to_common(p), nearest->pierced, true);
  }

  /** Middles of the pieces of pierced edges. */
  void list_pieces(std::vector<Candidate>* out) const {
    for (const Piercing* p = begin_; p != end_;) {
      const Range range = piercings_of(p->half_edge);
      const Ends e = ends_of(mesh_, p->half_edge);
      double low = 0;
      for (const Piercing* k = range.begin; k != range.end; ++k) {
        if (k->t - low > 1e-9) add_on_edge(out, range, e, 0.5 * (low + k->t));
        low = k->t;
      }
      add_on_edge(out, range, e, 0.5 * (low + 1));
      p = range.end;
    }
  }

  /** Middles of sharp edges, and the centroid where the triangle is not crossed. */
  void list_triangle(std::vector<Candidate>* out, uint32_t t) const {
    const uint8_t owned = mesh_.owned_samples[t];
    for (uint32_t k = 0; k < 3 && owned >= 8; ++k) {
      if (!(owned & (8u << k))) continue;
      const uint32_t h = std::min(3 * t + k, mesh_.twin[3 * t + k]);
      const Ends e = ends_of(mesh_, h);
      const Range range = piercings_of(h);
      if (range.begin != range.end) {
        add_on_edge(out, range, e, 0.5);
      } else if (is_inside_vertex(mesh_.corners[h])) {
        add(out, self_.to_common(lerp(e.a, e.b, 0.5)), marks_.hints[mesh_.corners[h]], true);
      }
    }
    if (is_crossed(t)) return;
    // A corner cut off by less than eps leaves a triangle that is not crossed but has corners on both sides.
    const uint32_t* v = &mesh_.corners[3 * size_t{t}];
    const int inside = is_inside_vertex(v[0]) + is_inside_vertex(v[1]) + is_inside_vertex(v[2]);
    if (inside > 0) add(out, centroid(t), marks_.hints[v[0]], inside == 3);
  }

  /**
   * Whether the centroid of a crossed triangle is inside (1), outside (−1) or hard to say (0): by the number of cuts on the way
   * to it from a corner, which is told where that way passes no end of a cut closely.
   */
  int side_of_centroid(uint32_t t) const {
    const Triangle& own = mesh_.triangles[t];
    const Vec3 corner[3] = {own.a, own.b, own.c};
    const Vec3 g = (1.0 / 3) * (own.a + own.b + own.c);
    const auto first = std::lower_bound(segments_.begin(), segments_.end(), t,
                                        [](const Segment& s, uint32_t triangle) { return s.triangle < triangle; });
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t v = mesh_.corners[3 * size_t{t} + k];
      if (!is_known(v)) continue;
      const Vec3 way = g - corner[k], across = cross(mesh_.face_normals[t], way);
      const double safe = 1e-3 * norm_sq(way);  // a thousandth of the way, to either side
      bool is_inside = is_inside_vertex(v), is_clear = true;
      for (auto s = first; s != segments_.end() && s->triangle == t && is_clear; ++s) {
        const double p = dot(across, s->from - corner[k]), q = dot(across, s->to - corner[k]);
        const double along_p = dot(way, s->from - corner[k]), along_q = dot(way, s->to - corner[k]);
        if (std::min(along_p, along_q) > norm_sq(way) + safe || std::max(along_p, along_q) < -safe) continue;
        if (std::fabs(p) < safe || std::fabs(q) < safe) {
          is_clear = false;
        } else if ((p > 0) != (q > 0)) {
          const double at = along_p + (along_q - along_p) * p / (p - q);
          if (std::fabs(at - norm_sq(way)) < safe || std::fabs(at) < safe) is_clear = false;
          if (at > 0 && at < norm_sq(way)) is_inside = !is_inside;
        }
      }
      if (is_clear) return is_inside ? 1 : -1;
    }
    return 0;
  }

  Vec3 centroid(uint32_t t) const {
    const Triangle& own = mesh_.triangles[t];
    return self_.to_common((1.0 / 3) * (own.a + own.b + own.c));
  }

  /** A cut through a triangle (own frame). */
  struct Segment {
    uint32_t triangle;
    Vec3 from, to;
  };

  uint32_t from_;
  const Side& self_;
  const Side& other_;
  const Mesh& mesh_;
  const Piercing *begin_, *end_;
  Scratch::Marks& marks_;
  uint32_t epoch_;
  std::vector<Segment> segments_;
  std::vector<uint32_t> crossed_, partners_, queue_, visited_, inside_;
};

}  // namespace

bool sample_cut_surfaces(Hunt* hunt, Scratch* scratch) {
  if (scratch->epoch >= 0x3ffffff0u / 4) {
    for (Scratch::Marks& marks : scratch->marks) marks.vertices.clear(), marks.triangles.clear();
    scratch->epoch = 0;
  }
  ++scratch->epoch;
  const std::vector<Piercing> piercings = find_piercings(*hunt, scratch->crossings);
  const Piercing* begin = piercings.data();
  const Piercing* end = begin + piercings.size();
  const Piercing* middle = std::find_if(begin, end, [](const Piercing& p) { return p.from == 1; });
  CutSurface a(*hunt, 0, begin, middle, scratch), b(*hunt, 1, middle, end, scratch);
  if (!a.sort_out(scratch->crossings) || !b.sort_out(scratch->crossings)) return false;
  std::vector<Candidate> candidates;
  a.list_samples(&candidates);
  b.list_samples(&candidates);
  for (const Candidate& c : candidates) {
    Side& other = hunt->side[1 - c.from];
    const double from_last = closest_on_triangle(other.to_own(c.p_A), other.mesh->triangles[other.hint]).distance_sq;
    if (std::min(c.bound_mm * c.bound_mm, from_last) <= hunt->best.depth_mm * hunt->best.depth_mm) continue;
    if (c.bound_mm * c.bound_mm < from_last) other.hint = c.hint;
    NearTriangle near;
    sample(hunt, c.from, c.p_A, HUGE_VAL, &near);
    // The search gives the sign too: a cut shorter than eps, which is no crossing, can have misled the sorting.
    if (c.is_said_inside && near.is_nearest && near.signed_mm > contact_eps_mm) return false;
  }
  return true;
}

}  // namespace mechtrial
