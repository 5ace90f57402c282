import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A message of a protocol. */
export interface SessionMessage {
  /** The type in the terms of the protocol; empty if unknown. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** The position after one message of a session. */
export interface SessionBoundary {
  /** The number of the session, from 1. */
  readonly session: number;
  /** The number of the message among all messages of all sessions, from 1. */
  readonly number: number;
  /** The side that has sent the message. */
  readonly sender: 'client' | 'server';
  /** The message's type in the protocol; empty if unknown. */
  readonly type: string;
}

/** Options of {@link createSessionProxy}. */
export interface SessionProxyOptions {
  /** Port of the real server on 127.0.0.1. */
  readonly port: number;
  /**
   * Returns whether the session ends after a message. Data that the client sends at that moment do not reach the
   * server.
   */
  readonly endsAfter?: (boundary: SessionBoundary) => boolean;
  /** The message to the client at the end of a session, such as an error, in one packet with the preceding message. @default none */
  readonly closingMessage?: Buffer;
  /**
   * Creates a function that takes the data of one side, in pieces, and returns the complete messages. @default each
   * piece is a message
   */
  readonly split?: (sender: SessionBoundary['sender']) => (chunk: Buffer) => readonly SessionMessage[];
}

/** A proxy on the loopback address that can end or suspend sessions. */
export interface SessionProxy extends AsyncDisposable {
  readonly port: number;
  /** Messages so far, of all sessions. */
  readonly messages: number;
  /** Sessions that it has ended. */
  readonly ended: number;
  /**
   * Silently holds back all further data of one side. @param sender @default both, like an unplugged cable
   */
  stall(sender?: SessionBoundary['sender']): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a server that ends sessions between two messages. */
export async function createSessionProxy(options: SessionProxyOptions): Promise<SessionProxy> {
  const { endsAfter = () => false, closingMessage = Buffer.alloc(0), split = () => wholePieces } = options;
  const sockets = new Map<Socket, SessionBoundary['sender']>();
  let sessions = 0;
  let messages = 0;
  let ended = 0;

  const keep = (socket: Socket, sender: SessionBoundary['sender']): Socket => {
    sockets.set(socket, sender);
    socket.on('close', () => sockets.delete(socket));
    // The proxy breaks connections on purpose.
    return socket.setNoDelay(true).on('error', () => {});
  };

  const server = createServer((client) => {
    keep(client, 'client');
    sessions += 1;
    const session = sessions;
    const upstream = keep(connect(options.port, '127.0.0.1'), 'server');
    let isOver = false;

    const passFrom = (sender: SessionBoundary['sender'], to: Socket) => {
      const messagesOf = split(sender);
      return (chunk: Buffer): void => {
        const passing: Buffer[] = [];
        for (const message of messagesOf(chunk)) {
          if (isOver) return;
          passing.push(message.bytes);
          messages += 1;
          if (!endsAfter({ session, number: messages, sender, type: message.type })) continue;
          isOver = true;
          ended += 1;
          client.end(Buffer.concat([...(sender === 'server' ? passing : []), closingMessage]));
          upstream.destroy();
          return;
        }
        if (passing.length > 0 && to.writable) to.write(Buffer.concat(passing));
      };
    };
    client.on('data', passFrom('client', upstream));
    upstream.on('data', passFrom('server', client));
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

function wholePieces(chunk: Buffer): readonly SessionMessage[] {
  return [{ type: '', bytes: chunk }];
}
