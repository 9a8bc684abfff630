/** One thing that is wrong with an input, and the way out. Codes are stable API; messages are not. */
export interface Issue {
  /** Stable machine-readable code, snake_case. */
  readonly code: string;
  /** Where in the document: keys and indices from its root. Empty when the whole document is meant. */
  readonly path: readonly (string | number)[];
  /** What is wrong, with the offending value. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** File the issue is about, as the user wrote it. */
  readonly file?: string;
  /** Part, solid or body the issue is about. */
  readonly part?: string;
}

/** Writes a document path the way a user would: `models[2].pitchRad`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const key of path) {
    text += typeof key === 'number' ? `[${key}]` : text === '' ? key : `.${key}`;
  }
  return text;
}

/** Writes an issue on two lines: where and what, then the fix. */
export function formatIssue(issue: Issue): string {
  const where = [issue.file, issue.part && `part ${issue.part}`, formatPath(issue.path)].filter(Boolean).join(' → ');
  return `✗ ${where === '' ? '' : `${where}: `}${issue.message}\n  fix: ${issue.fix}`;
}

/** Base of every error that this library throws on purpose; it always carries at least one issue. */
export abstract class MechtrialError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(formatIssue).join('\n'));
    this.issues = issues;
    this.name = new.target.name;
  }
}

/** The binding, scene or command line is wrong. Carries all issues that were found, not only the first. */
export class BindingError extends MechtrialError {}

/** A CAD file is missing, unreadable, open, or does not hold what was asked of it. */
export class GeometryError extends MechtrialError {}

/** The native addon is missing or failed; names every path tried and the command that mends it. */
export class NativeError extends MechtrialError {}

/** A bug of ours. */
export class InternalError extends MechtrialError {
  constructor(message: string) {
    super([
      {
        code: 'internal',
        path: [],
        message: `${message} (this is a bug in mechtrial)`,
        fix: 'Report it with the input.',
      },
    ]);
  }
}

/**
 * Asserts what can only be false through a bug of ours.
 *
 * @throws InternalError when `condition` is false
 */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new InternalError(why);
}
