import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { ResolveHost } from '../../src/adapters/undici-transport/resolve-host.ts';
import type { AttemptOutcome } from '../../src/delivery/attempt/attempt-outcome.ts';

/** What a receiver does with a connection. @param connection - how many there were before. */
export type Behaviour = (socket: Socket, connection: number) => void;

/** What one delivery to a receiver comes to. */
export interface DeliveryEnd {
  /** The status of the history record. */
  readonly status: number;
  /** The code of the history record; absent where there is an answer. */
  readonly code?: string;
  /** How far the delivery came; absent where there is an answer. */
  readonly phase?: Extract<AttemptOutcome, { readonly kind: 'failure' }>['phase'];
  /** What becomes of the delivery; the first wait of the schedule is 5 s here, without jitter. */
  readonly next: 'delivered' | 'again in 5 s' | `again in ${number} s` | 'given up, webhook disabled';
  /** What it says about the receiver to the breaker. */
  readonly breaker: 'well' | 'answers' | 'one failure' | 'opens at once';
  /** Connections of the dispatcher that are open afterwards. @default 0 */
  readonly sockets?: number;
  /** Whether the one immediate repetition on a fresh connection was used. @default false */
  readonly repeated?: boolean;
}

/** A row of the matrix: a receiver that does not do as it should, and what that comes to. */
export interface ReceiverFault {
  /** What the receiver does, as the table says it. */
  readonly name: string;
  /** @default takes the connection and never answers */
  readonly receive?: Behaviour;
  /** Has the receiver speak TLS. */
  readonly tls?: TlsOptions;
  /** @default https where the receiver speaks TLS */
  readonly scheme?: 'http' | 'https';
  /** The host of the URL. @default 127.0.0.1 */
  readonly host?: string;
  /** What the name of the host is found to be. @default 127.0.0.1 */
  readonly resolve?: ResolveHost;
  /** `closed`: nobody listens at its port. `full`: nobody takes connections from a queue that is full, so that no SYN is answered. @default listens */
  readonly port?: 'closed' | 'full';
  /** Whether the dispatcher has the receiver's own certificate for an authority. @default true */
  readonly trusted?: boolean;
  /** Deliveries that go to the receiver before this one. @default 0 */
  readonly before?: number;
  /** Whether this delivery begins only when the connections of those before are closed. @default false */
  readonly onceClosed?: boolean;
  /** Bytes of the request. @default a short one */
  readonly body?: Uint8Array;
  /** Whether it ends with the deadline: such rows have a short one. @default false */
  readonly untilDeadline?: boolean;
  readonly end: DeliveryEnd;
}

/** Rows that belong together. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly ReceiverFault[];
}
