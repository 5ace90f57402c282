import { isPlainObject } from '../../kernel/input/plain-object.ts';
import type { Payload } from '../catalogue/payload.ts';

/**
 * Returns the payload that the host has returned. A callback may be untyped, and a promise would be stored as an empty payload.
 *
 * @throws TypeError for anything but a text with metadata.
 */
export function checkPayload(payload: Payload): Payload {
  if (typeof payload.text === 'string' && isPlainObject(payload.metadata)) return payload;
  throw new TypeError('host.shapePayload must return a text and metadata, and returned something else.');
}
