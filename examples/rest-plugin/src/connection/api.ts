import type { AccessTokenProvider, JsonResponse, JsonSender } from '@portcullis/plugin-network';
import { PlatformApiError } from '../failures/platform-api-error.ts';

/** The members of a response. */
export type ResponseBody = Readonly<Record<string, unknown>>;

/** A successful response. */
export interface ApiResponse extends JsonResponse {
  readonly body: ResponseBody;
}

/** One request. Values in the path must be encoded. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: ResponseBody;
}

/** Sends requests. Rejects with a PlatformApiError if the platform refuses. */
export type Api = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;

/** Creates the requests to an address, as one account. */
export function createApi(address: string, tokens: AccessTokenProvider, send: JsonSender): Api {
  return async ({ method, path, body }, signal) => {
    const response = await send({
      url: `${address}${path}`,
      method,
      headers: {
        // Requested for each call, because a session can last longer than a token.
        authorization: `Bearer ${await tokens(signal)}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
    const members: ResponseBody = Object(response.body);
    if (response.status >= 200 && response.status < 300) return { ...response, body: members };
    throw refusalOf(response.status, members);
  };
}

/** Returns the error for the refusal in a response or in a failed operation. */
export function refusalOf(status: number, { code, message }: ResponseBody): PlatformApiError {
  return new PlatformApiError({
    status,
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : `The platform responded with HTTP ${status}.`,
  });
}
