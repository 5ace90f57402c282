import { DatabaseSync } from 'node:sqlite';
import type { EngineQuery, TableName } from '@portcullis/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../migrations/migrate.ts';
import { createPostgresStore } from '../postgres/create-postgres-store.ts';
import { POSTGRES_FLAVOUR } from '../postgres/postgres-flavour.ts';
import { connectKysely } from '../sqlite/sqlite-connection.ts';
import { SQLITE_FLAVOUR } from '../sqlite/sqlite-flavour.ts';
import { createCompiler } from './compiler.ts';
import { createStatements } from './statements.ts';

const page = { offset: 0, limit: 4, lock: 'skip-locked', omitsTenant: false } as const;

/** The frequent reads, and the index that each must use without a full sort. */
const HOT_READS: readonly (readonly [
  string,
  'deliveries' | 'endpointQueues' | 'operations' | 'attempts' | 'deliveryStatistics' | 'timelineEntries',
  EngineQuery,
  string,
])[] = [
  [
    'claiming due deliveries',
    'deliveries',
    {
      ...page,
      tests: [
        [
          { column: 'webhookId', operator: 'eq', value: 7 },
          { column: 'status', operator: 'eq', value: 'pending' },
          { column: 'dueAt', operator: 'lte', value: 1_000 },
        ],
      ],
      orderBy: [
        ['dueAt', 'asc'],
        ['id', 'asc'],
      ],
    },
    'portcullis_deliveries_due',
  ],
  [
    'finding endpoint queues with due deliveries',
    'endpointQueues',
    {
      ...page,
      tests: [[{ column: 'nextDueAt', operator: 'lte', value: 1_000 }]],
      orderBy: [
        ['nextDueAt', 'asc'],
        ['webhookId', 'asc'],
      ],
    },
    'portcullis_endpoint_queues_by_due',
  ],
  [
    'finding expired leases',
    'operations',
    {
      ...page,
      tests: [
        [
          { column: 'status', operator: 'eq', value: 'running' },
          { column: 'leaseUntil', operator: 'lt', value: 1_000 },
        ],
      ],
      orderBy: [
        ['leaseUntil', 'asc'],
        ['id', 'asc'],
      ],
    },
    'portcullis_operations_running',
  ],
  [
    'the history of one delivery, by its event',
    'attempts',
    {
      ...page,
      tests: [
        [
          { column: 'eventId', operator: 'eq', value: 7 },
          { column: 'deliveryId', operator: 'eq', value: 9 },
        ],
      ],
      orderBy: [['id', 'asc']],
    },
    'portcullis_attempts_by_event',
  ],
  [
    'the newest failures of the history',
    'attempts',
    {
      ...page,
      tests: [
        [
          { column: 'tenant', operator: 'eq', value: '' },
          { column: 'succeeded', operator: 'eq', value: false },
        ],
      ],
      orderBy: [
        ['createdAt', 'desc'],
        ['id', 'desc'],
      ],
      lock: undefined,
    },
    'portcullis_attempts_failures',
  ],
  [
    'the history of one webhook',
    'attempts',
    {
      ...page,
      tests: [
        [
          { column: 'tenant', operator: 'eq', value: '' },
          { column: 'webhookId', operator: 'eq', value: 7 },
        ],
      ],
      orderBy: [
        ['createdAt', 'desc'],
        ['id', 'desc'],
      ],
      lock: undefined,
    },
    'portcullis_attempts_by_webhook',
  ],
  [
    'the history after a record',
    'attempts',
    {
      ...page,
      tests: [
        [
          { column: 'tenant', operator: 'eq', value: '' },
          { column: 'createdAt', operator: 'lt', value: 1_000 },
        ],
      ],
      orderBy: [
        ['createdAt', 'desc'],
        ['id', 'desc'],
      ],
      lock: undefined,
    },
    'portcullis_attempts_by_time',
  ],
  [
    'folding the minutes of statistics',
    'deliveryStatistics',
    {
      ...page,
      tests: [
        [
          { column: 'tenant', operator: 'eq', value: '' },
          { column: 'span', operator: 'eq', value: 'minute' },
          { column: 'webhookId', operator: 'gte', value: 7 },
          { column: 'startsAt', operator: 'lt', value: 1_000 },
        ],
      ],
      orderBy: [
        ['webhookId', 'asc'],
        ['startsAt', 'asc'],
        ['id', 'asc'],
      ],
      lock: 'update',
    },
    'portcullis_delivery_statistics_by_webhook',
  ],
  [
    'the timeline of one integration',
    'timelineEntries',
    {
      ...page,
      tests: [[{ column: 'integrationId', operator: 'eq', value: 7 }]],
      orderBy: [['id', 'desc']],
      lock: undefined,
    },
    'portcullis_timeline_entries_by_integration',
  ],
  [
    'finding old entries of timelines',
    'timelineEntries',
    {
      ...page,
      tests: [[{ column: 'at', operator: 'lt', value: 1_000 }]],
      orderBy: [
        ['at', 'asc'],
        ['id', 'asc'],
      ],
      lock: undefined,
    },
    'portcullis_timeline_entries_by_time',
  ],
];

