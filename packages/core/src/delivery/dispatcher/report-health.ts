import type { Logger } from '../../ports/logger.ts';
import type { HealthChange } from '../breaker/record-health.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';

/** Tells the host what changed for an endpoint. Call it after the commit. */
export function reportHealth(
  change: HealthChange,
  { events, logger }: { readonly events: DeliveryEventSink; readonly logger: Logger },
): void {
  const { webhookId } = change;
  switch (change.kind) {
    case 'breaker-opened':
      events.emit('webhook.breaker', {
        webhookId,
        state: 'open',
        until: change.until,
        failures: change.failures,
        step: change.step,
        operational: change.operational,
      });
      logger.warn('Deliveries to a webhook pause: its receiver is failing.', {
        webhookId,
        until: change.until,
      });
      return;
    case 'breaker-closed':
      events.emit('webhook.breaker', { webhookId, state: 'closed', operational: change.operational });
      logger.info('Deliveries to a webhook resume: its receiver answers again.', { webhookId });
      return;
    case 'disabled':
      events.emit('webhook.state', { webhookId, from: 'active', to: 'disabled', reason: change.reason });
      logger.warn('A webhook was disabled.', { webhookId, reason: change.reason });
  }
}
