import { errorFacts } from '../kernel/errors/error-facts.ts';
import type { RequestGate } from '../kernel/lifetime/request-gate.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import { stopParts } from './stop-parts.ts';
import { PROGRESS } from './tokens.ts';

/**
 * Closes the request gate, waits for the calls in flight until the deadline, and stops the parts of the instance.
 *
 * @throws the first failure of a part, after every part was stopped. The others are logged.
 */
export async function shutDown(
  parts: Parts,
  environment: Environment,
  requestGate: Pick<RequestGate, 'close'>,
  deadlineMs: number,
): Promise<void> {
  const { clock, logger } = environment;
  const until = clock.monotonic() + deadlineMs;
  let cancel = (): void => {};
  const timedOut = new Promise<void>((resolve) => {
    cancel = clock.after(deadlineMs, resolve);
  });
  const closed = requestGate.close(timedOut);
  parts.get(PROGRESS).close();
  await closed;
  cancel();
  const failures = await stopParts(parts, environment, Math.max(until - clock.monotonic(), 0));
  for (const failure of failures.slice(1)) {
    logger.error('A part of the instance was not closed.', { ...errorFacts(failure) });
  }
  if (failures.length > 0) throw failures[0];
}
