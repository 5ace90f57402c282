import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { withGeneratedPart } from '../../shared/generated-part.ts';
import { MOMENTS, OPERATIONS, type Run, SELECTIONS } from './plan-runs.ts';
import type { RunOutcome } from './run-one.ts';

/** A run and its outcome. */
export type RunRecord = Run & RunOutcome;

const PAGE = join(import.meta.dirname, '../../../../docs/operations/foreign-objects.md');
const MARKERS = ['<!-- foreign-objects: begin -->', '<!-- foreign-objects: end -->'] as const;
const COUNTS = [
  'runs',
  'killed at a statement',
  'killed at random',
  'statements begun by then',
  'repeated',
  'planted',
  'dropped, changed or used',
  'failures',
];

/** The tables: by operation and moment, and by planted object. */
export function renderReport(records: readonly RunRecord[]): string {
  const byMoment = OPERATIONS.flatMap((operation) =>
    MOMENTS.map((moment) => [
      operation,
      moment,
      ...countsOf(records.filter((each) => each.operation === operation && each.moment === moment)),
    ]),
  );
  const bySelection = SELECTIONS.map(({ what, isRemade }) => [
    isRemade ? `${what}, ours made again` : what,
    ...countsOf(records.filter(({ selection }) => selection.what === what && selection.isRemade === isRemade)),
  ]);
  return [
    markdownTable([['operation', 'planted', ...COUNTS], ...byMoment]),
    '',
    markdownTable([['what', ...COUNTS], ...bySelection, ['all runs', ...countsOf(records)]]),
  ].join('\n');
}

/** Writes the tables of a whole run into the page. */
export function writePage(records: readonly RunRecord[]): void {
  writeFileSync(PAGE, withGeneratedPart(readFileSync(PAGE, 'utf8'), MARKERS, renderReport(records)));
}

/** The report of a failed run, which can be repeated with its seed and number. */
export function renderFailure({ harmed, failures, trace, planted, ...run }: RunRecord): string {
  return [
    `FAILED: ${JSON.stringify(run)}`,
    ...[...harmed, ...failures].map((text) => `  ${text}`),
    `  planted: ${planted.join(', ')}`,
    ...trace.map((line) => `  > ${line}`),
  ].join('\n');
}

function countsOf(records: readonly RunRecord[]): readonly string[] {
  const atRandom = records.filter(({ kill }) => typeof kill === 'number');
  const begun = atRandom.map(({ statements }) => statements);
  const sum = (count: (record: RunRecord) => number): number => records.reduce((all, each) => all + count(each), 0);
  return [
    records.length,
    records.length - atRandom.length,
    atRandom.length,
    begun.length === 0 ? '' : `${Math.min(...begun)} to ${Math.max(...begun)}`,
    sum(({ misses }) => misses),
    sum(({ planted }) => planted.length),
    sum(({ harmed }) => harmed.length),
    sum(({ failures }) => failures.length),
  ].map(String);
}
