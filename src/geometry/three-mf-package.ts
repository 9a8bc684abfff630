import { type UnzipFileInfo, unzipSync } from 'fflate';
import { geometryError } from './geometry-issue.js';

/** Unpacked size beyond which an archive is taken for a bomb. */
const LARGEST_UNPACKED_BYTES = 512 * 1024 * 1024;

const MODEL_RELATION = /\/3dmodel$/i;

/** The parts of a 3MF package that hold models. */
export interface ThreeMfPackage {
  /** Path of the root model, without a leading slash. */
  readonly rootModelPath: string;
  /** Text of a model part. @throws GeometryError `threemf_external_path` where the package has no such part */
  readonly text: (path: string) => string;
}

/**
 * Opens a 3MF package (a ZIP archive with relationships).
 *
 * @throws GeometryError `threemf_bad_zip`, `threemf_too_large`, `threemf_no_model`
 * @source Open Packaging Conventions, ECMA-376-2
 */
export function openThreeMfPackage(bytes: Uint8Array, file: string): ThreeMfPackage {
  const entries = unpack(bytes, file);
  const text = (path: string): string => {
    const entry = entries.get(normalizePath(path));
    if (entry !== undefined) return new TextDecoder().decode(entry);
    throw geometryError({
      code: 'threemf_external_path',
      file,
      message: `refers to the model ${path}, which is not in the package`,
      fix: 'Export it again into one self-contained 3MF file.',
    });
  };
  const relations = entries.get('_rels/.rels');
  const rootModelPath = relations === undefined ? undefined : rootModelOf(new TextDecoder().decode(relations));
  const path = rootModelPath ?? '3d/3dmodel.model';
  if (!entries.has(normalizePath(path))) {
    throw geometryError({
      code: 'threemf_no_model',
      file,
      message: `is a ZIP archive without a 3MF model (${path} is missing)`,
      fix: 'Export it again as 3MF; a renamed ZIP or a slicer project without a model cannot be read.',
    });
  }
  return { rootModelPath: path, text };
}

function unpack(bytes: Uint8Array, file: string): ReadonlyMap<string, Uint8Array> {
  let unpackedBytes = 0;
  let unpacked: Record<string, Uint8Array>;
  const wanted = (entry: UnzipFileInfo): boolean => {
    if (!/\.(model|rels)$/i.test(entry.name)) return false;
    unpackedBytes += entry.originalSize;
    return unpackedBytes <= LARGEST_UNPACKED_BYTES;
  };
  try {
    unpacked = unzipSync(bytes, { filter: wanted });
  } catch (error) {
    throw geometryError({
      code: 'threemf_bad_zip',
      file,
      message: `is not a readable ZIP archive, as 3MF must be: ${error instanceof Error ? error.message : 'damaged'}`,
      fix: 'Export or copy it again; the file is damaged, cut off, or not a 3MF.',
    });
  }
  if (unpackedBytes > LARGEST_UNPACKED_BYTES) {
    throw geometryError({
      code: 'threemf_too_large',
      file,
      message: `unpacks to ${Math.round(unpackedBytes / 1024 ** 2)} MB, more than ${LARGEST_UNPACKED_BYTES / 1024 ** 2} MB`,
      fix: 'Export the parts of the mechanism only, or with coarser triangles.',
    });
  }
  return new Map(Object.entries(unpacked).map(([name, content]) => [normalizePath(name), content]));
}

/** Part names are compared without case and without the leading slash. */
const normalizePath = (path: string): string => path.replace(/^\/+/, '').toLowerCase();

function rootModelOf(relations: string): string | undefined {
  for (const [tag] of relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    const type = /\bType\s*=\s*["']([^"']*)["']/.exec(tag)?.[1];
    const target = /\bTarget\s*=\s*["']([^"']*)["']/.exec(tag)?.[1];
    if (type !== undefined && target !== undefined && MODEL_RELATION.test(type)) return target.replace(/^\/+/, '');
  }
  return undefined;
}
