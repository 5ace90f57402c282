import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { PlatformError } from '@portcullis/plugin-api';
import { createMessageReader, malformedMessage } from './message-reader.ts';

/** Options of {@link guardPostgresConnection}. */
export interface PostgresGuardOptions {
  /** Maximum number of bytes that the server sends for one statement. @default 32 MiB */
  readonly responseLimit?: number;
  /**
   * The codes of authentication requests that the plugin answers itself, in addition to those of `pg`. Source:
   * PostgreSQL manual, "Message Formats", the messages `Authentication…`. @default none
   */
  readonly authenticationMethods?: readonly number[];
}

/** The method of a connection of `pg` that reads the messages of a stream, after the exchange about TLS. */
interface MessageReading {
  attachListeners?: unknown;
}

/**
 * Protects the process from the server of a connection of the package `pg`, and returns the connection. `pg` trusts its
 * server, but the host of a config may be any server. Without the guard, one malformed message stops the whole process,
 * by a loop without an end, by an error that no caller can catch, or by exhausting its memory. The guard passes on only
 * complete and valid messages, and closes the connection at the first other one.
 *
 * @example
 * ```ts
 * const options = { ...address, stream: () => socket };
 * const client = new Client({ ...options, connection: guardPostgresConnection(new Connection(options)) });
 * ```
 * @throws PlatformError `internal` if the connection is not one of `pg`.
 */
export function guardPostgresConnection<Connection extends object>(
  connection: Connection,
  options: PostgresGuardOptions = {},
): Connection {
  const reading: MessageReading = connection;
  const attach = reading.attachListeners;
  if (typeof attach !== 'function') throw notGuarded();
  reading.attachListeners = (stream: Duplex) => attach.call(connection, guardedMessages(stream, options));
  return connection;
}

/** Returns the messages of a stream, which is destroyed at the first malformed one. */
function guardedMessages(stream: Duplex, options: PostgresGuardOptions): Duplex {
  const messages = new EventEmitter();
  const read = createMessageReader(options);
  let isRefused = false;
  stream.on('data', (chunk: Buffer) => {
    if (isRefused) return;
    try {
      const complete = read(chunk);
      if (complete.length > 0) messages.emit('data', complete);
    } catch (error) {
      isRefused = true;
      stream.destroy(PlatformError.isInstance(error) ? error : malformedMessage(error));
    }
  });
  stream.on('end', () => messages.emit('end'));
  const { write, destroy } = stream;
  // The driver only listens to it. Methods that a plugin adds for the sign-in write to it and destroy it.
  return Object.assign(messages, { write: write.bind(stream), destroy: destroy.bind(stream) }) as unknown as Duplex;
}

function notGuarded(): PlatformError {
  return new PlatformError({
    failureClass: 'internal',
    message: 'The connection is not one of the package pg, or of a version that cannot be guarded.',
  });
}
