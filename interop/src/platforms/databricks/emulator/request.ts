/** A request of the emulator's services, with its principal. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** The user or service principal of its token. */
  readonly principal: string;
}

/** The response of a service: a status and a body. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * One operation of a service: its method, its path with groups for parameters, its documentation page, and its
 * function.
 */
export type Route = readonly [
  method: string,
  path: RegExp,
  page: string,
  run: (request: ApiRequest, ...parts: readonly string[]) => ApiResponse,
];

/** A successful response. */
export function ok(body: unknown): ApiResponse {
  return { status: 200, body };
}
