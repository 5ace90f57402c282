/**
 * The HTTP interface as one function: it takes a `Request` and resolves with the `Response`. It never rejects.
 */
export interface HttpHandler {
  (request: Request): Promise<Response>;
  /** The base path of the routes; empty at the root. */
  readonly basePath: string;
  /**
   * Returns whether this handler answers a path: below a base path every path, at the root those that start like a route
   * (`/integrations/...`, `/webhooks/...`). Mounts pass the others to the host.
   */
  claims(pathname: string): boolean;
  /** The same handler for requests whose path has a prefix before the base path: a router's mount path. */
  under(mountPath: string): HttpHandler;
}
