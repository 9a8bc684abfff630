/**
 * `npm run fuzz:native [-- SECONDS]`: fuzzes the mesh entry and the queries, 60 s by default. libFuzzer where clang++ is the
 * compiler, else the target's own mutating driver; AddressSanitizer and UBSan in both cases.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCompiler, onPath, ROOT, run } from './native-build.mjs';

const seconds = Number(process.argv[2] ?? 60);
const clang = onPath('clang++');
if (!onPath('cmake') || !findCompiler()) {
  console.log('mechtrial: skipped fuzzing: it needs cmake and a C++ compiler on the PATH.');
} else {
  const out = join(ROOT, 'build-cmake', clang ? 'fuzz-clang' : 'fuzz');
  const settings = ['-DCMAKE_BUILD_TYPE=RelWithDebInfo', '-DMECHTRIAL_TESTS=ON', '-DMECHTRIAL_SANITIZE=ON'];
  if (clang) settings.push(`-DCMAKE_CXX_COMPILER=${clang}`);
  const corpus = join(out, 'corpus');
  const isBuilt =
    run('cmake', ['-S', ROOT, '-B', out, ...settings]).isOk &&
    run('cmake', ['--build', out, '--target', 'mechtrial_fuzz', '--parallel', '2']).isOk;
  if (!existsSync(corpus)) mkdirSync(corpus, { recursive: true });
  const target = join(out, 'mechtrial_fuzz');
  const args = clang ? [`-max_total_time=${seconds}`, '-timeout=20', '-rss_limit_mb=4096', corpus] : [String(seconds)];
  if (!isBuilt || !run(target, args).isOk) process.exitCode = 1;
}
