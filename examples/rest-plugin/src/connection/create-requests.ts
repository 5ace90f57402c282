import { PlatformError } from '@portcullis/plugin-api';
import { readPages, runSubmitted, untilVisible, withRetry } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import { PlatformApiError } from '../failures/platform-api-error.ts';
import { type Api, type ApiRequest, type ApiResponse, type ResponseBody, refusalOf } from './api.ts';

/** The kinds of requests to the platform. */
export interface Requests {
  get(path: string, signal: AbortSignal): Promise<ResponseBody>;
  /** Reads all pages of a list. */
  list(path: string, signal: AbortSignal): Promise<readonly ResponseBody[]>;
  /** Sends a change, and waits until the platform has carried it out. */
  change(request: ApiRequest, signal: AbortSignal): Promise<void>;
  /** Sends a change that needs a role, which may be new. */
  changeOfRole(request: ApiRequest, signal: AbortSignal): Promise<void>;
}

/** Creates the requests of a session. */
export function createRequests(api: Api): Requests {
  // Requests without effects are repeated after a network failure or a transient failure.
  const read = (path: string, signal: AbortSignal): Promise<ApiResponse> =>
    withRetry(() => api({ method: 'GET', path }, signal), { classify: classifyError, signal });
  const submit = async (send: (signal: AbortSignal) => Promise<ApiResponse>, signal: AbortSignal): Promise<void> => {
    const { body } = await runSubmitted<ApiResponse>(
      {
        submit: send,
        // A change that takes longer has the status 202, and the address of an operation.
        isRunning: ({ status, body: { state } }) => status === 202 || state === 'running',
        read: ({ headers }, reading) => read(operationPath(headers.location), reading),
        classify: classifyError,
      },
      signal,
    );
    if (body.state === 'failed') throw refusalOf(200, Object(body.error));
  };

  return {
    get: async (path, signal) => (await read(path, signal)).body,
    async list(path, signal) {
      const pageOf = async (token: string) =>
        (await read(token === '' ? path : `${path}?pageToken=${encodeURIComponent(token)}`, signal)).body;
      const pages = await readPages(pageOf, ({ nextPageToken }) => nextPageToken);
      return pages
        .flatMap(({ items }) => (Array.isArray(items) ? items : []))
        .map((item): ResponseBody => Object(item));
    },
    change: (request, signal) => submit((submission) => api(request, submission), signal),
    changeOfRole: (request, signal) =>
      submit(
        (submission) => untilVisible(() => api(request, submission), { isTooEarly: isRoleMissing, signal: submission }),
        signal,
      ),
  };
}

/** Returns the path of an operation. Requests contain a token, so an address elsewhere is refused. */
function operationPath(location: unknown): string {
  if (typeof location === 'string' && location.startsWith('/v1/operations/')) return location;
  throw new PlatformError({ failureClass: 'network', message: 'The platform returned no address of the operation.' });
}

/** The part of the platform that carries out a change may not see a new role yet. The refused change has no effect. */
function isRoleMissing(error: unknown): boolean {
  return error instanceof PlatformApiError && error.code === 'role_not_found';
}
