import {
  BoxGeometry,
  CanvasTexture,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Scene,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  type Vector3,
} from 'three';
import type { ReplayViolation } from '../record.js';
import { ALARM } from './palette.js';

/** A violation is alive from its onset until this long after its worst instant [s]. */
const ALIVE_S = 0.12;

interface Mark {
  readonly violation: ReplayViolation;
  readonly group: Group;
  readonly box: LineBasicMaterial;
  readonly ring: SpriteMaterial;
}

/** Where source geometry interferes: a red box around the overlap and a ring that is seen through everything. */
export class ViolationMarks {
  readonly #scene: Scene;
  #marks: readonly Mark[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Places of the marks, in the order of the trial's violations. */
  get places(): readonly { readonly violation: ReplayViolation; readonly point: Vector3; readonly isAlive: boolean }[] {
    return this.#marks.map(({ violation, group, ring }) => ({
      violation,
      point: group.position,
      isAlive: ring.opacity > 0.9,
    }));
  }

  show(violations: readonly ReplayViolation[], sceneRadiusM: number): void {
    for (const { group } of this.#marks) this.#scene.remove(group);
    this.#marks = violations.map((violation) => markOf(violation, sceneRadiusM));
    for (const { group } of this.#marks) this.#scene.add(group);
  }

  /** Lights up the marks that are alive; returns the names of their bodies. */
  setTime(timeS: number): ReadonlySet<string> {
    const hit = new Set<string>();
    for (const { violation, box, ring } of this.#marks) {
      const { firstS, worstS, bodies } = violation;
      const isAlive = timeS >= firstS - 1e-3 && timeS <= Math.max(firstS, worstS) + ALIVE_S;
      box.opacity = isAlive ? 1 : 0.35;
      ring.opacity = isAlive ? 1 : 0.45;
      if (isAlive) for (const body of bodies) hit.add(body);
    }
    return hit;
  }
}

function markOf(violation: ReplayViolation, sceneRadiusM: number): Mark {
  const { boxM, pointM } = violation;
  const group = new Group();
  group.position.set(...pointM);
  const least = sceneRadiusM * 0.02; // a sliver is shown with a box that can be seen
  const size = [0, 1, 2].map((k) => Math.max(boxM.max[k]! - boxM.min[k]!, least)) as [number, number, number];
  const center = [0, 1, 2].map((k) => (boxM.max[k]! + boxM.min[k]!) / 2 - pointM[k]!) as [number, number, number];
  const box = new LineBasicMaterial({ color: ALARM, transparent: true, depthTest: false });
  const lines = new LineSegments(new EdgesGeometry(new BoxGeometry(...size)), box);
  lines.position.set(...center);
  lines.renderOrder = 20;
  const ring = new SpriteMaterial({ map: ringTexture(), transparent: true, depthTest: false, sizeAttenuation: false });
  const sprite = new Sprite(ring);
  sprite.scale.setScalar(0.045);
  sprite.renderOrder = 21;
  group.add(lines, sprite);
  return { violation, group, box, ring };
}

let texture: CanvasTexture | null = null;

/** A red ring with a dot, drawn once. */
function ringTexture(): CanvasTexture {
  if (texture !== null) return texture;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const c = canvas.getContext('2d')!;
  c.lineWidth = 18;
  c.strokeStyle = 'rgba(255,255,255,0.85)';
  c.beginPath();
  c.arc(64, 64, 46, 0, 2 * Math.PI);
  c.stroke();
  c.lineWidth = 11;
  c.strokeStyle = ALARM;
  c.fillStyle = ALARM;
  c.stroke();
  c.beginPath();
  c.arc(64, 64, 13, 0, 2 * Math.PI);
  c.fill();
  texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
