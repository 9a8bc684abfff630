export { renderAudit, renderSweep } from './audit-text.js';
export { renderInspection } from './inspection.js';
export { colored, type Paint, plain, renderVerdictText } from './text.js';
export { formatNumber, formatQuantity } from './units.js';
