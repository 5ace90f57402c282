import {
  createSessionProxy,
  type SessionBoundary,
  type SessionProxy,
  type SessionProxyOptions,
} from '../session-proxy/create-session-proxy.ts';
import { createMessageSplitter } from './message-splitter.ts';

/** The position after one message. Its type is the message's letter, such as `Z` (ReadyForQuery) or `X` (Terminate). */
export type PostgresBoundary = SessionBoundary;

/** Options of {@link createPostgresProxy}. */
export type PostgresProxyOptions = Pick<SessionProxyOptions, 'port' | 'endsAfter'>;

/** A proxy on the loopback address in front of a real PostgreSQL. */
export type PostgresProxy = SessionProxy;

/**
 * Starts a proxy that ends sessions between two messages, as if an administrator had terminated the backend: with a
 * FATAL 57P01 in the same packet as the preceding message. It does not support TLS.
 */
export function createPostgresProxy(options: PostgresProxyOptions): Promise<PostgresProxy> {
  return createSessionProxy({ ...options, split: createMessageSplitter, closingMessage: TERMINATION_MESSAGE });
}

/** An ErrorResponse as a server sends it when a backend is terminated. Source: PostgreSQL manual, "Message Formats". */
const TERMINATION_MESSAGE = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}${value}\0`)
    .join('');
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
