import { cone, disc, type Point, type Solid, union } from './solids.js';

/** A shouldered pin with a chamfered head: what a shoulder screw, or a pin with a riveted head, looks like. Lengths [mm]. */
export interface HeadedPin {
  readonly diameter: number;
  readonly headDiameter: number;
  readonly headHeight: number;
  /** Diameter of the shoulder that the eye runs on; none without it. */
  readonly shoulderDiameter?: number;
}

/**
 * A pin along z: shoulder from `bottom` to `shoulder`, pin up to `top`, head above.
 *
 * @param bottom   where it stands on, or is fused with, what carries it
 * @param shoulder top of the shoulder; `bottom` where there is none
 * @param top      underside of the head
 */
export function headedPin(pin: HeadedPin, bottom: number, shoulder: number, top: number, at: Point = [0, 0]): Solid {
  const { diameter, headDiameter: head, headHeight: height } = pin;
  const chamfer = Math.min(0.5, height / 2);
  const solids = [
    disc(diameter, bottom, top + chamfer, at),
    disc(head, top, top + height - chamfer, at),
    cone(head, head - 2 * chamfer, top + height - chamfer, top + height, at),
  ];
  if (pin.shoulderDiameter !== undefined && shoulder > bottom)
    solids.push(disc(pin.shoulderDiameter, bottom, shoulder, at));
  return union(...solids);
}
