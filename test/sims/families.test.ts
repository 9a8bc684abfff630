// Every family that ships: its reference passes (those that simulate longest: in full mode, else they are only prepared);
// in full mode every defect fails on the check that it names.
import { describe, expect, test } from 'vitest';
import { type Defect, FAMILIES } from '../../sims/index.js';
import { BindingError, evaluate, precheck, type Verdict } from '../../src/index.js';

/** On a machine that is busy with other things. */
const SLOW_MS = 300_000;

const IS_FULL = process.env.MECHTRIAL_FULL === '1';

/** References that the default run simulates. */
const SIMULATED = new Set(['piston-pump', 'slider-crank']);

/** The wiper has a test of its own. */
const SHIPPED = FAMILIES.filter(({ name }) => name !== 'four-bar-wiper');

describe.each(SHIPPED.map((family) => ({ name: family.name, family })))('$name', ({ family }) => {
  test('the reference is complete: bound, assembled, nothing missing', { timeout: SLOW_MS }, async () => {
    const found = await precheck(family.template, family.candidate(), family.binding());
    // The cost probe takes wall time, which says nothing on a machine that is busy with other things.
    expect(found.prechecks.filter(({ id, status }) => id !== 'cost' && status !== 'PASS')).toEqual([]);
  });

  const isSimulated = IS_FULL || SIMULATED.has(family.name);
  test.runIf(isSimulated)('the reference passes every check and the audit', { timeout: SLOW_MS }, async () => {
    const verdict = await evaluate(family.template, family.candidate(), family.binding());
    expect(verdict.summary).toMatch(/passed/);
    expect(verdict.status).toBe('PASS');
  });

  describe.runIf(IS_FULL)('defects', () => {
    test.each(family.defects.map((defect) => ({ name: defect.name, defect })))(
      '$name',
      { timeout: SLOW_MS },
      async ({ defect }) => {
        await expectCaught(defect, () => evaluate(family.template, defect.candidate(), defect.binding()));
      },
    );
  });
});

async function expectCaught({ expected }: Defect, run: () => Promise<Verdict>): Promise<void> {
  if (expected.kind === 'refusal') {
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BindingError);
    expect((error as BindingError).issues.map(({ code }) => code)).toContain(expected.code);
    return;
  }
  const verdict = await run();
  expect(verdict.status).toBe('FAIL');
  const trial = verdict.trials.find(({ id }) => id === expected.trial)!;
  if (expected.kind === 'audit') {
    const pairs = trial.audit?.violations.map(({ bodies }) => [...bodies].sort().join('–'));
    expect(pairs).toContain([...expected.bodies].sort().join('–'));
  } else expect(trial.checks.find(({ id }) => id === expected.check)?.status).toBe('FAIL');
}
