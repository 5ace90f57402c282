import { PlatformError } from '@portcullis/plugin-api';
import { PlatformApiError } from '../failures/platform-api-error.ts';
import type { Settings } from '../options.ts';

/** The members of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** One request. Values in the path are to be encoded. */
export interface ApiRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Calls the platform. Rejects with a PlatformApiError where it refuses. */
export type Api = (request: ApiRequest, signal: AbortSignal) => Promise<Answer>;

/** Makes calls to an address, as one account. */
export function createApi(address: string, authorization: string, { fetch }: Settings): Api {
  return async ({ method, path, headers, body }, signal) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A redirection would carry the credential to another host.
      redirect: 'error',
      signal,
    });
    const members = membersIn(await answer.text(), answer.ok);
    if (answer.ok) return members;
    const { code, message } = members;
    throw new PlatformApiError({
      status: answer.status,
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' ? message : `The platform answered with HTTP ${answer.status}.`,
    });
  };
}

/** A page of something in between is understood by its status, unless that says that all is well. */
function membersIn(text: string, isOk: boolean): Answer {
  if (text === '') return {};
  try {
    return Object(JSON.parse(text));
  } catch {
    if (!isOk) return {};
    // Not as the cause: a parser quotes what it could not read.
    const message = 'The answer is no JSON: something between here and the platform answered in its place.';
    throw new PlatformError({ failureClass: 'network', message });
  }
}
