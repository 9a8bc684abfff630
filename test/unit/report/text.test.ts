// What people read: short, in millimetres and degrees, worst first.
import { beforeAll, describe, expect, test } from 'vitest';
import { colored, formatNumber, formatQuantity, plain, renderVerdictText } from '../../../src/report/index.js';
import type { Scene } from '../../../src/scene/index.js';
import { assembles } from '../../../src/trial/assembly.js';
import { summarize } from '../../../src/trial/summarize.js';
import type { CheckVerdict, TrialVerdict, Verdict } from '../../../src/trial/verdict.js';
import { auditOf, judged, loadPendulum, overlap, recordingFor } from '../trial/evidence.js';

let scene: Scene;
beforeAll(async () => {
  scene = await loadPendulum();
});

/** What switches a colour on or off in a terminal. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

const verdictOf = (...trials: TrialVerdict[]): Verdict =>
  summarize(scene, trials, { engine: 'direct', versions: {}, settings: {} });

test.each<[number, Parameters<typeof formatQuantity>[1], string]>([
  [0.0021, 'm', '2.1 mm'],
  [Math.PI / 4, 'rad', '45°'],
  [-Math.PI, 'rad/s', '-180 °/s'],
  [0.25, 'm/s', '250 mm/s'],
  [4.1e-9, 'm³', '4.1 mm³'],
  [3, '1', '3'],
  [1.23456, 'N·m', '1.235 N·m'],
  [0, 'm', '0 mm'],
  [2.5e-8, 'J', '2.50e-8 J'],
  [1234567, 'N', '1.23e+6 N'],
  [0.5, 's', '0.5 s'],
])('%d %s reads %s', (value, unit, text) => {
  expect(formatQuantity(value, unit)).toBe(text);
});

test('a number that is none still reads as something', () => {
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('Infinity');
});

describe('the short answer', () => {
  test('a PASS: status, candidate, checks by how thin their margin is, audit', () => {
    expect(renderVerdictText(verdictOf(judged(scene)))).toBe(
      [
        'PASS  pendulum (revision 1, engine direct)',
        '',
        '  T1  completed, 0.2 s simulated, 20 × real time',
        '    ✓ joints-held: 0 of ≤ 0',
        '    ✓ far: 11.46° of ≥ 8.594° at 0.2 s (second)',
        '    ✓ near: 5.73° of ≥ 2.865° at 0.1 s (first)',
        '    ✓ interference: none in 1 pair at 3 poses (wasm)',
        '',
        '  note: no collision shape, so contact is only seen by the audit: post, arm',
        "  note: radial play is not simulated: joint 'pivot' has 0.050 mm",
        '',
      ].join('\n'),
    );
  });

  test('a FAIL: the reason in one line, then failures before passes, overlap in mm', () => {
    const text = renderVerdictText(
      verdictOf(judged(scene, { angle: (t) => t / 2 }, { audit: auditOf([overlap(0.06)]) })),
    );
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^FAIL {2}/);
    expect(lines[2]).toBe('  far 5.73° of ≥ 8.594°; interference post–arm 4.1 mm³ at 0.06 s');
    expect(lines[5]).toBe('    ✗ far: 5.73° of ≥ 8.594° at 0.2 s (second)');
    expect(text).toContain('✗ interference: post–arm 4.1 mm³, 0.21 mm deep, from 0.06 s');
    expect(text).not.toMatch(/\d rad|\d m\b/);
  });

  test('numerics, a missing audit and a lost file are told', () => {
    const trial = judged(scene, { quality: { penetrationM: () => 1e-4 } }, { audit: null });
    const text = renderVerdictText(
      verdictOf(assembles(trial, recordingFor(), 'the recording cannot be written: the disk is full')),
    );
    expect(text).toMatch(/^INCONCLUSIVE/);
    expect(text).toContain('? numerics: contact penetration 100 µm of ≤ 50.0 µm');
    expect(text).toContain('? interference: not audited');
    expect(text).toContain('! the recording cannot be written: the disk is full');
  });

  test('colour is only around marks and status', () => {
    const text = renderVerdictText(verdictOf(judged(scene)), colored);
    expect(text).toContain('\u001b[32mPASS\u001b[0m');
    expect(text.replaceAll(COLOUR, '')).toBe(renderVerdictText(verdictOf(judged(scene)), plain));
  });

  test('is at most 2 kB, however much there is to say, and still begins with the answer', () => {
    const long = 'x'.repeat(900);
    const failing = (k: number): CheckVerdict => ({
      ...judged(scene, { angle: () => 0 }).checks[2]!,
      id: `R${k}/${long}`,
      measured: k % 2 === 0 ? null : 0.1,
      note: `größer als ${long}`,
    });
    const trial = {
      ...judged(scene),
      status: 'FAIL' as const,
      checks: Array.from({ length: 40 }, (_, k) => failing(k)),
    };
    const audited = { ...trial, audit: auditOf(Array.from({ length: 9 }, (_, k) => overlap(k / 100))) };
    for (const verdict of [verdictOf(audited), verdictOf(audited, audited, audited)]) {
      const text = renderVerdictText(verdict);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
      expect(text).toMatch(/^FAIL {2}pendulum/);
      expect(text).toContain('shortened; --json has everything');
      expect(Buffer.byteLength(verdict.summary)).toBeLessThan(2048);
    }
    const named = { ...verdictOf(trial), candidate: { name: 'n'.repeat(5000), revision: 1, hash: 'sha256:0' } };
    expect(Buffer.byteLength(renderVerdictText(named))).toBeLessThanOrEqual(2048);
  });
});
