import { EventEmitter } from 'eventemitter3';
import type { Logger } from '../../ports/logger.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { errorText } from '../errors/error-message.ts';
import { type OfTenant, ofTenant, type TypedEventSink, type TypedEventSource } from './typed-events.ts';

/** Both ends of the events of a table. */
export interface EventHub<Events> extends TypedEventSource<Events>, TypedEventSink<Events> {
  /** Removes all listeners. */
  close(): void;
}

/** Creates an event hub on eventemitter3. An error of a listener is logged and affects no other listener. */
export function createEventHub<Events>(logger: Logger): EventHub<Events> {
  const emitter = new EventEmitter<string>();

  const guarded =
    <Name extends keyof Events & string>(name: Name, listener: (event: Events[Name] & OfTenant) => unknown) =>
    (event: Events[Name] & OfTenant): void => {
      const report = (error: unknown) =>
        logger.error('An event listener failed.', { event: name, error: errorText(error) });
      try {
        const result = listener(event);
        if (result instanceof Promise) result.catch(report);
      } catch (error) {
        report(error);
      }
    };

  return {
    on(name, listener) {
      const wrapped = guarded(name, listener);
      emitter.on(name, wrapped);
      return () => emitter.off(name, wrapped);
    },
    once(name, listener) {
      const wrapped = guarded(name, listener);
      emitter.once(name, wrapped);
      return () => emitter.off(name, wrapped);
    },
    emit(name, event) {
      emitter.emit(name, event);
    },
    close() {
      emitter.removeAllListeners();
    },
  };
}

/**
 * Returns both ends of an event hub for one tenant: emitted events name the tenant, and its listeners receive no events of other
 * tenants.
 */
export function scopedEvents<Events>(
  { on, emit }: Omit<EventHub<Events>, 'close'>,
  tenant: string,
): Omit<EventHub<Events>, 'close'> {
  const isOwn = (event: OfTenant): boolean => (event.tenant ?? DEFAULT_TENANT) === tenant;
  return {
    // The result is returned because the hub handles the error of an asynchronous listener.
    on: (name, listener) => on(name, (event) => (isOwn(event) ? listener(event) : undefined)),
    once(name, listener) {
      const leave = on(name, (event) => {
        if (!isOwn(event)) return undefined;
        leave();
        return listener(event);
      });
      return leave;
    },
    emit: tenant === DEFAULT_TENANT ? emit : (name, event) => emit(name, { ...event, ...ofTenant(tenant) }),
  };
}
