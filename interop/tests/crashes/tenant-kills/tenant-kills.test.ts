import { findMariaDb, NO_MARIADB } from '@portcullis/testing/mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMariaDbSupply,
  createPostgresSupply,
  createSqliteSupply,
  type StoreSupply,
} from '../../../src/crashes/kill-matrix/store-supply.ts';
import { runTenantKills } from '../../../src/crashes/tenant-kills/run-tenant-kills.ts';
import { createSourceTenants, type SourceTenants } from '../../../src/crashes/tenant-kills/source-tenant.ts';
import { createTenantVictims } from '../../../src/crashes/tenant-kills/tenant-victims.ts';

/** `pnpm --filter @portcullis/interop run tenant-kills` kills more. A sample has one work on each store. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';
const KILLS = SAMPLED ? 1 : 3;
const WORKS = ['remove', 'import'] as const;

let source: SourceTenants;
const victims = createTenantVictims();

beforeAll(async () => {
  source = await createSourceTenants();
});
afterAll(async () => {
  await victims.close();
  source?.close();
});

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.each([
  ['SQLite', async () => createSqliteSupply(), SAMPLED ? ['import' as const] : WORKS],
  ['PostgreSQL', createPostgresSupply, SAMPLED ? ['remove' as const] : WORKS],
  ...(findMariaDb() ? [['MariaDB', createMariaDbSupply, SAMPLED ? ['import' as const] : WORKS] as const] : []),
] as const)('on %s', (_name, open, works) => {
  let supply: StoreSupply;
  beforeAll(async () => {
    const opened = await open();
    if (!opened) throw new Error(NO_MARIADB);
    supply = opened;
  });
  afterAll(() => supply?.close());

  it.each(works)("is killed in the middle of a tenant's %s, and the next process completes it", async (work) => {
    const result = await runTenantKills({ source, victims, nextStore: () => supply.next() }, work, KILLS, 1);
    expect(result).toMatchObject({ failures: [] });
    expect(result.halfDone).toBeGreaterThan(0);
  });
});
