import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { generatedPart, tableCells, withGeneratedPart } from '../../shared/generated-part.ts';
import type { KillPointCounts, Operation, StoreOrder } from './victim-protocol.ts';

/** The result of one operation of one plugin on one platform and store. */
export interface MatrixRow {
  readonly plugin: string;
  readonly platform: string;
  readonly store: StoreOrder['kind'];
  readonly operation: Operation;
  readonly killPoints: KillPointCounts;
  readonly kills: number;
  readonly oneShot: number;
  readonly untouched: number;
  readonly failures: readonly string[];
}

const PAGE = join(import.meta.dirname, '../../../../docs/operations/kill-matrix.md');
const MARKERS = ['<!-- kill-matrix: begin -->', '<!-- kill-matrix: end -->'] as const;
const STORES: Readonly<Record<StoreOrder['kind'], string>> = {
  sqlite: 'SQLite',
  postgresql: 'PostgreSQL',
  mariadb: 'MariaDB',
};
const OPERATIONS: readonly string[] = ['create', 'edit', 'rotate', 'delete', 'migrate'] satisfies readonly Operation[];
const HEAD = [
  'plugin',
  'platform',
  'store',
  'operation',
  'statements',
  'commits',
  'kills',
  'one-shot',
  'untouched',
  'failures',
];
/** The columns that identify the row. */
const NAMES = 4;

/** The table, and a line with the totals below it. */
export function renderMatrix(rows: readonly MatrixRow[]): string {
  return render(rows.map(toCells));
}

/** Writes rows into the page, between its markers. They replace earlier rows of the same combination. */
export function writePage(rows: readonly MatrixRow[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [, ...written] = tableCells(generatedPart(page, MARKERS));
  const cells = new Map([...written, ...rows.map(toCells)].map((row) => [nameOf(row), row] as const));
  const ordered = [...cells.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  writeFileSync(PAGE, withGeneratedPart(page, MARKERS, render(ordered)));
}

type Cells = readonly string[];

function toCells(row: MatrixRow): Cells {
  const { plugin, platform, store, operation, killPoints, kills, oneShot, untouched, failures } = row;
  const numbers = [killPoints.statement, killPoints.commit, kills, oneShot, untouched, failures.length];
  return [plugin, platform, STORES[store], operation, ...numbers.map(String)];
}

function nameOf(cells: Cells): string {
  return cells.slice(0, NAMES).join(' ');
}

function orderOf(cells: Cells): string {
  return [...cells.slice(0, NAMES - 1), OPERATIONS.indexOf(cells[NAMES - 1] ?? '')].join(' ');
}

function render(rows: readonly Cells[]): string {
  const sum = (name: string): number => rows.reduce((all, row) => all + Number(row[HEAD.indexOf(name)]), 0);
  const sums = `${sum('kills')} kills: ${sum('one-shot')} equal to one shot, ${sum('untouched')} equal to untouched, ${sum('failures')} failed.`;
  return `${markdownTable([HEAD, ...rows.map((row) => [...row])])}\n\n${sums}`;
}
