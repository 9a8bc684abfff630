import { fileURLToPath } from 'node:url';
import type { SceneInput } from '../../src/index.js';
import { layersOf, SOUND, type WiperDimensions } from './dimensions.js';
import { closeFourBar } from './linkage.js';

/** Crank angle at which the mechanism is assembled [rad], counter-clockwise from the line between the fixed pivots. */
export const START_CRANK_RAD = Math.PI / 2;

/** Folder of the STEP files that model.ts writes. */
const CAD = fileURLToPath(new URL('./cad/', import.meta.url));

/** What a wiper candidate is built from. The dimensions place the parts; the files are the parts. */
export interface WiperCandidate {
  readonly revision: number;
  /** Dimensions that the constructor assembled by: where links meet and which layer they run in. */
  readonly dimensions: WiperDimensions;
  readonly files: { readonly frame: string; readonly crank: string; readonly coupler: string; readonly rocker: string };
}

export const SOUND_WIPER: WiperCandidate = {
  revision: 1,
  dimensions: SOUND,
  files: { frame: 'frame.step', crank: 'crank.step', coupler: 'coupler.step', rocker: 'rocker.step' },
};

/**
 * Returns the scene of a four-bar wiper: a printed frame bolted to ground, three aluminium links, four pins.
 *
 * It lies flat: the axes are vertical, gravity acts along them, the heads of the pins carry it. World origin at the crank
 * pivot on top of the frame plate, x towards the rocker pivot, z up. Every part keeps its file's coordinates; the poses
 * come from the closed form at START_CRANK_RAD.
 *
 * @throws Error when the links cannot be assembled at START_CRANK_RAD
 */
export function buildCandidate(candidate: WiperCandidate = SOUND_WIPER): SceneInput {
  const { dimensions, files, revision } = candidate;
  const position = closeFourBar(dimensions, START_CRANK_RAD);
  if (position === null) throw new Error('the links do not close at the assembly angle');
  const { crankPinM: A, rockerPinM: B, couplerRad, rockerRad } = position;
  const { lowerM, upperM } = layersOf(dimensions);
  const lowerMiddleM = lowerM + dimensions.lowerThicknessM / 2;
  const upperMiddleM = upperM + dimensions.upperThicknessM / 2;
  const link = (name: 'crank' | 'coupler' | 'rocker', x: number, y: number, z: number, angleRad: number) => ({
    name,
    parts: [{ geometry: { kind: 'file' as const, file: CAD + files[name] }, material: 'aluminium' }],
    poseInWorld: { positionM: [x, y, z] as const, rotation: aboutZ(angleRad) },
  });
  const pin = (name: string, bodies: [string, string], x: number, y: number, z: number) => ({
    kind: 'revolute' as const,
    name,
    bodies,
    frame: { originM: [x, y, z] as const, axis: [0, 0, 1] as const },
  });
  return {
    schema: 'mechtrial/scene@1',
    name: 'four-bar-wiper',
    revision,
    notes: 'Turn the crank at either sense; the wiper arm swings about 95° once per turn. Gravity acts along the axes.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [{ geometry: { kind: 'file', file: CAD + files.frame }, material: 'PLA' }],
      },
      link('crank', 0, 0, lowerM, START_CRANK_RAD),
      link('coupler', A[0], A[1], upperM, couplerRad),
      link('rocker', dimensions.groundM, 0, lowerM, rockerRad),
    ],
    joints: [
      pin('crank-pivot', ['frame', 'crank'], 0, 0, lowerMiddleM),
      pin('crank-pin', ['crank', 'coupler'], A[0], A[1], upperMiddleM),
      pin('rocker-pin', ['rocker', 'coupler'], B[0], B[1], upperMiddleM),
      pin('rocker-pivot', ['frame', 'rocker'], dimensions.groundM, 0, lowerMiddleM),
    ],
  };
}

/** Rotation about z as a quaternion [x, y, z, w]. */
function aboutZ(angleRad: number): [number, number, number, number] {
  return [0, 0, Math.sin(angleRad / 2), Math.cos(angleRad / 2)];
}
