import { PlatformError } from '@portcullis/plugin-api';
import { GoogleApiError } from '../failures/google-api-error.ts';
import { readFailure } from '../failures/read-failure.ts';
import { isResponseBody, type ResponseBody } from './response-body.ts';

/** One request and its limits. */
export interface Sending {
  readonly address: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Sends one request and reads the JSON of its response. Redirects are refused, because the request contains a
 * credential.
 *
 * @throws GoogleApiError for an error response; PlatformError `network` for one that is not a JSON object; the error
 * of `fetch`.
 */
export async function send({ address, init, signal, timeoutMs }: Sending): Promise<ResponseBody> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(address, { ...init, redirect: 'manual', signal: either }).catch((error: unknown) => {
    throw isUnexplained(error) ? new PlatformError({ failureClass: 'network', message: HIDDEN }) : error;
  });
  const body = await response.text();
  if (!response.ok) throw new GoogleApiError(readFailure(response.status, body));
  if (body === '') return {};
  const value = parsed(body);
  if (!isResponseBody(value)) {
    throw new PlatformError({ failureClass: 'network', message: `The response is not a JSON object: ${IN_BETWEEN}` });
  }
  return value;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Without the error of the parser, because it quotes the text.
    return undefined;
  }
}

const IN_BETWEEN = 'a server between the service and Google has responded.';
const HIDDEN = `The response could not be read: ${IN_BETWEEN}`;

/** `fetch` hides some responses, such as that of a proxy that requires a password, behind an error without a code. */
function isUnexplained(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && !('code' in error.cause);
}
