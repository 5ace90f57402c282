import type { TimedWakeup, WakeupEngine } from '@portcullis/core/ports';

/** An in-memory engine to which any number of nodes connect. */
export interface MemoryEngine {
  /** Connects a node, and returns its connection. */
  connect(): WakeupEngine;
  /** Loses all data and answers no more requests. */
  breakDown(): void;
  restore(): void;
}

type Receive = (key: string) => void;

/** Creates an engine that assigns each wake-up to one node, in turn. */
export function createMemoryEngine(): MemoryEngine {
  const receivers = new Map<string, Set<Receive>>();
  const waiting = new Set<TimedWakeup>();
  const listeners = new Set<() => void>();
  let gone = false;

  const handOver = (): void => {
    for (const wakeup of waiting) {
      const nodes = receivers.get(wakeup.name);
      const [receive] = nodes ?? [];
      if (wakeup.at > Date.now() || !nodes || !receive) continue;
      waiting.delete(wakeup);
      // Moves the served node to the end of the order.
      nodes.delete(receive);
      nodes.add(receive);
      receive(wakeup.key);
    }
  };
  const refuse = (): void => {
    if (gone) throw new Error('The engine is gone.');
  };

  return {
    connect: () => ({
      async send(wakeup) {
        refuse();
        waiting.add(wakeup);
        setTimeout(handOver, Math.max(wakeup.at - Date.now(), 0)).unref();
      },
      async subscribe(name, receive) {
        refuse();
        const nodes = receivers.get(name) ?? new Set();
        receivers.set(name, nodes.add(receive));
        handOver();
        return async () => void nodes.delete(receive);
      },
      onGap(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async close() {},
    }),
    breakDown() {
      gone = true;
      waiting.clear();
    },
    restore() {
      gone = false;
      for (const listener of listeners) listener();
    },
  };
}
