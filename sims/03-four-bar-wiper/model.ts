/**
 * Models the wiper's parts and writes them as STEP files in millimetres, sound parts and broken ones.
 *
 *   npm run model:wiper            writes sims/03-four-bar-wiper/cad/*.step
 *
 * Each part has its own origin: links at their first hole, z = 0 on their underside, second hole along +x; the frame at
 * the crank pivot on top of its plate. Pins, shoulders and heads (a shoulder screw, a riveted clip) are fused to the
 * part that carries them. Needs the development dependencies replicad and replicad-opencascadejs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Drawing, draw, drawCircle, drawRoundedRectangle, type Shape3D, setOC } from 'replicad';
import initOpenCascade from 'replicad-opencascadejs';
import { LONG_CRANK_M, layersOf, SHORT_CRANK_M, SOUND, type WiperDimensions } from './dimensions.js';

/** STEP files carry millimetres; everything in this file below the dimensions is in them. */
const mm = (lengthM: number) => lengthM * 1000;

/** Every file of the family: its name and the dimensions that differ from the sound design. */
const FILES: readonly { file: string; build: (d: WiperDimensions) => Shape3D; changes: Partial<WiperDimensions> }[] = [
  { file: 'frame.step', build: frame, changes: {} },
  { file: 'crank.step', build: crank, changes: {} },
  { file: 'coupler.step', build: coupler, changes: {} },
  { file: 'rocker.step', build: rocker, changes: {} },
  { file: 'coupler-89mm.step', build: coupler, changes: { couplerM: 0.089 } },
  { file: 'coupler-hole-off.step', build: coupler, changes: { crankHoleShiftM: 0.002 } },
  { file: 'crank-short.step', build: crank, changes: { crankM: SHORT_CRANK_M } },
  { file: 'crank-long.step', build: crank, changes: { crankM: LONG_CRANK_M } },
  {
    file: 'crank-rib.step',
    build: crank,
    changes: { crankRibM: layersOf(SOUND).upperM - layersOf(SOUND).lowerM + 0.003 },
  },
  { file: 'frame-post.step', build: frame, changes: { post: { xM: 0.05, yM: 0.0125, diameterM: 0.005 } } },
  { file: 'frame-no-rocker-pin.step', build: frame, changes: { hasRockerPin: false } },
];

/** Plate with mounting ears, two bosses with headed pins, a slot to save material; in the broken variant a post. */
function frame(d: WiperDimensions): Shape3D {
  const span = mm(d.groundM);
  const thickness = mm(d.plateThicknessM);
  const outline = tapered(span, 18, 18)
    .fuse(drawRoundedRectangle(24, 76, 8).translate(span * 0.2, 0))
    .fuse(drawRoundedRectangle(24, 76, 8).translate(span * 0.8, 0))
    .cut(drawRoundedRectangle(span * 0.4, 16, 7.9).translate(span * 0.5, 0));
  let shape = outline.sketchOnPlane('XY', -thickness).extrude(thickness) as Shape3D;
  for (const x of [span * 0.2, span * 0.8]) {
    for (const y of [-31, 31]) {
      shape = shape.cut(disc(5.5, -thickness - 1, thickness + 2).translate(x, y, 0));
    }
  }
  const { lowerM } = layersOf(d);
  const boss = mm(d.bossHeightM);
  const pinTop = mm(lowerM + d.lowerThicknessM + d.axialGapM);
  for (const pivot of [
    { x: 0, hasPin: true },
    { x: span, hasPin: d.hasRockerPin },
  ]) {
    shape = shape.fuse(disc(12, -1, boss + 1).translate(pivot.x, 0, 0));
    if (pivot.hasPin) shape = shape.fuse(headedPin(d, boss, pinTop).translate(pivot.x, 0, 0));
  }
  if (d.post) {
    const { xM, yM, diameterM } = d.post;
    shape = shape.fuse(disc(mm(diameterM), -thickness, thickness + mm(layersOf(d).topM)).translate(mm(xM), mm(yM), 0));
  }
  return shape;
}

/** Hub, arm, counterweight and the crank pin; in a broken variant a rib between the heads of both pins. */
function crank(d: WiperDimensions): Shape3D {
  const thickness = mm(d.lowerThicknessM);
  const counterweight = draw([0, 0]).lineTo(polar(23, 130)).threePointsArcTo(polar(23, 230), polar(23, 180)).close();
  const outline = tapered(mm(d.crankM), 9, 7).fuse(counterweight);
  const web = outline.sketchOnPlane('XY').extrude(thickness) as Shape3D;
  if (d.crankRibM === null) return link(d, web, mm(d.crankM));
  const length = mm(d.crankM) - 17;
  const rib = drawRoundedRectangle(length, 8, 0).translate(11 + length / 2, 0);
  return link(d, web.fuse(rib.sketchOnPlane('XY').extrude(mm(d.crankRibM)) as Shape3D), mm(d.crankM));
}

