import { type AccessTokenProvider, withRetry } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import { GoogleApiError } from '../failures/google-api-error.ts';
import type { Settings } from '../settings.ts';
import type { ResponseBody } from './response-body.ts';
import type { SendRequest } from './send-request.ts';

/** Calls Google with the token of one account. */
export interface Api {
  call(request: ApiRequest, signal: AbortSignal): Promise<ResponseBody>;
  /** Like `call`, with `undefined` for a missing resource. */
  find(request: ApiRequest, signal: AbortSignal): Promise<ResponseBody | undefined>;
}

/** One call. Values in the path must be encoded. */
interface ApiRequest {
  readonly service: 'bigquery' | 'resourceManager' | 'iam';
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** True for a POST that changes nothing. @default false */
  readonly isRead?: boolean;
}

/**
 * Creates the calls over HTTP. Those that change nothing are repeated after a failure of the network or of Google, as
 * "BigQuery error messages" recommends; the core repeats the others.
 */
export function createApi(
  { endpoints, requestTimeoutMs }: Settings,
  tokens: AccessTokenProvider,
  send: SendRequest,
): Api {
  const call: Api['call'] = async ({ service, method, path, body, isRead = method === 'GET' }, signal) => {
    const headers = { authorization: `Bearer ${await tokens(signal)}`, 'content-type': 'application/json' };
    const request = { url: `${endpoints[service]}${path}`, method, headers, signal, timeoutMs: requestTimeoutMs };
    const attempt = () => send(body ? { ...request, body: JSON.stringify(body) } : request);
    return isRead ? withRetry(attempt, { classify: classifyError, signal }) : attempt();
  };
  return {
    call,
    find: (request, signal) =>
      call(request, signal).catch((error: unknown) => {
        if (error instanceof GoogleApiError && error.status === 404) return undefined;
        throw error;
      }),
  };
}
