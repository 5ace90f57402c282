import type { IntegrationStatus } from './integration-status.ts';

/** Every event in the lifecycle of an integration. */
export const LIFECYCLE_EVENTS = [
  'create',
  'create-succeeded',
  'create-failed',
  'edit',
  'edit-succeeded',
  'edit-failed',
  'recreate-failed',
  'delete',
  'delete-succeeded',
  'delete-failed',
  'force-disable-finished',
  'validation-failed',
  'validation-passed',
  'upgrade',
  'upgrade-succeeded',
  'upgrade-failed',
] as const;

/** An event in the lifecycle of an integration. */
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/** One row of the lifecycle: in `from`, `event` leads to `to`. `null` is "does not exist yet". */
export interface Transition {
  readonly from: IntegrationStatus | null;
  readonly event: LifecycleEvent;
  readonly to: IntegrationStatus;
}

/** The statuses from which PUT and DELETE may start. */
const IDLE_STATUSES = [
  'enabled',
  'createError',
  'editError',
  'deleteError',
  'recurringValidationError',
  'migrateError',
] as const;

/**
 * The lifecycle of an integration, with every transition. `editing` follows several statuses; a failed edit of an integration
 * that was never created returns to `createError` (`recreate-failed`).
 */
export const LIFECYCLE: readonly Transition[] = Object.freeze([
  { from: null, event: 'create', to: 'creating' },
  { from: 'creating', event: 'create-succeeded', to: 'enabled' },
  { from: 'creating', event: 'create-failed', to: 'createError' },
  ...IDLE_STATUSES.map((from): Transition => ({ from, event: 'edit', to: 'editing' })),
  { from: 'editing', event: 'edit-succeeded', to: 'enabled' },
  { from: 'editing', event: 'edit-failed', to: 'editError' },
  { from: 'editing', event: 'recreate-failed', to: 'createError' },
  ...IDLE_STATUSES.map((from): Transition => ({ from, event: 'delete', to: 'deleting' })),
  { from: 'deleting', event: 'delete-succeeded', to: 'deleted' },
  { from: 'deleting', event: 'delete-failed', to: 'deleteError' },
  { from: 'deleting', event: 'force-disable-finished', to: 'disabled' },
  { from: 'enabled', event: 'validation-failed', to: 'recurringValidationError' },
  { from: 'recurringValidationError', event: 'validation-passed', to: 'enabled' },
  { from: 'enabled', event: 'upgrade', to: 'migrating' },
  // For types without PUT, and because the failure may have been one of the network.
  { from: 'migrateError', event: 'upgrade', to: 'migrating' },
  { from: 'migrating', event: 'upgrade-succeeded', to: 'enabled' },
  { from: 'migrating', event: 'upgrade-failed', to: 'migrateError' },
] satisfies Transition[]);

/** Statuses while an operation runs: PUT and DELETE are refused. */
export const BUSY_STATUSES: readonly IntegrationStatus[] = ['creating', 'editing', 'deleting', 'migrating'];

/** Statuses of ended records, which are kept for pollers only and occupy no target. */
export const ENDED_STATUSES: readonly IntegrationStatus[] = ['deleted', 'disabled'];

/** Statuses of records that exist. */
export const LIVE_STATUSES: readonly IntegrationStatus[] = [...new Set(LIFECYCLE.map((row) => row.to))].filter(
  (status) => !ENDED_STATUSES.includes(status),
);

/** Returns the next status, or `undefined` if the event is not possible in this status. Pure. */
export function transition(from: IntegrationStatus | null, event: LifecycleEvent): IntegrationStatus | undefined {
  return LIFECYCLE.find((row) => row.from === from && row.event === event)?.to;
}
