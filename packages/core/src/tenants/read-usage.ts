import { payloadBytes, responseBytes } from '../delivery/publish/stored-bytes.ts';
import { deliveriesOf } from '../kernel/reads/deliveries-of.ts';
import { pagesOf } from '../kernel/reads/pages-of.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import type { TenantUsage, UsageOfDay } from './tenants-service.ts';

/** The length of a date in ISO 8601. */
const DATE_LENGTH = 10;

/** Counts the rows of a tenant, page by page. */
export async function readUsage(store: AllTenantsStore, tenant: string): Promise<Omit<TenantUsage, 'id'>> {
  const days = new Map<string, { deliveries: number; attempts: number }>();
  const dayOf = (time: number) => {
    const date = new Date(time).toISOString().slice(0, DATE_LENGTH);
    const day = days.get(date) ?? { deliveries: 0, attempts: 0 };
    days.set(date, day);
    return day;
  };
  const bytes = { events: 0, responses: 0 };
  for await (const events of pagesOf(store, 'events', tenant)) {
    bytes.events += payloadBytes(events);
    const ids = events.map(({ id }) => id);
    for await (const deliveries of deliveriesOf(store, tenant, ids)) {
      for (const { createdAt } of deliveries) dayOf(createdAt).deliveries += 1;
    }
  }
  for await (const attempts of pagesOf(store, 'attempts', tenant)) {
    bytes.responses += responseBytes(attempts);
    for (const { createdAt } of attempts) dayOf(createdAt).attempts += 1;
  }
  const integrations = await store.find('integrations', { where: { tenant } });
  const webhooks = await store.find('webhooks', { where: { tenant, state: { not: 'deleted' } } });
  return {
    integrations: countsOf(integrations.map(({ status }) => status)),
    webhooks: countsOf(webhooks.map(({ state }) => state)),
    days: [...days]
      .map(([date, counts]): UsageOfDay => ({ date, ...counts }))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    bytes,
  };
}

function countsOf(values: readonly string[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(values, (value) => value);
  return Object.fromEntries([...groups].map(([value, alike]) => [value, alike.length]));
}
