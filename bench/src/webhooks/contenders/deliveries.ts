import type { ContenderOrder } from './contender.ts';

/** Bytes of a body. */
export const BODY_BYTES = 1024;

/** The secret of every endpoint, as Standard Webhooks writes it. */
export const SECRET = `whsec_${Buffer.alloc(32, 'portcullis').toString('base64')}`;

/** A delivery as the peers store it, with all data that is needed to send it. */
export interface PeerDelivery {
  readonly id: string;
  readonly endpoint: number;
  readonly body: string;
}

/** Returns the endpoint of a delivery. */
export function endpointOf(number: number, endpoints: number): number {
  return number % endpoints;
}

/** The deliveries of a notification that goes to every endpoint. */
export function peerFanOut(notification: number, endpoints: number): readonly PeerDelivery[] {
  return Array.from({ length: endpoints }, (_, endpoint) =>
    peerDelivery(notification * endpoints + endpoint, endpoints),
  );
}

/** Returns the number of endpoints with a backlog. They come first. */
export function endpointsWithBacklog({ urls, tenants, busyTenant }: ContenderOrder): number {
  if (busyTenant === undefined) return urls.length;
  return tenants?.filter((tenant) => tenant === busyTenant).length ?? 0;
}

/** Returns the endpoints of a notification that goes to one kind. */
export function endpointsOfNotification(
  number: number,
  { urls, endpointsPerKind = 1 }: Pick<ContenderOrder, 'urls' | 'endpointsPerKind'>,
): readonly number[] {
  const first = (number * endpointsPerKind) % urls.length;
  return Array.from({ length: endpointsPerKind }, (_, index) => first + index);
}

/** Returns the delivery of a number, with a body of {@link BODY_BYTES}. */
export function peerDelivery(number: number, endpoints: number): PeerDelivery {
  const endpoint = endpointOf(number, endpoints);
  const frame = { text: 'Measured.', metadata: { number, padding: '' }, webhookId: endpoint };
  const padding = 'x'.repeat(BODY_BYTES - JSON.stringify(frame).length);
  const body = JSON.stringify({ ...frame, metadata: { number, padding } });
  return { id: `msg_${process.pid}_${number}`, endpoint, body };
}
