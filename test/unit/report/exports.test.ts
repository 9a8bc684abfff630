import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { NodeIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  poseTable,
  renderAnnotations,
  renderCsv,
  renderGlb,
  renderJunit,
  renderParquet,
  signalTable,
} from '../../../src/report/index.js';
import type { OpenedRun } from '../../../src/trial/index.js';
import { fallingBinding, withRun } from './run.js';

let run: OpenedRun;
beforeAll(async () => {
  run = await withRun(fallingBinding(), (opened) => opened);
});

describe('animated GLB', () => {
  test('passes the Khronos validator without a complaint', async () => {
    const report = await validateBytes(await renderGlb(run));
    expect(report.issues.messages).toEqual([]);
    expect(report.info).toMatchObject({ version: '2.0', animationCount: 1, materialCount: 3, drawCallCount: 3 });
  });

  test('has the recorded poses, the short way round, and presence as scale', async () => {
    const document = await new NodeIO().readBinary(await renderGlb(run));
    const { poses } = run.recordings[0]!;
    const channels = document.getRoot().listAnimations()[0]!.listChannels();
    const valuesOf = (name: string, path: string) =>
      channels
        .find((channel) => channel.getTargetNode()?.getName() === name && channel.getTargetPath() === path)!
        .getSampler()!
        .getOutput()!
        .getArray()!;
    const vane = poses.bodies.indexOf('vane');
    const positions = valuesOf('vane', 'translation');
    const rotations = valuesOf('vane', 'rotation');
    for (let k = 0; k < poses.timesS.length; k++) {
      const o = 7 * (k * poses.bodies.length + vane);
      for (let i = 0; i < 3; i++) expect(positions[3 * k + i]).toBe(Math.fround(poses.values[o + i]!));
      const along = [0, 1, 2, 3].reduce((sum, i) => sum + rotations[4 * k + i]! * poses.values[o + 3 + i]!, 0);
      expect(Math.abs(along)).toBeCloseTo(1, 6); // f32; q and −q are one rotation
      if (k === 0) continue;
      const turn = [0, 1, 2, 3].reduce((sum, i) => sum + rotations[4 * k + i]! * rotations[4 * k - 4 + i]!, 0);
      expect(turn).toBeGreaterThan(0);
    }
    const ball = [...valuesOf('ball', 'scale')].filter((_, i) => i % 3 === 0);
    expect(ball[0]).toBe(0);
    expect(ball.at(-1)).toBe(1);
    // what stands still has no track
    expect(channels.some((channel) => channel.getTargetNode()?.getName() === 'post')).toBe(false);
  });
});

describe('tables', () => {
  test('Parquet opens in DuckDB with names, units and every bit of the values', async () => {
    await withRun(fallingBinding(), async ({ directory, recordings: [recording] }) => {
      const file = join(directory, 'T1.signals.parquet');
      writeFileSync(file, await renderParquet(signalTable(recording!), { 'mechtrial.recording': recording!.hash }));
      writeFileSync(join(directory, 'T1.poses.parquet'), await renderParquet(poseTable(recording!)));
      const database = await (await DuckDBInstance.create(':memory:')).connect();
      const rowsOf = async (sql: string) => (await database.runAndReadAll(sql)).getRowObjectsJson();
      const columns = await rowsOf(`DESCRIBE SELECT * FROM '${file}'`);
      expect(columns.map(({ column_name, column_type }) => [column_name, column_type])).toEqual([
        ['time [s]', 'DOUBLE'],
        ['ball.height [m]', 'DOUBLE'],
        ['vane.speed [m/s]', 'DOUBLE'],
      ]);
      const rows = (await database.runAndReadAll(`SELECT * FROM '${file}' ORDER BY 1`)).getRows();
      expect(rows).toHaveLength(recording!.stepCount);
      for (const [k, [time, , speed]] of rows.entries()) {
        expect(time).toBe(k * recording!.stepS);
        expect(speed).toBe(recording!.channels[1]!.values[k]);
      }
      const facts = await rowsOf(`SELECT decode(value) AS hash FROM parquet_kv_metadata('${file}')`);
      expect(facts).toEqual([{ hash: recording!.hash }]);
      const balls = await rowsOf(
        `SELECT count(*)::INT AS n, sum(present::INT)::INT AS there FROM '${directory}/T1.poses.parquet' WHERE body = 'ball'`,
      );
      const { timesS, bodies, isPresent } = recording!.poses;
      const there = [...timesS.keys()].filter(
        (k) => isPresent[k * bodies.length + bodies.indexOf('ball')] === 1,
      ).length;
      expect(balls).toEqual([{ n: timesS.length, there }]);
      expect(there).toBeGreaterThan(0);
      expect(there).toBeLessThan(timesS.length);
    });
  });

  test('CSV quotes names, and its numbers bring the same doubles back', () => {
    const recording = run.recordings[0]!;
    const lines = renderCsv(signalTable(recording)).split('\r\n');
    expect(lines[0]).toBe('time [s],ball.height [m],vane.speed [m/s]');
    const odd = renderCsv({ columns: [{ name: 'a "b", c', values: ['x\ny', 'z'] }], rowCount: 2 });
    expect(odd).toBe('"a ""b"", c"\r\n"x\ny"\r\nz\r\n');
    expect(lines).toHaveLength(recording.stepCount + 2); // the first line, and what is behind the last CRLF
    for (let k = 0; k < recording.stepCount; k++) {
      expect(Number(lines[k + 1]!.split(',').at(-1))).toBe(recording.channels[1]!.values[k]);
    }
  });
});

describe('reports for build servers', () => {
  test('JUnit counts failures and open points apart', () => {
    const xml = renderJunit(run.verdict);
    expect(xml).toContain('<testsuites name="mechtrial" tests="5" failures="1" errors="0">');
    expect(xml).toMatch(
      /<testcase classname="falling.T1" name="falls"><failure type="FAIL" message="[^"]*of ≥ 5000 mm\/s/,
    );
    expect(xml).toMatch(/<testcase classname="falling.T1" name="interference"\/>/);
  });

  test('JUnit escapes what XML cannot hold', () => {
    const [trial] = run.verdict.trials;
    const odd = { ...trial!.checks[0]!, id: 'a<b&"c"\u0007', status: 'FAIL' as const };
    const xml = renderJunit({ ...run.verdict, trials: [{ ...trial!, checks: [odd] }] });
    expect(xml).toContain('name="a&lt;b&amp;&quot;c&quot; "');
  });

  test('annotations name the file, the check and the finding', () => {
    const text = renderAnnotations(run.verdict, 'a,b.json');
    expect(text).toMatch(/^::error file=a%2Cb\.json,title=T1\/falls::[^\n]*of ≥ 5000 mm\/s[^\n]*\n$/);
  });
});
