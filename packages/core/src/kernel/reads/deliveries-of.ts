import type { AllTenantsOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/** Maximum number of rows in one query: an event of a tenant with thousands of webhooks has as many deliveries. */
const PAGE = 1000;

type Deliveries = readonly OwnedRow<'deliveries'>[];

/** Reads the deliveries of some events, page by page. Most often there is one page. */
export async function* deliveriesOf(
  store: Pick<AllTenantsOperations, 'find'>,
  tenant: string,
  eventIds: readonly number[],
): AsyncGenerator<Deliveries> {
  let size = eventIds.length;
  for (let from = 0; from < eventIds.length; ) {
    const ids = eventIds.slice(from, from + size);
    const page = await store.find('deliveries', {
      where: { tenant, eventId: { in: ids } },
      orderBy: [
        ['eventId', 'asc'],
        ['webhookId', 'asc'],
      ],
      limit: PAGE,
    });
    if (page.length === PAGE && ids.length > 1) {
      // There may be more, so fewer events are read at once.
      size = Math.ceil(ids.length / 2);
      continue;
    }
    if (page.length === PAGE) yield* deliveriesOfOne(store, tenant, ids[0] as number);
    else if (page.length > 0) yield page;
    from += ids.length;
  }
}

/** Reads the deliveries of an event along the index. */
async function* deliveriesOfOne(
  store: Pick<AllTenantsOperations, 'find'>,
  tenant: string,
  eventId: number,
): AsyncGenerator<Deliveries> {
  for (let last = 0; ; ) {
    const page = await store.find('deliveries', {
      where: { tenant, eventId, webhookId: { gt: last } },
      orderBy: [['webhookId', 'asc']],
      limit: PAGE,
    });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.webhookId ?? last;
  }
}
