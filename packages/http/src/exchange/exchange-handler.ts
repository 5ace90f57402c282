import type { HttpHandler } from '../http-handler.ts';
import type { Incoming } from './incoming.ts';
import type { Outgoing } from './outgoing.ts';

/** A handler without the objects of the Fetch standard, which the mounts call instead of the {@link HttpHandler} around it. */
export type ExchangeHandler = (incoming: Incoming) => Promise<Outgoing>;

/** Keyed by the function itself, so that a wrapper of a host is not bypassed. */
const exchangeHandlers = new WeakMap<HttpHandler, ExchangeHandler>();

/** Registers the exchange handler of a handler. */
export function setExchangeHandler(handler: HttpHandler, exchangeHandler: ExchangeHandler): void {
  exchangeHandlers.set(handler, exchangeHandler);
}

/** Returns the exchange handler of a handler; undefined for a handler of another origin. */
export function exchangeHandlerOf(handler: HttpHandler): ExchangeHandler | undefined {
  return exchangeHandlers.get(handler);
}
