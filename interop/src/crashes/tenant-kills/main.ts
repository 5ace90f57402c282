/**
 * Kills processes that remove or import a tenant at random moments, on SQLite, PostgreSQL and MariaDB. The next
 * process continues. In the end no row of a removed tenant is left, an imported one has every row of its file, and no other
 * tenant has changed.
 *
 * `pnpm --filter @portcullis/interop run tenant-kills [--store=sqlite|postgresql|mariadb] [--work=remove|import] [--kills=100] [--seed=<n>]`.
 * `--kills` is for each store and work. The last line counts: "N passed, N failed, N skipped".
 */
import { parseArgs } from 'node:util';
import { NO_MARIADB } from '@portcullis/testing/mariadb';
import { createMariaDbSupply, createPostgresSupply, createSqliteSupply } from '../kill-matrix/store-supply.ts';
import { runTenantKills } from './run-tenant-kills.ts';
import { createSourceTenants } from './source-tenant.ts';
import { createTenantVictims } from './tenant-victims.ts';

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    work: { type: 'string' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});

const source = await createSourceTenants();
const victims = createTenantVictims();
let passed = 0;
let failed = 0;
let skipped = 0;
const supplies = {
  sqlite: async () => createSqliteSupply(),
  postgresql: createPostgresSupply,
  mariadb: createMariaDbSupply,
} as const;
for (const [kind, open] of Object.entries(supplies).filter(([each]) => (values.store ?? each) === each)) {
  const supply = await open();
  if (!supply) {
    skipped += 1;
    console.log(`skipped: ${kind}: ${NO_MARIADB}`);
    continue;
  }
  for (const work of (['remove', 'import'] as const).filter((each) => (values.work ?? each) === each)) {
    const harness = { source, victims, nextStore: () => supply.next() };
    const { kills, ended, halfDone, failures } = await runTenantKills(
      harness,
      work,
      Number(values.kills),
      Number(values.seed),
    );
    console.log(`${kind}, ${work}: ${kills} kills, ${ended} ended, ${halfDone} kills with something left to do`);
    for (const failure of failures) console.log(`  ${failure}`);
    failed += failures.length;
    passed += kills - Math.min(kills, failures.length);
  }
  await supply.close();
}
await victims.close();
source.close();
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
