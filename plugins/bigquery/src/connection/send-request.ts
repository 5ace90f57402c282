import { PlatformError } from '@portcullis/plugin-api';
import type { HttpRequest, HttpSender } from '@portcullis/plugin-network';
import { GoogleApiError } from '../failures/google-api-error.ts';
import { readFailure } from '../failures/read-failure.ts';
import { isResponseBody, type ResponseBody } from './response-body.ts';

/** One request and its time limit. */
export interface TimedRequest extends HttpRequest {
  readonly timeoutMs: number;
}

/** Sends a request and returns the JSON of its response. */
export type SendRequest = (request: TimedRequest) => Promise<ResponseBody>;

/**
 * Returns a function that sends requests through a sender.
 *
 * It throws GoogleApiError for an error response; PlatformError `network` for one that is not a JSON object; the errors of the sender.
 */
export function createSendRequest(sender: HttpSender): SendRequest {
  return async ({ signal, timeoutMs, ...request }) => {
    const combined = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const { status, text } = await sender({ ...request, signal: combined });
    if (status < 200 || status >= 300) throw new GoogleApiError(readFailure(status, text));
    if (text === '') return {};
    const value = parsed(text);
    if (isResponseBody(value)) return value;
    const message = 'The response is not a JSON object: a server between the service and Google has responded.';
    throw new PlatformError({ failureClass: 'network', message });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the error of the parser, because it quotes the text.
    return undefined;
  }
}
