import type { Clock } from '../../ports/clock.ts';
import type { TimedWakeup, WakeupEngine } from './wakeup-engine.ts';

/** A sender of wake-ups that skips redundant ones. */
export interface WakeupSender {
  /** @throws the error of the engine, or an Error if it does not respond. */
  send(wakeup: TimedWakeup): Promise<void>;
  /** Reports that a wake-up of this name and key has arrived, which may fulfil a pending request. */
  received(name: string, key: string): void;
}

/** Milliseconds after which an engine that does not respond counts as unavailable. */
const TIMEOUT_MS = 5000;

/** The number of requested times above which past ones are removed. */
const SWEEP_ABOVE = 1000;

interface Sending {
  readonly current: Promise<void>;
  next?: Promise<void>;
}

/** Creates the sender of an engine. */
export function createWakeupSender(engine: Pick<WakeupEngine, 'send'>, clock: Clock): WakeupSender {
  const sending = new Map<string, Sending>();
  const requested = new Map<string, number>();
  let sweepAt = SWEEP_ABOVE;

  const withTimeout = async (wakeup: TimedWakeup): Promise<void> => {
    let cancel = (): void => {};
    const timedOut = new Promise<never>((_, reject) => {
      cancel = clock.after(TIMEOUT_MS, () => reject(new Error(`No response within ${TIMEOUT_MS / 1000} seconds.`)));
    });
    await Promise.race([engine.send(wakeup), timedOut]).finally(cancel);
  };

  const start = (id: string, wakeup: TimedWakeup): Promise<void> => {
    const current = withTimeout(wakeup);
    const entry: Sending = { current };
    sending.set(id, entry);
    const forget = (): void => {
      if (sending.get(id) === entry) sending.delete(id);
    };
    current.then(forget, forget);
    return current;
  };

  /**
   * While a wake-up is being sent, the first new one waits and stands for all later ones, since it is sent after they were
   * requested.
   */
  const sendNow = (id: string, wakeup: TimedWakeup): Promise<void> => {
    const entry = sending.get(id);
    if (!entry) return start(id, wakeup);
    entry.next ??= entry.current.catch(() => {}).then(() => start(id, wakeup));
    return entry.next;
  };

  const sendLater = async (id: string, wakeup: TimedWakeup): Promise<void> => {
    const known = requested.get(id);
    if (known !== undefined && known > clock.now() && known <= wakeup.at) return;
    requested.set(id, wakeup.at);
    if (requested.size > sweepAt) sweep();
    try {
      await withTimeout(wakeup);
    } catch (error) {
      requested.delete(id);
      throw error;
    }
  };

  const sweep = (): void => {
    const now = clock.now();
    for (const [id, at] of requested) if (at <= now) requested.delete(id);
    sweepAt = Math.max(SWEEP_ABOVE, requested.size * 2);
  };

  return {
    send(wakeup) {
      const id = JSON.stringify([wakeup.name, wakeup.key]);
      return wakeup.at <= clock.now() ? sendNow(id, wakeup) : sendLater(id, wakeup);
    },
    received(name, key) {
      const id = JSON.stringify([name, key]);
      const at = requested.get(id);
      if (at !== undefined && at <= clock.now()) requested.delete(id);
    },
  };
}
