import type { JsonSender } from '@portcullis/plugin-network';
import { PlatformApiError } from '../failures/platform-api-error.ts';

/** The members of a response. */
export type ResponseBody = Readonly<Record<string, unknown>>;

/** One request. Values in the path must be encoded. */
interface ApiRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Calls the platform. Rejects with a PlatformApiError if the platform refuses. */
export type Api = (request: ApiRequest, signal: AbortSignal) => Promise<ResponseBody>;

/** Returns the header that authenticates a request. */
export type Authorization = (signal: AbortSignal) => Promise<string>;

/** Creates the calls to an address, as one account. */
export function createApi(address: string, authorization: Authorization, send: JsonSender): Api {
  return async ({ method, path, headers, body }, signal) => {
    const response = await send({
      url: `${address}${path}`,
      method,
      headers: {
        authorization: await authorization(signal),
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
    const members: ResponseBody = Object(response.body);
    if (response.status >= 200 && response.status < 300) return members;
    const { code, message } = members;
    throw new PlatformApiError({
      status: response.status,
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' ? message : `The platform responded with HTTP ${response.status}.`,
    });
  };
}
