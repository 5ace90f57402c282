import { ServiceError } from '@portcullis/core';
import Negotiator from 'negotiator';
import type { RequestHeaders } from '../exchange/incoming.ts';

/** The possible media types of a response, the default first. */
export type OfferedMediaTypes = readonly [string, ...string[]];

/** The media type that every route offers by default. */
export const JSON_RESPONSE: OfferedMediaTypes = ['application/json'];

/**
 * Returns the media type of the response: the offered one with the highest preference in the Accept header.
 *
 * @throws ServiceError `NOT_ACCEPTABLE` when it accepts none of them.
 */
export function negotiate(headers: RequestHeaders, offered: OfferedMediaTypes): string {
  const accept = headers.get('accept');
  if (accept === null || accept.trim() === '' || accept === '*/*' || accept === offered[0]) return offered[0];
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...offered]);
  if (chosen !== undefined) return chosen;
  throw new ServiceError(
    'NOT_ACCEPTABLE',
    `The response is not available as "${accept}". Accept ${offered.join(', ')}.`,
  );
}
