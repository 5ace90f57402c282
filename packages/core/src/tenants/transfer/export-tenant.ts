import { createHash } from 'node:crypto';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { deliveriesOf } from '../../kernel/reads/deliveries-of.ts';
import { MAX_CLOCK_SKEW_MS } from '../../kernel/time/clock-skew.ts';
import { pause } from '../../kernel/time/pause.ts';
import type { OwnTenantLimits } from '../../options/tenant-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import { type OwnedRow, TABLES, type TableName } from '../../ports/store/tables.ts';
import { openSealed } from '../../security/seal/seal.ts';
import { TENANTS_KNOWN_MS } from '../../tenant-cache/known-tenants-version.ts';
import { bindingOf } from './sealed-rows.ts';
import {
  type AnyRow,
  encodeRow,
  isSealedTable,
  TRANSFER_FORMAT,
  TRANSFER_TABLES,
  TRANSFER_VERSION,
  type TransferHeader,
} from './transfer-format.ts';
import { createTransferSealer, type TransferKey, type TransferSealer } from './transfer-seal.ts';

/** Maximum number of rows per read. */
const PAGE = 200;

/** Dependencies of {@link exportTenant}. */
export interface ExportDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly secretKeys: SecretKeys;
  /** True if another process or thread also caches tenants; it follows a change within two seconds. */
  readonly isCachedElsewhere: boolean;
  /** Returns the row of a tenant. @throws ServiceError `TENANT_UNKNOWN` for one that no request may see. */
  readonly requireRow: (tenant: string) => Promise<OwnedRow<'tenants'>>;
}

/**
 * Starts the export of a tenant.
 *
 * @returns its lines, each with its line break.
 * @throws ServiceError `TENANT_UNKNOWN`, `TENANT_IN_USE`, `OPTIONS_INVALID`
 */
export async function exportTenant(
  dependencies: ExportDependencies,
  tenant: string,
  publicKey: TransferKey | undefined,
): Promise<AsyncIterable<string>> {
  const { store, clock, random, isCachedElsewhere, requireRow } = dependencies;
  const sealer = publicKey === undefined ? undefined : createTransferSealer(publicKey, random);
  const row = await requireRow(tenant);
  const isSuspended = row.state === 'suspended';
  // The time of the suspension is that of another clock, so only one that is long ago is certainly known to all nodes.
  const isRecent = row.stateSince > clock.now() - MAX_CLOCK_SKEW_MS;
  if (isSuspended && isCachedElsewhere && isRecent) await pause(clock, TENANTS_KNOWN_MS, new AbortController().signal);
  await requireIdle(store, row, clock.now());
  return lines(dependencies, row, sealer);
}

async function* lines(
  { store, clock, secretKeys, requireRow }: ExportDependencies,
  tenantRow: OwnedRow<'tenants'>,
  sealer: TransferSealer | undefined,
): AsyncGenerator<string> {
  const { tenant, name, markId, limits, createdAt } = tenantRow;
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  const lineOf = (value: object): string => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  const rowLine = async (table: TableName, row: AnyRow): Promise<string> => {
    if (table === 'operations' && row.status === 'running') throw inUse(tenant, 'an operation');
    rows[table] = (rows[table] ?? 0) + 1;
    if (!sealer || !isSealedTable(table)) return lineOf({ table, row: encodeRow(table, row) });
    const { keyId, sealed, ...others } = row as AnyRow & { readonly keyId: string; readonly sealed: Uint8Array };
    const binding = bindingOf(table, tenant, row);
    const text = await openSealed(sealed, binding, keyId, secretKeys);
    return lineOf({ table, row: encodeRow(table, { ...others, sealed: sealer.seal(text, binding) }) });
  };

  const queues = await endpointQueuesOf(store, tenant);
  const newestOperation = await newestOperationOf(store, tenant);
  yield lineOf({
    format: TRANSFER_FORMAT,
    version: TRANSFER_VERSION,
    exportedAt: clock.now(),
    tenant: { id: tenant, name, markId, limits: limits as OwnTenantLimits, createdAt },
    sealed: sealer?.header ?? null,
  } satisfies TransferHeader);
  for (const table of TRANSFER_TABLES) {
    if (isSealedTable(table) && !sealer) continue;
    for await (const page of pagesOf(store, table, tenant)) {
      for (const row of page) yield await rowLine(table, row);
      if (table !== 'events') continue;
      const ids = page.map(({ id }) => Number(id));
      for await (const deliveries of deliveriesOf(store, tenant, ids)) {
        for (const row of deliveries) yield await rowLine('deliveries', row);
      }
    }
  }
  // It may have begun after its table was read. The copy would stay busy, or have other objects in its ledger than its platform has.
  if ((await newestOperationOf(store, tenant)) > newestOperation) throw inUse(tenant, 'an operation');
  const after = await requireRow(tenant);
  const wasSuspended =
    tenantRow.state === 'suspended' && after.state === 'suspended' && after.version === tenantRow.version;
  // The retention also expires deliveries of suspended tenants, which changes the counters of their endpoint queues.
  const exact = wasSuspended && (await endpointQueuesOf(store, tenant)) === queues;
  yield `${JSON.stringify({ rows, exact, sha256: hash.digest('hex') })}\n`;
}

