import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  SphereGeometry,
} from 'three';
import type { ReplayJoint, ReplayRegion, ReplayTrial } from '../record.js';
import { ALARM } from './palette.js';

const AXIS = '#2f6fde';
const REGION_A = '#2f6fde';
const REGION_B = '#d97706';

/** Axes and finite regions of the joints, seen through the parts. A released joint turns red. */
export class JointMarks {
  readonly #marks: readonly {
    readonly name: string;
    readonly groups: readonly Group[];
    readonly axis: LineBasicMaterial;
  }[];
  #releasedS: ReadonlyMap<string, number> = new Map();
  #isVisible = false;

  constructor(joints: readonly ReplayJoint[], bodies: readonly Group[], sceneRadiusM: number) {
    this.#marks = joints.map(({ name, a, b, frameInA, frameInB, regionA, regionB }) => {
      const axis = seenThrough(AXIS, 0.9);
      const first = placed(frameInA);
      const second = placed(frameInB);
      const halfM = Math.max(extentOf(regionA), extentOf(regionB), sceneRadiusM * 0.05) * 1.25;
      first.add(axisLine(halfM, axis), regionLines(regionA, seenThrough(REGION_A, 0.5)));
      second.add(regionLines(regionB, seenThrough(REGION_B, 0.5)));
      bodies[a]!.add(first);
      bodies[b]!.add(second);
      return { name, groups: [first, second], axis };
    });
    this.isVisible = false;
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  set isVisible(isVisible: boolean) {
    this.#isVisible = isVisible;
    for (const { groups } of this.#marks) for (const group of groups) group.visible = isVisible;
  }

  /** Takes over the releases of a trial. */
  show(events: ReplayTrial['events']): void {
    const released = events.filter(({ code }) => code === 'joint_released');
    this.#releasedS = new Map(released.map(({ subject, atS }) => [subject, atS]));
  }

  setTime(timeS: number): void {
    for (const { name, axis } of this.#marks) {
      axis.color.set(timeS >= (this.#releasedS.get(name) ?? Number.POSITIVE_INFINITY) - 1e-9 ? ALARM : AXIS);
    }
  }
}

function placed({ positionM, rotation }: ReplayJoint['frameInA']): Group {
  const group = new Group();
  group.position.set(...positionM);
  group.quaternion.set(...rotation);
  return group;
}

const seenThrough = (color: string, opacity: number): LineBasicMaterial =>
  new LineBasicMaterial({ color, transparent: true, opacity, depthTest: false });

function extentOf(region: ReplayRegion): number {
  if (region.kind === 'cylinder') return region.lengthM / 2;
  return region.kind === 'sphere' ? region.radiusM : Math.max(...region.sizeM) / 2;
}

function axisLine(halfM: number, material: LineBasicMaterial): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, -halfM, 0, 0, halfM], 3));
  const line = new LineSegments(geometry, material);
  line.renderOrder = 10;
  return line;
}

function regionLines(region: ReplayRegion, material: LineBasicMaterial): LineSegments {
  const lines = new LineSegments(new EdgesGeometry(surfaceOf(region), 20), material);
  lines.position.set(...region.poseInBody.positionM);
  lines.quaternion.set(...region.poseInBody.rotation);
  lines.renderOrder = 9;
  return lines;
}

function surfaceOf(region: ReplayRegion): BufferGeometry {
  if (region.kind === 'box') return new BoxGeometry(...region.sizeM);
  if (region.kind === 'sphere') return new SphereGeometry(region.radiusM, 12, 8);
  return new CylinderGeometry(region.radiusM, region.radiusM, region.lengthM, 32).rotateX(Math.PI / 2);
}
