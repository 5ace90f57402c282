/** The sizes of the measurements. */
export interface Sizes {
  readonly drain: { readonly deliveries: number; readonly rounds: number };
  readonly longDrain: { readonly deliveries: number; readonly rounds: number };
  /** The numbers of endpoints for drains, measured in sequence. */
  readonly endpoints: readonly number[];
  /** Deliveries that each process makes as a warm-up. */
  readonly warmUp: number;
  readonly steady: { readonly rates: readonly number[]; readonly seconds: number; readonly rounds: number };
  /** Measurements of each contender in fan-out and one-to-one. */
  readonly publicationRounds: number;
  readonly fanOut: { readonly deliveries: number; readonly callers: number };
  readonly oneToOne: { readonly deliveries: number; readonly callers: readonly number[] };
  readonly tls: { readonly deliveries: number; readonly rounds: number };
  readonly hanging: { readonly deliveries: number; readonly rounds: number };
  readonly tenants: {
    readonly endpoints: number;
    /** Due deliveries of the busy tenant. */
    readonly deliveries: number;
    /** Publications of the other tenant as a warm-up: this many seconds at a hundred per second. */
    readonly warmUpSeconds: number;
    /** Publications per second of the other tenant, the seconds after a start that do not count, and those of the measurement. */
    readonly perSecond: number;
    readonly settlingSeconds: number;
    readonly seconds: number;
    readonly rounds: number;
  };
  readonly manyTenants: {
    readonly tenants: number;
    readonly webhooksEach: number;
    /** Publications and requests of a round; the drain has one delivery for each webhook. */
    readonly publications: number;
    readonly requests: number;
    readonly idleSeconds: number;
    readonly rounds: number;
  };
  readonly backlog: { readonly rows: number; readonly claims: number };
  readonly nodes: { readonly counts: readonly number[]; readonly deliveries: number; readonly runs: number };
  readonly scale: { readonly deliveries: number; readonly rounds: number };
  readonly idle: { readonly endpoints: number; readonly seconds: number };
  readonly memory: { readonly deliveries: number; readonly samples: number };
  readonly host: {
    readonly deliveries: number;
    readonly perSecond: number;
    readonly rounds: number;
    /**
     * Seconds from the beginning of a drain that do not count, at most half of it. A new thread compiles in this time,
     * on each core.
     */
    readonly settlingSeconds: number;
  };
}

/** `full` produces the results. `quick` takes under ten minutes. `tiny` only checks that everything runs. */
export const SIZES = {
  full: {
    drain: { deliveries: 20_000, rounds: 5 },
    longDrain: { deliveries: 200_000, rounds: 1 },
    endpoints: [1, 100, 1000],
    warmUp: 3000,
    steady: { rates: [200, 1000], seconds: 10, rounds: 3 },
    publicationRounds: 5,
    fanOut: { deliveries: 20_000, callers: 16 },
    oneToOne: { deliveries: 5000, callers: [16, 64] },
    tls: { deliveries: 10_000, rounds: 3 },
    hanging: { deliveries: 20_000, rounds: 3 },
    tenants: {
      endpoints: 1000,
      deliveries: 1_000_000,
      warmUpSeconds: 3,
      perSecond: 1,
      settlingSeconds: 5,
      seconds: 60,
      rounds: 3,
    },
    manyTenants: {
      tenants: 10_000,
      webhooksEach: 3,
      publications: 5000,
      requests: 20_000,
      idleSeconds: 20,
      rounds: 3,
    },
    backlog: { rows: 900_000, claims: 300 },
    nodes: { counts: [1, 2, 4], deliveries: 20_000, runs: 10 },
    scale: { deliveries: 20_000, rounds: 5 },
    idle: { endpoints: 10_000, seconds: 60 },
    memory: { deliveries: 1_000_000, samples: 10 },
    host: { deliveries: 50_000, perSecond: 200, rounds: 3, settlingSeconds: 3 },
  },
  quick: {
    drain: { deliveries: 5000, rounds: 3 },
    longDrain: { deliveries: 10_000, rounds: 1 },
    endpoints: [100],
    warmUp: 1000,
    steady: { rates: [200, 1000], seconds: 3, rounds: 1 },
    publicationRounds: 1,
    fanOut: { deliveries: 10_000, callers: 16 },
    oneToOne: { deliveries: 2500, callers: [16, 64] },
    tls: { deliveries: 3000, rounds: 1 },
    hanging: { deliveries: 10_000, rounds: 1 },
    tenants: {
      endpoints: 100,
      deliveries: 100_000,
      warmUpSeconds: 3,
      perSecond: 1,
      settlingSeconds: 2,
      seconds: 5,
      rounds: 1,
    },
    manyTenants: { tenants: 1000, webhooksEach: 3, publications: 1000, requests: 3000, idleSeconds: 3, rounds: 1 },
    backlog: { rows: 100_000, claims: 100 },
    nodes: { counts: [1, 2], deliveries: 5000, runs: 3 },
    scale: { deliveries: 10_000, rounds: 3 },
    idle: { endpoints: 1000, seconds: 5 },
    memory: { deliveries: 50_000, samples: 5 },
    host: { deliveries: 15_000, perSecond: 200, rounds: 1, settlingSeconds: 1 },
  },
  tiny: {
    drain: { deliveries: 60, rounds: 1 },
    longDrain: { deliveries: 90, rounds: 1 },
    endpoints: [3],
    warmUp: 9,
    steady: { rates: [50], seconds: 0.4, rounds: 1 },
    publicationRounds: 1,
    fanOut: { deliveries: 200, callers: 2 },
    oneToOne: { deliveries: 60, callers: [2] },
    tls: { deliveries: 60, rounds: 1 },
    hanging: { deliveries: 60, rounds: 1 },
    tenants: {
      endpoints: 3,
      deliveries: 5000,
      warmUpSeconds: 0.1,
      perSecond: 20,
      settlingSeconds: 0.1,
      seconds: 0.5,
      rounds: 1,
    },
    manyTenants: { tenants: 7, webhooksEach: 3, publications: 14, requests: 40, idleSeconds: 0, rounds: 1 },
    backlog: { rows: 500, claims: 5 },
    nodes: { counts: [1, 2], deliveries: 60, runs: 2 },
    scale: { deliveries: 60, rounds: 1 },
    idle: { endpoints: 20, seconds: 0.2 },
    memory: { deliveries: 100, samples: 2 },
    host: { deliveries: 200, perSecond: 100, rounds: 1, settlingSeconds: 0 },
  },
} as const satisfies Readonly<Record<string, Sizes>>;
