export { type TemplateBinding, templateBindingRecord } from './binding-schema.js';
export type { Candidate, DeclaredParameter } from './candidate.js';
export { commonFriction } from './common-friction.js';
export { readTemplateBinding } from './compile.js';
export { type EvaluateOptions, evaluate } from './evaluate.js';
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
