import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { InternalError } from '../../core/errors.js';
import type { PackedReplay } from './pack-replay.js';

/**
 * One HTML file that shows a replay: opens from disk, asks no network for anything (its content security policy would
 * not let it), needs a browser with WebGL 2 and DecompressionStream (2023 or later).
 *
 * Payload: uint32 length of the JSON, the JSON, the block of bytes; deflated, in base64.
 */
export function replayPage({ record, bytes }: PackedReplay): string {
  const json = new TextEncoder().encode(JSON.stringify(record));
  const payload = new Uint8Array(4 + json.length + bytes.length);
  new DataView(payload.buffer).setUint32(0, json.length, true);
  payload.set(json, 4);
  payload.set(bytes, 4 + json.length);
  const packed = deflateSync(payload, { level: 9 }).toString('base64');
  const title = escapeHtml(`${record.candidate.name}: ${record.status}`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="generator" content="mechtrial">',
    `<link rel="icon" href="data:,">`,
    `<title>${title} – mechtrial</title>`,
    `<style>${asset('viewer.css')}</style>`,
    '</head>',
    '<body>',
    '<div id="app"><p class="loading">Unpacking the replay …</p></div>',
    `<script id="replay" type="application/octet-stream">${packed}</script>`,
    `<script>${asset('viewer.js')}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Nothing may be loaded from anywhere; pictures may be made in the page. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/**
 * The bundled page code, made by scripts/build.mjs; closing tags in it must not close the page's own.
 *
 * @throws InternalError when the package was not built
 */
function asset(name: 'viewer.js' | 'viewer.css'): string {
  const isBuilt = import.meta.url.includes('/dist/');
  const file = isBuilt ? `./${name}` : `../../../dist/src/report/replay/${name}`;
  try {
    return readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8').replace(/<\/(script|style)/gi, '<\\/$1');
  } catch {
    throw new InternalError(`${name} of the replay page is missing: run \`npm run build\``);
  }
}
