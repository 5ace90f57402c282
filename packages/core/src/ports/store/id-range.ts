import { StoreError } from './store-error.ts';

/** The number of ids per cell. A store with fewer rows in a table never leaves its range. */
const IDS_PER_CELL = 2 ** 40;
/** The last cell whose ids are safe integers. */
const MAX_CELL = 8191;

/** The ids that a store assigns. */
export interface IdRange {
  /** The id before the first of the range. */
  readonly after: number;
  /** The last id of the range. */
  readonly through: number;
}

/**
 * Returns the ids that the store of a cell assigns. A **cell** is one database; stores of different cells never assign the same
 * id, so a tenant keeps its ids when it moves between them.
 *
 * @param cell - 0 to 8,191. @default 0
 * @throws StoreError `STORE_INPUT_INVALID`
 */
export function idRangeOf(cell = 0): IdRange {
  if (!Number.isInteger(cell) || cell < 0 || cell > MAX_CELL) {
    throw new StoreError('STORE_INPUT_INVALID', `cell takes a whole number from 0 to ${MAX_CELL}, not ${cell}.`);
  }
  return { after: cell * IDS_PER_CELL, through: (cell + 1) * IDS_PER_CELL - 1 };
}

/** Returns the greatest id of some rows that is in a range; the id before the range if there is none. */
export function greatestOwnId(rows: readonly { readonly id?: unknown }[], { after, through }: IdRange): number {
  const own = rows.map(({ id }) => Number(id)).filter((id) => id > after && id <= through);
  return own.reduce((greatest, id) => Math.max(greatest, id), after);
}
