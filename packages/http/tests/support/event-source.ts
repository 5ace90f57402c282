import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { ADMIN_KEY } from './fake-portcullis.ts';

/** One event of a stream, parsed as in the HTML standard. */
export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: unknown;
}

/** A stream of events over a real connection. */
export interface EventConnection {
  readonly incoming: IncomingMessage;
  readonly outgoing: ClientRequest;
  /** The next event. */
  next(): Promise<ReceivedEvent>;
  /** Every event until the server ends the stream. */
  rest(): Promise<readonly ReceivedEvent[]>;
  /** Comments so far. */
  readonly comments: readonly string[];
}

/** Follows a path of a server on 127.0.0.1. */
export async function connectEvents(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventConnection> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    headers: { authorization: ADMIN_KEY, accept: 'text/event-stream', ...headers },
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const comments: string[] = [];
  const events = read(incoming, comments);
  return {
    incoming,
    outgoing,
    comments,
    async next() {
      const { value, done } = await events.next();
      if (done) throw new Error('The stream has ended.');
      return value;
    },
    async rest() {
      const all: ReceivedEvent[] = [];
      for await (const event of events) all.push(event);
      return all;
    },
  };
}

async function* read(incoming: IncomingMessage, comments: string[]): AsyncGenerator<ReceivedEvent, undefined> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      comments.push(...lines.filter((line) => line.startsWith(':')));
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) yield { id: field('id'), event: field('event'), data: JSON.parse(data) };
    }
  }
  return undefined;
}
