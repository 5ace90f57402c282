import type { ScriptResponse } from '@portcullis/core';
import type { OfferedMediaTypes } from './negotiate.ts';
import { ok, type RouteResponse } from './route-response.ts';

/** The media types of a script: JSON with its target and warnings, or the script alone. Source: docs/reference/http/scripts.md. */
export const SCRIPT_MEDIA_TYPES: OfferedMediaTypes = ['application/json', 'text/plain', 'application/sql'];

/** Returns the response with a script in the negotiated media type. */
export function scriptResponse(response: ScriptResponse, mediaType: string): RouteResponse {
  return mediaType === 'application/json'
    ? ok(response)
    : { status: 200, text: { mediaType, content: response.script } };
}
