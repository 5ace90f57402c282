import { hasErrorCode } from '../connection/has-error-code.ts';

/** Milliseconds between attempts, half a minute in total. */
const RETRY_DELAYS_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000];

/**
 * Repeats a change that AWS refuses because it does not see an earlier change yet. Source: IAM User Guide, "Changes that
 * I make are not always immediately visible".
 *
 * @param refusal - the code of that refusal, which changes nothing.
 */
export async function untilVisible<Value>(
  refusal: string,
  change: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  for (const wait of RETRY_DELAYS_MS) {
    try {
      return await change();
    } catch (error) {
      if (!hasErrorCode(error, refusal)) throw error;
    }
    const { setTimeout: pause } = await import('node:timers/promises');
    await pause(wait, undefined, { signal });
  }
  return change();
}
