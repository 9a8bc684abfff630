import type { ReplayTrial } from '../record.js';
import type { Clock } from './clock.js';
import type { Replay } from './decode.js';
import { themeColor } from './palette.js';
import type { Stage, ViewName } from './stage.js';

/** A contact sheet: moments from left to right, directions from top to bottom. */
export interface SheetSpec {
  readonly timesS: readonly number[];
  readonly views: readonly ViewName[];
  readonly widthPx: number;
  readonly heightPx: number;
}

const HEAD_PX = 56;
const CAPTION_PX = 26;
const GAP_PX = 8;

/** A contact sheet of the trial on the stage, as a PNG data address. */
export function drawSheet(spec: SheetSpec, stage: Stage, clock: Clock, replay: Replay, trial: ReplayTrial): string {
  const { timesS, views, widthPx, heightPx } = spec;
  const canvas = document.createElement('canvas');
  canvas.width = GAP_PX + timesS.length * (widthPx + GAP_PX);
  canvas.height = HEAD_PX + views.length * (heightPx + GAP_PX) + CAPTION_PX;
  const c = canvas.getContext('2d')!;
  c.fillStyle = themeColor('page');
  c.fillRect(0, 0, canvas.width, canvas.height);
  drawHead(c, replay, trial, canvas.width);
  const before = clock.timeS;
  for (const [i, timeS] of timesS.entries()) {
    const x = GAP_PX + i * (widthPx + GAP_PX);
    clock.seek(timeS);
    for (const [k, view] of views.entries()) {
      const y = HEAD_PX + k * (heightPx + GAP_PX);
      c.fillStyle = themeColor('stage');
      c.fillRect(x, y, widthPx, heightPx);
      c.drawImage(stage.picture(view, widthPx, heightPx), x, y);
    }
    c.fillStyle = themeColor('ink');
    c.font = '600 13px system-ui, sans-serif';
    const phase = trial.phases.findLast(({ fromS }) => fromS !== null && fromS <= timeS + 1e-9)?.id ?? '';
    c.fillText(`${timeS.toFixed(2)} s`, x + 4, canvas.height - 9);
    c.fillStyle = themeColor('muted');
    c.font = '13px system-ui, sans-serif';
    c.fillText(phase, x + 70, canvas.height - 9);
  }
  clock.seek(before);
  return canvas.toDataURL('image/png');
}

function drawHead(c: CanvasRenderingContext2D, { record }: Replay, trial: ReplayTrial, widthPx: number): void {
  c.fillStyle = themeColor(record.status.toLowerCase());
  c.font = '700 18px system-ui, sans-serif';
  c.fillText(record.status, GAP_PX + 4, 34);
  const x = GAP_PX + 4 + c.measureText(record.status).width + 14;
  c.fillStyle = themeColor('ink');
  const name = `${record.candidate.name}, ${trial.id}`;
  c.fillText(name, x, 34);
  const after = x + c.measureText(name).width + 16;
  c.fillStyle = themeColor('muted');
  c.font = '14px system-ui, sans-serif';
  c.fillText(clipped(c, record.summary, widthPx - after - GAP_PX), after, 34);
}

function clipped(c: CanvasRenderingContext2D, text: string, widthPx: number): string {
  if (c.measureText(text).width <= widthPx) return text;
  let length = text.length;
  while (length > 0 && c.measureText(`${text.slice(0, length)}…`).width > widthPx) length--;
  return length === 0 ? '' : `${text.slice(0, length)}…`;
}
