import { randomUUID } from 'node:crypto';
import type { StoreSignals } from '@portcullis/core/ports';
import { createListeners } from '../../connections/create-listeners.ts';
import { pause } from '../../connections/pause.ts';
import { type TakenConnection, withConnection } from '../take-connection.ts';
import { appendSignal, readLastId, readSignals, removeSignals } from './signal-log.ts';
import { createSignalPosition, type SignalPosition } from './signal-position.ts';

/** Options of {@link createMariaDbSignals}. */
export interface MariaDbSignalsOptions {
  /** Milliseconds between two reads of a listener. */
  readonly pollMs: number;
  /** Takes a connection for one call. */
  take(): Promise<TakenConnection>;
}

/** The signals of a store, and a function to stop them. */
export interface MariaDbSignals {
  readonly signals: StoreSignals;
  /** Stops all listening. */
  close(): Promise<void>;
}

/** Minimum milliseconds between two messages of a process. Each is a commit, and the queue merges those that wait. */
const GAP_MS = 50;
/** Maximum milliseconds between two reads while the server is unavailable. */
const MAX_PAUSE_MS = 10_000;

/**
 * Creates signals over a table, because MariaDB has no notifications: a sender appends a row, and each listener reads the
 * new rows at intervals.
 */
export function createMariaDbSignals({ pollMs, take }: MariaDbSignalsOptions): MariaDbSignals {
  const origin = randomUUID();
  const closing = new AbortController();
  let nextSendMs = 0;

  /**
   * Reads the new messages of other processes, and removes old ones now and then. Undefined if the log does not contain the position, such
   * as after a failover to a server without the last messages: it assigns their numbers again.
   */
  const read = (position: SignalPosition): Promise<readonly string[] | undefined> =>
    withConnection(take, async ({ run }) => {
      const signals = await readSignals(run, origin, position);
      if (position.last > 0 && !signals.some(({ id }) => id === position.last)) return undefined;
      const nowMs = performance.now();
      position.advance(
        signals.map(({ id }) => id),
        nowMs,
      );
      const expired = position.expired(nowMs);
      if (expired !== undefined) await removeSignals(run, expired).catch(() => {});
      return signals.flatMap(({ message }) => message ?? []);
    });

  const keepListening = async (
    receive: (message: string) => void,
    resumed: () => void,
    signal: AbortSignal,
  ): Promise<void> => {
    let position: SignalPosition | undefined;
    let failures = 0;
    let isInterrupted = true;
    while (!signal.aborted) {
      try {
        position ??= createSignalPosition(await withConnection(take, ({ run }) => readLastId(run)), performance.now());
        const messages = await read(position);
        if (signal.aborted) return;
        if (!messages) {
          position = undefined;
          isInterrupted = true;
          continue;
        }
        if (isInterrupted) resumed();
        isInterrupted = false;
        failures = 0;
        for (const message of messages) receive(message);
      } catch {
        isInterrupted = true;
        failures += 1;
      }
      await pause(Math.max(pollMs, Math.min(pollMs * 2 ** failures, MAX_PAUSE_MS)), signal);
    }
  };

  const listeners = createListeners(keepListening);

  return {
    signals: {
      async send(message) {
        const waitMs = nextSendMs - performance.now();
        nextSendMs = performance.now() + Math.max(waitMs, 0) + GAP_MS;
        if (waitMs > 0) await pause(waitMs, closing.signal);
        await withConnection(take, ({ run }) => appendSignal(run, origin, message));
      },
      listen: listeners.listen,
    },
    async close() {
      closing.abort();
      await listeners.stop();
    },
  };
}
