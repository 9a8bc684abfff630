import type { Assembly } from './assembly.js';
import { MM } from './bodies.js';
import type { BodyContact } from './contacts.js';
import { closeBooks } from './energy.js';
import { jointMisalignment, jointSeparation, originDistance } from './joint-rows.js';
import { couplingShare, totalStored } from './model-terms.js';
import { solveBalance } from './momentum-balance.js';
import { writeReactions } from './reactions.js';
import type { StepScratch } from './sub-step.js';
import { refreshOperator } from './sub-step.js';

/**
 * Writes poses, velocities, coordinates and joint errors of the present state; returns what single precision rounds off
 * the positions [m], 2⁻²⁴ of the largest: joints have their separation for an error of their own.
 */
export function publishState(assembly: Assembly): number {
  const { model, outputs, states, coordinates, frames } = assembly;
  outputs.pose.set(states.pose);
  outputs.velocity.set(states.V);
  outputs.coordinate.set(coordinates.value);
  outputs.coordinateRate.set(coordinates.rate);
  model.joints.forEach((joint, j) => {
    if (outputs.jointActive[j] === 0) {
      outputs.jointSeparationM[j] = originDistance(frames, j);
      outputs.jointMisalignmentRad[j] = 0;
      return;
    }
    const separation = jointSeparation(joint.kind, frames, j, joint.lengthM ?? 0, joint.isCord ?? false);
    outputs.jointSeparationM[j] = separation;
    outputs.jointMisalignmentRad[j] = jointMisalignment(joint.kind, frames, j);
  });
  let farthest = 0;
  for (let k = 0; k < states.count; k++) {
    if (states.isMoving[k] === 0) continue;
    for (let i = 0; i < 3; i++) farthest = Math.max(farthest, Math.abs(states.pose[7 * k + i]!));
  }
  return 2 ** -24 * farthest;
}

/** Writes the gaps of the read-out pairs at the start, before Rapier has found any contact; +∞ beyond its reach. */
export function publishInitialGaps(assembly: Assembly): void {
  const { model, outputs, colliders, world, settings } = assembly;
  const reach = 0.02 * settings.lengthUnitMm;
  model.contactPairs.forEach(([one, two], i) => {
    if (!model.bodies[one]!.isPresent || !model.bodies[two]!.isPresent) return;
    for (const s of colliders.records.filter((record) => record.body === one)) {
      for (const t of colliders.records.filter((record) => record.body === two)) {
        const contact = world.getCollider(s.handle).contactCollider(world.getCollider(t.handle), reach);
        if (contact !== null) outputs.contactGapM[i] = Math.min(outputs.contactGapM[i]!, contact.distance / MM);
      }
    }
  });
}

/** Writes efforts, reactions, contact forces and energy of the recorded step that ends now. */
export function publishStep(assembly: Assembly, scratch: StepScratch): void {
  const { model, outputs, law, reader, balance, states, frames, books, isWatched } = assembly;
  reader.finish();
  outputs.actuatorEffort.fill(0);
  outputs.couplingEffort.fill(0);
  outputs.couplingLossEffort.fill(0);
  outputs.lawEffort.fill(0);
  law.terms.forEach((term, r) => {
    if (term.kind === 'actuator') outputs.actuatorEffort[term.index] = scratch.lawImpulse[r]! / model.stepS;
    const effort = scratch.lawImpulse[r]! / model.stepS;
    if (couplingShare(term.kind) !== 0) outputs.couplingEffort[term.index]! += effort;
    if (term.kind === 'loss') outputs.couplingLossEffort[term.index] = effort;
    if (term.kind === 'law') outputs.lawEffort[term.index] = effort;
  });
  if (model.joints.length > 0 || model.contactPairs.length > 0) {
    refreshOperator(assembly, scratch);
    const touching = reader.contacts.filter(
      ({ normalNs, first, second }) => normalNs > 0 && (isWatched[first] === 1 || isWatched[second] === 1),
    );
    solveBalance(balance, states, assembly.jointOperator, touching, isWatched);
    writeReactions(
      model,
      states,
      frames,
      assembly.jointOperator,
      balance,
      law,
      scratch.lawImpulse,
      outputs.jointReaction,
    );
    publishContacts(assembly, touching);
  }
  closeBooks(books, model, states, reader.contacts);
  books.energy.elasticJ = totalStored(law.models);
}

function publishContacts(assembly: Assembly, touching: readonly BodyContact[]): void {
  const { model, outputs, reader, balance, states } = assembly;
  const n = model.bodies.length;
  outputs.contactNormalN.fill(0);
  outputs.contactForceN.fill(0);
  outputs.contactFrictionN.fill(0);
  outputs.contactGapM.fill(Number.POSITIVE_INFINITY);
  outputs.contactPointM.fill(Number.NaN);
  model.contactPairs.forEach(([one, two], i) => {
    const key = Math.min(one, two) * n + Math.max(one, two);
    const contact = reader.contacts.find((c) => c.key === key);
    if (contact === undefined) return;
    outputs.contactGapM[i] = contact.gapM;
    const at = touching.indexOf(contact);
    if (at < 0) return;
    const sign = contact.second === two ? 1 : -1;
    let friction = 0;
    for (let k = 0; k < 3; k++) {
      const tangential = balance.friction[3 * at + k]!;
      friction += tangential ** 2;
      outputs.contactForceN[3 * i + k] = (sign * (contact.impulseNs[k]! + tangential)) / model.stepS;
      outputs.contactPointM[3 * i + k] =
        states.center[3 * contact.first + k]! + contact.weightedArms[k]! / contact.normalNs;
    }
    outputs.contactNormalN[i] = contact.normalNs / model.stepS;
    outputs.contactFrictionN[i] = Math.sqrt(friction) / model.stepS;
  });
}
