import { ofTenant } from '../../kernel/events/typed-events.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Logger } from '../../ports/logger.ts';
import type { HealthChange } from '../breaker/record-health.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';

/** Reports the changes of an endpoint's health to the host. Call it after the commit. */
export function reportHealth(
  change: HealthChange,
  { events, logger }: { readonly events: DeliveryEventSink; readonly logger: Logger },
): void {
  const { webhookId } = change;
  const tenant = ofTenant(change.tenant);
  switch (change.kind) {
    case 'breaker-opened':
      events.emit('webhook.breaker', {
        ...tenant,
        webhookId,
        state: 'open',
        until: change.until,
        failures: change.failures,
        step: change.step,
        ...change.result,
        operational: change.operational,
      });
      logger.warn('Deliveries to a webhook pause: its receiver is failing.', {
        ...tenant,
        webhookId,
        until: isoTime(change.until),
        ...change.result,
      });
      return;
    case 'breaker-closed':
      events.emit('webhook.breaker', { ...tenant, webhookId, state: 'closed', operational: change.operational });
      logger.info('Deliveries to a webhook resume: its receiver responds again.', { ...tenant, webhookId });
      return;
    case 'disabled':
      events.emit('webhook.state', { ...tenant, webhookId, from: 'active', to: 'disabled', reason: change.reason });
      logger.warn('A webhook was disabled.', { ...tenant, webhookId, reason: change.reason });
  }
}
