export { type ClosedPart, closePart } from './fill-loops.js';
export {
  type FoundCylinder,
  type FoundPlane,
  findCylinders,
  findPlanes,
  tessellationVolumeError,
} from './find-surfaces.js';
export * from './generate/index.js';
export { encodeGlb } from './glb.js';
export {
  type FileReport,
  type InspectOptions,
  inspectFile,
  listSolids,
  type SolidListing,
  type SolidReport,
} from './inspect.js';
export { LENGTH_UNITS, type LengthUnit, metersPer } from './length-unit.js';
export {
  DEFAULT_ANGLE_RAD,
  DEFAULT_CHORD_M,
  type FileOptions,
  type LoadPartOptions,
  loadFileParts,
  loadPart,
} from './load-part.js';
export {
  convexHullOf,
  hullOfRegion,
  loadManifold,
  manifoldFromMesh,
  meshFromManifold,
  posedMesh,
  type RegionShape,
  regionMesh,
  solidFromManifold,
} from './manifold.js';
export { boundsOf, massProperties } from './mass-properties.js';
export { type MeshTopology, meshTopology, nextHalfEdge } from './mesh-topology.js';
export { loadNative, nativeMissingError, nativeStatus } from './native.js';
export type {
  FilledLoop,
  NativeAnswers,
  NativeBatch,
  NativeBatchOptions,
  NativeGeometry,
  NativeMesh,
  NativeMeshInfo,
  NativeMeshOptions,
  NativeOverlap,
  NativeStatus,
} from './native-types.js';
export type {
  CylinderSurface,
  FaceSurface,
  MassProperties,
  Part,
  PartFace,
  PlaneSurface,
  TriangleMesh,
} from './part.js';
export { boxMesh, cylinderMesh, DEFAULT_SEGMENT_COUNT, sphereMesh } from './primitives.js';
export {
  type BoxSource,
  type CylinderSource,
  type FileSource,
  type GeometrySource,
  geometrySourceSchema,
  type MeshSource,
  type SolidPick,
  type SphereSource,
  solidPickSchema,
} from './source.js';
export { stlBytes } from './write-stl.js';
