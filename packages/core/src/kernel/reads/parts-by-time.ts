import type { Query } from '../../ports/store/store.ts';

/** A range of creation times. */
export interface TimeRange {
  readonly gte: number;
  readonly lt?: number;
}

/** The history of a tenant, or a part of it that an index by time serves. */
export interface PartitionedHistory {
  /** True if several processes can share the store. */
  readonly shared: boolean;
  /** Reads its attempts of a time. */
  find(
    query: Pick<Query<'attempts'>, 'orderBy' | 'offset' | 'limit'>,
    createdAt: TimeRange,
  ): Promise<readonly { readonly createdAt: number }[]>;
}

/** Attempts in one part. */
const PART = 20_000;

/**
 * Divides attempts into parts of some thousands, in the order of their times, for queries that read all rows of a range. A
 * store of one process blocks it during a query; for others, there is one part.
 *
 * @param before - the end of the last part. @default all attempts
 */
export async function* partsByTime({ shared, find }: PartitionedHistory, before?: number): AsyncGenerator<TimeRange> {
  const until = before === undefined ? {} : { lt: before };
  let gte = 0;
  while (!shared) {
    const [next] = await find(
      {
        orderBy: [
          ['createdAt', 'asc'],
          ['id', 'asc'],
        ],
        offset: PART,
        limit: 1,
      },
      { gte, ...until },
    );
    if (!next) break;
    // Attempts of the same time are in one part.
    const lt = Math.max(next.createdAt, gte + 1);
    yield { gte, lt };
    gte = lt;
  }
  yield { gte, ...until };
}
