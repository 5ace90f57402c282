import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createMessageSplitter, type PostgresMessage } from './message-splitter.ts';

/** The place after one message of a session. */
export interface PostgresBoundary {
  /** The number of the session, from 1. */
  readonly session: number;
  /** The number of the message among all messages of all sessions, from 1. */
  readonly number: number;
  /** The side that has sent the message. */
  readonly sender: 'client' | 'server';
  /** The message's letter in the protocol; empty for the first one of a session. `Z`: ReadyForQuery. `X`: Terminate. */
  readonly type: string;
}

/** Options of {@link createPostgresProxy}. */
export interface PostgresProxyOptions {
  /** Port of the real server on 127.0.0.1. */
  readonly port: number;
  /** Returns whether the session ends after a message. What the client sends at such a place does not reach the server. */
  readonly endsAfter?: (boundary: PostgresBoundary) => boolean;
}

/** A proxy on the loopback address in front of a real PostgreSQL. */
export interface PostgresProxy extends AsyncDisposable {
  readonly port: number;
  /** Messages so far, of all sessions. */
  readonly messages: number;
  /** Sessions that it has ended. */
  readonly ended: number;
  /**
   * Holds back what a side sends from now on, without a word to it. @param sender @default both, as a cable that was pulled does
   */
  stall(sender?: PostgresBoundary['sender']): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy that ends sessions between two messages, as an administrator does who terminates a backend: with a FATAL 57P01 that leaves
 * in one piece with the message before it.
 */
export async function createPostgresProxy(options: PostgresProxyOptions): Promise<PostgresProxy> {
  const { endsAfter = () => false } = options;
  const sockets = new Map<Socket, PostgresBoundary['sender']>();
  let sessions = 0;
  let messages = 0;
  let ended = 0;

  const keep = (socket: Socket, sender: PostgresBoundary['sender']): Socket => {
    sockets.set(socket, sender);
    socket.on('close', () => sockets.delete(socket));
    // A broken connection is what the proxy is for.
    return socket.setNoDelay(true).on('error', () => {});
  };

  const server = createServer((client) => {
    keep(client, 'client');
    sessions += 1;
    const session = sessions;
    const upstream = keep(connect(options.port, '127.0.0.1'), 'server');
    let isOver = false;

    const pass = (sender: PostgresBoundary['sender'], split: ReturnType<typeof createMessageSplitter>, to: Socket) => {
      return (chunk: Buffer): void => {
        const passing: Buffer[] = [];
        for (const message of split(chunk)) {
          if (isOver) return;
          passing.push(message.bytes);
          messages += 1;
          if (!endsAfter({ session, number: messages, sender, type: message.type })) continue;
          isOver = true;
          ended += 1;
          client.end(Buffer.concat([...(sender === 'server' ? passing : []), FAREWELL]));
          upstream.destroy();
          return;
        }
        if (passing.length > 0 && to.writable) to.write(Buffer.concat(passing));
      };
    };
    client.on('data', pass('client', createMessageSplitter('client'), upstream));
    upstream.on('data', pass('server', createMessageSplitter('server'), client));
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => {
      if (!isOver) client.destroySoon();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const close = async (): Promise<void> => {
    for (const socket of sockets.keys()) socket.destroy();
    if (server.listening) await new Promise((closed) => server.close(closed));
  };
  return {
    port: (server.address() as AddressInfo).port,
    get messages() {
      return messages;
    },
    get ended() {
      return ended;
    },
    stall(sender) {
      for (const [socket, side] of sockets) if (sender === undefined || sender === side) socket.pause();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** An ErrorResponse as a server sends it to a backend that is terminated. Source: PostgreSQL manual, "Message Formats". */
const FAREWELL = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

function errorResponse(fields: Readonly<Record<string, string>>): PostgresMessage['bytes'] {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([name, value]) => `${name}${value}\0`)
      .join('')}\0`,
  );
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
