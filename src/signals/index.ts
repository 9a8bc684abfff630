export * from './define.js';
export * from './recording.js';
