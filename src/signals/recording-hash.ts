import { canonicalJson, sha256 } from '../core/hash.js';
import type { Recording, RecordingEvent } from './recording.js';

/**
 * `sha256:` over what was recorded: trial, engine, step, execution, totals, channels, poses, phases, events, quality and
 * settings; never over file bytes, loads or wall times. Numbers count with all their bits; every NaN counts as the same.
 *
 *   sha256( canonical JSON of all that is not a column · columns in the order of the channels · pose times, poses,
 *           presence · separation, penetration, energy residual, solver residual )     columns as little-endian doubles
 */
export function hashRecording(recording: Omit<Recording, 'hash'>): string {
  const { channels, poses, quality } = recording;
  const text = canonicalJson({
    schema: 'mechtrial/recording@1',
    trial: recording.trial,
    engine: recording.engine,
    stepS: recording.stepS,
    stepCount: recording.stepCount,
    execution: recording.execution,
    totals: plainFields(recording.totals),
    channels: channels.map(({ name, unit }) => ({ name, unit })),
    bodies: poses.bodies,
    phases: recording.phases,
    events: recording.events.map(plainEvent),
    settings: plainFields(recording.settings),
  });
  const columns = [
    ...channels.map((channel) => channel.values),
    poses.timesS,
    poses.values,
    quality.jointSeparationM,
    quality.penetrationM,
    quality.energyResidualJ,
    quality.residualM,
  ];
  return sha256(text, ...columns.map(withOneNaN), poses.isPresent);
}

/** An event as JSON can hold it: a value that is not finite becomes text. */
export function plainEvent(event: RecordingEvent): Record<string, unknown> {
  const { value, ...rest } = event;
  return value === undefined ? rest : { ...rest, value: plainNumber(value) };
}

/** A number as JSON can hold it: 'NaN', 'Infinity' and '-Infinity' as text; `Number()` takes all of them back. */
export const plainNumber = (value: number): number | string => (Number.isFinite(value) ? value : String(value));

/** The same for every field of a record. */
export function plainFields(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, typeof value === 'number' ? plainNumber(value) : value]),
  );
}

/** The column itself, or a copy where every NaN has the same bits: which ones it gets is up to the machine. */
function withOneNaN(values: Float64Array): Float64Array {
  if (!values.some(Number.isNaN)) return values;
  const copy = Float64Array.from(values);
  const words = new Uint32Array(copy.buffer);
  for (let k = 0; k < copy.length; k++) {
    if (!Number.isNaN(copy[k])) continue;
    words[2 * k] = 0;
    words[2 * k + 1] = 0x7ff80000;
  }
  return copy;
}
