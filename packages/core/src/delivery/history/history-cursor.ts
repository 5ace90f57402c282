import type { Match } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/** The order of a listing; equal values are ordered by id. */
export interface HistoryOrder {
  readonly column: 'createdAt' | 'updatedAt' | 'statusCode' | 'kind' | 'id';
  readonly order: 'asc' | 'desc';
}

/** The position in a listing after a record. */
export interface HistoryPosition {
  /** The record's value of the sort column. */
  readonly value: string | number;
  readonly id: number;
}

/** Serialises the position after a record, with the order that it belongs to. Opaque to callers. */
export function writeCursor(record: Row<'attempts'>, { column, order }: HistoryOrder): string {
  return Buffer.from(JSON.stringify([column, order, record[column], record.id])).toString('base64url');
}

/** Parses a cursor; undefined if it is invalid or belongs to another order. */
export function readCursor(text: string, { column, order }: HistoryOrder): HistoryPosition | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 4 || parts[0] !== column || parts[1] !== order) return undefined;
  const [, , value, id] = parts as unknown[];
  if (typeof value !== (column === 'kind' ? 'string' : 'number') || !Number.isSafeInteger(id)) return undefined;
  return { value: value as string | number, id: id as number };
}

/** Restricts a condition to the records after a position. */
export function behind(
  condition: Match<'attempts'>,
  { value, id }: HistoryPosition,
  { column, order }: HistoryOrder,
): readonly Match<'attempts'>[] {
  const beyond = (edge: string | number) => (order === 'asc' ? { gt: edge } : { lt: edge });
  const equal = { ...condition, id: beyond(id) } as Match<'attempts'>;
  // A filtered kind is the same in all records, and a second condition on it would replace the filter.
  if (column === 'id' || (column === 'kind' && condition.kind !== undefined)) return [equal];
  return [
    { ...condition, [column]: beyond(value) },
    { ...equal, [column]: value },
  ];
}
