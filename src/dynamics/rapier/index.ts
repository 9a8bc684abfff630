export { startRapierEngine } from './rapier-engine.js';
