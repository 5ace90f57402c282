import { randomUUID } from 'node:crypto';
import type { StoreSignals } from '@portcullis/core/ports';
import { createListeners } from '../connections/create-listeners.ts';
import { pause } from '../connections/pause.ts';
import { channelOf } from './signal-channel.ts';
import type { SignalConnection } from './signal-connection.ts';
import { watchListening } from './watch-listening.ts';

/** Options of {@link createPostgresSignals}. */
export interface PostgresSignalsOptions {
  /** The schema of the open store. */
  schema(): string;
  /** Creates a connection that can wait for notifications; undefined if there is no spare one. */
  connect(): Promise<SignalConnection | undefined>;
  /** Sends a query on any connection. */
  ask(text: string, values: unknown[]): Promise<unknown>;
}

/** The signals of a store, and a function to stop them. */
export interface PostgresSignals {
  readonly signals: StoreSignals;
  /** Stops all listening. */
  close(): Promise<void>;
}

/** The first and the longest pause between attempts to listen, in milliseconds. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

const WARNING =
  'Notifications of PostgreSQL do not reach this process: behind a pooler in transaction mode, set the option listen of the store to false.';

/** Creates signals with LISTEN and NOTIFY: one channel for each schema, one connection for each process. */
export function createPostgresSignals({ schema, connect, ask }: PostgresSignalsOptions): PostgresSignals {
  // A sender also receives its own messages, which have this prefix.
  const id = randomUUID();
  const origin = `${id} `;
  /** Not a message: another character is in the place of the space. */
  const check = `${id}?`;
  let isWarned = false;
  const warn = (): void => {
    if (!isWarned) process.emitWarning(WARNING);
    isWarned = true;
  };

  const listenOnce = async (
    receive: (message: string) => void,
    resumed: () => void,
    signal: AbortSignal,
  ): Promise<'broken' | 'refused'> => {
    const connection = await connect();
    if (!connection) return 'refused';
    const ending = new AbortController();
    const ended = untilEnded(connection, signal);
    let arrived = 0;
    connection.on('notification', ({ payload = '' }) => {
      if (payload === check) arrived += 1;
      else if (payload[id.length] === ' ' && !payload.startsWith(origin)) receive(payload.slice(origin.length));
    });
    const notifyItself = async (): Promise<boolean> => {
      const text = `select pg_notify('${channelOf(schema(), 'unquoted')}', '${check}'), current_setting('transaction_read_only') as read_only`;
      const { rows } = await connection.query(text);
      return rows[0]?.read_only === 'off';
    };
    try {
      await connection.query(`listen ${channelOf(schema())}`);
      if (!signal.aborted) resumed();
      const unusable = watchListening(
        { notifyItself, arrived: () => arrived },
        AbortSignal.any([signal, ending.signal]),
      );
      if ((await Promise.race([ended, unusable])) === 'without notifications') warn();
    } finally {
      ending.abort();
      await connection.end();
    }
    return 'broken';
  };

  const keepListening = async (
    receive: (message: string) => void,
    resumed: () => void,
    signal: AbortSignal,
  ): Promise<void> => {
    let wait = MIN_PAUSE_MS;
    while (!signal.aborted) {
      const began = Date.now();
      const end = await listenOnce(receive, resumed, signal).catch(() => 'broken' as const);
      if (end === 'refused') return;
      // A connection that was stable is restored soon. For an unavailable server, the pauses grow.
      wait = Date.now() - began > MAX_PAUSE_MS ? MIN_PAUSE_MS : Math.min(wait * 2, MAX_PAUSE_MS);
      await pause(wait / 2, signal);
    }
  };

  const listeners = createListeners(keepListening);

  return {
    signals: {
      async send(message) {
        await ask('select pg_notify($1, $2)', [channelOf(schema(), 'unquoted'), origin + message]);
      },
      listen: listeners.listen,
    },
    async close() {
      await listeners.stop();
    },
  };
}

/** Resolves when the connection is closed or no longer needed. */
function untilEnded(connection: SignalConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    connection.on('end', resolve);
    connection.on('error', () => resolve());
  });
}
