import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { ResolveHost } from '../../src/adapters/undici-transport/resolve-host.ts';
import type { AttemptOutcome } from '../../src/delivery/attempt/attempt-outcome.ts';

/** The behaviour of a receiver for a connection. @param connection - the number of earlier connections. */
export type Behaviour = (socket: Socket, connection: number) => void;

/** The end of one delivery to a receiver. */
export interface DeliveryEnd {
  /** The status of the history record. */
  readonly status: number;
  /** The code of the history record. Absent with a response. */
  readonly code?: string;
  /** The phase that the delivery reached. Absent with a response. */
  readonly phase?: Extract<AttemptOutcome, { readonly kind: 'failure' }>['phase'];
  /** The next step for the delivery. The first wait of the schedule is 5 s here, without jitter. */
  readonly next: 'delivered' | 'again in 5 s' | `again in ${number} s` | 'given up, webhook disabled';
  /** The effect on the breaker. */
  readonly breaker: 'healthy' | 'responds' | 'one failure' | 'opens at once';
  /** Open connections of the dispatcher after the delivery. @default 0 */
  readonly sockets?: number;
  /** True if the one immediate retry on a new connection was used. @default false */
  readonly repeated?: boolean;
}

/** A row of the matrix: a faulty receiver, and the expected end. */
export interface ReceiverFault {
  /** The behaviour of the receiver as the table describes it. */
  readonly name: string;
  /** @default accepts the connection and never responds */
  readonly receive?: Behaviour;
  /** The TLS options of the receiver. */
  readonly tls?: TlsOptions;
  /** @default https if the receiver uses TLS */
  readonly scheme?: 'http' | 'https';
  /** The host of the URL. @default 127.0.0.1 */
  readonly host?: string;
  /** The addresses that the name of the host resolves to. @default 127.0.0.1 */
  readonly resolve?: ResolveHost;
  /**
   * `closed`: no process listens at its port. `full`: its accept queue is full and never emptied, so that a SYN gets no
   * response. @default listens
   */
  readonly port?: 'closed' | 'full';
  /** True if the dispatcher trusts the receiver's own certificate. @default true */
  readonly trusted?: boolean;
  /** Earlier deliveries to the receiver. @default 0 */
  readonly before?: number;
  /**
   * The action with which the receiver ends the connections of earlier deliveries, before this one begins. @default
   * none
   */
  readonly whileIdle?: (socket: Socket) => void;
  /** Bytes of the request. @default a short one */
  readonly body?: Uint8Array;
  /** True if it ends at the deadline. Such rows have a short one. @default false */
  readonly untilDeadline?: boolean;
  readonly end: DeliveryEnd;
}

/** A group of rows. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly ReceiverFault[];
}
