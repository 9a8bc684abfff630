export { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
export { renderAnnotations } from './annotations.js';
export { renderAudit, renderSweep } from './audit-text.js';
export { renderCollisionTable } from './collision-table.js';
export { renderCsv } from './csv.js';
export { detailIds, renderComparison, renderDetail, renderFeedback, renderPrecheck } from './feedback.js';
export { renderGlb } from './gltf.js';
export { renderInspection } from './inspection.js';
export { renderJunit } from './junit.js';
export { renderParquet } from './parquet.js';
export {
  BrowserError,
  type ContactSheet,
  displayMesh,
  findChromium,
  PICTURE_VIEWS,
  type PictureView,
  packReplay,
  renderContactSheet,
  replayPage,
} from './replay/index.js';
export { columnName, poseTable, signalTable, type Table, type TableColumn } from './tables.js';
export { colored, type Paint, plain, renderVerdictText } from './text.js';
export { writeWholeFile } from './write-whole.js';
