/**
 * A Geneva drive (Maltese cross): a pin on a driver indexes a slotted wheel, a disc on the driver locks it in between.
 *
 *   crank radius a = c·sin(π/n)   wheel tip radius R = c·cos(π/n)   pin enters and leaves along the slot, without shock
 *
 * The driver turns about the origin, the wheel about (c, 0). In the pose of the outlines the pin lies on +x, in the middle of
 * its slot: half of an index is done. Slots of the wheel point at −x and every 2π/n from there.
 *
 * @source J. H. Bickford, Mechanisms for Intermittent Motion (1972), ch. 9 (external Geneva mechanisms)
 */
import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { arc, type Contour, circle, extruded, type PlanePoint } from './contour.js';
import { ARC_CHORD_M, badGear } from './gear-spec.js';

export interface GenevaSpec {
  /** Slots of the wheel, ≥ 3: one turn of the driver indexes 2π/n. */
  readonly slotCount: number;
  readonly centerDistanceM: number;
  readonly pinRadiusM: number;
  /** Radius of the locking disc [m]; between the pin and the driver's axis. */
  readonly lockRadiusM: number;
  /** Total play of the pin in its slot, and of the disc in its hollow [m] > 0. */
  readonly clearanceM: number;
  readonly widthM: number;
}

/** Lengths and angles of a Geneva drive that its spec implies. */
export interface GenevaDimensions {
  readonly crankRadiusM: number;
  readonly wheelRadiusM: number;
  /** Driver angle from the middle of an index to where the pin enters or leaves its slot [rad]: π/2 − π/n. */
  readonly indexHalfAngleRad: number;
  /** Largest speed of the wheel over that of the driver, at the middle of an index: sin(π/n)/(1 − sin(π/n)). */
  readonly largestSpeedRatio: number;
}

/**
 * Works out a Geneva drive.
 *
 * @throws GeometryError `bad_gear` where pin, disc and slots do not fit beside each other
 */
export function genevaDimensions(spec: GenevaSpec): GenevaDimensions {
  const { slotCount: n, centerDistanceM: c, pinRadiusM, lockRadiusM, clearanceM, widthM } = spec;
  const half = Math.PI / n;
  const crankRadiusM = c * Math.sin(half);
  const wheelRadiusM = c * Math.cos(half);
  const bottom = c - crankRadiusM - pinRadiusM - clearanceM;
  const isSound =
    Number.isInteger(n) &&
    n >= 3 &&
    Math.min(c, pinRadiusM, lockRadiusM, clearanceM, widthM, bottom) > 0 &&
    lockRadiusM < crankRadiusM - pinRadiusM &&
    lockRadiusM + clearanceM > c - wheelRadiusM;
  if (!isSound)
    throw badGear(
      `a Geneva drive of ${n} slots at ${c} m has no room for a pin of ${pinRadiusM} m and a disc of ${lockRadiusM} m`,
    );
  const sin = Math.sin(half);
  return { crankRadiusM, wheelRadiusM, indexHalfAngleRad: Math.PI / 2 - half, largestSpeedRatio: sin / (1 - sin) };
}

/** Outline of the wheel about its own axis in the origin. @throws GeometryError `bad_gear` */
export function genevaWheelOutline(spec: GenevaSpec): Contour {
  const { crankRadiusM, wheelRadiusM } = genevaDimensions(spec);
  const { slotCount: n, centerDistanceM: c, pinRadiusM, lockRadiusM, clearanceM } = spec;
  const half = Math.PI / n;
  const slot = pinRadiusM + clearanceM / 2;
  const bottom = c - crankRadiusM - clearanceM;
  const hollow = lockRadiusM + clearanceM / 2;
  // The hollow's arc meets the tip circle at ±beta about its own middle direction.
  const beta = Math.acos((c * c + wheelRadiusM ** 2 - hollow ** 2) / (2 * c * wheelRadiusM));
  const open = Math.asin(slot / wheelRadiusM);
  if (!(beta + open < half)) throw badGear(`the hollow of a disc of ${lockRadiusM} m cuts into the slots of the wheel`);
  const reach = Math.asin((wheelRadiusM * Math.sin(beta)) / hollow);
  return Array.from({ length: n }, (_, k): Contour => {
    const middle = Math.PI + 2 * half * k;
    const across = (along: number, side: number): PlanePoint => [
      along * Math.cos(middle) - side * Math.sin(middle),
      along * Math.sin(middle) + side * Math.cos(middle),
    ];
    const mouth = Math.sqrt(wheelRadiusM ** 2 - slot ** 2);
    const end = arc(across(bottom, 0), slot, middle - Math.PI / 2, middle - (3 * Math.PI) / 2, ARC_CHORD_M);
    const next = middle + half;
    const from = arc([0, 0], wheelRadiusM, middle + open, next - beta, ARC_CHORD_M);
    const hollowArc = arc(
      [c * Math.cos(next), c * Math.sin(next)],
      hollow,
      next + Math.PI + reach,
      next + Math.PI - reach,
      ARC_CHORD_M,
    );
    const to = arc([0, 0], wheelRadiusM, next + beta, middle + 2 * half - open, ARC_CHORD_M);
    return [across(mouth, -slot), ...end, ...from, ...hollowArc.slice(1, -1), ...to.slice(0, -1)];
  }).flat();
}

