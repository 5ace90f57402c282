import { invalidParameters } from './parameter-error.ts';

/**
 * Parses the id in a path: a positive safe integer in decimal digits.
 *
 * @throws ServiceError `PARAMETER_INVALID`
 */
export function parsePathId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw invalidParameters([{ path: 'id', message: `Must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.` }]);
}
