#pragma once

#include "core/proximity.h"

// Internal to the core: the search for crossings and contacts of two surfaces.

namespace mechtrial {

/** A pair of meshes at one pose. */
struct Search {
  const Mesh& a;
  const Mesh& b;
  const Pose& X_AB;
  Scratch* scratch;
};

inline Triangle transformed(const Pose& X_AB, const Triangle& t) {
  return {apply(X_AB, t.a), apply(X_AB, t.b), apply(X_AB, t.c)};
}

/**
 * What the surfaces do at this pose; crossings go to scratch->crossings, sorted by triangle of A and of B.
 *
 * @param wants_all  collect every crossing; without it the first one ends the search
 * @param warm       its run, and the leaf pairs that are near each other throughout it
 */
Contact find_contact(const Search& s, bool wants_all, WarmStart* warm);

}  // namespace mechtrial
