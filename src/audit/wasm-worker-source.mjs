// Starts the worker from its TypeScript source. Never part of the built package: see wasm-backend.ts.
import { register } from 'tsx/esm/api';

register();
await import('./wasm-worker.ts');
