import type { ApiAddress, ContenderOrder } from './contender.ts';
import type { ConcurrentLoad, ConcurrentRun } from './publish-concurrently.ts';
import type { PublishedOne, SteadyRate } from './publish-steadily.ts';

/** The result of a drain in the process of the contender. */
interface Drained {
  readonly ms: number;
  readonly ended: number;
}

/** The state of the process of a contender. */
interface ContenderStatus {
  readonly ended: number;
  readonly rssBytes: number;
  readonly operations: number;
  /** Processor time of the process so far, in all threads. */
  readonly cpuMicros: number;
}

/** The methods that the process of a contender offers. */
export interface ContenderMethods {
  open(order: ContenderOrder): Promise<void>;
  /** Queues deliveries. */
  fill(count: number, sentBy: 'this process' | 'several processes'): Promise<void>;
  /** Starts delivery, and returns when all expected deliveries have ended, except those to excluded endpoints. */
  drain(except?: readonly number[]): Promise<Drained>;
  begin(): Promise<void>;
  halt(): Promise<void>;
  /**
   * Publishes a number of notifications in each transaction, in sequence, and returns when all deliveries have ended.
   */
  publishBatched(first: number, count: number, together: number): Promise<void>;
  /** Returns when all expected deliveries have ended, except those to excluded endpoints. */
  publishSteadily(rate: SteadyRate, except?: readonly number[]): Promise<readonly PublishedOne[]>;
  /** Returns when all expected deliveries have ended. */
  publishConcurrently(load: ConcurrentLoad): Promise<ConcurrentRun>;
  status(): Promise<ContenderStatus>;
  /** Also serves other requests, like a host. Returns the port. */
  serveHost(): Promise<number>;
  /** Also serves the HTTP interface of the library, until it is halted. */
  serveApi(): Promise<ApiAddress>;
  close(): Promise<void>;
}

/** A request of the parent. */
export interface ContenderRequest {
  readonly id: number;
  readonly method: keyof ContenderMethods;
  readonly parameters: readonly unknown[];
}

/** The response to it. */
export interface ContenderResponse {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: string;
}
