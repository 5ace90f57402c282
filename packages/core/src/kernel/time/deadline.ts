import { PlatformError } from '@portcullis/plugin-api';
import type { Clock } from '../../ports/clock.ts';

/**
 * Runs `work` with a signal that is aborted at the deadline or when `outer` is aborted. Rejects at the deadline even if `work`
 * ignores the signal.
 *
 * @throws PlatformError with class `timeout` at the deadline; the outer signal's reason when that comes first.
 */
export async function withDeadline<Result>(
  clock: Clock,
  milliseconds: number,
  what: string,
  work: (signal: AbortSignal) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  let release = (): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      const error = new PlatformError({
        failureClass: 'timeout',
        message: `${what} took longer than ${milliseconds / 1000} s.`,
      });
      reject(error);
      controller.abort(error);
    });
    const onAbort = (): void => {
      reject(outer?.reason);
      controller.abort(outer?.reason);
    };
    outer?.addEventListener('abort', onAbort, { once: true });
    release = () => {
      cancel();
      outer?.removeEventListener('abort', onAbort);
    };
  });
  ended.catch(() => {});
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    release();
  }
}
