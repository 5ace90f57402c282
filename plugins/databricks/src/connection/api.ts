import type { AccessTokenProvider, JsonResponse, JsonSender } from '@portcullis/plugin-network';
import { DatabricksApiError } from '../failures/databricks-api-error.ts';
import { PRIVATE_LINK_ONLY } from '../failures/failure-rows.ts';
import { VERSION } from '../version.ts';

/** The members of a response. */
export type ResponseBody = Readonly<Record<string, unknown>>;

/** One call. Values in the path must be encoded. */
interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Calls the REST interface of a workspace. */
export type Api = (request: ApiRequest, signal: AbortSignal) => Promise<ResponseBody>;

/** Creates the calls with the token of one account. */
export function createApi(address: string, send: JsonSender, tokens: AccessTokenProvider): Api {
  return async ({ method, path, body }, signal) => {
    const headers = {
      authorization: `Bearer ${await tokens(signal)}`,
      accept: 'application/json',
      'user-agent': `Portcullis/${VERSION}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const url = `${address}${path}`;
    const response = await send({ url, method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
    refusePrivateLink(response);
    return read(response);
  };
}

/**
 * Refuses the redirect with which a workspace responds to networks outside of its private link. Source: Databricks SDK
 * for Go, `apierr`, private link validation errors.
 *
 * @throws DatabricksApiError
 */
export function refusePrivateLink({ status, headers }: JsonResponse): void {
  const { location } = headers;
  if (typeof location !== 'string' || !location.includes('error=private-link-validation-error')) return;
  const message = 'The workspace accepts requests only over its private link.';
  throw new DatabricksApiError({ status, errorCode: PRIVATE_LINK_ONLY, sqlState: undefined, message });
}

/**
 * Returns the response, or throws its error. Source: Databricks REST API reference, "Errors"; SCIM has `detail` (RFC
 * 7644, 3.12).
 */
function read({ status, body }: JsonResponse): ResponseBody {
  const response = isResponseBody(body) ? body : {};
  if (status === 200) return response;
  const { error_code: code, message, detail } = response;
  const text = [message, detail].find((each) => typeof each === 'string' && each !== '');
  throw new DatabricksApiError({
    status,
    errorCode: typeof code === 'string' ? code : undefined,
    sqlState: undefined,
    message: typeof text === 'string' ? text : `Databricks responded with HTTP ${status}.`,
  });
}

/** Returns whether a value from JSON has members. */
export function isResponseBody(value: unknown): value is ResponseBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects in a list of a response. Values other than lists and objects are omitted. */
export function objectsIn(list: unknown): readonly ResponseBody[] {
  return Array.isArray(list) ? list.filter(isResponseBody) : [];
}
