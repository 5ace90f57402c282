import { errorMessage } from '../../kernel/errors/error-message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { BackgroundOperations } from '../context/integration-dependencies.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';

/** Creates the {@link BackgroundOperations} of a node. */
export function createBackgroundOperations({
  clock,
  logger,
  events,
}: {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: IntegrationEventSink;
}): BackgroundOperations {
  const running = new Map<number, Set<Promise<void>>>();
  const controller = new AbortController();

  return {
    signal: controller.signal,
    track(integrationId, task, work) {
      const promise = work
        .catch((error: unknown) => {
          const message = errorMessage(error);
          logger.error('Background work failed.', { task, integrationId, error: message });
          events.emit('background.error', { task, message });
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
