/** Pose of a body in a scene. */
export interface PlacedPose {
  readonly positionM: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
}

/** Pose at a point [mm], turned about z. */
export function poseAt(x: number, y: number, z = 0, aboutZRad = 0): PlacedPose {
  return {
    positionM: [x / 1000, y / 1000, z / 1000],
    rotation: [0, 0, Math.sin(aboutZRad / 2), Math.cos(aboutZRad / 2)],
  };
}

/** A point in metres, from millimetres. */
export const inM = (x: number, y: number, z: number): [number, number, number] => [x / 1000, y / 1000, z / 1000];
