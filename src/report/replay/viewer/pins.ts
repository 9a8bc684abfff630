import { formatQuantity } from '../../../core/rendered-quantity.js';
import { element, fill } from './element.js';
import type { Stage } from './stage.js';

/** Distances of a label from the edge of the stage, and from the place that it belongs to [px]. */
const [EDGE_PX, BESIDE_PX, ABOVE_PX] = [4, 16, 44] as const;

/** Labels that follow the violations on the stage; a press goes to the onset. */
export class Pins {
  readonly node = element('div', { class: 'pins' });
  readonly #stage: Stage;
  readonly #goTo: (timeS: number) => void;
  #pins: readonly HTMLElement[] = [];

  constructor(stage: Stage, goTo: (timeS: number) => void) {
    this.#stage = stage;
    this.#goTo = goTo;
    stage.whenRendered(() => this.#follow());
  }

  /** Makes the labels of the trial on the stage. */
  show(): void {
    this.#pins = this.#stage.violations.places.map(({ violation }) => {
      const { bodies, depthM, firstS } = violation;
      return element(
        'button',
        { type: 'button', class: 'pin', title: `Go to ${firstS.toFixed(2)} s`, onclick: () => this.#goTo(firstS) },
        element('b', {}, bodies.join(' – ')),
        ` ${formatQuantity(depthM, 'm')} deep`,
      );
    });
    fill(this.node, ...this.#pins);
  }

  #follow(): void {
    for (const [i, { point, isAlive }] of this.#stage.violations.places.entries()) {
      const pin = this.#pins[i];
      if (pin === undefined) continue;
      const place = this.#stage.project(point);
      pin.hidden = place === null;
      pin.classList.toggle('alive', isAlive);
      pin.dataset.x = String(place?.x);
      pin.dataset.y = String(place?.y);
      if (place === null) continue;
      const widest = this.node.clientWidth - pin.offsetWidth - EDGE_PX;
      const x = Math.max(EDGE_PX, Math.min(place.x + BESIDE_PX, widest));
      const y = place.y - (x < place.x + BESIDE_PX ? ABOVE_PX : pin.offsetHeight / 2); // above the ring where there is no room
      pin.style.transform = `translate(${x}px, ${y}px)`;
    }
  }
}
