import { setTimeout as sleep } from 'node:timers/promises';
import { printTable } from '../report/print-table.ts';
import { readResponses } from '../requests/load/read-responses.ts';
import { type Server, startServer } from '../requests/servers/start-server.ts';
import { openStreams } from './open-streams.ts';

/** The extent of the measurement. */
export interface StreamBenchmarkOptions {
  /** Streams that are opened before memory is measured for the first time. */
  readonly warmUp: number;
  /** Streams between the two measurements. */
  readonly streams: number;
  readonly idleMs: number;
}

const PATH = '/integrations/50/operations';
const KIB = 1024;

/** The measurements of one server. */
interface StreamCost {
  /** Bytes for one more stream. */
  readonly heap: number;
  readonly rss: number;
  /** Bytes of the heap for each stream after all have been closed. */
  readonly left: number;
  /** Processor time of all streams while nothing happens, in milliseconds a second. */
  readonly idle: number;
}

/** Measures the memory and the idle cost of open event streams, compared with a handwritten handler that only sends heartbeats. */
export async function runStreamBenchmark(options: StreamBenchmarkOptions): Promise<readonly string[]> {
  await using servers = new AsyncDisposableStack();
  const start = async (...order: Parameters<typeof startServer>): Promise<Server> =>
    servers.adopt(await startServer(...order), (server) => server.stop());
  const portcullis = await start({ serve: 'portcullis', framework: 'express' });
  const responses = await readResponses(portcullis);
  const bare = await start({ serve: 'bare', framework: 'express', key: portcullis.key, responses });
  const rows: string[][] = [];
  for (const [name, server] of Object.entries({ bare, Portcullis: portcullis })) {
    const { heap, rss, left, idle } = await measure(server, options);
    const kibibytes = [heap, rss, left].map((bytes) => (bytes / KIB).toFixed(1));
    rows.push([name, ...kibibytes, idle.toFixed(1)]);
  }
  printTable({
    title: `Event streams on Express: ${(options.warmUp + options.streams).toLocaleString('en')} open and idle`,
    columns: ['server', 'heap, KiB a stream', 'RSS, KiB a stream', 'heap after the end', 'processor ms a second, all'],
    rows,
  });
  return [];
}

async function measure(server: Server, { warmUp, streams, idleMs }: StreamBenchmarkOptions): Promise<StreamCost> {
  const before = await server.memory();
  const opened = [...(await openStreams({ ...server, path: PATH }, warmUp))];
  const few = await server.memory();
  opened.push(...(await openStreams({ ...server, path: PATH }, streams)));
  const many = await server.memory();
  const { cpuMicros: since } = await server.usage();
  await sleep(idleMs);
  const { cpuMicros: until } = await server.usage();
  for (const socket of opened) socket.destroy();
  // The server closes its ends, and the next check of their access ends what is left.
  await sleep(Math.min(idleMs, 5000));
  const after = await server.memory();
  return {
    heap: (many.heap - few.heap) / streams,
    rss: (many.rss - few.rss) / streams,
    left: (after.heap - before.heap) / opened.length,
    idle: (until - since) / idleMs,
  };
}
