import { createReceiver, type Receiver } from '@portcullis/testing';

/** A request in the log of a receiver. */
interface Arrival {
  readonly tag: string;
  readonly atMs: number;
}

/** The log of one receiver. */
interface ReceiverLog {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
}

/** Receivers, each with its own log. */
export interface ReceiverLogs {
  readonly logs: readonly ReceiverLog[];
  close(): Promise<void>;
}

const TAG = /"tagName":"([^"]+)"/;

/** Starts receivers that return 200 at once. */
export async function createReceiverLogs(count: number): Promise<ReceiverLogs> {
  const open: Receiver[] = [];
  const logs: ReceiverLog[] = [];
  for (let made = 0; made < count; made += 1) {
    const arrivals: Arrival[] = [];
    const receiver = await createReceiver(({ body }, response) => {
      arrivals.push({ tag: TAG.exec(body.toString('utf8'))?.[1] ?? '', atMs: performance.now() });
      response.writeHead(200).end();
    });
    open.push(receiver);
    logs.push({ url: `${receiver.url}/hook`, arrivals });
  }
  return { logs, close: async () => void (await Promise.all(open.map((receiver) => receiver.close()))) };
}

/** Returns how many of these tags did not arrive, over all receivers. */
export function countLost({ logs }: ReceiverLogs, tags: Iterable<string>): number {
  const wanted = [...tags];
  return logs.reduce((lost, { arrivals }) => {
    const arrived = new Set(arrivals.map(({ tag }) => tag));
    return lost + wanted.filter((tag) => !arrived.has(tag)).length;
  }, 0);
}

/** Returns how many requests were copies of others, over all receivers. */
export function countCopies({ logs }: ReceiverLogs): number {
  return logs.reduce(
    (copies, { arrivals }) => copies + arrivals.length - new Set(arrivals.map(({ tag }) => tag)).size,
    0,
  );
}

/** Returns the longest time between two arrivals at one receiver, or before its first arrival, from `from` to `to`. */
export function longestWaitMs({ logs }: ReceiverLogs, from: number, to: number): number {
  return Math.max(
    ...logs.map(({ arrivals }) => {
      const moments = [from, ...arrivals.map(({ atMs }) => atMs).filter((at) => at > from && at < to), to];
      return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] as number)));
    }),
  );
}
