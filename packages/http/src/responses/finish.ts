import type { Outgoing } from '../exchange/outgoing.ts';
import type { RouteResponse } from './route-response.ts';

/**
 * Prepares a response for writing.
 *
 * @param method - `HEAD` gets the headers, including the length, without the body.
 */
export function finish(response: RouteResponse, method: string, requestId: string): Outgoing {
  const { status, headers = {}, body, json, text, stream } = response;
  if (stream) return finishStream(stream, status, headers, method, requestId);
  const content = text?.content ?? json ?? (body === undefined ? null : JSON.stringify(body));
  const description: [string, string][] =
    content === null
      ? []
      : [
          ['content-type', text ? `${text.mediaType}; charset=utf-8` : 'application/json'],
          ['content-length', String(Buffer.byteLength(content))],
          ['x-content-type-options', 'nosniff'],
        ];
  return {
    status,
    headers: [...description, ...Object.entries(headers), ['x-request-id', requestId]],
    content: method === 'HEAD' ? null : content,
  };
}

function finishStream(
  { mediaType, content }: NonNullable<RouteResponse['stream']>,
  status: number,
  headers: Readonly<Record<string, string>>,
  method: string,
  requestId: string,
): Outgoing {
  // The stream may have started, and its producer must learn that its output is not read.
  if (method === 'HEAD') void content.cancel();
  return {
    status,
    headers: [
      ['content-type', `${mediaType}; charset=utf-8`],
      ['x-content-type-options', 'nosniff'],
      ...Object.entries(headers),
      ['x-request-id', requestId],
    ],
    content: method === 'HEAD' ? null : content,
  };
}
