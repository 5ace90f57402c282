import { readSurroundings, timeBetween } from '../../processor-time/surrounding-time.ts';
import { spreadOf } from '../../report/spread.ts';
import type { RunningContender } from '../contenders/start-contender.ts';
import { goalCell } from '../goal.ts';
import type { Variant } from './variant.ts';

/** The processor time of one delivery, in microseconds. */
export interface ProcessorCost {
  /** The time of the contender's own process. */
  readonly process: number;
  /** The time of its store in other processes. Undefined on systems other than Linux, like the next one. */
  readonly store: number | undefined;
  /** Its share of the kernel threads that write to the disk. */
  readonly flush: number | undefined;
}

/** The programs in which a contender stores, except its own. */
const STORES = [
  { contenders: ['portcullis-postgres', 'pg-boss', 'graphile-worker'], program: /^postgres/ },
  { contenders: ['portcullis-mariadb'], program: /^mariadbd/ },
  { contenders: ['svix'], program: /^(svix-server|postgres|redis-server|valkey-server)/ },
  { contenders: ['bullmq-fetch', 'bullmq-undici'], program: /^(redis|valkey)-server/ },
];

/** Runs a measurement, and returns its result with the processor time of each delivery. */
export async function measureCost<Result>(
  running: RunningContender,
  { contender }: Pick<Variant, 'contender'>,
  deliveries: number,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cost: ProcessorCost }> {
  const store = STORES.find(({ contenders }) => contenders.includes(contender))?.program;
  const surroundings = () => (process.platform === 'linux' ? readSurroundings(running.pid, store) : undefined);
  const surroundingsBefore = surroundings();
  const { cpuMicros: before } = await running.status();
  const result = await run();
  const { cpuMicros: after } = await running.status();
  const surroundingsAfter = surroundings();
  const own = (after - before) / deliveries;
  if (!surroundingsBefore || !surroundingsAfter)
    return { result, cost: { process: own, store: undefined, flush: undefined } };
  const { store: stored, flush } = timeBetween(surroundingsBefore, surroundingsAfter);
  return { result, cost: { process: own, store: stored / deliveries, flush: flush / deliveries } };
}

/**
 * Returns the processor time of the whole system: the process, its store and writes to the disk. NaN if it is unknown.
 */
function systemOf({ process: own, store = Number.NaN, flush = Number.NaN }: ProcessorCost): number {
  return own + store + flush;
}

/** Returns the processor time of the whole system, or of the process if the rest is unknown. */
export function knownMicros(cost: ProcessorCost): number {
  const system = systemOf(cost);
  return Number.isNaN(system) ? cost.process : system;
}

/** A row of a table of costs, with its rounds. */
export interface CostRow {
  readonly variant: Variant;
  readonly costs: readonly ProcessorCost[];
}

/** The goal for the library's cost, as a multiple of the cost of the cheapest peer with the same durability. */
const GOAL = { is: 'at most', value: 0.75 } as const;

/** The columns of {@link costCells}. */
export const COST_COLUMNS = [
  'processor us/delivery',
  'in its process',
  'of the cheapest durable peer',
  'goal of that',
] as const;

/**
 * Returns the cells of a row about its cost, with the library compared with the cheapest peer of the same durability.
 */
export function costCells(row: CostRow, rows: readonly CostRow[]): readonly string[] {
  const cheapest = rows
    .filter(({ variant, costs }) => storesAsDurably(variant) && costs.length > 0)
    .toSorted((left, right) => medianOf(left) - medianOf(right))[0];
  const system = medianOf(row);
  const cells = [Number.isNaN(system) ? 'Linux only' : system.toFixed(0), processOf(row).toFixed(0)];
  if (!cheapest || !row.variant.contender.startsWith('portcullis') || Number.isNaN(system)) return [...cells, '', ''];
  const ratios = row.costs.map((cost, round) => systemOf(cost) / systemOf(cheapest.costs[round] ?? cost));
  const ratio = spreadOf(ratios).median;
  return [...cells, `**${ratio.toFixed(2)} x**`, goalCell(GOAL, ratio)];
}

/** True for a peer that keeps each finished job and syncs each write to the disk before it continues. */
function storesAsDurably({ contender, options }: Variant): boolean {
  return contender === 'pg-boss' || options?.keepsAll === true;
}

function medianOf({ costs }: CostRow): number {
  return spreadOf(costs.map(systemOf)).median;
}

function processOf({ costs }: CostRow): number {
  return spreadOf(costs.map((cost) => cost.process)).median;
}