/** Returns the id of the newest operation of a tenant; 0 without operations. */
async function newestOperationOf(store: AllTenantsStore, tenant: string): Promise<number> {
  const [newest] = await store.find('operations', { where: { tenant }, orderBy: [['id', 'desc']], limit: 1 });
  return newest?.id ?? 0;
}

/** Returns the endpoint queues of a tenant, to be compared. */
async function endpointQueuesOf(store: AllTenantsStore, tenant: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const page of pagesOf(store, 'endpointQueues', tenant)) hash.update(JSON.stringify(page));
  return hash.digest('hex');
}

/** Refuses an active tenant, since two instances would run an exported operation and make an exported attempt. */
async function requireIdle(store: AllTenantsStore, { tenant, state }: OwnedRow<'tenants'>, now: number) {
  const [operation] = await store.find('operations', { where: { tenant, status: 'running' }, limit: 1 });
  if (operation) throw inUse(tenant, 'an operation');
  if (state !== 'suspended') return;
  const where = { tenant, status: 'leased', leaseUntil: { gt: now } };
  const [delivery] = await store.find('deliveries', { where, limit: 1 });
  if (delivery) throw inUse(tenant, 'a delivery');
}

function inUse(tenant: string, running: string): ServiceError {
  const message = `The tenant ${JSON.stringify(tenant)} cannot be exported while ${running} of it is running: try again later.`;
  return new ServiceError('TENANT_IN_USE', message, { details: { tenant } });
}

/** Reads the rows of a tenant in pages, each after the last row of the previous one; large tables have an index by tenant. */
async function* pagesOf(store: AllTenantsStore, table: TableName, tenant: string): AsyncGenerator<readonly AnyRow[]> {
  const byTime = table === 'events' || table === 'attempts';
  const order = byTime ? ['createdAt', 'id'] : TABLES[table].key.filter((column) => column !== 'tenant');
  for (let last: AnyRow | undefined; ; ) {
    const page: AnyRow[] = [];
    // One query for all ranges would sort the rest of the table for each page.
    for (const range of last ? rangesAfter(order, last) : [{}]) {
      const query = {
        where: { ...range, tenant },
        orderBy: order.map((column) => [column, 'asc'] as const),
        limit: PAGE - page.length,
      };
      page.push(...((await store.find(table, query as never)) as readonly AnyRow[]));
      if (page.length === PAGE) break;
    }
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1);
  }
}

/** Returns the ranges of the rows after `last`, in their order. */
function rangesAfter(order: readonly string[], last: AnyRow): readonly AnyRow[] {
  return order
    .map((column, index) => ({
      ...Object.fromEntries(order.slice(0, index).map((before) => [before, last[before]])),
      [column]: { gt: last[column] },
    }))
    .toReversed();
}
