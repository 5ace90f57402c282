import type { AllTenantsOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';

/** A notification kind of a tenant. */
export interface TenantKind {
  readonly tenant: string;
  readonly kind: string;
}

/** Returns the key of a notification kind of a tenant, neither of which contains a line feed. */
export function tenantKindKey({ tenant, kind }: TenantKind): string {
  return `${tenant}\n${kind}`;
}

/**
 * Reads the webhooks that subscribe to some kinds, with one query for their subscriptions and one for the webhooks.
 *
 * @returns the function that returns those of each kind, in the order of their ids.
 */
export async function readSubscribers(
  store: Pick<AllTenantsOperations, 'find'>,
  tenantKinds: readonly TenantKind[],
): Promise<(tenantKind: TenantKind) => readonly OwnedRow<'webhooks'>[]> {
  const tenants = { in: [...new Set(tenantKinds.map(({ tenant }) => tenant))] };
  const kinds = { in: [...new Set(tenantKinds.map(({ kind }) => kind)), ALL_NOTIFICATIONS] };
  const subscriptions = await store.find('subscriptions', { where: { tenant: tenants, kind: kinds } });
  if (subscriptions.length === 0) return () => [];
  const byKind = Map.groupBy(subscriptions, tenantKindKey);
  const ids = { in: [...new Set(subscriptions.map(({ webhookId }) => webhookId))] };
  const where = { id: ids, tenant: tenants, state: { not: 'deleted' } };
  const byTenant = Map.groupBy(await store.find('webhooks', { where }), ({ tenant }) => tenant);
  return ({ tenant, kind }) => {
    const subscribed = [kind, ALL_NOTIFICATIONS].flatMap(
      (each) => byKind.get(tenantKindKey({ tenant, kind: each })) ?? [],
    );
    const idsOfKind = new Set(subscribed.map(({ webhookId }) => webhookId));
    return (byTenant.get(tenant) ?? []).filter(({ id }) => idsOfKind.has(id));
  };
}
