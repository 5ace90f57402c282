import type { HttpHandler } from '../http-handler.ts';
import type { Incoming } from './incoming.ts';
import type { Outgoing } from './outgoing.ts';

/** The function behind a handler: the same behaviour without the objects of the Fetch standard. */
export type Direct = (incoming: Incoming) => Promise<Outgoing>;

/** Keyed by the function itself, so that a wrapper of a host is not bypassed. */
const directs = new WeakMap<HttpHandler, Direct>();

/** Registers the function behind a handler. */
export function setDirect(handler: HttpHandler, direct: Direct): void {
  directs.set(handler, direct);
}

/** Returns the function behind a handler; undefined for a handler of another origin. */
export function directOf(handler: HttpHandler): Direct | undefined {
  return directs.get(handler);
}
