// Bun replaces `undici` by functions that ignore the connector, and with it the address guard. It does not replace the file.
import { Client } from 'undici/index.js';
import { type Connection, type ConnectionDependencies, createConnection } from './connection.ts';
import { createIdleMembers, type IdleMember } from './idle-members.ts';

/** A client of undici for one receiver, with its single connection. */
interface PooledClient {
  readonly client: Client;
  readonly connection: Connection;
}

/** A pool of clients for one request at a time, by their origin. */
export interface ClientPool {
  /** Returns an idle client: the most recently used one, or a new one. */
  take(origin: string): PooledClient;
  /** Returns a client to the pool. @param reusable - whether its last request was complete. */
  put(pooled: PooledClient, reusable: boolean): void;
  /** Closes all idle connections. */
  closeIdle(): void;
  /** Closes all clients, including those in use. */
  close(): Promise<void>;
}

/** Options of {@link createClientPool}. */
export interface ClientPoolOptions extends ConnectionDependencies {
  /** Milliseconds that an idle connection is kept; 0: none is used twice. */
  readonly keepAliveMs: number;
  /** Milliseconds after which a connection is replaced. */
  readonly clientTtlMs: number;
  /** Maximum number of idle connections; above it, those that have been idle for longest are closed. */
  readonly maxIdleConnections: number;
}

interface Member extends PooledClient, IdleMember<Member> {
  /** The time of its connection, on the monotonic clock; undefined while it is not connected. */
  connectedAt: number | undefined;
}

/**
 * Creates an empty pool. The dispatcher limits the number of concurrent requests, so the pool needs neither a queue nor a limit,
 * and its cost does not depend on the number of connections. The pool of undici checks each of its clients twice per request.
 */
export function createClientPool(options: ClientPoolOptions): ClientPool {
  const { clock, keepAliveMs, clientTtlMs, maxIdleConnections } = options;
  const all = new Set<Member>();
  const idle = createIdleMembers<Member>();

  const make = (origin: string): Member => {
    const connection = createConnection(options);
    const client = new Client(origin, {
      allowH2: false,
      pipelining: keepAliveMs > 0 ? 1 : 0,
      ...(keepAliveMs > 0 && { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: 6 * keepAliveMs }),
      // Timers of undici measure idle time with a resolution of half a second, so the transport enforces the deadline of an
      // attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connection.connect.bind(connection),
    });
    const member: Member = { client, connection, connectedAt: undefined, origin, older: undefined, newer: undefined };
    client.on('connect', () => {
      member.connectedAt = clock.monotonic();
    });
    client.on('disconnect', () => {
      member.connectedAt = undefined;
      if (idle.remove(member)) retire(member);
    });
    all.add(member);
    return member;
  };

  const retire = (member: Member): void => {
    all.delete(member);
    void member.client.destroy();
  };

  const retireOldest = (kept: number): void => {
    while (idle.size > kept) {
      const oldest = idle.takeOldest();
      if (oldest) retire(oldest);
    }
  };

  const isFresh = ({ connectedAt }: Member): boolean =>
    connectedAt !== undefined && clock.monotonic() - connectedAt < clientTtlMs;

  return {
    take(origin) {
      for (;;) {
        const member = idle.take(origin);
        if (!member) return make(origin);
        if (isFresh(member)) return member;
        retire(member);
      }
    },
    put(pooled, reusable) {
      const member = pooled as Member;
      if (!all.has(member)) return;
      if (keepAliveMs === 0 || !reusable || !isFresh(member)) return retire(member);
      idle.add(member);
      retireOldest(maxIdleConnections);
    },
    closeIdle: () => retireOldest(0),
    async close() {
      const members = [...all];
      all.clear();
      idle.clear();
      await Promise.all(members.map(({ client }) => client.destroy()));
    },
  };
}
