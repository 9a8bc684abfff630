export { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
export { renderAudit, renderSweep } from './audit-text.js';
export { renderCollisionTable } from './collision-table.js';
export { renderInspection } from './inspection.js';
export { colored, type Paint, plain, renderVerdictText } from './text.js';
