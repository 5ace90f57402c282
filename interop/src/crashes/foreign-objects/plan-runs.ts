import { createFakeRandom } from '@portcullis/testing';
import type { KillPoint } from '../kill-matrix/victim-protocol.ts';
import { KINDS, type Kind } from './targets.ts';

/** The operations that are killed. */
export const OPERATIONS = ['create', 'edit', 'delete'] as const;
/** The moments at which another account makes its objects. */
export const MOMENTS = ['before the restart', 'before the request', 'behind its plan'] as const;
/** Selections of planted objects: one kind of object, all of them, or ours dropped and made again. */
export const SELECTIONS = [...KINDS, 'all', 'remade'] as const;

/** One run. */
export interface Run {
  readonly operation: (typeof OPERATIONS)[number];
  /** The kill: at a statement, or at a moment of the operation between 0 and 1. */
  readonly kill: KillPoint | number;
  readonly moment: (typeof MOMENTS)[number];
  readonly selection: (typeof SELECTIONS)[number];
}

/** The number of statements of each operation. */
export type StatementCounts = Readonly<Record<Run['operation'], number>>;

/** Random moments for each operation and moment of planting. */
const RANDOM = 12;

/**
 * Plans the runs: every statement of every operation, before and after it, with each moment of planting, and random moments. What is
 * planted changes from run to run, so that each kind meets each moment of each operation.
 */
export function planRuns(counts: StatementCounts, seed: number): readonly Run[] {
  const random = createFakeRandom(seed);
  const runs: Run[] = [];
  let at = 0;
  const add = (operation: Run['operation'], kill: Run['kill'], moment: Run['moment']): void => {
    // `all` and `remade` come as often as all kinds together.
    const selection = SELECTIONS[at % SELECTIONS.length] as Run['selection'];
    at += 1;
    runs.push({ operation, kill, moment, selection });
  };
  for (const operation of OPERATIONS) {
    for (const moment of MOMENTS) {
      for (let number = 1; number <= counts[operation]; number += 1) {
        add(operation, { what: 'statement', number, when: 'before' }, moment);
        add(operation, { what: 'statement', number, when: 'after' }, moment);
      }
      for (let count = 0; count < RANDOM; count += 1) add(operation, random.fraction(), moment);
      // The lengths are multiples of each other: without a step the same kinds would meet the same statements.
      at += 3;
    }
  }
  return runs;
}

/** Returns runs that stand for all of them: spread evenly. */
export function sampleOf(runs: readonly Run[], size: number): readonly Run[] {
  if (runs.length <= size) return runs;
  return Array.from({ length: size }, (_, index) => runs[Math.floor((index * runs.length) / size)] as Run);
}

/** Returns whether a kind belongs to a selection. */
export function isSelected(selection: Run['selection'], kind: Kind): boolean {
  return selection === 'all' || selection === 'remade' || selection === kind;
}
