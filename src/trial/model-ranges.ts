import type { Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import type { CheckVerdict } from './verdict.js';

/**
 * Whether every model stayed within its operating range, or did what it declares for leaving it; null without models.
 *
 * A gear pair whose wheels part stops transmitting: that is declared, and what follows is judged as it comes. A spring that is
 * stretched beyond its longest length goes on by a law that no longer holds: what came of it is INCONCLUSIVE, never a pass.
 * (A template also fails the trial on its common check `models`, whatever was declared.)
 */
export function rangesHeld(scene: Scene, recording: Recording): CheckVerdict | null {
  const { scene: record } = scene.binding;
  if (typeof record === 'string' || record.models.length === 0) return null;
  const hasStopped = new Set(recording.events.filter(({ code }) => code === 'model_stopped').map((e) => e.subject));
  const left = recording.events.filter(({ code, subject }) => code === 'range_left' && !hasStopped.has(subject));
  const first = left[0];
  return {
    id: 'ranges-held',
    requirement: null,
    status: first === undefined ? 'PASS' : 'INCONCLUSIVE',
    measured: left.length,
    op: '<=',
    bound: 0,
    unit: '1',
    margin: 0 - left.length,
    atS: first?.atS ?? null,
    phase: null,
    note: first === undefined ? null : `${first.message}; it went on beyond what it was declared for`,
  };
}
