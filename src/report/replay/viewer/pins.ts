import { formatQuantity } from '../../../core/rendered-quantity.js';
import { element, fill } from './element.js';
import type { Stage } from './stage.js';

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
      if (place === null) continue;
      const isRight = place.x + 20 + pin.offsetWidth > this.node.clientWidth; // the label goes where there is room for it
      pin.style.transform = `translate(${place.x}px, ${place.y}px)${isRight ? ' translateX(calc(-100% - 30px))' : ''}`;
    }
  }
}
