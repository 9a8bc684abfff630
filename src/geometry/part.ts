import type { Vec3 } from '../core/vector.js';

/** Triangle mesh of one solid. Faces outwards counter-clockwise. */
export interface TriangleMesh {
  /** Vertex positions [m], length 3·vertexCount. */
  readonly verticesM: Float64Array;
  /** Vertex indices, length 3·triangleCount. */
  readonly triangles: Uint32Array;
}

/** A surface patch of the source solid and what was recognised on it. */
export interface PartFace {
  /** First triangle of the patch; patches are contiguous ranges of the part's mesh. */
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /** Recognised surface, or null where neither a plane nor a cylinder fits. */
  readonly surface: FaceSurface | null;
}

export type FaceSurface = PlaneSurface | CylinderSurface;

/** Plane with its outward normal. */
export interface PlaneSurface {
  readonly kind: 'plane';
  /** Area centroid of the patch. */
  readonly pointM: Vec3;
  /** Unit outward normal. */
  readonly normal: Vec3;
  readonly areaM2: number;
}

/** Cylindrical patch. */
export interface CylinderSurface {
  readonly kind: 'cylinder';
  /** Point on the axis, at the middle of the patch's axial extent. */
  readonly pointM: Vec3;
  /** Unit axis; its sign is deterministic but carries no meaning. */
  readonly axis: Vec3;
  readonly radiusM: number;
  /** Axial extent of the patch. */
  readonly lengthM: number;
  /** Angle swept about the axis, at most 2π. */
  readonly sweepRad: number;
  /** True for a hole (material outside), false for a pin. */
  readonly isHole: boolean;
  /** Largest distance of a patch vertex from the fitted cylinder. */
  readonly fitErrorM: number;
}

/** Volume, centre and inertia of a solid of uniform density. */
export interface MassProperties {
  readonly volumeM3: number;
  readonly areaM2: number;
  readonly centerOfMassM: Vec3;
  /**
   * Second-moment inertia for unit density about the centre of mass, in the part's axes, row-major 3×3 [m⁵].
   * Multiply by density [kg/m³] for kg·m².
   */
  readonly inertiaPerDensityM5: readonly number[];
}

/** One CAD solid, loaded: SI, in its own file's coordinates. */
export interface Part {
  readonly name: string;
  /** Where it came from, for messages: file and solid, or 'built in code'. */
  readonly origin: string;
  readonly mesh: TriangleMesh;
  readonly faces: readonly PartFace[];
  /** True when every edge is shared by exactly two consistently oriented triangles. */
  readonly isWatertight: boolean;
  /** Edges that break watertightness. */
  readonly openEdgeCount: number;
  readonly massProperties: MassProperties;
  /** Axis-aligned box in the part's coordinates. */
  readonly boundsM: { readonly min: Vec3; readonly max: Vec3 };
  /** Chord deflection the mesh was tessellated with [m]; 0 where the mesh is the source. */
  readonly chordM: number;
  /** Hash of the source bytes and of what was taken from them. */
  readonly hash: string;
  /** Warnings about this part: suspicious size, ignored data. */
  readonly warnings: readonly string[];
}
