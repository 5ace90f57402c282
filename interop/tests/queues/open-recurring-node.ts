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

/** Options of a node with recurring work. Nodes of one test get the same options, in any process. */
export interface RecurringNodeOptions extends Pick<NodeOptions, 'engine' | 'databaseUrl' | 'redisUrl' | 'scope'> {
  /** When the fast clock began, in milliseconds since 1970. */
  readonly beganAt: number;
}

/** The counts of a node's recurring work. */
interface RecurringCounts {
  /** When it began its recurring validations, in milliseconds of its clock. */
  readonly validatedAt: number[];
  /** Operations of dead processes that it has ended. */
  interrupted: number;
  /** Looks for a due validation that an engine has asked it for. */
  looks: number;
  /** Looks that it has asked an engine for. */
  planned: number;
}

/** A node, and its work so far. */
export interface RecurringNode {
  readonly portcullis: Portcullis;
  readonly done: Readonly<RecurringCounts>;
}

/** An administrator's request. */
export const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** A body of POST for the simulated plugin. */
export const BODY = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };

/** A minute, which is between two looks for a due validation, passes in more than the second in which a wake-up stays on its node. */
const FACTOR = 40;

const MINUTE_MS = 60_000;

/** Milliseconds of its clock between two rounds, give or take a tenth: longer than between two looks. */
export const PERIOD_MS = 2 * MINUTE_MS;

const SCAN = 'recurring-validation';

/** Opens an instance that validates once a {@link PERIOD_MS} of its clock, over a platform in memory. */
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
    // Time flies: deadlines are no matter here.
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
