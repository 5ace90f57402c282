import { deepStrictEqual, ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store, StoreSignals } from '@portcullis/core/ports';
import { type StoreCase, storeCase } from '../store-harness.ts';

/** Milliseconds for a message to arrive; each message may be lost. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 20;

/** The signals of two stores on the same data; undefined if they have none. */
function signalsOf(stores: readonly Store[]): readonly StoreSignals[] | undefined {
  const signals = stores.flatMap((store) => store.signals ?? []);
  return signals.length === stores.length ? signals : undefined;
}

/** Listens, and keeps the messages. */
async function listen(signals: StoreSignals) {
  const received: string[] = [];
  const stop = await signals.listen(
    (message) => received.push(message),
    () => {},
  );
  return { received, stop };
}

/** Sends a message until the listener has received it. */
async function untilReceived(from: StoreSignals, message: string, received: readonly string[]): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS && !received.includes(message); waited += PAUSE_MS) {
    await from.send(message);
    await wait(PAUSE_MS);
  }
  ok(received.includes(message), 'no message of one store has reached the other one');
}

/** Messages between the processes that share a store, for stores that have them. */
export const SIGNAL_CASES: readonly StoreCase[] = [
  storeCase(
    'delivers messages to the other processes unchanged, and none to its own process',
    async ({ store, other }) => {
      const [own, others] = signalsOf([store, other]) ?? [];
      if (!own || !others) return;
      const here = await listen(own);
      const there = await listen(others);
      const longest = `é "${'x'.repeat(6900)}"`;
      for (const message of ['first', '', longest]) await untilReceived(own, message, there.received);
      await untilReceived(others, 'back', here.received);
      deepStrictEqual(new Set(here.received), new Set(['back']), 'a message has reached its own sender');
      await here.stop();
      await there.stop();
    },
    'createConcurrent',
  ),
  storeCase(
    'delivers no message to a listener that has stopped',
    async ({ store, other }) => {
      const [own, others] = signalsOf([store, other]) ?? [];
      if (!own || !others) return;
      const stopped = await listen(others);
      await untilReceived(own, 'before', stopped.received);
      await stopped.stop();
      const before = stopped.received.length;
      const later = await listen(others);
      await untilReceived(own, 'after', later.received);
      deepStrictEqual(stopped.received.slice(before), []);
      await later.stop();
    },
    'createConcurrent',
  ),
];
