import {
  Color,
  DoubleSide,
  FrontSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  type Plane,
} from 'three';
import { ALARM } from './palette.js';
import type { PartGeometry } from './part-mesh.js';

/** Opacity of a part that is seen through. */
const GHOST_OPACITY = 0.22;

/** One part on the stage: surface and edges, and how they are shown. */
export class PartView {
  readonly group = new Group();
  readonly mesh: Mesh;
  readonly #material: MeshStandardMaterial;
  readonly #lines: LineSegments;
  readonly #lineMaterial: LineBasicMaterial;
  readonly #color: Color;
  #isGhost = false;

  constructor(
    readonly name: string,
    readonly body: number,
    geometry: PartGeometry,
    color: string,
  ) {
    this.#color = new Color(color);
    this.#material = new MeshStandardMaterial({ color: this.#color, roughness: 0.72, metalness: 0.02 });
    this.#material.polygonOffset = true; // edges stay in front of their own surface
    this.#material.polygonOffsetFactor = 1;
    this.#material.polygonOffsetUnits = 1;
    fillCuts(this.#material, this.#color);
    this.#lineMaterial = new LineBasicMaterial({
      color: this.#color.clone().multiplyScalar(0.38),
      transparent: true,
      opacity: 0.7,
    });
    this.mesh = new Mesh(geometry.surface, this.#material);
    this.#lines = new LineSegments(geometry.edges, this.#lineMaterial);
    this.group.add(this.mesh, this.#lines);
  }

  get isVisible(): boolean {
    return this.group.visible;
  }

  set isVisible(isVisible: boolean) {
    this.group.visible = isVisible;
  }

  get isGhost(): boolean {
    return this.#isGhost;
  }

  set isGhost(isGhost: boolean) {
    this.#isGhost = isGhost;
    this.#material.transparent = isGhost;
    this.#material.opacity = isGhost ? GHOST_OPACITY : 1;
    this.#material.depthWrite = !isGhost;
    this.#lineMaterial.opacity = isGhost ? 0.3 : 0.7;
    this.#material.needsUpdate = true;
  }

  set hasEdges(hasEdges: boolean) {
    this.#lines.visible = hasEdges;
  }

  /** Tints the part red, from 0 to 1. */
  set alarm(share: number) {
    this.#material.color.copy(this.#color).lerp(ALARM_COLOR, 0.55 * share);
    this.#material.emissive.copy(ALARM_COLOR).multiplyScalar(0.16 * share);
  }

  /** Lights the part up, as chosen. */
  set isChosen(isChosen: boolean) {
    this.#lineMaterial.color.copy(this.#color).multiplyScalar(isChosen ? 1.6 : 0.38);
  }

  /** Cuts the part off in front of a plane, or not at all. */
  set section(plane: Plane | null) {
    const planes = plane === null ? null : [plane];
    this.#material.clippingPlanes = planes;
    this.#material.side = plane === null ? FrontSide : DoubleSide;
    this.#lineMaterial.clippingPlanes = planes;
    this.#material.needsUpdate = true;
    this.#lineMaterial.needsUpdate = true;
  }
}

const ALARM_COLOR = new Color(ALARM);

/**
 * Shows the insides of a cut part as a flat, hatched face: whatever is seen from behind through the cut is drawn in one
 * colour without light, which looks like solid material from every side.
 */
function fillCuts(material: MeshStandardMaterial, color: Color): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.cutColor = { value: color.clone().lerp(new Color('#ffffff'), 0.25) };
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'uniform vec3 cutColor;\nvoid main() {')
      .replace(
        '#include <dithering_fragment>',
        `#include <dithering_fragment>
        if (!gl_FrontFacing) {
          float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 11.0);
          vec3 cut = cutColor * (stripe < 1.6 ? 0.62 : 1.0);
          gl_FragColor = linearToOutputTexel(vec4(cut, opacity));
        }`,
      );
  };
}
