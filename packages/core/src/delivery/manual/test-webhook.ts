import type { Random } from '../../ports/random.ts';
import type { AddressGuard } from '../../security/address-guard/address-guard.ts';
import type { Principal } from '../../security/principals/principal.ts';
import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import { testEvent } from '../attempt/test-event.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import { checkElement, refused } from '../registration/check-element.ts';
import { toHistoryRecordView } from '../views/history-record-view.ts';
import { toWebhookTestView } from '../views/webhook-test-view.ts';
import { visibleWebhook } from '../visibility/visibility.ts';
import type { EndpointTest } from './endpoint-test.ts';
import { limitManualSends } from './limit-manual-sends.ts';
import type { ManualSendDependencies } from './manual-send-dependencies.ts';

/**
 * Sends a test to a webhook, which the history records, and returns its record.
 *
 * @throws ServiceError `WEBHOOK_NOT_FOUND`, `RATE_LIMITED`
 */
export async function testWebhook(
  dependencies: ManualSendDependencies & { readonly random: Random },
  principal: Principal,
  id: number,
) {
  const { tenant, store, clock, random, dispatcher } = dependencies;
  const webhook = await visibleWebhook(store, principal, id);
  limitManualSends(dependencies, webhook.createdBy);
  const event = testEvent(webhook, principal.id, clock.now(), random);
  const attempt = await dispatcher.sendManually({
    trigger: 'test',
    webhook: { tenant, ...webhook },
    event: { tenant, ...event },
  });
  return toHistoryRecordView(attempt, event.payload);
}

/** Dependencies of {@link testUnsavedWebhook}. */
export interface UnsavedTestDependencies extends Pick<ManualSendDependencies, 'tenant' | 'manualSends'> {
  readonly kinds: KindRegistry;
  readonly guard: AddressGuard;
  readonly dispatcher: {
    testEndpoint(test: EndpointTest): Promise<EndedAttempt>;
  };
}

/**
 * Sends a test to a webhook that is not registered. Nothing is stored.
 *
 * @throws ServiceError the error of the first problem of the webhook, `RATE_LIMITED`
 */
export async function testUnsavedWebhook(dependencies: UnsavedTestDependencies, principal: Principal, body: unknown) {
  const { tenant, kinds, guard, dispatcher } = dependencies;
  const { input, refusal } = checkElement(body, principal, { kinds, guard });
  if (!input) throw refused(refusal);
  limitManualSends(dependencies, principal.id);
  const { url, name, secret } = input;
  return toWebhookTestView(await dispatcher.testEndpoint({ tenant, url, name, secret, actionBy: principal.id }));
}
