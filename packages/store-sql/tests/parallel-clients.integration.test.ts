import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  ENDED_STATUSES,
  type OperationResponse,
  type Portcullis,
  ServiceError,
  type Store,
} from '@portcullis/core';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { createSqliteStore } from '../src/sqlite.ts';
import { ADMIN } from './support/requests.ts';

/** In sampled tests, only a part of the runs is executed. */
const SHARE = process.env.PORTCULLIS_TESTS === 'sampled' ? 3 : 1;

const CREDENTIALS = { authenticationType: 'userPassword', username: 'admin', password: SIMULATED_CONFIG.password };

/** The kind of a client's request. */
type Ask = 'create' | 'create-once' | 'update' | 'update-known' | 'remove' | 'disable' | 'validate';

interface Request {
  readonly ask: Ask;
  readonly node: 0 | 1;
  readonly database: 'one' | 'two';
  readonly days: number;
}

const request: fc.Arbitrary<Request> = fc.record({
  ask: fc.constantFrom<Ask>(
    'create',
    'create',
    'create-once',
    'update',
    'update-known',
    'remove',
    'disable',
    'validate',
  ),
  node: fc.constantFrom(0, 1),
  database: fc.constantFrom('one', 'two'),
  days: fc.integer({ min: 1, max: 9 }),
});

/** The errors that a losing client may get. 400: the target's first creation failed. 404: it is gone. */
const LOSING = [
  'INTEGRATION_BUSY',
  'INTEGRATION_ENDED',
  'TARGET_TAKEN',
  'VERSION_MISMATCH',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'INTEGRATION_NOT_FOUND',
];

interface Fixture {
  /** Opens the stores of two nodes on one database. */
  open(): Promise<{ readonly stores: readonly [Store, Store]; release(): Promise<void> }>;
}

/** Returns the store as one of several nodes, in all its scopes: on an unshared one, each node takes over what the other one holds. */
function asShared(store: Store): Store {
  return {
    ...store,
    shared: true,
    scoped: (tenant) => ({ ...store.scoped(tenant), shared: true }),
    allTenants: { ...store.allTenants, shared: true },
  };
}

const FIXTURES: Readonly<Record<string, Fixture>> = {
  memory: {
    async open() {
      const store = asShared(createMemoryStore());
      return { stores: [store, store], release: async () => {} };
    },
  },
  SQLite: {
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'portcullis-parallel-'));
      const store = asShared(createSqliteStore({ file: join(folder, 'store.sqlite'), synchronous: 'normal' }));
      return { stores: [store, store], release: async () => rmSync(folder, { recursive: true, force: true }) };
    },
  },
  PostgreSQL: {
    async open() {
      const database = await openPostgresDatabase();
      const make = () => createPostgresStore({ connectionString: database.connectionString });
      return { stores: [make(), make()], release: database.stop };
    },
  },
};

/** Opens two instances with one database and one platform, and records their operations. */
async function openNodes(fixture: Fixture) {
  const { stores, release } = await fixture.open();
  const platform = createSimulatedPlatform();
  // Each statement yields to the event loop, so that operations can overlap.
  platform.onStatement(() => new Promise((resolve) => setImmediate(resolve)));
  const plugin = simulatedPlugin(platform);
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  const nodes: Portcullis[] = [];
  // With the default retries: the connection of a losing PUT may be in the database for a moment when a DELETE drops it.
  for (const store of stores) nodes.push(await createPortcullis({ plugins: [plugin], secretKeys, store }));
  const running = new Map<number, number>();
  const overlaps: string[] = [];
  for (const node of nodes) {
    node.events.on('operation.statement', ({ integrationId, operationId }) => {
      const other = running.get(integrationId);
      if (other !== undefined && other !== operationId) overlaps.push(`${other} and ${operationId}`);
      running.set(integrationId, operationId);
    });
    node.events.on('operation.finished', ({ integrationId, operationId }) => {
      if (running.get(integrationId) === operationId) running.delete(integrationId);
    });
  }
  const [first, second] = nodes as [Portcullis, Portcullis];
  return { nodes: [first, second] as const, store: stores[0], platform, overlaps, release };
}

function bodyOf({ database, days }: Pick<Request, 'database' | 'days'>): object {
  return { type: 'Simulated', autoBootstrap: true, config: { ...SIMULATED_CONFIG, database, retentionDays: days } };
}

async function ask(node: Portcullis, { ask: what, database, days }: Request): Promise<void> {
  const { integrations } = node;
  if (what === 'create' || what === 'create-once') {
    const idempotencyKey = what === 'create' ? undefined : `key-of-${database}`;
    await integrations.create(ADMIN, bodyOf({ database, days: idempotencyKey ? 1 : days }), { idempotencyKey });
    return;
  }
  const all = await integrations.list(ADMIN);
  const found = all.find(({ integration }) => integration.config?.database === database);
  if (!found) return;
  const id = Number(found.integration.id);
  if (what === 'update') await integrations.update(ADMIN, id, bodyOf({ database, days }));
  if (what === 'update-known')
    await integrations.update(ADMIN, id, bodyOf({ database, days }), { ifMatch: found.version });
  if (what === 'remove') await integrations.remove(ADMIN, id, CREDENTIALS);
  if (what === 'disable') await integrations.remove(ADMIN, id, undefined, { forceDisable: true });
  if (what === 'validate') await integrations.validate(ADMIN, id);
}

/** Waits until nothing runs on any node. */
async function waitUntilIdle(nodes: readonly Portcullis[], store: Store): Promise<void> {
  for (const { id } of await store.find('integrations')) for (const node of nodes) await node.integrations.whenIdle(id);
}

