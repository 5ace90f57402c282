/** The facts of a request before its route is known. */
export interface Arrival {
  readonly basePath: string;
  readonly path: string;
  readonly requestId: string;
}
