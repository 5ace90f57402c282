import type { Logger, PluginHostCallbacks } from '@portcullis/plugin-api';
import type { NotificationsService } from '../../delivery/publish/notifications-service.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import { DEFAULT_INTEGRATION_OPTIONS } from '../../options/defaults.ts';
import type { IntegrationOptions } from '../../options/integration-options.ts';
import type { PlannedRemoval, RemovalVerdict } from '../../options/planned-removal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Random } from '../../ports/random.ts';
import type { TenantStore } from '../../ports/store/store.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import type { SettingsService } from '../../settings/settings-service.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import type { PluginRegistry } from '../plugins/plugin-registry.ts';

/**
 * Dependencies of the operations on integrations. A function names those that it needs. A set that several functions need has a
 * name, such as `TransitionDependencies`.
 */
export interface IntegrationDependencies {
  readonly tenant: string;
  readonly registry: PluginRegistry;
  readonly store: TenantStore;
  readonly secrets: SealedSecrets;
  readonly idempotency: Idempotency;
  readonly settings: SettingsService;
  readonly notifications: NotificationsService;
  readonly events: IntegrationEventSink;
  readonly queue: JobQueue;
  readonly limiter: TenantLimiter;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly host: PluginHostCallbacks;
  /** Returns the host's verdict on a removal. */
  beforeRemove(removal: PlannedRemoval): Promise<RemovalVerdict>;
  readonly options: Required<IntegrationOptions>;
  /** A random, persistent id, which is part of every mark and differs for each tenant. */
  readonly instanceId: string;
  /** Returns whether another tenant of this instance has marks with this id. */
  readonly isMarkOfOther: (markId: string) => Promise<boolean>;
  /** The id of this process in leases. */
  readonly nodeId: string;
  /** The background operations of this node. */
  readonly background: BackgroundOperations;
}

/** Operations that continue after the response to their request. */
export interface BackgroundOperations {
  /** Aborted when the node stops waiting for its background operations. */
  readonly signal: AbortSignal;
  /** Tracks a running task of an integration. Its error is logged and emitted as `background.error`. */
  track(integrationId: number, task: string, work: Promise<void>): void;
  /** Resolves when no task of this integration runs on this node. */
  whenIdle(integrationId: number): Promise<void>;
  /** Resolves when the tasks of this integration that run on this node now have ended, even if others have begun. */
  whenEnded(integrationId: number): Promise<void>;
  /** Waits for all tasks until the deadline, then aborts the remaining ones and waits for them. */
  drain(deadlineMs: number): Promise<void>;
}

/** Returns the validation budget of a type. */
export function validationBudget(options: Required<IntegrationOptions>, type: string): number {
  const { validationBudgetMs } = options;
  return typeof validationBudgetMs === 'number'
    ? validationBudgetMs
    : (validationBudgetMs[type] ?? (DEFAULT_INTEGRATION_OPTIONS.validationBudgetMs as number));
}
