import { describe, expect, it } from 'vitest';
import { bench, rowsBelow } from '../run-bench.ts';

const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';
/**
 * The scenarios of a sample: each starts processes for all its rows. The gate measures fan-out and one-to-one, too, and
 * its test belongs to each sample.
 */
const SAMPLE: ReadonlySet<string> = new Set(['drain', 'hanging']);

/** The own rows of each scenario, and their number. */
type OwnRows = Readonly<Record<string, readonly [RegExp, number]>>;

const WITH_POSTGRES: OwnRows = {
  drain: [/: (Portcullis, SQLite|bare undici|pg-boss|graphile-worker)/, 4],
  'fan-out': [/^(Portcullis, (SQLite|PostgreSQL)|pg-boss|graphile-worker)/, 5],
  'one-to-one': [/: (Portcullis, (SQLite|PostgreSQL)|pg-boss|graphile-worker)/, 5],
  steady: [/: (Portcullis, SQLite|Portcullis, PostgreSQL|bare undici|pg-boss|graphile-worker)/, 5],
  tenants: [/^Portcullis/, 4],
  'many-tenants': [/^Portcullis/, 16],
  nodes: [/^(Portcullis, PostgreSQL, [12] nodes?|graphile-worker|pg-boss)/, 4],
  idle: [/^Portcullis, (SQLite|PostgreSQL)/, 2],
};
const WITHOUT: OwnRows = {
  tls: [/^(Portcullis|bare undici), https?/, 7],
  hanging: [/^Portcullis/, 1],
  backlog: [/^(Portcullis|one query)/, 2],
  memory: [/^\d+$/, 2],
  host: [/library|full speed|thread/, 3],
};

describe('npm run bench -- webhooks', () => {
  it.each([
    ['with PostgreSQL', WITH_POSTGRES],
    ['without', WITHOUT],
  ])(
    'measures webhooks %s, with a row for each contender',
    (_, whole) => {
      const ownRows = Object.entries(whole).filter(([name]) => !SAMPLED || SAMPLE.has(name));
      const { stdout, stderr, status } = bench('webhooks', '--tiny', ...ownRows.map(([name]) => `--scenario=${name}`));
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const tables = [...stdout.matchAll(/(?<=### )Webhooks, .*/g)].map(([title]) => rowsBelow(stdout, title));
      // Rows that need Redis are omitted without Redis.
      const counts = tables.map((rows, index) => rows.filter((row) => ownRows[index]?.[1][0].test(row)).length);
      expect(counts).toEqual(ownRows.map(([, [, count]]) => count));
    },
    900_000,
  );

  it.skipIf(SAMPLED)(
    'measures the costs of a delivery, and simulates clusters with them',
    () => {
      const { stdout, stderr, status } = bench('webhooks', '--tiny', '--scenario=scale');
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const [measured = '', simulated = ''] = [...stdout.matchAll(/(?<=### )Webhooks, .*/g)].map(([title]) => title);
      expect(rowsBelow(stdout, measured)).toEqual(['1', '2']);
      expect(rowsBelow(stdout, simulated)).toEqual(['1', '2', '4', '8', '16', '32', '64']);
    },
    900_000,
  );
});
