import type { Delivery } from '@portcullis/example-shared';
import { ExpectationFailed } from './expectation-failed.ts';

/** The deliveries that have arrived at the receiver so far. */
export interface DeliveryLog {
  add(delivery: Delivery): void;
  /** The first delivery with this metadata, as soon as it has arrived. */
  arrival(metadata: Readonly<Record<string, unknown>>): Promise<Delivery>;
}

/** Maximum wait for a delivery, in milliseconds. */
const DEADLINE = 60_000;

/** Creates an empty log. */
export function createDeliveryLog(): DeliveryLog {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  return {
    add(delivery) {
      deliveries.push(delivery);
      for (const wake of waiting) wake();
    },
    arrival(metadata) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const found = deliveries.find((delivery) => contains(delivery.metadata, metadata));
          if (found === undefined) return;
          waiting.delete(check);
          clearTimeout(deadline);
          resolve(found);
        };
        const deadline = setTimeout(() => {
          waiting.delete(check);
          reject(new ExpectationFailed(`A delivery comes within ${DEADLINE} ms`, metadata, deliveries));
        }, DEADLINE);
        waiting.add(check);
        check();
      });
    },
  };
}

function contains(all: Readonly<Record<string, unknown>>, some: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(some).every(([name, value]) => all[name] === value);
}
