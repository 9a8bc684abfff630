/**
 * Install script: gets the native auditor ready where that is possible, and says in one line where it is not.
 * Always exits 0: without the addon everything works on WebAssembly, more slowly.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildWithCmake,
  buildWithGyp,
  currentBuild,
  findCompiler,
  findPrebuild,
  loads,
  ROOT,
} from './native-build.mjs';

const say = (text) => console.log(`mechtrial: ${text}`);
const fallback = (why) => say(`${why}; the interference audit will use WebAssembly (same answers, slower).`);

function install() {
  if (process.env.MECHTRIAL_NATIVE === 'off') return fallback('MECHTRIAL_NATIVE=off');
  if (!existsSync(join(ROOT, 'native', 'core'))) return fallback('no native sources here');
  if (currentBuild() !== null) return say('native auditor is up to date.');
  const prebuilt = findPrebuild();
  if (prebuilt !== null && loads(prebuilt)) return say('native auditor: prebuilt binary.');
  if (!findCompiler()) return fallback('no C++ compiler on the PATH');
  const log = [];
  for (const build of [buildWithCmake, buildWithGyp]) {
    const result = build({ quiet: true });
    if (result === null) continue;
    if (result.isOk && loads(result.path)) return say(`native auditor built with ${result.tool}.`);
    log.push(`== ${result.tool}\n${result.output}`);
  }
  if (log.length === 0) return fallback('no build tool (cmake-js or node-gyp) with what it needs');
  mkdirSync(join(ROOT, 'build-cmake'), { recursive: true });
  writeFileSync(join(ROOT, 'build-cmake', 'install.log'), log.join('\n'));
  return fallback('building the native auditor failed (build-cmake/install.log)');
}

try {
  install();
} catch (error) {
  fallback(`the native auditor could not be built: ${error instanceof Error ? error.message : error}`);
}
process.exitCode = 0;
