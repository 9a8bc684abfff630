export type { Contour, PlanePoint } from './contour.js';
export { externalGear, externalGearOutline } from './external-gear.js';
export { type GearSpec, gearCenterDistanceM } from './gear-spec.js';
export {
  type GenevaDimensions,
  type GenevaSpec,
  genevaDimensions,
  genevaDriver,
  genevaLockOutline,
  genevaWheel,
  genevaWheelOutline,
} from './geneva.js';
export { internalGear, internalGearHole } from './internal-gear.js';
export { type RackSpec, rack, rackOutline } from './rack.js';
export { type RatchetSpec, ratchetOutline, ratchetWheel } from './ratchet.js';
