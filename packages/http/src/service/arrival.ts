/** What is known of a request before its route is. */
export interface Arrival {
  readonly basePath: string;
  readonly path: string;
  readonly requestId: string;
}
