/**
 * The HTTP interface as one function: it takes a `Request` and resolves with the `Response`. It never rejects.
 */
export interface HttpHandler {
  (request: Request): Promise<Response>;
  /** The base path of the routes; empty at the root. */
  readonly basePath: string;
  /**
   * Returns whether this handler responds to a path. With a base path, it answers every path below; at the root, only paths
   * that start like a route (`/integrations/...`, `/webhooks/...`). Mounts pass all other paths to the host.
   */
  claims(pathname: string): boolean;
  /** Returns the same handler for requests whose path has a prefix before the base path: the mount path of a router. */
  under(mountPath: string): HttpHandler;
}
