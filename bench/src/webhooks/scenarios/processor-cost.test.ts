import { describe, expect, it } from 'vitest';
import { type CostRow, costCells, type ProcessorCost } from './processor-cost.ts';
import { VARIANTS, type Variant } from './variant.ts';

/** The cost of a process of 100 us in a system with this total cost. */
function costOf(system: number | undefined): ProcessorCost {
  if (system === undefined) return { process: 100, store: undefined, flush: undefined };
  return { process: 100, store: system - 104, flush: 4 };
}

function rowOf(variant: Variant, ...systems: readonly (number | undefined)[]): CostRow {
  return { variant, costs: systems.map(costOf) };
}

const KEPT = rowOf(VARIANTS.bullMqKept, 400, 440, 500);
const PG_BOSS = rowOf(VARIANTS.pgBoss, 300, 200, 260);

describe('the cells of a cost', () => {
  it('are the medians of the whole system and of the process', () => {
    expect(costCells(PG_BOSS, [PG_BOSS])).toEqual(['260', '100', '', '']);
  });

  it('compare the library with the cheapest durable peer, round by round', () => {
    const row = rowOf(VARIANTS.sqlite, 150, 160, 208);
    expect(costCells(row, [row, KEPT, PG_BOSS])).toEqual(['160', '100', '**0.80 x**', '<= 0.75 MISSED']);
  });

  it('meet the goal at 0.75 of it', () => {
    const row = rowOf(VARIANTS.postgres, 225, 150, 195);
    expect(costCells(row, [KEPT, PG_BOSS, row]).slice(2)).toEqual(['**0.75 x**', '<= 0.75 met']);
  });

  it('ignore cheaper peers that do not keep finished jobs, or do not sync each write', () => {
    const row = rowOf(VARIANTS.sqlite, 150, 150, 150);
    const cheaper = [
      rowOf(VARIANTS.graphileWorker, 1, 1, 1),
      rowOf(VARIANTS.bullMq, 1, 1, 1),
      rowOf(VARIANTS.bare, 1, 1, 1),
    ];
    expect(costCells(row, [row, KEPT, ...cheaper])[2]).toBe('**0.34 x**');
  });

  it('compare nothing without a durable peer', () => {
    const row = rowOf(VARIANTS.sqlite, 150);
    expect(costCells(row, [row, rowOf(VARIANTS.bullMq, 100)])).toEqual(['150', '100', '', '']);
  });

  it('state that the whole system is only measured on Linux, if it is unknown', () => {
    const row = rowOf(VARIANTS.sqlite, undefined);
    expect(costCells(row, [row, rowOf(VARIANTS.pgBoss, undefined)])).toEqual(['Linux only', '100', '', '']);
  });
});
