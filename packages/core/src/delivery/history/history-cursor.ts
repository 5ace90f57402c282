import type { Match } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/** The order of a listing; equal values are ordered by id. */
export interface HistoryOrder {
  readonly column: 'createdAt' | 'updatedAt' | 'statusCode' | 'kind' | 'id';
  readonly order: 'asc' | 'desc';
}

/** The number of records of a listing, so that they are counted for the first page only. */
export interface HistoryCount {
  readonly count: number;
  /** A digest of the conditions that were counted. */
  readonly conditions: string;
}

/** The position in a listing after a record. */
export interface HistoryPosition {
  /** The record's value of the sort column. */
  readonly value: string | number;
  readonly id: number;
  readonly counted: HistoryCount;
}

/** Serialises the position after a record, with the order that it belongs to. Opaque to callers. */
export function writeCursor(record: Row<'attempts'>, { column, order }: HistoryOrder, counted: HistoryCount): string {
  const parts = [column, order, record[column], record.id, counted.count, counted.conditions];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Parses a cursor; undefined if it is invalid or belongs to another order. */
export function readCursor(text: string, { column, order }: HistoryOrder): HistoryPosition | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 6 || parts[0] !== column || parts[1] !== order) return undefined;
  const [, , value, id, count, conditions] = parts as unknown[];
  if (!(column === 'kind' ? isKind(value) : Number.isSafeInteger(value))) return undefined;
  if (!isWholeNumber(id) || !isWholeNumber(count) || typeof conditions !== 'string') return undefined;
  return { value: value as string | number, id, counted: { count, conditions } };
}

/** Returns whether a value could be a kind: a database may refuse a text with other characters. */
function isKind(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]*$/.test(value);
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Restricts a condition to the records after a position, as one or two ranges in the order of the listing. An index serves each range, but
 * not both together.
 */
export function rangesAfter(
  condition: Match<'attempts'>,
  { value, id }: Pick<HistoryPosition, 'value' | 'id'>,
  { column, order }: HistoryOrder,
): readonly Match<'attempts'>[] {
  const beyond = (edge: string | number) => (order === 'asc' ? { gt: edge } : { lt: edge });
  const equal = { ...condition, id: beyond(id) } as Match<'attempts'>;
  // A filtered kind is the same in all records, and a second condition on it would replace the filter.
  if (column === 'id' || (column === 'kind' && condition.kind !== undefined)) return [equal];
  return [
    { ...equal, [column]: value },
    { ...condition, [column]: beyond(value) },
  ];
}
