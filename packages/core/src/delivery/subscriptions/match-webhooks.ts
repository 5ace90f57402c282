import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { KindClass } from '../catalogue/kind-classes.ts';
import type { DeliveryOptions } from './delivery-options.ts';
import type { HoldReason } from './hold-reason.ts';
import { type InvolvedUsers, matches } from './matches.ts';
import { passesFilter } from './passes-filter.ts';
import { createSubscriptionPermissions } from './subscription-permission.ts';

/** A webhook that receives a delivery. */
export interface MatchedWebhook {
  readonly webhook: OwnedRow<'webhooks'>;
  /** The reason why the delivery is held; null if it may be sent. */
  readonly holdReason: HoldReason | null;
}

/** The facts of a notification that decide which webhooks match. */
export interface NotificationContext {
  readonly tenant: string;
  readonly kind: string;
  readonly kindClass: KindClass;
  readonly involved: InvolvedUsers;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Returns the webhooks that a notification is for, among those that subscribe to its kind. It calls the host, so that no callback
 * is awaited while rows are locked.
 */
export async function matchWebhooks(
  webhooks: readonly OwnedRow<'webhooks'>[],
  host: HostCallbacks,
  { tenant, kind, kindClass, involved, metadata }: NotificationContext,
): Promise<readonly MatchedWebhook[]> {
  const of = ofTenant(tenant);
  const { permissionsOf } = host;
  const holdReasonFor = createSubscriptionPermissions(
    permissionsOf && ((userId: number) => permissionsOf.call(host, userId, of)),
  );
  const isMember = async (userId: number, group: string) => (await host.isMemberOfGroup?.(userId, group, of)) === true;
  const matchedWebhooks: MatchedWebhook[] = [];
  for (const webhook of webhooks) {
    const { filter } = webhook.options as DeliveryOptions;
    if (filter && !passesFilter(filter, metadata)) continue;
    if (!(await matches(webhook, involved, isMember))) continue;
    matchedWebhooks.push({ webhook, holdReason: await holdReasonFor(webhook, kind, kindClass) });
  }
  return matchedWebhooks;
}
