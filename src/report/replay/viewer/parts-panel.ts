import { bodyColors } from '../../body-colors.js';
import type { ReplayRecord } from '../record.js';
import { element, fill } from './element.js';
import type { PartView } from './part-view.js';
import type { Stage } from './stage.js';

/** The list of bodies and parts: shown, seen through, hidden, alone. */
export class PartsPanel {
  readonly #host: HTMLElement;
  readonly #stage: Stage;
  readonly #rows = new Map<PartView, HTMLElement>();
  #chosen: PartView | null = null;

  constructor(host: HTMLElement, record: ReplayRecord, stage: Stage) {
    this.#host = host;
    this.#stage = stage;
    const colors = bodyColors(record.bodies);
    fill(
      host,
      element(
        'div',
        { class: 'tools' },
        element('button', { type: 'button', class: 'small', onclick: () => this.#all(true, false) }, 'Show all'),
        element('button', { type: 'button', class: 'small', onclick: () => this.#all(true, true) }, 'All transparent'),
        element('button', { type: 'button', class: 'small', onclick: () => this.#all(false, false) }, 'Hide all'),
      ),
      ...record.bodies.flatMap((body, i) => {
        const parts = stage.parts.filter((part) => part.body === i);
        if (parts.length === 0) return [];
        const role = body.isEnvironment ? 'environment' : body.isGround ? 'ground' : '';
        const isPlain = parts.length === 1;
        const heading = isPlain
          ? []
          : [element('h4', {}, swatch(colors[i]!), body.name, element('span', { class: 'muted' }, ` ${role}`))];
        return [
          ...heading,
          ...parts.map((part) => this.#row(part, isPlain ? body.name : part.name, isPlain ? role : '', colors[i]!)),
        ];
      }),
    );
  }

  #row(part: PartView, name: string, role: string, color: string): HTMLElement {
    const show = element('button', { type: 'button', class: 'small show' });
    const ghost = element('button', { type: 'button', class: 'small ghost' }, 'Transparent');
    const label = element(
      'button',
      { type: 'button', class: 'part-name' },
      swatch(color),
      element('span', {}, name),
      role !== '' && element('span', { class: 'muted' }, role),
    );
    const node = element('div', { class: 'part' }, label, ghost, show);
    const update = () => {
      show.textContent = part.isVisible ? 'Hide' : 'Show';
      show.setAttribute('aria-pressed', String(!part.isVisible));
      ghost.setAttribute('aria-pressed', String(part.isGhost));
      node.classList.toggle('hidden-part', !part.isVisible);
    };
    node.addEventListener('update', update);
    show.addEventListener('click', () => {
      part.isVisible = !part.isVisible;
      this.#changed();
    });
    ghost.addEventListener('click', () => {
      part.isGhost = !part.isGhost;
      part.isVisible = true;
      this.#changed();
    });
    label.addEventListener('click', () => this.choose(this.#chosen === part ? null : part));
    this.#rows.set(part, node);
    update();
    return node;
  }

  /** Marks a part in the list and on the stage; null for none. */
  choose(part: PartView | null): void {
    if (this.#chosen !== null) this.#mark(this.#chosen, false);
    this.#chosen = part;
    if (part !== null) this.#mark(part, true);
    this.#stage.draw();
  }

  #mark(part: PartView, isChosen: boolean): void {
    part.isChosen = isChosen;
    const node = this.#rows.get(part);
    node?.classList.toggle('chosen', isChosen);
    if (isChosen && this.#host.offsetParent !== null) node?.scrollIntoView({ block: 'nearest' });
  }

  #all(isVisible: boolean, isGhost: boolean): void {
    for (const part of this.#stage.parts) {
      part.isVisible = isVisible;
      part.isGhost = isGhost;
    }
    this.#changed();
  }

  #changed(): void {
    for (const node of this.#rows.values()) node.dispatchEvent(new Event('update'));
    this.#stage.draw();
  }
}

function swatch(color: string): HTMLElement {
  const node = element('i', { class: 'swatch' });
  node.style.background = color;
  return node;
}
