import { ServiceError } from '@portcullis/core';
import type { Incoming, RequestHeaders } from '../exchange/incoming.ts';
import { malformedBody } from './body-error.ts';
import { type BodyMediaType, parserFor } from './content-type.ts';
import { type BodyLimits, readBytes } from './read-bytes.ts';

/** The rules for the body of a route. */
export interface BodyRules {
  readonly mediaTypes: readonly BodyMediaType[];
  /** False if the route treats an absent body like `{}`. */
  readonly required: boolean;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads and parses the body of a request. The Content-Type alone selects the parser.
 *
 * @returns undefined for an absent body: no bytes, only white space, or a YAML text without a document.
 * @throws ServiceError `BODY_TOO_LARGE`, `BODY_TIMEOUT`, `MEDIA_TYPE_UNSUPPORTED`, `BODY_INVALID`
 */
export async function readBody(
  incoming: Pick<Incoming, 'headers' | 'body'>,
  rules: BodyRules,
  limits: BodyLimits,
): Promise<unknown> {
  const bytes = await readBytes(incoming, limits);
  const body = bytes.length === 0 ? undefined : parse(bytes, incoming.headers, rules.mediaTypes);
  if (body === null) {
    const remedy = rules.required ? 'Send an object.' : 'Send an object, or no body at all.';
    throw new ServiceError('BODY_INVALID', `The body is null. ${remedy}`, {
      details: [{ path: '', message: 'This must not be null.' }],
    });
  }
  if (!rules.required) return isEmptyObject(body) ? undefined : body;
  if (body === undefined) {
    throw new ServiceError('BODY_INVALID', `The request has no body. Send one as ${rules.mediaTypes.join(', ')}.`);
  }
  return body;
}

function parse(bytes: Uint8Array, headers: RequestHeaders, mediaTypes: readonly BodyMediaType[]): unknown {
  const parser = parserFor(headers, mediaTypes);
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  return parser(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformedBody('text', 'it is not valid UTF-8');
  }
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}
