import { MechtrialError } from '../core/errors.js';

/** Exit codes of every command. */
export const EXIT = { pass: 0, fail: 1, inconclusive: 2, badInput: 3, internal: 4 } as const;

const EXIT_OF_STATUS = { PASS: EXIT.pass, FAIL: EXIT.fail, INCONCLUSIVE: EXIT.inconclusive } as const;

/** Exit code of a verdict's status. */
export const exitOf = (status: keyof typeof EXIT_OF_STATUS): number => EXIT_OF_STATUS[status];

/** Where a command writes; replaced in tests. */
export interface Output {
  /** Answers: text, or one JSON document. */
  out(text: string): void;
  /** Progress, warnings, errors. */
  err(text: string): void;
  readonly isTerminal: boolean;
  readonly isColored: boolean;
}

/** The process's own streams. Colour obeys NO_COLOR and CI; progress only shows on a terminal. */
export function processOutput(): Output {
  const isPlain = process.env.NO_COLOR !== undefined || process.env.CI !== undefined;
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true && process.env.CI === undefined,
    isColored: process.stdout.isTTY === true && !isPlain,
  };
}

/** Writes a record as JSON, typed arrays as arrays, infinities as null. */
export function toJson(record: unknown): string {
  const plain = (_key: string, value: unknown): unknown => {
    if (ArrayBuffer.isView(value) && 'length' in value) return Array.from(value as Float64Array);
    return value;
  };
  return `${JSON.stringify(record, plain, 2)}\n`;
}

/** Reports on stdout, where JSON was asked for, what the parser of options has already said on stderr; returns exit code 3. */
export function reportUsage(error: { readonly code: string; readonly message: string }, output: Output): number {
  const code = error.code.replace(/^commander\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const fix = 'Add --help for the commands and options.';
  const issues = [{ code, path: [], message: error.message.replace(/^error: /, ''), fix }];
  output.out(toJson({ schema: 'mechtrial/error@1', error: 'UsageError', issues }));
  return EXIT.badInput;
}

/** Reports an error on stderr (and as JSON on stdout when that was asked for), and returns the exit code for it. */
export function reportError(error: unknown, output: Output, isJson: boolean): number {
  if (!(error instanceof MechtrialError)) {
    output.err(`✗ internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    if (isJson) output.out(toJson({ schema: 'mechtrial/error@1', error: 'InternalError', issues: [] }));
    return EXIT.internal;
  }
  output.err(`${error.message}\n`);
  if (isJson) output.out(toJson({ schema: 'mechtrial/error@1', error: error.name, issues: error.issues }));
  return error.name === 'InternalError' ? EXIT.internal : EXIT.badInput;
}
