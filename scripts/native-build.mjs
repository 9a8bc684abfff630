/** What the install, build, test and release scripts of the native auditor share. Node built-ins only. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CMAKE_OUT = join(ROOT, 'build-cmake', 'addon');
const STAMP = join(ROOT, 'build-cmake', 'addon.stamp');
const GYP_STAMP = join(ROOT, 'build', 'addon.stamp');
const require = createRequire(import.meta.url);

const manifest = JSON.parse(readFileSync(join(ROOT, 'native', 'build.json'), 'utf8'));
const addonName = `${manifest.target}.node`;

/** Hash of everything that decides what the addon does: sources, manifest, build files, platform. */
export function sourceHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} napi${manifest.napiVersion}\n`);
  const files = ['CMakeLists.txt', 'binding.gyp', 'native/build.json'];
  for (const folder of ['native/core', 'native/addon']) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) files.push(`${folder}/${name}`);
  }
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Path of a program on the PATH, or null. */
export function onPath(program) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const ending of endings) {
      const path = join(folder, program + ending);
      if (folder !== '' && existsSync(path)) return path;
    }
  }
  return null;
}

/** A C++ compiler, by CXX or by its usual names; on Windows the build tools look for Visual Studio themselves. */
export function findCompiler() {
  if (process.platform === 'win32') return 'msvc';
  if (process.env.CXX && onPath(process.env.CXX)) return process.env.CXX;
  return ['c++', 'g++', 'clang++'].find((name) => onPath(name)) ?? null;
}

/** Runs a command, shows its output or keeps it for the log. */
export function run(command, args, { quiet = false, env = process.env } = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 1 << 26,
  });
  const output = quiet ? `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? result.error.message : ''}` : '';
  return { isOk: result.status === 0, output };
}

function tryResolve(id) {
  try {
    return require.resolve(id);
  } catch {
    return null;
  }
}

const readStamp = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Path of an addon that was built from the present sources, or null. */
export function currentBuild() {
  const hash = sourceHash();
  const places = [
    [STAMP, join(CMAKE_OUT, 'Release', addonName)],
    [GYP_STAMP, join(ROOT, 'build', 'Release', addonName)],
  ];
  for (const [stamp, path] of places) if (readStamp(stamp) === hash && existsSync(path)) return path;
  return null;
}

/** Path of a prebuilt addon for this platform, or null. */
export function findPrebuild() {
  try {
    return require('node-gyp-build').resolve(ROOT).includes('prebuilds')
      ? require('node-gyp-build').resolve(ROOT)
      : null;
  } catch {
    return null;
  }
}

/** Whether a freshly built addon loads in a process of its own. */
export function loads(path) {
  return run(process.execPath, ['-e', `require(${JSON.stringify(path)}).classify.name`], { quiet: true }).isOk;
}

/** Builds with cmake-js; headers come from npm, nothing is downloaded. Returns null where its tools are missing. */
export function buildWithCmake({ quiet = false } = {}) {
  const cmakeJs = tryResolve('cmake-js/bin/cmake-js');
  if (cmakeJs === null || !onPath('cmake') || !findCompiler()) return null;
  if (tryResolve('node-api-headers') === null) return null;
  if (process.platform !== 'win32' && !onPath('ninja') && !onPath('make')) return null;
  const result = run(process.execPath, [cmakeJs, 'build', '-O', CMAKE_OUT, '--target', manifest.target], { quiet });
  if (result.isOk) writeFileSync(STAMP, sourceHash());
  return { ...result, tool: 'cmake-js', path: join(CMAKE_OUT, 'Release', addonName) };
}

function nodeGyp() {
  const bundled = join(
    dirname(dirname(process.execPath)),
    'lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js',
  );
  return [process.env.npm_config_node_gyp, bundled].find((path) => path && existsSync(path)) ?? null;
}

/** Node's own headers beside its executable: with them node-gyp downloads nothing. */
export function nodeDir() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? prefix : null;
}

/** Builds with node-gyp. Returns null where its tools are missing. */
export function buildWithGyp({ quiet = false } = {}) {
  const gyp = nodeGyp();
  if (gyp === null || !findCompiler()) return null;
  if (process.platform !== 'win32' && (!onPath('make') || !(onPath('python3') || onPath('python')))) return null;
  const headers = nodeDir();
  const args = [gyp, 'rebuild', ...(headers ? [`--nodedir=${headers}`] : [])];
  const result = run(process.execPath, args, { quiet });
  if (result.isOk) {
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    writeFileSync(GYP_STAMP, sourceHash());
  }
  return { ...result, tool: 'node-gyp', path: join(ROOT, 'build', 'Release', addonName) };
}
