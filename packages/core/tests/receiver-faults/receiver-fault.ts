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
  /** The code of the history record; absent where there is a response. */
  readonly code?: string;
  /** The phase that the delivery reached; absent where there is a response. */
  readonly phase?: Extract<AttemptOutcome, { readonly kind: 'failure' }>['phase'];
  /** The next step for the delivery; the first wait of the schedule is 5 s here, without jitter. */
  readonly next: 'delivered' | 'again in 5 s' | `again in ${number} s` | 'given up, webhook disabled';
  /** The meaning for the breaker. */
  readonly breaker: 'well' | 'responds' | 'one failure' | 'opens at once';
  /** Connections of the dispatcher that are open afterwards. @default 0 */
  readonly sockets?: number;
  /** True when the one immediate retry on a fresh connection was used. @default false */
  readonly repeated?: boolean;
}

/** A row of the matrix: a receiver that does not do as it should, and what that comes to. */
export interface ReceiverFault {
  /** The behaviour of the receiver in the words of the table. */
  readonly name: string;
  /** @default takes the connection and never answers */
  readonly receive?: Behaviour;
  /** Has the receiver speak TLS. */
  readonly tls?: TlsOptions;
  /** @default https where the receiver speaks TLS */
  readonly scheme?: 'http' | 'https';
  /** The host of the URL. @default 127.0.0.1 */
  readonly host?: string;
  /** The addresses that the name of the host resolves to. @default 127.0.0.1 */
  readonly resolve?: ResolveHost;
  /**
   * `closed`: no process listens at its port. `full`: its accept queue is full and never emptied, so that no SYN is
   * responded. @default listens
   */
  readonly port?: 'closed' | 'full';
  /** True when the dispatcher trusts the receiver's own certificate. @default true */
  readonly trusted?: boolean;
  /** Deliveries that go to the receiver before this one. @default 0 */
  readonly before?: number;
  /** The end that the receiver puts to each connection of earlier deliveries: this one begins after it. @default none */
  readonly whileIdle?: (socket: Socket) => void;
  /** Bytes of the request. @default a short one */
  readonly body?: Uint8Array;
  /** True when it ends with the deadline: such rows have a short one. @default false */
  readonly untilDeadline?: boolean;
  readonly end: DeliveryEnd;
}

/** Rows that belong together. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly ReceiverFault[];
}
