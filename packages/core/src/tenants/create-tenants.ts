import { z } from 'zod';
import { readStats } from '../delivery/api/read-stats.ts';
import type { Dispatcher } from '../delivery/dispatcher/create-dispatcher.ts';
import type { DeliveryEventSink } from '../delivery/events/delivery-events.ts';
import type { AuthenticateKey } from '../integrations/client-setup/key-authentication.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { unknownTenant } from '../kernel/errors/unknown-tenant.ts';
import { nameSchema } from '../kernel/input/name-schema.ts';
import { inputIssues, invalidRequest, parseInput } from '../kernel/input/parse-input.ts';
import { isoTime } from '../kernel/time/iso-time.ts';
import { ownLimitsSchema } from '../limits/limits-schema.ts';
import type { OwnTenantLimits } from '../options/tenant-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { SecretKeys } from '../ports/secret-keys.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { LookUpApiKey } from '../security/api-keys/look-up-api-key.ts';
import { resealAll } from '../security/reseal/reseal-all.ts';
import type { TenantState } from '../tenant-cache/tenant-facts.ts';
import { bumpTenantsVersion } from '../tenant-cache/tenants-version.ts';
import type { Removal } from './create-removal.ts';
import { createSuspension } from './create-suspension.ts';
import { lockTenant } from './lock-tenant.ts';
import { readUsage } from './read-usage.ts';
import { insertTenant, newTenant, type TenantDirectory } from './tenant-directory.ts';
import { checkTenantId } from './tenant-id.ts';
import type { TenantsService, TenantView } from './tenants-service.ts';
import { exportTenant } from './transfer/export-tenant.ts';
import { importTenant } from './transfer/import-tenant.ts';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 1000;

const NAME_LENGTH = 255;
const createSchema = z.strictObject({
  id: z.string(),
  name: nameSchema(NAME_LENGTH).optional(),
  limits: ownLimitsSchema.default({}),
});
const updateSchema = z.strictObject({
  name: nameSchema(NAME_LENGTH).nullable().optional(),
  limits: ownLimitsSchema.optional(),
});
const removeSchema = z.strictObject({ leaveOnPlatforms: z.boolean().optional() });
const listSchema = z.strictObject({
  // It is the id of a tenant, which has none of these characters.
  cursor: z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be that of the previous page')
    .optional(),
  limit: z.int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE),
});

/** Dependencies of {@link createTenants}. */
export interface TenantsDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly directory: TenantDirectory;
  readonly removal: Removal;
  readonly dispatcher: Pick<Dispatcher, 'activity' | 'recover'>;
  readonly secretKeys: SecretKeys;
  /** True if another process or thread also caches tenants; it follows a change within two seconds. */
  readonly isCachedElsewhere: boolean;
  readonly lookUpApiKey: LookUpApiKey;
  readonly authenticateIntegrationKey: AuthenticateKey;
}

/** Creates the {@link TenantsService} of an instance. */
export function createTenants(dependencies: TenantsDependencies): TenantsService {
  const { store, clock, directory, lookUpApiKey, authenticateIntegrationKey } = dependencies;

  const rowOf = async (id: string): Promise<OwnedRow<'tenants'>> => {
    const [row] = await store.find('tenants', { where: { tenant: checkTenantId(id) } });
    if (!row || row.state === 'importing') throw unknownTenant(id);
    return row;
  };

  const suspension = createSuspension(dependencies);

  return {
    async create(tenant) {
      checkTenantId((tenant as { readonly id?: unknown } | undefined)?.id);
      const { id, name = null, limits } = parseInput(createSchema, tenant);
      const row = await insertTenant(store, { ...newTenant(id, dependencies), name, limits });
      if (!row) throw new ServiceError('TENANT_EXISTS', `The tenant ${JSON.stringify(id)} exists.`);
      return toView(row);
    },
    async get(id) {
      return toView(await rowOf(id));
    },
    async list(options = {}) {
      const parsed = listSchema.safeParse(options, { reportInput: false });
      if (!parsed.success) throw invalidRequest(inputIssues(parsed.error));
      const { cursor, limit } = parsed.data;
      const rows = await store.find('tenants', {
        where: { state: { not: 'importing' }, ...(cursor !== undefined && { tenant: { gt: cursor } }) },
        orderBy: [['tenant', 'asc']],
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        tenants: page.map(toView),
        ...(rows.length > limit && last && { cursor: last.tenant }),
      };
    },
    async update(id, changes) {
      const { name, limits } = parseInput(updateSchema, changes);
      const tenant = checkTenantId(id);
      const patch = {
        ...(name !== undefined && { name }),
        ...(limits !== undefined && { limits }),
        version: { increment: 1 },
        updatedAt: clock.now(),
      };
      await store.transaction(async (transaction) => {
        await lockTenant(transaction, tenant);
        await transaction.update('tenants', { tenant }, patch);
        if (limits === undefined) return;
        await bumpTenantsVersion(transaction.scoped(tenant));
        transaction.afterCommit(() => directory.forget(tenant));
      });
      return toView(await rowOf(id));
    },
    async suspend(id) {
      await suspension.suspend(checkTenantId(id));
      return toView(await rowOf(id));
    },
    async resume(id) {
      await suspension.resume(checkTenantId(id));
      return toView(await rowOf(id));
    },
    async usage(id) {
      const { tenant } = await rowOf(id);
      return { id: tenant, ...(await readUsage(store, tenant)) };
    },
    async export(id, options = {}) {
      const { publicKey } = requireOptions(options);
      const requireRow = async (tenant: string) => {
        const row = await rowOf(tenant);
        if (row.state === 'removing') throw unknownTenant(tenant);
        return row;
      };
      return exportTenant({ ...dependencies, requireRow }, checkTenantId(id), publicKey);
    },
    async import(source, options = {}) {
      const { privateKey } = requireOptions(options);
      const imported = await importTenant(
        { ...dependencies, claims: dependencies.removal.imports, checkId: checkTenantId },
        source,
        privateKey,
      );
      // Processes that share a store recover expired leases regularly.
      if (!store.shared) await dependencies.dispatcher.recover();
      return imported;
    },
    async reseal(id) {
      const { tenant } = await rowOf(id);
      return resealAll(dependencies, new AbortController().signal, undefined, tenant);
    },
    async remove(id, options = {}) {
      checkTenantId(id);
      return dependencies.removal.remove(id, parseInput(removeSchema, options));
    },
    async stats() {
      const node = await dependencies.dispatcher.activity();
      return { ...(await readStats({ store, clock })), node };
    },
    authenticate: (key, options) => lookUpApiKey(key, options),
    authenticateIntegrationKey: (key, options) => authenticateIntegrationKey(key, options),
  };
}

function toView({ tenant, name, state, stateSince, limits, createdAt, updatedAt }: OwnedRow<'tenants'>): TenantView {
  return {
    id: tenant,
    ...(name !== null && { name }),
    state: state as TenantState,
    stateSince: isoTime(stateSince),
    limits: limits as OwnTenantLimits,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Options come from code that the compiler may not have checked. */
function requireOptions<Options extends object>(options: Options): Options {
  if (typeof options === 'object' && options !== null) return options;
  throw new ServiceError('OPTIONS_INVALID', 'The options must be an object.');
}
