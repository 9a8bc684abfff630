import type { Pose } from '../core/vector.js';

// Messages of Foxglove's published schemas (https://docs.foxglove.dev/docs/visualization/message-schemas), as JSON, so that
// a recording can be looked at in a viewer that knows them: the geometry once, the transforms of what moves at every pose.

/** What a viewer is shown of a body: meshes as binary glTF, placed in the body frame. */
export interface DisplayBody {
  readonly name: string;
  /** Red, green, blue, from 0 to 1. */
  readonly color: readonly [number, number, number];
  readonly parts: readonly { readonly poseInBody: Pose; readonly glb: Uint8Array }[];
}

/** Frame that all transforms start from. */
const WORLD_FRAME = 'world';

const time = (atS: number) => {
  const nanoseconds = Math.round(atS * 1e9);
  return { sec: Math.floor(nanoseconds / 1e9), nsec: nanoseconds % 1e9 };
};

const point = ([x, y, z]: readonly [number, number, number]) => ({ x, y, z });
const orientation = ([x, y, z, w]: readonly [number, number, number, number]) => ({ x, y, z, w });

/** A `foxglove.SceneUpdate`: bodies that appear, and names of those that go. */
export function sceneUpdate(atS: number, appearing: readonly DisplayBody[], going: readonly string[]): object {
  const timestamp = time(atS);
  return {
    deletions: going.map((id) => ({ timestamp, type: 0, id })),
    entities: appearing.map(({ name, color: [r, g, b], parts }) => ({
      timestamp,
      frame_id: name,
      id: name,
      lifetime: { sec: 0, nsec: 0 },
      frame_locked: true,
      ...{ metadata: [], arrows: [], cubes: [], spheres: [], cylinders: [], lines: [], triangles: [], texts: [] },
      models: parts.map(({ poseInBody, glb }) => ({
        pose: { position: point(poseInBody.positionM), orientation: orientation(poseInBody.rotation) },
        scale: { x: 1, y: 1, z: 1 },
        color: { r, g, b, a: 1 },
        override_color: true,
        url: '',
        media_type: 'model/gltf-binary',
        data: Buffer.from(glb).toString('base64'),
      })),
    })),
  };
}

/**
 * A `foxglove.FrameTransforms` of the bodies whose poses are not those of `before`.
 *
 * @param names  one per body; the first is the world
 * @param pose   7 per body: x y z [m], qx qy qz qw
 * @param before the poses that were written last, same layout; NaN where none were
 */
export function frameTransforms(
  atS: number,
  names: readonly string[],
  pose: Float64Array,
  before: Float64Array,
): { readonly transforms: readonly object[] } {
  const timestamp = time(atS);
  const transforms: object[] = [];
  for (let body = 1; body < names.length; body++) {
    const o = 7 * body;
    let isSame = true;
    for (let i = o; i < o + 7; i++) isSame &&= pose[i] === before[i];
    if (isSame) continue;
    transforms.push({
      timestamp,
      parent_frame_id: WORLD_FRAME,
      child_frame_id: names[body]!,
      translation: point([pose[o]!, pose[o + 1]!, pose[o + 2]!]),
      rotation: orientation([pose[o + 3]!, pose[o + 4]!, pose[o + 5]!, pose[o + 6]!]),
    });
  }
  return { transforms };
}

const fields = (names: readonly string[], type: 'number' | 'integer') => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type }])),
});
const TIME = fields(['sec', 'nsec'], 'integer');
const VECTOR = fields(['x', 'y', 'z'], 'number');
const QUATERNION = fields(['x', 'y', 'z', 'w'], 'number');
const list = (items: object) => ({ type: 'array', items });
const record = (properties: object) => ({ type: 'object', properties });

/** JSON Schema of what is written of `foxglove.FrameTransforms`. */
export const FRAME_TRANSFORMS_SCHEMA = {
  title: 'foxglove.FrameTransforms',
  ...record({
    transforms: list(
      record({
        timestamp: TIME,
        parent_frame_id: { type: 'string' },
        child_frame_id: { type: 'string' },
        translation: VECTOR,
        rotation: QUATERNION,
      }),
    ),
  }),
};

const PRIMITIVES = ['arrows', 'cubes', 'spheres', 'cylinders', 'lines', 'triangles', 'texts', 'metadata'] as const;

/** JSON Schema of what is written of `foxglove.SceneUpdate`; bytes are base64. */
export const SCENE_UPDATE_SCHEMA = {
  title: 'foxglove.SceneUpdate',
  ...record({
    deletions: list(record({ timestamp: TIME, type: { type: 'integer' }, id: { type: 'string' } })),
    entities: list(
      record({
        timestamp: TIME,
        frame_id: { type: 'string' },
        id: { type: 'string' },
        lifetime: TIME,
        frame_locked: { type: 'boolean' },
        ...Object.fromEntries(PRIMITIVES.map((name) => [name, list({ type: 'object' })])),
        models: list(
          record({
            pose: record({ position: VECTOR, orientation: QUATERNION }),
            scale: VECTOR,
            color: fields(['r', 'g', 'b', 'a'], 'number'),
            override_color: { type: 'boolean' },
            url: { type: 'string' },
            media_type: { type: 'string' },
            data: { type: 'string', contentEncoding: 'base64' },
          }),
        ),
      }),
    ),
  }),
};
