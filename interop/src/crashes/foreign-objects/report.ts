import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { MOMENTS, OPERATIONS, type Run, SELECTIONS } from './plan-runs.ts';
import type { RunOutcome } from './run-one.ts';

/** A run and its outcome. */
export type RunRecord = Run & RunOutcome;

const PAGE = join(import.meta.dirname, '../../../../docs/operations/foreign-objects.md');
const MARKERS = { begin: '<!-- foreign-objects: begin -->', end: '<!-- foreign-objects: end -->' } as const;
const COUNTS = ['runs', 'killed at a statement', 'killed at random', 'planted', 'dropped, changed or used', 'failures'];

/** The tables: by operation and moment, and by what was planted. */
export function renderReport(records: readonly RunRecord[]): string {
  const byMoment = OPERATIONS.flatMap((operation) =>
    MOMENTS.map((moment) => [
      operation,
      moment,
      ...countsOf(records.filter((each) => each.operation === operation && each.moment === moment)),
    ]),
  );
  const bySelection = SELECTIONS.map((selection) => [
    selection,
    ...countsOf(records.filter((each) => each.selection === selection)),
  ]);
  return [
    markdownTable([['operation', 'planted', ...COUNTS], ...byMoment]),
    '',
    markdownTable([['what', ...COUNTS], ...bySelection, ['all runs', ...countsOf(records)]]),
  ].join('\n');
}

/** Writes the tables of a whole run into the page. */
export function writePage(records: readonly RunRecord[]): void {
  const [head, , tail] = readFileSync(PAGE, 'utf8').split(/<!-- foreign-objects: (?:begin|end) -->/);
  if (head === undefined || tail === undefined) throw new Error(`${PAGE} has lost its markers.`);
  writeFileSync(PAGE, `${head}${MARKERS.begin}\n\n${renderReport(records)}\n\n${MARKERS.end}${tail}`);
}

function countsOf(records: readonly RunRecord[]): readonly string[] {
  const killed = records.filter(({ wasKilled }) => wasKilled);
  const atStatement = killed.filter(({ kill }) => typeof kill === 'object').length;
  const sum = (count: (record: RunRecord) => number): number => records.reduce((all, each) => all + count(each), 0);
  return [
    records.length,
    atStatement,
    killed.length - atStatement,
    sum(({ planted }) => planted),
    sum(({ harmed }) => harmed.length),
    sum(({ failures }) => failures.length),
  ].map(String);
}
