import { loadPart, type Part } from '../geometry/index.js';
import type { Scene, SceneBody, ScenePart } from '../scene/index.js';
import type { AuditBody, AuditInput } from './audit-input.js';

/**
 * Returns what of a scene is audited: every body but the world, its parts tessellated with at most `chordM`.
 *
 * @param chordM  audit tessellation of STEP parts [m]; 1e-5 or finer keeps faceting below the tolerances
 * @throws GeometryError from loading a part again
 */
export async function auditInputOf(scene: Scene, chordM: number): Promise<AuditInput> {
  const { baseDirectory, audit } = scene;
  const bodies = scene.bodies.filter((body) => body.record !== null || body.parts.length > 0);
  return {
    bodies: await Promise.all(bodies.map((body) => auditBodyOf(body, baseDirectory, chordM))),
    exclusions: audit.exclusions,
    elasticBodies: audit.elasticBodies,
    clearances: audit.clearances,
  };
}

async function auditBodyOf({ name, parts }: SceneBody, baseDirectory: string, chordM: number): Promise<AuditBody> {
  const tessellate = (finestM: number) => Promise.all(parts.map((part) => loadFiner(part, baseDirectory, finestM)));
  const fine = await tessellate(chordM);
  return {
    name,
    parts: parts.map(({ poseInBody }, i) => ({ part: fine[i]!, poseInBody })),
    refine: fine.some((part) => part.chordM > 0) ? tessellate : null,
  };
}

/** The part with at most this deflection; itself where it is fine enough, or where its mesh is the source. */
async function loadFiner({ name, part, record }: ScenePart, baseDirectory: string, chordM: number): Promise<Part> {
  return part.chordM <= chordM ? part : loadPart(record.geometry, { name, baseDirectory, chordM });
}
