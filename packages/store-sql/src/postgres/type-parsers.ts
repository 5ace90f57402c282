import { StoreError } from '@portcullis/core/ports';

/** Object ids of types in `pg_type`: the types of our columns, and those of the catalogue that migrations read. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const JSON_TYPE = 114;

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: (text) => text === 't',
  [BYTEA]: parseBytes,
  [INT8]: parseInteger,
  [INT2]: parseInteger,
  [INT4]: parseInteger,
  [JSON_TYPE]: (text) => JSON.parse(text),
};

const asText = (text: string) => text;

/**
 * The parsers of values. They are independent of parsers that a host sets for its own queries with
 * `pg.types.setTypeParser`.
 */
export const TYPES = { getTypeParser: (oid: number) => PARSERS[oid] ?? asText };

/** Returns an integer that the store has written. */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError(
    'STORE_DATA_UNREADABLE',
    `The number ${text} in the store is larger than any number that the library writes.`,
  );
}

/** Returns bytes from their text, which is hexadecimal since PostgreSQL 9. */
export function parseBytes(text: string): Uint8Array {
  if (text.startsWith('\\x')) return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
  throw new StoreError(
    'STORE_DATA_UNREADABLE',
    'The server sends bytes in the escape format: set bytea_output to hex.',
  );
}
