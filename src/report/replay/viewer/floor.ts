import { GridHelper, Group, type Material, type Quaternion, type Scene, Vector3 } from 'three';
import type { Ball } from './frame-of-view.js';

/** A quiet grid under the mechanism, for scale: its lines are a round number of millimetres apart. */
export class Floor {
  readonly #group = new Group();
  readonly #upright: Quaternion;
  #grid: GridHelper | null = null;
  /** Distance of the lines [m]. */
  spacingM = 0;

  constructor(scene: Scene, upright: Quaternion) {
    this.#upright = upright;
    scene.add(this.#group);
  }

  place(ball: Ball): void {
    const { center, radius } = ball;
    if (this.#grid !== null) {
      this.#group.remove(this.#grid);
      this.#grid.dispose();
    }
    this.spacingM = roundBelow(radius / 4);
    const count = 2 * Math.ceil((1.7 * radius) / this.spacingM);
    const grid = new GridHelper(count * this.spacingM, count, 0x8a94a3, 0x8a94a3);
    const material = grid.material as Material;
    material.transparent = true;
    material.opacity = 0.2;
    material.depthWrite = false;
    grid.rotateX(Math.PI / 2);
    this.#group.add(grid);
    this.#grid = grid;
    this.#group.quaternion.copy(this.#upright);
    const up = new Vector3(0, 0, 1).applyQuaternion(this.#upright);
    this.#group.position.copy(center).addScaledVector(up, lowest(ball, up) - radius * 0.002);
  }
}

/** How far below the centre the mechanism reaches in its motion: 0 or less. */
const lowest = ({ center, points }: Ball, up: Vector3): number =>
  points.reduce((low, point) => Math.min(low, point.dot(up) - center.dot(up)), 0);

/** The largest of 1, 2 or 5 times a power of ten that is not above x. */
function roundBelow(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return ([5, 2, 1].find((factor) => factor * power <= x) ?? 1) * power;
}
