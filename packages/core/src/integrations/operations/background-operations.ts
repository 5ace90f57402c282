import { type BackgroundErrorSinks, reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BackgroundOperations } from '../context/integration-dependencies.ts';

/** Creates the {@link BackgroundOperations} of a node. */
export function createBackgroundOperations({
  clock,
  ...sinks
}: BackgroundErrorSinks & { readonly clock: Clock }): BackgroundOperations {
  const running = new Map<number, Set<Promise<void>>>();
  const controller = new AbortController();

  return {
    signal: controller.signal,
    track(integrationId, task, work) {
      const promise = work
        .catch((error: unknown) => {
          const line = 'Background work failed.';
          reportBackgroundError(sinks, { task, line, details: { integrationId } }, error);
        })
        .finally(() => {
          const others = running.get(integrationId);
          others?.delete(promise);
          if (others?.size === 0) running.delete(integrationId);
        });
      running.set(integrationId, (running.get(integrationId) ?? new Set()).add(promise));
    },
    async whenIdle(integrationId) {
      while ((running.get(integrationId)?.size ?? 0) > 0) await Promise.all(running.get(integrationId) ?? []);
    },
    async whenEnded(integrationId) {
      await Promise.all(running.get(integrationId) ?? []);
    },
    async drain(deadlineMs) {
      const all = (): Promise<void>[] => [...running.values()].flatMap((set) => [...set]);
      const cancel = clock.after(deadlineMs, () => controller.abort(new Error('The instance is closing.')));
      while (all().length > 0) await Promise.all(all());
      cancel();
    },
  };
}
