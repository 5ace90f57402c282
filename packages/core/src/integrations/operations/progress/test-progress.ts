import type { IntegrationEventSource } from '../../events/integration-events.ts';
import type { ProgressEvent } from './progress-event.ts';

/** Listens to the validation tests of one integration on this node. @returns a function that stops listening. */
export function listenToTests(
  events: IntegrationEventSource,
  integrationId: number,
  emit: (event: ProgressEvent) => void,
): () => void {
  const listen = (name: 'validation.testStarted' | 'validation.test', state: 'started' | 'finished') =>
    events.on(name, (event) => {
      if (event.integrationId !== integrationId) return;
      const { operation, position, total, test } = event;
      emit({ event: 'test', data: { integrationId, operation, state, position, total, test } });
    });
  const stops = [listen('validation.testStarted', 'started'), listen('validation.test', 'finished')];
  return () => {
    for (const stop of stops) stop();
  };
}
