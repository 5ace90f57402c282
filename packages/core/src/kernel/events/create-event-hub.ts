import { EventEmitter } from 'eventemitter3';
import type { Logger } from '../../ports/logger.ts';
import type { TypedEventSink, TypedEventSource } from './typed-events.ts';

/** Both ends of the events of a table. */
export interface EventHub<Events> extends TypedEventSource<Events>, TypedEventSink<Events> {
  /** Removes all listeners. */
  close(): void;
}

/** The one wrapper around eventemitter3: a listener that throws or rejects is logged and affects no other listener. */
export function createEventHub<Events>(logger: Logger): EventHub<Events> {
  const emitter = new EventEmitter<string>();

  const guarded =
    <Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => unknown) =>
    (event: Events[Name]): void => {
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

function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
