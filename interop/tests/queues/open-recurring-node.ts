import { createPortcullis, createStaticSecretKeys, type JobQueue, type Portcullis } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import {
  createSimulatedPlatform,
  SIMULATED_CONFIG,
  type SimulatedPlatform,
  simulatedPlugin,
} from '@portcullis/testing';
import { createFastClock } from './fast-clock.ts';
import { type NodeOptions, queueOf } from './open-node.ts';

/** Options of a node with recurring work. All nodes of a test get the same options, in any process. */
export interface RecurringNodeOptions extends Pick<NodeOptions, 'engine' | 'databaseUrl' | 'redisUrl' | 'scope'> {
  /** The start of the fast clock, in milliseconds since 1970. */
  readonly beganAt: number;
}

/** The counts of a node's recurring work. */
interface RecurringCounts {
  /** The start times of its recurring validations, in milliseconds of its clock. */
  readonly validatedAt: number[];
  /** Operations of dead processes that it has ended. */
  interrupted: number;
  /** Checks for a due validation that an engine has requested. */
  looks: number;
  /** Checks that it has requested from an engine. */
  planned: number;
}

/** A node, and its work so far. */
export interface RecurringNode {
  readonly portcullis: Portcullis;
  readonly done: Readonly<RecurringCounts>;
}

/** A body of POST for the simulated plugin. */
export const BODY = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };

/**
 * A minute, the time between two checks for a due validation, passes in more than the second in which a wake-up stays
 * on its node.
 */
const FACTOR = 40;

const MINUTE_MS = 60_000;

/** Milliseconds of its clock between two rounds, with a tolerance of a tenth. Longer than between two checks. */
export const PERIOD_MS = 2 * MINUTE_MS;

/** The options of a close: 90 seconds of the machine's time, because on a busy machine a query takes longer than a second of the clock. */
export const CLOSING = { deadlineMs: 60 * MINUTE_MS };

const SCAN = 'recurring-validation';

/** Opens an instance that validates once in each {@link PERIOD_MS} of its clock, on a platform in memory. */
export async function openRecurringNode(
  options: RecurringNodeOptions,
  platform: SimulatedPlatform = createSimulatedPlatform(),
): Promise<RecurringNode> {
  const done: RecurringCounts = { validatedAt: [], interrupted: 0, looks: 0, planned: 0 };
  const clock = createFastClock(FACTOR, options.beganAt);
  const queue = queueOf(options);
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store: createPostgresStore({
      connectionString: options.databaseUrl,
      schema: options.scope,
      pool: { max: 4 },
    }),
    secretKeys: createStaticSecretKeys({ current: 'test', keys: { test: new Uint8Array(32).fill(7) } }),
    settings: { recurringValidationPeriodMs: PERIOD_MS },
    // The clock is fast, so deadlines do not apply here.
    integrations: { leaseMs: 2 * MINUTE_MS, statementDeadlineMs: 60 * MINUTE_MS, validationBudgetMs: 60 * MINUTE_MS },
    webhooks: { reconcileMs: 60 * MINUTE_MS },
    clock,
    ...(queue && { queue: watched(clock.slowDown(queue), done) }),
  });
  portcullis.events.on('validation.started', ({ operation }) => {
    if (operation === 'recurring') done.validatedAt.push(clock.now());
  });
  portcullis.events.on('operation.finished', ({ status }) => {
    if (status === 'interrupted') done.interrupted += 1;
  });
  return { portcullis, done };
}

function watched(queue: JobQueue, done: RecurringCounts): JobQueue {
  return {
    ...queue,
    async wake(wakeup) {
      await queue.wake(wakeup);
      if (wakeup.name === SCAN) done.planned += 1;
    },
    handle: (name, handler) =>
      queue.handle(name, (key, signal) => {
        if (name === SCAN) done.looks += 1;
        return handler(key, signal);
      }),
  };
}
