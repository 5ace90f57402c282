import { createHttpHandler } from '../../src/create-http-handler.ts';
import type { HttpHandler } from '../../src/http-handler.ts';
import type { HttpHandlerOptions } from '../../src/http-handler-options.ts';
import { createFakePortcullis, type FakeParts } from './fake-portcullis.ts';
import type { LoopbackServer } from './loopback.ts';

/** The set-up of a host around a handler. */
export interface HostSetUp {
  readonly handler: HttpHandler;
  /** The mount path of the handler. @default the root */
  readonly mountPath?: string;
  /** True if the host's usual body parsers run before the mount. */
  readonly parsed?: boolean;
}

/** A function that starts a host with a framework. */
export type StartHost = (setUp: HostSetUp) => Promise<LoopbackServer>;

/** Returns a function that starts a host around a handler whose engine only records calls. */
export function mounted(start: StartHost) {
  return (host: Omit<HostSetUp, 'handler'> = {}, options: HttpHandlerOptions = {}, parts: FakeParts = {}) => {
    const { portcullis, calls } = createFakePortcullis(parts);
    return { calls, server: start({ ...host, handler: createHttpHandler(portcullis, options) }) };
  };
}

/** Facts about the framework of a mount. */
export interface MountTraits {
  /**
   * True if the framework makes a `Request`, with a resolved path, of every request before its middleware runs.
   * @default false
   */
  readonly makesRequests?: boolean;
}