/** The claim from several endpoint queues. */
const CLAIM: EngineQuery = {
  ...page,
  tests: [[{ column: 'status', operator: 'eq', value: 'pending' }]],
  orderBy: [
    ['dueAt', 'asc'],
    ['id', 'asc'],
  ],
  lock: 'update',
};
const ENDPOINTS = { column: 'webhookId', values: [7, 8, 9] };

const ofTenant = { column: 'tenant', operator: 'eq', value: 'acme' } as const;
const anyOf = (column: string) => ({ column, operator: 'in', values: [7, 8, 9] }) as const;

/** Reads and removals of a tenant's rows by a list of ids. Each must not read all rows of the tenant. */
const READS_BY_IDS: readonly (readonly [string, TableName, string, EngineQuery['orderBy'], string])[] = [
  ['events by their ids', 'events', 'id', [['id', 'asc']], 'INTEGER PRIMARY KEY'],
  ['attempts by their ids', 'attempts', 'id', [['id', 'asc']], 'INTEGER PRIMARY KEY'],
  [
    'deliveries by their events',
    'deliveries',
    'eventId',
    [
      ['eventId', 'asc'],
      ['webhookId', 'asc'],
    ],
    'portcullis_deliveries',
  ],
  [
    'attempts by their events',
    'attempts',
    'eventId',
    [
      ['eventId', 'asc'],
      ['id', 'asc'],
    ],
    'portcullis_attempts_by_event',
  ],
  [
    'attempts by their webhooks',
    'attempts',
    'webhookId',
    [
      ['webhookId', 'asc'],
      ['createdAt', 'asc'],
      ['id', 'asc'],
    ],
    'portcullis_attempts_by_webhook',
  ],
  ['webhooks by their ids', 'webhooks', 'id', [['id', 'asc']], 'INTEGER PRIMARY KEY'],
];

describe('on SQLite', () => {
  const database = new DatabaseSync(':memory:');
  const statements = createStatements(createCompiler(SQLITE_FLAVOUR), SQLITE_FLAVOUR);
  beforeAll(() => migrate(connectKysely(database).kysely, SQLITE_FLAVOUR));

  it.each(HOT_READS)('%s uses its index', (_what, table, query, index) => {
    const { sql, parameters } = statements.find(table, query);
    const steps = database.prepare(`explain query plan ${sql}`).all(...(parameters as number[]));
    const plan = steps.map(({ detail }) => String(detail)).join('; ');
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN(?!.*USING INDEX)|TEMP B-TREE/);
  });

  it.each(READS_BY_IDS)('%s, of one tenant, are not found among all of it', (_what, table, column, orderBy, index) => {
    const tests = [[ofTenant, anyOf(column)]];
    for (const { sql, parameters } of [
      statements.find(table, { ...page, lock: undefined, tests, orderBy }),
      statements.remove(table, tests),
    ]) {
      const steps = database.prepare(`explain query plan ${sql}`).all(...(parameters as number[]));
      const plan = steps.map(({ detail }) => String(detail)).join('; ');
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/tenant=\?|TEMP B-TREE/);
    }
  });

  it('claiming from several endpoint queues uses the index for each, and sorts only the result', () => {
    const { sql, parameters } = statements.findEach?.('deliveries', CLAIM, ENDPOINTS) ?? {};
    const steps = database.prepare(`explain query plan ${sql}`).all(...(parameters as number[]));
    const planOf = (isPart: (parent: unknown) => boolean) =>
      steps
        .filter(({ parent }) => isPart(parent))
        .map(({ detail }) => detail)
        .join('; ');
    expect(planOf((parent) => parent !== 0)).toBe(
      'SEARCH portcullis_deliveries USING COVERING INDEX portcullis_deliveries_due (webhook_id=?)',
    );
    expect(planOf((parent) => parent === 0)).toMatch(
      /^SCAN each VIRTUAL TABLE.*; SEARCH portcullis_deliveries USING INTEGER PRIMARY KEY \(rowid=\?\)/,
    );
  });
});

describe('on PostgreSQL', () => {
  let server: PostgresDatabase;
  let client: Client;
  const statements = createStatements(createCompiler(POSTGRES_FLAVOUR), POSTGRES_FLAVOUR);

  beforeAll(async () => {
    server = await openPostgresDatabase();
    const store = createPostgresStore({ connectionString: server.connectionString });
    await store.open();
    await store.close();
    client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    // The planner scans empty tables even if they have an index; these settings show the plan for large tables.
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
  });
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  it.each(HOT_READS)('%s uses its index', async (_what, table, query, index) => {
    const { sql, parameters } = statements.find(table, query);
    const { rows } = await client.query(`explain ${sql}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    // Only the few rows with equal times may be sorted by their key.
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}/);
  });

  it('claiming from several endpoint queues uses the index for each, with a plan for any parameters', async () => {
    const { sql } = statements.findEach?.('deliveries', CLAIM, ENDPOINTS) ?? {};
    await client.query(`set plan_cache_mode = force_generic_plan; prepare claim as ${sql}`);
    const { rows } = await client.query('explain (costs off) execute claim (array[7, 8, 9], 4)');
    const plan = rows.map((row) => row['QUERY PLAN'].trim()).join(' ');
    expect(plan).toMatch(/^Sort .*-> {2}Limit -> {2}LockRows -> {2}Index Scan using portcullis_deliveries_due /);
  });
});
