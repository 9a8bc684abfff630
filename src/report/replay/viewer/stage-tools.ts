import { element, fill } from './element.js';
import { type Stage, VIEWS, type ViewName } from './stage.js';

const AXES = ['X', 'Y', 'Z'] as const;

/** Buttons over the stage: directions, edges, joints, forces, section. */
export class StageTools {
  readonly node: HTMLElement;
  readonly #stage: Stage;
  readonly #refresh: () => void;
  readonly #section = element('div', { class: 'section-tools' });
  readonly #joints = tool('Joints', 'Axes and regions of the joints (J)', 'tool-joints');
  readonly #forces = tool('Forces', 'Contacts (teal) and joint reactions (violet) (X)');
  readonly #edges = tool('Edges', 'Edges of the parts (E)', 'tool-edges');
  readonly #cut = tool('Section', 'Cut the parts open (C)');
  readonly legend = element('span', { class: 'legend muted' });
  #axis: 0 | 1 | 2 = 1;
  #share = 0.5;
  #isFlipped = false;
  #isCut = false;
  #hasEdges = true;

  /** @param refresh shows the stage at its time again: marks that were off have to catch up */
  constructor(stage: Stage, refresh: () => void) {
    this.#stage = stage;
    this.#refresh = refresh;
    const views = element('div', { class: 'group' });
    for (const [i, name] of (Object.keys(VIEWS) as ViewName[]).entries()) {
      const button = tool(name[0]!.toUpperCase() + name.slice(1), `Look from here (${i + 1})`);
      button.addEventListener('click', () => stage.look(name));
      views.append(button);
    }
    this.#joints.addEventListener('click', () => this.toggle('joints'));
    this.#forces.addEventListener('click', () => this.toggle('forces'));
    this.#edges.addEventListener('click', () => this.toggle('edges'));
    this.#cut.addEventListener('click', () => this.toggle('section'));
    this.node = element(
      'div',
      { class: 'stage-tools' },
      views,
      element('div', { class: 'group' }, this.#edges, this.#joints, this.#forces, this.#cut),
      this.#section,
    );
    this.update();
  }

  toggle(what: 'joints' | 'forces' | 'edges' | 'section'): void {
    const { joints, forces, parts } = this.#stage;
    if (what === 'joints') joints.isVisible = !joints.isVisible;
    else if (what === 'forces') forces.isVisible = !forces.isVisible;
    else if (what === 'edges') {
      this.#hasEdges = !this.#hasEdges;
      for (const part of parts) part.hasEdges = this.#hasEdges;
    } else this.#isCut = !this.#isCut;
    this.update();
    this.#refresh();
  }

  /** Shows the buttons as they stand, and what the trial has. */
  update(): void {
    const { joints, forces } = this.#stage;
    press(this.#joints, joints.isVisible);
    press(this.#forces, forces.isVisible);
    press(this.#edges, this.#hasEdges);
    press(this.#cut, this.#isCut);
    this.#forces.disabled = forces.largestN === 0;
    if (forces.largestN === 0) this.#forces.title = 'No forces were recorded';
    this.legend.textContent =
      forces.isVisible && forces.largestN > 0
        ? `longest arrow ${Number(forces.largestN.toPrecision(3))} N, length ∝ √force`
        : '';
    this.#applyCut();
    this.#showSection();
  }

  #applyCut(): void {
    const section = { axis: this.#axis, share: this.#share, isFlipped: this.#isFlipped };
    this.#stage.cut(this.#isCut ? section : null);
  }

  #showSection(): void {
    this.#section.hidden = !this.#isCut;
    if (!this.#isCut) return;
    const slider = element('input', {
      type: 'range',
      min: 0,
      max: 1,
      step: 0.002,
      value: this.#share,
      'aria-label': 'Section',
    });
    slider.addEventListener('input', () => {
      this.#share = Number(slider.value);
      this.#applyCut();
    });
    const axes = AXES.map((name, axis) => {
      const button = tool(name, `Cut across ${name}`);
      press(button, axis === this.#axis);
      button.addEventListener('click', () => {
        this.#axis = axis as 0 | 1 | 2;
        this.update();
      });
      return button;
    });
    const flip = tool('Flip', 'Keep the other side');
    press(flip, this.#isFlipped);
    flip.addEventListener('click', () => {
      this.#isFlipped = !this.#isFlipped;
      this.update();
    });
    fill(this.#section, element('div', { class: 'group' }, ...axes, flip), slider);
  }
}

function tool(text: string, title: string, name = ''): HTMLButtonElement {
  return element('button', { type: 'button', class: `tool ${name}`.trim(), title }, text);
}

function press(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed));
}
