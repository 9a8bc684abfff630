import { bindWiper } from './03-four-bar-wiper/binding.js';
import { buildCandidate as buildWiper } from './03-four-bar-wiper/candidate.js';
import { DEFECTS as wiperDefects } from './03-four-bar-wiper/defects.js';
import { bindSliderRocker, buildSliderRocker } from './03-four-bar-wiper/slider-rocker.js';
import { TEMPLATE as wiperTemplate } from './03-four-bar-wiper/template.js';
import { bindPump } from './17-piston-pump/binding.js';
import { buildCandidate as buildPump } from './17-piston-pump/candidate.js';
import { DEFECTS as pumpDefects } from './17-piston-pump/defects.js';
import { TEMPLATE as pumpTemplate } from './17-piston-pump/template.js';
import { bindSliderCrank } from './22-slider-crank/binding.js';
import { buildCandidate as buildSliderCrank } from './22-slider-crank/candidate.js';
import { DEFECTS as sliderCrankDefects } from './22-slider-crank/defects.js';
import { TEMPLATE as sliderCrankTemplate } from './22-slider-crank/template.js';
import { bindTurntable } from './23-gravity-pawl-turntable/binding.js';
import { buildCandidate as buildTurntable } from './23-gravity-pawl-turntable/candidate.js';
import { DEFECTS as turntableDefects } from './23-gravity-pawl-turntable/defects.js';
import { TEMPLATE as turntableTemplate } from './23-gravity-pawl-turntable/template.js';
import { bindGate } from './24-sliding-bolt-gate/binding.js';
import { buildCandidate as buildGate } from './24-sliding-bolt-gate/candidate.js';
import { DEFECTS as gateDefects } from './24-sliding-bolt-gate/defects.js';
import { TEMPLATE as gateTemplate } from './24-sliding-bolt-gate/template.js';
import { bindReducer } from './25-gear-reducer/binding.js';
import { buildCandidate as buildReducer } from './25-gear-reducer/candidate.js';
import { DEFECTS as reducerDefects } from './25-gear-reducer/defects.js';
import { TEMPLATE as reducerTemplate } from './25-gear-reducer/template.js';
import { bindGate as bindSwingGate } from './27-swing-gate/binding.js';
import { buildCandidate as buildSwingGate } from './27-swing-gate/candidate.js';
import { DEFECTS as swingGateDefects } from './27-swing-gate/defects.js';
import { TEMPLATE as swingGateTemplate } from './27-swing-gate/template.js';
import { bindMirror } from './28-tilting-mirror/binding.js';
import { buildCandidate as buildMirror } from './28-tilting-mirror/candidate.js';
import { DEFECTS as mirrorDefects } from './28-tilting-mirror/defects.js';
import { TEMPLATE as mirrorTemplate } from './28-tilting-mirror/template.js';
import { bindHook } from './29-folding-hook/binding.js';
import { buildCandidate as buildHook } from './29-folding-hook/candidate.js';
import { DEFECTS as hookDefects } from './29-folding-hook/defects.js';
import { TEMPLATE as hookTemplate } from './29-folding-hook/template.js';
import { bindLatch } from './33-door-latch/binding.js';
import { buildCandidate as buildLatch } from './33-door-latch/candidate.js';
import { DEFECTS as latchDefects } from './33-door-latch/defects.js';
import { TEMPLATE as latchTemplate } from './33-door-latch/template.js';
import { bindTwin } from './39-twin-cylinder/binding.js';
import { buildCandidate as buildTwin } from './39-twin-cylinder/candidate.js';
import { DEFECTS as twinDefects } from './39-twin-cylinder/defects.js';
import { TEMPLATE as twinTemplate } from './39-twin-cylinder/template.js';
import { bindGripper as bindParallelGripper } from './41-parallel-gripper/binding.js';
import { buildCandidate as buildParallelGripper } from './41-parallel-gripper/candidate.js';
import { DEFECTS as parallelGripperDefects } from './41-parallel-gripper/defects.js';
import { TEMPLATE as parallelGripperTemplate } from './41-parallel-gripper/template.js';
import { type Family, family, type Mechanism } from './family.js';
import { bindGripper } from './real-gripper/binding.js';

export type { BoundCandidate, Defect, Expected, Family, Mechanism, Variant } from './family.js';

/** The mechanism families that come with the package; `mechtrial run NAME` evaluates the reference mechanism of one. */
export const FAMILIES: readonly Family[] = [
  family({
    template: wiperTemplate,
    candidate: () => ({ scene: buildWiper() }),
    binding: () => bindWiper(),
    variants: [
      {
        name: 'slider-rocker',
        title: 'a crank drives a slider, and the slider swings the rocker',
        candidate: buildSliderRocker,
        binding: bindSliderRocker,
      },
    ],
    defects: wiperDefects,
  }),
  family({ template: pumpTemplate, candidate: () => buildPump(), binding: () => bindPump(), defects: pumpDefects }),
  family({
    template: sliderCrankTemplate,
    candidate: () => buildSliderCrank(),
    binding: () => bindSliderCrank(),
    defects: sliderCrankDefects,
  }),
  family({
    template: reducerTemplate,
    candidate: () => buildReducer(),
    binding: () => bindReducer(),
    defects: reducerDefects,
  }),
  family({ template: hookTemplate, candidate: () => buildHook(), binding: () => bindHook(), defects: hookDefects }),
  family({
    template: swingGateTemplate,
    candidate: () => buildSwingGate(),
    binding: () => bindSwingGate(),
    defects: swingGateDefects,
  }),
  family({
    template: mirrorTemplate,
    candidate: () => buildMirror(),
    binding: () => bindMirror(),
    defects: mirrorDefects,
  }),
  family({ template: twinTemplate, candidate: () => buildTwin(), binding: () => bindTwin(), defects: twinDefects }),
  family({
    template: turntableTemplate,
    candidate: () => buildTurntable(),
    binding: () => bindTurntable(),
    defects: turntableDefects,
  }),
  family({ template: gateTemplate, candidate: () => buildGate(), binding: () => bindGate(), defects: gateDefects }),
  family({ template: latchTemplate, candidate: () => buildLatch(), binding: () => bindLatch(), defects: latchDefects }),
  family({
    template: parallelGripperTemplate,
    candidate: () => buildParallelGripper(),
    binding: () => bindParallelGripper(),
    defects: parallelGripperDefects,
  }),
];

/** Mechanisms with a test of their own; `mechtrial run NAME` runs one of them. */
export const MECHANISMS: readonly Mechanism[] = [
  {
    kind: 'mechanism',
    name: 'real-gripper',
    title: 'Gripper of a low-cost robot arm, from the STEP files of its maker',
    binding: () => bindGripper(),
  },
];
