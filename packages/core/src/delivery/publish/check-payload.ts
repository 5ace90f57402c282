import { isPlainObject } from '../../kernel/input/plain-object.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Payload } from '../catalogue/payload.ts';
import { invalidNotification } from './parse-notification.ts';

/**
 * Returns the payload that the host has returned. A callback may be untyped, and a promise would be stored as an empty payload.
 *
 * @throws TypeError for anything but a text with metadata.
 */
export function checkPayload(payload: Payload): Payload {
  if (typeof payload.text === 'string' && isPlainObject(payload.metadata)) return payload;
  throw new TypeError('host.shapePayload must return a text and metadata, and returned something else.');
}

/**
 * Refuses an event whose payload is too large: it would be in memory and in the store for each webhook and each attempt, and few receivers
 * accept it.
 *
 * @param limit - bytes.
 * @throws ServiceError `NOTIFICATION_INVALID`
 */
export function refuseTooLarge({ kind, payload }: Pick<Row<'events'>, 'kind' | 'payload'>, limit: number): void {
  const { byteLength } = payload;
  if (byteLength <= limit) return;
  const form = `must have at most ${limit} bytes with the text (webhooks.payloadLimit), and has ${byteLength}`;
  throw invalidNotification(kind, 'metadata', form);
}
