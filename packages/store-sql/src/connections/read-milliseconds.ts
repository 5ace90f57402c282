import { StoreError } from '@portcullis/core/ports';

/** The largest number of milliseconds that the settings of servers accept. */
const MAX_MS = 2_147_483_647;

/**
 * Returns an option in milliseconds, or its default.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but whole milliseconds.
 */
export function readMilliseconds(name: string, given: number | undefined, standard: number): number {
  if (given === undefined) return standard;
  if (Number.isInteger(given) && given >= 0 && given <= MAX_MS) return given;
  throw new StoreError('STORE_INPUT_INVALID', `${name} takes whole milliseconds from 0 to ${MAX_MS}, not ${given}.`);
}