/** Hub, lever with its pin, and on the other side the wiper arm with the eye for the blade. */
function rocker(d: WiperDimensions): Shape3D {
  const thickness = mm(d.lowerThicknessM);
  const arm = tapered(mm(d.armM), 8, 5).rotate(180);
  const outline = tapered(mm(d.rockerM), 10, 7).fuse(arm);
  const body = (outline.sketchOnPlane('XY').extrude(thickness) as Shape3D).cut(
    disc(4, -1, thickness + 2).translate(-mm(d.armM), 0, 0),
  );
  return link(d, body, mm(d.rockerM));
}

/** Two eyes and a waisted web with a slot. */
function coupler(d: WiperDimensions): Shape3D {
  const length = mm(d.couplerM);
  const thickness = mm(d.upperThicknessM);
  const outline = drawCircle(8)
    .fuse(drawCircle(8).translate(length, 0))
    .fuse(drawRoundedRectangle(length, 10, 0).translate(length / 2, 0))
    .cut(drawRoundedRectangle(length - 36, 4, 1.9).translate(length / 2, 0));
  const body = outline.sketchOnPlane('XY').extrude(thickness) as Shape3D;
  const hole = () => disc(mm(d.holeDiameterM), -1, thickness + 2);
  return body.cut(hole().translate(0, mm(d.crankHoleShiftM), 0)).cut(hole().translate(length, 0, 0));
}

/** Bores the pivot hole of a lower-layer link and puts shoulder, pin and head at its other end. */
function link(d: WiperDimensions, body: Shape3D, length: number): Shape3D {
  const shoulder = mm(layersOf(d).shoulderM);
  const pinTop = shoulder + mm(d.upperThicknessM + 2 * d.axialGapM);
  return body
    .cut(disc(mm(d.holeDiameterM), -1, mm(d.lowerThicknessM) + 2))
    .fuse(disc(10, mm(d.lowerThicknessM) - 1, shoulder - mm(d.lowerThicknessM) + 1).translate(length, 0, 0))
    .fuse(headedPin(d, shoulder, pinTop).translate(length, 0, 0));
}

/** Pin from `bottom` to `top` with a chamfered head above; starts 1 mm deep in what carries it. */
function headedPin(d: WiperDimensions, bottom: number, top: number): Shape3D {
  const radius = mm(d.pinDiameterM) / 2;
  const head = mm(d.headDiameterM) / 2;
  const height = mm(d.headHeightM);
  const profile = draw([0, bottom - 1])
    .lineTo([radius, bottom - 1])
    .lineTo([radius, top])
    .lineTo([head, top])
    .lineTo([head, top + height - 0.5])
    .lineTo([head - 0.5, top + height])
    .lineTo([0, top + height])
    .close();
  return profile.sketchOnPlane('XZ').revolve() as Shape3D;
}

function disc(diameter: number, bottom: number, height: number): Shape3D {
  return drawCircle(diameter / 2)
    .sketchOnPlane('XY', bottom)
    .extrude(height) as Shape3D;
}

/** Outline around two circles of radius r1 at the origin and r2 at (length, 0), joined by their outer tangents. */
function tapered(length: number, r1: number, r2: number): Drawing {
  const s = (r1 - r2) / length;
  const c = Math.sqrt(1 - s * s);
  return draw([r1 * s, r1 * c])
    .lineTo([length + r2 * s, r2 * c])
    .threePointsArcTo([length + r2 * s, -r2 * c], [length + r2, 0])
    .lineTo([r1 * s, -r1 * c])
    .threePointsArcTo([r1 * s, r1 * c], [-r1, 0])
    .close();
}

function polar(radius: number, angleDeg: number): [number, number] {
  const angle = (angleDeg * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** STEP text with the header's clock and machine taken out, so that the same geometry gives the same file. */
async function stepText(shape: Shape3D, name: string): Promise<string> {
  const text = await shape.blobSTEP().text();
  return text
    .replace(
      /FILE_NAME\([\s\S]*?\);/,
      `FILE_NAME('${name}','2026-01-01T00:00:00',('mechtrial'),(''),'replicad','replicad','');`,
    )
    .replace(/'Open CASCADE STEP translator [^']*'/g, `'${name.replace(/\.step$/, '')}'`);
}

/** Writes all parts into `directory`. */
export async function writeWiperParts(directory: string): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm');
  const silent = () => {};
  setOC(await initOpenCascade({ locateFile: () => wasm, print: silent, printErr: silent }));
  await mkdir(directory, { recursive: true });
  for (const { file, build, changes } of FILES) {
    const shape = build({ ...SOUND, ...changes });
    await writeFile(`${directory}/${file}`, await stepText(shape, file));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeWiperParts(fileURLToPath(new URL('./cad', import.meta.url)));
}
