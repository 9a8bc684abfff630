/** `npm run test:native [-- release]`: core tests by ctest, under AddressSanitizer and UBSan unless told otherwise. */
import { findCompiler, onPath, run } from './native-build.mjs';

const preset = process.argv[2] ?? 'sanitize';
if (!onPath('cmake') || !findCompiler()) {
  console.log('mechtrial: skipped the native core tests: they need cmake and a C++ compiler on the PATH.');
} else {
  const steps = [
    ['cmake', ['--preset', preset]],
    ['cmake', ['--build', '--preset', preset, '--parallel', '2']],
    ['ctest', ['--preset', preset]],
  ];
  const failed = steps.find(([command, args]) => !run(command, args).isOk);
  if (failed !== undefined) process.exitCode = 1;
}
