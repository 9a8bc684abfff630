export type { BatchRow, Expected, Job, ResolvedTest, ResolverModule, RowStatus } from './job.js';
export { writeParquet } from './parquet.js';
export type { Shard } from './row-log.js';
export { type BatchOptions, type BatchProgress, type BatchResult, runBatch } from './run-batch.js';
export { runJob } from './run-job.js';
export { type AttemptSummary, type BatchTable, type FamilySummary, type Outcome, tableOf } from './table.js';
