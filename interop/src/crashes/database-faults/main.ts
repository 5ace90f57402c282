/**
 * The faults of a database, PostgreSQL or MariaDB: sessions that end at each message (PostgreSQL alone), sessions that
 * are ended under load, a server that is restarted without an orderly stop, and a host that is suspended (SIGSTOP) in
 * the middle of a transaction while another one runs. `docs/operations/database-faults.md` explains it; a whole run
 * without a failure writes its tables there.
 *
 * `pnpm --filter @portcullis/interop run database-faults [--only=boundaries|terminations|restarts|suspensions] [--terminated=10000]
 * [--restarts=5] [--stride=1] [--quick] [--variant=…] [--client=…] [--moment=…]`. The last three choose rows; `--quick` tries a part of each.
 * Only whole parts are written.
 */
import { parseArgs } from 'node:util';
import { NO_MARIADB } from '@portcullis/testing/mariadb';
import { createSuiteReport } from '../../shared/suite-report.ts';
import { BOUNDARY_CLIENTS } from './boundary-clients.ts';
import { type Database, startPostgresDatabase } from './database.ts';
import { HOST_VARIANTS, type HostVariant, type OpenHostVariant, openHostVariant } from './host-variants.ts';
import { startMariaDbDatabase } from './mariadb-database.ts';
import type { Part } from './part.ts';
import {
  type Named,
  renderBoundaries,
  renderRestarts,
  renderSuspensions,
  renderTerminations,
  writePart,
} from './report.ts';
import { type Boundaries, runBoundaries } from './run-boundaries.ts';
import { type Restarts, runRestarts } from './run-restarts.ts';
import { runSuspension, type SuspensionMoment, type SuspensionResult } from './run-suspensions.ts';
import { runTerminations, type Terminations } from './run-terminations.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    terminated: { type: 'string' },
    restarts: { type: 'string' },
    stride: { type: 'string' },
    variant: { type: 'string' },
    moment: { type: 'string' },
    client: { type: 'string' },
  },
});
const terminated = Number(values.terminated ?? (values.quick ? 48 : 10_000));
const restarts = Number(values.restarts ?? (values.quick ? 1 : 5));
const stride = Number(values.stride ?? (values.quick ? 23 : 1));
/**
 * Minimum number of publications of the other host, out of 1,800, and the maximum time without a request at a receiver.
 */
const MIN_TAKEN = 1700;
const MAX_WAIT_MS = 5000;
const MOMENTS: readonly SuspensionMoment[] = ['publishing', 'claiming', 'recording', 'any moment'];
const quickMoments: readonly SuspensionMoment[] = ['claiming'];

const postgres = await startPostgresDatabase();
const mariadb = await startMariaDbDatabase();
const databaseOf = ({ store }: Pick<HostVariant, 'store'>) => (store === 'mariadb' ? mariadb : postgres);
const report = createSuiteReport();

async function forEachVariant<Row extends { readonly failures: readonly string[] }>(
  part: Part,
  what: string,
  run: (database: Database, variant: OpenHostVariant) => Promise<Row>,
): Promise<Named<Row>> {
  const rows: [string, Row][] = [];
  for (const variant of HOST_VARIANTS.filter(({ name }) => (values.variant ?? name) === name)) {
    if (values.quick && variant.quickParts && !variant.quickParts.includes(part)) continue;
    const database = databaseOf(variant);
    const opened = database ? await openHostVariant(variant) : NO_MARIADB;
    if (!database || typeof opened === 'string') {
      report.skip(`${what}, ${variant.name}: ${opened}`);
      continue;
    }
    const row = await run(database, opened);
    await opened.close();
    rows.push([variant.name, row]);
    report.record(`${what}, ${variant.name}`, row.failures);
  }
  return rows;
}

async function boundaries(): Promise<string> {
  const rows: [string, Boundaries][] = [];
  for (const client of BOUNDARY_CLIENTS.filter(({ name }) => name === (values.client ?? name))) {
    const row = await runBoundaries(postgres, client, stride);
    rows.push([client.name, row]);
    report.record(`sessions that end at each message, ${client.name}`, row.failures);
  }
  return renderBoundaries(rows);
}

async function suspensions(): Promise<string> {
  const rows: [string, SuspensionResult][] = [];
  const runRow = async (store: 'mariadb' | undefined, moment: SuspensionMoment, limits: boolean): Promise<void> => {
    const at = moment === 'any moment' ? 'at any moment' : `while ${moment}`;
    const name = `${store ? 'on MariaDB, ' : ''}${at}, ${limits ? 'with' : 'without'} limits`;
    const database = databaseOf({ store });
    if (!database) {
      report.skip(`a host that is suspended ${name}: ${NO_MARIADB}`);
      return;
    }
    const row = await runSuspension(database, moment, limits);
    rows.push([name, row]);
    const suspensionFailures = [
      ...(row.taken < MIN_TAKEN ? [`only ${row.taken} publications were taken`] : []),
      ...(row.waitMs > MAX_WAIT_MS ? [`a receiver waited ${Math.round(row.waitMs)} ms`] : []),
    ];
    report.record(`a host that is suspended ${name}`, [...row.failures, ...(limits ? suspensionFailures : [])]);
  };
  for (const store of values.quick ? [undefined] : [undefined, 'mariadb' as const]) {
    for (const moment of values.quick ? quickMoments : MOMENTS.filter((each) => each === (values.moment ?? each))) {
      for (const limits of values.quick ? [true] : [false, true]) await runRow(store, moment, limits);
    }
  }
  return renderSuspensions(rows);
}

const parts: Readonly<Record<Part, () => Promise<string>>> = {
  boundaries,
  terminations: async () =>
    renderTerminations(
      await forEachVariant<Terminations>('terminations', `${terminated} ended sessions`, (database, variant) =>
        runTerminations(database, variant, terminated),
      ),
    ),
  restarts: async () =>
    renderRestarts(
      await forEachVariant<Restarts>('restarts', `${restarts} restarts`, (database, variant) =>
        runRestarts(database, variant, restarts),
      ),
    ),
  suspensions,
};
for (const [part, run] of Object.entries(parts) as [Part, () => Promise<string>][]) {
  if ((values.only ?? part) !== part) continue;
  const before = { ...report.counts };
  const table = await run();
  console.log(`${table}\n`);
  const { failed, skipped } = report.counts;
  const isWhole =
    ![values.quick, values.variant, values.moment, values.client].some(Boolean) && skipped === before.skipped;
  if (isWhole && failed === before.failed) writePart(part, table);
}
await postgres.stop();
await mariadb?.stop();
report.end();
process.exit(report.counts.failed > 0 || report.counts.passed === 0 ? 1 : 0);
