import { configDefaults, defineConfig } from 'vitest/config';

const isFull = process.env.MECHTRIAL_FULL === '1';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.test.ts'],
    // Minutes of both engines on every equivalent model: part of `npm run check:full` only.
    exclude: [...configDefaults.exclude, ...(isFull ? [] : ['test/reference/models-*.test.ts'])],
    // A hang ends some day; tests never time anything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ['default'],
  },
});
