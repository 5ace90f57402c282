import { createFakeRandom } from '@portcullis/testing';
import type { KillPoint } from '../kill-matrix/victim-protocol.ts';
import { KINDS, type Kind } from './targets.ts';

/** The operations that are killed. */
export const OPERATIONS = ['create', 'edit', 'delete'] as const;
/** The moments at which another account creates its objects. */
export const MOMENTS = ['before the restart', 'before the request', 'behind its plan'] as const;

/** The objects that another account makes. */
export interface Selection {
  /** One kind of object, or all of them. */
  readonly what: Kind | 'all';
  /** True if our objects with these names are dropped and created again; otherwise only free names are used. */
  readonly isRemade: boolean;
}

/** Every selection. */
export const SELECTIONS: readonly Selection[] = [false, true].flatMap((isRemade) =>
  [...KINDS, 'all' as const].map((what) => ({ what, isRemade })),
);

/** One run. */
export interface Run {
  /** Its number in the plan, from 1. */
  readonly number: number;
  /** The seed of the plan. */
  readonly seed: number;
  readonly operation: (typeof OPERATIONS)[number];
  /** The kill: at a statement, or at a moment of the operation between 0 and 1. */
  readonly kill: KillPoint | number;
  readonly moment: (typeof MOMENTS)[number];
  readonly selection: Selection;
}

/** The number of statements of each operation. */
export type StatementCounts = Readonly<Record<Run['operation'], number>>;

/** Random moments for each operation and moment of planting. */
const RANDOM = 7;

/**
 * Plans the runs: every statement of every operation, before and after it, with each moment of planting, and random
 * moments. The selection changes from run to run, so that each kind meets each moment of each operation. The seed
 * determines the pairs.
 */
export function planRuns(counts: StatementCounts, seed: number): readonly Run[] {
  const random = createFakeRandom(seed);
  const runs: Run[] = [];
  let at = seed - 1;
  const add = (operation: Run['operation'], kill: Run['kill'], moment: Run['moment']): void => {
    const selection = SELECTIONS[at % SELECTIONS.length] as Selection;
    at += 1;
    runs.push({ number: runs.length + 1, seed, operation, kill, moment, selection });
  };
  for (const operation of OPERATIONS) {
    for (const moment of MOMENTS) {
      for (let number = 1; number <= counts[operation]; number += 1) {
        add(operation, { what: 'statement', number, when: 'before' }, moment);
        add(operation, { what: 'statement', number, when: 'after' }, moment);
      }
      for (let count = 0; count < RANDOM; count += 1) add(operation, random.fraction(), moment);
      // The lengths are multiples of each other. Without an offset, the same kinds would always meet the same
      // statements.
      at += 3;
    }
  }
  return runs;
}

/**
 * Returns a sample of the runs: one with each selection, in turn for each moment of each operation, and each time at a
 * later point of the operation.
 */
export function sampleOf(runs: readonly Run[]): readonly Run[] {
  const pairs = OPERATIONS.flatMap((operation) => MOMENTS.map((moment) => ({ operation, moment })));
  return SELECTIONS.flatMap((selection, index) => {
    const pair = pairs[index % pairs.length];
    const alike = runs.filter(
      (run) => run.operation === pair?.operation && run.moment === pair.moment && run.selection === selection,
    );
    return alike[Math.floor((index * alike.length) / SELECTIONS.length)] ?? [];
  });
}
