/** `npm run prebuilds`: puts a stripped binary for the platform at hand into prebuilds/ (see docs/native.md). */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { nodeDir, run } from './native-build.mjs';

const require = createRequire(import.meta.url);
const prebuildify = join(dirname(require.resolve('prebuildify/package.json')), 'bin.js');
const headers = nodeDir();
const env = { ...process.env };
if (headers !== null) env.npm_config_nodedir = headers;
if (process.env.npm_config_node_gyp) env.PREBUILD_NODE_GYP = process.env.npm_config_node_gyp;
if (!run(process.execPath, [prebuildify, '--napi', '--strip', '--target', process.version], { env }).isOk)
  process.exitCode = 1;
