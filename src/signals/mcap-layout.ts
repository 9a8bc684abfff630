import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { FRAME_TRANSFORMS_SCHEMA, SCENE_UPDATE_SCHEMA } from './foxglove.js';
import { QUALITY_COLUMNS } from './recording-header.js';

// Layout of a recording file. It is MCAP (https://mcap.dev/spec) without chunks and without a summary, so that every
// write leaves a readable file; any MCAP reader lists its messages. Topics, in the order in which they can appear:
//
//   meta     JSON, once, first: what the columns are
//   signals  binary: up to 20 ms of samples
//   poses    binary: poses of all bodies at one instant
//   events   JSON      phases  JSON, when a phase ends
//   loads    binary: forces at the instant of the poses message before it; to be looked at, not judged by
//   /scene   JSON, foxglove.SceneUpdate: geometry of the bodies, once, and whenever a body comes or goes
//   /tf      JSON, foxglove.FrameTransforms: with every poses message, the bodies that have moved
//   end      JSON, once, last: how the trial ended, and the hash; missing after a crash
//
// All numbers in binary messages are little-endian. Log times are nanoseconds of trial time.

export const RECORDING_PROFILE = 'mechtrial-recording-1';

/** Numbers as JSON holds them: those that are not finite are text. */
const plainNumber = () =>
  z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).transform((value) => Number(value));

export const metaMessage = z.object({
  trial: z.string(),
  engine: z.enum(['direct', 'rapier']),
  stepS: z.number().positive(),
  channels: z.array(z.object({ name: z.string(), unit: z.enum(SIGNAL_UNITS) })),
  bodies: z.array(z.string()),
  phases: z.array(z.string()),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

export const eventMessage = z.object({
  atS: z.number(),
  code: z.string(),
  message: z.string(),
  subject: z.string(),
  value: plainNumber().optional(),
});

export const phaseMessage = z.object({
  id: z.string(),
  firstStep: z.int().nullable(),
  lastStep: z.int().nullable(),
  endedBy: z.enum(['duration', 'condition', 'time-out', 'stop']).nullable(),
});

export const endMessage = z.object({
  execution: z.enum(['completed', 'stopped-wall-limit', 'stopped-diverged', 'stopped-interrupted', 'failed']),
  totals: z.object({ workInJ: plainNumber(), peakKineticJ: plainNumber(), clampedCount: plainNumber() }),
  stepCount: z.int().nonnegative(),
  hash: z.string(),
});

const binarySchema = (title: string, description: string) => ({ title, description, type: 'string' });

/** Topics with their message encoding and the schema that is stored beside them; the index is the MCAP channel id. */
export const TOPICS = [
  { topic: 'meta', encoding: 'json', schema: z.toJSONSchema(metaMessage, { io: 'input' }) },
  {
    topic: 'signals',
    encoding: 'x-mechtrial-rows',
    schema: binarySchema(
      'signals',
      'uint32 index of the first sample, uint32 number of samples n, then n rows of float64, row-major. A row holds one ' +
        `number per entry of meta.channels, then ${QUALITY_COLUMNS.join(', ')}. Sample k is at k·meta.stepS seconds.`,
    ),
  },
  {
    topic: 'poses',
    encoding: 'x-mechtrial-poses',
    schema: binarySchema(
      'poses',
      'float64 time [s]; per entry of meta.bodies float64 x y z [m], qx qy qz qw; per body float64 1 if present, else 0.',
    ),
  },
  { topic: 'events', encoding: 'json', schema: z.toJSONSchema(eventMessage, { io: 'input' }) },
  { topic: 'phases', encoding: 'json', schema: z.toJSONSchema(phaseMessage, { io: 'input' }) },
  { topic: 'end', encoding: 'json', schema: z.toJSONSchema(endMessage, { io: 'input' }) },
  {
    topic: 'loads',
    encoding: 'x-mechtrial-loads',
    schema: binarySchema(
      'loads',
      'float64 number of joints j, float64 number of contacts c; per joint the force of its first body on its second x y z ' +
        '[N]; per contact index of the first and of the second body (as in meta.bodies), point x y z [m], force on the ' +
        'second body x y z [N]. World axes.',
    ),
  },
  { topic: '/tf', encoding: 'json', schema: FRAME_TRANSFORMS_SCHEMA },
  { topic: '/scene', encoding: 'json', schema: SCENE_UPDATE_SCHEMA },
] as const;

export type Topic = (typeof TOPICS)[number]['topic'];

/** MCAP channel id of each topic. */
export const CHANNEL_ID: Readonly<Record<Topic, number>> = {
  meta: 0,
  signals: 1,
  poses: 2,
  events: 3,
  phases: 4,
  end: 5,
  loads: 6,
  '/tf': 7,
  '/scene': 8,
};

/** Bytes in front of the rows of a `signals` message. */
export const ROWS_OFFSET = 8;
