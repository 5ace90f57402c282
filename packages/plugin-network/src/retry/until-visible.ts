import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two attempts, half a minute in all. */
const PAUSES_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000];

/** Options of {@link untilVisible}. */
export interface VisibilityOptions {
  /** Returns whether an error is that refusal. It must mean that nothing was changed. */
  readonly isTooEarly: (error: unknown) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Repeats a change that the platform refuses because it does not see an earlier change yet, for half a minute. For
 * platforms with eventual consistency. To wait for the effect of a change instead, declare `waitUntil` of the call.
 *
 * @example
 * ```ts
 * await untilVisible(() => api.grant(role, signal), {
 *   isTooEarly: (error) => error instanceof ApiError && error.code === 'role_not_found',
 *   signal,
 * });
 * ```
 */
export async function untilVisible<Value>(
  change: () => Promise<Value>,
  { isTooEarly, signal }: VisibilityOptions,
): Promise<Value> {
  for (const wait of PAUSES_MS) {
    try {
      return await change();
    } catch (error) {
      if (!isTooEarly(error)) throw error;
    }
    await pause(wait, undefined, { signal });
  }
  return change();
}
