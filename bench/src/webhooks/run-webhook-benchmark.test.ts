import { describe, expect, it } from 'vitest';
import { bench, rowsBelow } from '../run-bench.ts';

describe('npm run bench -- webhooks', () => {
  it.each([
    [
      'with PostgreSQL',
      {
        drain: /: (Portcullis, SQLite|bare undici|pg-boss|graphile-worker)/,
        'fan-out': /^(Portcullis, (SQLite|PostgreSQL)|pg-boss|graphile-worker)/,
        'one-to-one': /: (Portcullis, (SQLite|PostgreSQL)|pg-boss|graphile-worker)/,
        steady: /: (Portcullis, SQLite|Portcullis, PostgreSQL|bare undici|pg-boss|graphile-worker)/,
        tenants: /^Portcullis/,
        nodes: /^(Portcullis, PostgreSQL, [12] nodes?|graphile-worker|pg-boss)/,
        idle: /^Portcullis, (SQLite|PostgreSQL)/,
      },
      [4, 5, 5, 5, 4, 4, 2],
    ],
    [
      'without',
      {
        tls: /^(Portcullis|bare undici), https?/,
        hanging: /^Portcullis/,
        backlog: /^(Portcullis|one query)/,
        memory: /^\d+$/,
        host: /library|full speed|thread/,
      },
      [7, 1, 2, 2, 3],
    ],
  ])(
    'measures webhooks %s, with a row for each contender',
    (_, ownRows, counts) => {
      const scenarios = Object.keys(ownRows).map((name) => `--scenario=${name}`);
      const { stdout, stderr, status } = bench('webhooks', '--tiny', ...scenarios);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const tables = [...stdout.matchAll(/(?<=### )Webhooks, .*/g)].map(([title]) => rowsBelow(stdout, title));
      const patterns = Object.values(ownRows);
      // Rows that need Redis are omitted without Redis.
      expect(tables.map((rows, index) => rows.filter((row) => patterns[index]?.test(row)).length)).toEqual(counts);
    },
    900_000,
  );

  it('measures the costs of a delivery, and simulates clusters with them', () => {
    const { stdout, stderr, status } = bench('webhooks', '--tiny', '--scenario=scale');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const [measured = '', simulated = ''] = [...stdout.matchAll(/(?<=### )Webhooks, .*/g)].map(([title]) => title);
    expect(rowsBelow(stdout, measured)).toEqual(['1', '2']);
    expect(rowsBelow(stdout, simulated)).toEqual(['1', '2', '4', '8', '16', '32', '64']);
  }, 900_000);
});
