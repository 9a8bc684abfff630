import type { Candidate, SceneInput, TemplateBinding } from '../../src/index.js';
import { headedPin } from '../modelling/pins.js';
import { inM, poseAt } from '../modelling/poses.js';
import {
  alongX,
  bar,
  block,
  cut,
  disc,
  type PartGeometry,
  type Point,
  partMesh,
  prism,
  roundedPlate,
  type Solid,
  union,
} from '../modelling/solids.js';
import { ADJUSTED } from './binding.js';

/*
 * Another mechanism for the wiper's test: a crank drives a slider, and the slider swings a rocker. Lengths [mm], heights
 * above the base plate; the crank's axis is z, the slider goes along x.
 *
 *   stroke of the slider = 2·throw = 40      sweep of the rocker ≈ 2·asin(40/2/26.1) = 100°
 */
const THROW = 20;
const ROD = 70;
const LINK = 45;
const ROCKER = 26.1;
const ROCKER_PIVOT: Point = [115, -21.5];
const ARM = 60;
const START_CRANK_RAD = Math.PI / 2;

const PIN = { diameter: 6, headDiameter: 10, headHeight: 1.8, shoulderDiameter: 10 };
const SHAFT = { diameter: 8, headDiameter: 13, headHeight: 1 };
const EYE = 6.1;
const HUB = 8.1;
const GAP = 0.2;
/** Play at each face of the slider in its guide. */
const GUIDE_GAP = 0.1;
/** Heights of the layers: web of the crank, rod, rocker over the guide, link on top. */
const Z = { web: [3, 8], flange: [2, 6], lips: 9, block: 13, rocker: [10, 15], rod: [14, 19], link: [20, 25] } as const;
const GUIDE = { from: 33, to: 107, half: 10 + GUIDE_GAP, wall: 16 };
const SLIDER = { half: 13, width: 10, neck: 6 };

/** Where the parts are at a crank angle: rocker pin above its pivot. */
function place(crankRad: number) {
  const crankPin: Point = [THROW * Math.cos(crankRad), THROW * Math.sin(crankRad)];
  const slider: Point = [crankPin[0] + Math.sqrt(ROD ** 2 - crankPin[1] ** 2), 0];
  const [dx, dy] = [ROCKER_PIVOT[0] - slider[0], ROCKER_PIVOT[1] - slider[1]];
  const distance = Math.hypot(dx, dy);
  const along = (distance ** 2 + LINK ** 2 - ROCKER ** 2) / (2 * distance);
  const across = Math.sqrt(LINK ** 2 - along ** 2);
  const [ux, uy] = [dx / distance, dy / distance];
  const rockerPin: Point = [slider[0] + along * ux - across * uy, slider[1] + along * uy + across * ux];
  const angle = (from: Point, to: Point) => Math.atan2(to[1] - from[1], to[0] - from[0]);
  return {
    crankPin,
    slider,
    rockerPin,
    rodRad: angle(crankPin, slider),
    linkRad: angle(slider, rockerPin),
    rockerRad: angle(ROCKER_PIVOT, rockerPin),
  };
}

const basePlate = (): PartGeometry =>
  partMesh(() => {
    const plate = roundedPlate([-36, -84], [150, 40], 8, -6, 0);
    const holes = (
      [
        [-26, -74],
        [-26, 30],
        [140, -74],
        [140, 30],
      ] as const
    ).map((hole) => disc(5.5, -7, 1, hole));
    const pivot = (top: number, web: number, at: Point): Solid =>
      union(disc(16, -1, top, at), headedPin(SHAFT, top - 1, top - 1, web + GAP, at));
    return union(
      cut(plate, ...holes),
      pivot(Z.web[0] - GAP, Z.web[1], [0, 0]),
      pivot(Z.rocker[0] - GAP, Z.rocker[1], ROCKER_PIVOT),
    );
  });

/** Channel whose lips hold the flanges of the slider down. */
const guide = (): PartGeometry =>
  partMesh(() => {
    const lip = SLIDER.neck + 0.4;
    const [low, high] = [Z.flange[0] - GUIDE_GAP, Z.flange[1] + GUIDE_GAP];
    const { half, wall } = GUIDE;
    const right: Point[] = [
      [wall, 0],
      [wall, Z.lips],
      [lip, Z.lips],
      [lip, high],
      [half, high],
      [half, low],
    ];
    const left = right.map(([x, z]): Point => [-x, z]).reverse();
    return alongX(prism([...right, ...left], GUIDE.from, GUIDE.to));
  });

const crank = (): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.web;
    const web = union(bar([0, 0], [THROW, 0], 18, bottom, top, 13), disc(24, bottom, top, [-10, 0]));
    const pin = headedPin(PIN, top - 1, Z.rod[0] - GAP, Z.rod[1] + GAP, [THROW, 0]);
    return union(cut(web, disc(HUB, bottom - 1, top + 1)), pin);
  });

/** Bar with an eye at either end. */
const twoEyes = (length: number, [bottom, top]: readonly [number, number]): PartGeometry =>
  partMesh(() =>
    cut(
      union(disc(13, bottom, top), disc(13, bottom, top, [length, 0]), block([0, -4, bottom], [length, 4, top])),
      disc(EYE, bottom - 1, top + 1),
      disc(EYE, bottom - 1, top + 1, [length, 0]),
    ),
  );

