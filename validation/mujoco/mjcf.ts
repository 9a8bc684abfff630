/**
 * An engine model as MuJoCo XML (MJCF): a spanning tree of hinges, slides and balls, loops closed by `connect`, couplings of two
 * joint coordinates by `joint` equalities. No contact.
 *
 * Closures are soft in MuJoCo: `solref` at its stiffest, two time steps.
 */

import { invariant } from '../../src/core/errors.js';
import { composePose, invertPose, type Pose, rotate, type Vec3 } from '../../src/core/vector.js';
import type { EngineJoint, EngineModel } from '../../src/dynamics/engine.js';

/** MuJoCo's tree: which joint leads to each body, from which side. */
interface Tree {
  /** Bodies in an order in which parents come first. */
  readonly order: readonly number[];
  readonly parent: ReadonlyMap<number, number>;
  /** Joint that leads to a body, and whether the body is its b. */
  readonly joint: ReadonlyMap<number, { readonly index: number; readonly isB: boolean }>;
  readonly loops: readonly number[];
}

const KINDS: Partial<Record<EngineJoint['kind'], string>> = {
  revolute: 'hinge',
  prismatic: 'slide',
  spherical: 'ball',
};

/** Returns the XML of a model. `stepS` is MuJoCo's own step [s]. */
export function mjcfOf(model: EngineModel, stepS: number): string {
  const tree = spanningTree(model);
  const option = `<option timestep="${stepS}" integrator="RK4" gravity="${list(model.gravityMPerS2)}" tolerance="1e-14" iterations="200"><flag contact="disable"/></option>`;
  const stiff = `solref="${2 * stepS} 1" solimp="0.9999 0.9999 0.001"`;
  const equalities = [
    ...tree.loops.map((j) => connectOf(model, j, stiff)),
    ...model.couplings.map((_, i) => couplingOf(model, tree, i, stiff)),
  ];
  const world = bodiesUnder(model, tree, 0).join('');
  return `<mujoco><compiler angle="radian" balanceinertia="false"/>${option}<default><joint solreffriction="${2 * stepS} 1" solimpfriction="0.9999 0.9999 0.001"/></default><worldbody>${world}</worldbody><equality>${equalities.join('')}</equality></mujoco>`;
}

/** The sign with which MuJoCo's value of joint j counts: +1 where the child is its b. */
export function signOf(model: EngineModel, j: number): number {
  for (const { index, isB } of spanningTree(model).joint.values()) if (index === j) return isB ? 1 : -1;
  return 0;
}

/** Name of a joint in the XML. */
export const jointName = (j: number): string => `j${j}`;

/** Grows the tree joint by joint, slides first: a loop is closed by a point, never by a slide. */
function spanningTree({ bodies, joints }: EngineModel): Tree {
  const order = [0];
  const parent = new Map<number, number>();
  const joint = new Map<number, { index: number; isB: boolean }>();
  const hasSlide = (body: number) =>
    joints.some(({ kind, a, b }) => kind === 'prismatic' && (a === body || b === body));
  for (;;) {
    const leaving = joints
      .map(({ kind, a, b }, index) => ({
        index,
        kind,
        from: order.includes(a) ? a : b,
        to: order.includes(a) ? b : a,
        a,
      }))
      .filter(({ from, to }) => order.includes(from) && !order.includes(to))
      .map((edge) => ({ ...edge, rank: edge.kind === 'prismatic' ? 0 : hasSlide(edge.to) ? 2 : 1 }))
      .sort((p, q) => p.rank - q.rank || p.index - q.index);
    const next = leaving[0];
    if (next === undefined) break;
    order.push(next.to);
    parent.set(next.to, next.from);
    joint.set(next.to, { index: next.index, isB: next.a === next.from });
  }
  invariant(order.length === bodies.length, 'every body hangs on a joint');
  const used = new Set([...joint.values()].map(({ index }) => index));
  return { order, parent, joint, loops: joints.flatMap((_, index) => (used.has(index) ? [] : [index])) };
}

function bodiesUnder(model: EngineModel, tree: Tree, of: number): string[] {
  return tree.order
    .filter((body) => tree.parent.get(body) === of)
    .map((body) => {
      const { poseInWorld, massKg, centerOfMassM, inertiaKgM2: I } = model.bodies[body]!;
      const pose = composePose(invertPose(model.bodies[of]!.poseInWorld), poseInWorld);
      const inertia = list([I[0]!, I[4]!, I[8]!, I[1]!, I[2]!, I[5]!]);
      const inertial = `<inertial pos="${list(centerOfMassM)}" mass="${massKg}" fullinertia="${inertia}"/>`;
      const children = bodiesUnder(model, tree, body).join('');
      return `<body name="b${body}" ${placement(pose)}>${jointOf(model, tree, body)}${inertial}${children}</body>`;
    });
}

function jointOf(model: EngineModel, tree: Tree, body: number): string {
  const { index, isB } = tree.joint.get(body)!;
  const { kind, frameInA, frameInB } = model.joints[index]!;
  const type = KINDS[kind];
  invariant(type !== undefined, `MuJoCo has a joint for ${kind}`);
  const frame = isB ? frameInB : frameInA;
  const axis = rotate(frame.rotation, [0, 0, 1]);
  const own = model.coordinates.find(({ joint }) => joint === index);
  const friction = `frictionloss="${own?.dryFriction ?? 0}" damping="${own?.damping ?? 0}"`;
  return `<joint name="${jointName(index)}" type="${type}" pos="${list(frame.positionM)}" axis="${list(axis)}" ${friction}/>`;
}

function connectOf(model: EngineModel, j: number, stiff: string): string {
  const { kind, a, b, frameInA } = model.joints[j]!;
  invariant(kind === 'revolute' || kind === 'spherical', `a loop is closed by a point, not by ${kind}`);
  // the anchor is in the frame of body 1
  if (a === 0) {
    const { positionM } = model.joints[j]!.frameInB;
    return `<connect body1="b${b}" anchor="${list(positionM)}" ${stiff}/>`;
  }
  return `<connect body1="b${a}" body2="b${b}" anchor="${list(frameInA.positionM)}" ${stiff}/>`;
}

/** f₁·q₁ + f₂·q₂ = 0 as q₁ = −(f₂/f₁)·q₂. */
function couplingOf(model: EngineModel, tree: Tree, i: number, stiff: string): string {
  const { terms, behavior } = model.couplings[i]!;
  invariant(terms.length === 2 && (behavior === undefined || behavior.kind === 'rigid'), 'a rigid coupling of two');
  const [p, q] = [terms[0]!, terms[1]!];
  const [jp, jq] = [p, q].map(({ coordinate }) => model.coordinates[coordinate]!.joint);
  invariant(typeof jp === 'number' && typeof jq === 'number', 'couplings join joint coordinates');
  const sign = (j: number) => ([...tree.joint.values()].find(({ index }) => index === j)?.isB === true ? 1 : -1);
  const ratio = (-q.factor * sign(jq)) / (p.factor * sign(jp));
  return `<joint joint1="${jointName(jp)}" joint2="${jointName(jq)}" polycoef="0 ${ratio} 0 0 0" ${stiff}/>`;
}

const placement = ({ positionM, rotation: [x, y, z, w] }: Pose): string =>
  `pos="${list(positionM)}" quat="${list([w, x, y, z])}"`;

const list = (values: readonly number[] | Vec3): string => values.join(' ');
