import { describe, expect, test } from 'vitest';
import { ProgressLine, progressText } from '../../src/cli/progress.js';
import type { RunProgress } from '../../src/index.js';

const at = (phase: string, simulatedS: number, more: Partial<RunProgress> = {}): RunProgress => ({
  trial: 'T1',
  activity: 'simulating',
  phase,
  simulatedS,
  totalS: 4,
  wallS: simulatedS / 2,
  ...more,
});

describe('progress on a terminal', () => {
  test('says phases, share, time and how that compares with real time', () => {
    expect(progressText(at('wipe', 1), ['settle', 'wipe'])).toBe(
      'T1  settle ✓  wipe  █████░░░░░░░░░░░░░░░  1.00 of 4.00 s  2.0 × real time',
    );
    expect(progressText(at('settle', 0, { wallS: 0 }), ['settle'])).toBe(
      'T1  settle  ░░░░░░░░░░░░░░░░░░░░  0.00 of 4.00 s',
    );
    expect(progressText(at('wipe', 4, { activity: 'auditing' }), ['settle', 'wipe'])).toBe(
      'T1  settle ✓  wipe ✓  auditing the geometry …',
    );
  });

  test('many phases are counted, so that the line stays within 100 columns', () => {
    const phases = Array.from({ length: 12 }, (_, i) => `close-and-pull-${i}`);
    const text = progressText(at('close-and-pull-11', 3.97), phases);
    expect(text).toMatch(/^T1 {2}11 ✓ {2}close-and-pull-11 /);
    expect(text.length).toBeLessThan(100);
  });

  test('is drawn over itself ten times a second, at once when the phase changes, and taken away', () => {
    const drawn: string[] = [];
    let nowMs = 0;
    const output = { out: () => {}, err: (text: string) => drawn.push(text), isTerminal: true, isColored: true };
    const line = new ProgressLine(output, () => nowMs);
    line.clear();
    expect(drawn).toEqual([]);
    line.show(at('settle', 0.1));
    nowMs = 50;
    line.show(at('settle', 0.2));
    expect(drawn).toHaveLength(1);
    line.show(at('wipe', 0.3));
    nowMs = 160;
    line.show(at('wipe', 0.4));
    expect(drawn).toHaveLength(3);
    expect(drawn.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true);
    line.show(at('settle', 0.1, { trial: 'T2' }));
    expect(drawn.at(-1)).toContain('T2  settle  ');
    line.clear();
    expect(drawn.at(-1)).toBe('\r\u001b[K');
  });
});
