import { hash } from 'node:crypto';
import { type PartitionedHistory, partsByTime } from '../../kernel/reads/parts-by-time.ts';
import { COUNTED_COLUMNS } from '../../ports/store/counted-columns.ts';
import type { Match, StoreOperations, TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Principal } from '../../security/principals/principal.ts';
import { isAdmin } from '../../security/principals/require-permission.ts';
import { toListedRecordView } from '../views/history-record-view.ts';
import type { HistoryPageView } from '../views/webhook-views.ts';
import { type HistoryOrder, type HistoryPosition, rangesAfter, writeCursor } from './history-cursor.ts';
import type { HistoryFilter } from './history-filter.ts';

/** Characters of a digest: it only distinguishes the listings of a caller. */
const DIGEST_LENGTH = 16;

/** The caller of a listing, and the tenant whose history it is. */
export interface HistoryReader {
  readonly tenant: string;
  readonly principal: Principal;
}

/** The store of a tenant. */
type HistoryStore = StoreOperations & Pick<TenantStore, 'shared'>;

/** Reads one page of the history that a caller can see. A page by cursor has the count of the first page. */
export async function listHistory(
  store: HistoryStore,
  { tenant, principal }: HistoryReader,
  filter: HistoryFilter,
): Promise<HistoryPageView> {
  const where = conditions(principal, filter);
  const { pageSize, after } = filter;
  const digest = digestOf(tenant, where);
  const counted = after?.counted.conditions === digest ? after.counted : undefined;
  const [found, count] = await Promise.all([
    after ? readPage(store, rangesBehind(where, after, filter), filter) : readPageInParts(store, where, filter),
    counted ? counted.count : countRecords(store, where),
  ]);
  const attempts = found.slice(0, pageSize);
  const last = found.length > pageSize ? attempts.at(-1) : undefined;
  const payloads = await payloadsOf(store, [...new Set(attempts.map(({ eventId }) => eventId))]);
  const records = attempts.flatMap((attempt) => {
    const payload = payloads.get(attempt.eventId);
    return payload ? [toListedRecordView(attempt, payload)] : [];
  });
  const cursor = last && writeCursor(last, filter, { count, conditions: digest });
  return { count: String(count), records, ...(cursor !== undefined && { cursor }) };
}

const COUNTED: ReadonlySet<string> = new Set(COUNTED_COLUMNS);

async function countRecords(store: HistoryStore, where: readonly Match<'attempts'>[]): Promise<number> {
  if (where.every((condition) => Object.keys(condition).every((column) => COUNTED.has(column)))) {
    return store.count('attempts', where);
  }
  const indexed = indexedCondition(where);
  const find: PartitionedHistory['find'] = (query, createdAt) =>
    store.find('attempts', { where: { ...indexed, createdAt }, ...query });
  let count = 0;
  for await (const createdAt of partsByTime({ shared: store.shared, find })) {
    const part = where.map((condition) => (store.shared ? condition : { ...condition, createdAt }));
    count += await store.count('attempts', part);
  }
  return count;
}

/** Returns the part of the conditions that an index with the time serves: the parts contain no records of others. */
function indexedCondition([first = {}]: readonly Match<'attempts'>[]): Match<'attempts'> {
  const { webhookId, createdBy } = first;
  if (webhookId !== undefined) return { webhookId };
  return createdBy === undefined ? {} : { createdBy };
}

/** Maximum number of records that one query skips in a store of one process, which blocks it. */
const MAX_SKIPPED = 20_000;

/** Reads a page, like {@link readPage}. A large offset in the order of an index is skipped in parts. */
async function readPageInParts(
  store: HistoryStore,
  where: readonly Match<'attempts'>[],
  filter: HistoryFilter,
): Promise<readonly Row<'attempts'>[]> {
  let ranges = where;
  let { offset } = filter;
  while (!store.shared && filter.column === 'createdAt' && offset > MAX_SKIPPED) {
    const [last] = await readPage(store, ranges, { ...filter, offset: MAX_SKIPPED - 1, pageSize: 0 });
    if (!last) return [];
    ranges = rangesBehind(where, { value: last[filter.column], id: last.id }, filter);
    offset -= MAX_SKIPPED;
  }
  return readPage(store, ranges, { ...filter, offset });
}

function rangesBehind(
  where: readonly Match<'attempts'>[],
  position: Pick<HistoryPosition, 'value' | 'id'>,
  order: HistoryOrder,
): readonly Match<'attempts'>[] {
  return where.flatMap((condition) => rangesAfter(condition, position, order));
}

/** Reads a page and one more record, which shows whether there is a next page. The ranges follow each other. */
async function readPage(
  store: StoreOperations,
  ranges: readonly Match<'attempts'>[],
  filter: HistoryFilter,
): Promise<readonly Row<'attempts'>[]> {
  const limit = filter.pageSize + 1;
  if (filter.offset === 0) {
    const found = await Promise.all(ranges.map((where) => readRange(store, where, filter, { offset: 0, limit })));
    return found.flat().slice(0, limit);
  }
  // The database skips records, since an offset may be larger than the memory.
  const found: Row<'attempts'>[] = [];
  let { offset } = filter;
  for (const [index, where] of ranges.entries()) {
    const rows = await readRange(store, where, filter, { offset, limit: limit - found.length });
    found.push(...rows);
    if (found.length === limit || index === ranges.length - 1) break;
    offset = rows.length > 0 ? 0 : Math.max(offset - (await store.count('attempts', where)), 0);
  }
  return found;
}

function readRange(
  store: StoreOperations,
  where: Match<'attempts'>,
  { column, order }: HistoryFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly Row<'attempts'>[]> {
  return store.find('attempts', {
    where,
    // The id orders equal records, so that each record is on exactly one page.
    orderBy:
      column === 'id'
        ? [['id', order]]
        : [
            [column, order],
            ['id', order],
          ],
    ...page,
  });
}

/** Returns a digest by which a cursor recognises the conditions under which its records were counted. */
function digestOf(tenant: string, where: readonly Match<'attempts'>[]): string {
  return hash('sha256', JSON.stringify([tenant, where]), 'base64url').slice(0, DIGEST_LENGTH);
}

/** Personal and global records are separate queries; administrators see those of all owners. */
function conditions(principal: Principal, filter: HistoryFilter): readonly Match<'attempts'>[] {
  const common: Match<'attempts'> = {
    ...(isAdmin(principal) ? {} : { createdBy: principal.id }),
    ...(filter.kind === undefined ? {} : { kind: filter.kind }),
    ...(filter.webhookId === undefined ? {} : { webhookId: filter.webhookId }),
    ...(filter.succeeded === undefined ? {} : { succeeded: filter.succeeded }),
  };
  if (filter.includeUser && filter.includeGlobal) return [common];
  if (!filter.includeUser && !filter.includeGlobal) return [];
  return [{ ...common, global: filter.includeGlobal }];
}

async function payloadsOf(
  store: StoreOperations,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  if (eventIds.length === 0) return new Map();
  const events = await store.find('events', { where: { id: { in: eventIds } } });
  return new Map(events.map(({ id, payload }) => [id, payload]));
}
