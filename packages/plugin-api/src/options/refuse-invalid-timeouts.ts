import { invalidOption } from './invalid-option.ts';

/** The longest delay of a timer in Node, in milliseconds: a longer one would end immediately. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Refuses time-outs that are not a whole number of milliseconds from 1 to 2,147,483,647, the longest delay of a timer.
 * Numbers often come from environment variables: `Number(undefined)` is no number.
 *
 * @example
 * ```ts
 * refuseInvalidTimeouts('acme()', { requestTimeoutMs });
 * ```
 * @param factory - the call in the words of the host: `acme()`.
 * @param timeouts - the values by the names of their options.
 * @throws PortcullisError `OPTIONS_INVALID`
 */
export function refuseInvalidTimeouts(factory: string, timeouts: Readonly<Record<string, number>>): void {
  for (const [name, timeout] of Object.entries(timeouts)) {
    if (Number.isInteger(timeout) && timeout >= 1 && timeout <= MAX_TIMEOUT_MS) continue;
    throw invalidOption(
      `${factory} got a value for "${name}" that is not a time-out.`,
      `Use a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}.`,
    );
  }
}
