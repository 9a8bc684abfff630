import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { loadManifold, meshFromManifold, stlBytes } from '../../geometry/index.js';

/** Dimensions of the starter hinge [m]. The hinge pin runs along y through the origin. */
const HINGE = {
  pinRadiusM: 0.0025,
  /** The hole runs 0.1 mm clear of the pin all round. */
  holeRadiusM: 0.0026,
  knuckleRadiusM: 0.005,
  knuckleLengthM: 0.0396,
  lugLengthM: 0.006,
  lugGapM: 0.04,
  baseThicknessM: 0.006,
  axisHeightM: 0.012,
  flapLengthM: 0.06,
  flapThicknessM: 0.005,
} as const;

const SEGMENT_COUNT = 96;

/** The two parts of the starter project as STL files: `base.stl` with its pin, and `flap.stl`. */
export async function starterParts(): Promise<Readonly<Record<string, Uint8Array>>> {
  const module = await loadManifold();
  return { 'base.stl': stlOf(base(module)), 'flap.stl': stlOf(flap(module)) };
}

function stlOf(solid: Manifold): Uint8Array {
  const bytes = stlBytes(meshFromManifold(solid));
  solid.delete();
  return bytes;
}

/** A cylinder along y about the origin. */
const alongY = (module: ManifoldToplevel, radiusM: number, lengthM: number): Manifold =>
  module.Manifold.cylinder(lengthM, radiusM, radiusM, SEGMENT_COUNT, true).rotate([90, 0, 0]);

/** A box by its lowest and highest corner. */
const block = (module: ManifoldToplevel, low: readonly number[], high: readonly number[]): Manifold =>
  module.Manifold.cube([high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!]).translate([
    low[0]!,
    low[1]!,
    low[2]!,
  ]);

/** Plate with two lugs that carry the pin. */
function base(module: ManifoldToplevel): Manifold {
  const { lugGapM, lugLengthM, axisHeightM, baseThicknessM, knuckleRadiusM, pinRadiusM, flapLengthM } = HINGE;
  const innerM = lugGapM / 2;
  const outerM = innerM + lugLengthM;
  const bottomM = -axisHeightM;
  const lug = (y0: number, y1: number) => [
    block(module, [-knuckleRadiusM, y0, bottomM], [knuckleRadiusM, y1, 0]),
    alongY(module, knuckleRadiusM, y1 - y0).translate([0, (y0 + y1) / 2, 0]),
  ];
  return module.Manifold.union([
    block(module, [-0.012, -outerM, bottomM], [flapLengthM, outerM, bottomM + baseThicknessM]),
    ...lug(innerM, outerM),
    ...lug(-outerM, -innerM),
    alongY(module, pinRadiusM, 2 * outerM),
  ]);
}

/** Plate with a knuckle around the pin; closed, it lies along x. */
function flap(module: ManifoldToplevel): Manifold {
  const { knuckleRadiusM, knuckleLengthM, holeRadiusM, flapLengthM, flapThicknessM } = HINGE;
  const halfM = knuckleLengthM / 2;
  const solid = module.Manifold.union([
    alongY(module, knuckleRadiusM, knuckleLengthM),
    block(module, [0, -halfM, 0], [flapLengthM, halfM, flapThicknessM]),
  ]);
  return solid.subtract(alongY(module, holeRadiusM, 2 * knuckleLengthM));
}
