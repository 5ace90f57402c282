import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { generatedPart, type Markers, tableCells, withGeneratedPart } from '../../shared/generated-part.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import { CRASH_POINTS } from './crash-points.ts';
import type { ClockSteps } from './run-clock-steps.ts';
import type { FullDisk } from './run-full-disk.ts';
import type { LoadKills } from './run-load-kills.ts';
import type { RandomKills } from './run-random-kills.ts';
import { ZOMBIE_ENDS } from './run-zombie.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/operations/delivery-crash-matrix.md');
const STORES: Readonly<Record<StoreOrder['kind'], string>> = {
  sqlite: 'SQLite',
  postgresql: 'PostgreSQL, two nodes',
  mariadb: 'MariaDB, two nodes',
};

/** The generated parts of the page. */
export type Part = 'points' | 'random' | 'load' | 'clock' | 'disk';

/** Returns the required state after a kill at each point, from the rows. */
export function renderPoints(): string {
  const head = ['point', 'killed', 'events', 'requests', 'records', 'interrupted records'];
  const points = CRASH_POINTS.map(({ number, name, end }) => [
    `${number}`,
    name,
    ...[end.events, end.copies, end.records, end.interrupted].map(String),
  ]);
  const { sqlite, postgresql, mariadb } = ZOMBIE_ENDS;
  const zombies = [
    ['10', `stopped, not killed, with ${STORES.sqlite}: the file is refused to the other process`, sqlite] as const,
    ['10', `stopped, not killed, with ${STORES.postgresql}: one extra record, written late`, postgresql] as const,
    ['10', `stopped, not killed, with ${STORES.mariadb}: one extra record, written late`, mariadb] as const,
  ].map(([number, name, end]) => [number, name, '1', ...[end.copies, end.records, end.interrupted].map(String)]);
  return markdownTable([head, ...points, ...zombies]);
}

/** Returns the results of kills at random moments, as text. */
export function renderRandom(rows: readonly (readonly [string, RandomKills])[]): string {
  const head = ['nodes on', 'kills', 'deliveries', 'lost', 'requests', 'interrupted attempts', 'failures'];
  return markdownTable([
    head,
    ...rows.map(([deployment, row]) => [
      deployment,
      ...[row.kills, row.deliveries, lostOf(row), row.copies, row.interrupted, row.failures.length].map(String),
    ]),
  ]);
}

/** The outcome of kills under load. */
export function renderLoad(rows: readonly (readonly [string, LoadKills])[]): string {
  const head = [
    'nodes on',
    'kills',
    'deliveries',
    'lost',
    'duplicates',
    'share',
    'of them responded before the kill',
    'interrupted, not sent',
    'drained after',
    'failures',
  ];
  return markdownTable([
    head,
    ...rows.map(([mode, row]) => [
      mode,
      `${row.kills}`,
      `${row.deliveries}`,
      `${lostOf(row)}`,
      `${row.duplicates}`,
      `${((100 * row.duplicates) / Math.max(row.deliveries, 1)).toFixed(1)} %`,
      `${row.unrecorded}`,
      `${row.unsent}`,
      `${(row.drainedMs / 1000).toFixed(1)} s`,
      `${row.failures.length}`,
    ]),
  ]);
}

/** The outcome of a clock that is set ahead and back. */
export function renderClock(rows: readonly (readonly [StoreOrder['kind'], ClockSteps])[]): string {
  const head = ['nodes on', 'deliveries', 'lost', 'requests', 'records', 'longest wait', 'failures'];
  return markdownTable([
    head,
    ...rows.map(([store, row]) => [
      STORES[store],
      `${row.deliveries}`,
      `${lostOf(row)}`,
      `${row.copies}`,
      `${row.records}`,
      `${(row.longestMs / 1000).toFixed(1)} s`,
      `${row.failures.length}`,
    ]),
  ]);
}

/** Returns the outcome of a disk that is full and free again, as text. */
export function renderDisk(rows: readonly (readonly [string, FullDisk])[]): string {
  const head = [
    'nodes on',
    'deliveries',
    'lost',
    'requests',
    'records',
    'publications refused',
    'drained after',
    'failures',
  ];
  return markdownTable([
    head,
    ...rows.map(([name, row]) => [
      name,
      ...[row.deliveries, lostOf(row), row.copies, row.records, row.refused].map(String),
      `${(row.drainedMs / 1000).toFixed(1)} s`,
      `${row.failures.length}`,
    ]),
  ]);
}

function lostOf({ failures }: Pick<RandomKills, 'failures'>): number {
  return failures.filter((each) => each.includes('never arrived')).length;
}

/** Returns the page with one part replaced. */
export function withPart(page: string, part: Part, table: string): string {
  return withGeneratedPart(page, markersOf(part), table);
}

/**
 * Returns the page with rows of a table replaced, by their names. Other rows stay: after an interrupted run, its rows
 * are next to those of the previous run.
 *
 * @param order - the names of all rows, in order.
 */
export function withRows(page: string, part: Part, table: string, order: readonly string[]): string {
  const [head = [], ...fresh] = tableCells(table);
  const [oldHead = [], ...old] = tableCells(generatedPart(page, markersOf(part)));
  const isAlike = oldHead.join() === head.join();
  const byName = new Map([...(isAlike ? old : []), ...fresh].map((row) => [row[0] ?? '', row]));
  const rows = order.flatMap((name) => [byName.get(name)].filter((row) => row !== undefined));
  return withPart(page, part, markdownTable([head, ...rows]));
}

function markersOf(part: Part): Markers {
  return [`<!-- ${part}: generated -->`, `<!-- ${part}: end -->`];
}

/** Returns the current page. */
export function readPage(): string {
  return readFileSync(PAGE, 'utf8');
}

/** Writes the page. */
export function writePage(page: string): void {
  writeFileSync(PAGE, page);
}
