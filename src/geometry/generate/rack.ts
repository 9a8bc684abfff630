import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { type Contour, extruded } from './contour.js';
import { badGear, type GearSpec } from './gear-spec.js';

export interface RackSpec
  extends Omit<GearSpec, 'profileShift' | 'rootRadiusFactor' | 'flankPointCount' | 'filletChordCount'> {
  /** Material below the roots [m] > 0. */
  readonly backM: number;
}

/**
 * Outline of a rack along x: pitch line on y = 0, teeth towards +y, a tooth's middle in the origin, pitch π·m.
 *
 *   half thickness at height y: π·m/4 − thinning/2 − y·tan α
 *
 * @throws GeometryError `bad_gear` where a tip would be pointed or a root closed
 */
export function rackOutline(spec: RackSpec): Contour {
  const { moduleM: m, toothCount: z, pressureAngleRad = Math.PI / 9, thinningM = 0, backM } = spec;
  const { addendumFactor: ha = 1, dedendumFactor: hf = 1.25 } = spec;
  const pitch = Math.PI * m;
  const half = (y: number) => pitch / 4 - thinningM / 2 - y * Math.tan(pressureAngleRad);
  const [tip, root] = [half(ha * m), half(-hf * m)];
  if (!(m > 0 && z >= 1 && backM > 0 && tip > 0 && root < pitch / 2))
    throw badGear(`no rack has module ${m} m, ${z} teeth, pressure angle ${pressureAngleRad} rad, back ${backM} m`);
  const first = -Math.floor(z / 2);
  const [left, right] = [(first - 0.5) * pitch, (first + z - 0.5) * pitch];
  const bottom = -hf * m - backM;
  const teeth = Array.from({ length: z }, (_, k): Contour => {
    const x = (first + z - 1 - k) * pitch;
    return [
      [x + root, -hf * m],
      [x + tip, ha * m],
      [x - tip, ha * m],
      [x - root, -hf * m],
    ];
  });
  return [[left, bottom], [right, bottom], [right, -hf * m], ...teeth.flat(), [left, -hf * m]];
}

/**
 * A rack with straight flanks along x, its width about z = 0; see `rackOutline` for where its teeth are.
 *
 * @returns a solid of the caller's, lengths in m
 * @throws  GeometryError `bad_gear`
 */
export const rack = (module: ManifoldToplevel, spec: RackSpec): Manifold =>
  extruded(module, [rackOutline(spec)], [], spec.widthM);
