import { closePart, type Part } from '../geometry/index.js';
import type { AuditBody, AuditInput } from './audit-input.js';
import type { Repair } from './report.js';

/**
 * Closes the parts of an audit that are open by small planar loops or cracks, at every tessellation, and says which.
 *
 * A face of at most a tenth of the part is added; what it encloses or leaves out is smaller than the defect.
 */
export function closeParts(input: AuditInput): { readonly input: AuditInput; readonly repairs: readonly Repair[] } {
  const repairs: Repair[] = [];
  const bodies = input.bodies.map((body): AuditBody => {
    const open = body.parts.filter(({ part }) => !part.isWatertight && part.mesh.triangles.length > 0);
    if (open.length === 0) return body;
    const parts = body.parts.map((posed) => {
      const closed = posed.part.isWatertight ? null : closePart(posed.part);
      if (closed === null) return posed;
      const { filledLoops } = closed;
      repairs.push({
        body: body.name,
        part: posed.part.name,
        openEdgeCount: posed.part.openEdgeCount,
        filledLoopCount: filledLoops.length,
        largestPerimeterM: Math.max(0, ...filledLoops.map(({ perimeterM }) => perimeterM)),
      });
      return { ...posed, part: closed.part };
    });
    const { refine } = body;
    return { ...body, parts, refine: refine && (async (chordM) => (await refine(chordM)).map(closeIfOpen)) };
  });
  return { input: { ...input, bodies }, repairs };
}

const closeIfOpen = (part: Part): Part => (part.isWatertight ? part : (closePart(part)?.part ?? part));
