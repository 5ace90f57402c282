import type { Table } from '../../report/print-table.ts';
import type { ContenderName } from '../contenders/contender.ts';
import type { ProcessOptions } from '../contenders/start-contender.ts';
import type { NodeReceiver, ReceiverOrder } from '../receivers/node-receiver.ts';
import type { Receiver } from '../receivers/receiver.ts';
import type { ServiceNeeds, Services } from '../services/start-services.ts';
import type { Sizes } from '../sizes.ts';

/** The tools of a scenario for its measurements. */
export interface Bench {
  readonly sizes: Sizes;
  readonly services: Services;
  /** Starts the receiver of all contenders. It is stopped when the scenario has ended. */
  startReceiver(endpoints: number): Promise<Receiver>;
  /** Starts a receiver with more functions. It also ends with the scenario. */
  startNodeReceiver(order: ReceiverOrder): Promise<NodeReceiver>;
  /** Options for the processes of the contenders. @default none */
  readonly processes?: ProcessOptions;
  /** Prints a measurement immediately, because a run takes long and may be interrupted. */
  progress(text: string): void;
  /** Reports a problem; the run then fails, but continues. */
  problem(text: string): void;
}

/** A measured subject with its tables. */
export interface Scenario {
  /** The servers that the scenario needs. */
  readonly needs: ServiceNeeds;
  run(bench: Bench): Promise<Table | readonly Table[]>;
}

/** The contenders of a comparison that can run here. */
export function contendersThatRun(
  contenders: readonly ContenderName[],
  { redis, svix, hasMariaDb }: Services,
): readonly ContenderName[] {
  return contenders.filter((contender) => {
    if (contender === 'portcullis-mariadb') return hasMariaDb;
    if (contender === 'svix') return svix !== undefined && redis !== undefined;
    return redis !== undefined || !contender.startsWith('bullmq');
  });
}

/**
 * The contenders in order of a round. Each round begins with a different contender, and in every other round the rest is reversed.
 */
export function orderOf<Each>(contenders: readonly Each[], round: number): readonly Each[] {
  const from = round % Math.max(contenders.length, 1);
  const first = contenders.slice(from, from + 1);
  const rest = [...contenders.slice(from + 1), ...contenders.slice(0, from)];
  return [...first, ...(round % 2 === 0 ? rest : rest.toReversed())];
}
