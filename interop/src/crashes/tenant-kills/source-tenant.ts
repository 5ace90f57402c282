import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, type OperationResponse, type Store, TABLES, type TableName } from '@portcullis/core';
import { SIMULATED_CONFIG } from '@portcullis/testing';
import { ADMIN } from '../../shared/admin.ts';
import { pollUntil } from '../delivery-crashes/poll-until.ts';
import { openTenantNode } from './open-tenant-node.ts';

/** The tenant that processes remove and import. */
export const TENANT = 'acme';
/** A tenant that must not change. */
export const NEIGHBOUR = 'bolt';
/** Enough rows for several slices of a removal and of an import. */
const EVENTS = 450;

/** Exports of two tenants of another cell. */
export interface SourceTenants {
  readonly files: Readonly<Record<string, string>>;
  readonly privateKey: string;
  /** Their rows, as {@link describeRows} returns them. */
  readonly rows: Readonly<Record<string, string>>;
  close(): void;
}

/** Creates two tenants with rows in most tables, and exports them. */
export async function createSourceTenants(): Promise<SourceTenants> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-tenants-'));
  const pair = generateKeyPairSync('x25519');
  const { portcullis, store } = await openTenantNode(createMemoryStore({ cell: 5 }));
  const files: Record<string, string> = {};
  const rows: Record<string, string> = {};
  for (const [index, id] of [TENANT, NEIGHBOUR].entries()) {
    await portcullis.tenants.create({ id });
    const tenant = portcullis.tenant(id);
    const config = { ...SIMULATED_CONFIG, database: `DATABASE_${index}` };
    const body = { type: 'Simulated', autoBootstrap: true, config };
    const response = (await tenant.integrations.create(ADMIN, body)) as OperationResponse;
    await tenant.integrations.whenIdle(Number(response.id));
    await tenant.webhooks.create(ADMIN, { webhooks: ['one', 'two'].map((path) => webhookAt(path)) });
    await tenant.apiKeys.create(ADMIN, { name: 'CI' });
    for (let event = 0; event < EVENTS; event += 1) {
      await tenant.notifications.notify({ kind: 'tagCreated', metadata: { tagName: `${event}` } });
    }
    await portcullis.tenants.suspend(id);
    await pollUntil(async () => (await store.scoped(id).count('deliveries', { status: 'leased' })) === 0);
    const file = join(folder, `${index}.ndjson`);
    let text = '';
    for await (const line of await portcullis.tenants.export(id, { publicKey: pair.publicKey })) text += line;
    writeFileSync(file, text, { mode: 0o600 });
    files[id] = file;
    rows[id] = await describeRows(store, id);
  }
  await portcullis.close();
  return {
    files,
    rows,
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function webhookAt(path: string) {
  return {
    url: `https://hooks.example.com/${path}`,
    name: path,
    global: true,
    notificationType: ['tagCreated'],
    actionType: null,
    secret: `the secret of ${path}`,
  };
}

/**
 * Returns each row of a tenant as text, without the parts that differ between instances: its own row, leases, the
 * version of caches, seals.
 */
export async function describeRows(store: Store, tenant: string): Promise<string> {
  const own = store.scoped(tenant);
  const tables: [string, readonly object[]][] = [];
  for (const table of Object.keys(TABLES) as TableName[]) {
    if (table === 'tenants' || table === 'leases' || table === 'meta') continue;
    const rows: readonly object[] = await own.find(table);
    tables.push([table, rows.map(describeRow)]);
  }
  return JSON.stringify(tables);
}

/** Columns that differ between instances: seals, and the time of a suspended tenant's next delivery. */
const OF_THE_INSTANCE: ReadonlySet<string> = new Set(['sealed', 'keyId', 'nextDueAt']);

/** The columns in a fixed order, independent of the store. */
function describeRow(row: object): object {
  const shown = Object.entries(row).filter(([column]) => !OF_THE_INSTANCE.has(column));
  return Object.fromEntries(
    shown
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([column, value]) => [column, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]),
  );
}

/** Returns the number of rows of a tenant in all tables. */
export async function countRows(store: Store, tenant: string): Promise<number> {
  let count = 0;
  for (const table of Object.keys(TABLES) as TableName[]) count += await store.scoped(tenant).count(table, {});
  return count;
}
