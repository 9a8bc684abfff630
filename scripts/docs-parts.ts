/**
 * Models the CAD files that the documentation works with, and writes them as STEP in millimetres.
 *
 *   npm run docs:parts        writes docs/parts/*.step
 *
 * Needs the development dependencies replicad and replicad-opencascadejs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { drawCircle, drawRectangle, exportSTEP, makeBox, type Shape3D, setOC } from 'replicad';
import initOpenCascade from 'replicad-opencascadejs';

const FOLDER = resolve(import.meta.dirname, '../docs/parts');

interface Solid {
  readonly name: string;
  readonly shape: Shape3D;
}

/** Cylinder along y about the origin. */
const alongY = (radius: number, from: number, to: number): Shape3D =>
  drawCircle(radius)
    .sketchOnPlane('XZ', -from)
    .extrude(from - to) as Shape3D;

/** Cylinder along z. */
const alongZ = (radius: number, from: number, to: number, x = 0): Shape3D =>
  (
    drawCircle(radius)
      .sketchOnPlane('XY', from)
      .extrude(to - from) as Shape3D
  ).translate(x, 0, 0);

/** A base with two lugs and a pin along y, and a lid whose knuckle turns on it with 0.1 mm of play all round. */
function hinge(): readonly Solid[] {
  const lug = (from: number, to: number) => (makeBox([-5, from, -12], [5, to, 0]) as Shape3D).fuse(alongY(5, from, to));
  const base = (makeBox([-12, -26, -12], [60, 26, -6]) as Shape3D)
    .fuse(lug(20, 26))
    .fuse(lug(-26, -20))
    .fuse(alongY(2.5, -26, 26));
  const lid = (makeBox([0, -19.8, 0], [60, 19.8, 5]) as Shape3D).fuse(alongY(5, -19.8, 19.8)).cut(alongY(2.6, -30, 30));
  return [
    { name: 'base', shape: base },
    { name: 'lid', shape: lid },
  ];
}

/** A plate with two pins 30 mm apart, and the pitch disks of two wheels of module 1 with 20 and 40 teeth on them. */
function gears(): readonly Solid[] {
  const plate = (drawRectangle(80, 46).translate(20, 0).sketchOnPlane('XY', -5).extrude(5) as Shape3D)
    .fuse(alongZ(3, -1, 6))
    .fuse(alongZ(3, -1, 6, 30));
  const disk = (radius: number, x: number) => alongZ(radius, 0.2, 5.2, x).cut(alongZ(3.1, -1, 7, x));
  return [
    { name: 'plate', shape: plate },
    { name: 'pinion', shape: disk(9.9, 0) },
    { name: 'wheel', shape: disk(19.9, 30) },
  ];
}

/** STEP text with the header's clock and machine taken out, so that the same geometry gives the same file. */
async function stepText(solids: readonly Solid[], name: string): Promise<string> {
  const text = await exportSTEP([...solids], { unit: 'MM' }).text();
  return text.replace(
    /FILE_NAME\([\s\S]*?\);/,
    `FILE_NAME('${name}','2026-01-01T00:00:00',('mechtrial'),(''),'replicad','replicad','');`,
  );
}

const wasm = createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm');
const silent = () => {};
setOC(await initOpenCascade({ locateFile: () => wasm, print: silent, printErr: silent }));
await mkdir(FOLDER, { recursive: true });
for (const [name, solids] of [
  ['hinge.step', hinge()],
  ['gears.step', gears()],
] as const)
  await writeFile(resolve(FOLDER, name), await stepText(solids, name));
