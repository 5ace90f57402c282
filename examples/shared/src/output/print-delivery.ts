import type { Delivery } from '../receiver/delivery.ts';
import { say } from './say.ts';

/** Prints a delivery as one line. */
export function printDelivery({ verified, problem, kind, text }: Delivery): void {
  say('delivery', verified ? `${kind}: ${text} (signature verified)` : `refused: ${problem}`);
}
