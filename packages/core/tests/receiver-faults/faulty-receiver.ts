import type { Socket } from 'node:net';

/** A receiver of deliveries. */
export interface FaultyReceiver {
  readonly port: number;
  /** The receiver's ends of its open connections. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}
