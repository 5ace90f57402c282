import { Socket } from 'node:net';

/** The part of a `pg` connection whose events are suppressed. */
interface DriverConnection {
  end(): unknown;
  on(event: 'error', listener: () => void): unknown;
  removeAllListeners(event: 'error' | 'errorMessage'): unknown;
}

/**
 * A `stream` option of `pg` whose connections report nothing once they have been ended. pg-boss removes all listeners
 * from its listening client before it ends the client. A message of the server at that moment would be an error event
 * without a listener and would end the process. The driver calls the option as a method of the connection.
 */
export function suppressErrorsAfterEnd(this: unknown): Socket {
  if (isConnection(this)) {
    const end = this.end.bind(this);
    this.end = () => {
      this.removeAllListeners('errorMessage');
      this.removeAllListeners('error');
      this.on('error', () => {});
      return end();
    };
  }
  return new Socket();
}

function isConnection(value: unknown): value is DriverConnection {
  if (typeof value !== 'object' || value === null) return false;
  return ['end', 'on', 'removeAllListeners'].every((name) => typeof Reflect.get(value, name) === 'function');
}
