import { describe, expect, it } from 'vitest';
import { CRASH_POINTS } from '../../../src/crashes/delivery-crashes/crash-points.ts';
import {
  readPage,
  renderDisk,
  renderLoad,
  renderPoints,
  renderRandom,
  withPart,
  withRows,
} from '../../../src/crashes/delivery-crashes/report.ts';

describe('the page of the delivery crash matrix', () => {
  it('has the table of the rows: run `pnpm --filter @portcullis/interop run delivery-crashes`', () => {
    const page = readPage();
    expect(page).toBe(withPart(page, 'points', renderPoints()));
  });

  it('has a row for each of the ten points', () => {
    const numbers = new Set([...CRASH_POINTS.map(({ number }) => number), 10]);
    expect([...numbers].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('counts lost deliveries as failures', () => {
    const row = { kills: 2, deliveries: 5, copies: 4, interrupted: 1, failures: ['delivery 3 never arrived', 'other'] };
    expect(renderRandom([['SQLite', row]])).toMatch(/\| SQLite +\| 2 +\| 5 +\| 1 +\| 4 +\| 1 +\| 2 +\|/);
  });

  it('states the share of duplicate deliveries after kills under load', () => {
    const counts = { kills: 2, deliveries: 200, duplicates: 5, unrecorded: 1, unsent: 3, drainedMs: 1640 };
    const table = renderLoad([['SQLite', { ...counts, failures: ['delivery 3 never arrived'] }]]);
    expect(table).toMatch(/\| SQLite +\| 2 +\| 200 +\| 1 +\| 5 +\| 2.5 % +\| 1 +\| 3 +\| 1.6 s +\| 1 +\|/);
  });

  it('states how many publications a full disk rejected, and the recovery time', () => {
    const counts = { deliveries: 808, copies: 820, records: 821, refused: 351, drainedMs: 1054.7 };
    const table = renderDisk([['SQLite', { ...counts, failures: ['delivery 3 never arrived'] }]]);
    expect(table).toMatch(/\| SQLite +\| 808 +\| 1 +\| 820 +\| 821 +\| 351 +\| 1.1 s +\| 1 +\|/);
  });

  it('gets each row as soon as it is measured, next to the rows of an earlier run', () => {
    const row = { kills: 2, deliveries: 5, copies: 4, interrupted: 1, failures: [] };
    const empty = '<!-- random: generated -->\n<!-- random: end -->';
    const earlier = withPart(
      empty,
      'random',
      renderRandom([
        ['PostgreSQL', row],
        ['SQLite', row],
        ['Gone', row],
      ]),
    );
    const page = withRows(earlier, 'random', renderRandom([['SQLite', { ...row, kills: 3 }]]), [
      'SQLite',
      'PostgreSQL',
    ]);
    const kills = [...page.matchAll(/^\| (\w+) +\| (\d+) /gm)].map(([, name, count]) => `${name} ${count}`);
    expect(kills).toEqual(['SQLite 3', 'PostgreSQL 2']);
  });

  it('drops the rows of a table with other columns', () => {
    const old = '<!-- random: generated -->\n| nodes on | kills |\n| - | - |\n| SQLite | 9 |\n<!-- random: end -->';
    const row = { kills: 2, deliveries: 5, copies: 4, interrupted: 1, failures: [] };
    const page = withRows(old, 'random', renderRandom([['PostgreSQL', row]]), ['SQLite', 'PostgreSQL']);
    expect(page).not.toContain('SQLite');
  });

  it('is not written if its markers are missing', () => {
    expect(() => withPart('# Nothing', 'random', '')).toThrow('no place');
  });
});
