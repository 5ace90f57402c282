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

/** The number of remembered times at which passed ones are removed. */
const MANY = 1000;

interface Sending {
  readonly current: Promise<void>;
  next?: Promise<void>;
}

/** Creates the sender of an engine. */
export function createWakeupSender(engine: Pick<WakeupEngine, 'send'>, clock: Clock): WakeupSender {
  const sending = new Map<string, Sending>();
  const asked = new Map<string, number>();
  let sweepAt = MANY;

  const withinPatience = async (wakeup: TimedWakeup): Promise<void> => {
    let cancel = (): void => {};
    const silent = new Promise<never>((_, reject) => {
      cancel = clock.after(TIMEOUT_MS, () => reject(new Error(`No response within ${TIMEOUT_MS / 1000} seconds.`)));
    });
    await Promise.race([engine.send(wakeup), silent]).finally(cancel);
  };

  const start = (id: string, wakeup: TimedWakeup): Promise<void> => {
    const current = withinPatience(wakeup);
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
    const known = asked.get(id);
    if (known !== undefined && known > clock.now() && known <= wakeup.at) return;
    asked.set(id, wakeup.at);
    if (asked.size > sweepAt) sweep();
    try {
      await withinPatience(wakeup);
    } catch (error) {
      asked.delete(id);
      throw error;
    }
  };

  const sweep = (): void => {
    const now = clock.now();
    for (const [id, at] of asked) if (at <= now) asked.delete(id);
    sweepAt = Math.max(MANY, asked.size * 2);
  };

  return {
    send(wakeup) {
      const id = JSON.stringify([wakeup.name, wakeup.key]);
      return wakeup.at <= clock.now() ? sendNow(id, wakeup) : sendLater(id, wakeup);
    },
    received(name, key) {
      const id = JSON.stringify([name, key]);
      const at = asked.get(id);
      if (at !== undefined && at <= clock.now()) asked.delete(id);
    },
  };
}
