export { type TemplateBinding, templateBindingRecord } from './binding-schema.js';
export { type Candidate, candidateFile, type DeclaredParameter } from './candidate.js';
export { commonFriction } from './common-friction.js';
export { type Change, type CheckChange, type Comparison, compareVerdicts } from './compare.js';
export { readTemplateBinding } from './compile.js';
export { type EvaluateOptions, evaluate, type Precheck, precheck } from './evaluate.js';
export {
  type CheckFeedback,
  type Evidence,
  evidenceOf,
  type Feedback,
  type FeedbackMode,
  feedbackOf,
} from './feedback.js';
export type { Perturbation } from './prepared-scene.js';
export {
  defineTemplate,
  loadTemplate,
  type Template,
  type TemplateCheck,
  type TemplateInput,
  templateDurationS,
} from './template.js';
export { type DemandGrades, type TemplateRecord, templateRecord } from './template-schema.js';
