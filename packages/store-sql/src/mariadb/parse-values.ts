import { StoreError } from '@portcullis/core/ports';

/** Returns an integer that the store has written. Drivers return large ones as text. */
export function parseInteger(stored: number | string): number {
  const value = Number(stored);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError(
    'STORE_DATA_UNREADABLE',
    `The number ${stored} in the store is larger than any number that the library writes.`,
  );
}

/** Returns a boolean, which is stored as 0 or 1. */
export function parseBoolean(stored: number): boolean {
  return stored === 1;
}

/** Returns bytes without the pool of a buffer. */
export function parseBytes(stored: Uint8Array): Uint8Array {
  return Uint8Array.from(stored);
}
