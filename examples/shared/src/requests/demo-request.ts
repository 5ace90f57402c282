/** A request that the examples print for users to try. */
export interface DemoRequest {
  /** A short description of the request. */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query. */
  readonly path: string;
  /** A body without secrets, or the path of the file with the body. */
  readonly body?: { readonly json: string } | { readonly file: string };
  /** Repeats the request while this text is in the response. */
  readonly while?: string;
}
