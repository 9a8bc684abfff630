/** Everything that fixes the wiper's geometry. Lengths [m]; heights are above the top face of the frame plate. */
export interface WiperDimensions {
  /** Distance d between the fixed pivots O1 (crank) and O2 (rocker). */
  readonly groundM: number;
  /** Crank length a, pivot to crank pin. */
  readonly crankM: number;
  /** Coupler length b, hole to hole. */
  readonly couplerM: number;
  /** Rocker length c, pivot to rocker pin. */
  readonly rockerM: number;
  /** Wiper arm, from the rocker's pivot to the blade eye, opposite to the rocker pin. */
  readonly armM: number;
  readonly pinDiameterM: number;
  readonly holeDiameterM: number;
  readonly headDiameterM: number;
  readonly headHeightM: number;
  /** Axial play at each face of a moving link. */
  readonly axialGapM: number;
  readonly plateThicknessM: number;
  /** Bosses that carry crank and rocker above the plate. */
  readonly bossHeightM: number;
  /** Thickness of crank and rocker, which share the lower layer. */
  readonly lowerThicknessM: number;
  /** Clearance of the coupler over the heads of the frame pins. */
  readonly layerGapM: number;
  /** Thickness of the coupler, the upper layer. */
  readonly upperThicknessM: number;
  /** Height of a rib on the crank's arm, from the underside of the crank; null in the sound design. */
  readonly crankRibM: number | null;
  /** Shift of the coupler's crank-pin hole square to the coupler; 0 in the sound design. */
  readonly crankHoleShiftM: number;
  /** Round post on the frame plate that reaches through both layers; null in the sound design. */
  readonly post: { readonly xM: number; readonly yM: number; readonly diameterM: number } | null;
  /** Whether the frame carries its rocker pin. */
  readonly hasRockerPin: boolean;
}

/**
 * The sound design: a centric crank–rocker, d² + a² = b² + c² to 0.3 mm, so that both strokes take half a turn.
 *
 *   sweep = 2·asin(a/c) ≈ 95°      smallest transmission angle ≈ acos(a·d/(b·c)) ≈ 40°
 *
 * Grashof: shortest + longest = a + d = 129.5 mm < b + c = 136 mm, with the crank shortest: it turns fully.
 */
export const SOUND: WiperDimensions = {
  groundM: 0.1,
  crankM: 0.0295,
  couplerM: 0.096,
  rockerM: 0.04,
  armM: 0.07,
  pinDiameterM: 0.0059,
  holeDiameterM: 0.006,
  headDiameterM: 0.01,
  headHeightM: 0.002,
  axialGapM: 0.00025,
  plateThicknessM: 0.006,
  bossHeightM: 0.002,
  lowerThicknessM: 0.006,
  layerGapM: 0.0007,
  upperThicknessM: 0.005,
  crankRibM: null,
  crankHoleShiftM: 0,
  post: null,
  hasRockerPin: true,
};

/** The cranks of the broken designs: 12 % short, and too long for either side to turn fully (138 mm exceed 136 mm). */
export const SHORT_CRANK_M = 0.88 * SOUND.crankM;
export const LONG_CRANK_M = 0.038;

/** Heights above the plate at which the layers lie [m]. */
export interface WiperLayers {
  /** Underside of crank and rocker. */
  readonly lowerM: number;
  /** Underside of the coupler. */
  readonly upperM: number;
  /** Top of everything. */
  readonly topM: number;
  /** From the underside of crank or rocker to the shoulder that the coupler runs on. */
  readonly shoulderM: number;
}

/** Stacks the layers so that each moving face has its axial play and the coupler clears the heads of the frame pins. */
export function layersOf(d: WiperDimensions): WiperLayers {
  const lowerM = d.bossHeightM + d.axialGapM;
  const headTopM = lowerM + d.lowerThicknessM + d.axialGapM + d.headHeightM;
  const upperM = headTopM + d.layerGapM;
  return {
    lowerM,
    upperM,
    topM: upperM + d.upperThicknessM + d.axialGapM + d.headHeightM,
    shoulderM: upperM - d.axialGapM - lowerM,
  };
}
