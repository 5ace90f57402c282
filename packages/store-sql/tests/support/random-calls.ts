import type { NewRow, Query, Store, Where } from '@portcullis/core';
import { sampleRow } from '@portcullis/testing';
import fc from 'fast-check';

/** A row to insert. */
type Operation = NewRow<'operations'>;

/** Few values, so that rows match conditions; they include values that engines treat differently. */
const numbers = fc.constantFrom(-1, 0, 1, 2, Number.MAX_SAFE_INTEGER);
const texts = fc.constantFrom('', 'a', 'B', 'é', 'running', '𝒳', '\uFB00', "'", '%', '\\', '{a,b}', 'NULL', '"');
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 3 });

/** Random rows. */
const operations: fc.Arbitrary<Operation> = fc
  .record({
    integrationId: numbers,
    kind: texts,
    status: texts,
    requestedBy: orNull(numbers),
    planHash: orNull(texts),
    leaseUntil: orNull(numbers),
  })
  .map((values) => sampleRow('operations', 1, values));

function condition<Value>(values: fc.Arbitrary<Value>, nullable: boolean) {
  const operand = nullable ? orNull(values) : values;
  const comparisons = fc.record(
    { in: fc.array(operand, { maxLength: 3 }), not: operand, lt: values, lte: values, gt: values, gte: values },
    { requiredKeys: [] },
  );
  return fc.oneof(
    operand,
    comparisons.filter((comparison) => Object.keys(comparison).length > 0),
  );
}

const match = fc.record(
  {
    integrationId: condition(numbers, false),
    kind: condition(texts, false),
    status: condition(texts, false),
    requestedBy: condition(numbers, true),
    planHash: condition(texts, true),
    leaseUntil: condition(numbers, true),
  },
  { requiredKeys: [] },
);
const wheres = fc.oneof(match, fc.array(match, { maxLength: 3 })) as fc.Arbitrary<Where<'operations'>>;

const orders = fc.array(
  fc.tuple(fc.constantFrom('kind', 'requestedBy', 'planHash', 'leaseUntil'), fc.constantFrom('asc', 'desc')),
  { maxLength: 3 },
);
const queries = fc.record(
  { where: wheres, orderBy: orders, limit: fc.nat(5), offset: fc.nat(3) },
  { requiredKeys: ['where'] },
) as fc.Arbitrary<Query<'operations'>>;

/** Random arguments of {@link responsesOf}: rows, a query and a condition. */
export const CALLS = [fc.array(operations, { maxLength: 12 }), queries, wheres] as const;

/** Returns a store's responses to a series of calls; without ids, because each store assigns its own. */
export async function responsesOf(
  store: Store,
  rows: readonly Operation[],
  query: Query<'operations'>,
  where: Where<'operations'>,
): Promise<unknown> {
  await store.remove('operations', {});
  const added = await store.insertAbsent('operations', rows);
  const found = await store.find('operations', query);
  const patch = { leaseUntil: { increment: -1 }, scope: 'changed', requestedBy: null };
  const counts = [await store.count('operations', where), await store.update('operations', where, patch)];
  const after = await store.find('operations', { where: { scope: 'changed' } });
  counts.push(await store.remove('operations', where));
  const rest = await store.find('operations');
  return [added, found, counts, after, rest].map((response) => JSON.stringify(response, withoutId));
}

function withoutId(key: string, value: unknown): unknown {
  return key === 'id' ? undefined : value;
}
