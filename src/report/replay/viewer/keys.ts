import { type Clock, SPEEDS } from './clock.js';
import { type Stage, VIEWS, type ViewName } from './stage.js';
import type { StageTools } from './stage-tools.js';

/** What the keyboard can do, for the list of keys. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'play or pause'],
  ['← →', 'one recorded pose; with Shift ten'],
  ['Home End', 'start or end'],
  ['[ ]', 'slower or faster'],
  ['N P', 'next or previous finding'],
  ['1 2 3 4', 'iso, front, right, top'],
  ['E J X C', 'edges, joints, forces, section'],
  ['L', 'loop'],
  ['T', 'light or dark'],
  ['?', 'this list'],
];

export interface KeyTargets {
  readonly clock: Clock;
  readonly stage: Stage;
  readonly tools: StageTools;
  readonly goToFinding: (direction: 1 | -1) => void;
  readonly toggleTheme: () => void;
  readonly toggleHelp: () => void;
}

/** Listens to the keyboard, unless something is being typed. */
export function listenToKeys(targets: KeyTargets): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = actionOf(event, targets);
    if (act === null) return;
    event.preventDefault();
    act();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input[type="search"], select');

function actionOf(event: KeyboardEvent, targets: KeyTargets): (() => void) | null {
  const { clock, stage, tools } = targets;
  const view = (Object.keys(VIEWS) as ViewName[])[Number(event.key) - 1];
  if (view !== undefined) return () => stage.look(view);
  switch (event.key) {
    case ' ':
      return () => clock.toggle();
    case 'ArrowRight':
      return () => step(targets, event.shiftKey ? 10 : 1);
    case 'ArrowLeft':
      return () => step(targets, event.shiftKey ? -10 : -1);
    case 'Home':
      return () => clock.seek(0);
    case 'End':
      return () => clock.seek(clock.endS);
    case '[':
      return () => changeSpeed(clock, -1);
    case ']':
      return () => changeSpeed(clock, 1);
    case '?':
      return targets.toggleHelp;
  }
  switch (event.key.toLowerCase()) {
    case 'n':
      return () => targets.goToFinding(1);
    case 'p':
      return () => targets.goToFinding(-1);
    case 'e':
      return () => tools.toggle('edges');
    case 'j':
      return () => tools.toggle('joints');
    case 'x':
      return () => tools.toggle('forces');
    case 'c':
      return () => tools.toggle('section');
    case 'l':
      return () => clock.setLooping(!clock.isLooping);
    case 't':
      return targets.toggleTheme;
    default:
      return null;
  }
}

/** Goes on by recorded poses. */
function step({ clock, stage }: KeyTargets, count: number): void {
  clock.pause();
  const times = Array.from(stage.timesS);
  const now = clock.timeS;
  const reached = count > 0 ? times.findIndex((t) => t > now + 1e-6) : times.findLastIndex((t) => t < now - 1e-6);
  const index = reached < 0 ? (count > 0 ? times.length - 1 : 0) : reached + count - Math.sign(count);
  clock.seek(times[Math.min(times.length - 1, Math.max(0, index))] ?? 0);
}

function changeSpeed(clock: Clock, direction: 1 | -1): void {
  const index = SPEEDS.findIndex((speed) => speed >= clock.speed) + direction;
  clock.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))]!);
}
