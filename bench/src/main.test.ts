import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bench, rowsBelow } from './run-bench.ts';

/** A sample runs the gate, which measures deliveries and a request. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

describe('npm run bench', () => {
  it.skipIf(SAMPLED)(
    'measures every request on Express and on Koa, compared with handlers that send the same bytes',
    () => {
      const { stdout, stderr, status } = bench('requests', '--quick');
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(rowsBelow(stdout, 'Requests: the library as a multiple of a bare handler')).toEqual([
        'GET one, express',
        'GET one, koa',
        'GET list of 100, express',
        'GET list of 100, koa',
        'POST dryRun, express',
        'POST dryRun, koa',
      ]);
      expect(rowsBelow(stdout, 'Requests: medians of the rounds')).toHaveLength(12);
    },
    180_000,
  );

  it.skipIf(SAMPLED)(
    'measures the cost of an index of the history by delivery, on SQLite and PostgreSQL',
    () => {
      const { stdout, stderr, status } = bench('index', '--quick');
      expect(stderr.replace(/^.*ExperimentalWarning.*\n.*\n/m, '')).toBe('');
      expect(status).toBe(0);
      const rows = rowsBelow(stdout, 'An index of the history by delivery: what it costs');
      expect(rows).toEqual(['SQLite', 'PostgreSQL']);
    },
    180_000,
  );

  it.skipIf(SAMPLED)(
    'measures plans and scripts of several sizes, and a validation compared with its critical path',
    () => {
      const { stdout, stderr, status } = bench('planning', 'validation', '--quick');
      expect(stderr).toBe('');
      expect(status).toBe(0);
      const sizes = ['10 objects', '20 objects', '100 objects', '1000 objects'];
      expect(rowsBelow(stdout, 'Planning: processor time of one response')).toEqual(
        ['create script', 'cleanup script', 'plan'].flatMap((what) => sizes.map((size) => `${what}, ${size}`)),
      );
      expect(rowsBelow(stdout, 'Validation: 20 tests on sessions of 50 ms')).toHaveLength(2);
    },
    180_000,
  );

  it.skipIf(SAMPLED)('measures the memory of open event streams', () => {
    const { stdout, stderr, status } = bench('streams', '--quick');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(rowsBelow(stdout, 'Event streams on Express: 70 open and idle')).toEqual(['bare', 'Portcullis']);
  });

  it.skipIf(SAMPLED)('compares reads of a large store with those of a small one', () => {
    const { stdout, stderr, status } = bench('pages', '--quick');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const rows = rowsBelow(stdout, 'Reads of a store with 200 integrations and webhooks, compared with 20');
    expect(rows.filter((row) => row.startsWith('SQLite: '))).toHaveLength(11);
    expect(rows.filter((row) => row.startsWith('PostgreSQL: '))).toHaveLength(11);
  });

  it('compares the processor time with another checkout', () => {
    const { stdout, stderr, status } = bench('gate', '--tiny', `--against=${join(import.meta.dirname, '../..')}`);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(rowsBelow(stdout, 'Gate: processor us of a delivery or request, 1 alternating rounds')).toEqual([
      'SQLite: one-to-one, 50 a second',
      'SQLite: fan-out to 3',
      'SQLite: drain',
      'PostgreSQL: one-to-one, 50 a second',
      'PostgreSQL: fan-out to 3',
      'PostgreSQL: drain',
      'HTTP: GET one',
    ]);
  }, 300_000);

  it('requires the folder of another checkout for the gate', () => {
    const { stderr, status } = bench('gate');
    expect({ stderr, status }).toEqual({
      stderr: 'The gate needs the folder of another checkout: gate --against=<folder>.\n',
      status: 2,
    });
  }, 180_000);

  it('lists the scenarios of webhooks', () => {
    const { stderr, status } = bench('webhooks', '--scenario=speed');
    expect({ stderr, status }).toEqual({
      stderr:
        'There is no scenario "speed". There are: drain, long-drain, fan-out, one-to-one, steady, tls, hanging, tenants, many-tenants, backlog, nodes, scale, idle, memory, host.\n',
      status: 1,
    });
  }, 180_000);

  it('lists the benchmarks if it gets an unknown one', () => {
    const { stdout, stderr, status } = bench('speed');
    expect({ stdout, stderr, status }).toEqual({
      stdout: '',
      stderr:
        'There is no benchmark "speed". There are: import, sizes, requests, streams, pages, planning, validation, webhooks, gate, index.\n',
      status: 2,
    });
  }, 180_000);
});
