import type { AllTenantsStore } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { TenantUsage, UsageOfDay } from './tenants-service.ts';

/** Rows read at once. */
const PAGE = 500;
/** The length of a date in ISO 8601. */
const DATE_LENGTH = 10;

/** Counts what is kept of a tenant, page by page. */
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
    for (const { payload } of events) bytes.events += payload.byteLength;
    const where = { tenant, eventId: { in: events.map(({ id }) => id) } };
    for (const { createdAt } of await store.find('deliveries', { where })) dayOf(createdAt).deliveries += 1;
  }
  for await (const attempts of pagesOf(store, 'attempts', tenant)) {
    for (const { createdAt, response } of attempts) {
      dayOf(createdAt).attempts += 1;
      bytes.responses += Buffer.byteLength(JSON.stringify(response));
    }
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

/** Reads the rows of a tenant by time, along the index. */
async function* pagesOf<Table extends 'events' | 'attempts'>(
  store: AllTenantsStore,
  table: Table,
  tenant: string,
): AsyncGenerator<readonly OwnedRow<Table>[]> {
  for (let last: { readonly createdAt: number; readonly id: number } | undefined; ; ) {
    const page = await store.find<'events' | 'attempts'>(table, {
      where: last
        ? [
            { tenant, createdAt: { gt: last.createdAt } },
            { tenant, createdAt: last.createdAt, id: { gt: last.id } },
          ]
        : { tenant },
      orderBy: [
        ['createdAt', 'asc'],
        ['id', 'asc'],
      ],
      limit: PAGE,
    });
    if (page.length > 0) yield page as readonly OwnedRow<Table>[];
    if (page.length < PAGE) return;
    last = page.at(-1);
  }
}

function countsOf(values: readonly string[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(values, (value) => value);
  return Object.fromEntries([...groups].map(([value, alike]) => [value, alike.length]));
}
