import { verify } from '@octokit/webhooks-methods';
import { createReceiver, type ReceivedRequest } from '@portcullis/testing';

/** A receiver that outlives the killed processes, and everything that it received. */
export interface ReceiverLog {
  readonly url: string;
  readonly copies: readonly ReceivedRequest[];
  /** The arrival time of each copy, in order, by the monotonic clock. */
  readonly times: readonly CopyTimes[];
  /** Sets the behaviour of the receiver for further requests. */
  behave(behaviour: ReceiverBehaviour): void;
  /** Responds to the waiting requests. */
  respondToWaiting(): void;
  close(): Promise<void>;
}

/** The times at which a copy arrived and was answered, in milliseconds. */
export interface CopyTimes {
  readonly id: string;
  readonly arrivedAt: number;
  /** Absent until it is answered. */
  respondedAt?: number;
}

/** The responses of the receiver to requests. */
type ReceiverBehaviour =
  | { readonly kind: 'responses'; readonly status: number; readonly afterMs?: number }
  /** Does not respond until this number of requests wait, then responds to all of them. */
  | { readonly kind: 'together'; readonly count: number }
  /** Does not respond, and reports that a request has arrived. */
  | { readonly kind: 'waits'; readonly arrived: () => void };

/** Starts the receiver. */
export async function createReceiverLog(): Promise<ReceiverLog> {
  let behaviour: ReceiverBehaviour = { kind: 'responses', status: 200 };
  const waiting: (() => void)[] = [];
  const respondToWaiting = (): void => {
    for (const respond of waiting.splice(0)) respond();
  };
  const times: CopyTimes[] = [];
  const receiver = await createReceiver((request, response) => {
    const copy: CopyTimes = { id: idOf(request), arrivedAt: performance.now() };
    times.push(copy);
    response.once('finish', () => {
      copy.respondedAt = performance.now();
    });
    const respond = (status = 200): void => void response.writeHead(status).end();
    if (behaviour.kind === 'responses') {
      const { status, afterMs = 0 } = behaviour;
      return void setTimeout(() => respond(status), afterMs);
    }
    waiting.push(respond);
    if (behaviour.kind === 'waits') behaviour.arrived();
    else if (waiting.length >= behaviour.count) respondToWaiting();
  });
  return {
    url: `${receiver.url}/hook`,
    copies: receiver.requests,
    times,
    behave(next) {
      behaviour = next;
    },
    respondToWaiting,
    close: () => receiver.close(),
  };
}

/** The id that all copies of a delivery share. */
export function idOf({ headers }: ReceivedRequest): string {
  return headers['webhook-id'] ?? '';
}

/** True if a copy is signed with a secret. An independent library verifies it. */
export function isSignedWith({ headers, body }: ReceivedRequest, secret: string): Promise<boolean> {
  return verify(secret, body.toString('utf8'), headers['x-hub-signature-256'] ?? '');
}
