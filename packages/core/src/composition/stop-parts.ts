import { ServiceError } from '../kernel/errors/service-error.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import {
  BACKGROUND,
  DISPATCHER,
  EVENTS,
  OPERATIONAL_NOTICES,
  REAPER,
  RECURRING_VALIDATION,
  RETENTION,
  SECRET_KEYS,
  TENANT_REMOVAL,
} from './tokens.ts';

/** A step that stops a part of an instance, by the name of the part. */
type StopStep = readonly [part: string, stop: () => unknown];

/** Returns the steps that stop the parts of an instance, in their order. @param remainingMs - returns the milliseconds until the deadline. */
function stepsToStop(
  { get }: Parts,
  { queue, transport, store }: Environment,
  remainingMs: () => number,
): readonly StopStep[] {
  return [
    ['operations', () => get(BACKGROUND).drain(remainingMs())],
    ['recurring validation', () => get(RECURRING_VALIDATION).stop()],
    ['recovery of operations', () => get(REAPER).stop()],
    ['resealing of secrets', () => get(SECRET_KEYS).stop()],
    ['retention', () => get(RETENTION).stop()],
    ['removal of tenants', () => get(TENANT_REMOVAL).stop()],
    ['deliveries', () => get(DISPATCHER).drain(remainingMs())],
    ['dispatcher', () => get(DISPATCHER).close()],
    ['operational notifications', () => get(OPERATIONAL_NOTICES).stop()],
    ['queue', () => queue.close()],
    ['transport', () => transport.close()],
    ['events', () => get(EVENTS).close()],
    ['store', () => store.close()],
  ];
}

/** Milliseconds after the deadline in which parts that do not end, such as a query without a response, are waited for. */
const STUCK_MS = 10_000;
/** Milliseconds that each further part may take after that. */
const MIN_STEP_MS = 1000;

/**
 * Stops the parts of an instance. One that fails or does not end does not keep the others open: an open store keeps the process alive.
 *
 * @returns the failures.
 */
export async function stopParts(
  parts: Parts,
  environment: Environment,
  deadlineMs: number,
): Promise<readonly unknown[]> {
  const { clock } = environment;
  const until = clock.monotonic() + deadlineMs;
  const remainingMs = (): number => Math.max(until - clock.monotonic(), 0);
  const failures: unknown[] = [];
  for (const [part, stop] of stepsToStop(parts, environment, remainingMs)) {
    const limitMs = Math.max(until + STUCK_MS - clock.monotonic(), MIN_STEP_MS);
    let cancel = (): void => {};
    const stuck = new Promise<never>((_resolve, reject) => {
      const message = `A part of the instance did not stop in time: ${part}.`;
      cancel = clock.after(limitMs, () => reject(new ServiceError('CLOSE_TIMED_OUT', message, { details: { part } })));
    });
    try {
      await Promise.race([stop(), stuck]);
    } catch (error) {
      failures.push(error);
    }
    cancel();
  }
  return failures;
}
