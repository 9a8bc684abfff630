import { z } from 'zod';

/** What a name in a record may refer to. `loadScene` checks every reference against the names that exist. */
export type ReferenceKind =
  | 'body'
  | 'part'
  | 'joint'
  | 'model'
  | 'drive'
  | 'signal'
  | 'phase'
  | 'material'
  | 'requirement';

const reference = (ref: ReferenceKind) => z.string().min(1).meta({ ref });

export const bodyName = () => reference('body');
export const partName = () => reference('part');
export const jointName = () => reference('joint');
export const modelName = () => reference('model');
export const driveName = () => reference('drive');
export const signalName = () => reference('signal');
/** A phase of the same trial. */
export const phaseName = () => reference('phase');
export const materialName = () => reference('material');
export const requirementName = () => reference('requirement');
