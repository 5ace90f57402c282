import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** One event of a stream. */
interface ReceivedEvent {
  readonly event: string | undefined;
  readonly data: unknown;
}

/** A stream of events over a separate connection. */
export interface EventConnection {
  /** The next event; undefined when the server has ended the stream. */
  next(): Promise<ReceivedEvent | undefined>;
  /** Ends the connection. */
  leave(): void;
}

/** Follows a path of a server on 127.0.0.1. */
export async function connectEvents(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventConnection> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    headers: { accept: 'text/event-stream', ...headers },
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const events = read(incoming);
  return { next: async () => (await events.next()).value, leave: () => outgoing.destroy() };
}

async function* read(incoming: IncomingMessage): AsyncGenerator<ReceivedEvent, undefined> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) yield { event: field('event'), data: JSON.parse(data) };
    }
  }
  return undefined;
}
