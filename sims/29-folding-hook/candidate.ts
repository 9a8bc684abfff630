import type { Candidate, SceneInput } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import * as model from './model.js';
import { ARM_REGIONS, AXIS, type HookDimensions, KNUCKLE, SOUND } from './model.js';

/** What a folding hook is built from, and how it is put on the wall. */
export interface HookDesign {
  readonly dimensions: HookDimensions;
  /** Turned about the wall's normal: 0 with a level fold axis, 90 with an upright one [°]. */
  readonly mountDeg: number;
  /** Angle from flat at which the arm starts [°]. */
  readonly startDeg: number;
}

export const SOUND_DESIGN: HookDesign = { dimensions: SOUND, mountDeg: 0, startDeg: 0 };

type Axis3 = readonly [number, number, number];
type Quat = readonly [number, number, number, number];

/** A direction or a point about the fold axis, drawn with that axis along y, as it is on the wall. */
export function mounted([x, y, z]: Axis3, mountDeg: number): [number, number, number] {
  const [c, s] = [Math.cos((mountDeg * Math.PI) / 180), Math.sin((mountDeg * Math.PI) / 180)];
  return [x, c * y - s * z, s * y + c * z];
}

/** The pose of a part turned about the fold axis, on the wall. */
function poseOf(mountDeg: number, foldDeg = 0): { positionM: Axis3; rotation: Quat } {
  const [m, f] = [(mountDeg * Math.PI) / 360, (foldDeg * Math.PI) / 360];
  // (sin m, 0, 0, cos m) · (0, sin f, 0, cos f)
  const rotation = [
    Math.sin(m) * Math.cos(f),
    Math.cos(m) * Math.sin(f),
    Math.sin(m) * Math.sin(f),
    Math.cos(m) * Math.cos(f),
  ] as const;
  return { positionM: [0, 0, 0], rotation };
}

/**
 * Returns the folding hook: an aluminium bracket on the wall, a pressed-in steel pin, an aluminium arm that folds up and down.
 *
 * Stowed, the arm stands upright between the fold axis and the wall: its centre of mass is 6 mm behind the axis and holds it on
 * its pad. Deployed, it lies on a bar between the cheeks, 9 to 19 mm out from the axis: 10 N at 72 mm are 0.72 N·m, and at least 38 N
 * on the bar. The pin lets the arm turn and slide; the cheeks hold it sideways by contact, 0.15 mm of play on either side.
 */
export function buildCandidate({ dimensions: d, mountDeg, startDeg }: HookDesign = SOUND_DESIGN): Candidate {
  const fold = mounted([0, 1, 0], mountDeg);
  const still = poseOf(mountDeg);
  const aluminium = { material: 'aluminium' } as const;
  const hull = (part: string) => ({ kind: 'hull' as const, body: 'plate', part });
  const onArm = ({ center, size }: { readonly center: Axis3; readonly size: Axis3 }) => ({
    kind: 'hull' as const,
    body: 'arm',
    region: { kind: 'box' as const, poseInBody: { positionM: inM(...center) }, sizeM: inM(...size) },
  });
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'folding-hook',
    notes: 'Pull the tip of the arm down to hang something on it; push it up again to fold it flat.',
    bodies: [
      {
        name: 'plate',
        isGround: true,
        poseInWorld: still,
        parts: [
          { name: 'base', geometry: model.base(), ...aluminium },
          { name: 'screws', geometry: model.screws(), material: 'steel' },
          { name: 'cheek-left', geometry: model.cheek(d, -1), ...aluminium },
          { name: 'cheek-right', geometry: model.cheek(d, 1), ...aluminium },
          ...(d.stopAngle === null ? [] : [{ name: 'stop', geometry: model.stop(d), ...aluminium }]),
          { name: 'pad', geometry: model.pad(), ...aluminium },
        ],
      },
      { name: 'pin', poseInWorld: still, parts: [{ geometry: model.pin(d), material: 'steel' }] },
      { name: 'arm', poseInWorld: poseOf(mountDeg, startDeg), parts: [{ geometry: model.arm(d), ...aluminium }] },
    ],
    joints: [
      { kind: 'fixed', name: 'press-fit', bodies: ['plate', 'pin'], frame: { originM: [0, 0, 0], axis: fold } },
      { kind: 'cylindrical', name: 'fold', bodies: ['pin', 'arm'], frame: { originM: [0, 0, 0], axis: fold } },
    ],
    contact: {
      shapes: [
        ...['base', 'cheek-left', 'cheek-right', 'pad'].map(hull),
        ...(d.stopAngle === null ? [] : [hull('stop')]),
        onArm(ARM_REGIONS.bar),
        onArm(ARM_REGIONS.knuckle),
        ...(d.cornerReach > 0 ? [onArm(ARM_REGIONS.corner)] : []),
      ],
    },
  };
  return {
    scene,
    declared: [
      {
        name: 'tipRadiusM',
        value: model.TIP / 1000,
        source: 'constructor',
        basis: `from the fold axis, ${AXIS} mm off the plate, to where a hand holds the tip`,
      },
      { name: 'knuckleWidthM', value: KNUCKLE / 1000, source: 'constructor', basis: 'width of the knuckle on the pin' },
    ],
  };
}
