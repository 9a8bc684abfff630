import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { type HookDesign, mounted, SOUND_DESIGN } from './candidate.js';
import { KNUCKLE, THROAT, TIP } from './model.js';

/** Where the template's names are on the hook. Points are given on the stowed arm; angles count from flat. */
export function bindHook({ dimensions, mountDeg, startDeg }: HookDesign = SOUND_DESIGN): TemplateBinding {
  const start = (startDeg * Math.PI) / 180;
  /** A point of the arm, drawn flat [mm], where it starts. */
  const ofArm = (x: number, y: number, z: number) => {
    const turned = [x * Math.cos(start) + z * Math.sin(start), y, z * Math.cos(start) - x * Math.sin(start)] as const;
    return inM(...mounted(turned, mountDeg));
  };
  const fold = mounted([0, 1, 0], mountDeg);
  const throat = ofArm(-THROAT.off, 0, THROAT.along);
  const ends = (half: number) => [-half, half].map((y) => inM(...mounted([0, y, 0], mountDeg)));
  const cheeks = KNUCKLE / 2 + dimensions.axialGap + 7;
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'folding-hook',
    operations: {
      arm: { on: { body: 'arm', reference: 'plate', frame: { originM: [0, 0, 0], axis: fold } }, armM: TIP / 1000 },
      hang: { on: { body: 'arm', reference: 'plate', frame: { originM: throat, axis: [0, 0, -1] } } },
    },
    signals: [
      { name: 'arm.turned', kind: 'body-angle', body: 'arm', reference: 'plate', axis: fold },
      { name: 'hand.torque', kind: 'drive-effort', drive: 'arm' },
      {
        name: 'hand.arm',
        kind: 'point-distance',
        bodyA: 'plate',
        pointAM: [0, 0, 0],
        bodyB: 'arm',
        pointBM: ofArm(0, 0, TIP),
      },
    ],
    observations: {
      'arm.angle': { formula: `{arm.turned} + ${start}` },
      'arm.axial': { kind: 'body-travel', body: 'arm', reference: 'plate', axis: fold },
      'tip.height': {
        kind: 'body-position',
        body: 'arm',
        pointM: ofArm(-THROAT.off, 0, THROAT.along),
        axis: [0, 0, 1],
      },
      'stop.force': { kind: 'contact-force', groupA: ['plate'], groupB: ['arm'] },
      'hand.force': { formula: 'abs({hand.torque}) / {hand.arm}' },
      'hang.force': { kind: 'drive-effort', drive: 'hang' },
      'pin.overlap': {
        kind: 'guide-overlap',
        body: 'arm',
        bodyEndsM: ends(KNUCKLE / 2),
        guide: 'plate',
        guideEndsM: ends(cheeks),
        axis: fold,
      },
    },
    pairs: { 'arm-on-bracket': { groupA: ['plate'], groupB: ['arm'] } },
  };
}
