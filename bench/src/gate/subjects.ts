/** The stores that are measured: the contenders and their names in the table. */
export const GATE_STORES = [
  { contender: 'portcullis-sqlite', name: 'SQLite' },
  { contender: 'portcullis-postgres', name: 'PostgreSQL' },
] as const;

export type GateStore = (typeof GATE_STORES)[number];

/** The amount of work. */
export interface GateSizes {
  /** Webhooks that exist. */
  readonly endpoints: number;
  /** Deliveries, and then publications, that each process makes as a warm-up. */
  readonly warmUp: number;
  readonly steady: { readonly perSecond: number; readonly seconds: number };
  /** Notifications to all webhooks. */
  readonly fanOut: { readonly notifications: number; readonly callers: number };
  readonly drain: number;
  /** Milliseconds of requests before a measurement, and of the measurement. */
  readonly requests: { readonly warmUpMs: number; readonly ms: number };
  readonly rounds: number;
  /**
   * Rounds after which all processes are replaced, because the same sources cost a little more in one process than in
   * another.
   */
  readonly roundsPerProcess: number;
  /** Maximum duration of all rounds, in seconds. */
  readonly seconds: number;
}

/** `full` compares the costs in less than five minutes. `quick` and `tiny` only check that everything runs. */
export const GATE_SIZES = {
  full: {
    endpoints: 100,
    warmUp: 500,
    steady: { perSecond: 300, seconds: 0.7 },
    fanOut: { notifications: 12, callers: 16 },
    drain: 1500,
    requests: { warmUpMs: 1500, ms: 500 },
    rounds: 16,
    roundsPerProcess: 4,
    seconds: 280,
  },
  quick: {
    endpoints: 100,
    warmUp: 300,
    steady: { perSecond: 200, seconds: 0.5 },
    fanOut: { notifications: 5, callers: 4 },
    drain: 500,
    requests: { warmUpMs: 300, ms: 200 },
    rounds: 2,
    roundsPerProcess: 1,
    seconds: 280,
  },
  tiny: {
    endpoints: 3,
    warmUp: 9,
    steady: { perSecond: 50, seconds: 0.2 },
    fanOut: { notifications: 3, callers: 2 },
    drain: 12,
    requests: { warmUpMs: 20, ms: 50 },
    rounds: 1,
    roundsPerProcess: 1,
    seconds: 280,
  },
} as const satisfies Readonly<Record<string, GateSizes>>;
