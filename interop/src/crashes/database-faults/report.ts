import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { withGeneratedPart } from '../../shared/generated-part.ts';
import type { Part } from './part.ts';
import type { Boundaries } from './run-boundaries.ts';
import type { Restarts } from './run-restarts.ts';
import type { SuspensionResult } from './run-suspensions.ts';
import type { Terminations } from './run-terminations.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/operations/database-faults.md');

/** A row of a table with its subject. */
export type Named<Row> = readonly (readonly [string, Row])[];

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** Sessions that ended at each message. */
export function renderBoundaries(rows: Named<Boundaries>): string {
  return markdownTable([
    ['client', 'messages tried', 'sessions ended', 'uncaught errors', 'works afterwards'],
    ...rows.map(([name, row]) => [
      name,
      ...[row.positions, row.ended, row.uncaught].map(String),
      row.works ? 'yes' : 'no',
    ]),
  ]);
}

/** Sessions that were ended. */
export function renderTerminations(rows: Named<Terminations>): string {
  return markdownTable([
    ['hosts', 'sessions ended', 'published', 'refused', 'lost', 'repeated requests', 'hosts that ended'],
    ...rows.map(([name, row]) => [
      name,
      ...[row.terminated, row.published, row.refused, row.lost, row.copies, deaths(row.failures)].map(String),
    ]),
  ]);
}

/** Restarts of the server. */
export function renderRestarts(rows: Named<Restarts>): string {
  return markdownTable([
    [
      'hosts',
      'restarts',
      'longest downtime, s',
      'longest wait, s',
      'published',
      'refused',
      'lost',
      'repeated requests',
      'hosts that ended',
    ],
    ...rows.map(([name, row]) => [
      name,
      String(row.restarts),
      seconds(row.awayMs),
      seconds(row.waitMs),
      ...[row.published, row.refused, row.lost, row.copies, deaths(row.failures)].map(String),
    ]),
  ]);
}

/** Hosts that were suspended. */
export function renderSuspensions(rows: Named<SuspensionResult>): string {
  return markdownTable([
    [
      'suspended',
      'accepted of 1,800',
      'longest wait of a receiver, s',
      'lost',
      'repeated requests',
      'hosts that ended',
    ],
    ...rows.map(([name, row]) => [
      name,
      String(row.taken),
      seconds(row.waitMs),
      ...[row.lost, row.copies, deaths(row.failures)].map(String),
    ]),
  ]);
}

function deaths(failures: readonly string[]): number {
  return failures.filter((failure) => failure.includes('is dead')).length;
}

/** Rewrites a part of the page. */
export function writePart(part: Part, table: string): void {
  const markers = [`<!-- ${part}: generated -->`, `<!-- ${part}: end -->`] as const;
  writeFileSync(PAGE, withGeneratedPart(readFileSync(PAGE, 'utf8'), markers, table));
}