describe.each(Object.keys(FIXTURES))('concurrent clients of two nodes, on %s', (name) => {
  const fixture = FIXTURES[name] as Fixture;
  const numRuns = Math.ceil((name === 'memory' ? 25 : 8) / SHARE);

  it('never run two operations on one target or create two integrations for it, and losing clients get the reason', async () => {
    const rounds = fc.array(fc.array(request, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (requests) => {
        const { nodes, store, platform, overlaps, release } = await openNodes(fixture);
        try {
          for (const round of requests) {
            const ends = await Promise.allSettled(round.map((each) => ask(nodes[each.node], each)));
            for (const end of ends) {
              if (end.status === 'fulfilled') continue;
              expect(ServiceError.isInstance(end.reason), String(end.reason?.stack)).toBe(true);
              // The leftovers of a disabled integration on the platform block the next one.
              if (end.reason.code === 'VALIDATION_FAILED' && requests.flat().some((each) => each.ask === 'disable'))
                continue;
              expect(LOSING, end.reason.message).toContain(end.reason.code);
              if (end.reason.code === 'INTEGRATION_BUSY')
                expect(end.reason.extras.retryAfterSeconds).toBeGreaterThan(0);
            }
            if (round.some((each) => each.days % 2 === 0)) await waitUntilIdle(nodes, store);
          }
          await waitUntilIdle(nodes, store);
          expect(overlaps).toEqual([]);
          const records = await store.find('integrations');
          const alive = records.filter(({ status }) => !ENDED_STATUSES.includes(status as never));
          const targets = alive.map(({ config }) => config.database);
          expect(new Set(targets).size).toBe(targets.length);
          expect(await store.count('operations', { status: 'running' })).toBe(0);
          for (const { status, config } of alive) {
            expect(['enabled', 'recurringValidationError'], JSON.stringify(alive)).toContain(status);
            expect(
              platform.objects.some(({ kind, name: called }) => kind === 'database' && called === config.database),
            ).toBe(true);
          }
          const disabled = records.filter(({ status }) => status === 'disabled').map(({ config }) => config.database);
          const databasesLeft = platform.objects
            .filter(({ kind }) => kind === 'database')
            .map(({ name: called }) => called);
          for (const left of databasesLeft) expect([...targets, ...disabled]).toContain(left);
        } finally {
          await Promise.all(nodes.map((node) => node.close()));
          await release();
        }
      }),
      { numRuns, endOnFailure: true },
    );
  });

  it('create one integration and get one response for concurrent creations with one key', async () => {
    const { nodes, store, release } = await openNodes(fixture);
    const send = async (node: Portcullis): Promise<OperationResponse> => {
      for (;;) {
        try {
          const body = bodyOf({ database: 'one', days: 1 });
          return (await node.integrations.create(ADMIN, body, { idempotencyKey: 'one' })) as OperationResponse;
        } catch (error) {
          if (!ServiceError.isInstance(error) || error.code !== 'IDEMPOTENCY_KEY_IN_USE') throw error;
        }
      }
    };
    const responses = await Promise.all([...nodes, ...nodes, ...nodes].map(send));
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(responses.filter((response) => !('replayed' in response))).toHaveLength(1);
    await waitUntilIdle(nodes, store);
    expect(await store.count('integrations', {})).toBe(1);
    // Another body with the same key is rejected by every node, and creates nothing.
    for (const node of nodes) {
      const other = bodyOf({ database: 'two', days: 1 });
      const refused = node.integrations.create(ADMIN, other, { idempotencyKey: 'one' });
      await expect(refused).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', statusCode: 422 });
    }
    expect(await store.count('integrations', {})).toBe(1);
    await Promise.all(nodes.map((node) => node.close()));
    await release();
  });

  it('change the same version: one succeeds, the others get the state or the version', async () => {
    const clients = fc.array(fc.record({ node: fc.constantFrom(0, 1), ask: fc.constantFrom('update', 'remove') }), {
      minLength: 2,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(clients, async (asked) => {
        const { nodes, store, release } = await openNodes(fixture);
        try {
          await ask(nodes[0], { ask: 'create', node: 0, database: 'one', days: 1 });
          await waitUntilIdle(nodes, store);
          const [read] = await nodes[1].integrations.list(ADMIN);
          const options = { ifMatch: read?.version as number };
          const ends = await Promise.allSettled(
            asked.map(({ node, ask: what }, index) => {
              const { integrations } = nodes[node as 0 | 1];
              return what === 'update'
                ? integrations.update(ADMIN, 1, bodyOf({ database: 'one', days: 2 + index }), options)
                : integrations.remove(ADMIN, 1, CREDENTIALS, options);
            }),
          );
          expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
          const expectedCodes = ['INTEGRATION_BUSY', 'INTEGRATION_ENDED', 'INTEGRATION_NOT_FOUND', 'VERSION_MISMATCH'];
          for (const end of ends) if (end.status === 'rejected') expect(expectedCodes).toContain(end.reason.code);
          await waitUntilIdle(nodes, store);
          // A client with the old version can no longer change anything.
          const late = nodes[0].integrations.update(ADMIN, 1, bodyOf({ database: 'one', days: 9 }), options);
          await expect(late).rejects.toMatchObject({
            code: expect.stringMatching(/VERSION_MISMATCH|INTEGRATION_ENDED/),
          });
          expect(await store.count('operations', {})).toBe(2);
        } finally {
          await Promise.all(nodes.map((node) => node.close()));
          await release();
        }
      }),
      { numRuns: Math.ceil((name === 'memory' ? 15 : 5) / SHARE), endOnFailure: true },
    );
  });
});
