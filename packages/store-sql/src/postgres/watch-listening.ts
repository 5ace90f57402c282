import { pause } from '../connections/pause.ts';

/** The part of a listening connection that is watched. */
export interface ListeningConnection {
  /** Sends a notification to the channel of this connection, and returns whether the session can write. */
  notifyItself(): Promise<boolean>;
  /** Returns the number of its own notifications that have arrived. */
  arrived(): number;
}

/** Milliseconds between two checks of a connection. */
const CHECK_MS = 30_000;
/** Milliseconds for the response of a check. */
const RESPONSE_MS = 10_000;

/** The reason to replace a connection. */
export type ReplacementReason = 'silent' | 'read-only' | 'without notifications';

/**
 * Checks a listening connection every 30 seconds. Resolves once it can no longer receive the notifications of other sessions:
 * the server does not respond or is a standby, or a pooler keeps the notifications.
 *
 * @returns the reason; undefined if the signal was aborted.
 * @throws the error of the server.
 */
export async function watchListening(
  { notifyItself, arrived }: ListeningConnection,
  signal: AbortSignal,
): Promise<ReplacementReason | undefined> {
  for (;;) {
    await pause(CHECK_MS, signal);
    if (signal.aborted) return undefined;
    const before = arrived();
    const ended = new AbortController();
    const canWrite = await Promise.race([
      notifyItself(),
      pause(RESPONSE_MS, AbortSignal.any([signal, ended.signal])),
    ]).finally(() => ended.abort());
    if (signal.aborted) return undefined;
    if (canWrite === undefined) return 'silent';
    if (!canWrite) return 'read-only';
    // A server sends the notification before the end of the response.
    if (arrived() === before) return 'without notifications';
  }
}
