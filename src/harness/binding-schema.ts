import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { axisFrame, parameterRecord, pose, recordName } from '../scene/index.js';

/** Where an operation acts on the candidate: a joint's coordinate, or a body at a point, about or along an axis. */
export const operationBinding = () =>
  z.strictObject({
    on: z
      .union([
        z.strictObject({ joint: z.string().describe('Joint whose coordinate it acts on.') }),
        z.strictObject({
          body: z.string().describe('Body that it acts on.'),
          reference: z.string().default('world').describe('Body that its axis is fixed in.'),
          frame: axisFrame().describe('Point and axis in the world at t = 0.'),
        }),
      ])
      .describe('What it acts on.'),
    reactsOnReference: z.boolean().default(true).describe('Whether the opposite effort acts on the reference.'),
    armM: quantity('m')
      .positive()
      .optional()
      .describe('Lever arm of a travel that is worked by turning: efforts ×, travels and speeds ÷ it.'),
    sense: z
      .union([z.literal(1), z.literal(-1)])
      .default(1)
      .describe('−1 where the working direction of the candidate is the other way.'),
  });

/** A signal record without its name, or a formula over signals of this binding. */
const observationBinding = () =>
  z.union([
    z.looseObject({ kind: z.string().describe('Kind of the signal; its own fields stand beside (docs/kinds.md).') }),
    z.strictObject({ formula: z.string().min(1).describe('Formula over `signals` of this binding.') }),
  ]);

const pair = () =>
  z.strictObject({
    groupA: z.array(z.string()).min(1).describe('Bodies of one side.'),
    groupB: z.array(z.string()).min(1).describe('Bodies of the other side.'),
  });

const extraSignal = () =>
  z.looseObject({
    kind: z.string().describe('Kind of the signal; its own fields stand beside (docs/kinds.md).'),
    name: recordName().describe('How formulas refer to it.'),
  });

/** A template tied to one candidate. It says where and how, never what must come out. */
export const templateBindingRecord = () =>
  z.strictObject({
    schema: z.literal('mechtrial/template-binding@1'),
    template: recordName().describe('Name of the template.'),
    templateHash: z.string().optional().describe('Hash of the very edition; another one is then refused.'),
    candidateHash: z.string().optional().describe('Candidate that it was made for; another one is then refused.'),
    operations: z.record(recordName(), operationBinding()).default({}).describe('Where each operation acts.'),
    observations: z.record(recordName(), observationBinding()).default({}).describe('The signal of each observation.'),
    signals: z
      .array(extraSignal())
      .default([])
      .describe('Signals that observations are computed from, or that are of interest beside them.'),
    pairs: z.record(recordName(), pair()).default({}).describe('Bodies of each pair that works by contact.'),
    environment: z
      .record(recordName(), z.strictObject({ poseInWorld: pose().describe('Pose of the body in the world.') }))
      .default({})
      .describe('Where environment bodies sit.'),
    parameters: z.array(parameterRecord()).default([]).describe('Values of parameters, each with its source.'),
  });

export type TemplateBinding = z.input<ReturnType<typeof templateBindingRecord>>;
export type TemplateBindingRecord = z.output<ReturnType<typeof templateBindingRecord>>;
export type OperationBinding = TemplateBindingRecord['operations'][string];
