import { CONTACT_WIDTH, type LoadTrack } from './recording.js';

/** Forces at one instant. */
export interface LoadSample {
  /** 3 per joint [N]. */
  readonly jointForcesN: Float64Array;
  /** `CONTACT_WIDTH` per contact. */
  readonly contacts: Float64Array;
}

/** Copies the forces of an instant from the arrays of a running world: 6 per joint, of which the first 3 are the force. */
export function loadSample(jointReaction: Float64Array, contacts: Float64Array, contactCount: number): LoadSample {
  return {
    jointForcesN: jointReaction.filter((_, i) => i % 6 < 3),
    contacts: contacts.slice(0, CONTACT_WIDTH * contactCount),
  };
}

/** One track, or nothing where not every pose has its forces: a recording that broke off between the two loses the last pose's. */
export function sealLoads(samples: readonly LoadSample[], poseCount: number): { readonly loads?: LoadTrack } {
  if (poseCount === 0 || samples.length < poseCount - 1 || samples.length === 0) return {};
  const none: LoadSample = {
    jointForcesN: new Float64Array(samples[0]!.jointForcesN.length),
    contacts: new Float64Array(0),
  };
  const all = Array.from({ length: poseCount }, (_, k) => samples[k] ?? none);
  return {
    loads: {
      jointForcesN: joined(all.map(({ jointForcesN }) => jointForcesN)),
      contactCounts: Int32Array.from(all, ({ contacts }) => contacts.length / CONTACT_WIDTH),
      contacts: joined(all.map(({ contacts }) => contacts)),
    },
  };
}

function joined(rows: readonly Float64Array[]): Float64Array {
  const values = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0));
  let offset = 0;
  for (const row of rows) {
    values.set(row, offset);
    offset += row.length;
  }
  return values;
}
