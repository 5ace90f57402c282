/**
 * The ports that adapters implement, and the bases to build them on: stores on `createStore`, queues on `createEngineQueue`. This
 * entry point loads none of the engine.
 *
 * @packageDocumentation
 */
export { createEngineQueue, type EngineQueueOptions } from './adapters/engine-queue/create-engine-queue.ts';
export type { TimedWakeup, WakeupEngine } from './adapters/engine-queue/wakeup-engine.ts';
export { createSystemClock } from './adapters/system-clock.ts';
export type { Clock } from './ports/clock.ts';
export type {
  HttpTransport,
  TransportOutcome,
  TransportPhase,
  TransportRequest,
  TransportTiming,
} from './ports/http-transport.ts';
export type { JobQueue, Wakeup } from './ports/job-queue.ts';
export type { Logger } from './ports/logger.ts';
export type { Random } from './ports/random.ts';
export type { SecretKeys } from './ports/secret-keys.ts';
export type { ColumnType, ColumnValue, Json, TableDeclaration } from './ports/store/columns.ts';
export { COUNTED_COLUMNS } from './ports/store/counted-columns.ts';
export { greatestOwnId, type IdRange, idRangeOf } from './ports/store/id-range.ts';
export {
  ALL_TENANTS,
  type AllTenantsOperations,
  type AllTenantsStore,
  type AllTenantsTransaction,
  type Comparison,
  type Condition,
  DEFAULT_TENANT,
  type FactoryOptions,
  type Match,
  type OwnedMatch,
  type OwnedQuery,
  type OwnedWhere,
  type Patch,
  type Query,
  type RowOperations,
  type Store,
  type StoreOperations,
  type StoreTransaction,
  type TenantStore,
  type TransactionOptions,
  type Where,
} from './ports/store/store.ts';
export { StoreConflictError } from './ports/store/store-conflict-error.ts';
export { STORE_ERROR_CODES, StoreError, type StoreErrorCode } from './ports/store/store-error.ts';
export type { StoreSignals } from './ports/store/store-signals.ts';
export {
  type NewOwnedRow,
  type NewRow,
  type OwnedRow,
  type Row,
  TABLES,
  type TableName,
} from './ports/store/tables.ts';
export { copyRow } from './ports/store-base/copy-row.ts';
export { createStore } from './ports/store-base/create-store.ts';
export { inOwnTransaction } from './ports/store-base/in-own-transaction.ts';
export type {
  ColumnTest,
  EachValue,
  EngineOperations,
  EngineQuery,
  EngineTransaction,
  SavepointTransaction,
  Scalar,
  StoreEngine,
  Tests,
  Values,
} from './ports/store-base/store-engine.ts';
