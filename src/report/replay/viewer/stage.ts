import {
  AmbientLight,
  DirectionalLight,
  Group,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  Scene,
  type Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { bodyColors } from '../../body-colors.js';
import type { ReplayTrial } from '../record.js';
import type { Replay } from './decode.js';
import { Floor } from './floor.js';
import { ForceMarks } from './force-marks.js';
import { type Ball, distanceToHold, mechanismBall } from './frame-of-view.js';
import { JointMarks } from './joint-marks.js';
import { Motion } from './motion.js';
import { partGeometry } from './part-mesh.js';
import { PartView } from './part-view.js';
import { ViolationMarks } from './violation-marks.js';

/** Directions to look from, in a frame whose third axis is up. */
export const VIEWS = {
  iso: [1, -1.35, 0.95],
  front: [0, -1, 0.0001],
  right: [1, 0, 0.0001],
  top: [0, -0.0001, 1],
} as const;
export type ViewName = keyof typeof VIEWS;

const FIELD_OF_VIEW_DEG = 28;
/** Share of the picture that the mechanism may fill; tools and labels take the rest. */
const FILLED_SHARE = 0.84;

/** The mechanism in space: its parts at the time of the clock, and the marks on it. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG, 1, 0.001, 100);
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly parts: readonly PartView[];
  readonly violations: ViolationMarks;
  readonly joints: JointMarks;
  readonly forces: ForceMarks;
  readonly #replay: Replay;
  readonly #bodies: readonly Group[];
  readonly #floor: Floor;
  readonly #plane = new Plane();
  readonly #upright: Quaternion;
  readonly #host: HTMLElement;
  readonly #whenRendered: (() => void)[] = [];
  #motion: Motion | null = null;
  #ball: Ball;
  #timeS = 0;
  #isDue = false;

  constructor(host: HTMLElement, replay: Replay) {
    const { record } = replay;
    this.#host = host;
    this.#replay = replay;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.localClippingEnabled = true;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    host.append(this.renderer.domElement);
    const up = new Vector3(...record.up);
    this.#upright = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.camera.up.copy(up);
    const meshes = record.meshes.map((mesh) => partGeometry(replay, mesh));
    const colors = bodyColors(record.bodies);
    this.#bodies = record.bodies.map(() => new Group());
    this.parts = record.bodies.flatMap((body, i) =>
      body.parts.map(({ name, mesh, poseInBody }) => {
        const part = new PartView(name, i, meshes[mesh]!, colors[i]!);
        part.group.position.set(...poseInBody.positionM);
        part.group.quaternion.set(...poseInBody.rotation);
        this.#bodies[i]!.add(part.group);
        return part;
      }),
    );
    this.#ball = mechanismBall(record, this.parts, null);
    this.joints = new JointMarks(record.joints, this.#bodies, this.#ball.radius);
    this.forces = new ForceMarks(this.scene);
    this.violations = new ViolationMarks(this.scene);
    this.#floor = new Floor(this.scene, this.#upright);
    for (const group of this.#bodies) this.scene.add(group);
    this.#light();
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => this.draw());
    new ResizeObserver(() => this.#resize()).observe(host);
  }

  #light(): void {
    this.scene.add(new HemisphereLight(0xffffff, 0x9aa3b0, 1.5), new AmbientLight(0xffffff, 0.35));
    const lamp = new DirectionalLight(0xffffff, 1.5);
    lamp.position.set(0.35, 0.55, 1);
    this.camera.add(lamp, lamp.target);
    lamp.target.position.set(0, 0, -1);
    this.scene.add(this.camera);
  }

  /** Calls back after every picture. */
  whenRendered(listener: () => void): void {
    this.#whenRendered.push(listener);
  }

  get timeS(): number {
    return this.#timeS;
  }

  get ball(): Ball {
    return this.#ball;
  }

  /** Instants of recorded poses [s]. */
  get timesS(): ArrayLike<number> {
    return this.#motion?.timesS ?? [];
  }

  /** Puts a trial on the stage. */
  showTrial(trial: ReplayTrial): void {
    const replay = this.#replay;
    this.#motion = trial.poses === null ? null : new Motion(replay, trial.poses);
    this.#ball = mechanismBall(replay.record, this.parts, this.#motion);
    this.#floor.place(this.#ball);
    this.violations.show(trial.violations, this.#ball.radius);
    this.joints.show(trial.events);
    this.forces.show(replay, trial, this.#ball.radius);
    this.setTime(0);
  }

  setTime(timeS: number): void {
    this.#timeS = timeS;
    const { bodies } = this.#replay.record;
    for (const [i, group] of this.#bodies.entries()) {
      const { poseInWorld, isPresent } = bodies[i]!;
      if (this.#motion === null) {
        group.visible = isPresent;
        group.position.set(...poseInWorld.positionM);
        group.quaternion.set(...poseInWorld.rotation);
      } else {
        group.visible = this.#motion.isPresent(i, timeS);
        this.#motion.pose(i, timeS, group.position, group.quaternion);
      }
    }
    const hit = this.violations.setTime(timeS);
    for (const part of this.parts) {
      const { name, isGround } = bodies[part.body]!;
      part.alarm = hit.has(name) ? (isGround ? 0.35 : 0.75) : 0;
    }
    this.joints.setTime(timeS);
    this.forces.setTime(this.#motion?.sampleAt(timeS) ?? 0, this.#bodies);
    this.draw();
  }

  /** Looks from a direction, so that the whole mechanism is in the picture. */
  look(view: ViewName): void {
    this.#aim(this.camera, view, this.camera.aspect);
    this.controls.target.copy(this.#ball.center);
    this.controls.update();
    this.draw();
  }

  #aim(camera: PerspectiveCamera, view: ViewName, aspect: number): void {
    const { center, radius } = this.#ball;
    const back = new Vector3(...VIEWS[view]).normalize().applyQuaternion(this.#upright);
    const right = new Vector3(...this.#replay.record.up).cross(back).normalize();
    const tangent = Math.tan((FIELD_OF_VIEW_DEG * Math.PI) / 360) * FILLED_SHARE;
    const axes = { right, up: back.clone().cross(right), back };
    const distance = distanceToHold(this.#ball, axes, [tangent * aspect, tangent]);
    camera.up.copy(new Vector3(...this.#replay.record.up));
    camera.position.copy(center).addScaledVector(back, distance);
    camera.near = Math.max(distance / 200, distance - radius * 8);
    camera.far = distance + radius * 60;
    camera.lookAt(center);
    camera.updateProjectionMatrix();
  }

  /**
   * Cuts everything open across an axis, or not at all: what is on the side of the camera is taken away.
   *
   * @param share where the plane is, from 0 to 1 through the ball that holds the mechanism
   */
  cut(section: { readonly axis: 0 | 1 | 2; readonly share: number; readonly isFlipped: boolean } | null): void {
    if (section !== null) {
      const { center, radius } = this.#ball;
      const isSeenFromAbove = this.camera.position.getComponent(section.axis) >= center.getComponent(section.axis);
      const normal = new Vector3().setComponent(section.axis, isSeenFromAbove === section.isFlipped ? 1 : -1);
      const at = center
        .clone()
        .setComponent(section.axis, center.getComponent(section.axis) + (2 * section.share - 1) * radius);
      this.#plane.setFromNormalAndCoplanarPoint(normal, at);
    }
    for (const part of this.parts) part.section = section === null ? null : this.#plane;
    this.draw();
  }

  /** The part under a point of the canvas, from −1 to 1 in both directions. */
  partAt(point: Vector2): PartView | null {
    const ray = new Raycaster();
    ray.setFromCamera(point, this.camera);
    const shown = this.parts.filter((part) => part.isVisible && this.#bodies[part.body]!.visible);
    const hit = ray.intersectObjects(
      shown.map(({ mesh }) => mesh),
      false,
    )[0];
    return shown.find(({ mesh }) => mesh === hit?.object) ?? null;
  }

  /** Where a point of the world is on the canvas [px], or null when it is behind the camera. */
  project(point: Vector3): { readonly x: number; readonly y: number } | null {
    const p = point.clone().project(this.camera);
    if (p.z > 1) return null;
    return { x: ((p.x + 1) / 2) * this.#host.clientWidth, y: ((1 - p.y) / 2) * this.#host.clientHeight };
  }

  /** Draws with the next frame. */
  draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow(): void {
    this.#isDue = false;
    this.renderer.render(this.scene, this.camera);
    for (const listener of this.#whenRendered) listener();
  }

  /** A picture of the mechanism as it stands, from a direction, in pixels of its own. */
  picture(view: ViewName, widthPx: number, heightPx: number): HTMLCanvasElement {
    const camera = this.camera.clone();
    camera.aspect = widthPx / heightPx;
    this.#aim(camera, view, camera.aspect);
    this.scene.add(camera);
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(widthPx, heightPx, false);
    this.renderer.render(this.scene, camera);
    this.scene.remove(camera);
    const canvas = document.createElement('canvas');
    canvas.width = widthPx;
    canvas.height = heightPx;
    canvas.getContext('2d')!.drawImage(this.renderer.domElement, 0, 0);
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.#resize();
    return canvas;
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.drawNow();
  }
}
