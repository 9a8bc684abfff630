import { MechtrialError, NativeError } from '../core/errors.js';
import type { AuditBackend } from './backend.js';
import { createNativeBackend } from './native-backend.js';
import { createWasmBackend } from './wasm-backend.js';

/** Which auditing engine is wanted: `auto` takes the fastest that runs here. */
export type BackendPreference = 'auto' | 'native' | 'wasm';

interface BackendEntry {
  readonly name: 'native' | 'wasm';
  /** Makes an engine, or throws NativeError where it cannot run here. */
  readonly create: (options: { readonly threadCount?: number }) => Promise<AuditBackend>;
}

/** Every engine there is, fastest first: an engine is one file and one line here. */
const BACKENDS: readonly BackendEntry[] = [
  { name: 'native', create: async (options) => createNativeBackend(options) },
  { name: 'wasm', create: async (options) => createWasmBackend(options) },
];

/** Whether an engine runs on this machine, and why not. */
export interface BackendAvailability {
  readonly name: 'native' | 'wasm';
  readonly isAvailable: boolean;
  readonly reason: string | null;
}

/**
 * Returns a new auditing engine; the caller closes it.
 *
 * @param threadCount threads ≥ 1; all cores unless given. Answers do not depend on it
 * @throws NativeError when `native` is asked for and does not run here
 */
export async function chooseBackend({
  prefer = 'auto',
  threadCount,
}: {
  readonly prefer?: BackendPreference;
  readonly threadCount?: number;
} = {}): Promise<AuditBackend> {
  const entries = BACKENDS.filter(({ name }) => prefer === 'auto' || name === prefer);
  let failure: MechtrialError | undefined;
  for (const { create } of entries) {
    try {
      return await create(threadCount === undefined ? {} : { threadCount });
    } catch (error) {
      if (!(error instanceof MechtrialError)) throw error;
      failure ??= error;
    }
  }
  throw failure ?? noSuchBackend(prefer);
}

/** Returns which engines run here, for `doctor`. */
export async function listBackends(): Promise<readonly BackendAvailability[]> {
  return Promise.all(
    BACKENDS.map(async ({ name, create }) => {
      try {
        await (await create({})).close();
        return { name, isAvailable: true, reason: null };
      } catch (error) {
        if (!(error instanceof MechtrialError)) throw error;
        return { name, isAvailable: false, reason: error.issues[0]!.message };
      }
    }),
  );
}

function noSuchBackend(prefer: BackendPreference): NativeError {
  return new NativeError([
    {
      code: 'backend_missing',
      path: ['trial', 'auditBackend'],
      message: `the ${prefer} auditing engine is not part of this build`,
      fix: 'Use "auto" or "wasm".',
    },
  ]);
}
