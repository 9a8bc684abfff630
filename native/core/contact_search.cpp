#include "core/contact_search.h"

#include <algorithm>

// Contributor notes. Where solids cross along much of their surfaces, as a bolt in its hole, most of the time went into comparing
// boxes from the root down, ten for each pair of triangles tested. The poses of a run are mostly close together: the leaves that
// meet anywhere in it are then found once, for boxes grown by how far the poses reach, and only they are compared at each pose.
// What crosses is the same either way. Several triangles per leaf instead cost more (as1: 1.2 times with 2, 1.4 times with 4).

namespace mechtrial {

namespace {

/** Comparing this many boxes at a pose makes it worth looking for the leaves that are near throughout a run. */
constexpr size_t many_boxes = 2000;
/** At most this many near leaf pairs per pair tested at one pose; with more, walking the trees is cheaper. */
constexpr size_t most_near_per_test = 6;

/** What is known of the contact so far; corners count only where nothing crosses. */
struct Finding {
  Contact contact;
  bool has_near_corners = false;
  size_t box_count = 0;
  size_t test_count = 0;
};

/** One pair of triangles: does it cross, or does it touch? Once either is known, only what can change the rest is measured. */
void test_contact(const Search& s, uint32_t ta, uint32_t tb, const Triangle& b_in_a, Finding* found) {
  Contact* contact = &found->contact;
  ++found->test_count;
  const Triangle& t = s.a.triangles[ta];
  const Heights over_a = heights_over(s.a.face_normals[ta], t.a, b_in_a);
  if (over_a.low > contact_eps_mm || over_a.high < -contact_eps_mm) return;
  const Vec3 normal_b = s.X_AB.rotation * s.b.face_normals[tb];
  const Heights over_b = heights_over(normal_b, b_in_a.a, t);
  if (over_b.low > contact_eps_mm || over_b.high < -contact_eps_mm) return;
  const bool straddles = over_a.low < -contact_eps_mm && over_a.high > contact_eps_mm && over_b.low < -contact_eps_mm &&
                         over_b.high > contact_eps_mm;
  if (straddles) {
    const TriangleCut cut = cut_straddling(t, b_in_a, s.a.face_normals[ta], normal_b, over_b, over_a, contact_eps_mm);
    if (cut.crosses) {
      contact->crosses = true;
      s.scratch->crossings.push_back({ta, tb, cut.from, cut.to, cut.from_edge, cut.to_edge});
      return;
    }
    if (contact->crosses || found->has_near_corners) return;  // at most corners touch: no overlap hides behind that
  }
  if (contact->touches) return;
  Vec3 p, q;
  bool* is_near = straddles ? &found->has_near_corners : &contact->touches;
  *is_near = triangle_distance_sq(t, b_in_a, &p, &q) <= contact_eps_mm * contact_eps_mm;
}

double extent(const AlignedNode& node) { return node.half_mm.x + node.half_mm.y + node.half_mm.z; }

/**
 * Walks both trees and calls at_leaves(a, b) for pairs of leaves whose boxes are within the limit, which may change on the way,
 * until it answers false.
 *
 * @param reach_mm  B's boxes are grown by this along A's axes
 * @returns how many boxes were compared
 */
template <class Limit, class AtLeaves>
size_t walk_leaves(const Mesh& a, const Mesh& b, const Pose& X_AB, const Vec3& reach_mm, std::vector<Scratch::NodePair>* stack,
                   const Limit& limit_mm, const AtLeaves& at_leaves) {
  const AlignedComparison compare(X_AB);
  const Vec3 own_reach_mm = compare.abs_BA * reach_mm;
  const auto grown = [&](const AlignedNode& node) {
    PosedBox box = posed(compare, node);
    box.reach_mm = box.reach_mm + reach_mm;
    box.half_mm = box.half_mm + own_reach_mm;
    return box;
  };
  size_t box_count = 1;
  stack->assign(1, {0, 0, aligned_gap(compare, a.bvh.nodes[0], grown(b.bvh.nodes[0]), contact_eps_mm)});
  while (!stack->empty()) {
    const Scratch::NodePair top = stack->back();
    stack->pop_back();
    const double limit = limit_mm();
    if (top.gap_mm > limit) continue;
    const AlignedNode& na = a.bvh.nodes[top.a];
    const AlignedNode& nb = b.bvh.nodes[top.b];
    if (na.count > 0 && nb.count > 0) {
      if (!at_leaves(top.a, top.b)) break;
      continue;
    }
    const double ea = extent(na), eb = extent(nb);
    const bool splits_a = na.count == 0 && (nb.count > 0 || 2 * ea >= eb);
    const bool splits_b = nb.count == 0 && (na.count > 0 || 2 * eb >= ea);
    for (uint32_t j = splits_b ? nb.first : top.b, j_end = splits_b ? j + 2 : j + 1; j < j_end; ++j) {
      const PosedBox box_b = grown(b.bvh.nodes[j]);
      for (uint32_t i = splits_a ? na.first : top.a, i_end = splits_a ? i + 2 : i + 1; i < i_end; ++i) {
        const double gap = aligned_gap(compare, a.bvh.nodes[i], box_b, limit);
        ++box_count;
        if (gap <= limit) stack->push_back({i, j, gap});
      }
    }
  }
  return box_count;
}

void test_leaves(const Search& s, uint32_t leaf_a, uint32_t leaf_b, Finding* found) {
  const AlignedNode& na = s.a.bvh.nodes[leaf_a];
  const AlignedNode& nb = s.b.bvh.nodes[leaf_b];
  for (uint32_t j = nb.first; j < nb.first + nb.count; ++j) {
    const Triangle tb = transformed(s.X_AB, s.b.triangles[j]);
    for (uint32_t i = na.first; i < na.first + na.count; ++i) test_contact(s, i, j, tb, found);
  }
}

/** Boxes that merely share a face hold nothing new once a contact is known. */
double contact_limit(const Finding& found) { return found.contact.touches ? -contact_eps_mm : contact_eps_mm; }

void test_trees(const Search& s, bool wants_all, Finding* found) {
  found->box_count = walk_leaves(
      s.a, s.b, s.X_AB, Vec3{}, &s.scratch->stack, [found]() { return contact_limit(*found); },
      [&s, wants_all, found](uint32_t leaf_a, uint32_t leaf_b) {
        test_leaves(s, leaf_a, leaf_b, found);
        return wants_all || !found->contact.crosses;
      });
}

void test_near_leaves(const Search& s, const NearLeaves& near, Finding* found) {
  const AlignedComparison compare(s.X_AB);
  for (size_t k = 0; k < near.b.size();) {
    const uint32_t leaf_b = near.b[k];
    const PosedBox box_b = posed(compare, s.b.bvh.nodes[leaf_b]);
    for (; k < near.b.size() && near.b[k] == leaf_b; ++k) {
      const double limit = contact_limit(*found);
      if (aligned_gap(compare, s.a.bvh.nodes[near.a[k]], box_b, limit) <= limit) test_leaves(s, near.a[k], leaf_b, found);
    }
  }
}

/** A pose amid those of a run, and how far any point of B is from there, along A's axes. */
struct Spread {
  Pose X_AB;
  Vec3 reach_mm;
};

Spread spread_of(const PoseRun& run, const AlignedNode& box) {
  std::vector<Pose> poses(run.count);
  Vec3 low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (size_t k = 0; k < run.count; ++k) {
    const double* pose = run.poses_mm + 7 * size_t{run.order[k]};
    pose_from_quaternion(pose, pose + 3, &poses[k]);
    const Vec3 c = apply(poses[k], box.center_mm);
    low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
    high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
  }
  Spread spread;
  spread.X_AB.rotation = poses[run.count / 2].rotation;
  spread.X_AB.translation_mm = 0.5 * (low + high) - spread.X_AB.rotation * box.center_mm;
  for (const Pose& pose : poses) {
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3& h = box.half_mm;
      const Vec3 p = box.center_mm + Vec3{corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y, corner & 4 ? h.z : -h.z};
      const Vec3 way = apply(pose, p) - apply(spread.X_AB, p);
      Vec3& reach = spread.reach_mm;
      reach = {std::max(reach.x, std::fabs(way.x)), std::max(reach.y, std::fabs(way.y)), std::max(reach.z, std::fabs(way.z))};
    }
  }
  return spread;
}

/** Lists the leaf pairs that can meet within the run, unless there are more than `most`. */
void list_near_leaves(const Search& s, const PoseRun& run, size_t most, NearLeaves* near) {
  const Spread spread = spread_of(run, s.b.bvh.nodes[0]);
  std::vector<std::pair<uint32_t, uint32_t>> leaves;
  walk_leaves(
      s.a, s.b, spread.X_AB, spread.reach_mm, &s.scratch->stack, []() { return 2 * contact_eps_mm; },
      [&leaves, most](uint32_t leaf_a, uint32_t leaf_b) {
        leaves.emplace_back(leaf_b, leaf_a);
        return leaves.size() <= most;
      });
  near->use = leaves.size() <= most ? NearLeaves::Use::ready : NearLeaves::Use::refused;
  if (near->use == NearLeaves::Use::refused) return;
  std::sort(leaves.begin(), leaves.end());
  near->a.clear(), near->b.clear();
  for (const auto& leaf : leaves) near->b.push_back(leaf.first), near->a.push_back(leaf.second);
}

}  // namespace

Contact find_contact(const Search& s, bool wants_all, WarmStart* warm) {
  Finding found;
  std::vector<Crossing>& crossings = s.scratch->crossings;
  crossings.clear();
  if (wants_all && warm->near.use == NearLeaves::Use::ready) {
    test_near_leaves(s, warm->near, &found);
  } else {
    test_trees(s, wants_all, &found);
    if (wants_all && warm->near.use == NearLeaves::Use::untried && warm->run.count > 2 && found.box_count > many_boxes) {
      list_near_leaves(s, warm->run, most_near_per_test * found.test_count, &warm->near);
    }
  }
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& p, const Crossing& q) {
    return p.triangle_a != q.triangle_a ? p.triangle_a < q.triangle_a : p.triangle_b < q.triangle_b;
  });
  if (!found.contact.crosses) found.contact.touches = found.contact.touches || found.has_near_corners;
  return found.contact;
}

}  // namespace mechtrial
