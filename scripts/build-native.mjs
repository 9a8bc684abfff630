/** `npm run build:native [-- --gyp]`: builds the addon from the present sources, showing the compiler's output. */
import { buildWithCmake, buildWithGyp, loads } from './native-build.mjs';

const builders = process.argv.includes('--gyp') ? [buildWithGyp] : [buildWithCmake, buildWithGyp];
const result = builders.map((build) => () => build()).reduce((done, build) => done ?? build(), null);
if (result === null) {
  console.error(
    'mechtrial: no build tool: cmake-js needs cmake, a C++ compiler and make or ninja; node-gyp needs python too.',
  );
  process.exitCode = 1;
} else if (!result.isOk || !loads(result.path)) {
  console.error(`mechtrial: the ${result.tool} build failed.`);
  process.exitCode = 1;
} else {
  console.log(`mechtrial: built ${result.path}`);
}
