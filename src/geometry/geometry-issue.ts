import { GeometryError, type Issue } from '../core/errors.js';

/** What went wrong with a CAD source; `path` is empty unless a field of the source record is meant. */
export type GeometryIssue = Omit<Issue, 'path'> & { readonly path?: Issue['path'] };

/** One-issue GeometryError, ready to throw. */
export function geometryError(issue: GeometryIssue): GeometryError {
  return new GeometryError([{ path: [], ...issue }]);
}
