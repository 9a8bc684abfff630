import { Vector2 } from 'three';
import type { ReplayTrial } from '../record.js';
import { Clock } from './clock.js';
import { decodeReplay, type Replay } from './decode.js';
import { element, fill } from './element.js';
import { KEYS, listenToKeys } from './keys.js';
import { statusClass } from './palette.js';
import { PartsPanel } from './parts-panel.js';
import { drawSheet, type SheetSpec } from './pictures.js';
import { Pins } from './pins.js';
import { SignalsPanel } from './signals-panel.js';
import { Stage } from './stage.js';
import { StageTools } from './stage-tools.js';
import { findings, Transport } from './transport.js';
import { fillVerdict } from './verdict-panel.js';

/** What scripts outside the page may use: the command that makes pictures, and tests. */
export interface ReplayPage {
  readonly clock: Clock;
  readonly trialIds: readonly string[];
  showTrial(id: string): void;
  sheet(spec: SheetSpec): string;
}

declare global {
  interface Window {
    /** Settles when the replay is on the page. */
    mechtrialReplay: Promise<ReplayPage>;
  }
}

window.mechtrialReplay = start();
window.mechtrialReplay.catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  const advice = 'The replay needs a browser with WebGL 2, not older than 2023.';
  fill(document.getElementById('app')!, element('p', { class: 'loading' }, `${message}. ${advice}`));
});

async function start(): Promise<ReplayPage> {
  restoreTheme();
  const replay = await decodeReplay(document.getElementById('replay')!.textContent ?? '');
  document.getElementById('replay')!.remove();
  return buildPage(replay);
}

function buildPage(replay: Replay): ReplayPage {
  const { record } = replay;
  const clock = new Clock();
  const panes = { verdict: pane('verdict'), signals: pane('signals'), parts: pane('parts') };
  const stageHost = element('div', { class: 'stage', tabindex: -1 });
  const transport = new Transport(clock);
  const trials = element('select', { 'aria-label': 'Trial', class: 'trials' });
  for (const { id, status } of record.trials) trials.append(element('option', { value: id }, `${id} ${status}`));
  const themeButton = element('button', { type: 'button', class: 'small', title: 'Light or dark (T)' }, 'Theme');
  const helpButton = element('button', { type: 'button', class: 'small keys', title: 'Keys (?)' }, 'Keys');
  const help = helpOverlay();
  const tabs = tabBar(panes);
  fill(
    document.getElementById('app')!,
    element(
      'header',
      {},
      element('span', { class: `verdict ${statusClass(record.status)}` }, record.status),
      element(
        'div',
        { class: 'title' },
        element(
          'h1',
          {},
          record.candidate.name,
          element('span', { class: 'muted' }, ` revision ${record.candidate.revision}, ${record.engine} engine`),
        ),
        element('p', { class: 'summary', title: record.summary }, record.summary),
      ),
      record.trials.length > 1 && trials,
      themeButton,
      helpButton,
    ),
    element(
      'main',
      {},
      element('div', { class: 'show' }, stageHost, transport.node),
      element('aside', {}, tabs.node, panes.verdict, panes.parts, panes.signals),
    ),
    help,
  );
  const stage = new Stage(stageHost, replay);
  const goTo = (timeS: number) => {
    clock.pause();
    clock.seek(timeS);
  };
  const pins = new Pins(stage, goTo);
  const tools = new StageTools(stage, () => stage.setTime(clock.timeS));
  stageHost.append(pins.node, tools.node, tools.legend);
  const parts = new PartsPanel(panes.parts, record, stage);
  const signals = new SignalsPanel(panes.signals, clock);
  let trial = record.trials[0]!;

  clock.whenTime((timeS) => stage.setTime(timeS));
  const showTrial = (id: string) => {
    trial = record.trials.find((candidate) => candidate.id === id) ?? trial;
    trials.value = trial.id;
    stage.showTrial(trial);
    stage.look('iso');
    pins.show();
    clock.reset(trial.poses === null ? 0 : trial.simulatedS);
    transport.show(trial);
    fillVerdict(panes.verdict, record, trial, goTo);
    signals.show(replay, trial);
    tools.update();
  };
  trials.addEventListener('change', () => showTrial(trials.value));
  const toggleTheme = () => {
    switchTheme();
    signals.redraw();
    stage.draw();
  };
  const toggleHelp = () => {
    help.hidden = !help.hidden;
  };
  themeButton.addEventListener('click', toggleTheme);
  helpButton.addEventListener('click', toggleHelp);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => signals.redraw());
  chooseByClick(stage, stageHost, parts);
  listenToKeys({
    ...{ clock, stage, tools, toggleTheme, toggleHelp },
    goToFinding: (direction) => goToFinding(trial, clock, direction),
  });
  showTrial(trial.id);
  return {
    clock,
    trialIds: record.trials.map(({ id }) => id),
    showTrial,
    sheet: (spec) => drawSheet(spec, stage, clock, replay, trial),
  };
}

