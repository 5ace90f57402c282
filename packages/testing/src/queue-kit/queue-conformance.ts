import { CLOSING_CASES } from './cases/closing-cases.ts';
import { HANDLING_CASES } from './cases/handling-cases.ts';
import { NODE_CASES } from './cases/node-cases.ts';
import { TIME_CASES } from './cases/time-cases.ts';
import type { QueueCase } from './queue-harness.ts';

/**
 * The behaviour of every `JobQueue`, as data: a runner calls `run` of each case that `applies` with a fresh harness. `describeQueue`
 * of `@portcullis/testing/vitest` does so. The cases run on the system's clock.
 *
 * @example
 * const harness = { create: () => createInProcessQueue({ clock: createSystemClock() }) };
 * for (const each of queueConformance) if (each.applies(harness) === true) test(each.name, () => each.run(harness));
 */
export const queueConformance: readonly QueueCase[] = [
  ...HANDLING_CASES,
  ...TIME_CASES,
  ...CLOSING_CASES,
  ...NODE_CASES,
];
