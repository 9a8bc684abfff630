import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import {
  type ContactSheet,
  PICTURE_VIEWS,
  type PictureView,
  packReplay,
  renderContactSheet,
  renderGlb,
  replayPage,
  writeWholeFile,
} from '../report/index.js';
import { type OpenedRun, openRun, type TrialVerdict } from '../trial/index.js';
import { positiveNumber } from './inspect.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';

interface Options {
  readonly out?: string;
  readonly glb?: boolean;
  readonly png?: boolean;
  readonly pngAt?: number;
  readonly moments: number;
  readonly views: readonly PictureView[];
  readonly trial?: string;
  readonly json?: boolean;
}

/** Size of one picture of a contact sheet, and of a picture of its own [px]. */
const SMALL = { widthPx: 480, heightPx: 340 } as const;
const LARGE = { widthPx: 960, heightPx: 680 } as const;

/** `mechtrial replay RUN`: the run to look at, as an HTML page, an animated GLB or pictures. */
export const replayCommand: Register = (program, output, finish) => {
  program
    .command('replay')
    .description('writes what a run looked like: one HTML file that needs no network, or a GLB, or pictures')
    .argument('<run>', 'a run directory')
    .option('--out <file>', 'the file to write (default: replay.html, replay.glb or replay.png in the run directory)')
    .option('--glb', 'an animated GLB instead, for any glTF viewer')
    .option('--png', 'a contact sheet instead: moments from left to right, two directions (needs Chromium)')
    .option('--png-at <seconds>', 'pictures of one moment instead (needs Chromium)', moment)
    .option('--moments <count>', 'moments on the contact sheet', positiveNumber, 5)
    .option('--views <names>', `directions of pictures: ${PICTURE_VIEWS.join(', ')}`, viewsOf, ['iso', 'front'])
    .option('--trial <id>', 'the trial of the pictures (default: the first)')
    .option('--json', 'what was written, as JSON')
    .action(async (directory: string, options: Options) => {
      requireOneKind(options);
      const run = await openRun(directory);
      const { name, content } = await rendered(run, options);
      const file = options.out ?? join(directory, name);
      await writeWholeFile(file, content);
      const written = [{ file, byteCount: Buffer.byteLength(content) }];
      output.out(options.json === true ? toJson(written) : `${file}\n`);
      finish(EXIT.pass);
    });
};

async function rendered(run: OpenedRun, options: Options): Promise<{ name: string; content: string | Uint8Array }> {
  if (options.glb === true) return { name: 'replay.glb', content: await renderGlb(run) };
  const page = replayPage(packReplay(run));
  if (options.png !== true && options.pngAt === undefined) return { name: 'replay.html', content: page };
  return { name: 'replay.png', content: await renderContactSheet(page, sheetOf(run, options)) };
}

/** Moments in even steps from the first to the last, or the one that was asked for. */
function sheetOf({ verdict }: OpenedRun, { pngAt, moments, views, trial }: Options): ContactSheet {
  const shown = trial === undefined ? verdict.trials[0] : verdict.trials.find(({ id }) => id === trial);
  if (shown === undefined) throw unknownTrial(trial ?? '', verdict.trials);
  const { simulatedS } = shown;
  if (pngAt !== undefined) {
    if (pngAt <= simulatedS) return { trial: shown.id, timesS: [pngAt], views, ...LARGE };
    throw badOption('--png-at', `${pngAt} s is after the end of ${shown.id}`, `Give a time up to ${simulatedS} s.`);
  }
  const count = Math.max(2, Math.round(moments));
  const timesS = Array.from({ length: count }, (_, i) => (i * simulatedS) / (count - 1));
  return { trial: shown.id, timesS, views, ...SMALL };
}

function requireOneKind({ glb, png, pngAt }: Options): void {
  const kinds = [glb === true, png === true, pngAt !== undefined].filter(Boolean).length;
  if (kinds > 1)
    throw badOption('--glb', 'more than one kind of file was asked for', 'Give one of --glb, --png and --png-at.');
}

function moment(text: string): number {
  const timeS = Number(text);
  if (text.trim() !== '' && Number.isFinite(timeS) && timeS >= 0) return timeS;
  throw badOption('--png-at', `'${text}' is not a time`, 'Give seconds from the start of the trial, 0 or more.');
}

function viewsOf(text: string): readonly PictureView[] {
  return text.split(',').map((name) => {
    const view = PICTURE_VIEWS.find((candidate) => candidate === name.trim());
    if (view !== undefined) return view;
    throw badOption('--views', `'${name}' is not a direction`, didYouMean(name, PICTURE_VIEWS, 'directions'));
  });
}

function unknownTrial(id: string, trials: readonly TrialVerdict[]): BindingError {
  const known = trials.map((trial) => trial.id);
  return badOption('--trial', `'${id}' is not a trial of this run`, didYouMean(id, known, 'trials'));
}

const badOption = (option: string, message: string, fix: string): BindingError =>
  new BindingError([{ code: 'not_allowed', path: [option], message, fix }]);
