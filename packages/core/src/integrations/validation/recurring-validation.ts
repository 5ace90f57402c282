import { ServiceError } from '../../kernel/errors/service-error.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { createIntervalTask } from '../../kernel/lifetime/interval-task.ts';
import { createSharedInterval, type SharedInterval } from '../../kernel/lifetime/shared-interval.ts';
import { takeLease } from '../../kernel/lifetime/take-lease.ts';
import { DEFAULT_TENANT, type OwnedMatch, type Store } from '../../ports/store/store.ts';
import type { OwnedRow, Row } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { checkDrift } from '../drift/check-drift.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import { isStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { forecastExpiries } from './expiry-forecast.ts';
import { validateIntegration } from './validate-integration.ts';

/** The name of the wake-ups and of the interval. */
const RECURRING_VALIDATION = 'recurring-validation';

/**
 * Milliseconds after which other nodes no longer wait for a node that died in a round. One integration takes less time.
 */
const ROUND_LEASE_MS = 600_000;

/** Milliseconds until a changed period takes effect. */
const SCAN_MS = 60_000;

/** The recurring validation of enabled integrations. */
export interface RecurringValidation {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Dependencies of {@link createRecurringValidation}. */
export interface RecurringValidationDependencies
  extends Pick<IntegrationDependencies, 'clock' | 'queue' | 'nodeId' | 'logger'> {
  readonly store: Store;
  readonly settings: TenantSettings;
  readonly events: IntegrationEventSink;
  /** The random id of the instance, by which the times of instances differ. */
  readonly instanceId: string;
  /** Returns the dependencies of operations of a tenant; undefined for one that is suspended or being removed. */
  readonly dependenciesOf: (tenant: string) => Promise<IntegrationDependencies | undefined>;
}

/** The integrations that are validated in the same rounds. */
interface RoundScope {
  readonly name: string;
  /** The tenant whose store has the start of the last round. */
  readonly tenant: string;
  readonly periodMs: number;
  readonly where: OwnedMatch<'integrations'>;
}

/**
 * Creates the recurring validation of a node. The period is a setting; 0 switches it off. The start of the last round is in the
 * store, and a single node does a round, from its start to its end. Tenants with their own period have their own rounds.
 */
export function createRecurringValidation(dependencies: RecurringValidationDependencies): RecurringValidation {
  const { store, clock, settings, nodeId, instanceId } = dependencies;
  const intervals = new Map<string, SharedInterval>();

  const intervalFor = async (scope: Pick<RoundScope, 'name' | 'tenant'>): Promise<SharedInterval> => {
    const key = keyOf(scope);
    const known = intervals.get(key);
    if (known) return known;
    const { name, tenant } = scope;
    const holder = { store: store.scoped(tenant), clock, nodeId };
    const interval = createSharedInterval(holder, { name, seed: `${instanceId}${tenant}` });
    await interval.start();
    intervals.set(key, interval);
    return interval;
  };

  const validateDue = async (signal: AbortSignal): Promise<void> => {
    const periods = await settings.overridesOf('recurringValidationPeriodMs');
    const scopes = scopesOf(periods, settings.base.recurringValidationPeriodMs);
    const current = new Set(scopes.map(keyOf));
    for (const key of intervals.keys()) if (!current.has(key)) intervals.delete(key);
    for (const scope of scopes) {
      if (!signal.aborted) await validateScope(scope, periods, signal);
    }
  };

  const validateScope = async (
    scope: RoundScope,
    periods: ReadonlyMap<string, number>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { name, tenant, periodMs, where } = scope;
    if (periodMs === 0) return;
    // If the tenant was removed, its new row would never be deleted.
    if (!intervals.has(keyOf(scope)) && !(await dependencies.dependenciesOf(tenant))) return;
    if (!(await (await intervalFor(scope)).take(periodMs))) return;
    const leases = store.scoped(tenant);
    const running = `${name}:running`;
    // Another node does not join a round that takes longer than the period.
    if (!(await takeLease({ store: leases, clock, nodeId }, running, ROUND_LEASE_MS))) return;
    const mine = { name: running, owner: nodeId };
    const records = await store.allTenants.find('integrations', {
      where: { ...where, status: { in: ['enabled', 'recurringValidationError'] } },
      orderBy: [['id', 'asc']],
    });
    const due = records.filter((record) => record.tenant === tenant || !periods.has(record.tenant));
    await checkAll(dependencies, due, signal, () =>
      leases.update('leases', mine, { until: clock.now() + ROUND_LEASE_MS }),
    );
    await leases.update('leases', mine, { until: clock.now() });
  };

  const recurring = createIntervalTask(dependencies, {
    name: RECURRING_VALIDATION,
    everyMs: SCAN_MS,
    work: validateDue,
    onError: (error) => report(dependencies, error),
  });

  return {
    async start() {
      await intervalFor({ name: RECURRING_VALIDATION, tenant: DEFAULT_TENANT });
      recurring.start();
    },
    stop: () => recurring.stop(),
  };
}

function keyOf({ name, tenant }: Pick<RoundScope, 'name' | 'tenant'>): string {
  return `${tenant}\n${name}`;
}

/** Tenants without their own period share their rounds. */
function scopesOf(periods: ReadonlyMap<string, number>, base: number): readonly RoundScope[] {
  const name = RECURRING_VALIDATION;
  const own = [...periods].map(([tenant, periodMs]) => ({ name, tenant, periodMs, where: { tenant } }));
  const tenant = DEFAULT_TENANT;
  // The name is taken if the default tenant has its own rounds.
  const shared = periods.has(tenant)
    ? { name: `${name}:others`, tenant, periodMs: base, where: { tenant: { not: tenant } } }
    : { name, tenant, periodMs: base, where: {} };
  return [shared, ...own];
}

/** Runs one round: one integration at a time, so that a round never uses more than one connection of the host. */
async function checkAll(
  dependencies: RecurringValidationDependencies,
  records: readonly OwnedRow<'integrations'>[],
  signal: AbortSignal,
  next: () => Promise<unknown>,
): Promise<void> {
  for (const record of records) {
    if (signal.aborted) return;
    await next();
    const tenantDependencies = await dependencies.dependenciesOf(record.tenant);
    if (!tenantDependencies) continue;
    const checks = [
      forecastExpiries(tenantDependencies, record),
      ...(isCheckable(tenantDependencies, record) ? [checkOne(tenantDependencies, record, signal)] : []),
    ];
    for (const end of await Promise.allSettled(checks)) {
      if (end.status === 'rejected' && !signal.aborted)
        report(tenantDependencies, end.reason, { integrationId: record.id });
    }
  }
}

async function checkOne(
  dependencies: IntegrationDependencies,
  record: Row<'integrations'>,
  signal: AbortSignal,
): Promise<void> {
  await validateIntegration(dependencies, record, signal);
  if (!dependencies.options.driftDetection || signal.aborted) return;
  // A change that began in between is no failure; the next round checks again.
  await checkDrift(dependencies, record.id, { signal }).catch((error: unknown) => {
    if (!ServiceError.isInstance(error)) throw error;
  });
}

/**
 * Types without connections have nothing to check. Integrations without a plugin, or with records of a newer plugin, cannot be
 * checked.
 */
function isCheckable(dependencies: Pick<IntegrationDependencies, 'registry'>, record: Row<'integrations'>): boolean {
  const definition = dependencies.registry.find(record.type);
  return definition !== undefined && definition.stages.length > 0 && !isStoredByNewer(definition, record);
}

function report(
  dependencies: Pick<IntegrationDependencies, 'events' | 'logger'>,
  error: unknown,
  details?: { readonly integrationId: number },
): void {
  const line = 'The recurring validation failed.';
  reportBackgroundError(dependencies, { task: RECURRING_VALIDATION, line, details }, error);
}
