import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { axisFrame, parameterRecord, pose, recordName } from '../scene/index.js';

/** Where an operation acts on the candidate: a joint's coordinate, or a body at a point, about or along an axis. */
export const operationBinding = () =>
  z.strictObject({
    on: z.union([
      z.strictObject({ joint: z.string() }),
      z.strictObject({ body: z.string(), reference: z.string().default('world'), frame: axisFrame() }),
    ]),
    reactsOnReference: z.boolean().default(true),
    /** Lever arm of a travel that is worked by turning [m]: efforts ×, travels and speeds ÷ it. */
    armM: quantity('m').positive().optional(),
    /** −1 where the working direction of the candidate is the other way. */
    sense: z.union([z.literal(1), z.literal(-1)]).default(1),
  });

/** A signal record without its name, or a formula over signals of this binding. */
const observationBinding = () =>
  z.union([z.looseObject({ kind: z.string() }), z.strictObject({ formula: z.string().min(1) })]);

/** A template tied to one candidate. It says where and how, never what must come out. */
export const templateBindingRecord = () =>
  z.strictObject({
    schema: z.literal('mechtrial/template-binding@1'),
    /** Name of the template, and optionally the hash of the very edition. */
    template: recordName(),
    templateHash: z.string().optional(),
    /** Hash of the candidate that it was made for; another candidate is then refused. */
    candidateHash: z.string().optional(),
    operations: z.record(recordName(), operationBinding()).default({}),
    observations: z.record(recordName(), observationBinding()).default({}),
    /** Signals that observations are computed from, or that are of interest beside them. */
    signals: z.array(z.looseObject({ kind: z.string(), name: recordName() })).default([]),
    /** Bodies of each pair that works by contact. */
    pairs: z
      .record(recordName(), z.strictObject({ groupA: z.array(z.string()).min(1), groupB: z.array(z.string()).min(1) }))
      .default({}),
    /** Where environment bodies sit. */
    environment: z.record(recordName(), z.strictObject({ poseInWorld: pose() })).default({}),
    parameters: z.array(parameterRecord()).default([]),
  });

export type TemplateBinding = z.input<ReturnType<typeof templateBindingRecord>>;
export type TemplateBindingRecord = z.output<ReturnType<typeof templateBindingRecord>>;
export type OperationBinding = TemplateBindingRecord['operations'][string];