function pane(name: string): HTMLElement {
  return element('div', { class: `pane pane-${name}`, id: `pane-${name}` });
}

/** Tabs of the side panel. Where there is room the signals have a place of their own and no tab. */
function tabBar(panes: Readonly<Record<'verdict' | 'signals' | 'parts', HTMLElement>>) {
  const titles = { verdict: 'Verdict', signals: 'Signals', parts: 'Parts' } as const;
  const names = Object.keys(titles) as (keyof typeof titles)[];
  const buttons = names.map((name) =>
    element(
      'button',
      { type: 'button', role: 'tab', class: `tab tab-${name}`, onclick: () => open(name) },
      titles[name],
    ),
  );
  const open = (name: keyof typeof titles) => {
    for (const [i, other] of names.entries()) {
      panes[other].classList.toggle('open', other === name);
      buttons[i]!.setAttribute('aria-selected', String(other === name));
    }
  };
  open('verdict');
  return { node: element('nav', { class: 'tabs', role: 'tablist' }, ...buttons) };
}

function helpOverlay(): HTMLElement {
  const help = element(
    'div',
    { class: 'help', hidden: true },
    element('dl', {}, ...KEYS.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])),
  );
  help.addEventListener('click', () => {
    help.hidden = true;
  });
  return help;
}

/** A press that is not a drag chooses the part under it. */
function chooseByClick(stage: Stage, host: HTMLElement, parts: PartsPanel): void {
  let down: { x: number; y: number } | null = null;
  const canvas = stage.renderer.domElement;
  canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
    down = { x, y };
  });
  canvas.addEventListener('pointerup', ({ clientX: x, clientY: y }) => {
    if (down === null || Math.hypot(x - down.x, y - down.y) > 4) return;
    const { left, top, width, height } = host.getBoundingClientRect();
    parts.choose(stage.partAt(new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height)));
  });
}

function goToFinding(trial: ReplayTrial, clock: Clock, direction: 1 | -1): void {
  const times = findings(trial).map(({ atS }) => atS);
  const now = clock.timeS;
  const next = direction > 0 ? times.find((t) => t > now + 1e-6) : times.findLast((t) => t < now - 1e-6);
  if (next === undefined) return;
  clock.pause();
  clock.seek(next);
}

const THEME_KEY = 'mechtrial-theme';

function restoreTheme(): void {
  try {
    const theme = localStorage.getItem(THEME_KEY);
    if (theme !== null) document.documentElement.dataset.theme = theme;
  } catch {
    // some browsers keep no storage for pages from disk: the system's theme counts
  }
}

function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark =
    dataset.theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : dataset.theme === 'dark';
  dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(THEME_KEY, dataset.theme);
  } catch {
    // not kept: the next page starts with the system's theme
  }
}