/** Outline of the locking disc about the driver's axis: relieved round +x, where the wheel turns. */
export function genevaLockOutline(spec: GenevaSpec): Contour {
  const { wheelRadiusM, indexHalfAngleRad: free } = genevaDimensions(spec);
  const { centerDistanceM: c, lockRadiusM: r, clearanceM } = spec;
  // The relief ends where the pin enters: the disc lets go of the wheel at that very angle.
  const relief = Math.sqrt(r * r + c * c - 2 * r * c * Math.cos(free));
  const radius = Math.max(relief, wheelRadiusM + clearanceM);
  const edge = Math.acos((r * r + c * c - radius * radius) / (2 * r * c));
  const inner = Math.asin((r * Math.sin(edge)) / radius);
  return [
    ...arc([0, 0], r, edge, 2 * Math.PI - edge, ARC_CHORD_M),
    ...arc([c, 0], radius, Math.PI + inner, Math.PI - inner, ARC_CHORD_M).slice(1, -1),
  ];
}

/**
 * The slotted wheel about z, its middle in the origin.
 *
 * @param boreM  diameter of a round hole through it [m]; 0: none
 * @returns      a solid of the caller's, lengths in m
 * @throws       GeometryError `bad_gear`
 */
export function genevaWheel(module: ManifoldToplevel, spec: GenevaSpec, boreM = 0): Manifold {
  const holes = boreM > 0 ? [circle([0, 0], boreM / 2, ARC_CHORD_M)] : [];
  return extruded(module, [genevaWheelOutline(spec)], holes, spec.widthM);
}

/**
 * The driver about z: pin and locking disc in the plane of the wheel (z from −width/2 to +width/2), and an arm that joins
 * them below it, `clearanceM` away from the wheel and `widthM` thick.
 *
 * @param boreM  diameter of a round hole through disc and arm [m]; 0: none
 * @returns      a solid of the caller's, lengths in m
 * @throws       GeometryError `bad_gear`
 */
export function genevaDriver(module: ManifoldToplevel, spec: GenevaSpec, boreM = 0): Manifold {
  const { crankRadiusM: a } = genevaDimensions(spec);
  const { pinRadiusM, lockRadiusM, clearanceM, widthM } = spec;
  const holes = boreM > 0 ? [circle([0, 0], boreM / 2, ARC_CHORD_M)] : [];
  const neck = widthM + clearanceM;
  const raised = (solid: Manifold, z: number): Manifold => {
    const moved = solid.translate(0, 0, z);
    solid.delete();
    return moved;
  };
  const eye = 1.5 * pinRadiusM;
  const lean = Math.asin((lockRadiusM - eye) / a);
  const armOutline: Contour = [
    ...arc([0, 0], lockRadiusM, Math.PI / 2 - lean, (3 * Math.PI) / 2 + lean, ARC_CHORD_M),
    ...arc([a, 0], eye, -Math.PI / 2 + lean, Math.PI / 2 - lean, ARC_CHORD_M),
  ];
  const solids = [
    raised(extruded(module, [genevaLockOutline(spec)], holes, neck), -clearanceM / 2),
    raised(extruded(module, [circle([a, 0], pinRadiusM, ARC_CHORD_M)], [], neck), -clearanceM / 2),
    raised(extruded(module, [armOutline], holes, widthM), -widthM - clearanceM),
  ];
  const driver = module.Manifold.union(solids);
  for (const solid of solids) solid.delete();
  return driver;
}