/** T-shaped block in the guide, with one pin for both rod and link. */
const slider = (): PartGeometry =>
  partMesh(() =>
    union(
      block([-SLIDER.half, -SLIDER.width, Z.flange[0]], [SLIDER.half, SLIDER.width, Z.flange[1]]),
      block([-SLIDER.half, -SLIDER.neck, Z.flange[1] - 1], [SLIDER.half, SLIDER.neck, Z.block]),
      headedPin(PIN, Z.block - 1, Z.rod[0] - GAP, Z.link[1] + GAP),
    ),
  );

/** Lever with its pin, and on the other side the arm that carries the blade. */
const rocker = (): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.rocker;
    const lever = union(bar([0, 0], [ROCKER, 0], 16, bottom, top, 12), bar([0, 0], [-ARM, 0], 14, bottom, top, 8));
    const pin = headedPin(PIN, top - 1, Z.link[0] - GAP, Z.link[1] + GAP, [ROCKER, 0]);
    return union(cut(lever, disc(HUB, bottom - 1, top + 1), disc(4, bottom - 1, top + 1, [-ARM, 0])), pin);
  });

const middle = ([bottom, top]: readonly [number, number]): number => (bottom + top) / 2;

/** Returns the slider-driven rocker: aluminium on an aluminium base, a slider of polyamide held in a lipped channel. */
export function buildSliderRocker(): Candidate {
  const at = place(START_CRANK_RAD);
  const link = (name: string, geometry: PartGeometry, [x, y]: Point, angleRad: number, material = 'aluminium') => ({
    name,
    parts: [{ geometry, material }],
    poseInWorld: poseAt(x, y, 0, angleRad),
  });
  const pin = (name: string, bodies: [string, string], [x, y]: Point, z: number) => ({
    kind: 'revolute' as const,
    name,
    bodies,
    frame: { originM: inM(x, y, z), axis: [0, 0, 1] as const },
  });
  const region = (positionM: readonly [number, number, number], sizeM: readonly [number, number, number]) => ({
    kind: 'box' as const,
    poseInBody: { positionM },
    sizeM,
  });
  const height = (Z.flange[1] - Z.flange[0]) / 1000 + 1e-3;
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'slider-rocker',
    notes: 'Turn the crank in either sense; the arm swings about 100° once per turn.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [
          { name: 'base', geometry: basePlate(), material: 'aluminium' },
          { name: 'guide', geometry: guide(), material: 'aluminium' },
        ],
      },
      link('crank', crank(), [0, 0], START_CRANK_RAD),
      link('rod', twoEyes(ROD, Z.rod), at.crankPin, at.rodRad),
      link('slider', slider(), at.slider, 0, 'PA'),
      link('link', twoEyes(LINK, Z.link), at.slider, at.linkRad),
      link('rocker', rocker(), ROCKER_PIVOT, at.rockerRad),
    ],
    joints: [
      pin('crank-pivot', ['frame', 'crank'], [0, 0], middle(Z.web)),
      pin('crank-pin', ['crank', 'rod'], at.crankPin, middle(Z.rod)),
      pin('rod-pin', ['slider', 'rod'], at.slider, middle(Z.rod)),
      pin('link-pin', ['slider', 'link'], at.slider, middle(Z.link)),
      pin('rocker-pin', ['rocker', 'link'], at.rockerPin, middle(Z.link)),
      pin('rocker-pivot', ['frame', 'rocker'], ROCKER_PIVOT, middle(Z.rocker)),
      {
        kind: 'prismatic',
        name: 'slide',
        bodies: ['frame', 'slider'],
        frame: { originM: inM(at.slider[0], 0, middle(Z.flange)), axis: [1, 0, 0] },
        regions: [
          region(inM((GUIDE.from + GUIDE.to) / 2, 0, middle(Z.flange)), [
            (GUIDE.to - GUIDE.from) / 1000,
            0.021,
            height,
          ]),
          region(inM(0, 0, middle(Z.flange)), [(2 * SLIDER.half) / 1000, (2 * SLIDER.width) / 1000, height]),
        ],
      },
    ],
  };
  return { scene };
}

/** Where the wiper's test is on the slider-driven rocker: nothing of the template changes. */
export function bindSliderRocker(): TemplateBinding {
  const up = [0, 0, 1] as const;
  const rockerAxis = { originM: inM(...ROCKER_PIVOT, 0), axis: up };
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'four-bar-wiper',
    operations: {
      input: {
        on: { body: 'crank', reference: 'frame', frame: { originM: [0, 0, 0], axis: up } },
        reactsOnReference: false,
      },
      blade_drag: { on: { body: 'rocker', reference: 'frame', frame: rockerAxis } },
    },
    observations: {
      'input.angle': { kind: 'body-angle', body: 'crank', reference: 'frame', axis: up },
      'wiper.angle': { kind: 'body-angle', body: 'rocker', reference: 'frame', ...rockerAxis },
      'joints.separation': { kind: 'joint-separation' },
    },
    parameters: [...ADJUSTED],
  };
}
